"""The gradient after a stage of Greedy Low-Rank Learning, in the matrix and in its factors."""

from __future__ import annotations

from theory.linear.kernel_proofs.entry import known
from theory.linear.kernel_proofs.loss.cost import everywhere_in
from theory.linear.letters.data import (
    c,
    d,
    loss,
    mean,
    residual,
    x,
)
from theory.linear.letters.stages import (
    learned,
)
from theory.proof.rules import (
    Theorem,
)
from theory.proof.sums.any_range import delta
from theory.proof.sums.nested import same_sums
from theory.proof.sums.slopes import sum_derivative
from theory.proof.tactics import (
    at,
    bound,
    combine,
    one_slope,
)
from theory.proof.terms import ONE, ZERO, Term, eq, le, num

ENDS = (bound(le(num(-1), ZERO)), bound(le(ZERO, ONE)))


def slope_value(given_: Theorem, body, value: Term, facts) -> Theorem:
    """What the derivative of the loss is said to be equals this value."""
    own = sum_derivative(body, -1, 1, 0, ENDS, [])
    said = given_.conclusion.args[3]
    unique = one_slope(given_, own)
    flat = same_sums(eq(own.conclusion.args[3], value), facts=facts)
    return combine(eq(said, value), (1, unique), (1, flat))


def pull(r, k, l) -> Term:
    """E[(y - A W x)_k x_l], minus the gradient."""
    return mean(lambda n: residual(n, k, learned(r)) * x(n, l))


def gradients(r: Term, inside: list[Theorem]) -> Theorem:
    """for all (k, l): grad_kl = -E[(y - A W x)_k x_l]."""
    (stated,) = known("stage-gradient")

    def proof_at(k, l, facts):
        own = at(stated, r, *inside, k, facts[0], facts[1], l, facts[2], facts[3])

        def body(s):
            return loss(lambda b, m: learned(r)(b, m) + s * (delta(b, k) * delta(m, l)))

        return slope_value(own, body, -pull(r, k, l), facts)

    return everywhere_in((c, d), proof_at)
