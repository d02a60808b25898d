"""Gradients at chosen groups: pairs stay pairs, square terms return, and what pulls is noticed."""

from fractions import Fraction

import numpy as np
import pytest

from checks.methods.check import Effort, Rejected
from checks.modular import task
from checks.modular.trained import groups_in_flow
from theory import modular as paper
from theory.modular import p

THREE = (2, -1, -1)
ROW = ((1, 0, -2), (0, 1, 1), (2, -1, 0))
FIVE = (3, -1, 0, -2, 0)
HALF, ONE = Fraction(1, 2), Fraction(1)
NEURON = (ONE, HALF, Fraction(2), Fraction(0), ONE, Fraction(-1, 4))


def loss(x, theta):
    """Over all pairs, from the definition."""
    n, total = len(x), 0.0
    for a in range(n):
        for b in range(n):
            hidden = theta[:, 0] @ np.roll(x, a) + theta[:, 1] @ np.roll(x, b)
            missed = hidden**2 @ theta[:, 2] - (np.roll(x, a + b) - np.mean(x))
            total += missed @ missed
    return total / (2 * n * n)


def downhill(x, theta, step=1e-5):
    """Minus the gradient, by differences."""
    found = np.zeros_like(theta)
    for place in np.ndindex(theta.shape):
        move = np.zeros_like(theta)
        move[place] = step
        found[place] = (loss(x, theta - move) - loss(x, theta + move)) / (2 * step)
    return found


def test_pairs_have_no_square_terms_and_stay_pairs():
    (seen,) = groups_in_flow.paired.observe((THREE, (ROW, ROW[::-1])), Effort())
    assert seen == {paper.square_sum: 0, paper.pair_drift: 0}


def test_a_force_that_tears_a_pair_apart_is_noticed(monkeypatch):
    true = task.gradient

    def pulled(x, theta):
        force = true(x, theta)
        force[1, 2, 0] += 5  # on an output weight of the second neuron alone
        return force

    monkeypatch.setattr(task, "gradient", pulled)
    (seen,) = groups_in_flow.paired.observe((THREE, (ROW,)), Effort())
    assert (seen[paper.square_sum], seen[paper.pair_drift]) == (0, 5)


@pytest.mark.parametrize("family", ["paired", "one_pair"])
def test_an_encoding_that_is_zero_is_refused(family):
    with pytest.raises(Rejected, match="x is zero"):
        getattr(groups_in_flow, family).observe(((0, 0, 0), (ROW,)), Effort())


def test_a_pair_puts_out_the_product_of_its_two_inputs():
    """(y + z)^2 w/4 - (y - z)^2 w/4 = y z w."""
    u, v, w = ROW
    seen = groups_in_flow.one_pair.observe((THREE, (ROW,)), Effort())
    for one, (a, b, c) in zip(seen, ((0, 0, 0), (1, 2, 0), (2, 1, 1)), strict=True):
        y, z = np.roll(THREE, a) @ u, np.roll(THREE, b) @ v
        assert (one[paper.z_1], one[paper.z_2], one[paper.w_c]) == (y, z, w[c])
        assert one[paper.pair_out] == y * z * w[c]
        assert one[paper.pair_squares_u] == one[paper.pair_squares_v] == 0


@pytest.mark.parametrize("ratio", [ONE, Fraction(2), HALF])
def test_square_terms_return_at_the_rate_of_a_short_step_of_the_flow(ratio):
    seen = groups_in_flow.returning.observe(((THREE, (ROW,)), ratio), Effort())
    r = float(ratio)
    u, v, w = map(np.array, ROW)
    theta = np.array([[u, v, w], [u / r, -v / r, -w * r * r]], dtype=float)
    rate, step = downhill(THREE, theta), 1e-6
    for one, (a, c) in zip(seen, ((0, 0), (1, 2)), strict=True):

        def squares(moved, a=a, c=c):
            return (moved[:, 0] @ np.roll(THREE, a)) ** 2 @ moved[:, 2, c]

        change = (squares(theta + step * rate) - squares(theta - step * rate)) / (2 * step)
        assert squares(theta) == pytest.approx(0, abs=1e-9)
        assert float(one.values[paper.square_rate]) == pytest.approx(change, rel=1e-4, abs=1e-4)
        assert float(one.values[paper.rate_w]) == pytest.approx(rate[0, 2, c], abs=1e-6)
        assert one.values[paper.scale] == ratio and one.values[p] == 3


def test_only_equal_pairs_keep_their_square_terms_away():
    rates = {
        ratio: [
            one.values[paper.square_rate]
            for one in groups_in_flow.returning.observe(((THREE, (ROW,)), ratio), Effort())
        ]
        for ratio in (ONE, Fraction(2))
    }
    assert rates[ONE] == [0, 0] and any(rates[Fraction(2)])


def test_a_second_group_pulls_the_first_unless_its_square_terms_cancel():
    other = task.Group(FIVE, task.strongest(FIVE)[1], (NEURON,))
    seen = groups_in_flow.second.observe(other, Effort())
    assert [one[paper.N] for one in seen] == [1, 2, 2, 2]
    pulls = [one[paper.pull_first] for one in seen]
    assert pulls[1].contains(0) and float(pulls[1]) < 1e-50
    assert all(float(pulls[n]) > 1e-4 for n in (0, 2, 3))


def test_a_first_group_that_is_not_at_rest_is_no_beginning(monkeypatch):
    true = groups_in_flow.constructions.our_minimiser
    monkeypatch.setattr(
        groups_in_flow.constructions, "our_minimiser", lambda x, f, n: true(x, f, n - 3)
    )
    other = task.Group(FIVE, task.strongest(FIVE)[1], (NEURON,))
    with pytest.raises(ArithmeticError, match="not at a critical point"):
        groups_in_flow.second.observe(other, Effort())


def test_encodings_with_equal_magnitudes_have_no_strongest_frequency():
    with pytest.raises(Rejected, match="equal"):
        groups_in_flow.second.observe(task.Group((4, -1, -1, -1, -1), 2, (NEURON,)), Effort())
