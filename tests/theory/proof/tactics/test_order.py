"""Inequalities from products of known ones: what is found is true, what does not follow is not."""

import pytest

from tests.theory.proof.evaluate import confirmed
from theory.proof.rules import assume
from theory.proof.tactics import NotShown, bound, contradiction, differs, weaker
from theory.proof.terms import FALSE, eq, le, lt, negation, num, var

x, y = map(var, "xy")
ABOVE, MORE = assume(lt(0, x)), assume(lt(x, y))


@pytest.mark.parametrize(
    "goal, products, squares",
    [
        (lt(0, 2 * x + y), [[ABOVE], [MORE]], []),
        (lt(x**2, x * y), [[ABOVE, MORE]], []),
        (le(2 * x * y, x**2 + y**2), [], [x - y]),
        (lt(0, 3), [], []),
        (le(0, x * (x - y) ** 2), [([ABOVE], x - y)], []),
    ],
)
def test_weights_are_found_and_what_they_show_is_true(goal, products, squares):
    theorem = bound(goal, (), products, squares)
    assert theorem.conclusion is goal and confirmed(theorem, tries=100)


@pytest.mark.parametrize("goal", [lt(0, x - 1), lt(y, x), le(x**2, x), lt(x, x)])
def test_what_does_not_follow_is_not_shown(goal):
    with pytest.raises(NotShown):
        bound(goal, (), [[ABOVE], [MORE], [ABOVE, MORE]])


def test_equations_rewrite_inside_a_bound():
    theorem = bound(lt(0, y), [assume(eq(y, x + 1))], [[ABOVE]])
    assert confirmed(theorem, tries=20, x=2, y=3) == 20


def test_strict_is_weaker_than_different():
    assert weaker(MORE).conclusion is le(x, y)
    for goal in (negation(eq(x, y)), negation(eq(y, x))):
        assert differs(MORE, goal).conclusion is goal


def test_only_a_contradiction_shows_anything():
    assert contradiction(assume(lt(num(1), 0)), FALSE).conclusion is FALSE
    for harmless in (le(0, 0), lt(0, 1), lt(x, x + 1)):
        with pytest.raises(NotShown, match="no contradiction"):
            contradiction(assume(harmless), FALSE)
