"""The experiment of the figure: the template, the order, the levels."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from checks.methods.check import Effort
from checks.modular.figure_training import SIZES, WIDTH, P, _trained, experiment, template
from theory import modular as paper
from theory.claim import equation


def test_the_template_has_the_coefficients_of_the_caption_and_no_others():
    hat = np.fft.fft(template())
    for k in range(P):
        assert hat[k] == pytest.approx(SIZES.get(min(k, P - k), 0.0), abs=1e-12)


def test_it_is_as_wide_as_six_neurons_for_each_frequency():
    assert WIDTH == 6 * len(SIZES)


def test_frequencies_come_by_magnitude_and_the_flow_rests_at_the_printed_levels():
    order, rests = _trained(0, 1e-2)
    assert order == (1, 3, 5)
    assert_allclose(rests, [6.5625, 1.5625, 0.3125], atol=1e-3 * 6.5625)


@pytest.mark.parametrize(
    "name, statement",
    [
        ("order", equation(paper.taken_fig(paper.i), paper.i)),
        ("order", equation(paper.taken_fig(paper.i), 7 - 2 * paper.i)),
        (
            "levels",
            equation(paper.rest_fig(paper.steps), paper.mag(paper.steps + 1) ** 2 / paper.p),
        ),
    ],
)
def test_another_order_and_other_levels_are_refuted(name, statement):
    claim = {"order": paper.figure_order, "levels": paper.figure_levels}[name]
    assert experiment.run(claim, statement, Effort()).outcome == "fails"
