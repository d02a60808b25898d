"""A critical point with two or more frequencies: weight moved from one to another gains 3 U, and
nothing gains more.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.hessian.critical import (
    ABOVE,
    CRITICAL,
    ORTHOGONAL,
    UNIT,
    U,
    inner_mixed,
)
from theory.modular.kernel_proofs.hessian.expansion import (
    DIRECTION,
    POINT,
    only_second_slope,
    parts_of,
    second_slope_is,
)
from theory.modular.kernel_proofs.hessian.extremes import generalised, same_largest, within_half
from theory.modular.kernel_proofs.hessian.mixture_bound import (
    SIZE,
    SPHERE,
    most,
    same_sizes,
    square,
)
from theory.modular.kernel_proofs.hessian.moved_weight import (
    BACK,
    FARTHER,
    MOVED,
    NORM,
    OTHER,
    PART,
    PRESENT,
    SCALE,
    SHARE,
    WEIGHT,
    inner_part,
    part_squared,
    quadratic,
)
from theory.modular.kernel_proofs.maxima.local_maxima import shown_of
from theory.modular.kernel_proofs.maxima.maximum import at_frequency, odd_p
from theory.modular.kernel_proofs.maxima.single import INSIDE, M, concrete
from theory.modular.kernel_proofs.maxima.upper_bound import size
from theory.modular.kernel_proofs.script import I, defined, fn, proof
from theory.modular.kernel_proofs.transforms.conjugates import size_squared
from theory.modular.kernel_proofs.transforms.halves import half_norm, some
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.kernel_proofs.transforms.waves import unit as p_unit
from theory.modular.letters import p, transform
from theory.modular.letters.hessian import U_mix, hess_mix, inner, largest_second_slope, orthogonal
from theory.modular.letters.utility import half, unit
from theory.proof.lemmas import inv, trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    discharge,
    instantiate,
    order,
)
from theory.proof.sums.finite import added, scaled, sum_of
from theory.proof.sums.single_terms import marked, only_inside, term_below_sum
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    differs,
    fact,
    filled,
    given,
    inverse,
    obtain,
    parts,
    positive,
    substitute,
    weaker,
    written,
)
from theory.proof.tactics.linear import signed_order
from theory.proof.terms import (
    ONE,
    ZERO,
    Term,
    both,
    call,
    eq,
    le,
    lt,
    negation,
    num,
    substituted,
    var,
)


def energy(q: Term) -> Term:
    """|u^|^2 + |v^|^2 + |w^|^2 at this frequency."""
    one, two, three = (square(f, q) for f in POINT)
    return one + two + three


def energy_low(q: Term) -> Theorem:
    """0 <= energy."""
    return bound(le(0, energy(q)), (), (), [size(transform(f, q)) for f in POINT])


def no_transform(z: Term, none: Theorem) -> Theorem:
    """z = 0, from |z|^2 <= 0: both parts have the square 0."""
    real, imaginary = call("re", z), call("im", z)
    whole = size_squared(z)
    zeros = []
    for one, other in ((real, imaginary), (imaginary, real)):
        least = signed_order(le(one**2, 0), ((ONE, whole),), (ONE, (none,), ONE), (ONE, (), other))
        zeros.append(zero_square(one, least))
    return combine(eq(z, 0), (1, fact("parts", z=z)), (1, zeros[0]), (I, zeros[1]))


def zero_square(a: Term, least: Theorem) -> Theorem:
    """a = 0, from a^2 <= 0."""
    goal = eq(a, 0)

    def wrong(known):
        return contradiction(
            order(lt(ZERO, ZERO), (), ((ONE, (known, known), ONE), (ONE, (least,), ONE))), goal
        )

    return by_cases(trichotomy(a, ZERO), wrong, lambda same: same, wrong)


@cache
def some_energy() -> Theorem:
    """0 < energy at m, if m is present."""
    goal = lt(0, energy(M))

    def none(flat):
        """Each of the three is at most the whole, which is 0."""
        each = []
        for f in POINT:
            others = [(ONE, (), size(transform(g, M))) for g in POINT if g is not f]
            less = signed_order(le(square(f), 0), ((ONE, flat),), *others)
            each.append(no_transform(transform(f, M), less))
        return absurd(given(PRESENT[0], conjoin(*each)), goal)

    def negative(less):
        false = order(lt(ZERO, ZERO), (), ((ONE, (less,), ONE), (ONE, (energy_low(M),), ONE)))
        return contradiction(false, goal)

    return by_cases(trichotomy(ZERO, energy(M)), lambda yes: yes, none, negative)


@cache
def size_above() -> Theorem:
    """0 < |w^|^2 at m."""
    first, second, _ = same_sizes()
    return signed_order(
        lt(0, SIZE),
        ((num(1, 3), first), (num(1, 3), second)),
        (num(1, 3), (some_energy(),), ONE),
    )


@cache
def share_below() -> Theorem:
    """The share of m is less than 1: r has some of the norm too."""
    first = bound(le(1, OTHER), (), [[INSIDE[0]], [FARTHER[0]]])
    there_ = discharge(PRESENT[0].conclusion, some_energy())
    other = given(at_frequency(there_, OTHER, first, FARTHER[1]), PRESENT[1])
    whole = fn(energy)
    own = marked(whole, M)
    apart = differs(FARTHER[0], negation(eq(OTHER, M)))
    rest = fn(lambda q: whole(q) + num(-1) * own(q))

    def chosen(q, known, holds):
        name = "ite-true" if holds else "ite-false"
        return fact(name, known, P=eq(q, M), z=energy(q), w=ZERO)

    def left(q, *_):
        goal = le(0, rest(q))
        return by_cases(
            eq(q, M),
            lambda same: bound(goal, [chosen(q, same, True)]),
            lambda no: bound(goal, [chosen(q, no, False)], [[energy_low(q)]]),
        )

    less = term_below_sum(rest, OTHER, 1, half, first, FARTHER[1], left)
    picked = only_inside(own, M, 1, half, *INSIDE, lambda q, _, __, no: chosen(q, no, False))
    sums = [
        added(whole, fn(lambda q: num(-1) * own(q)), 1, half, some()),
        scaled(num(-1), own, 1, half, some()),
        picked,
        chosen(M, combine(eq(M, M)), True),
    ]
    split = combine(
        eq(sum_of(rest, 1, half), sum_of(whole, 1, half) - energy(M)), *((1, one) for one in sums)
    )
    norm = concrete(half_norm(), *POINT)
    one, two, _ = same_sizes()
    apart_ = chosen(OTHER, apart, False)
    over = signed_order(
        lt(6 * SIZE, p),
        (
            (ONE, norm),
            (p, UNIT),
            (num(2), split),
            (num(2), one),
            (num(2), two),
            (num(2), apart_),
        ),
        (ONE, (energy_low(ZERO),), ONE),
        (num(2), (less,), ONE),
        (num(2), (other,), ONE),
    )
    down = positive(inv(p), [above_zero()])
    return signed_order(lt(SHARE, 1), ((ONE, p_unit()),), (ONE, (down, over), ONE))


@cache
def scale_is() -> Theorem:
    """c^2 share (1 - share) = 1."""
    down = positive(inv(p), [above_zero()])
    high = order(lt(0, SHARE), (), ((num(6), (down, size_above()), ONE),))
    rest = bound(lt(0, 1 - SHARE), (), [[share_below()]])
    inside = SHARE * (1 - SHARE)
    above = order(lt(0, inside), (), ((ONE, (high, rest), ONE),))
    squared = fact("sqrt-square", weaker(above), x=inside)
    own = inverse(NORM, [positive(NORM, [above])])
    return combine(eq(SCALE**2 * inside, 1), (SCALE**2, squared), (SCALE * NORM + 1, own))


@cache
def moved_direction() -> Theorem:
    """The moved weight is a unit vector, orthogonal to theta."""
    c, s = SCALE, BACK
    squared, mixed_ = [], []
    for f, n in zip(POINT, MOVED):
        part = PART[f]
        first, second = (inner_mixed(g, part, f, c, s) for g in (part, f))  # <part, n>, <f, n>
        squared.append(
            combine(
                eq(inner(n, n), (c**2 + 2 * c * s) * WEIGHT + s**2 * inner(f, f)),
                (1, inner_mixed(n, part, f, c, s)),
                (c, first),
                (s, second),
                (c**2, part_squared(f)),
                (2 * c * s, inner_part(f)),
            )
        )
        mixed_.append(
            combine(eq(inner(f, n), c * WEIGHT + s * inner(f, f)), (1, second), (c, inner_part(f)))
        )
    sphere = combine(unit(*MOVED), *((1, one) for one in squared), (s**2, UNIT), (1, scale_is()))
    right = combine(orthogonal(POINT, MOVED), *((1, one) for one in mixed_), (s, UNIT))
    return conjoin(sphere, right)


@cache
def moved_slope() -> Theorem:
    """The second derivative along it is 3 U."""
    table = dict(zip(DIRECTION, MOVED))
    whole = filled(second_slope_is(), table)
    value = substituted(2 * parts_of(2) - 3 * parts_of(0), table)
    gain = combine(eq(value, 3 * U), *((2, one) for one in quadratic()), (6 * U, scale_is()))
    return substitute(whole, gain)


@cache
def largest() -> Theorem:
    """3 U is the largest second derivative."""
    c = var("c'")
    known = only_second_slope()
    slope = next(one for one in known.hypotheses if one.op == "exists")
    less = signed_order(le(c, 3 * U), ((ONE, known),), (num(2), (most(),), ONE))
    direction = both(SPHERE.conclusion, ORTHOGONAL.conclusion)
    sphere, _ = parts(assume(direction))
    less = given(discharge(SPHERE.conclusion, less), sphere)
    below_ = discharge(direction, discharge(slope, less))
    every, some_ = largest_second_slope(3 * U, lambda n: ()).args
    attained = shown_of(some_, [*MOVED], conjoin(moved_direction(), moved_slope()))
    return conjoin(written(every, generalised(below_, (*DIRECTION, c))), attained)


@proof("modular.mixture-hessian")
def mixture_hessian() -> Theorem:
    """Both numbers are the largest second derivative: hess and 3 U."""
    point = assume(DEFINITIONS["modular.mixture-point"].statement)
    sphere, two, still = conjuncts(point)
    (value,) = defined("modular.mixture-utility")
    known = assume(DEFINITIONS["modular.mixture-hessian"].statement)
    above = order(lt(0, U), ((ONE, value),), ((ONE, (assume(lt(0, U_mix)),), ONE),))
    theorem = largest()
    for one in (UNIT, CRITICAL, ABOVE, *PRESENT, *FARTHER):
        theorem = discharge(one.conclusion, theorem)

    def use(q, found):
        def with_both(r, found):
            q_low, less, r_high, *present_ = conjuncts(found)
            last = within_half(r, r_high)
            q_high = bound(le(q, half), (), [[less], [last]])
            own = instantiate(theorem, OTHER, r)
            whole = at_frequency(own, q, q_low, q_high)
            for one in reversed((sphere, still, above, *present_, less, last)):
                whole = given(whole, one)
            return same_largest(known, whole)

        return obtain(found, with_both)

    same = obtain(two, use)
    return odd_p(combine(eq(hess_mix, 3 * U_mix), (1, same), (3, value)))
