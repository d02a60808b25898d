"""A dormant neuron, integrated. On three residues with u = v = w a multiple s of the cosine it
grows like s/(1 - 9 s t), so that everything is known by hand.
"""

import numpy as np
import pytest

from checks.methods.check import Effort, Rejected
from checks.modular.first_frequency import dormant
from checks.modular.first_frequency.dormant import Dormant, blown_up, both_ways, moved, without
from theory import modular as paper
from theory.modular import p
from theory.notation import n_0

THREE = (2, -1, -1)
FIVE = (3, -1, 0, -2, 0)
# a tenth of (2, -1, -1)/2, the cosine, three times: it blows up at 10/9
ALIGNED = Dormant(THREE, ((10, -5, -5) * 3,))
BLOW_UP = 10 / 9
ROW = (12, -7, 3, 20, -9, 5, 18, -11, 2, 8, -3, 25, 6, -14, 9)
OTHER = (-4, 9, 13, -6, 2, 17, -8, 1, 10, -5, 11, 3, -12, 7, 4)


def utility(x, theta):
    """Over all pairs, from the definition."""
    n, (u, v, w) = len(x), theta.reshape(3, -1)
    total = 0.0
    for a in range(n):
        for b in range(n):
            hidden = u @ np.roll(x, a) + v @ np.roll(x, b)
            total += hidden**2 * (w @ (np.roll(x, a + b) - np.mean(x)))
    return total / n**2


def slope(x, theta, step=1e-6):
    return np.array(
        [
            (utility(x, theta + step * axis) - utility(x, theta - step * axis)) / (2 * step)
            for axis in np.eye(len(theta))
        ]
    )


def test_an_instance_says_its_weights_in_units_and_refuses_zero():
    assert ALIGNED.rows[0] == pytest.approx(np.array([0.1, -0.05, -0.05] * 3))
    assert ALIGNED.alive is ALIGNED and "(0.1, -0.05, -0.05, 0.1" in repr(ALIGNED)
    with pytest.raises(Rejected, match="x is zero"):
        _ = Dormant((0, 0, 0), ALIGNED.hundredths).alive
    with pytest.raises(Rejected, match="a neuron is zero"):
        _ = Dormant(THREE, (*ALIGNED.hundredths, (0,) * 9)).alive


def test_without_its_learned_frequencies_an_encoding_keeps_the_others():
    hat, left = np.fft.fft(FIVE), np.fft.fft(without(FIVE, [1]))
    assert left[[1, 4]] == pytest.approx([0, 0], abs=1e-12)
    assert left[[0, 2, 3]] == pytest.approx(hat[[0, 2, 3]], abs=1e-12)
    assert without(FIVE, []) == pytest.approx(FIVE)


def test_squared_magnitudes_move_as_the_gradient_of_the_utility_says():
    seen = dormant.waves.observe(Dormant(FIVE, (ROW,)), Effort())
    theta = np.array(ROW) / 100
    hats, rates = (np.fft.fft(row.reshape(3, 5), axis=1) for row in (theta, slope(FIVE, theta)))
    expected = [2 * (hats[n, f].conj() * rates[n, f]).real for f in (1, 2) for n in range(3)]
    assert [float(one[paper.rate_sq]) for one in seen] == pytest.approx(expected, abs=1e-7)
    for one, f in zip(seen, (1, 1, 1, 2, 2, 2)):
        sizes = [float(one[letter]) for letter in (paper.mag_u, paper.mag_v, paper.mag_w)]
        assert sizes == pytest.approx(abs(hats[:, f]))
        assert float(one[paper.X]) == pytest.approx(abs(np.fft.fft(FIVE)[f]))
        # the imaginary part of the product of the three is kept
        assert one[paper.rate_im].contains(0)


def test_a_frequency_that_x_lacks_does_not_move():
    # (1, -1, 1, -1) has p/2 alone
    seen = dormant.waves.observe(Dormant((1, -1, 1, -1), ((5, 3, -2, 1) * 3,)), Effort())
    assert len(seen) == 3 and float(seen[0][paper.X]) == pytest.approx(4)


@pytest.mark.parametrize("share", [0.0, 0.5, 0.9])
def test_an_aligned_neuron_grows_like_a_hyperbola(share):
    (row,) = ALIGNED.rows
    for end in both_ways(THREE, row, None, share * BLOW_UP):
        assert end == pytest.approx(row / (1 - share), rel=1e-10)


def test_nothing_moves_where_the_labels_have_nothing_left():
    row = np.array(ROW) / 100
    assert moved(FIVE, row, (0.0,) * 5, 3.0) == pytest.approx(row)
    # only the frequency that is left moves
    end = moved(FIVE, row, without(FIVE, [1]), 0.5)
    change = np.abs(np.fft.fft((end - row).reshape(3, 5), axis=1))
    assert change[:, 1] == pytest.approx(np.zeros(3), abs=1e-12) and change[:, 2].max() > 1e-3


def test_the_norm_is_infinite_when_the_hyperbola_has_its_pole():
    (row,) = ALIGNED.rows
    time, direction = blown_up(THREE, row)
    assert time == pytest.approx(BLOW_UP, rel=1e-9)
    assert direction == pytest.approx(row / np.linalg.norm(row))
    # norm e^2 comes sooner, by the time that is left from there: 1/9 of the inverse of s
    start = np.linalg.norm(row)
    sooner, _ = blown_up(THREE, row, reach=2.0)
    assert BLOW_UP - sooner == pytest.approx(BLOW_UP * start / np.exp(2))


def test_a_blow_up_after_another_time_is_later_by_it_and_knows_its_error():
    (row,) = ALIGNED.rows
    found = dormant.blow_up_time(THREE, row, after=2.0)
    assert float(found) == pytest.approx(2 + BLOW_UP) and found.error < 1e-8


def test_a_neuron_that_sees_the_mean_alone_never_blows_up():
    with pytest.raises(Rejected, match="stays below norm"):
        blown_up(THREE, np.array([1.0] * 3 + [0.0] * 6))


def test_what_remains_of_the_time_shrinks_in_proportion():
    (seen,) = dormant.wave_time.observe(ALIGNED, Effort())
    assert float(seen[paper.wait]) == pytest.approx(0.9 * BLOW_UP)
    assert (seen[paper.rising], seen[paper.R_turn], seen[p]) == (1, 0, 3)
    # R_F of three equal numbers |u_hat|^2 is 1/|u_hat|, with u_hat = 3/20; a tenth of it is left
    assert float(seen[paper.R_start]) == pytest.approx(20 / 3)
    assert float(seen[paper.R_end]) == pytest.approx(2 / 3, rel=1e-9)


def test_a_neuron_that_does_not_grow_has_no_time():
    with pytest.raises(Rejected, match="nothing grows"):
        list(dormant.wave_time.observe(Dormant(THREE, ((10, -5, -5) + (0,) * 6,)), Effort()))


def test_at_the_jump_the_norm_is_one_and_the_growth_adds_up_to_it():
    (seen,) = dormant.first_jump.observe(Dormant(THREE, (*ALIGNED.hundredths, (1,) * 9)), Effort())
    values = seen.values
    start = np.linalg.norm(ALIGNED.rows[0])
    assert float(values[paper.norm_at_jump]) == pytest.approx(1, abs=1e-10)
    assert float(values[n_0]) == pytest.approx(start)
    assert start**2 + 2 * float(values[paper.grown](1)) == pytest.approx(1)  # 6/p = 2
    # s/(1 - 9 s t) is 1/start times what it was
    told, time = seen.detail.rsplit(" ", 1)
    assert told == "neuron 0 takes frequency 1 at"
    assert float(time) == pytest.approx(BLOW_UP * (1 - start), rel=1e-7)


def test_a_neuron_of_norm_one_is_not_dormant():
    with pytest.raises(Rejected, match="not dormant"):
        list(dormant.first_jump.observe(Dormant(THREE, ((100, -50, -50) * 3,)), Effort()))


def test_neurons_that_never_grow_never_activate():
    still = Dormant(THREE, ((10, -5, -5) + (0,) * 6, (1,) * 9))
    with pytest.raises(Rejected, match="nothing ever activates"):
        list(dormant.first_jump.observe(still, Effort()))


def test_a_neuron_ends_in_the_frequency_that_blows_up_first():
    (seen,) = dormant.taken.observe(Dormant(FIVE, (ROW,)), Effort())
    assert float(seen[paper.share_taken]) == pytest.approx(1, abs=1e-6)


def test_a_tie_of_two_frequencies_is_not_judged(monkeypatch):
    monkeypatch.setattr(paper, "blow_up_times", lambda *_: [3.0, 2.99])
    with pytest.raises(Rejected, match="nearly equal"):
        list(dormant.taken.observe(Dormant(FIVE, (OTHER,)), Effort()))
