"""Where v^ conj(w^) K = l conj(u^), and so on, at every frequency, a point is critical."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.hessian.critical import ORTHOGONAL, K, T, in_half
from theory.modular.kernel_proofs.hessian.expansion import (
    DIRECTION,
    POINT,
    VECTORS,
    parts_of,
    slope_at_start,
)
from theory.modular.kernel_proofs.hessian.extremes import generalised
from theory.modular.kernel_proofs.maxima.single import concrete
from theory.modular.kernel_proofs.script import I, fn
from theory.modular.kernel_proofs.training.utility import TOP, first_apart
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated, real_is, real_part
from theory.modular.kernel_proofs.transforms.correlation import plancherel
from theory.modular.kernel_proofs.transforms.halves import folded_odd, hat_mirrored, some
from theory.modular.kernel_proofs.transforms.waves import unit as p_unit
from theory.modular.letters import inner_xu, p, transform, u, u_hat, utility_of, v, v_hat, x, x_hat
from theory.modular.letters.hessian import critical, inner
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, discharge, instantiate, reflexive
from theory.proof.sums.finite import added, scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    combine,
    equal_inside,
    fact,
    filled,
    forall,
    given,
    parts,
    put,
    ring,
    slope_is,
    total,
    written,
)
from theory.proof.terms import INT, ONE, ZERO, Term, both, call, eq, implies, le, num, var

LEVEL = var("l'")


def balanced_at(q: Term, point: tuple = POINT, level: Term = LEVEL) -> Term:
    """v^ conj(w^) K = l conj(u^), u^ conj(w^) K = l conj(v^), u^ v^ K = l w^ at this frequency."""
    one, two, three = (transform(f, q) for f in point)
    return both(
        eq(two * conj(three) * K(q), level * conj(one)),
        eq(one * conj(three) * K(q), level * conj(two)),
        eq(one * two * K(q), level * three),
    )


def balanced(point: tuple = POINT, level: Term = LEVEL) -> Term:
    """The same at 1, ..., half."""
    return forall(lambda q: implies(le(1, q), le(q, half), balanced_at(q, point, level)), INT)


BALANCED = assume(balanced())
EMPTY = [assume(eq(transform(f, ZERO), 0)) for f in POINT]


def pairing(f: Term, g: Term, q: Term) -> Term:
    """f^ conj(g^) at this frequency."""
    return transform(f, q) * conj(transform(g, q))


@cache
def _half_inner() -> Theorem:
    """p <u, v> = u^(0) conj(v^(0)) + 2 sum_1^half Re(u^ conj(v^)), with letters for transforms."""
    stated = DEFINITIONS["modular.inner"].statement
    same = instantiate(discharge(stated, plancherel()), x, u, u, v, x_hat, u_hat, u_hat, v_hat)
    value = total(0, TOP, lambda a: u(a) * v(a))
    known = given(instantiate(same, inner_xu, value), reflexive(value))
    whole = fn(lambda q: u_hat(q) * conj(v_hat(q)))
    back = fn(lambda q: whole(p - q))

    def entry(q, *_):
        mirrors = [
            hat_mirrored(u, q),
            equal_inside(conj(v_hat(p - q)), hat_mirrored(v, q)),
            conjugated(conj(conj(v_hat(q)))),
        ]
        turned = ring(eq(back(q), conj(whole(q))), *mirrors, conjugated(conj(whole(q))))
        return combine(
            eq(whole(q) + back(q), 2 * call("re", whole(q))), (1, turned), (1, real_part(whole(q)))
        )

    pair = fn(lambda q: whole(q) + back(q))
    double = fn(lambda q: 2 * call("re", whole(q)))
    real = fn(lambda q: call("re", whole(q)))
    return combine(
        eq(p * inner(u, v), whole(ZERO) + 2 * sum_of(real, 1, half)),
        (p, known),
        (sum_of(whole, 0, TOP), p_unit()),
        (1, put(first_apart(), f=whole)),
        (1, folded_odd(whole)),
        (1, added(whole, back, 1, half, some())),
        (1, summand_equal(pair, double, 1, half, entry)),
        (1, scaled(num(2), real, 1, half, some())),
    )


@cache
def _half_inner_plain() -> Theorem:
    return concrete(_half_inner(), VECTORS[0], VECTORS[1], VECTORS[2])


def half_inner(f: Term, g: Term) -> Theorem:
    """p <f, g> = f^(0) conj(g^(0)) + 2 sum_1^half Re(f^ conj(g^))."""
    known = filled(_half_inner_plain(), {VECTORS[0]: f, VECTORS[1]: g})
    goal = eq(
        p * inner(f, g),
        pairing(f, g, ZERO) + 2 * total(1, half, lambda q: call("re", pairing(f, g, q))),
    )
    return combine(goal, (1, known))


def slope_in(slot: int) -> Theorem:
    """U with n for u is 2 l/p^2 <u, n>."""
    one, n = POINT[slot], DIRECTION[slot]
    vectors = [n if i == slot else f for i, f in enumerate(POINT)]
    pair = (one, n) if slot == 2 else (n, one)
    reals = fn(lambda q: call("re", pairing(*pair, q)))

    def entry(q, q_low, q_high):
        known = parts(at(BALANCED, q, q_low, q_high))[slot]
        hat = conj(transform(n, q)) if slot == 2 else transform(n, q)
        z, t = pairing(*pair, q), T(vectors, q)
        whole = combine(eq(t, LEVEL * z), (hat, known))
        spread = combine(
            eq(ONE * t, LEVEL * call("re", z) + I * (LEVEL * call("im", z))),
            (1, whole),
            (LEVEL, fact("parts", z=z)),
        )
        own = real_is(t, LEVEL * call("re", z), LEVEL * call("im", z), ONE, spread)
        return combine(eq(call("re", t), LEVEL * call("re", z)), (1, own))

    summands = fn(lambda q: call("re", T(vectors, q)))
    same = summand_equal(summands, fn(lambda q: LEVEL * reals(q)), 1, half, entry)
    cube = 4 * inv(p) ** 3
    start = combine(eq(pairing(*pair, ZERO), 0), *_no_start(slot, pair))
    known = half_inner(*pair)
    return combine(
        eq(utility_of(*vectors), num(1, 2) * cube * LEVEL * p * inner(*pair)),
        (1, in_half(vectors)),
        (cube, same),
        (cube, scaled(LEVEL, reals, 1, half, some())),
        (num(1, 2) * cube * LEVEL, known),
        (num(1, 2) * cube * LEVEL, start),
    )


def _no_start(slot: int, pair: tuple) -> list:
    """u^(0) = 0, so the product with it."""
    nothing = EMPTY[slot]
    if slot == 2:
        return [(conj(transform(pair[1], ZERO)), nothing)]
    z = transform(pair[1], ZERO)
    mirror = combine(
        eq(conj(z), 0), (1, equal_inside(conj(z), nothing)), (1, fact("conj-real", x=ZERO))
    )
    return [(transform(pair[0], ZERO), mirror)]


@cache
def critical_if_balanced() -> Theorem:
    """The point is critical."""
    none = combine(
        eq(parts_of(1), 0),
        *((1, slope_in(slot)) for slot in range(3)),
        (2 * inv(p) ** 3 * LEVEL * p, ORTHOGONAL),
    )
    still = discharge(ORTHOGONAL.conclusion, slope_is(slope_at_start(), none))
    return written(critical(POINT), generalised(still, DIRECTION))
