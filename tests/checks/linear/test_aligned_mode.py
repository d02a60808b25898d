"""One mode from a = w = alpha: nothing before 1/s, all of b after it."""

from fractions import Fraction

import pytest

from checks.linear.aligned_mode import SHARES, again, followed, grown
from checks.methods.check import Effort
from theory import linear as paper
from theory.notation import t


@pytest.mark.parametrize("b, variance", [(1.0, 1.0), (0.5, 3.0)])
def test_the_product_is_the_solution_of_its_riccati_equation(b, variance):
    """p' = 2 log(1/alpha) lambda p (b - p) in accelerated time, from alpha^2."""
    decades, start = 3, 1e-6
    for share in (0.5, 1.0, 1.5):
        time = share / (b * variance)
        growth = 10.0 ** (2 * decades * share)
        exact = b * start * growth / (b - start + start * growth)
        assert grown(b, variance, time, decades, 1e-11) == pytest.approx(exact, rel=1e-6)


def test_it_is_measured_on_both_sides_of_its_jump():
    seen = list(followed((Fraction(2), Fraction(1, 2)), Effort()))
    assert len(seen) == len(SHARES)
    for share, one in zip(SHARES, seen):
        assert one[t] == share and one[paper.b_mode] == 2
        expected = 0 if share < 1 else 2
        assert one[paper.mode_limit].value == pytest.approx(expected, abs=1e-9)


def test_smaller_steps_give_the_same():
    drawn = (Fraction(1), Fraction(3, 2))
    for coarse, fine in zip(followed(drawn, Effort()), again(drawn, Effort())):
        first, second = coarse[paper.mode_limit], fine[paper.mode_limit]
        assert first.value == pytest.approx(second.value, abs=1e-8)
