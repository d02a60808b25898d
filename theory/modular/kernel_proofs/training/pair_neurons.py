"""Pairs of neurons (u, v, w), (u, -v, -w): no square terms, and an error that sums to zero."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.correlation import cyclic_shift
from theory.modular.kernel_proofs.transforms.mirror import cyclic_mirror
from theory.modular.letters import N, against, p, x
from theory.modular.letters.cost import (
    a,
    activation,
    b,
    c,
    label,
    output,
    response,
    u_in,
    v_in,
    w_in,
)
from theory.modular.letters.pairs import (
    QUARTER,
    SIGNS,
    M,
    pair_out,
    pair_squares_u,
    pair_squares_v,
    square_sum,
    squares,
    w_c,
    z_1,
    z_2,
)
from theory.proof.lemmas.sizes import root_zero
from theory.proof.rules import Theorem, assume, conjoin
from theory.proof.sums import any_range
from theory.proof.sums.finite import empty, step, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    everywhere,
    fact,
    fresh,
    lam,
    obtain,
    parts,
    ring,
    total,
)
from theory.proof.terms import (
    INT,
    ZERO,
    Term,
    eq,
    le,
    num,
)


# --- one pair -------------------------------------------------------------------------------------
def two_terms(summand: Term) -> Theorem:
    """sum_{k=1}^{2} f(k) = f(1) + f(2)."""
    goal = eq(sum_of(summand, 1, 2), summand(num(1)) + summand(num(2)))
    steps = [step(summand, num(1), num(top), bound(le(num(0), num(top)))) for top in (0, 1)]
    return combine(goal, (1, empty(summand, num(1))), *((1, one) for one in steps))


def same_response(f: Term, k: Term, q: Term, plain: Term, factor: Term, entry) -> Theorem:
    """<f_k, q.x> = factor <plain, q.x>, where entry(r) says f(k, r) = factor plain(r)."""
    inner = fn(lambda r: plain(r) * x(r - q))
    same = summand_equal(
        fn(lambda r: f(k, r) * x(r - q)),
        fn(lambda r: factor * inner(r)),
        0,
        TOP,
        lambda r, *_: ring(eq(f(k, r) * x(r - q), factor * inner(r)), entry(r)),
    )
    out = any_range.scaled(factor, inner, 0, TOP)
    goal = eq(response(f, k, q), factor * total(0, TOP, inner))
    return combine(goal, (1, same), (1, out))


@proof("modular.product-identity")
def product_identity() -> Theorem:
    """(z_1 + z_2)^2 w/4 - (z_1 - z_2)^2 w/4 = z_1 z_2 w, and the squares cancel."""
    from theory.modular.letters import u, v

    (pair,) = defined("modular.one-pair")
    (z_1_is,), (z_2_is,), (w_is,) = (
        defined(f"modular.{name}")
        for name in ("first-activation", "second-activation", "output-entry")
    )

    def entry(number):
        return lambda r: parts(at(pair, r))[number]

    known = []
    for f, plain, place, first, factors in (
        (u_in, u, a, 0, (1, 1)),
        (v_in, v, b, 2, (1, -1)),
    ):
        for k, factor in enumerate(factors):
            known.append(same_response(f, num(k + 1), place, plain, num(factor), entry(first + k)))
    letters = [
        combine(eq(against(u, a), z_1), (-1, z_1_is)),
        combine(eq(against(v, b), z_2), (-1, z_2_is)),
        *(entry(number)(c) for number in (4, 5)),
        combine(eq(parts(at(pair, c))[4].conclusion.args[1], QUARTER * w_c), (-QUARTER, w_is)),
    ]
    found = []
    for name, letter, body, value in (
        ("pair-squares-u", pair_squares_u, lambda k: w_in(k, c) * response(u_in, k, a) ** 2, ZERO),
        ("pair-squares-v", pair_squares_v, lambda k: w_in(k, c) * response(v_in, k, b) ** 2, ZERO),
        ("pair-output", pair_out, lambda k: activation(k, a, b) ** 2 * w_in(k, c), z_1 * z_2 * w_c),
    ):
        (is_,) = defined(f"modular.{name}")
        found.append(ring(eq(letter, value), is_, two_terms(fn(body)), *known, *letters))
    return conjoin(*found)


# --- any number of pairs --------------------------------------------------------------------------
def pair_parts() -> tuple[Theorem, Theorem, Theorem]:
    """1 <= M, N = 2 M, and what partners are."""
    first, second, third = defined("modular.pairs")
    return first, second, third


def partner(number: int, k: Term, q: Term, low: Theorem, high: Theorem) -> Theorem:
    """f(M + k, q) = +-f(k, q)."""
    return parts(at(pair_parts()[2], k, q, low, high))[number]


def partner_response(number: int, k: Term, q: Term, low: Theorem, high: Theorem) -> Theorem:
    """<f_{M+k}, q.x> = +-<f_k, q.x>."""
    f = (u_in, v_in)[number]
    own = fn(lambda r: f(k, r))
    sign = num(SIGNS[number])
    return same_response(f, M + k, q, own, sign, lambda r: partner(number, k, r, low, high))


def all_neurons(summand: Term) -> Theorem:
    """sum_{k=1}^{N} f(k) = sum_{k=1}^{M} f(k) + sum_{k=1}^{M} f(M + k)."""
    some, number, _ = pair_parts()
    split = any_range.split_sum(
        summand, 1, M, 2 * M, bound(le(1, M + 1), (), [[some]]), bound(le(M, 2 * M), (), [[some]])
    )
    later = any_range.shifted_sum(summand, 1, M, M, bound(le(1, M + 1), (), [[some]]))
    whole = equal_inside(sum_of(summand, 1, N), number)
    left = sum_of(summand, 1, N)
    right = sum_of(summand, 1, M) + total(1, M, lambda k: summand(M + k))
    same = summand_equal(
        fn(lambda k: summand(k + M)),
        fn(lambda k: summand(M + k)),
        1,
        M,
        lambda k, *_: ring(eq(summand(k + M), summand(M + k))),
    )
    return combine(eq(left, right), (1, whole), (1, split), (1, later), (1, same))


def in_pairs(summand: Term, value: Term, each) -> Theorem:
    """sum_{k=1}^{N} f(k) = sum_{k=1}^{M} g(k), where each(k, low, high) says f(k) + f(M + k) =
    g(k).
    """
    late = fn(lambda k: summand(M + k))
    both_ = fn(lambda k: summand(k) + late(k))
    same = summand_equal(both_, value, 1, M, each)
    apart = any_range.added(fn(lambda k: summand(k)), late, 1, M)
    goal = eq(sum_of(summand, 1, N), sum_of(value, 1, M))
    return combine(goal, (1, all_neurons(summand)), (-1, apart), (1, same))


def no_squares(f: Term, number: int, q: Term, m: Term) -> Theorem:
    """sum_i w_i[m] <f_i, q.x>^2 = 0."""
    summand = fn(lambda k: w_in(k, m) * response(f, k, q) ** 2)

    def each(k, low, high):
        known = [partner_response(number, k, q, low, high), partner(2, k, m, low, high)]
        return ring(eq(summand(k) + summand(M + k), ZERO * k), *known)

    zero = in_pairs(summand, fn(lambda k: ZERO * k), each)
    nothing = any_range.scaled(ZERO, fn(lambda k: k), 1, M)
    return combine(eq(sum_of(summand, 1, N), 0), (1, zero), (1, nothing))


def no_norm(f: Term, number: int, q: Term) -> Theorem:
    """|sum_i w_i <f_i, q.x>^2| = 0."""
    root = squares(f, q)
    (inside,) = root.args
    summand = fn(lambda m: total(1, N, lambda k: w_in(k, m) * response(f, k, q) ** 2) ** 2)
    same = summand_equal(
        summand,
        fn(lambda m: ZERO * m),
        0,
        TOP,
        lambda m, *_: ring(eq(summand(m), ZERO * m), no_squares(f, number, q, m)),
    )
    nothing = any_range.scaled(ZERO, fn(lambda m: m), 0, TOP)
    flat = combine(eq(inside, 0), (1, same), (1, nothing))
    squared = fact("sqrt-square", bound(le(0, inside), [flat]), x=inside)
    return root_zero(root, combine(eq(root**2, 0), (1, squared), (1, flat)))


@cache
def squares_gone() -> Theorem:
    """square_sum = 0: wherever it is attained."""
    _, attained = defined("modular.square-sum")
    goal = eq(square_sum, 0)

    def branch(f, number):
        def there(q, known):
            *_, same = parts(known)
            return combine(goal, (1, same), (1, no_norm(f, number, q)))

        return lambda existence: obtain(existence, there)

    return by_cases(attained, branch(u_in, 0), branch(v_in, 1))


# --- the error of the network has no mean ---------------------------------------------------------
def pair_product(q: Term, r: Term, m: Term) -> Theorem:
    """f(q.x, r.x)[m] = 4 sum_{k=1}^{M} <u_k, q.x> <v_k, r.x> w_k[m]."""
    summand = fn(lambda k: activation(k, q, r) ** 2 * w_in(k, m))
    value = fn(lambda k: 4 * response(u_in, k, q) * response(v_in, k, r) * w_in(k, m))

    def each(k, low, high):
        known = [
            partner_response(0, k, q, low, high),
            partner_response(1, k, r, low, high),
            partner(2, k, m, low, high),
        ]
        return ring(eq(summand(k) + summand(M + k), value(k)), *known)

    return in_pairs(summand, value, each)


def cycle_sum(m: Term, low: Theorem) -> Theorem:
    """sum_b x(m - b) = 0, for m >= 0: the entries of x once around."""
    cyclic, mean = defined("modular.centred")
    turned = cyclic_mirror(x, lambda n: at(cyclic, n), m, low)
    return combine(eq(total(0, TOP, lambda n: x(m - n)), 0), (1, turned), (1, mean))


def shifted_cycle(m: Term, q: Term, m_low: Theorem, q_low: Theorem) -> Theorem:
    """sum_b x(m - (b + q)) = 0, for m, q >= 0."""
    cyclic, _ = defined("modular.centred")
    around = fn(lambda n: x(m - n))

    def again(n):
        return combine(eq(x(m - (n + p)), x(m - n)), (-1, at(cyclic, m - n - p)))

    moved = cyclic_shift(around, again, q, q_low)
    goal = eq(total(0, TOP, lambda n: x(m - (n + q))), 0)
    return combine(goal, (1, moved), (1, cycle_sum(m, m_low)))


def no_mean(f: Term, k: Term) -> Theorem:
    """sum_a <f_k, a.x> = 0, as x is centred."""
    body = lam(lambda q, r: f(k, r) * x(r - q), INT, INT)
    turned = any_range.exchanged(body, 0, TOP, 0, TOP)

    def column(r, low, _):
        out = any_range.scaled(f(k, r), fn(lambda q: x(r - q)), 0, TOP)
        left = total(0, TOP, lambda q: body(q, r))
        return combine(eq(left, 0), (1, out), (f(k, r), cycle_sum(r, low)))

    zero = any_range.zero_sum(fn(lambda r: total(0, TOP, lambda q: body(q, r))), 0, TOP, column)
    goal = eq(total(0, TOP, lambda q: response(f, k, q)), 0)
    return combine(goal, (1, turned), (1, zero))


def error(q: Term, r: Term, m: Term) -> Term:
    """f(q.x, r.x)[m] less the label."""
    return output(q, r, m) - label(q, r, m)


def no_error(
    first: bool, q: Term, m: Term, q_low: Theorem, m_low: Theorem, count: Term, product
) -> Theorem:
    """sum_b (f - y)(q, b)[m] = 0, or (first) sum_a (f - y)(a, q)[m] = 0.

    ``product`` gives f = 4 sum_{k=1}^{count} <u_k, a.x> <v_k, b.x> w_k.
    """
    _, mean = defined("modular.centred")
    moving, fixed = (u_in, v_in) if first else (v_in, u_in)

    def place(n: Term) -> tuple[Term, Term]:
        return (n, q) if first else (q, n)

    def products(n, k):
        return 4 * response(fixed, k, q) * w_in(k, m) * response(moving, k, n)

    def each(n, *_):
        plain = product(*place(n), m)
        told = total(1, count, lambda k: products(n, k))
        same = combine(eq(plain.conclusion.args[1], told))
        right = told + num(-1) * x(m - (n + q))
        return ring(eq(error(*place(n), m), right), plain, same, mean)

    outputs = fn(lambda n: total(1, count, lambda k: products(n, k)))
    labels = fn(lambda n: x(m - (n + q)))
    less = fn(lambda n: num(-1) * labels(n))
    rows = summand_equal(
        fn(lambda n: error(*place(n), m)), fn(lambda n: outputs(n) + less(n)), 0, TOP, each
    )
    turned = any_range.exchanged(lam(products, INT, INT), 0, TOP, 1, count)

    def column(k, *_):
        factor = 4 * response(fixed, k, q) * w_in(k, m)
        out = any_range.scaled(factor, fn(lambda n: response(moving, k, n)), 0, TOP)
        return combine(
            eq(total(0, TOP, lambda n: products(n, k)), 0), (1, out), (factor, no_mean(moving, k))
        )

    zero = any_range.zero_sum(
        fn(lambda k: total(0, TOP, lambda n: products(n, k))), 1, count, column
    )
    goal = eq(total(0, TOP, lambda n: error(*place(n), m)), 0)
    return combine(
        goal,
        (1, rows),
        (1, any_range.added(outputs, less, 0, TOP)),
        (1, turned),
        (1, zero),
        (1, any_range.scaled(num(-1), labels, 0, TOP)),
        (-1, shifted_cycle(m, q, m_low, q_low)),
    )


@cache
def no_error_rules(count: Term = M, product=pair_product) -> tuple[Theorem, Theorem]:
    """For all residues: the error sums to zero over b, and over a."""
    found = []
    for first in (False, True):
        q, m = fresh(INT), fresh(INT)
        ranges = [le(0, q), le(q, TOP), le(0, m), le(m, TOP)]
        known = no_error(first, q, m, assume(ranges[0]), assume(ranges[2]), count, product)
        found.append(everywhere(q, everywhere(m, known, *ranges[2:]), *ranges[:2]))
    return found[0], found[1]
