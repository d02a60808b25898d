"""Modular addition from its definition: losses, gradients and the encodings that are drawn."""

from fractions import Fraction

import numpy as np
import pytest
from flint import acb, arb
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.methods.check import Rejected
from checks.modular import task
from numerics import ModularNetwork

X = (2, -1, 3, -4, 0)
DRAW = np.random.default_rng(0)
THETA = DRAW.normal(size=(2, 3, 5))


def test_the_loss_is_that_of_the_network_and_splits_into_cost_and_utility():
    x = np.array(X, dtype=float)
    net = ModularNetwork(x, 2)
    loss = task.loss(x, THETA)
    assert loss == pytest.approx(net.loss(THETA.reshape(2, -1)), rel=1e-12)
    empty = task.loss(x, 0 * THETA)
    assert loss == pytest.approx(task.cost(x, THETA) - task.utility(x, THETA) + empty, rel=1e-12)


def test_the_gradient_is_that_of_the_network_and_five_points_give_a_slope_exactly():
    x = np.array(X, dtype=float)
    gradient = task.gradient(x, THETA)
    net = ModularNetwork(x, 2)
    assert gradient == pytest.approx(net.gradient(THETA.reshape(2, -1)).reshape(2, 3, 5))
    for block in range(3):
        h = DRAW.normal(size=5)
        direction = task.at_block(THETA, block, h)
        assert task.slope(x, THETA, direction) == pytest.approx(gradient[0, block] @ h)


def test_a_slope_of_fractions_is_a_fraction():
    whole = task.fractions(np.arange(15).reshape(1, 3, 5) % 4 - 1)
    direction = task.at_block(whole, 2, task.fractions([1, 0, -1, 2, 0]))
    x = task.something(X)
    exact = task.slope(x, whole, direction)
    assert isinstance(exact, Fraction)
    assert exact == np.sum(task.gradient(x, whole) * direction)


def test_an_aligned_group_is_the_same_in_doubles_and_in_balls():
    group = task.Group(X, 2, ((Fraction(1), Fraction(2), Fraction(1, 2), 1, Fraction(-1, 3), 2),))
    for enclosed, value in zip(group.enclosed.ravel(), group.parameters.ravel()):
        assert (enclosed - arb(value)).contains(0) or abs(enclosed - arb(value)) < 1e-15
    assert float(abs(group.hat)) == pytest.approx(group.magnitude)
    assert [group.value(1)(1), group.value(5)(1)] == [2, 2]


def test_the_partners_of_a_square_free_group_cancel_the_squares():
    drawn = task.Group(X, 1, ((1, 2, 1, Fraction(1, 2), 0, -1),))
    x, both = np.array(X, dtype=float), task.square_free(drawn)
    out = task.outputs(x, np.array([[[float(q) for q in v] for v in r] for r in both.enclosed]))
    u, v, w = drawn.parameters[0]
    E = task.encodings(x)
    product = 4 * np.outer(E @ u, E @ v)  # (z_u + z_v)^2 - (z_u - z_v)^2
    assert out == pytest.approx(product[:, :, None] * w)


@pytest.mark.parametrize(
    "value, angle", [(acb(2), 0), (acb(0, 1), np.pi / 2), (acb(-3), np.pi), (acb(0), 0)]
)
def test_a_phase_is_enclosed_also_on_the_cut(value, angle):
    found = task.phase(value)
    assert found.rad() < 1e-10 and float(found) == pytest.approx(angle)


@settings(max_examples=20)
@given(st.data())
def test_what_is_drawn_is_what_it_is_called(data):
    assert sum(data.draw(task.centred())) == 0
    even = data.draw(task.with_half())
    assert task.ordered(even) != task.strongest(even) and len(even) % 2 == 0
    nine = data.draw(task.lacking())
    assert task.coefficient(nine, 3) == 0 and sum(nine) == 0


def test_encodings_with_equal_or_missing_magnitudes_are_no_instances():
    for x, why in (((0,) * 5, "lacks"), ((4, -1, -1, -1, -1), "equal")):
        with pytest.raises(Rejected, match=why):
            task.clear(x)
    assert task.clear(X) == X
    lacking = task.Lacking((1, 0, 0, -1, 0, 0, 0, 0, 0))
    assert task.clear(lacking) is lacking
    with pytest.raises(Rejected, match="zero"):
        task.clear(task.Lacking((0,) * 9))
