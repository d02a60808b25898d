"""Proofs of fully connected linear networks in the kernel, for any c, H and d."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.linear.kernel_letters import (
    A,
    G,
    W,
    balance,
    c,
    d,
    end,
    eta,
    first,
    rate_balance,
    second,
)
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume
from theory.proof.sums import added, exchanged, scaled, slope_of_sum, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    fact,
    lam,
    parts,
    ring,
    total,
    weaker,
    with_slope,
)
from theory.proof.terms import INT, REAL, ZERO, Term, eq, le, lt

PROOFS: dict[str, Callable[[], Theorem]] = {}


def proof(identifier: str):
    """Enter the proof of a claim."""

    def entered(function):
        PROOFS[identifier] = cache(function)
        return PROOFS[identifier]

    return entered


def fn(body: Callable) -> Term:
    """A function of one whole number."""
    return lam(body, INT)


@proof("linear.conserved-matrix")
def conserved_matrix() -> Theorem:
    """d/dt (A^T A)_ij = -eta sum_l sum_m (G_lm W_im A_lj + A_li G_lm W_jm) = d/dt (W W^T)_ij."""
    after, i_low, i_high, j_low, j_high, A_flow, W_flow, rate = parts(
        assume(DEFINITIONS["linear.balance"].statement)
    )
    place = (ZERO, end, end)
    inside = (weaker(after), bound(le(end, end)))
    ranges = [bound(le(1, size + 1), (), [[assume(lt(0, size))]]) for size in (c, d)]
    i, j = first, second

    def GW(l, k):
        return total(1, d, lambda m: G(l, m, end) * W(k, m, end))

    def AG(k, m):
        return total(1, c, lambda l: A(l, k, end) * G(l, m, end))

    def squares(l, low, high):
        known = [
            at(A_flow, l, low, high, k, k_low, k_high)
            for k, k_low, k_high in ((i, i_low, i_high), (j, j_low, j_high))
        ]
        own = derivative(lambda s: A(l, i, s) * A(l, j, s), 0, end, end, known)
        return with_slope(own, -(eta * (GW(l, i) * A(l, j, end) + A(l, i, end) * GW(l, j))))

    def rows(m, low, high):
        known = [
            at(W_flow, k, k_low, k_high, m, low, high)
            for k, k_low, k_high in ((i, i_low, i_high), (j, j_low, j_high))
        ]
        own = derivative(lambda s: W(i, m, s) * W(j, m, s), 0, end, end, known)
        return with_slope(own, -(eta * (AG(i, m) * W(j, m, end) + W(i, m, end) * AG(j, m))))

    left = slope_of_sum(
        lam(lambda l, s: A(l, i, s) * A(l, j, s), INT, REAL),
        fn(lambda l: -(eta * (GW(l, i) * A(l, j, end) + A(l, i, end) * GW(l, j)))),
        1,
        c,
        place,
        ranges[0],
        inside,
        squares,
    )
    right = slope_of_sum(
        lam(lambda m, s: W(i, m, s) * W(j, m, s), INT, REAL),
        fn(lambda m: -(eta * (AG(i, m) * W(j, m, end) + W(i, m, end) * AG(j, m)))),
        1,
        d,
        place,
        ranges[1],
        inside,
        rows,
    )
    own = derivative(lambda s: balance(i, j, s), 0, end, end, [left, right])
    unique = fact(
        "deriv-unique",
        after,
        *inside,
        rate,
        own,
        low=ZERO,
        high=end,
        at=end,
        a=rate_balance,
        b=own.conclusion.args[3],
        f=lam(lambda s: balance(i, j, s)),
    )
    pairs = [sums(k, q, ranges) for k, q in ((i, j), (j, i))]
    value = [
        linear_in(
            fn(lambda l: GW(l, i) * A(l, j, end)),
            fn(lambda l: A(l, i, end) * GW(l, j)),
            c,
            ranges[0],
        ),
        linear_in(
            fn(lambda m: AG(i, m) * W(j, m, end)),
            fn(lambda m: W(i, m, end) * AG(j, m)),
            d,
            ranges[1],
        ),
    ]
    return ring(eq(rate_balance, 0), unique, *value, *pairs)


def linear_in(one: Term, other: Term, size: Term, ordered: Theorem) -> Theorem:
    """sum of -eta (f + g) = -eta (sum of f + sum of g)."""
    both = fn(lambda k: one(k) + other(k))
    return ring(
        eq(
            sum_of(fn(lambda k: -(eta * (one(k) + other(k)))), 1, size),
            -(eta * (sum_of(one, 1, size) + sum_of(other, 1, size))),
        ),
        scaled(-eta, both, 1, size, ordered),
        added(one, other, 1, size, ordered),
    )


def sums(k: Term, q: Term, ranges: list[Theorem]) -> Theorem:
    """sum_l A_lq sum_m G_lm W_km = sum_m W_km sum_l A_lq G_lm."""
    spread = summand_equal(
        fn(lambda l: total(1, d, lambda m: G(l, m, end) * W(k, m, end)) * A(l, q, end)),
        fn(lambda l: total(1, d, lambda m: A(l, q, end) * (G(l, m, end) * W(k, m, end)))),
        1,
        c,
        lambda l, *_: combine(
            eq(
                total(1, d, lambda m: G(l, m, end) * W(k, m, end)) * A(l, q, end),
                total(1, d, lambda m: A(l, q, end) * (G(l, m, end) * W(k, m, end))),
            ),
            (1, scaled(A(l, q, end), fn(lambda m: G(l, m, end) * W(k, m, end)), 1, d, ranges[1])),
        ),
    )
    swapped = exchanged(
        lam(lambda l, m: A(l, q, end) * (G(l, m, end) * W(k, m, end)), INT, INT),
        1,
        c,
        1,
        d,
        *ranges,
    )
    gathered = summand_equal(
        fn(lambda m: total(1, c, lambda l: A(l, q, end) * (G(l, m, end) * W(k, m, end)))),
        fn(lambda m: W(k, m, end) * total(1, c, lambda l: A(l, q, end) * G(l, m, end))),
        1,
        d,
        lambda m, *_: combine(
            eq(
                total(1, c, lambda l: A(l, q, end) * (G(l, m, end) * W(k, m, end))),
                W(k, m, end) * total(1, c, lambda l: A(l, q, end) * G(l, m, end)),
            ),
            (1, scaled(W(k, m, end), fn(lambda l: A(l, q, end) * G(l, m, end)), 1, c, ranges[0])),
        ),
    )
    return combine(
        eq(spread.conclusion.args[0], gathered.conclusion.args[1]),
        (1, spread),
        (1, swapped),
        (1, gathered),
    )
