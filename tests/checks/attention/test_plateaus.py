"""What k heads learn at best, beside the regression that one can solve by hand."""

from fractions import Fraction

import numpy as np
import pytest

from checks.attention.plateaus import best_networks, network, reduced_rank
from checks.methods.check import Effort
from theory import attention as paper

HALVES = (Fraction(1), Fraction(1, 2))


def entries(seen):
    """{(jumps, row, column): entry of W}, from 1."""
    return {
        (one[paper.iteration], one[paper.mode_1], one[paper.mode_2]): float(one[paper.W_ab].value)
        for one in seen
    }


@pytest.mark.parametrize("context", [1, 3])
def test_the_best_weight_of_a_component_is_that_of_ridge_regression(context):
    # E S x^2 / E S^2 x^2 over Gaussian tokens: 1/(tr Sigma + (N + 1) lambda), and 0 if not learned
    learned = entries(reduced_rank((HALVES, context, 2, 11), Effort()))
    weights = [1 / (1.5 + (context + 1) * value) for value in (1, 0.5)]
    assert learned[1, 1, 1] == pytest.approx(weights[0], rel=1e-12)
    assert learned[1, 2, 2] == pytest.approx(0, abs=1e-14)
    assert [learned[2, i, i] for i in (1, 2)] == pytest.approx(weights, rel=1e-12)
    assert [learned[k, 1, 2] for k in (1, 2)] == pytest.approx([0, 0], abs=1e-14)


def test_a_descent_over_one_head_ends_where_the_closed_form_does():
    one = ((Fraction(1),), 2, 1, 5)
    found = entries(best_networks(one, Effort()))
    assert found == pytest.approx({(1, 1, 1): 1 / 4}, rel=1e-8)  # 1/(N + 2)


def test_the_covariance_has_the_eigenvalues_that_were_drawn_in_axes_of_its_own():
    Sigma = network((HALVES, 2, 2, 3)).Sigma
    assert np.linalg.eigvalsh(Sigma) == pytest.approx([0.5, 1])
    assert abs(Sigma[0, 1]) > 1e-3
