"""The levels of the plateaus in the kernel: each head takes its own fall off the loss."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.attention.kernel_proofs.formula.moments import of_target
from theory.attention.kernel_proofs.heads_learned.learning import (
    HEADS,
    at_k,
    best,
    level_value,
    positive_parts,
    spread,
)
from theory.attention.kernel_proofs.script import DOMAINS, defined, proof
from theory.attention.letters.data import (
    HALF,
    LAST,
    N,
    d,
    eigenvalue,
    k,
    lam_k,
    mean,
    target,
    trace,
)
from theory.attention.letters.learning import drop, level, level_0, level_k, magnitude
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, conjoin
from theory.proof.sums.any_range import scaled as any_scaled
from theory.proof.sums.finite import step, sum_of, summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    bound,
    combine,
    differs,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    put,
    ring,
)
from theory.proof.terms import (
    INT,
    ONE,
    Term,
    eq,
    le,
    lt,
    negation,
)

# --- levels ---------------------------------------------------------------------------------------


def level_at(top: Term, high: Theorem) -> Theorem:
    """level(m) = tr/2 - sum_{h<=m} (A_h b_h - A_h^2 s_h/2), for m <= d."""
    return given(put(level_value(), **{"m'": top}), high)


def fall(h: Term) -> Term:
    """N lambda_h^2/(2 (tr + (N + 1) lambda_h))."""
    return HALF * N * eigenvalue(h) ** 2 * inv(trace + (N + 1) * eigenvalue(h))


def one_fall(h: Term, low: Theorem, high: Theorem) -> Theorem:
    """A_h b_h - A_h^2 s_h/2 = N lambda_h^2/(2 (tr + (N + 1) lambda_h))."""
    _, above = positive_parts(h, low, high)
    whole = magnitude(h) * (N * eigenvalue(h) ** 2) - HALF * magnitude(h) ** 2 * spread(h)
    square = inverse(above.conclusion.args[1], [above])
    bracket = trace + (N + 1) * eigenvalue(h)
    plain = combine(
        eq(whole, fall(h) * (2 - bracket * inv(bracket))),
        (whole_slope(h), best(h, low, high)),
    )
    return combine(eq(whole, fall(h)), (1, plain), (fall(h), square))


def whole_slope(h: Term) -> Term:
    """(p(A) - p(B))/(A - B) for p(A) = A b - A^2 s/2 and B = 1/(tr + (N + 1) lambda_h)."""
    ideal = inv(trace + (N + 1) * eigenvalue(h))
    return N * eigenvalue(h) ** 2 - HALF * spread(h) * (magnitude(h) + ideal)


@cache
def fallen() -> Theorem:
    """level(k) = tr/2 - sum_{h<=k} N lambda_h^2/(2 (tr + (N + 1) lambda_h))."""
    low, high = at_k()

    def each(h, h_low, h_high):
        return one_fall(h, h_low, bound(le(h, d), (), [[h_high], [high]]))

    found = level_at(k, high)
    summand = lam(
        lambda h: magnitude(h) * (N * eigenvalue(h) ** 2) - HALF * magnitude(h) ** 2 * spread(h),
        INT,
    )
    same = summand_equal(summand, lam(fall, INT), 1, k, each)
    goal = eq(level(k), HALF * trace - sum_of(lam(fall, INT), 1, k))
    return combine(goal, (1, found), (1, same))


def at_zero() -> Theorem:
    """level_0 = tr/2."""
    (named,) = defined("attention.level-zero")
    half = mean(lambda w: HALF * target(LAST, w) ** 2)
    out = same_sums(eq(half, HALF * mean(lambda w: target(LAST, w) ** 2)))
    return combine(eq(level_0, HALF * trace), (1, named), (1, out), (HALF, of_target()))


def in_range(h: Term, high: Theorem) -> Theorem:
    """h <= d, from h <= k."""
    return bound(le(h, d), (), [[high], [at_k()[1]]])


@proof("attention.levels-appendix")
def levels_appendix() -> Theorem:
    """The sum of all falls."""
    (named,) = defined("attention.level")
    summand = lam(lambda h: N * eigenvalue(h) ** 2 * inv(trace + (N + 1) * eigenvalue(h)), INT)
    out = any_scaled(HALF, summand, 1, k)
    goal = eq(level_k, HALF * (trace - sum_of(summand, 1, k)))
    return conjoin(at_zero(), combine(goal, (1, named), (1, fallen()), (1, out)))


def over_value(h: Term, low: Theorem, high: Theorem) -> list[Theorem]:
    """0 < lambda_h, and 0 < tr/lambda_h + N + 1, which is (tr + (N + 1) lambda_h)/lambda_h."""
    value, _ = positive_parts(h, low, high)
    below = fact("inverse-positive", value, x=eigenvalue(h))
    whole = trace * inv(eigenvalue(h)) + N + 1
    above = bound(lt(0, whole), (), [[assume(lt(0, trace)), below], [HEADS]])
    return [value, above]


def main_fall(h: Term) -> Term:
    """(N lambda_h/2)/(tr/lambda_h + N + 1)."""
    return HALF * N * eigenvalue(h) * inv(trace * inv(eigenvalue(h)) + N + 1)


def same_fall(h: Term, low: Theorem, high: Theorem) -> Theorem:
    """fall(h) = main_fall(h): both times (tr + (N + 1) lambda_h) are N lambda_h^2/2."""
    _, whole = positive_parts(h, low, high)
    value, above = over_value(h, low, high)
    big, small = whole.conclusion.args[1], above.conclusion.args[1]
    one, other = inverse(big, [whole]), inverse(small, [above])
    unit_ = inverse(eigenvalue(h), [value])
    factor = HALF * N * eigenvalue(h)
    # big = small lambda_h, so 1/small = lambda_h/big
    product = combine(eq(big, small * eigenvalue(h)), (trace, unit_))
    quotient = combine(
        eq(inv(small), eigenvalue(h) * inv(big)),
        (inv(small), one),
        (inv(small) * inv(big), product),
        (eigenvalue(h) * inv(big), other),
    )
    return combine(eq(fall(h), main_fall(h)), (factor, quotient))


@proof("attention.levels")
def levels() -> Theorem:
    """The same falls, written as in the main text."""
    (named,) = defined("attention.level")
    same = summand_equal(
        lam(fall, INT),
        lam(main_fall, INT),
        1,
        k,
        lambda h, low, high: same_fall(h, low, in_range(h, high)),
    )
    goal = eq(level_k, HALF * trace - sum_of(lam(main_fall, INT), 1, k))
    return conjoin(at_zero(), combine(goal, (1, named), (1, fallen()), (1, same)))


def _never_zero(proof_at: Callable) -> Theorem:
    """for all h from 1 to k: not w(h) = 0, where proof_at(h, ...) gives 0 < w(h)."""
    h = fresh(INT, "h")
    low, high = assume(le(1, h)), assume(le(h, k))
    above = proof_at(h, low, in_range(h, high))
    goal = negation(eq(above.conclusion.args[1], 0))
    return everywhere(h, differs(above, goal), low.conclusion, high.conclusion)


DOMAINS["attention.levels"] = lambda: [
    _never_zero(lambda *where: over_value(*where)[0]),
    _never_zero(lambda *where: over_value(*where)[1]),
]
DOMAINS["attention.levels-appendix"] = lambda: [
    _never_zero(lambda *where: positive_parts(*where)[1])
]


@proof("attention.zhang-levels")
def zhang_levels() -> Theorem:
    """Twice the fall at jump k, which is level(k - 1) - level(k)."""
    (named,) = defined("attention.drop")
    *_, name = defined("attention.iteration")
    low, high = at_k()
    before = level_at(k - 1, bound(le(k - 1, d), (), [[high]]))
    after = level_at(k, high)
    summand = lam(
        lambda h: magnitude(h) * (N * eigenvalue(h) ** 2) - HALF * magnitude(h) ** 2 * spread(h),
        INT,
    )
    last = step(summand, ONE, k - 1, bound(le(ONE - 1, k - 1), (), [[low]]))
    one = one_fall(k, low, high)
    lost = combine(eq(drop, fall(k)), (1, named), (1, before), (1, after), (1, last), (1, one))
    value, above = over_value(k, low, high)
    count = inverse(N, [HEADS])
    small = trace * inv(eigenvalue(k)) + N + 1
    inner = 1 + (1 + trace * inv(eigenvalue(k))) * inv(N)
    same = same_fall(k, low, high)
    # inner = small/N
    quotient = combine(eq(inner * N, small), (1 + trace * inv(eigenvalue(k)), count))
    size_below = fact("inverse-positive", HEADS, x=N)
    value_below = fact("inverse-positive", value, x=eigenvalue(k))
    upward = bound(
        lt(0, inner), (), [[size_below], [assume(lt(0, trace)), value_below, size_below]]
    )
    turned = combine(
        eq(inv(inner), N * inv(small)),
        (inv(inner), inverse(small, [above])),
        (inv(inner) * inv(small), quotient),
        (N * inv(small), inverse(inner, [upward])),
    )
    letter = [
        equal_inside(inv(1 + (1 + trace * inv(lam_k)) * inv(N)), name),
        name,
    ]
    plain = combine(
        eq(2 * drop, eigenvalue(k) * inv(inner)),
        (2, lost),
        (2, same),
        (eigenvalue(k), turned),
    )
    goal = eq(2 * drop, lam_k * inv(1 + (1 + trace * inv(lam_k)) * inv(N)))
    return ring(goal, plain, *letter)
