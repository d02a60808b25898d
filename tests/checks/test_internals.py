"""What is taken from the inside of Hypothesis and multiprocessing does nothing, or says so, where
it is not there.
"""

import multiprocessing
import os
import sys
import types

import pytest
import sympy as sp

from checks.internals import (
    allow_children,
    draw_by_seed_alone,
    let_go_of_the_fork_server,
    stated_assumptions,
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
