"""A flow towards an end that it cannot reach says that it is at rest."""

import numpy as np
import pytest

from numerics import (
    AttentionNetwork,
    DiagonalNetwork,
    LinearNetwork,
    ModularNetwork,
    gradient_flow,
)
from numerics.patience import AT_LEAST, SHARE, Patience

AT_REST_AT_ONCE = [
    (LinearNetwork(np.diag([2.0, 1.0]), np.eye(2), 2), "1e-3"),
    (DiagonalNetwork([[1]], [1]), "1e-3"),
]
IN_STEPS = [
    (AttentionNetwork(np.diag([1.0, 0.5]), 8, 2), "1e-2", False),
    (LinearNetwork(np.diag([2.0, 1.0]), np.eye(2), 2), "1e-3", True),
    (ModularNetwork([1.0, -0.5, -0.5], 2), "1e-2", False),
]


@pytest.mark.parametrize("net, alpha", AT_REST_AT_ONCE)
def test_a_flow_that_knows_its_rest_stays_there_until_any_end(net, alpha):
    whole, long = gradient_flow(net, alpha), gradient_flow(net, alpha, until=1e30)
    # to the rounding of one product and one quotient by eta
    assert long.times[-1] == pytest.approx(1e30, rel=1e-15)
    assert list(long.staircase.jump_times) == pytest.approx(
        list(whole.staircase.jump_times),
        rel=1e-9,  # what the linear flow neglects on a plateau
    )


@pytest.mark.parametrize("net, alpha, raw", IN_STEPS)
def test_a_flow_in_steps_says_that_it_rests_long_before_its_end(net, alpha, raw):
    with pytest.raises(ArithmeticError, match="at rest from t = .* earlier end"):
        gradient_flow(net, alpha, until=1e30, raw=raw)


def test_an_end_soon_after_the_rest_is_reached():
    net = AttentionNetwork(np.diag([1.0, 0.5]), 8, 2)
    rest = float(gradient_flow(net, "1e-2").times[-1])
    assert gradient_flow(net, "1e-2", until=3 * rest).times[-1] == 3 * rest


def test_a_plateau_that_is_left_again_starts_the_count_anew():
    patience = Patience(1e30)
    patience.look(1, 1.0, True)
    patience.look(AT_LEAST, 2.0, False)
    assert not patience.rested
    patience.look(AT_LEAST + 1, 3.0, True)
    patience.look(2 * AT_LEAST, 4.0, True)
    with pytest.raises(ArithmeticError, match="at rest from t = 3 on"):
        patience.look((SHARE + 1) * AT_LEAST + 1 + SHARE, 5.0, True)
