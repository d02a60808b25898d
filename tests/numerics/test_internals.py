"""What is taken from the inside of Hypothesis, multiprocessing, SymPy and SciPy is what it was
tried with; where it is not, nothing is done, or it is refused.
"""

import itertools
import multiprocessing
import os
import random
import subprocess
import sys
import time
import types

import numpy as np
import pytest
import sympy as sp
from hypothesis import find, settings
from hypothesis import strategies as st
from scipy.integrate import BDF, solve_ivp

from numerics.internals import (
    allow_children,
    draw_by_seed_alone,
    let_go_of_the_fork_server,
    shrinking_without_a_clock,
    stated_assumptions,
    structured_bdf,
)

INSIDE = "hypothesis.internal.conjecture.providers"


@pytest.fixture
def inside(monkeypatch):
    """Hypothesis as another version has it, and our answer to it forgotten afterwards."""
    draw_by_seed_alone.cache_clear()

    def put(**names):
        module = types.ModuleType(INSIDE)
        vars(module).update(names)
        monkeypatch.setitem(sys.modules, INSIDE, module)
        monkeypatch.setattr("hypothesis.internal.conjecture.providers", module)
        return module

    yield put
    draw_by_seed_alone.cache_clear()


def test_a_version_without_local_constants_needs_nothing(inside):
    inside()
    assert draw_by_seed_alone() is True


def test_a_version_without_the_module_needs_nothing(inside, monkeypatch):
    inside()
    monkeypatch.delattr("hypothesis.internal.conjecture.providers")
    monkeypatch.setitem(sys.modules, INSIDE, None)
    assert draw_by_seed_alone() is True


def test_a_version_that_keeps_its_constants_elsewhere_is_left_alone(inside):
    own = object()
    module = inside(_get_local_constants=own)
    assert draw_by_seed_alone() is False and module._get_local_constants is own


def test_the_installed_version_draws_by_the_seed_alone():
    assert draw_by_seed_alone() is True


def test_a_daemon_may_have_children_afterwards(monkeypatch):
    process = types.SimpleNamespace(_config={"daemon": True})
    monkeypatch.setattr(multiprocessing, "current_process", lambda: process)
    allow_children()
    assert process._config == {"daemon": False}


def test_what_was_said_of_a_symbol_is_told_from_what_follows():
    said = stated_assumptions(sp.Symbol("x", positive=True))
    assert said == {"positive": True}
    assert stated_assumptions(sp.Symbol("y")).get("positive") is None


def test_the_lifeline_of_the_fork_server_is_closed_once(monkeypatch):
    from multiprocessing import forkserver

    reading, writing = os.pipe()
    server = types.SimpleNamespace(_forkserver_alive_fd=writing)
    monkeypatch.setattr(forkserver, "_forkserver", server)
    let_go_of_the_fork_server()
    assert server._forkserver_alive_fd is None
    assert os.read(reading, 1) == b""  # nobody holds the other end
    let_go_of_the_fork_server()  # and now there is none to close
    os.close(reading)


def test_where_there_is_no_fork_server_nothing_is_let_go(monkeypatch):
    from multiprocessing import forkserver

    monkeypatch.delattr(forkserver, "_forkserver")
    assert let_go_of_the_fork_server() is None


def test_who_needs_one_of_them_does_not_load_the_libraries_of_the_others():
    heavy = "hypothesis", "scipy", "numpy", "sympy", "numerics.flow"
    program = (
        f"import sys, numerics.internals; print([name for name in {heavy} if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout == "[]\n"


class Diagonal:
    """J = -diag(rates), with the algebra of a diagonal matrix."""

    __array_ufunc__ = None

    def __init__(self, entries):
        self.entries = entries

    def __rmul__(self, c):
        return Diagonal(c * self.entries)

    def __rsub__(self, one):
        return Diagonal(one - self.entries)

    def factored(self):
        return self

    def solve(self, right):
        return right / self.entries


def solver():
    rates = np.array([1.0, 1e3, 1e6])
    return structured_bdf(
        lambda t, y: -rates * y,
        0.0,
        np.ones(3),
        1.0,
        1e-8,
        np.full(3, 1e-10),
        1e-8,
        lambda t, y: Diagonal(-rates),
        1e-3,
    )


def test_a_jacobian_with_algebra_of_its_own_gives_the_solution_of_the_equation():
    found = solver()
    while found.status == "running":
        found.step()
    dense = solve_ivp(
        lambda t, y: -np.array([1.0, 1e3, 1e6]) * y,
        (0, 1),
        np.ones(3),
        method="BDF",
        rtol=1e-8,
        atol=1e-10,
    )
    assert found.y == pytest.approx(dense.y[:, -1], abs=1e-7)
    assert found.y[0] == pytest.approx(np.exp(-1), abs=1e-7)


def test_a_version_whose_solver_has_other_fields_is_refused_by_name(monkeypatch):
    begin = BDF.__init__

    def other(self, *arguments, **options):
        begin(self, *arguments, **options)
        del self.solve_lu

    monkeypatch.setattr(BDF, "__init__", other)
    with pytest.raises(NotImplementedError, match="solve_lu"):
        solver()


def test_no_step_takes_differences_of_memory_that_was_never_written(monkeypatch):
    def of_nan(shape, dtype=float):
        return np.full(shape, np.nan, dtype)

    monkeypatch.setattr("scipy.integrate._ivp.bdf.np.empty", of_nan)
    found = solver()
    found.step()
    assert np.all(np.isfinite(found.D))


@pytest.fixture
def minutes(monkeypatch):
    """A clock that is seven minutes further each time Hypothesis looks at it."""
    from hypothesis.internal.conjecture import engine

    looked = itertools.count()
    clock = types.SimpleNamespace(**vars(time))
    clock.perf_counter = lambda: 420.0 * next(looked)
    monkeypatch.setattr(engine, "time", clock)


def smallest(check):
    return find(
        st.integers(0, 10**9), check, settings=settings(database=None), random=random.Random(0)
    )


def test_a_slow_machine_has_the_same_counterexample_and_says_nothing(minutes, capsys):
    assert smallest(lambda n: n >= 12345) > 12345  # the clock on the wall ends it early
    assert "five minutes" in capsys.readouterr().out
    with shrinking_without_a_clock():
        assert smallest(lambda n: n >= 12345) == 12345
    assert capsys.readouterr().out == ""
    assert smallest(lambda n: n >= 12345) > 12345  # other people's searches are as they were


def test_a_hypothesis_without_the_name_is_left_as_it_is(monkeypatch):
    from hypothesis.internal.conjecture import engine

    monkeypatch.delattr(engine, "MAX_SHRINKING_SECONDS")
    with shrinking_without_a_clock():
        assert not hasattr(engine, "MAX_SHRINKING_SECONDS")
    assert not hasattr(engine, "MAX_SHRINKING_SECONDS")
