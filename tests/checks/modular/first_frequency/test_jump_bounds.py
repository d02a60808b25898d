"""Jump times that are integrated: of an aligned neuron, whose norm has a closed form."""

from fractions import Fraction

import numpy as np
import pytest

from checks.methods.check import Effort, Rejected
from checks.modular.first_frequency.jump_bounds import bounds, waiting
from theory import modular as paper
from theory.notation import eta, tau

X = (3, -1, 0, -2, 0)
STRONGEST = max(abs(np.fft.fft(X)))


def test_an_aligned_neuron_grows_by_its_square_until_its_norm_is_one():
    instance = (X, 2, 0, Fraction(1, 4), Fraction(2), Fraction(1, 3))
    (seen,) = bounds(None, align=True, later=True).observe(instance, Effort())
    # r' = 3 eta U r^2 with U = sqrt(2/27) |x_hat|^3/p^(3/2), from r = 1/4 to 1
    utility = np.sqrt(2 / 27) * STRONGEST**3 / 5**1.5
    jump = 1 / 3 + (4 - 1) / (3 * 2 * utility)
    assert float(seen[tau].value) == pytest.approx(jump, rel=1e-9)
    assert seen[eta] == 2 and float(seen[paper.X]) == pytest.approx(STRONGEST)


def test_a_neuron_that_is_not_aligned_comes_later_than_the_bound():
    instance = (X, 2, 5, Fraction(1, 4), Fraction(2), Fraction(0))
    (seen,) = bounds(None, align=False, later=False).observe(instance, Effort())
    assert float(seen[tau].value) > (4 - 1) * np.sqrt(1.5) * 5**1.5 / (2 * STRONGEST**3)


def test_the_exact_wait_of_an_aligned_neuron_is_one_over_its_rate():
    (seen,) = waiting(True).observe((X, 0, 0.5, True, 0.0), Effort())
    # from r = 1/2 to infinity at eta = 1
    assert float(seen[paper.wait_limit].value) == pytest.approx(
        2 * np.sqrt(1.5) * 5**1.5 / STRONGEST**3, rel=1e-9
    )
    assert float(seen[paper.mu_limit].value) == pytest.approx(0.5)


def test_an_encoding_without_an_order_is_not_drawn():
    with pytest.raises(Rejected, match="equal"):
        list(waiting(True).observe(((4, -1, -1, -1, -1), 0, 1.0, True, 0.0), Effort()))
