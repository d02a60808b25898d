"""With commuting covariances in one order the recursion gives 1/sigma_k, and the levels are those
of sigma_i^2/lambda_i.
"""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.covariances.bottom_values import in_order, plateau_value
from theory.linear.kernel_proofs.entry import DOMAINS, known, proof
from theory.linear.letters.commuting import (
    HALF,
    delta_tau,
    lam,
    level_rec,
    mu,
    ordered,
    rank,
    s_before,
    s_c,
    s_k,
    sigma,
    step,
    tau_rec,
    u_c,
    v_c,
    wait_rec,
)
from theory.linear.letters.data import c, cov, d, prec
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, algebra, assume, discharge, order
from theory.proof.sums.any_range import scaled, shifted_sum
from theory.proof.sums.finite import step as sum_step
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.nests import lifted_over
from theory.proof.tactics import at, bound, combine, everywhere, fresh, inverse, nonzero, total
from theory.proof.tactics import lam as function
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt


def reached(n: Term, low: Theorem, high: Theorem, decreasing: Theorem) -> Theorem:
    """s_n (Delta tau^(1) + ... + Delta tau^(n)) = 1, for 1 <= n <= k."""
    _, last, every = known("recursion")
    above = known("common-modes")[3]
    own = at(every, n, low, high)
    top = bound(le(n, rank), (), [[high], [last]])

    def value(place, k, k_low, place_low):
        facts = (place_low, k_low, bound(le(place + k, rank), (), [[top]]))
        return plateau_value(place, k, facts, decreasing)

    n_1 = bound(le(0, n - 1), (), [[low]])
    first = value(ONE, n - 1, n_1, bound(le(ONE, ONE)))  # sigma_1^(n-1) = s_n
    leading = sigma(1, n - 1)
    positive = at(above, n, low, top)
    # the sum of what was gained before
    gained = function(lambda j: sigma(n - j, j) * delta_tau(j + 1), INT)
    even = function(lambda j: s_c(n) * delta_tau(j + 1), INT)

    def same(j, j_low, j_high):
        left_ = bound(le(1, n - j), (), [[j_high]])
        equal = value(n - j, j, j_low, left_)
        return combine(eq(gained(j), even(j)), (delta_tau(j + 1), equal))

    flat = summand_equal(gained, even, ZERO, n - 2, same)
    out = scaled(s_c(n), function(lambda j: delta_tau(j + 1), INT), ZERO, n - 2)
    waits = function(lambda m: delta_tau(m), INT)
    ends = bound(le(ZERO, n - 2 + 1), (), [[low]])
    moved = shifted_sum(waits, ZERO, n - 2, ONE, ends)
    before = total(1, n - 1, lambda m: delta_tau(m))
    spent = combine(
        eq(total(0, n - 2, lambda j: gained(j)), s_c(n) * before),
        (1, flat), (1, out), (s_c(n), moved),
    )  # fmt: skip
    undone = inverse_by(leading, first, positive)
    cleared = combine(
        eq(leading * delta_tau(n), 1 - s_c(n) * before),
        (leading, own), (1 - total(0, n - 2, lambda j: gained(j)), undone), (1, spent),
    )  # fmt: skip
    grown = sum_step(waits, ONE, n - 1, bound(le(ONE - 1, n - 1), (), [[low]]))
    goal = eq(s_c(n) * total(1, n, lambda m: delta_tau(m)), 1)
    return combine(goal, (1, cleared), (delta_tau(n), first), (s_c(n), grown))


def inverse_by(leading: Term, same: Theorem, positive: Theorem) -> Theorem:
    """a inv(a) = 1, because a = b > 0."""
    above = order(lt(0, leading), ((-ONE, same),), ((ONE, (positive,), ONE),))
    return inverse(leading, [above])


@cache
def _premise() -> tuple[Theorem, Theorem]:
    premise = assume(eq(ordered, 1))
    return premise, in_order(premise)


def first_value(place: Term, low: Theorem, last: Theorem) -> Theorem:
    """sigma_place^(0) = s_place."""
    facts = (low, bound(le(ZERO, ZERO)), bound(le(place + ZERO, rank), (), [[last]]))
    return plateau_value(place, ZERO, facts, _premise()[1])


def _inverse_of(value: Term, named: Theorem, equal: Theorem, positive: Theorem) -> Theorem:
    """x s = 1 ... as value = s: value inv(value) = 1."""
    whole = combine(eq(value, positive.conclusion.args[1]), (1, named), (1, equal))
    return inverse_by(value, whole, positive)


@proof("linear.commuting-times")
def commuting_times() -> Theorem:
    """s_k tau^(k) = 1."""
    premise, decreasing = _premise()
    low, last, _ = known("recursion")
    above = known("common-modes")[3]
    whole = reached(step, low, bound(le(step, step)), decreasing)
    (named,) = known("recursion-time")
    (value,) = known("value")
    equal = first_value(step, low, last)
    unit = _inverse_of(s_k, value, equal, at(above, step, low, last))
    product = combine(
        eq(s_k * tau_rec, 1), (s_k, named), (1, whole),
        (total(1, step, lambda m: delta_tau(m)), value),
        (total(1, step, lambda m: delta_tau(m)), equal),
    )  # fmt: skip
    goal = eq(tau_rec, inv(s_k))
    return discharge(premise.conclusion, combine(goal, (inv(s_k), product), (tau_rec, unit)))


@proof("linear.commuting-waits")
def commuting_waits() -> Theorem:
    """tau^(k) - tau^(k-1) = 1/s_k - 1/s_{k-1}."""
    premise, decreasing = _premise()
    low, last, _ = known("recursion")
    above = known("common-modes")[3]
    two, before = known("value-before")
    (value,) = known("value")
    (named,) = known("recursion-wait")
    prior = step - 1
    prior_low = bound(le(1, prior), (), [[two]])
    prior_high = bound(le(prior, step))
    prior_last = bound(le(prior, rank), (), [[last]])
    here = reached(step, low, bound(le(step, step)), decreasing)
    there = reached(prior, prior_low, prior_high, decreasing)
    waits = function(lambda m: delta_tau(m), INT)
    grown = sum_step(waits, ONE, prior, bound(le(ONE - 1, prior), (), [[prior_low]]))
    pairs = []
    for place, place_low, place_last, letter, own in (
        (step, low, last, s_k, value),
        (prior, prior_low, prior_last, s_before, before),
    ):
        equal = first_value(place, place_low, place_last)
        unit = _inverse_of(letter, own, equal, at(above, place, place_low, place_last))
        whole = here if place is step else there
        time = total(1, place, lambda m: delta_tau(m))
        product = combine(eq(letter * time, 1), (1, whole), (time, own), (time, equal))
        pairs.append(combine(eq(time, inv(letter)), (inv(letter), product), (time, unit)))
    goal = eq(wait_rec, inv(s_k) - inv(s_before))
    found = combine(goal, (1, named), (1, grown), (1, pairs[0]), (1, pairs[1]))
    return discharge(premise.conclusion, found)


@cache
def eigenvalues() -> Theorem:
    """mu_q lambda_q = s_q^2."""
    orth_u, orth_v, spectral, _, above, eigen, _ = known("common-modes")
    (own,) = known("common-eigenvalues")
    q = fresh(INT, "q")
    inside = (le(1, q), le(q, rank))
    facts = list(map(assume, inside))
    k = fresh(INT, "k")
    k_in = [assume(le(1, k)), assume(le(k, c))]
    here = at(own, q, *facts, k, *k_in)
    left_, right_ = here.conclusion.args
    scaled_ = algebra(eq(u_c(k, q) * left_, u_c(k, q) * right_), (u_c(k, q), here))
    whole = lifted_over(scaled_, (k, ONE, c))
    inner = total(1, d, lambda l: total(1, d, lambda m: v_c(l, q) * prec(l, m) * v_c(m, q)))
    first = same_sums(
        eq(whole.conclusion.args[0], s_c(q) ** 2 * inner), spectral, orth_u, facts=facts
    )
    second = same_sums(eq(whole.conclusion.args[1], mu(q)), orth_u, facts=facts)
    through = total(
        1,
        d,
        lambda l: (
            v_c(l, q)
            * total(1, d, lambda m: prec(l, m) * total(1, d, lambda n: cov(m, n) * v_c(n, q)))
        ),
    )
    third = same_sums(eq(through, lam(q) * inner), eigen, facts=facts)
    fourth = same_sums(eq(through, 1), known("inverse")[1], orth_v, facts=facts)
    found = combine(
        eq(mu(q) * lam(q), s_c(q) ** 2),
        (lam(q), second), (lam(q), whole), (lam(q), first), (s_c(q) ** 2, third),
        (s_c(q) ** 2, fourth),
    )  # fmt: skip
    return everywhere(q, found, *inside)


@proof("linear.recovers-gidel")
def recovers_gidel() -> Theorem:
    """sigma_i^2/lambda_i = s_i^2/lambda_i = mu_i."""
    premise, _ = _premise()
    some, _, named = known("recursion-level")
    above = known("common-modes")[4]
    shares = function(lambda q: sigma(q, ZERO) ** 2 * inv(lam(q)), INT)
    values = function(lambda q: mu(q), INT)

    def same(q, q_low, q_high):
        low = bound(le(1, q), (), [[q_low], [some]])
        equal = first_value(q, low, q_high)
        unit = inverse(lam(q), [at(above, q, low, q_high)])
        own = at(eigenvalues(), q, low, q_high)
        return combine(
            eq(values(q), shares(q)),
            (mu(q), unit), (inv(lam(q)), own),
            (inv(lam(q)) * (s_c(q) + sigma(q, ZERO)), equal),
        )  # fmt: skip

    equal = summand_equal(values, shares, step + 1, rank, same)
    goal = eq(level_rec(step), HALF * total(step + 1, rank, lambda q: shares(q)))
    return discharge(premise.conclusion, combine(goal, (1, named), (HALF, equal)))


def variances_not_zero() -> list[Theorem]:
    """The variances that are divided by are positive."""
    premise, _ = _premise()
    some, *_ = known("recursion-level")
    above = known("common-modes")[4]
    q = fresh(INT, "q")
    inside = (le(step + 1, q), le(q, rank))
    q_low, q_high = map(assume, inside)
    strict = at(above, q, bound(le(1, q), (), [[q_low], [some]]), q_high)
    return [discharge(premise.conclusion, everywhere(q, nonzero(lam(q), [strict]), *inside))]


DOMAINS["linear.recovers-gidel"] = variances_not_zero
