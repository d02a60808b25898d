"""Linear arithmetic: what follows is found, what does not is not."""

import pytest

from theory.proof.rules import Refused, assume
from theory.proof.tactics.linear import linear, never, ordered
from theory.proof.terms import FALSE, ONE, eq, le, lt, negation, var

x, y, z = map(var, "xyz")


def test_inequalities_and_equations_add_up():
    found = linear(lt(x, z + 1), assume(le(x, y)), assume(eq(y, z)))
    assert found.conclusion is lt(x, z + 1) and len(found.hypotheses) == 2


def test_an_equation_is_two_inequalities():
    assert linear(eq(x, 2), assume(eq(2 * x, 4))).conclusion is eq(x, 2)


def test_what_contradicts_itself_gives_falsehood():
    assert linear(FALSE, assume(lt(x, y)), assume(le(y, x))).conclusion is FALSE
    assert never(eq(x, 1), assume(lt(x, 0))).conclusion is negation(eq(x, 1))


@pytest.mark.parametrize("goal", [lt(x, y), eq(x, y), FALSE])
def test_what_does_not_follow_is_not_shown(goal):
    with pytest.raises(Refused):
        linear(goal, assume(le(x, y)))


def test_the_signs_of_equations_are_found():
    found = ordered(le(x, y), [(ONE, assume(eq(y, z)))], [assume(le(x, z))])
    assert found.conclusion is le(x, y)
    with pytest.raises(Refused):
        ordered(lt(x, y), [(ONE, assume(eq(y, z)))], [assume(le(x, z))])
