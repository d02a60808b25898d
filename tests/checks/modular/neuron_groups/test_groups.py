"""Transforms and aligned groups: every letter is what loops over all pairs, or NumPy, give."""

import math
from fractions import Fraction

import numpy as np
import pytest

from checks.methods.balls import Undefined
from checks.methods.check import Effort, Rejected
from checks.modular.neuron_groups import groups
from checks.modular.neuron_groups.groups import Along, EncodedNeuron, letters_of_group
from checks.modular.task import Group
from theory import modular as paper
from theory.modular import p

FIVE = (3, -1, 0, -2, 0)
SEVEN = (2, -1, 3, 0, -2, -3, 1)
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
FIRST = (Fraction(1), HALF, Fraction(2), Fraction(0), Fraction(1), Fraction(-1, 4))
SECOND = (HALF, Fraction(3, 2), Fraction(1), Fraction(2), -HALF, Fraction(3))
PAIR = Group(FIVE, 2, (FIRST, SECOND))
NEURON = EncodedNeuron((1, 2, 0, -1, 2), (1, 0, -2, 2, 1), (0, 1, 1, -1, 2), (2, -1, 0, 1, 1))


def slope_of_loss(loops, x, theta, block, h):
    """By a central difference, in doubles."""
    losses = []
    for step in (1e-5, -1e-5):
        moved = np.array(theta, dtype=float)
        moved[0, block] += step * h
        losses.append(loops.sums(x, moved)[2])
    return (losses[0] - losses[1]) / 2e-5


def test_a_group_is_named_by_its_encoding_at_the_frequency_and_by_its_neurons():
    letters = letters_of_group(PAIR)
    hat = np.fft.fft(FIVE)[2]
    assert (letters[p], letters[paper.N], letters[paper.xi]) == (5, 2, 2)
    assert float(letters[paper.X]) == pytest.approx(abs(hat))
    turned = float(letters[paper.ph_x]) - np.angle(hat)
    assert math.cos(turned) == pytest.approx(1)
    names = (paper.A_u, paper.A_v, paper.A_w, paper.s_u, paper.s_v, paper.s_w)
    assert tuple(letters[name](2) for name in names) == SECOND
    for nobody in (0, 3):
        with pytest.raises(Undefined, match="no neuron"):
            letters[paper.A_u](nobody)


def test_the_utility_of_a_neuron_at_the_start_is_that_of_loops(loops):
    (seen,) = groups.magnitudes.observe(NEURON, Effort())
    x, *weights = NEURON
    assert isinstance(seen[paper.U_init], Fraction)
    assert float(seen[paper.U_init]) == pytest.approx(loops.sums(x, [weights])[1])


def test_magnitudes_and_phases_of_a_neuron_are_those_of_numpy():
    (seen,) = groups.magnitudes.observe(NEURON, Effort())
    sizes = (paper.mu_x, paper.mu_u, paper.mu_v, paper.mu_w)
    phases = (paper.S_x, paper.S_u, paper.S_v, paper.S_w)
    for part, size, phase in zip(NEURON, sizes, phases):
        for k in range(3):
            found = float(seen[size](k)) * np.exp(1j * float(seen[phase](k)))
            assert found == pytest.approx(np.fft.fft(part)[k])


def test_both_halves_of_the_frequencies_hold_the_whole_norm():
    """Plancherel: twice the half, the mean counted once, is p |theta|^2."""
    (seen,) = groups.magnitudes.observe(NEURON, Effort())
    assert 2 * float(seen[paper.half_sum]) - float(seen[paper.mean_sq]) == pytest.approx(5)
    squares = sum(q * q for part in NEURON[1:] for q in part)
    # the sums of u, v, w are 2, 3, 3
    assert seen[paper.mean_sq] == Fraction(4 + 9 + 9, squares) and seen[paper.half] == 2


def test_a_frequency_of_the_other_half_is_not_spoken_of():
    (seen,) = groups.magnitudes.observe(NEURON, Effort())
    for outside in (-1, 3):
        with pytest.raises(Undefined, match="none of the frequencies"):
            seen[paper.mu_u](outside)


def test_a_neuron_that_is_zero_has_no_share_at_any_frequency():
    with pytest.raises(Rejected, match="neuron is zero"):
        groups.magnitudes.observe(EncodedNeuron((1, 0, 0), *[(0, 0, 0)] * 3), Effort())


def test_the_loss_of_an_aligned_group_splits_into_cost_and_utility(loops):
    (seen,) = groups.aligned.observe(PAIR, Effort())
    spent, gained, missed = loops.sums(FIVE, PAIR.parameters)
    measured = [float(seen[one]) for one in (paper.cost, paper.gain, paper.net, paper.loss)]
    assert measured == pytest.approx([spent, gained, spent - gained, missed])
    assert missed == pytest.approx((9 + 1 + 4) / 2 + spent - gained)
    assert (seen[paper.x_sq], seen[paper.x_sum]) == (14, 0)


@pytest.mark.parametrize("family", ["aligned", "single", "preserved", "third"])
def test_an_encoding_without_the_frequency_is_refused(family):
    # (1, -1, 1, -1) has the frequency p/2 alone
    with pytest.raises(Rejected, match="lacks the frequency"):
        getattr(groups, family).observe(Group((1, -1, 1, -1), 1, (FIRST, SECOND)), Effort())


def test_the_loss_splits_for_neurons_that_are_not_aligned_and_x_not_centred(loops):
    x, one = (1, 2, 0, -2), ((1, 0, 2, -1), (0, 1, -1, 2), (1, -2, 0, 1))
    rows = (one, ((2, 1, 0, 0), (-1, 0, 1, 1), (0, 2, -1, 1)))
    (seen,) = groups.split.observe((x, rows), Effort())
    found = [seen[letter] for letter in (paper.cost, paper.gain, paper.loss)]
    assert all(isinstance(value, Fraction) for value in found)
    assert [float(value) for value in found] == pytest.approx(loops.sums(x, rows))
    assert (seen[paper.x_sq], seen[paper.x_sum]) == (9, 1)
    with pytest.raises(Rejected, match="x is zero"):
        groups.split.observe(((0, 0, 0, 0), rows), Effort())


def test_inner_products_and_utilities_of_single_neurons_are_those_of_loops(loops):
    seen = groups.single.observe(PAIR, Effort())
    # the even residues of each of two neurons
    assert [one[paper.a] for one in seen] == [0, 2, 4] * 2
    for place, one in enumerate(seen):
        u, v, w = PAIR.parameters[place // 3]
        inner = sum(u[j] * FIVE[(j - one[paper.a]) % 5] for j in range(5))
        assert float(one[paper.inner_u]) == pytest.approx(inner)
        assert float(one[paper.inner_w]) == pytest.approx(w @ PAIR.parameters[1][2])
        assert float(one[paper.U_i]) == pytest.approx(loops.sums(FIVE, [(u, v, w)])[1])
        assert one[paper.amp_u] == PAIR.neurons[place // 3][0]
        assert (one[paper.amp_w2], one[paper.ph_w2]) == (SECOND[2], SECOND[5])


def test_a_direction_is_a_wave_and_its_level():
    along = Along(PAIR, 1, THIRD, HALF)
    expected = [math.cos(2 * math.pi * a / 5 + 1 / 3) + 0.5 for a in range(5)]
    assert [float(value) for value in along.h] == pytest.approx(expected)
    assert repr(along).endswith("h[a] = cos(2 pi a/5 + 1/3) + 1/2")
    assert repr(Along(PAIR, 2, Fraction(0))).endswith("h[a] = cos(4 pi a/5)")


@pytest.mark.parametrize("along", [Along(PAIR, 1, THIRD, HALF), Along(PAIR, 2, Fraction(0))])
def test_the_slopes_along_a_wave_are_differences_of_losses(loops, along):
    (seen,) = groups.gradients.observe(along, Effort())
    h = np.array([float(value) for value in along.h])
    for block, letter in enumerate((paper.slope_u, paper.slope_v, paper.slope_w)):
        expected = slope_of_loss(loops, FIVE, PAIR.parameters, block, h)
        assert float(seen[letter]) == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_residuals_along_a_neuron_are_outputs_less_labels(loops):
    along = Along(PAIR, 1, THIRD)
    (seen,) = groups.gradients.observe(along, Effort())
    h, (u, v, w) = np.array([float(value) for value in along.h]), PAIR.parameters[0]
    for a, b in ((0, 0), (1, 3), (4, 2)):
        left = loops.put_out(FIVE, PAIR.parameters, a, b) - np.roll(FIVE, a + b)
        assert float(seen[paper.r_w](a, b)) == pytest.approx(left @ w)
        assert float(seen[paper.r_h](a, b)) == pytest.approx(left @ h)
        assert float(seen[paper.h_a](a)) == pytest.approx(np.roll(FIVE, a) @ h)
        assert float(seen[paper.z_u](a)) == pytest.approx(np.roll(FIVE, a) @ u)
        assert float(seen[paper.z_v](b + 5)) == pytest.approx(np.roll(FIVE, b) @ v)


def test_a_gradient_leaves_its_harmonic_towards_the_third_one_only(loops):
    group = Group(SEVEN, 1, (FIRST, SECOND))
    (seen,) = groups.preserved.observe(group, Effort())
    assert seen.values[paper.escape].contains(0) and seen.values[paper.escape_else].contains(0)
    assert float(seen.values[paper.escape].rad()) < 1e-50
    # that some of it leaves is seen in a difference of losses too
    wave = np.cos(2 * np.pi * 3 * np.arange(7) / 7)
    assert abs(slope_of_loss(loops, SEVEN, group.parameters, 0, wave)) > 1e-3
    share = float(seen.detail.split("the condition ")[1].split()[0])
    assert 0 < share < 1


def test_a_slope_outside_of_the_harmonic_and_its_third_is_noticed(monkeypatch):
    group = Group(SEVEN, 1, (FIRST, SECOND))
    true = groups.task.gradient

    def pushed(x, theta):
        return true(x, theta) + groups.task.wave(7, 2, Fraction(0))

    monkeypatch.setattr(groups.task, "gradient", pushed)
    (seen,) = groups.preserved.observe(group, Effort())
    # the transform of cos(2 pi 2 a/7) at the frequency 2 is 7/2
    assert float(seen.values[paper.escape_else]) == pytest.approx(3.5)


def test_the_slope_along_the_third_harmonic_is_a_difference_of_losses(loops):
    group = Group(SEVEN, 3, (FIRST, SECOND))  # 3 * 3 = 2 mod 7
    (seen,) = groups.third.observe(group, Effort())
    hat = np.fft.fft(SEVEN)[2]
    found = float(seen[paper.X_3]) * np.exp(1j * float(seen[paper.ph_3]))
    assert found == pytest.approx(hat)
    wave = np.cos(2 * np.pi * 2 * np.arange(7) / 7 + float(seen[paper.ph_h]))
    expected = slope_of_loss(loops, SEVEN, group.parameters, 0, wave)
    assert float(seen[paper.slope_res]) == pytest.approx(expected, rel=1e-6)
    assert abs(expected) > 1e-3


def test_where_three_turns_are_none_the_third_harmonic_is_the_mean():
    x = (2, -1, -1, 3, 0, -2, 1, -2, 0)
    (seen,) = groups.third.observe(Group(x, 3, (FIRST,)), Effort())
    assert seen[paper.X_3].contains(0) and sum(x) == 0
