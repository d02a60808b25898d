"""Heads along eigenvectors keep their directions, and each follows its own loss, in the kernel."""

from __future__ import annotations

from theory.attention.kernel_proofs.formula.gradient import slope_of_loss
from theory.attention.kernel_proofs.formula.moments import (
    K,
    L,
    Q,
    R,
    of_outputs,
    of_target_and_output,
    square_form,
)
from theory.attention.kernel_proofs.heads_learned.aligned import (
    facts_at,
    in_key,
    in_query,
    multiples,
    pair_output,
    same_at_index,
    short,
    size,
)
from theory.attention.kernel_proofs.heads_learned.learning import basis, direction, spread
from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.letters.data import LAST, N, d, eigenvalue, output, target, unit, vector
from theory.attention.letters.gradient import (
    across_K,
    across_Q,
    along,
    chosen,
    grad_Q,
    grad_Q_alone,
    keys,
    off,
    queries,
    slope_K,
    slope_Q,
    stretch_K,
    stretch_Q,
    value,
)
from theory.proof.lemmas import same_root
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    detach,
    discharge,
    instantiate,
)
from theory.proof.sums.any_range import delta, zero_sum
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    fact,
    lam,
    ring,
    symmetric,
)
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le


def not_along(h: Term, j: Term, apart: Theorem, slope: Theorem) -> Theorem:
    """The slope is 0 where j is not h."""
    again = assume(eq(h, j))
    other = discharge(again.conclusion, detach(apart, symmetric(again)))
    gone = [
        fact("ite-false", differ, P=both, z=ONE, w=ZERO)
        for both, differ in ((eq(j, h), apart), (eq(h, j), other))
    ]
    return ring(eq(slope.conclusion.args[0], 0), slope, *gone)


@proof("attention.directions-preserved")
def directions_preserved() -> Theorem:
    """Along every v_j but v_h the slopes are 0."""
    low, high, query_sum, key_sum = defined("attention.across")

    def nothing(length, total_, entry, slope_at):
        def vanishes(j, j_low, j_high):
            both = eq(j, chosen)
            square = entry(chosen, j) ** 2
            goal = eq(off(j, chosen, square), 0)

            def apart(differ):
                slope = slope_at(chosen, j, (j_low, j_high, low, high))
                zero = not_along(chosen, j, differ, slope)
                other = fact("ite-false", differ, P=both, z=ZERO, w=square)
                return ring(goal, other, zero)

            return by_cases(
                both,
                lambda same: fact("ite-true", same, P=both, z=ZERO, w=square),
                apart,
            )

        summand = lam(lambda j: off(j, chosen, entry(chosen, j) ** 2), INT)
        gone = zero_sum(summand, 1, d, vanishes)
        squared = combine(eq(length**2, ZERO**2), (1, total_), (1, gone))
        return same_root(length, ZERO, assume(le(0, length)), bound(le(0, 0)), squared)

    return conjoin(
        nothing(across_K, key_sum, slope_K, in_key),
        nothing(across_Q, query_sum, slope_Q, in_query),
    )


@proof("attention.gradient-alone")
def gradient_alone() -> Theorem:
    """Both are -V_h k_h delta_jh (N lambda_h^2 - V_h q_h k_h s_h)."""
    low, high, j_low, j_high, named = defined("attention.gradient-together")
    (known,) = defined("attention.gradient-alone")
    h, j = chosen, along
    where = (j_low, j_high, low, high)
    together = in_query(h, j, where)
    facts = facts_at(j, h, where)
    factor = value(h) * stretch_K(h)

    def rewrite(t, w):
        moved = output(lambda a: queries(h, a) + t * vector(j, a), lambda a: keys(h, a), w)
        plain = stretch_Q(h) * stretch_K(h) * unit(h, w)
        goal = eq(moved, plain + t * stretch_K(h) * pair_output(j, h, w))
        return same_sums(goal, *multiples(), facts=facts)

    slope = slope_of_loss(
        known,
        lambda w: target(LAST, w) - size(h) * unit(h, w),
        lambda w: factor * pair_output(j, h, w),
        rewrite,
    )
    gained = instantiate(of_target_and_output(), Q, direction(j), K, direction(h))
    v = direction(h)
    overlap = instantiate(of_outputs(), Q, v, K, v, R, direction(j), L, v)
    out = same_sums(
        eq(
            -slope.conclusion.args[1],
            factor * gained.conclusion.args[0] - factor * size(h) * overlap.conclusion.args[0],
        )
    )
    first = same_at_index(
        eq(square_form(direction(j), v), delta(j, h) * eigenvalue(h) ** 2),
        j,
        h,
        *basis(),
        facts=facts,
    )
    second = same_at_index(
        eq(overlap.conclusion.args[1], delta(j, h) * spread(h)), j, h, *basis(), facts=facts
    )
    alone = combine(
        eq(grad_Q_alone, -(factor * (delta(j, h) * short(h)))),
        (1, slope),
        (1, out),
        (factor, gained),
        (factor * N, first),
        (factor * size(h), overlap),
        (factor * size(h), second),
    )
    return combine(eq(grad_Q - grad_Q_alone, 0), (1, named), (1, together), (1, alone))
