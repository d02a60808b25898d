"""A neuron with a learning rate of its own, eta |theta|^(2 - kappa): no norm in its directions."""

from __future__ import annotations

from theory.framework.kernel_proofs.dormant import ABOVE, dormant_direction, dormant_norm, powers
from theory.framework.kernel_proofs.entry import assumed, power, proof
from theory.framework.letters import (
    U_bar,
    dir_j,
    eta,
    gradU_dir_j,
    kappa,
    norm,
    rate_dir_j,
    rate_norm,
)
from theory.framework.letters.speed import rate_i
from theory.proof.lemmas import exp_sum, inv, log
from theory.proof.lemmas.powers import power_sum, power_zero
from theory.proof.rules import Theorem, assume, conjoin, discharge, instantiate
from theory.proof.tactics import combine, fact, given, ring, symmetric
from theory.proof.terms import eq, negation


@proof("framework.adaptive-dynamics")
def adaptive_dynamics() -> Theorem:
    """The two equations with eta |theta|^(2 - kappa) for eta."""
    rate = eta * power(norm, 2 - kappa)
    height = log(norm)
    adapted = fact("power", ABOVE, x=norm, y=2 - kappa)
    norms = ring(
        eq(rate_norm, U_bar * eta * kappa * norm),
        instantiate(dormant_norm(), eta, rate),
        adapted,
        powers(1)[0],
        symmetric(exp_sum((2 - kappa) * height, (kappa - 1) * height)),
        fact("exp-log", ABOVE, x=norm),
    )
    directions = ring(
        eq(rate_dir_j, eta * (gradU_dir_j - kappa * dir_j * U_bar)),
        instantiate(dormant_direction(), eta, rate),
        adapted,
        powers(2)[0],
        symmetric(exp_sum((2 - kappa) * height, (kappa - 2) * height)),
        fact("exp-zero"),
    )
    return conjoin(norms, directions)


@proof("framework.adaptive-rate")
def adaptive_rate() -> Theorem:
    """The direction moves with eta_i |theta|^(kappa - 2) V, so that V times a difference is 0."""
    V = gradU_dir_j - kappa * dir_j * U_bar
    moving = assumed("framework.adaptive-rate", negation(eq(gradU_dir_j, kappa * dir_j * U_bar)))
    own = instantiate(dormant_direction(), eta, rate_i)
    up, down = power(norm, kappa - 2), power(norm, 2 - kappa)
    unit = combine(
        eq(up * down, 1),
        (1, power_sum(norm, ABOVE, kappa - 2, 2 - kappa)),
        (1, power_zero(norm, ABOVE)),
    )
    wanted, printed = eq(rate_dir_j, eta * V), eq(rate_i, down * eta)
    forth = assume(wanted)
    still = eq(V, 0)
    apart = discharge(still, given(moving, combine(moving.conclusion.args[0], (1, assume(still)))))
    share = fact("inverse", apart, z=V)
    # eta_i n^(kappa - 2) V = eta V, divided by V and by n^(kappa - 2)
    free = combine(
        eq(rate_i * up, eta), (inv(V), own), (inv(V), forth), (rate_i * up, share), (eta, share)
    )
    solved = combine(printed, (down, free), (rate_i, unit))
    back = assume(printed)
    turned = combine(wanted, (1, own), (up * V, back), (eta * V, unit))
    return conjoin(discharge(printed, turned), discharge(wanted, solved))
