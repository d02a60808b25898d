"""The utility is linear in each of u, v and w; so along a great circle it is a cubic in cos and
sin, whose first and second derivatives at 0 are known.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from theory.modular.kernel_proofs.maxima.single import concrete
from theory.modular.kernel_proofs.script import cos, fn, sin
from theory.modular.kernel_proofs.training.utility import TOP, initial_utility, some_frequencies
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import p, transform, u, utility_of, v, w, wave
from theory.modular.letters.hessian import AT, HIGH, LOW, mixed, on_circle, second_slope
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, conjoin, reflexive, witness
from theory.proof.sums.finite import added, scaled, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    filled,
    fresh,
    lam,
    obtain,
    one_slope,
    parts,
    ring,
    slope_of_same,
    with_slope,
    written,
)
from theory.proof.tactics.angles import sin_zero
from theory.proof.terms import INT, Term, add, eq, le, lt, opened, var

VECTORS = tuple(var(f"{name}'", u.sort) for name in ("one", "other", "f", "g", "h"))
SCALES = (var("alpha'"), var("beta'"))


def _mixed_transform(f: Term, g: Term, c: Term, s: Term, q: Term) -> Theorem:
    """(c f + s g)^(q) = c f^(q) + s g^(q)."""
    one, other = fn(lambda a: f(a) * wave(-(q * a))), fn(lambda a: g(a) * wave(-(q * a)))
    whole = mixed(f, g, c, s)
    same = summand_equal(
        fn(lambda a: whole(a) * wave(-(q * a))),
        fn(lambda a: c * one(a) + s * other(a)),
        0,
        TOP,
        lambda a, *_: ring(eq(whole(a) * wave(-(q * a)), c * one(a) + s * other(a))),
    )
    return combine(
        eq(transform(whole, q), c * transform(f, q) + s * transform(g, q)),
        (1, same),
        (1, added(fn(lambda a: c * one(a)), fn(lambda a: s * other(a)), 0, TOP, full())),
        (1, scaled(c, one, 0, TOP, full())),
        (1, scaled(s, other, 0, TOP, full())),
    )


@cache
def mixed_transform() -> Theorem:
    """The same, with letters."""
    return _mixed_transform(VECTORS[0], VECTORS[1], *SCALES, var("q'", INT))


def of_mixed(f: Term, g: Term, c: Term, s: Term, q: Term) -> Theorem:
    """(c f + s g)^(q) = c f^(q) + s g^(q)."""
    table = dict(zip((*VECTORS[:2], *SCALES, var("q'", INT)), (f, g, c, s, q)))
    return filled(mixed_transform(), table)


@cache
def linear_slot(slot: int) -> Theorem:
    """U(c f + s g, ., .) = c U(f, ., .) + s U(g, ., .), in this place."""
    one, other, *rest = VECTORS
    c, s = SCALES
    whole = mixed(one, other, c, s)

    def placed(f):
        return [f if place == slot else rest[place] for place in range(3)]

    three = [concrete(initial_utility(), *placed(f)) for f in (whole, one, other)]
    sums = [known.conclusion.args[1].args[-1] for known in three]
    bodies = [fn(lambda q, e=each: opened(e, (q,))) for each in sums]

    def entry(q, *_):
        known = of_mixed(one, other, c, s, q)
        rewrites = [known]
        if slot == 2:
            inside = equal_inside(conj(transform(whole, q)), known)
            apart = conjugated(inside.conclusion.args[1])
            rewrites = [
                combine(
                    eq(conj(transform(whole, q)), apart.conclusion.args[1]), (1, inside), (1, apart)
                )
            ]
        return ring(eq(bodies[0](q), c * bodies[1](q) + s * bodies[2](q)), *rewrites)

    (ordered,) = some_frequencies()
    same = summand_equal(
        bodies[0], fn(lambda q: c * bodies[1](q) + s * bodies[2](q)), 1, TOP, entry
    )
    factor = 2 * inv(p) ** 3
    return combine(
        eq(
            utility_of(*placed(whole)),
            c * utility_of(*placed(one)) + s * utility_of(*placed(other)),
        ),
        (1, three[0]),
        (c, three[1]),
        (s, three[2]),
        (factor, same),
        (
            factor,
            added(fn(lambda q: c * bodies[1](q)), fn(lambda q: s * bodies[2](q)), 1, TOP, ordered),
        ),
        (factor * 1, scaled(c, bodies[1], 1, TOP, ordered)),
        (factor * 1, scaled(s, bodies[2], 1, TOP, ordered)),
    )


def linear(slot: int, f: Term, g: Term, c: Term, s: Term, others: list[Term]) -> Theorem:
    """U(c f + s g, ., .) = c U(f, ., .) + s U(g, ., .), in this place; the others in order."""
    rest = [*others]
    rest.insert(slot, f)  # what stands there does not matter
    return filled(linear_slot(slot), dict(zip((*VECTORS, *SCALES), (f, g, *rest, c, s))))


# --- along a great circle -------------------------------------------------------------------------

DIRECTION = VECTORS[2:]  # n
POINT = (u, v, w)  # theta


def parts_of(degree: int, point=POINT, direction=DIRECTION) -> Term:
    """The sum of U over all ways to put so many parts of n for those of theta."""
    found = []
    for chosen in combinations(range(3), degree):
        vectors = [direction[i] if i in chosen else point[i] for i in range(3)]
        found.append(utility_of(*vectors))
    return add(*found)


@cache
def cubic() -> Theorem:
    """U(c theta + s n) = c^3 U(theta) + c^2 s (...) + c s^2 (...) + s^3 U(n)."""
    c, s = SCALES

    def expanded(done: tuple[Term, ...]) -> Theorem:
        """U with these parts plain, the others mixed, in terms of U with plain parts."""
        slot = len(done)
        later = [mixed(f, n, c, s) for f, n in zip(POINT[slot:], DIRECTION[slot:])]
        if not later:
            return reflexive(utility_of(*done))
        f, n = POINT[slot], DIRECTION[slot]
        split = linear(slot, f, n, c, s, [*done, *later[1:]])
        two = [expanded((*done, one)) for one in (f, n)]
        value = c * two[0].conclusion.args[1] + s * two[1].conclusion.args[1]
        goal = eq(utility_of(*done, *later), value)
        return combine(goal, (1, split), (c, two[0]), (s, two[1]))

    value = (
        c**3 * parts_of(0) + c**2 * s * parts_of(1) + c * s**2 * parts_of(2) + s**3 * parts_of(3)
    )
    whole = expanded(())
    return combine(eq(whole.conclusion.args[0], value), (1, whole))


def along(r: Term) -> Term:
    """The cubic in cos(r) and sin(r)."""
    return add(
        *(
            cos(r) ** (3 - n) * sin(r) ** n * parts_of(n) if n < 3 else sin(r) ** 3 * parts_of(3)
            for n in range(4)
        )
    )


@cache
def on_circle_is() -> Theorem:
    """for all r in [-1, 1]: U(cos(r) theta + sin(r) n) = the cubic."""
    r = fresh()
    known = filled(cubic(), {SCALES[0]: cos(r), SCALES[1]: sin(r)})
    same = combine(eq(utility_of(*on_circle(POINT, DIRECTION, r)), along(r)), (1, known))
    return everywhere(r, same, le(LOW, r), le(r, HIGH))


def first_value(r: Term) -> Term:
    """The derivative of the cubic."""
    c, s = cos(r), sin(r)
    b0, b1, b2, b3 = map(parts_of, range(4))
    return (
        -3 * c**2 * s * b0
        + (c**3 - 2 * c * s**2) * b1
        + (2 * c**2 * s - s**3) * b2
        + 3 * s**2 * c * b3
    )


def first_slope(r: Term, inside: tuple[Theorem, Theorem]) -> Theorem:
    """The derivative of U along the circle at r, from -1 <= r and r <= 1."""
    plain = with_slope(derivative(along, LOW, HIGH, r), first_value(r))
    utility = lam(lambda s: utility_of(*on_circle(POINT, DIRECTION, s)))
    return slope_of_same(utility, on_circle_is(), plain, *inside)


WITHIN = (bound(le(LOW, AT)), bound(le(AT, HIGH)))


@cache
def slope_at_start() -> Theorem:
    """The derivative at 0 is what is linear in n."""
    flat = [fact("cos-zero"), sin_zero()]
    return with_slope(first_slope(AT, WITHIN), parts_of(1), *flat)


@cache
def second_slope_is() -> Theorem:
    """The second derivative at 0 is 2 (what is quadratic in n) - 3 U(theta)."""
    value = 2 * parts_of(2) - 3 * parts_of(0)
    statement = second_slope(POINT, DIRECTION, value)
    slope = lam(first_value)
    body = opened(statement, (slope,))
    r = fresh()
    inside = (assume(le(LOW, r)), assume(le(r, HIGH)))
    first = everywhere(r, first_slope(r, inside), *(one.conclusion for one in inside))
    flat = [fact("cos-zero"), sin_zero()]
    second = with_slope(derivative(slope, LOW, HIGH, AT), value, *flat)
    return witness(statement, slope, conjoin(*map(written, body.args, (first, second))))


@cache
def only_second_slope() -> Theorem:
    """c = 2 (what is quadratic in n) - 3 U(theta), from: c is the second derivative at 0."""
    c = var("c'")
    claimed = assume(second_slope(POINT, DIRECTION, c))

    def use(slope, known):
        first, second = parts(known)
        r = fresh()
        inside = (assume(le(LOW, r)), assume(le(r, HIGH)))
        place = bound(lt(LOW, HIGH)), *inside
        same = one_slope(at(first, r, *inside), first_slope(r, inside), *place)
        equal = everywhere(r, same, *(one.conclusion for one in inside))
        value = 2 * parts_of(2) - 3 * parts_of(0)
        own = with_slope(
            derivative(lam(first_value), LOW, HIGH, AT), value, fact("cos-zero"), sin_zero()
        )
        return one_slope(second, slope_of_same(slope, equal, own))

    return obtain(claimed, use)
