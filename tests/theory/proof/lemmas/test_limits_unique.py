"""One limit only, and a limit that is defined by what is near it."""

import pytest

from theory.proof.lemmas.limits_unique import same_limit, shown_to_tend, tends
from theory.proof.rules import Refused, assume
from theory.proof.tactics import bound, fact
from theory.proof.terms import ONE, REAL, ZERO, call, eq, function, le, lt, var

f, g = function("f", REAL, REAL), function("g", REAL, REAL)
L, M = var("L"), var("M")


def test_two_limits_of_one_function_are_equal():
    first, second = tends(f, L), tends(f, M)
    theorem = same_limit(f, L, M, assume(first), assume(second))
    assert theorem.conclusion is eq(L, M) and theorem.hypotheses == {first, second}


def test_limits_of_two_functions_need_not_be_equal():
    with pytest.raises(Refused):
        same_limit(f, L, M, assume(tends(f, L)), assume(tends(g, M)))


def test_x_tends_to_zero():
    def found(level, above, finish):
        def shown(x, low, high, below):
            size = fact("abs-nonnegative", bound(le(0, x - ZERO), (), [[low]]), x=x - ZERO)
            return bound(lt(call("abs", x - ZERO), level), [size], [[high]])

        return finish(level, above, shown)

    theorem = shown_to_tend(lambda x: x, ZERO, found)
    assert theorem.conclusion is tends(lambda x: x, ZERO) and not theorem.hypotheses


def test_what_is_not_near_is_refused():
    def found(level, above, finish):
        return finish(level, above, lambda x, low, high, below: assume(lt(x, ONE)))

    with pytest.raises(Refused):
        shown_to_tend(lambda x: x, ONE, found)
