"""Sums over the frequencies folded at p/2, where conjugate frequencies meet: p = 2 half + 1."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.training.utility import TOP, first_apart, initial_utility
from theory.modular.kernel_proofs.transforms.conjugates import conjugated, real_part
from theory.modular.kernel_proofs.transforms.correlation import mirrored_transform, parseval
from theory.modular.kernel_proofs.transforms.waves import (
    above_zero,
    next_,
    unit,
    wave_product,
    whole_turns,
    written_as,
)
from theory.modular.letters import U_init, p, u, u_hat, v, v_hat, w, w_hat, wave, x_hat
from theory.modular.letters.utility import HAT, half
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge
from theory.proof.sums.finite import added, scaled, step, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    equal_inside,
    fact,
    given,
    induction,
    put,
    ring,
    total,
)
from theory.proof.terms import (
    COMPLEX,
    INT,
    ONE,
    ZERO,
    Term,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    num,
)


def odd() -> Theorem:
    """p = 2 half + 1, as a hypothesis."""
    return defined("modular.half")[0]


def half_low() -> Theorem:
    """0 <= half: 0 < 2 half + 1."""
    above = bound(lt(-1, half), [odd()], [[above_zero()]])
    return bound(le(0, half), (), [[next_(ZERO - 1, half, above)]])


def some() -> Theorem:
    """1 <= half + 1: the sum from 1 to half has a meaning."""
    return bound(le(1, half + 1), (), [[half_low()]])


@cache
def hat_mirrored(f: Term, q: Term) -> Theorem:
    """f^(p - q) = conj(f^(q)), for a real f."""
    hat = HAT[f]
    (known,) = defined(f"modular.transform-{f.data[0]}")

    def entry(a, *_):
        turns = written_as(eq(wave(-(p * a)), 1), whole_turns(-a))
        split = written_as(
            eq(wave(q * a) * wave(-(p * a)), wave(-((p - q) * a))), wave_product(q * a, -(p * a))
        )
        return combine(
            eq(f(a) * wave(-((p - q) * a)), f(a) * wave(q * a)),
            (f(a), split),
            (f(a) * wave(q * a), turns),
        )

    same = summand_equal(
        fn(lambda a: f(a) * wave(-((p - q) * a))), fn(lambda a: f(a) * wave(q * a)), 0, TOP, entry
    )
    goal = eq(hat(p - q), call("conj", hat(q)))
    return combine(
        goal, (1, at(known, p - q)), (1, same), (1, mirrored_transform(f, hat, known, q))
    )


@cache
def folded() -> Theorem:
    """For 0 <= m <= p - 1: sum_1^(p-1) f = sum_1^(p-1-m) f(k) + sum_1^m f(p - k)."""
    f = function("f", INT, COMPLEX)
    plain, back = fn(lambda q: f(q)), fn(lambda q: f(p - q))
    whole = sum_of(plain, 1, TOP)

    def statement(m):
        parts = sum_of(plain, 1, TOP - m) + sum_of(back, 1, m)
        return implies(le(m, TOP), eq(whole, parts))

    none = fact("sum-empty", bound(lt(ZERO, ONE)), n=ONE, m=ZERO, s=back)
    base = ring(eq(whole, sum_of(plain, 1, TOP - 0) + sum_of(back, 1, ZERO)), none)

    def next_one(m, low, now):
        condition = assume(le(m + 1, TOP))
        before = given(now, bound(le(m, TOP), (), [[condition]]))
        left = step(plain, ONE, TOP - (m + 1), bound(le(0, TOP - (m + 1)), (), [[condition]]))
        right = step(back, ONE, m, bound(le(0, m), (), [[low]]))
        goal = statement(m + 1).args[1]
        shown = combine(goal, (1, before), (1, left), (1, right))
        return discharge(condition.conclusion, shown)

    return induction(statement, ZERO, discharge(le(ZERO, TOP), base), next_one)


def folded_odd(summand: Term) -> Theorem:
    """sum_1^(p-1) f = sum_1^half f(k) + sum_1^half f(p - k)."""
    inside = bound(le(half, TOP), [odd()], [[half_low()]])
    whole = at(put(folded(), f=summand), half, half_low(), inside)
    end = combine(eq(TOP - half, half), (1, odd()))
    moved = equal_inside(sum_of(summand, 1, TOP - half), end)
    first, back = sum_of(summand, 1, half), fn(lambda q: summand(p - q))
    return combine(
        eq(sum_of(summand, 1, TOP), first + sum_of(back, 1, half)), (1, whole), (1, moved)
    )


def T(q: Term) -> Term:
    """u^ v^ conj(w^) conj(x^) |x^|^2 at this frequency."""
    size = call("abs", x_hat(q)) ** 2
    return u_hat(q) * v_hat(q) * call("conj", w_hat(q)) * call("conj", x_hat(q)) * size


def mirrored_summand(q: Term) -> Theorem:
    """T(p - q) = conj(T(q))."""
    back = [conjugated(call("conj", call("conj", hat(q)))) for hat in (x_hat, u_hat, v_hat, w_hat)]
    turned = [
        rule
        for f, hat in HAT.items()
        for rule in (
            hat_mirrored(f, q),
            equal_inside(call("conj", hat(p - q)), hat_mirrored(f, q)),
        )
    ]
    sizes = [fact("abs-square", z=x_hat(p - q)), fact("abs-square", z=x_hat(q))]
    return ring(
        eq(T(p - q), call("conj", T(q))), *sizes, conjugated(call("conj", T(q))), *turned, *back
    )


@cache
def half_utility() -> Theorem:
    """U = 4/p^3 sum_1^half Re T(k)."""
    pieces, back = fn(T), fn(lambda q: T(p - q))
    double = fn(lambda q: 2 * call("re", T(q)))

    def entry(q, *_):
        goal = eq(T(q) + T(p - q), 2 * call("re", T(q)))
        return combine(goal, (1, mirrored_summand(q)), (1, real_part(T(q))))

    joined = summand_equal(fn(lambda q: T(q) + T(p - q)), double, 1, half, entry)
    out = scaled(num(2), fn(lambda q: call("re", T(q))), 1, half, some())
    factor = 2 * inv(p) ** 3
    return combine(
        eq(U_init, 4 * inv(p) ** 3 * total(1, half, lambda q: call("re", T(q)))),
        (1, initial_utility()),
        (factor, folded_odd(pieces)),
        (factor, added(pieces, back, 1, half, some())),
        (factor, joined),
        (factor, out),
    )


@cache
def half_energy(f: Term) -> Theorem:
    """p sum_a f(a)^2 = |f^(0)|^2 + 2 sum_1^half |f^(k)|^2."""
    hat = HAT[f]
    size = fn(lambda q: call("abs", hat(q)) ** 2)
    back = fn(lambda q: call("abs", hat(p - q)) ** 2)

    def entry(q, *_):
        mirror = hat_mirrored(f, q)
        return ring(
            eq(back(q), size(q)),
            fact("abs-square", z=hat(p - q)),
            equal_inside(call("conj", hat(p - q)), mirror),
            mirror,
            fact("abs-square", z=hat(q)),
            conjugated(call("conj", call("conj", hat(q)))),
        )

    same = summand_equal(back, size, 1, half, entry)
    whole = total(0, TOP, lambda a: f(a) ** 2)
    return combine(
        eq(p * whole, size(ZERO) + 2 * sum_of(size, 1, half)),
        (p, parseval(f, hat)),
        (sum_of(size, 0, TOP), unit()),
        (1, put(first_apart(), f=size)),
        (1, folded_odd(size)),
        (1, same),
    )


def squares(q: Term) -> Term:
    """|u^|^2 + |v^|^2 + |w^|^2 at this frequency."""
    return sum_three(lambda hat: call("abs", hat(q)) ** 2)


def sum_three(of) -> Term:
    """The sum over u, v, w of what ``of`` makes of their transforms."""
    return of(u_hat) + of(v_hat) + of(w_hat)


def norm() -> Term:
    """|u|^2 + |v|^2 + |w|^2."""
    first, second, third = (total(0, TOP, lambda a, f=f: f(a) ** 2) for f in (u, v, w))
    return first + second + third


@cache
def half_norm() -> Theorem:
    """p (|u|^2 + |v|^2 + |w|^2) = squares at 0 + 2 sum_1^half of the squares at k."""
    one, two, three = (
        fn(lambda q, hat=hat: call("abs", hat(q)) ** 2) for hat in (u_hat, v_hat, w_hat)
    )
    pair = fn(lambda q: one(q) + two(q))
    return combine(
        eq(p * norm(), squares(ZERO) + 2 * total(1, half, squares)),
        *((1, half_energy(f)) for f in (u, v, w)),
        (2, added(pair, three, 1, half, some())),
        (2, added(one, two, 1, half, some())),
    )
