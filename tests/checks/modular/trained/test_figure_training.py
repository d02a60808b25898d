"""The experiment of the figure: the template, the order, the levels, the groups."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sympy import Ge, Le, Rational, Sum

from checks.methods.check import Effort
from checks.modular.trained import figure_training
from checks.modular.trained.figure_training import (
    LEFT,
    RTOL,
    SIZES,
    WIDTH,
    P,
    _learned,
    _trained,
    experiment,
    grouped,
    learned,
    level,
    template,
    unspread,
)
from numerics import ModularNetwork
from theory import modular as paper
from theory.claim import equation


def test_the_template_has_the_coefficients_of_the_caption_and_no_others():
    hat = np.fft.fft(template())
    for k in range(P):
        assert hat[k] == pytest.approx(SIZES.get(min(k, P - k), 0.0), abs=1e-12)


def test_it_is_as_wide_as_six_neurons_for_each_frequency():
    assert WIDTH == 6 * len(SIZES)


def test_frequencies_come_by_magnitude_and_the_flow_rests_at_the_printed_levels():
    order, rests, whole = _trained(0, 1e-2)
    assert order == (1, 3, 5)
    assert_allclose(rests, [6.5625, 1.5625, 0.3125], atol=1e-3 * 6.5625)
    assert whole[0] == 1 and min(whole) > 0.999


def test_a_start_whose_third_frequency_begins_too_early_says_nothing_of_the_level_before_it():
    _, rests, whole = _trained(383368, 1e-2)
    assert rests[2] > 1.5 * 0.3125 and whole[2] < 0.9
    early = replace(experiment, instances=st.just(383368))
    claim = paper.figure_levels
    assert early.run(claim, claim.printed, Effort()).outcome == "holds"  # the levels before it do
    assert early.run(claim, claim.printed.args[1], Effort()).outcome != "holds"


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


TURNS = 2 * np.pi * np.arange(P) / P


def neurons(k, *phases):
    """One neuron a row of phases (s_u, s_v, s_w), all at frequency k."""
    return np.cos(k * TURNS + np.array(phases)[:, :, None])


def test_weights_are_taken_where_the_loss_is_as_small_as_is_said():
    weights, loss = _learned(0, RTOL)
    net = ModularNetwork(template(), WIDTH)
    assert net.loss(weights.reshape(WIDTH, -1)) == pytest.approx(loss, rel=1e-6)
    assert loss < LEFT * np.sum(template() ** 2) / 2


def test_what_each_frequency_takes_from_the_loss_adds_up_to_the_first_one():
    assert sum(map(level, SIZES)) == pytest.approx(np.sum(template() ** 2) / 2)


def test_power_counts_for_a_group_only_at_the_dominant_frequency_of_its_neuron():
    w = np.array([np.cos(TURNS), 2 * np.cos(3 * TURNS) + np.cos(TURNS)])
    weights = np.stack([np.zeros_like(w), np.zeros_like(w), w], axis=1)
    assert_allclose([grouped(weights, k) for k in (1, 2, 3)], [1 / 6, 0, 4 / 6], atol=1e-12)


@pytest.mark.parametrize("equal", [0, 1, 2])
def test_equal_phases_of_one_of_the_three_weights_are_not_spread(equal):
    phases = np.random.default_rng(equal).uniform(0, 2 * np.pi, (5, 3))
    phases[:, equal] = 0.3
    assert unspread(neurons(3, *phases), 3) >= 1 - 1e-12


def test_phases_a_sixth_of_a_turn_apart_are_spread():
    s = 2 * np.pi * np.arange(3) / 3
    u, v = (one.ravel() for one in np.meshgrid(s, s))
    assert unspread(neurons(3, *np.transpose([u, v, u + v])), 3) < 1e-12


def test_equal_output_phases_undo_what_was_learned():
    weights = _learned(0, RTOL)[0].copy()
    assert max(unspread(weights, k) for k in SIZES) < 0.05
    weights[:, 2] = np.fft.irfft(np.abs(np.fft.rfft(weights[:, 2])), P)
    assert min(unspread(weights, k) for k in SIZES) >= 1 - 1e-9


# One start: the search for a smaller counterexample would train from dozens.
FIRST = replace(learned, instances=st.just(0))
MOST = Rational(3, 4)
GROUPED = Sum(paper.grouped_fig(paper.freq_of(paper.j)), (paper.j, 1, 3))


def test_the_groups_of_the_caption_are_found():
    claim = paper.figure_groups
    assert FIRST.run(claim, claim.printed, Effort()).outcome == "holds"


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param(Ge(GROUPED, 1, evaluate=False), id="all of the power"),
        pytest.param(Le(GROUPED, Rational(1, 2), evaluate=False), id="half of the power at most"),
        pytest.param(
            Ge(Sum(paper.grouped_fig(2 * paper.j), (paper.j, 1, 3)), MOST),
            id="frequencies 2, 4, 6",
        ),
        pytest.param(
            Ge(Sum(paper.grouped_fig(paper.freq_of(paper.j)), (paper.j, 1, 2)), MOST),
            id="without frequency 5",
        ),
        pytest.param(equation(paper.unspread_fig(paper.freq_of(paper.i)), 1), id="equal phases"),
        pytest.param(
            equation(paper.unspread_fig(paper.freq_of(paper.i)), Rational(1, 5)),
            id="phases half spread",
        ),
    ],
)
def test_other_groups_and_other_phases_are_refuted(statement):
    assert FIRST.run(paper.figure_groups, statement, Effort()).outcome == "fails"


def test_two_checks_of_the_figure_read_one_flow():
    figure_training._followed.cache_clear()
    figure_training._trained.cache_clear()
    figure_training._learned.cache_clear()
    figure_training._trained(3, figure_training.ALPHA)
    flow = figure_training._followed(3, figure_training.ALPHA, figure_training.RTOL)
    reached = len(flow.steps)
    weights, loss = figure_training._learned(3, figure_training.RTOL)
    assert len(flow.steps) > reached > 0 and loss == flow.steps[-1].loss
    again = figure_training._Followed(3, figure_training.ALPHA, figure_training.RTOL)
    direct = next(step for step in again if step.loss == loss)
    assert (weights.reshape(direct.theta.shape) == direct.theta).all()
