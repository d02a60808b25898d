"""What is taken from the inside of SciPy is what it was tried with, or is refused."""

import numpy as np
import pytest
from scipy.integrate import BDF, solve_ivp

from numerics.internals import StructuredBDF


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
    return StructuredBDF(
        lambda t, y: -rates * y,
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
