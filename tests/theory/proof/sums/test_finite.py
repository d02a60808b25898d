"""Finite sums by induction: each lemma is true of random terms and ends, and asks for its range."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import Refused, assume
from theory.proof.sums import finite
from theory.proof.tactics import at, deriv, forall, lam, total
from theory.proof.terms import COMPLEX, INT, REAL, ZERO, eq, function, implies, le, lt, var

n, m, i, j = (var(name, INT) for name in "nmij")
c = var("c")
f, g = function("f", INT, REAL), function("g", INT, REAL)
h = function("h", INT, INT, REAL)
F, G, ROWS = lam(f, INT), lam(g, INT), lam(h, INT, INT)
ORDERED, INNER = assume(le(n, m + 1)), assume(le(i, j + 1))
THEOREMS = {
    "sum c f = c sum f": lambda low: finite.scaled(c, F, n, m, low),
    "sum (f + g) = sum f + sum g": lambda low: finite.added(F, G, n, m, low),
    "sum c = (m - n + 1) c": lambda low: finite.constant_sum(c, n, m, low),
    "conj(sum f) = sum conj(f)": lambda low: finite.conjugate(F, n, m, low),
    "sum sum h = sum sum h": lambda low: finite.exchanged(ROWS, n, m, i, j, low, INNER),
}


@pytest.mark.parametrize("statement", THEOREMS)
def test_it_is_true_of_random_terms(statement):
    theorem = THEOREMS[statement](ORDERED)
    assert theorem.hypotheses <= {ORDERED.conclusion, INNER.conclusion}
    assert confirmed(theorem, tries=100) > 20


@pytest.mark.parametrize("statement", THEOREMS)
def test_a_range_that_may_be_worse_than_empty_is_refused(statement):
    with pytest.raises(Refused):
        THEOREMS[statement](assume(le(n, m + 3)))


def test_a_sum_starts_empty_and_grows_by_its_last_term():
    assert confirmed(finite.empty(F, n), tries=40) == 40
    assert confirmed(finite.step(F, n, m, assume(le(n - 1, m))), tries=100) > 20
    with pytest.raises(Refused):
        finite.step(F, n, m, assume(le(n - 2, m)))


def test_equal_terms_have_equal_sums():
    same = assume(forall(lambda k: implies(le(n, k), le(k, m), eq(f(k), g(k))), INT))
    theorem = finite.summand_equal(F, G, n, m, lambda k, *inside: at(same, k, *inside))
    assert theorem.conclusion is eq(total(n, m, f), total(n, m, g))
    squares = {"f": lambda k: k**2, "g": lambda k: k**2 if k < 9 else ZERO}
    assert confirmed(theorem, tries=40, **squares) == 40
    with pytest.raises(Refused):
        finite.summand_equal(F, F, n, m, lambda k, *inside: at(same, k, *inside))


def test_the_slope_of_a_sum_is_the_sum_of_the_slopes():
    course, rate = function("x", INT, REAL, REAL), function("v", INT, REAL)
    known = assume(
        forall(
            lambda k: implies(le(1, k), le(k, m), deriv(0, 1, 0, rate(k), lambda s: course(k, s))),
            INT,
        )
    )
    place, inside = (ZERO, ZERO + 1, ZERO), (assume(le(ZERO, ZERO)), assume(le(ZERO, ZERO + 1)))

    def slope(order):
        return finite.slope_of_sum(
            lam(course, INT, REAL), lam(rate, INT), 1, m, place, assume(order), inside,
            lambda k, *low: at(known, k, *low),
        )  # fmt: skip

    theorem = slope(le(1, m + 1))
    motion = {"x": lambda k, s: k * s + s**2, "v": lambda k: k}
    assert confirmed(theorem, tries=20, **motion) > 5
    with pytest.raises(Refused):
        slope(lt(0, m + 2))


def test_a_number_may_be_complex():
    z = function("z", INT, COMPLEX)
    theorem = finite.conjugate(lam(z, INT), 1, 3, assume(le(1, 4)))
    assert confirmed(theorem, tries=5, z=lambda k: k + 2j) == 5
