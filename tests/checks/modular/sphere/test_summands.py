"""The task with k summands: utility and derivatives, against loops over all tuples."""

from itertools import product

import numpy as np
import pytest

from checks.modular.sphere.summands import SIZES, Summands, summands

FIVE = (3, -1, 0, -2, 0)
KINDS = [(FIVE, 1), (FIVE, 2), ((2, -1, -1), 3), ((1, 2, 0), 4)]


def drawn(task, seed=0):
    return np.random.default_rng(seed).normal(size=task.size)


def unit(theta):
    return theta / np.linalg.norm(theta)


def utility(x, k, theta):
    """The mean over all tuples of the k-th power of what is put in, times <w, label>."""
    p, parts = len(x), theta.reshape(k + 1, len(x))
    total = 0.0
    for chosen in product(range(p), repeat=k):
        z = sum(parts[n][j] * x[(j - a) % p] for n, a in enumerate(chosen) for j in range(p))
        shift = sum(chosen)
        label = [x[(c - shift) % p] - sum(x) / p for c in range(p)]
        total += z**k * sum(w * y for w, y in zip(parts[k], label))
    return total / p**k


def differences(function, theta, step=1e-5):
    return np.array(
        [
            (function(theta + step * axis) - function(theta - step * axis)) / (2 * step)
            for axis in np.eye(len(theta))
        ]
    )


def tangential(task, theta):
    """The part of the gradient along the sphere."""
    slope = task.gradient(theta)
    return slope - (slope @ theta) * theta


@pytest.mark.parametrize("x, k", KINDS)
def test_the_utility_is_the_mean_over_all_tuples(x, k):
    task = Summands(x, k)
    theta = drawn(task)
    assert task.size == len(theta) == (k + 1) * len(x)
    assert task.utility(theta) == pytest.approx(utility(x, k, theta))


@pytest.mark.parametrize("x, k", KINDS)
def test_the_gradient_is_a_difference_of_utilities(x, k):
    task = Summands(x, k)
    theta = drawn(task)
    expected = differences(task.utility, theta)
    assert task.gradient(theta) == pytest.approx(expected, abs=1e-7 * np.abs(expected).max())


def test_against_other_labels_it_is_the_gradient_for_what_is_left_of_the_encoding():
    task, theta = Summands(FIVE, 2), drawn(Summands(FIVE, 2))
    doubled = task.gradient(theta, 2 * task.grid[1])
    assert doubled == pytest.approx(2 * task.gradient(theta))
    assert not np.any(task.gradient(theta, 0 * task.grid[1]))


@pytest.mark.parametrize("x, k", KINDS)
def test_the_utility_is_homogeneous_and_sees_no_mean_of_the_outputs(x, k):
    task = Summands(x, k)
    theta = drawn(task, 1)
    assert task.utility(2 * theta) == pytest.approx(2 ** (k + 1) * task.utility(theta))
    assert task.gradient(theta) @ theta == pytest.approx((k + 1) * task.utility(theta))
    lifted = theta.copy()
    lifted[-len(x) :] += 3.0
    assert task.utility(lifted) == pytest.approx(task.utility(theta))


@pytest.mark.parametrize("x, k", KINDS)
def test_the_hessian_on_the_sphere_is_the_second_derivative_along_great_circles(x, k):
    task = Summands(x, k)
    theta, other = unit(drawn(task)), drawn(task, 2)
    way = unit(other - (other @ theta) * theta)

    def along(angle):
        return task.utility(np.cos(angle) * theta + np.sin(angle) * way)

    step = 1e-4
    bent = (along(step) - 2 * along(0.0) + along(-step)) / step**2
    assert way @ task.hessian(theta) @ way == pytest.approx(bent, rel=1e-5, abs=1e-5)
    assert task.hessian(theta) @ theta == pytest.approx(np.zeros(task.size), abs=1e-10)


@pytest.mark.parametrize("x, k", KINDS)
def test_both_routes_to_the_hessian_agree(x, k):
    task = Summands(x, k)
    theta = unit(drawn(task))
    found, other = task.hessian(theta), task.hessian_by_differences(theta)
    assert found == pytest.approx(other, abs=1e-8 * np.abs(found).max())


@pytest.mark.parametrize("x, k", KINDS)
def test_sizes_bound_what_is_added(x, k):
    task = Summands(x, k)
    theta = unit(drawn(task))
    assert abs(task.utility(theta)) <= task.utility_size(theta)
    full = differences(task.gradient, theta)
    assert np.linalg.norm(full, 2) <= task.hessian_size(theta)
    # signs that all agree leave nothing to cancel
    positive = Summands((1, 0, 0), 2)
    ones = np.concatenate([np.ones(6), [1.0, 0.0, 0.0]])
    assert positive.utility_size(ones) > abs(positive.utility(ones))


@pytest.mark.parametrize("x, k", [(FIVE, 2), ((2, -1, -1), 3)])
def test_an_ascent_ends_at_a_local_maximum_of_one_frequency(x, k):
    task = Summands(x, k)
    top = task.ascend(drawn(task, 4))
    scale = task.utility_size(top)
    assert np.linalg.norm(top) == pytest.approx(1)
    assert np.abs(tangential(task, top)).max() < 1e-6 * scale
    assert np.linalg.eigvalsh(task.hessian(top)).max() < 1e-6 * scale
    assert task.utility(top) >= task.utility(unit(drawn(task, 4)))
    power = np.sum(np.abs(task.spectrum(top)) ** 2, axis=0)
    assert power.max() == pytest.approx(power.sum() / 2)  # k and p - k


def test_the_spectrum_has_a_row_for_each_part():
    task = Summands(FIVE, 2)
    theta = drawn(task)
    for n, row in enumerate(task.spectrum(theta)):
        expected = [
            sum(theta[5 * n + a] * np.exp(-2j * np.pi * f * a / 5) for a in range(5))
            for f in range(5)
        ]
        assert row == pytest.approx(np.array(expected))


@pytest.mark.parametrize(
    "x, k, frequencies",
    [
        (FIVE, 2, (1,)),
        (FIVE, 2, (1, 2)),
        ((2, -1, -1, 3, -2, 0, -1), 3, (1, 3)),
        ((3, -1, 0, -2), 2, (1, 2)),
    ],
)
def test_a_mixture_is_a_critical_point_of_positive_utility_with_its_frequencies(x, k, frequencies):
    task = Summands(x, k)
    theta = task.mixture(frequencies)
    assert np.linalg.norm(theta) == pytest.approx(1)
    assert tangential(task, theta) == pytest.approx(np.zeros(task.size), abs=1e-9)
    assert task.utility(theta) > 1e-3
    power = np.sum(np.abs(task.spectrum(theta)) ** 2, axis=0)[: len(x) // 2 + 1]
    assert np.flatnonzero(power > 1e-9).tolist() == list(frequencies)


def test_a_mixture_of_two_is_a_saddle_and_one_frequency_is_none():
    task = Summands(FIVE, 2)
    strongest = int(np.argmax(np.abs(np.fft.fft(FIVE))[1:3])) + 1
    assert np.linalg.eigvalsh(task.hessian(task.mixture((1, 2)))).max() > 1e-3
    assert np.linalg.eigvalsh(task.hessian(task.mixture((strongest,)))).max() < 1e-9


def test_sizes_are_small_enough_to_be_enumerated():
    assert all(p**k <= 1000 and p % 2 for p, k in SIZES)
    assert {k for _, k in SIZES} == set(range(1, 7))
    assert summands(FIVE, 3) == Summands(FIVE, 3) and summands(FIVE).k == 2
