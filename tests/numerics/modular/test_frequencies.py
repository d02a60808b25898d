"""The network in the frequencies of x is the network: loss and derivatives, against all pairs."""

import numpy as np
import pytest

from numerics.modular import frequencies
from numerics.modular.frequencies import Waves

# every frequency of seven residues; two of nine; every one of eight, p/2 among them
NINE = np.cos(2 * np.pi * np.arange(9) / 9) + 0.6 * np.cos(2 * np.pi * 4 * np.arange(9) / 9 + 1)
EIGHT = np.array([3.0, -1.0, 0.0, -2.0, 1.0, 2.0, -2.0, -1.0])
SEVEN = np.array([2.0, -1.0, 3.0, 0.0, -2.0, -3.0, 1.0])


@pytest.fixture(params=[SEVEN, NINE, EIGHT], ids=["p = 7", "p = 9", "p = 8"])
def problem(request):
    """An encoding, three neurons and their waves, all pairs not summed."""
    x = request.param
    theta = np.random.default_rng(3).normal(size=(3, 3 * len(x)))
    return x, theta, Waves(x, theta)


def loss(x, theta):
    """Over all pairs, from the definition; the label has no mean."""
    p = len(x)
    E = np.array([np.roll(x, a) for a in range(p)])
    hidden = (theta[:, :p] @ E.T)[:, :, None] + (theta[:, p : 2 * p] @ E.T)[:, None, :]
    labels = np.array([[E[(a + b) % p] - x.mean() for b in range(p)] for a in range(p)])
    missed = np.einsum("iab,ic->abc", hidden**2, theta[:, 2 * p :]) - labels
    return np.sum(missed**2) / (2 * p * p)


def slopes(function, rows, step=1e-5):
    """Central differences of a number or an array, entry by entry of ``rows``."""
    found = []
    for place in np.ndindex(rows.shape):
        ends = []
        for sign in (1, -1):
            moved = rows.copy()
            moved[place] += sign * step
            ends.append(function(moved))
        found.append((ends[0] - ends[1]) / (2 * step))
    return np.array(found)


def test_the_frequencies_that_x_has_are_found_and_no_others():
    theta = np.ones((1, 27))
    assert Waves(NINE, theta).present.tolist() == [1, 4]
    assert Waves(SEVEN, np.ones((1, 21))).present.tolist() == [1, 2, 3]
    assert Waves(EIGHT, np.ones((1, 24))).present.tolist() == [1, 2, 3, 4]


def test_what_is_lowered_is_lifted_to_where_it_was(problem):
    x, theta, waves = problem
    assert waves.lift(waves.lower(theta)) == pytest.approx(theta)
    many = np.stack([waves.lower(theta)] * 2)
    assert waves.lift(many).shape == (2, *theta.shape)


def test_the_coordinates_keep_every_length_along_which_something_moves(problem):
    x, theta, waves = problem
    rows, p, m = waves.lower(theta), len(x), waves.wave
    # of w nothing is left out
    assert np.sum(rows[:, 2 * m :] ** 2) == pytest.approx(np.sum(theta[:, 2 * p :] ** 2))
    hat = np.fft.rfft(theta[:, :p])[:, waves.present]
    counted = np.where(2 * waves.present == p, 1, 2)
    power = np.sum(counted * np.abs(hat) ** 2) / p
    assert np.sum(rows[:, :m] ** 2) == pytest.approx(power)


def test_the_loss_in_waves_is_the_loss_over_all_pairs(problem, monkeypatch):
    x, theta, waves = problem
    rows = waves.lower(theta)
    assert waves.evaluate(rows)[0] == pytest.approx(loss(x, theta))
    monkeypatch.setattr(frequencies, "DIRECT", 0)
    assert Waves(x, theta).evaluate(rows)[0] == pytest.approx(loss(x, theta))


def test_the_gradient_in_waves_is_a_difference_of_losses_over_all_pairs(problem, monkeypatch):
    x, theta, waves = problem
    rows = waves.lower(theta)
    expected = slopes(lambda moved: loss(x, waves.lift(moved)), rows).reshape(rows.shape)
    size = np.abs(expected).max()
    assert waves.evaluate(rows)[1] == pytest.approx(expected, abs=1e-7 * size)
    monkeypatch.setattr(frequencies, "DIRECT", 0)
    assert Waves(x, theta).evaluate(rows)[1] == pytest.approx(expected, abs=1e-7 * size)


def test_many_times_are_evaluated_as_one_after_the_other(problem):
    _, theta, waves = problem
    rows = np.stack([scale * waves.lower(theta) for scale in (1.0, 0.5, 2.0)])
    values, gradients = waves.evaluate(rows)
    for row, value, gradient in zip(rows, values, gradients, strict=True):
        one, slope = waves.evaluate(row)
        assert value == pytest.approx(one) and gradient == pytest.approx(slope)


def test_a_weight_at_a_frequency_that_x_lacks_does_not_move_the_inputs():
    """u at another frequency feels no force, and w there only the pull of its own output."""
    theta = np.random.default_rng(1).normal(size=(2, 27))
    absent = np.cos(2 * np.pi * 2 * np.arange(9) / 9)
    moved = theta.copy()
    moved[:, :9] += 5 * absent
    assert loss(NINE, moved) == pytest.approx(loss(NINE, theta))
    assert Waves(NINE, theta).lower(moved) == pytest.approx(Waves(NINE, theta).lower(theta))


def test_second_derivatives_in_the_waves_are_differences_of_gradients(problem):
    _, theta, waves = problem
    rows = 0.7 * waves.lower(theta)
    n, m = len(rows), 3 * waves.wave
    found, _ = waves.hessian(rows)

    def slope(inner):
        moved = rows.copy()
        moved[:, :m] = inner
        return waves.evaluate(moved)[1][:, :m]

    expected = slopes(slope, rows[:, :m].copy()).reshape(n, m, n, m)
    assert found == pytest.approx(expected, abs=1e-6 * np.abs(expected).max())


def test_second_derivatives_in_the_rest_are_alike_for_every_coordinate(problem):
    _, theta, waves = problem
    rows, m = waves.lower(theta), 3 * waves.wave
    _, pull = waves.hessian(rows)

    def slope(rest):
        return waves.evaluate(np.concatenate([rows[:, :m], rest], axis=1))[1][:, m:]

    count = rows.shape[1] - m
    expected = slopes(slope, rows[:, m:].copy()).reshape(3, count, 3, count)
    eye = np.einsum("ij,kl->ikjl", pull, np.eye(count))
    assert expected == pytest.approx(eye, abs=1e-6 * np.abs(pull).max())
