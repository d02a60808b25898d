"""Gradient flow beside AGF: limits that are asked for, and what an extrapolation is worth."""

import pytest

from checks.attention import flows
from checks.methods.check import Effort
from checks.run.tasks import check_claim
from theory.catalogue import claim


@pytest.mark.parametrize("alphas", [("1e-2",), ("1e-2", "1e-3"), ("1e-1", "5e-2", "1e-2")])
def test_a_limit_asked_at_few_or_large_alphas_is_unknown_with_the_reason(alphas):
    result = check_claim(claim("attention.gradient-flow"), Effort(alphas=alphas))
    assert result.verdict == "unknown" and not result.sound
    assert all(
        "a limit needs three alphas" in line for e in result.evidence for line in e.detail[-1:]
    )


def test_an_extrapolation_in_alpha_covers_other_powers_of_alpha():
    alphas = [1e-3, 1e-4, 1e-5]
    for power in (0.5, 1.0, 2.0):
        found = flows.limit(alphas, [1 + 3 * a**power for a in alphas])
        assert abs(found.value - 1) <= found.error < 0.2
