"""Integrals over (0, infinity) and (0, 1): what converging says, and what a part's integral is."""

import pytest
from mpmath import exp, mp, mpf

from tests.theory.proof.evaluate import truth
from theory.proof.lemmas.improper import converges
from theory.proof.lemmas.open_interval import HALF_LINE, UNIT, Range, given_primitive
from theory.proof.rules import Refused, assume
from theory.proof.tactics import at, forall
from theory.proof.terms import REAL, function, le, lt, var

a, b, k = map(var, ("a", "b", "k"))
F, f = (function(name, REAL, REAL) for name in ("F", "f"))
FALLING = {F: lambda r: -exp(-r), f: lambda r: exp(-r), a: mpf(1) / 4, b: mpf(1) / 2}


def part(unit):
    """[a, b] inside the interval."""
    return Range(assume(lt(0, a)), assume(le(a, b)), assume(lt(b, 1)) if unit else None)


def test_over_the_half_line_it_says_what_the_other_definitions_say():
    assert HALF_LINE.converges(f, k) is converges(f, k)


@pytest.mark.parametrize("interval", [HALF_LINE, UNIT])
def test_the_integral_over_a_part_is_a_difference(interval):
    own = given_primitive(assume(interval.antiderivative(F, f)), F, f)
    theorem = own.integral(part(interval.unit))
    assert theorem.conclusion.args[1] is F(b) - F(a)
    with mp.workdps(60):
        assert all(truth(one, FALLING) for one in (*theorem.hypotheses, theorem.conclusion))


@pytest.mark.parametrize("interval", [HALF_LINE, UNIT])
def test_an_antiderivative_grows_with_the_floor_of_its_slope(interval):
    own = given_primitive(assume(interval.antiderivative(F, f)), F, f)
    floor = assume(forall(lambda r: le(k, f(r))))
    theorem = own.grows(part(interval.unit), k, lambda r, *_: at(floor, r))
    assert theorem.conclusion is le(k * (b - a), F(b) - F(a))
    assert floor.conclusion in theorem.hypotheses
    with pytest.raises(Refused):  # a floor at one point says nothing of the others
        own.grows(part(interval.unit), k, lambda r, *_: assume(le(k, f(a))))


def test_inside_the_unit_interval_the_end_is_below_one():
    own = given_primitive(assume(UNIT.antiderivative(F, f)), F, f)
    with pytest.raises(Refused):
        own.integral(part(False))
