"""With one summand the utility is quadratic: that of a mixture of two frequencies is the sum of the
two parts, and so is its norm.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.maxima.single import INSIDE, M
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.summands.local_maxima import (
    alone,
    mixed_transform,
    mixture,
    opened_at,
)
from theory.modular.kernel_proofs.summands.maximum import with_products
from theory.modular.kernel_proofs.summands.spectrum import (
    FIRST,
    LATER,
    SCALE,
    all_at,
    half_norm,
    in_frequencies,
    of_input,
    ordered_inputs,
    size,
    term,
)
from theory.modular.kernel_proofs.summands.strongest import VECTORS, V
from theory.modular.kernel_proofs.summands.upper import (
    NORM,
)
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated
from theory.modular.kernel_proofs.transforms.halves import half_low, odd, some
from theory.modular.kernel_proofs.transforms.waves import unit as p_unit
from theory.modular.letters import p, transform, w, x_hat
from theory.modular.letters.maxima import of_frequency
from theory.modular.letters.summands import input_of, inputs, k, product_to, tuple_sum
from theory.modular.letters.summands_maxima import (
    inputs_of_frequency,
)
from theory.modular.letters.summands_maximum import utility
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.sums.finite import added, scaled, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    ring,
)
from theory.proof.tactics.linear import never
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    eq,
    le,
    negation,
    var,
)

SINGLE = assume(eq(k, 1))
N = var("n'", INT)  # a frequency in 1, ..., half, not m
OTHERS = (assume(le(1, N)), assume(le(N, half)), assume(negation(eq(N, M))))
ALONE = (assume(inputs_of_frequency(inputs, N)), assume(of_frequency(fn(lambda a: w(a)), N)))
A, B = var("alpha'"), var("beta'")


# --- the utility of one summand -------------------------------------------------------------------
def pair(f: Term, h: Term, q: Term) -> Term:
    """x^(q) conj(h^(q)) f^(q) conj(x^(q))."""
    return x_hat(q) * conj(transform(h, q)) * (transform(f, q) * conj(x_hat(q)))


@cache
def in_pairs() -> Theorem:
    """U = p^(-k-1) k! sum_1^(p-1) pair(u_1, w), for k = 1."""
    last = bound(le(0 + ONE, k), [SINGLE])

    def entry(q, *_):
        moved = equal_inside(product_to(k, q), SINGLE)
        known = at(LATER, ZERO, bound(le(0, 0)), last, q)
        own = transform(input_of(ONE), q) * conj(x_hat(q))
        outer = x_hat(q) * conj(transform(w, q))
        return combine(
            eq(term(q), pair(input_of(ONE), w, q)),
            (outer, moved), (outer, known), (outer * own, at(FIRST, q)),
        )  # fmt: skip

    same = summand_equal(fn(term), fn(lambda q: pair(input_of(ONE), w, q)), 1, TOP, entry)
    whole = combine(
        eq(utility(tuple_sum), SCALE * same.conclusion.args[1]),
        (1, in_frequencies()), (SCALE, same),
    )  # fmt: skip
    return with_products(whole, {inputs: inputs})


# --- two vectors of different frequencies ---------------------------------------------------------
def at_one_of(q: Term, inside: list[Theorem], here, elsewhere) -> Theorem:
    """here(u_j^(q) = 0 for j, w^(q) = 0) at q = +-m, elsewhere(V^(q) = 0) else."""

    def none(same):
        """q = m or q = p - m, which is not +-n."""
        apart, far = _not_other(q, same)

        def row_zero(j, low, high):
            return at(ALONE[0], j, low, high, q, *inside, apart, far)

        return here(row_zero, at(ALONE[1], q, *inside, apart, far))

    return by_cases(
        eq(q, M),
        none,
        lambda not_m: by_cases(
            eq(q, p - M),
            none,
            lambda not_back: elsewhere(at(alone(), q, *inside, not_m, not_back)),
        ),
    )


def _not_other(q: Term, same: Theorem) -> list[Theorem]:
    """not q = n and not q = p - n, from q = m or q = p - m."""
    turned = same.conclusion.args[1] is not M
    found = []
    for goal, crossed in ((eq(q, N), turned), (eq(q, p - N), not turned)):
        holds = assume(goal)
        if crossed:  # n + m = p, but both are at most half
            found.append(never(goal, same, odd(), OTHERS[1], INSIDE[1]))
        else:
            found.append(
                discharge(goal, given(OTHERS[2], combine(eq(N, M), (1, holds), (1, same))))
            )
    return found


def size_mixed(f: Term, q: Term, zero: Theorem) -> Theorem:
    """|(alpha f + beta V)^(q)|^2 = alpha^2 |f^(q)|^2 + beta^2 |V^(q)|^2, where one of the two is
    zero.
    """
    moved = mixed_transform(A, f, B, V, q)
    one, other = transform(f, q), transform(V, q)
    whole = A * one + B * other
    gone = zero.conclusion.args[0]
    inside = equal_inside(conj(gone), zero)
    flat = combine(eq(conj(gone), 0), (1, inside), (1, fact("conj-real", x=ZERO)))
    sizes = equal_inside(size(moved.conclusion.args[0]), moved)
    a, b = sizes.conclusion.args
    squared = combine(eq(a**2, b**2), (a + b, sizes))
    apart = ring(
        eq(size(whole) ** 2, A**2 * size(one) ** 2 + B**2 * size(other) ** 2),
        *(fact("abs-square", z=z) for z in (whole, one, other)),
        conjugated(conj(whole)), flat, zero,
    )  # fmt: skip
    goal = eq(a**2, apart.conclusion.args[1])
    return combine(goal, (1, squared), (1, apart))


@cache
def all_mixed() -> Theorem:
    """For q in 0, ..., p - 1: A(q) of alpha theta + beta V is alpha^2 A(q) + beta^2 A_V(q)."""
    q = fresh(INT)
    inside = [assume(le(0, q)), assume(le(q, TOP))]
    table = mixture(A, B)
    goal = eq(opened_at(all_at(q), table), A**2 * all_at(q) + B**2 * opened_at(all_at(q), VECTORS))
    own, other = fn(lambda j: size(of_input(j, q)) ** 2), fn(lambda j: size(transform(V, q)) ** 2)
    low = ordered_inputs()
    left, right = fn(lambda j: A**2 * own(j)), fn(lambda j: B**2 * other(j))

    def whole(zero_row, zero):
        rows = summand_equal(
            fn(lambda j: size(transform(fn(lambda a: table[inputs](j, a)), q)) ** 2),
            fn(lambda j: left(j) + right(j)),
            1,
            k,
            lambda j, *where: size_mixed(input_of(j), q, zero_row(j, *where)),
        )
        return combine(
            goal,
            (1, rows),
            (1, added(left, right, 1, k, low)),
            (1, scaled(A**2, own, 1, k, low)),
            (1, scaled(B**2, other, 1, k, low)),
            (1, size_mixed(fn(lambda a: w(a)), q, zero)),
        )

    found = at_one_of(q, inside, whole, lambda zero: whole(lambda *_: zero, zero))
    return everywhere(q, found, *(one.conclusion for one in inside))


@cache
def norm_mixed() -> Theorem:
    """|alpha theta + beta V|^2 = alpha^2 |theta|^2 + beta^2 |V|^2."""
    table = mixture(A, B)
    there, waves = (fn(lambda m, t=t: opened_at(all_at(m), t)) for t in (table, VECTORS))
    left, right = fn(lambda m: A**2 * all_at(m)), fn(lambda m: B**2 * waves(m))

    def entry(m, low, high):
        first = bound(le(0, m), (), [[low]])
        last = bound(le(m, TOP), [odd()], [[high], [half_low()]])
        return at(all_mixed(), m, first, last)

    zero = at(all_mixed(), ZERO, bound(le(0, 0)), bound(le(0, TOP), [odd()], [[half_low()]]))
    rows = summand_equal(there, fn(lambda m: left(m) + right(m)), 1, half, entry)
    norms = [opened_at(NORM, t) for t in (table, VECTORS)]
    times = combine(
        eq(p * norms[0], p * (A**2 * NORM + B**2 * norms[1])),
        (1, opened_at(half_norm(), table)),
        (1, zero), (2, rows), (2, added(left, right, 1, half, some())),
        (2, scaled(A**2, fn(all_at), 1, half, some())),
        (2, scaled(B**2, waves, 1, half, some())),
        (A**2, half_norm()), (B**2, opened_at(half_norm(), VECTORS)),
    )  # fmt: skip
    value = A**2 * NORM + B**2 * norms[1]
    return combine(eq(norms[0], value), (inv(p), times), (norms[0] - value, p_unit()))


def pair_mixed(q: Term, f: Term, zeros: list[Theorem]) -> Theorem:
    """pair of alpha theta + beta V = alpha^2 pair(f, w) + beta^2 pair(V, V), where either f^ and w^
    or V^ are 0 at q.
    """
    h = fn(lambda a: w(a))
    first, second = (mixed_transform(A, one, B, V, q) for one in (f, h))
    back = equal_inside(conj(second.conclusion.args[0]), second)
    spread = conjugated(back.conclusion.args[1])
    flat = []
    for zero in zeros:
        gone = zero.conclusion.args[0]
        inside = equal_inside(conj(gone), zero)
        flat.append(combine(eq(conj(gone), 0), (1, inside), (1, fact("conj-real", x=ZERO))))
    table = mixture(A, B)
    row_ = fn(lambda a: table[inputs](ONE, a))
    return ring(
        eq(pair(row_, table[w], q), A**2 * pair(f, w, q) + B**2 * pair(V, V, q)),
        first,
        combine(eq(back.conclusion.args[0], spread.conclusion.args[1]), (1, back), (1, spread)),
        *flat,
        *zeros,
    )


S_WAVES, S_MIXED = (var(name, tuple_sum.sort) for name in ("waves'", "mixed'"))


@cache
def utility_mixed() -> Theorem:
    """U of alpha theta + beta V is alpha^2 U + beta^2 U_V, for k = 1."""
    table = mixture(A, B)
    f = input_of(ONE)

    def entry(q, low, high):
        inside = [bound(le(0, q), (), [[low]]), high]

        def none(row_zero, zero):
            first = row_zero(ONE, bound(le(1, 1)), bound(le(ONE, k), [SINGLE]))
            return pair_mixed(q, f, [first, zero])

        return at_one_of(q, inside, none, lambda zero: pair_mixed(q, f, [zero]))

    own, waves = fn(lambda q: pair(f, w, q)), fn(lambda q: pair(V, V, q))
    left, right = fn(lambda q: A**2 * own(q)), fn(lambda q: B**2 * waves(q))
    row_ = fn(lambda a: table[inputs](ONE, a))
    rows = summand_equal(
        fn(lambda q: pair(row_, table[w], q)), fn(lambda q: left(q) + right(q)), 1, TOP, entry
    )
    span = bound(le(1, TOP + 1), [odd()], [[half_low()]])
    return combine(
        eq(utility(S_MIXED), A**2 * utility(tuple_sum) + B**2 * utility(S_WAVES)),
        (1, instantiate(opened_at(in_pairs(), table), tuple_sum, S_MIXED)),
        (SCALE, rows),
        (SCALE, added(left, right, 1, TOP, span)),
        (SCALE, scaled(A**2, own, 1, TOP, span)),
        (SCALE, scaled(B**2, waves, 1, TOP, span)),
        (A**2, in_pairs()),
        (B**2, instantiate(opened_at(in_pairs(), VECTORS), tuple_sum, S_WAVES)),
    )
