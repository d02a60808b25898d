"""The symmetry of one neuron: what leaves utility and loss alone, and what does not."""

import pytest

from checks.diagonal.symmetric import NETWORKS
from checks.methods.check import Effort
from theory.claim import equation
from theory.diagonal import loss_of, stretch, symmetry, u, utility_of, v


@pytest.mark.parametrize(
    "statement",
    [
        equation(utility_of(stretch * u, v), utility_of(u, v)),
        equation(loss_of(stretch * u, stretch * v), loss_of(u, v)),
        equation(loss_of(-u, v), loss_of(u, v)),
        loss_of(u, v) < loss_of(stretch * u, v / stretch),
    ],
)
def test_what_is_no_symmetry_is_refuted(statement):
    assert NETWORKS.run(symmetry, statement, Effort()).outcome == "fails"


@pytest.mark.parametrize(
    "statement",
    [
        equation(loss_of(v, u), loss_of(u, v)),
        equation(utility_of(stretch * u, v), stretch * utility_of(u, v)),
    ],
)
def test_other_true_statements_hold(statement):
    assert NETWORKS.run(symmetry, statement, Effort()).outcome == "holds"
