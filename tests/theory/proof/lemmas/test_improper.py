"""Integrals over (0, infinity): what is shown of them holds for numbers, and the premises count."""

import pytest
from mpmath import exp, mp, mpf

from tests.theory.proof.evaluate import confirmed, truth
from theory.proof.lemmas import inv
from theory.proof.lemmas.improper import Range, antiderivative, below_all, close_to
from theory.proof.rules import Refused, assume
from theory.proof.tactics import at, bound, forall
from theory.proof.terms import REAL, call, function, le, lt, num, var

a, b, x, level, radius = map(var, ("a", "b", "x", "level", "radius"))
F, f = (function(name, REAL, REAL) for name in ("F", "f"))
WHOLE = {F: lambda r: -exp(-r), f: lambda r: exp(-r)}


def test_a_point_below_several_radii_is_below_each():
    point, above, half, under = below_all(assume(lt(0, a)), assume(lt(0, b)))
    assert above.conclusion is lt(0, point) and half.conclusion is lt(2 * point, 1)
    assert [one.conclusion for one in under] == [lt(point, a), lt(point, b)]
    assert all(confirmed(one) for one in (above, half, *under))


def test_a_radius_has_to_be_positive():
    with pytest.raises(Refused):
        below_all(assume(lt(0, a)), assume(le(0, b)))


def test_the_integral_is_the_difference_of_an_antiderivative():
    cut = Range(x, assume(lt(0, x)), assume(lt(x, 1)))
    theorem = cut.integral(assume(antiderivative(F, f)), F, f)
    left, right = theorem.conclusion.args
    assert left.op == "integral" and right is F(inv(x)) - F(x)
    with mp.workdps(60):
        assert all(truth(one, {**WHOLE, x: mpf(1) / 4}) for one in theorem.hypotheses)
        assert truth(theorem.conclusion, {**WHOLE, x: mpf(1) / 4})


def test_an_antiderivative_rises_as_fast_as_its_slope():
    cut = Range(x, assume(lt(0, x)), assume(lt(x, 1)))
    known = assume(antiderivative(F, f))
    first, last = bound(le(x, 1), (), [[cut.below]]), bound(le(1, cut.end), (), [[cut.beyond]])
    part = (bound(le(x, x)), first, last)
    everywhere = assume(forall(lambda r: le(b, f(r))))
    theorem = cut.rises(known, F, f, part, b, lambda r, *_: at(everywhere, r))
    assert theorem.conclusion is le(b * (1 - x), F(1) - F(x))
    assert everywhere.conclusion in theorem.hypotheses
    with pytest.raises(Refused):  # b <= f at one point says nothing of the others
        cut.rises(known, F, f, part, b, lambda r, *_: assume(le(b, f(x))))


def test_close_to_speaks_of_both_ends():
    """exp(-r) integrates to 1: near enough for x < 1/4 and y > 4, not near 9/10."""
    values = {level: mpf(1) / 2, radius: mpf(1) / 4}
    with mp.workdps(30):
        for value, holds in ((num(1), True), (num(1, 10), False)):
            statement = close_to(lambda r: call("exp", -r), value, level, radius)
            assert truth(statement, values) is holds
