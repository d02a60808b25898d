"""Maxima of the utility on the sphere, by search and by every critical point."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from checks.attention import population, sphere
from checks.attention.population import turned_task
from checks.methods.check import Effort
from theory import attention as paper
from theory.catalogue import claim
from theory.claim import equation

STEEP = turned_task(("2", "1", "1/50"), ("1/2", "1", "1/3"))


def test_a_point_of_utility_zero_is_critical_and_no_maximum():
    for k in range(3):
        M = sphere.remaining(STEEP, k)
        for theta in sphere.flat_points(M, STEEP.vectors[:k]):
            value, slope = sphere.height(M, 2, theta)
            assert value == 0 and not slope.any() and theta.any()
            assert sphere.rises(sphere.second(M, 2, theta)) or not sphere.second(M, 2, theta).any()


def test_inertia_by_descartes_is_that_of_the_eigenvalues():
    draw = np.random.default_rng(1)
    for _ in range(20):
        A = draw.integers(-3, 4, size=(4, 4))
        A = A + A.T - draw.integers(0, 12) * np.eye(4, dtype=int)
        top = np.linalg.eigvalsh(A)[-1]
        assert abs(top) < 1e-9 or sphere.rises(population.rational(A)) == (top > 0)


def test_an_optimiser_at_an_ill_conditioned_covariance_knows_its_error(holds):
    """The full profile: BFGS without a scale was off by 1e-6 where lambda_3^2 is 1e-7 of
    lambda_1^2."""
    instance = (STEEP, Fraction(1, 3))
    false = equation(
        paper.best_at_V, claim("attention.rayleigh").expr.rhs * (1 + sp.Rational(1, 10**6))
    )
    for observe in (sphere.best_for_value, sphere.eigenvalue_for_value):
        seen = list(observe(instance, Effort()))
        assert len(seen) == 3 and holds("attention.rayleigh", seen, sphere.OPTIMUM) == {True}
        assert holds("attention.rayleigh", seen, sphere.OPTIMUM, false) == {False}


@pytest.mark.parametrize("search", [sphere.climb, sphere.iterate])
def test_maxima_on_the_sphere_are_found_to_ten_digits_by_either_search(holds, search):
    close = turned_task(("2", "21/20", "1"), ("1/2", "1", "1/3"))
    for task in (close, STEEP):
        seen = list(sphere.maxima(task, Effort(), search=search))
        assert holds("attention.maximiser", seen, sphere.OPTIMUM) == {True}
        assert holds("attention.maximal-utility", seen, sphere.OPTIMUM) == {True}


def test_where_two_eigenvalues_are_equal_there_are_other_maxima_and_both_ways_see_them():
    tied = turned_task(("2", "1", "1"), ("1/2", "1", "1/3"))
    for observe in (sphere.critical, sphere.maxima):
        counts = {
            seen[paper.lam_k] == seen[paper.lam_after]: seen[paper.other_maxima]
            for seen in observe(tied, Effort())
        }
        assert counts[True] > 0 and counts[False] == 0


def test_eigenvalues_are_the_roots_of_the_characteristic_polynomial():
    tops = [seen[paper.top] for seen in sphere.eigenvalues(STEEP, Effort())]
    assert tops == [Fraction(16), Fraction(1), Fraction(1, 50) ** 4]
