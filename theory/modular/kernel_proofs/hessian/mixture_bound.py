"""A critical point with any frequencies: what is quadratic in a unit vector is at most 3 U."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.hessian.critical import (
    ABOVE,
    L,
    T,
    U,
    balance,
    cube_of_unit,
    in_half,
)
from theory.modular.kernel_proofs.hessian.expansion import DIRECTION, POINT, parts_of
from theory.modular.kernel_proofs.maxima.maximum import at_frequency
from theory.modular.kernel_proofs.maxima.single import M, concrete
from theory.modular.kernel_proofs.maxima.upper_bound import low, size, summand_below
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.transforms.conjugates import below, conj, conjugated
from theory.modular.kernel_proofs.transforms.halves import half_norm, some
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import p, transform, u, u_hat, v, v_hat, w, w_hat, x_hat
from theory.modular.letters.utility import half, unit
from theory.proof.lemmas import inv, product_zero, same_root
from theory.proof.rules import Theorem, assume, order
from theory.proof.sums.finite import added, scaled, sum_of
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    filled,
    inverse,
    positive,
    ring,
    total,
    weaker,
)
from theory.proof.tactics.linear import signed_order
from theory.proof.terms import ONE, ZERO, Term, call, eq, le, num


def square(f: Term, q: Term = M) -> Term:
    """|f^|^2 at this frequency."""
    return size(transform(f, q)) ** 2


SIZE = square(w)
CUBE = size(x_hat(M)) ** 3


@cache
def same_sizes() -> list[Theorem]:
    """|u^|^2 = |w^|^2 and |v^|^2 = |w^|^2 at m: each times L is T(m)."""
    z = T(POINT, M)
    own = inverse(L, [positive(L, [above_zero(), ABOVE])])
    values = []
    for slot, f in enumerate(POINT):
        hat = conj(transform(f, M)) if slot == 2 else transform(f, M)
        values.append(
            combine(
                eq(z, L * square(f)),
                (hat, balance(slot)),
                (L, fact("abs-square", z=transform(f, M))),
            )
        )
    return [
        combine(
            eq(square(f), SIZE),
            (inv(L), values[slot]),
            (inv(L), values[2]),
            (square(f), own),
            (SIZE, own),
        )
        for slot, f in enumerate((u, v))
    ] + [values[2]]


@cache
def not_above() -> Theorem:
    """|w^| |x^|^3 <= L at m: |w^|^2 (|w^|^2 |x^|^6 - L^2) = 0."""
    Z = transform(v, M) * conj(transform(w, M)) * conj(x_hat(M)) * size(x_hat(M)) ** 2
    known = balance(0)
    back = equal_inside(conj(known.conclusion.args[0]), known)
    mirror = combine(
        eq(
            conj(transform(v, M)) * transform(w, M) * x_hat(M) * size(x_hat(M)) ** 2,
            L * transform(u, M),
        ),
        (1, conjugated(back.conclusion.args[0])),
        (1, back),
        (1, conjugated(back.conclusion.args[1])),
    )
    sizes_ = {f: fact("abs-square", z=transform(f, M)) for f in POINT}
    of_x = fact("abs-square", z=x_hat(M))
    left = square(v) * SIZE * CUBE**2
    spread = ring(
        eq(Z * mirror.conclusion.args[0], left),
        *(
            combine(eq(transform(f, M) * conj(transform(f, M)), square(f)), (1, sizes_[f]))
            for f in (v, w)
        ),
        combine(eq(x_hat(M) * conj(x_hat(M)), size(x_hat(M)) ** 2), (1, of_x)),
    )
    whole = combine(
        eq(left, L**2 * square(u)),
        (1, spread),
        (mirror.conclusion.args[0], known),
        (L * conj(transform(u, M)), mirror),
        (L**2, sizes_[u]),
    )
    first, second, _ = same_sizes()
    level = combine(
        eq(SIZE * (SIZE * CUBE**2 - L**2), 0),
        (1, whole),
        (SIZE * CUBE**2, second),
        (L**2, first),
    )
    top = positive(L, [above_zero(), ABOVE])
    goal = le((size(transform(w, M)) * CUBE) ** 2, L**2)
    return below(
        size(transform(w, M)) * CUBE,
        L,
        weaker(top),
        by_cases(
            eq(SIZE, 0),
            lambda none: signed_order(goal, ((CUBE**2, none),), (ONE, (top, top), ONE)),
            lambda some_: signed_order(goal, ((ONE, product_zero(level, some_)),)),
        ),
    )


@cache
def others_not_above(f: Term) -> Theorem:
    """|f^| |x^|^3 <= L for u and v too."""
    if f is w:
        return not_above()
    first, second, _ = same_sizes()
    same = same_root(
        size(transform(f, M)),
        size(transform(w, M)),
        low(transform(f, M)),
        low(transform(w, M)),
        first if f is u else second,
    )
    return signed_order(
        le(size(transform(f, M)) * CUBE, L), ((CUBE, same),), (ONE, (not_above(),), ONE)
    )


@cache
def at_one_frequency() -> Theorem:
    """The real part of what is quadratic in n, at m, is at most L (|f^|^2 + |g^|^2 + |h^|^2)."""
    f, g, h = DIRECTION
    rows = (([f, g, w], (f, g), w), ([f, v, h], (f, h), v), ([u, g, h], (g, h), u))
    shown = []
    for vectors, pair, own in rows:
        table = {
            hat: fn(lambda q, e=one: transform(e, q))
            for hat, one in zip((u_hat, v_hat, w_hat), vectors)
        }
        known = filled(summand_below(M), table)
        a, b = (size(transform(n, M)) for n in pair)
        lows = [low(transform(n, M)) for n in pair]
        shown.append(
            signed_order(
                le(call("re", T(vectors, M)), L * (a * b)),
                (),
                (ONE, (known,), ONE),
                (ONE, (*lows, others_not_above(own)), ONE),
            )
        )
    a, b, c = (size(transform(n, M)) for n in DIRECTION)
    level = weaker(positive(L, [above_zero(), ABOVE]))
    gaps = tuple((num(1, 2), (level,), one) for one in (a - b, a - c, b - c))
    return order(
        le(real_parts(M), L * (a**2 + b**2 + c**2)),
        (),
        (*((ONE, (one,), ONE) for one in shown), *gaps),
    )


def rows_of() -> list[list[Term]]:
    """The vectors of what is quadratic in n."""
    f, g, h = DIRECTION
    return [[f, g, w], [f, v, h], [u, g, h]]


def real_parts(q: Term) -> Term:
    """Re T summed over these."""
    one, two, three = (call("re", T(vectors, q)) for vectors in rows_of())
    return one + two + three


def squares_of(q: Term) -> Term:
    """|f^|^2 + |g^|^2 + |h^|^2 at this frequency."""
    one, two, three = (square(n, q) for n in DIRECTION)
    return one + two + three


SPHERE = assume(unit(*DIRECTION))


@cache
def most() -> Theorem:
    """What is quadratic in n is at most 3 U, for a unit vector n."""
    slack = fn(lambda q: L * squares_of(q) + num(-1) * real_parts(q))

    def proof_at(q, q_low, q_high):
        known = at_frequency(at_one_frequency(), q, q_low, q_high)
        return bound(le(0, slack(q)), (), [[known]], exact=True)

    above = nonnegative_sum(slack, 1, half, some(), proof_at)
    parts_ = [fn(lambda q, e=vectors: call("re", T(e, q))) for vectors in rows_of()]
    pair = fn(lambda q: parts_[0](q) + parts_[1](q))
    reals = fn(real_parts)
    split = combine(
        eq(
            sum_of(slack, 1, half),
            L * total(1, half, squares_of)
            - sum_of(parts_[0], 1, half)
            - sum_of(parts_[1], 1, half)
            - sum_of(parts_[2], 1, half),
        ),
        (
            1,
            added(
                fn(lambda q: L * squares_of(q)), fn(lambda q: num(-1) * reals(q)), 1, half, some()
            ),
        ),
        (1, scaled(L, fn(squares_of), 1, half, some())),
        (1, scaled(num(-1), reals, 1, half, some())),
        (1, added(pair, parts_[2], 1, half, some())),
        (1, added(parts_[0], parts_[1], 1, half, some())),
    )
    norm = concrete(half_norm(), *DIRECTION)
    first = squares_of(ZERO)
    rest = bound(le(0, first), (), (), [size(transform(n, ZERO)) for n in DIRECTION])
    down = positive(inv(p), [above_zero()])
    level = weaker(positive(L, [above_zero(), ABOVE]))
    cube = inv(p) ** 3
    return signed_order(
        le(parts_of(2), 3 * U),
        (
            *((ONE, in_half(vectors)) for vectors in rows_of()),
            (4 * cube, split),
            (2 * cube * L, norm),
            (2 * cube * L * p, SPHERE),
            (3 * U, cube_of_unit()),
        ),
        (num(4), (down, down, down, above), ONE),
        (num(2), (down, down, down, level, rest), ONE),
    )
