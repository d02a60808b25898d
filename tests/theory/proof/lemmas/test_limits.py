"""One limit only, and a limit that is defined by what is near it."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.lemmas.limits import (
    cleared,
    exp_rises,
    opposite_limit,
    same_limit,
    shown_to_tend,
    size_below,
    small,
    tends,
    under_small,
    vanishing_slack,
)
from theory.proof.rules import Refused, assume
from theory.proof.tactics import at, bound, fact, forall
from theory.proof.terms import ONE, REAL, ZERO, call, eq, function, implies, le, lt, var

f, g = function("f", REAL, REAL), function("g", REAL, REAL)
L, M = var("L"), var("M")


def test_two_limits_of_one_function_are_equal():
    first, second = tends(f, L), tends(f, M)
    theorem = same_limit(f, L, M, assume(first), assume(second))
    assert theorem.conclusion is eq(L, M) and theorem.hypotheses == {first, second}


def test_limits_of_two_functions_need_not_be_equal():
    with pytest.raises(Refused):
        same_limit(f, L, M, assume(tends(f, L)), assume(tends(g, M)))


def test_the_opposite_function_tends_to_the_opposite_number():
    known = assume(forall(lambda x: implies(lt(0, x), lt(x, 1), eq(g(x), -f(x)))))
    first = assume(tends(f, L))
    found = opposite_limit(f, g, L, first, lambda x, *ends: at(known, x, *ends))
    assert found.conclusion is tends(g, -L)
    assert found.hypotheses == {known.conclusion, first.conclusion}
    same = assume(forall(lambda x: implies(lt(0, x), lt(x, 1), eq(g(x), f(x)))))
    with pytest.raises(Refused):
        opposite_limit(f, g, L, first, lambda x, *ends: at(same, x, *ends))


def test_x_tends_to_zero():
    def at_level(level, above, finish):
        def proof_at(x, low, high, below):
            size = fact("abs-nonnegative", bound(le(0, x - ZERO), (), [[low]]), x=x - ZERO)
            return bound(lt(call("abs", x - ZERO), level), [size], [[high]])

        return finish(level, above, proof_at)

    theorem = shown_to_tend(lambda x: x, ZERO, at_level)
    assert theorem.conclusion is tends(lambda x: x, ZERO) and not theorem.hypotheses


def test_what_is_not_near_is_refused():
    def at_level(level, above, finish):
        return finish(level, above, lambda x, low, high, below: assume(lt(x, ONE)))

    with pytest.raises(Refused):
        shown_to_tend(lambda x: x, ONE, at_level)


x, e, w = map(var, "xew")
ABOVE = assume(lt(0, e))


def test_estimates_are_true_at_random_numbers():
    radius, positive = small(e, ABOVE)
    for theorem in (
        exp_rises(assume(le(x, e))),
        size_below(x, assume(lt(-e, x)), assume(lt(x, e))),
        positive,
        under_small(x, assume(lt(x, radius)), e, ABOVE),
        cleared(x, w, e, assume(lt(x, e * call("inv", w))), assume(lt(0, w))),
    ):
        assert confirmed(theorem)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: size_below(x, assume(lt(-e, x)), assume(lt(x, 2 * e))),
        lambda: small(e, assume(le(0, e))),
        lambda: cleared(x, w, e, assume(lt(x, e * call("inv", w))), assume(lt(w, 0))),
    ],
)
def test_an_estimate_asks_for_its_signs(wrong):
    with pytest.raises(Refused):
        wrong()


def test_what_is_above_every_small_negative_number_is_not_negative():
    near = assume(forall(lambda r: implies(lt(0, r), lt(r, 1), le(-(w * r), x))))
    ends = assume(le(0, w)), bound(lt(ZERO, ONE))
    found = vanishing_slack(x, w, ONE, lambda r, *known: at(near, r, *known), ends)
    assert found.conclusion is le(0, x) and found.hypotheses == {near.conclusion, le(0, w)}
    with pytest.raises(Refused):
        vanishing_slack(
            x, w, ONE, lambda r, *known: at(near, r, *known), (assume(le(-1, w)), ends[1])
        )
