"""Expectations of the transformer in the kernel: second moments of targets and outputs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.letters.data import (
    LAST,
    C_ab,
    N,
    Sigma,
    chain,
    column,
    d,
    mean,
    output,
    pairs_ab,
    row,
    s2_ab,
    s_ab,
    squares_ab,
    target,
    trace,
    weight,
)
from theory.proof.rules import Theorem, algebra, assume
from theory.proof.sums.any_range import counted, exchanged, scaled
from theory.proof.sums.finite import by_induction, constant_sum, summand_equal
from theory.proof.sums.nested import normal_sums
from theory.proof.tactics import at, bound, combine, differs, fact, lam, ring, symmetric, total
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    apply,
    eq,
    function,
    le,
    lt,
    negation,
    num,
    opened,
)


@cache
def moments() -> tuple[Theorem, ...]:
    """Sigma is symmetric, and the expectations that the population's definition gives."""
    return tuple(defined("attention.population")[1:])


@cache
def samples() -> Theorem:
    """sum_{n=1}^{N} 1 = N."""
    return counted(1, N, bound(le(1, N + 1), (), [[assume(lt(0, N))]]))


def by_moments(goal: Term, *rules: Theorem, facts: Sequence[Theorem] = ()) -> Theorem:
    """An equation between expectations: both sides have the same normal form by the moments."""
    left, right = (normal_sums(side, *moments(), *rules, facts=facts) for side in goal.args)
    same = ring(eq(left.conclusion.args[1], right.conclusion.args[1]), samples())
    return algebra(goal, (ONE, left), (ONE, same), (num(-1), right))


# --- two heads with any queries and keys ----------------------------------------------------------

Q, K, R, L = (function(name, INT, REAL) for name in ("Q'", "K'", "R'", "L'"))


def form(one: Term, other: Term) -> Term:
    """one^T Sigma other."""
    return total(1, d, lambda a: total(1, d, lambda b: one(a) * Sigma(a, b) * other(b)))


def square_form(one: Term, other: Term) -> Term:
    """one^T Sigma^2 other."""
    return total(
        1,
        d,
        lambda a: total(
            1, d, lambda b: total(1, d, lambda c: one(a) * Sigma(a, b) * (Sigma(b, c) * other(c)))
        ),
    )


@cache
def of_target() -> Theorem:
    """E[y^2] = tr Sigma."""
    (named,) = defined("attention.trace")
    goal = eq(mean(lambda w: target(LAST, w) ** 2), total(1, d, lambda a: Sigma(a, a)))
    return combine(eq(goal.args[0], trace), (1, by_moments(goal)), (1, named))


@cache
def of_target_and_output() -> Theorem:
    """E[y f] = N Q^T Sigma^2 K, for any Q and K."""
    return by_moments(eq(mean(lambda w: target(LAST, w) * output(Q, K, w)), N * square_form(Q, K)))


@cache
def of_outputs() -> Theorem:
    """E[f f'] = (Q^T Sigma R) (N tr Sigma (K^T Sigma L) + N (N + 1) K^T Sigma^2 L)."""
    (named,) = defined("attention.trace")
    whole = mean(lambda w: output(Q, K, w) * output(R, L, w))
    inner = total(1, d, lambda a: Sigma(a, a))
    value = form(Q, R) * (N * inner * form(K, L) + N * (N + 1) * square_form(K, L))
    found = by_moments(eq(whole, value))
    factor = form(Q, R) * N * form(K, L)
    goal = form(Q, R) * (N * trace * form(K, L) + N * (N + 1) * square_form(K, L))
    return combine(eq(whole, goal), (1, found), (factor, named))


# --- the squared empirical covariance -------------------------------------------------------------


def _inside() -> list[Theorem]:
    return defined("attention.entry")[:4]


@cache
def expected_square() -> Theorem:
    """C_ab = N s_ab tr Sigma + N (N + 1) s2_ab, with the sums written out."""
    (named,) = defined("attention.covariance")
    *_, entry, square = defined("attention.entry")
    inner = total(1, d, lambda a: Sigma(a, a))
    plain = by_moments(
        eq(
            named.conclusion.args[1],
            N * Sigma(row, column) * inner + N * (N + 1) * square.conclusion.args[1],
        ),
        facts=_inside(),
    )
    return combine(
        eq(C_ab, N * s_ab * inner + N * (N + 1) * s2_ab),
        (1, named),
        (1, plain),
        (N * inner, entry),
        (N * (N + 1), square),
    )


@proof("attention.covariance-square")
def covariance_square() -> Theorem:
    """The trace by its letter."""
    (named,) = defined("attention.trace")
    return combine(
        eq(C_ab, N * s_ab * trace + N * (N + 1) * s2_ab),
        (1, expected_square()),
        (N * s_ab, named),
    )


@cache
def numbers_below() -> Theorem:
    """sum_{j=1}^{N} (j - 1) = N (N - 1)/2."""
    summand = lam(lambda j: j - 1, INT)
    half = num(1, 2)

    def statement(top):
        return eq(total(1, top, lambda j: j - 1), half * top * (top - 1))

    scheme = by_induction(ONE, statement, [summand])
    return at(scheme, N, bound(le(ONE - 1, N), (), [[assume(lt(0, N))]]))


def one_pair(i: Term, j: Term, where: Sequence[Theorem]) -> Theorem:
    """E[(x_i x_i^T x_j x_j^T)_ab] = (Sigma^2)_ab for 1 <= i <= j - 1 and 1 <= j <= N."""
    i_low, i_high, j_low, j_high = where
    value = defined("attention.entry")[-1].conclusion.args[1]
    top = bound(le(i, N), (), [[i_high], [j_high]])
    below = bound(lt(i, j), (), [[i_high]])
    gone = [
        fact("ite-false", differs(below, negation(both)), P=both, z=ONE, w=ZERO)
        for both in (eq(i, j), eq(j, i))
    ]
    facts = [*_inside(), j_low, j_high, i_low, top]
    found, plain = (
        normal_sums(side, *moments(), facts=facts)
        for side in (mean(lambda w: chain(i, j, w)), value)
    )
    same = ring(eq(found.conclusion.args[1], plain.conclusion.args[1]), *gone)
    goal = eq(found.conclusion.args[0], value)
    return algebra(goal, (ONE, found), (ONE, same), (num(-1), plain))


@cache
def expected_pairs() -> Theorem:
    """pairs_ab = N (N - 1)/2 s2_ab: x_i and x_j are independent for i < j."""
    _, named = defined("attention.covariance-parts")
    *_, square = defined("attention.entry")
    value = square.conclusion.args[1]

    def before(j, w):
        return total(1, j - 1, lambda i: chain(i, j, w))

    def later(j, low, high):
        """E[sum_{i<j} chain(i, j)] = (j - 1) (Sigma^2)_ab."""
        pulled = exchanged_mean(
            eq(
                mean(lambda w: before(j, w)),
                total(1, j - 1, lambda i: mean(lambda w: chain(i, j, w))),
            )
        )
        each = summand_equal(
            lam(lambda i: mean(lambda w: chain(i, j, w)), INT),
            lam(lambda i: value, INT),
            1,
            j - 1,
            lambda i, i_low, i_high: one_pair(i, j, (i_low, i_high, low, high)),
        )
        flat = constant_sum(value, 1, j - 1, bound(le(1, j - 1 + 1), (), [[low]]))
        goal = eq(mean(lambda w: before(j, w)), value * (j - 1))
        return combine(goal, (1, pulled), (1, each), (1, flat))

    swapped = exchanged_mean(
        eq(
            mean(lambda w: total(1, N, lambda j: before(j, w))),
            total(1, N, lambda j: mean(lambda w: before(j, w))),
        )
    )
    every = summand_equal(
        lam(lambda j: mean(lambda w: before(j, w)), INT),
        lam(lambda j: value * (j - 1), INT),
        1,
        N,
        later,
    )
    out = scaled(value, lam(lambda j: j - 1, INT), 1, N)
    return combine(
        eq(pairs_ab, num(1, 2) * N * (N - 1) * s2_ab),
        (1, named),
        (1, swapped),
        (1, every),
        (1, out),
        (value, numbers_below()),
        (num(1, 2) * N * (N - 1), square),
    )


def exchanged_mean(goal: Term) -> Theorem:
    """sum_w p(w) sum_i f(i, w) = sum_i sum_w p(w) f(i, w): the sums change places."""
    (low, high, _), (first, last, _) = (side.args for side in goal.args)
    weighted = lam(lambda i, w: opened(opened(goal.args[1], (i,)), (w,)), INT, INT)
    turned = exchanged(weighted, first, last, low, high)
    inner = lam(lambda w: opened(goal.args[0], (w,)), INT)
    spread = lam(lambda w: opened(turned.conclusion.args[1], (w,)), INT)
    pushed = summand_equal(
        inner,
        spread,
        low,
        high,
        lambda w, *_: symmetric(
            scaled(weight(w), lam(lambda i: _factor(weighted, i, w), INT), first, last)
        ),
    )
    return combine(goal, (1, pushed), (1, turned))


def _factor(weighted: Term, i: Term, w: Term) -> Term:
    """f(i, w) of p(w) f(i, w)."""
    return apply(weighted, (i, w)).args[1]


@proof("attention.covariance-split")
def covariance_split() -> Theorem:
    """Both parts by their moments."""
    first, _ = defined("attention.covariance-parts")
    *_, entry, square = defined("attention.entry")
    inner = total(1, d, lambda a: Sigma(a, a))
    value = square.conclusion.args[1]
    equal = by_moments(
        eq(first.conclusion.args[1], N * Sigma(row, column) * inner + 2 * N * value),
        facts=_inside(),
    )
    squares = combine(
        eq(squares_ab, N * s_ab * inner + 2 * N * s2_ab),
        (1, first),
        (1, equal),
        (N * inner, entry),
        (2 * N, square),
    )
    goal = eq(C_ab, squares_ab + 2 * pairs_ab)
    return combine(goal, (1, expected_square()), (1, squares), (2, expected_pairs()))
