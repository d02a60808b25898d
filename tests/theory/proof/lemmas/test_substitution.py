"""Limits of integrals: one limit, its sign, and that a premise left out is missed."""

import pytest

from theory.proof.lemmas.improper import integral
from theory.proof.lemmas.open_interval import HALF_LINE, UNIT, given_primitive
from theory.proof.lemmas.substitution import Limit, Place, limit_above, limit_is, not_negative
from theory.proof.rules import Refused, assume
from theory.proof.tactics import at, bound, forall
from theory.proof.terms import REAL, eq, function, implies, le, lt, num, var

V, W, A, k = map(var, ("V", "W", "A", "k"))
F, G, f, g = (function(name, REAL, REAL) for name in "FGfg")


def limit(interval, integrand, value, factor=None):
    known = assume(interval.converges(integrand, value))
    return Limit(known, integrand, value, Place(interval), *([factor] if factor else []))


def primitive(interval, body, integrand):
    return given_primitive(assume(interval.antiderivative(body, integrand)), body, integrand)


@pytest.mark.parametrize("interval", [HALF_LINE, UNIT])
def test_the_integrals_of_a_function_have_one_limit(interval):
    own = primitive(interval, F, f)
    theorem = limit_is(interval, limit(interval, f, V), own, [(limit(interval, f, W), own)])
    assert theorem.conclusion is eq(V, num(1) * W)
    assert theorem.hypotheses == {interval.converges(f, V), interval.converges(f, W)}


@pytest.mark.parametrize("interval", [HALF_LINE, UNIT])
def test_two_functions_may_have_two_limits(interval):
    own, other = primitive(interval, F, f), primitive(interval, G, g)
    with pytest.raises(Refused):
        limit_is(interval, limit(interval, f, V), own, [(limit(interval, g, W), other)])


@pytest.mark.parametrize("interval", [HALF_LINE, UNIT])
def test_a_sign_of_all_integrals_is_that_of_the_limit(interval):
    """Of A V, whatever the sign of A is."""
    own = limit(interval, f, V, A)
    known = assume(forall(lambda x: forall(lambda y: le(0, A * integral(f, x, y)))))
    theorem = not_negative(interval, [own], lambda cut: at(known, cut.x, cut.y))
    assert theorem.conclusion is le(0, A * V)


@pytest.mark.parametrize("interval", [HALF_LINE, UNIT])
def test_the_limit_of_a_function_with_a_floor_in_the_middle_is_positive(interval):
    low = assume(forall(lambda r: le(0, f(r))))
    first, last = interval.middle
    floor = assume(forall(lambda r: implies(le(first, r), le(r, last), le(k, f(r)))))
    own, above = primitive(interval, F, f), assume(lt(0, k))

    def shown(part, r, more, less):
        return at(low, r)

    def least(r, more, less):
        return at(floor, r, more, less)

    theorem = limit_above(interval, limit(interval, f, V), own, above, shown, least)
    assert theorem.conclusion is lt(0, V)
    assert {low.conclusion, floor.conclusion, above.conclusion} <= theorem.hypotheses
    none = bound(le(0, 0))
    with pytest.raises(Refused):  # a floor of 0 does not do
        limit_above(interval, limit(interval, f, V), own, none, shown, least)
