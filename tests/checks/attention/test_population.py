"""Weighted points with the moments of the Gaussian, and expectations enumerated over them."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from checks.attention import expectations, population, sphere
from checks.attention.population import turned_task
from checks.methods.check import Effort
from checks.methods.measured import is_exact

TWO = population.Task(((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1))), 2)

STEEP = turned_task(("2", "1", "1/50"), ("1/2", "1", "1/3"))

HEAD = tuple(Fraction(x) for x in ("1", "1/2", "-1", "2", "1", "3/2", "-1/2"))


def test_the_enumerated_population_has_the_moments_of_the_gaussian():
    sample, Sigma = population.population(TWO), TWO.Sigma
    x, scale = sample.X[:, :2], Fraction(3, sample.unit**2)
    for n, m in product(range(3), repeat=2):
        for a, b in product(range(2), repeat=2):
            assert scale * sample.mean(x[:, a, n] * x[:, b, m]) == (Sigma[a, b] if n == m else 0)
        assert scale**2 * sample.mean(x[:, 0, n] ** 4) == 3 * Sigma[0, 0] ** 2
    assert np.all(sample.X[:, 2, 2] == 0)


def test_the_sum_over_ordered_pairs_is_not_symmetric_before_the_expectation():
    x = population.population(TWO).X[:, :2, :2]
    outer = np.einsum("pan,pbn->pnab", x, x)
    product_ = outer[:, 0] @ outer[:, 1]
    assert np.abs(product_ - np.swapaxes(product_, 1, 2)).max() > 1


def test_expectations_beyond_machine_integers_are_those_of_python_integers(monkeypatch):
    def seen():
        population.predictions.cache_clear()
        return list(expectations.utilities((STEEP, (HEAD,)), Effort()))

    small = seen()
    monkeypatch.setattr(population, "SAFE", 0)
    assert seen() == small


@given(population.turned_tasks())
@settings(max_examples=20, deadline=None)
def test_turned_covariances_have_the_eigenvectors_they_say(task):
    for value, vector in zip(task.values, map(population.rational, task.vectors)):
        assert vector @ vector == 1 and np.all(task.Sigma @ vector == value * vector)
    assert list(task.values) == sorted(task.values, reverse=True)


def test_every_enumerated_number_is_exact():
    pair = (STEEP, (HEAD, tuple(-2 * x for x in HEAD)))
    sizes = ((Fraction(1), Fraction(2), Fraction(-1)), (Fraction(1, 2),) * 3)
    for observe, instance in [
        (expectations.predicted, pair),
        (expectations.losses, pair),
        (expectations.balanced, pair),
        (expectations.utilities, (STEEP, (HEAD,))),
        (expectations.active_heads, (STEEP, sizes)),
        (expectations.at_equilibrium, (STEEP, sizes)),
        (expectations.plateaus, STEEP),
        (expectations.second_moments, STEEP),
        (expectations.homogeneous, (STEEP, (HEAD,), Fraction(3, 2))),
        (sphere.critical, STEEP),
    ]:
        values = [
            value(1) if callable(value) else value
            for seen in observe(instance, Effort())
            for value in seen.values()
        ]
        assert values and all(is_exact(value) for value in values)


@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_weighted_points_have_every_moment_up_to_degree_five(n):
    points, weights = population.fifth_degree(n)
    first, last = points[:, 0], points[:, -1]
    # E x^4 = 3 and E x^2 y^2 = 1, for x = sqrt(3) times an entry and weights over 36
    assert weights.sum() == 36 and weights @ first == 0 and weights @ first**3 == 0
    assert 3 * weights @ first**2 == 36 and 9 * weights @ first**4 == 3 * 36
    assert n == 1 or 9 * weights @ (first**2 * last**2) == 36
    assert n == 1 or weights @ (first * last) == weights @ (first**3 * last) == 0


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5])
def test_sign_vectors_have_the_identity_for_their_second_moment(d):
    for odd in (False, True):
        signs = population.sign_vectors(d, odd)
        assert np.array_equal(signs.T @ signs, len(signs) * np.eye(d))
    assert not signs.sum(axis=0).any()


def test_the_mean_square_of_the_target_is_the_trace_in_every_shape():
    for d, N in population.SHAPES:
        sizes = ("2", "3/2", "1", "1/2")[:d]
        task = turned_task(sizes, ("1/2", "1", "1/3", "0", "1", "-1/2")[: d * (d - 1) // 2], N)
        people = population.population(task)
        assert people.product(people.y, people.y) == sum(task.values)
