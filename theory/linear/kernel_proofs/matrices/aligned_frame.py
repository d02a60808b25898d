"""The vectors of a frame whose total utility is largest lie in the span of the leading pairs."""

from __future__ import annotations

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.flow.balance import half_of_two
from theory.linear.kernel_proofs.matrices.optima import Weights, best_total
from theory.linear.letters import HALVED
from theory.linear.letters.optima import a_best, modes, sigma, size, w_best
from theory.linear.letters.remarks import gap_after, overlap_all, which
from theory.proof.lemmas import HALF, trichotomy
from theory.proof.lemmas.ky_fan import decreasing, weighted_gap
from theory.proof.rules import Theorem, assume, discharge, order
from theory.proof.sums.nested import same_sums
from theory.proof.sums.single_terms import zero_terms
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    everywhere,
    fact,
    fresh,
    lam,
    total,
    weaker,
)
from theory.proof.terms import INT, ONE, ZERO, eq, le, lt, make, num

NEXT = make("ite", None, (le(modes + 1, size), sigma(modes + 1), ZERO))


def _next(known_: Theorem, holds: bool) -> Theorem:
    name = "ite-true" if holds else "ite-false"
    return fact(name, known_, P=le(modes + 1, size), z=sigma(modes + 1), w=ZERO)


def filled(weights: Weights, gap: Theorem) -> Theorem:
    """|D| - p_1 - ... - p_|D| <= 0: (sigma_|D| - sigma_{|D|+1}) (|D| - sum p) <= 0."""
    some, few = known("count")
    which_low, which_high, _ = known("overlap")
    (named,) = known("gap-after")
    first = bound(le(1, modes), (), [[which_low], [which_high]])
    falls = decreasing(lam(lambda q: sigma(q), INT), size, weights.falls)
    least, most = weights.within_one()
    split, lost = weights.value()
    i = fresh(INT, "i")
    head = at(falls, i, assume(le(1, i)), modes, assume(le(i, modes)), few)
    heads = everywhere(i, head, le(1, i), le(i, modes))
    after, inside = assume(le(modes + 1, i)), assume(le(i, size))
    more = bound(le(modes + 1, size), (), [[after], [inside]])
    second = bound(le(1, modes + 1), (), [[first]])
    down = at(falls, modes + 1, second, i, after, inside)
    tail = bound(le(sigma(i), NEXT), [_next(more, True)], [[down]])
    tails = everywhere(i, tail, le(modes + 1, i), le(i, size))
    next_low = by_cases(
        le(modes + 1, size),
        lambda yes: bound(
            le(0, NEXT), [_next(yes, True)], [[at(weights.low, modes + 1, second, yes)]]
        ),
        lambda no: bound(le(0, NEXT), [_next(no, False)]),
    )
    found = weighted_gap(
        lam(lambda r: sigma(r), INT), lam(weights.weight, INT), modes, size, sigma(modes), NEXT,
        some, few, next_low, heads, tails, least, most, weights.total_weight(),
    )  # fmt: skip
    shortage = modes - total(1, modes, weights.weight)
    product = order(
        le(gap_after * shortage, 0),
        ((shortage, named), (num(2), split), (num(-2), best_total())),
        ((ONE, (found,), ONE), (HALF, (lost,), ONE)),
    )
    goal = le(shortage, 0)

    def short(strict):
        return contradiction(bound(lt(0, 0), (), [[product], [gap, strict]], exact=True), goal)

    return by_cases(
        trichotomy(shortage),
        weaker,
        lambda same: order(goal, ((ONE, same),), ()),
        short,
    )


@proof("linear.vectors-align")
def vectors_align() -> Theorem:
    """The shortage is sum_i (1 - |part of theta_i in the span|^2) <= 0, so each of these is 0."""
    gap = assume(lt(0, gap_after))
    frame, *_ = known("best-frame")
    some, few = known("count")
    weights = Weights(a_best, w_best, modes, some, frame)
    left_over, gain, whole = weights.covered(modes, few)
    flat = bound(le(whole.conclusion.args[0], 0), [whole], [[filled(weights, gap)]])
    each = zero_terms(left_over, 1, modes, gain, flat)
    which_low, which_high, overlap = known("overlap")
    zero = at(each, which, which_low, which_high)
    inside = HALF * total(1, modes, lambda q: weights.h(q, which) ** 2)
    rules = (weights.gram, weights.orth_u, weights.orth_v)
    facts = [which_low, which_high, few]
    spread = same_sums(eq(left_over(which), 1 - inside), *rules, facts=facts)
    turned = same_sums(eq(overlap.conclusion.args[1], 2 * HALVED**2 * inside), facts=facts)
    found = combine(
        eq(overlap_all, 1),
        (1, overlap), (1, turned), (2 * inside, half_of_two()), (1, spread), (1, zero),
    )  # fmt: skip
    return discharge(gap.conclusion, found)
