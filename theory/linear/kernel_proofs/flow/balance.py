"""What gradient flow conserves, and the utility at a singular pair, for any c, H and d."""

from __future__ import annotations

from collections.abc import Callable

from theory.linear.kernel_proofs.entry import proof
from theory.linear.letters import (
    HALVED,
    A,
    G,
    M,
    U_on_descent,
    W,
    balance,
    c,
    d,
    end,
    eta,
    first,
    left,
    rate_balance,
    right,
    second,
    sigma_mode,
)
from theory.proof.lemmas import HALF
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume
from theory.proof.sums.finite import added, exchanged, scaled, slope_of_sum, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    fact,
    inverse,
    lam,
    one_slope,
    parts,
    ring,
    total,
    weaker,
    with_slope,
)
from theory.proof.terms import INT, REAL, ZERO, Term, call, eq, le, lt, num


def fn(body: Callable) -> Term:
    """A function of one whole number."""
    return lam(body, INT)


def flow_known() -> list[Theorem]:
    """(0 < end, 1 <= i, i <= H, 1 <= j, j <= H, the flows of A and of W, the slope looked for)."""
    return parts(assume(DEFINITIONS["linear.balance"].statement))


def at_the_end() -> tuple[Theorem, Theorem]:
    """0 <= end and end <= end."""
    return weaker(flow_known()[0]), bound(le(end, end))


def both_ranges() -> list[Theorem]:
    """1 <= c + 1 and 1 <= d + 1."""
    return [bound(le(1, size + 1), (), [[assume(lt(0, size))]]) for size in (c, d)]


def GW(l: Term, k: Term) -> Term:
    """(G W^T)_lk at the end."""
    return total(1, d, lambda m: G(l, m, end) * W(k, m, end))


def AG(k: Term, m: Term) -> Term:
    """(A^T G)_km at the end."""
    return total(1, c, lambda l: A(l, k, end) * G(l, m, end))


def slope_of_A() -> Theorem:
    """(A^T A)_ij' = sum_l -eta ((G W^T)_li A_lj + A_li (G W^T)_lj)."""
    _, i_low, i_high, j_low, j_high, flow, _, _ = flow_known()
    i, j = first, second

    def rate(l):
        return -(eta * (GW(l, i) * A(l, j, end) + A(l, i, end) * GW(l, j)))

    def squares(l, low, high):
        known = [
            at(flow, l, low, high, k, k_low, k_high)
            for k, k_low, k_high in ((i, i_low, i_high), (j, j_low, j_high))
        ]
        return with_slope(
            derivative(lambda s: A(l, i, s) * A(l, j, s), 0, end, end, known), rate(l)
        )

    return slope_of_sum(
        lam(lambda l, s: A(l, i, s) * A(l, j, s), INT, REAL),
        fn(rate),
        1,
        c,
        (ZERO, end, end),
        both_ranges()[0],
        at_the_end(),
        squares,
    )


def slope_of_W() -> Theorem:
    """(W W^T)_ij' = sum_m -eta ((A^T G)_im W_jm + W_im (A^T G)_jm)."""
    _, i_low, i_high, j_low, j_high, _, flow, _ = flow_known()
    i, j = first, second

    def rate(m):
        return -(eta * (AG(i, m) * W(j, m, end) + W(i, m, end) * AG(j, m)))

    def rows(m, low, high):
        known = [
            at(flow, k, k_low, k_high, m, low, high)
            for k, k_low, k_high in ((i, i_low, i_high), (j, j_low, j_high))
        ]
        return with_slope(
            derivative(lambda s: W(i, m, s) * W(j, m, s), 0, end, end, known), rate(m)
        )

    return slope_of_sum(
        lam(lambda m, s: W(i, m, s) * W(j, m, s), INT, REAL),
        fn(rate),
        1,
        d,
        (ZERO, end, end),
        both_ranges()[1],
        at_the_end(),
        rows,
    )


@proof("linear.conserved-matrix")
def conserved_matrix() -> Theorem:
    """d/dt (A^T A)_ij = -eta sum_l sum_m (G_lm W_im A_lj + A_li G_lm W_jm) = d/dt (W W^T)_ij."""
    after, *_, rate = flow_known()
    i, j = first, second
    ranges = both_ranges()
    own = derivative(lambda s: balance(i, j, s), 0, end, end, [slope_of_A(), slope_of_W()])
    unique = one_slope(rate, own, after, *at_the_end())
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


@proof("linear.aligned-utility")
def aligned_utility() -> Theorem:
    """sum_l u_l/2 (M v)_l = sigma/2 sum_l u_l^2."""
    unit, _, image, _ = parts(assume(DEFINITIONS["linear.singular-pair"].statement))
    (value,) = parts(assume(DEFINITIONS["linear.utility-on-descent"].statement))
    rows, columns = (bound(le(1, size + 1), (), [[assume(lt(0, size))]]) for size in (c, d))
    squared = half_of_two()
    summand = fn(
        lambda l: total(1, d, lambda m: (left(l) * HALVED) * M(l, m) * (right(m) * HALVED))
    )
    gains = fn(lambda l: (HALF * sigma_mode) * left(l) ** 2)

    def row(l, low, high):
        factor = left(l) * HALVED**2
        out = scaled(factor, fn(lambda m: M(l, m) * right(m)), 1, d, columns)
        return combine(
            eq(summand(l), gains(l)),
            (1, out),
            (factor, at(image, l, low, high)),
            (sigma_mode * left(l) ** 2, squared),
        )

    return combine(
        eq(U_on_descent, HALF * sigma_mode),
        (1, value),
        (1, summand_equal(summand, gains, 1, c, row)),
        (1, scaled(HALF * sigma_mode, fn(lambda l: left(l) ** 2), 1, c, rows)),
        (HALF * sigma_mode, unit),
    )


def half_of_two() -> Theorem:
    """(1/sqrt(2))^2 = 1/2."""
    root = call("sqrt", 2)
    above = bound(lt(0, num(2)))
    square = fact("sqrt-square", weaker(above), x=num(2))
    unit = inverse(root, [])
    return combine(
        eq(HALVED**2, HALF),
        (HALF * HALVED**2, square),
        (HALF, unit),
        (HALF * root * HALVED, unit),
    )
