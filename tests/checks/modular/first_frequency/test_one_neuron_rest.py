"""Aligned neurons that are integrated, beside what is known of where they rest."""

from dataclasses import replace

import numpy as np
import pytest
from sympy import And, Eq, Le, exp

from checks.methods.check import Effort
from checks.modular.first_frequency.flow_norm import loss_and_slopes
from checks.modular.first_frequency.one_neuron_rest import (
    AGAINST,
    Start,
    begun,
    encoding,
    followed,
    from_above,
    losses,
    weights,
)
from theory import modular as paper

DRAWN = Start(7, 2, 5, 0.3, 0.4, 0.5, 1.0, 60.0, 1.0)


def level(x):
    """The loss without weights."""
    return (x @ x - x.sum() ** 2 / len(x)) / 2


@pytest.mark.parametrize("p, frequency", [(3, 1), (5, 2), (9, 3), (11, 4)])
def test_the_encoding_has_its_frequency_and_not_three_times_it(p, frequency):
    hat = np.fft.fft(encoding(Start(p, frequency, 3, 0.5, 0, 1, 1, 1, 1)))
    assert abs(hat[frequency]) >= 1 - 1e-12 and abs(hat[3 * frequency % p]) < 1e-12


def test_the_start_is_below_no_weights_and_its_gradient_is_aligned():
    x = encoding(DRAWN)
    theta = weights(DRAWN, x)
    loss, slopes = loss_and_slopes(x, theta)
    assert loss < level(x)
    hats = np.abs(np.fft.fft(slopes[0], axis=1))
    assert hats[:, 2].min() > 1e-4 and np.delete(hats, (2, 5), axis=1).max() < 1e-12


def test_in_the_end_a_ninth_of_the_part_is_taken():
    (seen,) = followed(DRAWN, Effort())
    x = encoding(DRAWN)
    part = abs(np.fft.fft(x)[2]) ** 2 / 7
    assert seen[paper.loss_net].value == pytest.approx(level(x) - part / 9, rel=1e-9)


def test_against_the_utility_it_goes_to_no_weights():
    (seen,) = followed(AGAINST, Effort())
    assert seen[paper.loss_net_0].value > level(encoding(AGAINST))
    assert seen[paper.loss_net].value == pytest.approx(level(encoding(AGAINST)), rel=1e-3)


@pytest.mark.parametrize("size", [0.2, 10.0])
def test_a_larger_encoding_is_the_same_neuron_in_other_units(size):
    small, large = (
        next(iter(followed(replace(DRAWN, size=one, time=1.0), Effort()))) for one in (1.0, size)
    )
    for loss in (paper.loss_net_0, paper.loss_net):
        assert large[loss].value == pytest.approx(size**2 * small[loss].value, rel=1e-9)


def test_a_rate_and_a_height_that_hold_in_some_units_alone_are_refuted():
    ours = paper.one_neuron_rest
    lower, upper = ours.printed.args
    (decay,) = upper.rhs.atoms(exp)
    for refutes, wrong in (
        (losses, exp(decay.args[0] / paper.X**2)),
        (begun, decay / (paper.loss_net_0 - lower.lhs)),
    ):
        bound = Le(paper.loss_net, upper.rhs.xreplace({decay: wrong}), evaluate=False)
        statement = And(lower, bound, evaluate=False)
        assert refutes.run(ours, statement, Effort()).outcome == "fails"


def test_at_the_start_the_upper_bound_is_attained_and_twice_it_is_not():
    ours = paper.one_neuron_rest
    assert begun.run(ours, ours.printed, Effort()).outcome == "holds"
    twice = Le(paper.loss_net, 2 * ours.printed.args[1].rhs, evaluate=False)
    assert begun.run(ours, twice, Effort()).outcome == "fails"


def test_of_two_bounds_the_upper_one_is_kept_and_an_equation_as_it_is():
    lower, upper = paper.one_neuron_rest.printed.args
    assert from_above(And(lower, upper, evaluate=False)) == upper
    assert from_above(Eq(paper.loss_net, 1)) == Eq(paper.loss_net, 1)
