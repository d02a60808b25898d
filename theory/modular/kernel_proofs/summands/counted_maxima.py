"""How many frequencies carry a local maximum of the utility with k summands."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.maxima.local_maxima import beyond_half
from theory.modular.kernel_proofs.maxima.maximum import (
    IS_X,
    MOST,
    at_frequency,
    folded_frequency,
    mirrored_size,
    odd_p,
)
from theory.modular.kernel_proofs.maxima.single import INSIDE, PRESENT, M
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.summands.local_maxima import (
    SEVERAL,
    several,
    strongest,
)
from theory.modular.kernel_proofs.summands.means import (
    HALF,
)
from theory.modular.kernel_proofs.summands.one_summand import (
    OTHERS,
    N,
)
from theory.modular.kernel_proofs.summands.spectrum import (
    SOME,
    size,
)
from theory.modular.kernel_proofs.summands.weaker_frequency import LESS, THERE, none_carried
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.halves import folded_odd, half_low, odd, some
from theory.modular.letters import p, x, x_hat
from theory.modular.letters.maxima import X, X_least, xi
from theory.modular.letters.summands import k
from theory.modular.letters.summands_maxima import (
    carries,
    maxima_k,
)
from theory.modular.letters.utility import half
from theory.proof.lemmas import trichotomy
from theory.proof.rules import Theorem, absurd, assume, conjoin, conjunct, discharge, instantiate
from theory.proof.sums.finite import constant_sum, summand_equal
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    weaker,
    written,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    both,
    eq,
    implies,
    le,
    lt,
    make,
    negation,
    opened,
)

# --- how many frequencies -------------------------------------------------------------------------
STRICT = assume(
    forall(lambda q: implies(le(1, q), le(q, half), negation(eq(q, M)), lt(size(x_hat(q)), X)), INT)
)
LEAST = assume(lt(0, X_least))


def condition(q: Term) -> Term:
    """q is below p/2 and carries a local maximum."""
    return both(lt(2 * q, p), carries(q))


def counts(q: Term, high: Theorem, found: Theorem) -> Theorem:
    """q counts once."""
    lower = bound(lt(2 * q, p), [odd()], [[high]])
    return fact("ite-true", conjoin(lower, found), P=condition(q), z=ONE, w=ZERO)


def there(q: Term, low: Theorem, high: Theorem) -> Theorem:
    """0 < |x^(q)|."""
    least, _ = defined("modular.least")
    last = bound(le(q, TOP), [odd()], [[high], [half_low()]])
    return bound(lt(0, size(x_hat(q))), (), [[LEAST], [at(least, q, low, last)]])


def in_halves(value: Term, counted: Theorem, *more: Theorem) -> Theorem:
    """maxima_k = value, from the count over 1, ..., half."""
    (known,) = defined("modular.summands-maxima")
    summand = summand_of()
    zeros = summand_equal(
        fn(lambda q: summand(p - q)), fn(lambda q: ZERO), 1, half,
        lambda q, _, high: beyond_half(carries, q, high),
    )  # fmt: skip
    return combine(
        eq(maxima_k, value),
        (1, known), (1, folded_odd(summand)), (1, counted), (1, zeros),
        (1, constant_sum(ZERO, 1, half, some())), *((1, one) for one in more),
    )  # fmt: skip


def summand_of() -> Term:
    """What a frequency adds to the count."""
    summed = defined("modular.summands-maxima")[0].conclusion.args[1]
    return fn(lambda q: opened(summed, (q,)))


@cache
def all_count() -> Theorem:
    """maxima_k = (p - 1)/2, for k > 1."""

    def proof_at(q, low, high):
        found = at_frequency(discharge(PRESENT.conclusion, several()), q, low, high)
        return counts(q, high, given(found, there(q, low, high)))

    ones = summand_equal(summand_of(), fn(lambda q: ONE), 1, half, proof_at)
    halves = combine(eq(half, HALF * (p - 1)), (HALF, odd()))
    whole = combine(
        eq(ones.conclusion.args[0], half), (1, ones), (1, constant_sum(ONE, 1, half, some()))
    )
    return in_halves(HALF * (p - 1), whole, halves)


@cache
def one_counts() -> Theorem:
    """maxima_k = 1, for k = 1."""

    def most():
        q = fresh(INT)
        low, high = assume(le(1, q)), assume(le(q, half))

        def same(known):
            moved = equal_inside(size(x_hat(q)), known)
            return ordered(le(size(x_hat(q)), X), [(1, moved), (1, IS_X)])

        found = by_cases(eq(q, M), same, lambda apart: weaker(at(STRICT, q, low, high, apart)))
        return everywhere(q, found, low.conclusion, high.conclusion)

    def none(q, low, high, apart):
        theorem = none_carried()
        facts = [there(q, low, high), at(STRICT, q, low, high, apart), apart, high, low]
        for one in (*OTHERS, LESS, THERE):
            theorem = discharge(one.conclusion, theorem)
        no = given(instantiate(theorem, N, q), *facts)
        holds = assume(condition(q))
        never_ = discharge(holds.conclusion, given(no, conjunct(holds, carries(q))))
        return fact("ite-false", never_, P=condition(q), z=ONE, w=ZERO)

    own = given(discharge(MOST.conclusion, strongest()), most())
    single = only_inside(summand_of(), M, 1, half, *INSIDE, none)
    whole = combine(eq(single.conclusion.args[0], 1), (1, single), (1, counts(M, INSIDE[1], own)))
    return in_halves(ONE, whole)


def at_dominant(theorem: Theorem) -> Theorem:
    """A theorem about m, whose magnitude X is above all others, about xi in 1, ..., p - 1."""
    low, high, is_x, most = defined("modular.alone")
    for one in (STRICT, IS_X):
        theorem = discharge(one.conclusion, theorem)

    def use(m, m_low, m_high, plain):
        mirror = [] if plain else [(1, mirrored_size(x, x_hat, xi))]
        here = combine(eq(X, size(x_hat(m))), (1, is_x), *mirror)
        q = fresh(INT)
        first, last, apart = (assume(one) for one in (le(1, q), le(q, half), negation(eq(q, m))))
        end = bound(le(q, TOP), [odd()], [[last], [half_low()]])
        other = p - m  # q is not p - m, for both are at most half
        far = differs(bound(lt(q, other), [odd()], [[last], [m_high]]), negation(eq(q, other)))
        pairs = [apart, far] if plain else [far, apart]
        goals = [negation(eq(q, xi)), negation(eq(q, p - xi))]
        strict = at(most, q, first, end, *(written(g, one) for g, one in zip(goals, pairs)))
        strict = everywhere(q, strict, *(one.conclusion for one in (first, last, apart)))
        return given(at_frequency(theorem, m, m_low, m_high), here, strict)

    return folded_frequency([low, high], use)


@proof("modular.summands-maxima")
def summands_maxima() -> Theorem:
    """All (p - 1)/2 frequencies for k > 1; for k = 1 the dominant one alone."""
    goal = eq(maxima_k, make("ite", None, (eq(k, 1), ONE, HALF * p - HALF)))

    def single(same):
        value = fact("ite-true", same, P=eq(k, 1), z=ONE, w=HALF * p - HALF)
        return combine(goal, (1, at_dominant(one_counts())), (1, value))

    def more(apart):
        value = fact("ite-false", apart, P=eq(k, 1), z=ONE, w=HALF * p - HALF)
        several_ = by_cases(
            trichotomy(k, ONE),
            lambda less: contradiction(
                bound(lt(0, 0), (), [[less], [fact("discrete", SOME, n=ZERO, m=k)]]), lt(1, k)
            ),
            lambda same: absurd(given(apart, same), lt(1, k)),
            lambda above: above,
        )
        known = given(discharge(SEVERAL.conclusion, all_count()), several_)
        return combine(goal, (1, known), (1, value))

    return odd_p(by_cases(eq(k, 1), single, more))
