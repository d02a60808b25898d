"""Heads at their best magnitudes stay there, in the kernel."""

from __future__ import annotations

from theory.attention.kernel_proofs.heads_learned.aligned import (
    in_key,
    in_query,
    in_value,
    short,
    within_d,
)
from theory.attention.kernel_proofs.heads_learned.learning import best, positive_parts, spread
from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.letters.data import N, d, eigenvalue
from theory.attention.letters.gradient import (
    active,
    grad_old,
    slope_K,
    slope_Q,
    slope_V,
    stretch_K,
    stretch_Q,
    value,
)
from theory.proof.lemmas import same_root
from theory.proof.rules import (
    Theorem,
    assume,
)
from theory.proof.sums.any_range import delta, zero_sum
from theory.proof.tactics import (
    at,
    bound,
    combine,
    inverse,
    lam,
    obtain,
    parts,
    ring,
)
from theory.proof.terms import INT, ZERO, Term, eq, le

# --- heads at their best magnitude ----------------------------------------------------------------


def before_active(h: Term, high: Theorem) -> Theorem:
    """h <= the number of active heads, from h <= that of those active before."""
    return bound(le(h, active), (), [[high], [defined("attention.old-gradients")[0]]])


def at_rest(h: Term, low: Theorem, high: Theorem) -> Theorem:
    """N lambda_h^2 - V_h q_h k_h s_h = 0 for a head that was active before."""
    (sizes,) = defined("attention.old-optima")
    below = before_active(h, high)
    inside = (low, within_d(h, below))
    _, above = positive_parts(h, *inside)
    whole = above.conclusion.args[1]
    ideal = best(h, *inside)
    return combine(
        eq(short(h), 0),
        (spread(h), at(sizes, h, low, high)),
        (spread(h), ideal),
        (N * eigenvalue(h) ** 2, inverse(whole, [above])),
    )


@proof("attention.old-heads-rest")
def old_heads_rest() -> Theorem:
    """All slopes of a head at its best magnitude are 0."""
    *_, existence = defined("attention.old-gradients")

    def use(h, known):
        low, high, equal = parts(known)
        below = before_active(h, high)
        rest = at_rest(h, low, high)

        flat = combine(eq(slope_V(h), 0), (1, in_value(h, low, below)), (_factor_V(h), rest))
        sums = []
        for entry, slope_at, factor in (
            (slope_Q, in_query, lambda j: value(h) * stretch_K(h) * delta(j, h)),
            (slope_K, in_key, lambda j: value(h) * stretch_Q(h) * delta(h, j)),
        ):

            def vanishes(j, j_low, j_high, entry=entry, slope_at=slope_at, factor=factor):
                slope = slope_at(h, j, (j_low, j_high, low, below))
                zero = combine(eq(entry(h, j), 0), (1, slope), (factor(j), rest))
                return ring(eq(entry(h, j) ** 2, 0), zero)

            sums.append(zero_sum(lam(lambda j, e=entry: e(h, j) ** 2, INT), 1, d, vanishes))
        squared = combine(
            eq(grad_old**2, ZERO**2), (1, equal), (slope_V(h), flat), (1, sums[0]), (1, sums[1])
        )
        return same_root(grad_old, ZERO, assume(le(0, grad_old)), bound(le(0, 0)), squared)

    return obtain(existence, use)


def _factor_V(h: Term) -> Term:
    return stretch_Q(h) * stretch_K(h) * delta(h, h)
