"""No unit vector has more than the printed utility with k summands; its constants, in exponents."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.maxima.maximum import (
    ABOVE,
    MOST,
)
from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.summands.means import (
    CAP,
    COUNT,
    HALF,
    LEVEL,
    LEVEL_ABOVE,
    SHARE,
    WEAK,
    X_ABOVE,
    Q,
    all_low,
    cap_above,
    count_above,
    real_below,
    strength,
)
from theory.modular.kernel_proofs.summands.spectrum import (
    SCALE,
    SOME,
    all_at,
    half_norm,
    half_utility,
    term,
)
from theory.modular.kernel_proofs.transforms.halves import some
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import p, w
from theory.modular.letters.maxima import X
from theory.modular.letters.summands import factorial, inputs, k, tuple_sum
from theory.modular.letters.summands_maximum import unit, utility
from theory.modular.letters.utility import half
from theory.proof.lemmas import exp, exp_sum, inv, log, log_product
from theory.proof.lemmas.powers import power, power_positive
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    discharge,
    instantiate,
)
from theory.proof.sums.finite import added, scaled, sum_of
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.single_terms import term_below_sum
from theory.proof.tactics import (
    at,
    bound,
    combine,
    equal_inside,
    fact,
    given,
    induction,
    inverse,
    positive,
    total,
    written,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    ZERO,
    Term,
    call,
    eq,
    implies,
    le,
    lt,
    num,
)

TUPLES = DEFINITIONS["modular.tuple-sums"].statement


UNIT = assume(unit(inputs, w))


WHOLE = p * (2 + 2 * k)


def printed() -> Term:
    """2 k! X^(k+1) (2 (k + 1) p)^(-(k+1)/2)."""
    return 2 * power(X, 1 + k) * power(WHOLE, -HALF - HALF * k) * factorial(k)


# --- constants ------------------------------------------------------------------------------------
@cache
def cap_log() -> Theorem:
    """log(p/(2 (k + 1))) = 2 log(p) - log(2 (k + 1) p)."""
    above = above_zero()
    whole = positive(WHOLE, [above, bound(lt(0, 2 + 2 * k), (), [[SOME]])])
    product = combine(eq(CAP * WHOLE, p * p), (p**2, inverse(COUNT, [count_above()])))
    both_ = log_product(CAP, WHOLE, cap_above(), whole)
    squares = log_product(p, p, above, above)
    return combine(
        eq(log(CAP), 2 * log(p) - log(WHOLE)),
        (1, both_), (1, equal_inside(log(CAP * WHOLE), product)), (1, squares),
    )  # fmt: skip


@cache
def in_exponents() -> Theorem:
    """2 p^(-k-1) k! exp((k + 1)(log(X) + log(c^2)/2)) is the printed value."""
    above = above_zero()
    whole = positive(WHOLE, [above, bound(lt(0, 2 + 2 * k), (), [[SOME]])])
    first = (-k - 1) * log(p)
    second = (k + 1) * (log(X) + HALF * log(CAP))
    one, two = (1 + k) * log(X), (-HALF - HALF * k) * log(WHOLE)
    same = combine(eq(first + second, one + two), (HALF * (k + 1), cap_log()))
    left = exp_sum(first, second)
    right = exp_sum(one, two)
    moved = equal_inside(exp(first + second), same)
    powers = [
        fact("power", above, x=p, y=-k - 1),
        fact("power", ABOVE, x=X, y=1 + k),
        fact("power", whole, x=WHOLE, y=-HALF - HALF * k),
    ]
    c = 2 * factorial(k)
    return combine(
        eq(2 * SCALE * exp(second), printed()),
        (c * exp(second), powers[0]), (c, left), (c, moved), (c, right),
        (c * power(WHOLE, -HALF - HALF * k), powers[1]), (c * exp(one), powers[2]),
    )  # fmt: skip


@cache
def bounded() -> Theorem:
    """p^(-k-1) k! p G/(k + 1) is the printed value, G = X^(k+1) c^(k-1)."""
    second = (k + 1) * (log(X) + HALF * log(CAP))
    top = strength(X, CAP)
    split = written(eq(exp(second), exp(log(CAP)) * top), exp_sum(log(CAP), top.args[0]))
    cap = fact("exp-log", cap_above(), x=CAP)
    return combine(
        eq(SCALE * (p * inv(COUNT) * top), printed()),
        (1, in_exponents()), (2 * SCALE, split), (2 * SCALE * top, cap),
    )  # fmt: skip


@cache
def factorial_above() -> Theorem:
    """0 < k!"""
    first, later = defined("modular.factorial")

    def statement(j):
        return implies(le(j, k), lt(0, factorial(j)))

    def following(j, low, now):
        last = assume(le(j + 1, k))
        before = given(now, bound(le(j, k), (), [[last]]))
        known = at(later, j, low, last)
        more = bound(lt(0, j + 1), (), [[low]])
        return discharge(last.conclusion, bound(lt(0, factorial(j + 1)), [known], [[before, more]]))

    start = discharge(le(ZERO, k), bound(lt(0, factorial(0)), [first]))
    whole = induction(statement, 0, start, following)
    return at(whole, k, bound(le(0, k), (), [[SOME]]), bound(le(k, k)))


def scale_above() -> Theorem:
    """0 < p^(-k-1) k!"""
    down = power_positive(p, above_zero(), -k - 1)
    return bound(lt(0, SCALE), (), [[down, factorial_above()]])


# --- no unit vector has more ----------------------------------------------------------------------
NORM = unit(inputs, w).args[0]  # |u_1|^2 + ... + |u_k|^2 + |w|^2


def share(q: Term, low: Theorem, high: Theorem) -> Theorem:
    """2 A(q) <= p |theta|^2."""
    own = term_below_sum(fn(all_at), q, 1, half, low, high, lambda m, *_: all_low(m))
    return ordered(le(2 * all_at(q), p * NORM), [(1, half_norm())], [own], [own], [all_low(ZERO)])


def placed_below(q: Term, top: Term, level: Term, *known: Theorem) -> Theorem:
    """Re term(q) <= G A(q)/(k + 1), from 0 < level, 0 < top, |x^(q)| <= top, A/(k + 1) <= level."""
    told = real_below()
    for one in (SHARE, WEAK, X_ABOVE, LEVEL_ABOVE):
        told = discharge(one.conclusion, told)
    return given(instantiate(told, Q, q, X, top, LEVEL, level), *known)


def from_terms(strong: Term, strong_above: Theorem, proof_at: Callable) -> Theorem:
    """U <= p^(-k-1) k! p G/(k + 1) |theta|^2, where proof_at(q, 1 <= q, q <= half) gives Re
    term(q) <= G A(q)/(k + 1).
    """
    factor = strong * inv(COUNT)

    def slack(q, low, high):
        told = proof_at(q, low, high)
        return bound(le(0, factor * all_at(q) + num(-1) * call("re", term(q))), (), [[told]])

    slacks = fn(lambda q: factor * all_at(q) + num(-1) * call("re", term(q)))
    left = nonnegative_sum(slacks, 1, half, some(), slack)
    real = fn(lambda q: call("re", term(q)))
    large, less = fn(lambda q: factor * all_at(q)), fn(lambda q: num(-1) * real(q))
    split = combine(
        eq(sum_of(slacks, 1, half), factor * total(1, half, all_at) - sum_of(real, 1, half)),
        (1, added(large, less, 1, half, some())),
        (1, scaled(factor, fn(all_at), 1, half, some())),
        (1, scaled(num(-1), real, 1, half, some())),
    )
    up = scale_above()
    gap = positive(factor, [strong_above, count_above()])
    return ordered(
        le(utility(tuple_sum), SCALE * (p * inv(COUNT) * strong) * NORM),
        [(1, half_utility()), (2 * SCALE, split), (SCALE * factor, half_norm())],
        [up, left], [up, left], [up, gap, all_low(ZERO)],
    )  # fmt: skip


@cache
def upper() -> Theorem:
    """U is at most the printed value, for a unit vector."""

    def proof_at(q, low, high):
        mean = ordered(
            le(all_at(q) * inv(COUNT), CAP), [(HALF * p * inv(COUNT), UNIT)],
            [share(q, low, high), positive(HALF * inv(COUNT), [count_above()])],
        )  # fmt: skip
        return placed_below(q, X, CAP, cap_above(), ABOVE, at(MOST, q, low, high), mean)

    strong = strength(X, CAP)
    whole = from_terms(strong, fact("exp-positive", x=strong.args[0]), proof_at)
    return ordered(
        le(utility(tuple_sum), printed()),
        [(1, bounded()), (SCALE * (p * inv(COUNT) * strong), UNIT)], [whole],
    )  # fmt: skip
