"""The matrix that is learned after k jumps, entry by entry, in the kernel."""

from __future__ import annotations

from theory.attention.kernel_proofs.heads_learned.learning import at_k, best, positive_parts
from theory.attention.kernel_proofs.script import DOMAINS, defined, proof
from theory.attention.letters.data import N, d, eigenvalue, k, trace
from theory.attention.letters.learning import W_ab, magnitude, mode_1, mode_2
from theory.proof.lemmas import inv, trichotomy
from theory.proof.rules import Theorem, assume, conjoin, conjunct, detach, discharge, order
from theory.proof.sums.any_range import delta
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    everywhere,
    fact,
    fresh,
    ring,
    symmetric,
    weaker,
)
from theory.proof.terms import FALSE, INT, ONE, ZERO, Term, eq, le, lt, make, negation


def at_least_one(m: Term) -> Theorem:
    """1 <= m of a whole number m > 0."""
    return bound(le(1, m), (), [[fact("discrete", assume(lt(0, m)), n=ZERO, m=m)]])


def entry_value(low: Theorem, high: Theorem, reached: bool, known: Theorem) -> Theorem:
    """v_i^T W v_j is A_i delta_ij for i <= k, and 0 for k < i."""
    inside = [low, high, *defined("attention.learned-entry")[:2], assume(lt(0, mode_2))]
    one_low = [at_least_one(m) for m in (mode_1, mode_2)]
    whole = defined("attention.learned-entry")[2].conclusion.args[1]
    _, basis, *_ = defined("attention.eigenbasis")
    facts = [*inside, *one_low, known]
    if reached:
        goal = eq(whole, magnitude(mode_1) * delta(mode_1, mode_2))
        return same_sums(goal, basis, facts=facts)
    h = fresh(INT, "h")
    h_low, h_high = assume(le(1, h)), assume(le(h, k))
    apart = differs(bound(lt(h, mode_1), (), [[h_high], [known]]), negation(eq(h, mode_1)))
    gone = fact("ite-false", apart, P=eq(h, mode_1), z=ONE, w=ZERO)
    top = bound(le(h, d), (), [[h_high], [high]])
    overlap = at(basis, h, h_low, top, mode_1, one_low[0], inside[2])
    never = everywhere(
        h, ring(eq(overlap.conclusion.args[0], 0), overlap, gone), le(1, h), le(h, k)
    )
    return same_sums(eq(whole, 0), never, facts=facts)


@proof("attention.learned-function")
def learned_function() -> Theorem:
    """By cases: i = j <= k, i <= k with i != j, and k < i."""
    low, high = at_k()
    *_, named = defined("attention.learned-entry")
    value = inv(trace + (N + 1) * eigenvalue(mode_1))
    both = make("and", None, (eq(mode_1, mode_2), le(mode_1, k)))
    goal = eq(W_ab, make("ite", None, (both, value, ZERO)))
    first = at_least_one(mode_1)
    inside = (first, defined("attention.learned-entry")[0])

    def chosen(known, holds):
        return fact("ite-true" if holds else "ite-false", known, P=both, z=value, w=ZERO)

    def learned_(same, reached):
        on = fact("ite-true", same, P=eq(mode_1, mode_2), z=ONE, w=ZERO)
        found = entry_value(low, high, True, reached)
        return ring(
            goal, named_by(found), on, best(mode_1, *inside), chosen(conjoin(same, reached), True)
        )

    def named_by(found):
        return combine(eq(W_ab, found.conclusion.args[1]), (1, named), (1, found))

    def other(apart, reached):
        """i <= k, and i is not j."""
        never = assume(both)
        not_both = discharge(both, detach(apart, conjunct(never, both.args[0])))
        offs = []
        for pair in (eq(mode_1, mode_2), eq(mode_2, mode_1)):
            again = assume(pair)
            turned = again if pair is eq(mode_1, mode_2) else symmetric(again)
            offs.append(
                fact("ite-false", discharge(pair, detach(apart, turned)), P=pair, z=ONE, w=ZERO)
            )
        found = entry_value(low, high, True, reached)
        return ring(goal, named_by(found), *offs, chosen(not_both, False))

    def beyond(later):
        """k < i."""
        known = conjunct(assume(both), both.args[1])
        false = order(lt(ZERO, ZERO), (), ((ONE, (later,), ONE), (ONE, (known,), ONE)))
        not_both = discharge(both, contradiction(false, FALSE))
        found = entry_value(low, high, False, later)
        return ring(goal, named_by(found), chosen(not_both, False))

    def within(reached):
        return by_cases(
            eq(mode_1, mode_2),
            lambda same: learned_(same, reached),
            lambda apart: other(apart, reached),
        )

    return by_cases(
        trichotomy(mode_1, k),
        lambda less: within(weaker(less)),
        lambda same: within(order(le(mode_1, k), ((ONE, same),), ())),
        beyond,
    )


def _entry_defined() -> Theorem:
    """i = j <= k gives tr + (N + 1) lambda_i != 0."""
    first = at_least_one(mode_1)
    _, above = positive_parts(mode_1, first, defined("attention.learned-entry")[0])
    apart = differs(above, negation(eq(above.conclusion.args[1], 0)))
    both = make("and", None, (eq(mode_1, mode_2), le(mode_1, k)))
    return discharge(both, apart)


DOMAINS["attention.learned-function"] = lambda: [_entry_defined()]
