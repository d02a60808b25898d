"""Taylor's theorem at 0: the bound it states holds for a function, and needs what it asks for."""

import pytest
from mpmath import mp, mpf

from theory.proof.lemmas.taylor import Expansion
from theory.proof.rules import Refused, assume
from theory.proof.tactics import at, deriv, forall
from theory.proof.terms import INT, REAL, both, eq, function, implies, le, lt, var

D, F = function("D", INT, REAL, REAL), function("F", INT, REAL)
k, M = var("k", INT), var("M")


def unit(statement):
    return forall(lambda x: implies(le(0, x), le(x, 1), statement(x)))


def orders(statement):
    return forall(lambda m: implies(le(0, m), statement(m)), INT)


CHAIN = orders(lambda m: unit(lambda x: deriv(0, 1, x, D(m + 1, x), lambda y: D(m, y))))
FLAT = orders(lambda m: implies(lt(m, k), eq(D(m, 0), 0)))
STEP = orders(lambda m: eq(F(m + 1), (m + 1) * F(m)))
BOUNDED = unit(lambda x: both(le(-M, D(k + 1, x)), le(D(k + 1, x), M)))


def expansion(zero=FLAT):
    return Expansion(
        D=lambda m, x: D(m, x),
        F=lambda m: F(m),
        k=k,
        order_low=assume(le(0, k)),
        chain=lambda m, low: at(assume(CHAIN), m, low),
        zero=lambda m, low, less: at(assume(zero), m, low, less),
        first=assume(eq(F(0), 1)),
        step=lambda m, low, high: at(assume(STEP), m, low),
    )


@pytest.mark.parametrize("sign", [1, -1])
def test_the_bound_follows_from_what_is_assumed_and_nothing_else(sign):
    theorem = expansion().upper(sign, M, assume(le(0, M)), assume(BOUNDED))
    allowed = {CHAIN, FLAT, STEP, BOUNDED, le(0, k), le(0, M), eq(F(0), 1)}
    assert theorem.hypotheses <= allowed


def test_the_bound_holds_for_a_sine_less_its_first_term():
    """x - sin x has the order 3: its j-th bound is M x^(j + 1)/(j + 1)! around x^j/j!."""
    for x in (mpf("0.1"), mpf("0.6"), mpf(1)):
        for j, value in enumerate((mp.cos(x), mp.sin(x), 1 - mp.cos(x), x - mp.sin(x))):
            gap = abs(value - x**j / mp.factorial(j))
            assert gap <= x ** (j + 1) / mp.factorial(j + 1)


def test_a_derivative_that_is_not_flat_below_the_order_is_refused():
    steep = orders(lambda m: implies(lt(m, k), eq(D(m, 0), 1)))
    with pytest.raises(Refused):
        expansion(steep).upper(1, M, assume(le(0, M)), assume(BOUNDED))
