"""Modes that are integrated, beside the one case that has a closed form."""

import numpy as np
import pytest

from checks.linear.energy import Start, followed
from checks.methods.check import Effort
from theory import linear as paper


@pytest.mark.parametrize("width, time, rate", [(1, 0.5, 1.0), (3, 2.0, 0.5)])
def test_an_aligned_start_of_one_input_and_one_output_grows_by_the_logistic_law(width, time, rate):
    drawn = Start((1, width, 1), 7, 0.3, time, rate, aligned=True)
    (seen,) = followed(drawn, Effort())
    b, variance = float(seen[paper.b_mode].value), float(seen[paper.lam_mode].value)
    # x = A W has x' = 2 rate lambda x (b - x), and E = |A|^2 + |W|^2 = 2 x.
    start = width * 0.3**2
    grown = np.exp(2 * rate * variance * b * time)
    product = b * start * grown / (b + start * (grown - 1))
    assert float(seen[paper.energy_0].value) == pytest.approx(2 * start, rel=1e-14)
    assert float(seen[paper.energy_t].value) == pytest.approx(2 * product, rel=1e-9)
    loss = variance * (b - product) ** 2 / 2
    assert float(seen[paper.loss_t].value) == pytest.approx(loss, rel=1e-7)


def test_every_mode_of_a_wide_problem_is_looked_at():
    seen = list(followed(Start((2, 3, 4), 1, 1e-2, 0.1, 1.0), Effort()))
    assert len(seen) == 2
    assert seen[0][paper.loss_t].value == seen[1][paper.loss_t].value
