"""The part of a dormant neuron at a frequency that is not learned grows by itself: d|part|^2/ds =
6 eta (4/p^3) Re T there, and 1/|part| falls at most at the rate 3 eta sqrt(2/(27 p^3)) |x^|^3.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.flow.three_wave import hat_parts
from theory.modular.kernel_proofs.maxima.maximum import bounded, printed
from theory.modular.kernel_proofs.maxima.upper_bound import (
    ROOT,
    low,
    mean_of_three,
    root_low,
    root_squared,
    size,
    summand_below,
)
from theory.modular.kernel_proofs.plateaus.listing import (
    frequency,
)
from theory.modular.kernel_proofs.race.next_jump import slope_now
from theory.modular.kernel_proofs.race.one_part import (
    NEXT,
    VECTORS,
    XI,
    along_part,
    at_vectors,
    ends,
    own_part,
    strength,
    sums_of,
)
from theory.modular.kernel_proofs.race.slow_growth import POSITIVE, WHEN, E, S, falls, root_facts
from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.transforms.waves import above_zero, unit
from theory.modular.letters import (
    k,
    p,
    transform,
    u_hat,
    v_hat,
    w_hat,
    x_hat,
)
from theory.modular.letters.flow import COURSES, GRADIENTS, at_time, vector
from theory.modular.letters.jump import eta, tau, tau_l
from theory.modular.letters.plateau import mag
from theory.modular.letters.race import part
from theory.proof.lemmas import inv, sqrt
from theory.proof.rules import Theorem, assume, instantiate
from theory.proof.rules import order as ordering
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.slopes import same_slope, sum_derivative
from theory.proof.tactics import (
    at,
    bound,
    combine,
    fact,
    fresh,
    lam,
    positive,
    ring,
    slope_is,
    total,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    INT,
    ONE,
    Term,
    add,
    eq,
    le,
    lt,
    num,
    substituted,
)


# --- along the course -----------------------------------------------------------------------------
def grown(s: Term) -> Term:
    """2/p (C^2 + S^2), added over u, v and w: the squared norm of the part."""
    one, two, three = (C**2 + Q**2 for C, Q in (sums_of(vector(course, s)) for course in COURSES))
    return 2 * inv(p) * (one + two + three)


def sizes_at(s: Term) -> list[Theorem]:
    """|f^(xi)|^2 = C^2 + S^2 at the time s, for u, v and w."""
    found = []
    for course in COURSES:
        own, back = (instantiate(one, k, XI) for one in hat_parts(course, s))
        hat = own.conclusion.args[0]
        C, Q = sums_of(vector(course, s))
        found.append(
            ring(eq(size(hat) ** 2, C**2 + Q**2), fact("abs-square", z=hat), back, own, fact("i"))
        )
    return found


def part_grown(s: Term) -> Theorem:
    """The definition's part is the same."""
    return combine(eq(part(XI, s), grown(s)), *((2 * inv(p), one) for one in sizes_at(s)))


@cache
def part_slope() -> Theorem:
    """d|part|^2/ds = 6 eta K."""
    flows = [defined(f"modular.jump-flow-{name}")[0] for name in "uvw"]
    found = sum_derivative(lam(grown), tau_l, tau, S, WHEN, flows, facts=WHEN)
    vectors = at_time(S)
    own = [own_part(one) for one in vectors]
    pulls = [
        total(0, TOP, lambda a, one=one, G_=G_: one(a) * G_(a, S))
        for one, G_ in zip(own, GRADIENTS)
    ]
    value = 2 * eta * (pulls[0] + pulls[1] + pulls[2])
    moved = same_slope(found, value)
    told = instantiate(along_part(), *(one for pair in zip(VECTORS, vectors) for one in pair))
    rows = [_row(number, own[number]) for number in range(3)]
    same = combine(
        eq(value, 6 * eta * strength(vectors)), *((2 * eta, one) for one in rows), (2 * eta, told)
    )
    return slope_is(moved, same)


def _row(number: int, own: Term) -> Theorem:
    """sum_a part(a) G(a) = sum_a part(a) slope(a)."""
    known, gradient = slope_now(number), GRADIENTS[number]
    a = fresh(INT, "a")
    shape = at(known, a, assume(le(0, a)), assume(le(a, TOP))).conclusion.args[1]

    def entry(b, first, last):
        told = at(known, b, first, last)
        value = told.conclusion.args[1]
        return combine(eq(own(b) * gradient(b, S), own(b) * value), (own(b), told))

    return summand_equal(
        fn(lambda b: own(b) * gradient(b, S)),
        fn(lambda b: own(b) * substituted(shape, {a: b})),
        0,
        TOP,
        entry,
    )


@cache
def part_low(s: Term) -> Theorem:
    """0 <= |part|^2."""
    roots = [one for course in COURSES for one in sums_of(vector(course, s))]
    down = positive(inv(p), [above_zero()])
    squares = bound(le(0, add(*(one**2 for one in roots))), (), (), roots)
    return bound(le(0, grown(s)), (), [[down, squares]])


@cache
def part_below() -> Theorem:
    """K <= sqrt(2/(27 p^3)) mag^3 r^3, r = sqrt(|part|^2 + e)."""
    _, root, square, _ = root_facts(grown(S), part_low(S))
    r, m = sqrt(grown(S) + E), mag(NEXT)
    hats = [transform(one, XI) for one in at_time(S)]
    sizes, lows = [size(one) for one in hats], [low(one) for one in hats]
    a, b, c = sizes
    whole = a**2 + b**2 + c**2
    is_part = combine(
        eq(p * grown(S), 2 * whole),
        *((2, one) for one in sizes_at(S)),
        (2 * whole_sums(), unit()),
    )
    most = ROOT * r
    most_low = bound(le(0, most), (), [[root_low(), root]])
    within = ordered(
        le(whole, 3 * most**2),
        [(3 * r**2, root_squared()), (num(1, 2) * p, square), (num(1, 2), is_part)],
        [half_positive(), POSITIVE],
    )
    mean = mean_of_three(sizes, lows, most, most_low, within)
    letters = [one for pair in zip((u_hat, v_hat, w_hat), at_vectors(at_time(S))) for one in pair]
    less = instantiate(summand_below(XI), *letters)
    *_, is_mag = frequency(NEXT, *ends())
    cube = combine(
        eq(size(x_hat(XI)) ** 3, m**3),
        (size(x_hat(XI)) ** 2 + size(x_hat(XI)) * m + m**2, is_mag),
    )
    m_low = low(x_hat(XI))
    mag_low = ordering(le(0, m), ((num(-1), is_mag),), ((ONE, (m_low,), ONE),))
    down = positive(inv(p), [above_zero()])
    third = inv(p) ** 3
    # K <= 4/p^3 m^3 a b c <= 4/(3 p^3) m^3 most whole <= 4 m^3 most^3/p^3
    first = ordering(
        le(strength(at_time(S)), 4 * third * m**3 * (a * b * c)),
        ((4 * third * (a * b * c), cube),),
        ((num(4), (down, down, down, less), ONE),),
    )
    second = ordering(
        le(4 * third * m**3 * (a * b * c), 4 * third * m**3 * most**3),
        (),
        (
            (num(4, 3), (down, down, down, mag_low, mag_low, mag_low, mean), ONE),
            (num(4, 3), (down, down, down, mag_low, mag_low, mag_low, most_low, within), ONE),
        ),
    )
    value = ring(
        eq(4 * third * m**3 * most**3, 2 * (num(1, 3) * m**3 * ROOT) * inv(p) ** 2 * r**3),
        root_squared(),
        unit(),
    )
    return ordering(
        le(strength(at_time(S)), printed(m) * r**3),
        ((num(1), value), (r**3, bounded(m))),
        ((ONE, (first,), ONE), (ONE, (second,), ONE)),
    )


def whole_sums() -> Term:
    """C^2 + S^2, added over u, v and w."""
    one, two, three = (C**2 + Q**2 for C, Q in (sums_of(vector(course, S)) for course in COURSES))
    return one + two + three


def half_positive() -> Theorem:
    """0 < p/2."""
    return bound(lt(0, num(1, 2) * p), (), [[above_zero()]])


@cache
def part_falls() -> Theorem:
    """1/r(tau_l) + rate tau_l <= 1/r(tau) + rate tau, for the part at xi."""
    return falls(
        grown,
        strength(at_time(S)),
        printed(mag(NEXT)),
        part_low(S),
        part_slope(),
        part_below(),
    )
