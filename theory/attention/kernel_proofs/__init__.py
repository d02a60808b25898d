"""Proofs of attention in the kernel: the framework's theorems at kappa = 3."""

from __future__ import annotations

from theory.attention.kernel_proofs.dormant_head import dormant, first_head, orbit_time
from theory.attention.kernel_proofs.formula import gradient, model, moments, zero_slices
from theory.attention.kernel_proofs.heads_learned import (
    directions,
    equilibrium,
    learned,
    learning,
    levels,
    utility,
)
from theory.attention.kernel_proofs.script import DOMAINS, PROOFS
from theory.attention.kernel_proofs.small_alpha import (
    alignment_rate,
    blow_up,
    bounds,
    jump_limit,
    rate_order,
)
from theory.attention.kernel_proofs.sphere import (
    component,
    local_maximum,
    maximiser,
    maximum,
    spectrum,
)
from theory.framework.kernel_proofs.jump_time import jump_threshold
from theory.framework.letters import S_jump, eta, kappa, n_0
from theory.proof.lemmas import exp, inv, log, log_inverse
from theory.proof.rules import Theorem, assume, discharge, instantiate, order
from theory.proof.tactics import (
    bound,
    combine,
    contradiction,
    differs,
    equal_inside,
    fact,
    ring,
)
from theory.proof.terms import FALSE, ONE, ZERO, eq, lt, negation, num

_SCRIPTS = (
    zero_slices,
    component,
    jump_limit,
    learned,
    model,
    spectrum,
    maximiser,
    local_maximum,
    directions,
    bounds,
    gradient,
    dormant,
    equilibrium,
    learning,
    levels,
    moments,
    orbit_time,
    rate_order,
    first_head,
    utility,
)  # importing them enters their proofs
__all__ = ["DOMAINS", "PROOFS"]
START = assume(lt(0, n_0))


def threshold() -> Theorem:
    """(1 - |theta|^(2 - 3))/(2 - 3) = 1/|theta| - 1."""
    whole = instantiate(jump_threshold(), kappa, num(3))
    choice = next(one for one in _inside(whole.conclusion) if one.op == "ite")
    condition, first, second = choice.args
    # 3 = 2 gives 0 < 0: the difference is 1
    false = order(lt(ZERO, ZERO), ((num(1), assume(condition)),), ((ONE, (), ONE),))
    apart = discharge(condition, contradiction(false, FALSE))
    power = fact("power", START, x=n_0, y=num(2) - 3)
    down = combine(
        eq(exp(-log(n_0)), inv(n_0)),
        (-1, equal_inside(exp(log(inv(n_0))), log_inverse(n_0, START))),
        (1, fact("exp-log", fact("inverse-positive", START, x=n_0), x=inv(n_0))),
    )
    return ring(
        eq(S_jump, (inv(n_0) - 1) * inv(eta)),
        whole,
        fact("ite-false", apart, P=condition, z=first, w=second),
        power,
        down,
        minus_one(),
    )


def minus_one() -> Theorem:
    """1/(2 - 3) = -1."""
    below = num(2) - 3
    unit = fact("inverse", differs(bound(lt(below, 0)), negation(eq(below, 0))), z=below)
    return combine(eq(inv(below), -1), (1, unit))


def _inside(term):
    yield term
    for arg in term.args:
        yield from _inside(arg)


PROOFS.update(
    {
        "attention.threshold": threshold,
        "attention.maximal-utility": maximum.maximal_utility,
    }
)
