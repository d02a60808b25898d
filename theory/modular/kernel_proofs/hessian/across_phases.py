"""A critical point with one frequency: across its phases the utility bends down by 3 U or more,
along the frequency 0 by 3 U.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.hessian.critical import (
    ABOVE,
    CRITICAL,
    ORTHOGONAL,
    UNIT,
    U,
    cosine_sum,
    sine_sum,
)
from theory.modular.kernel_proofs.hessian.expansion import (
    DIRECTION,
    POINT,
    linear,
    only_second_slope,
    parts_of,
    second_slope_is,
)
from theory.modular.kernel_proofs.hessian.extremes import generalised, same_largest, within_half
from theory.modular.kernel_proofs.hessian.one_frequency import ACROSS, ALONE, AT_M, bends_down
from theory.modular.kernel_proofs.maxima.local_maxima import shown_of
from theory.modular.kernel_proofs.maxima.maximum import at_frequency, odd_p
from theory.modular.kernel_proofs.maxima.single import M, elsewhere, frequency_bounds, wave_vector
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import TOP, without_waves
from theory.modular.kernel_proofs.transforms.waves import above_zero, full
from theory.modular.letters import entries, p, u, utility_of, v, w
from theory.modular.letters.hessian import (
    U_single,
    across,
    hess_single,
    inner,
    largest_second_slope,
    orthogonal,
    turned,
)
from theory.modular.letters.maxima import xi
from theory.modular.letters.utility import unit
from theory.proof.lemmas import inv, sqrt
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, order
from theory.proof.sums.finite import constant_sum, scaled
from theory.proof.tactics import (
    at,
    bound,
    combine,
    differs,
    everywhere,
    fact,
    filled,
    fresh,
    given,
    inverse,
    parts,
    positive,
    substitute,
    total,
    weaker,
    written,
)
from theory.proof.tactics.linear import signed_order
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    both,
    eq,
    le,
    lt,
    negation,
    num,
    substituted,
    var,
)

LEVEL = inv(sqrt(p))
NOTHING = fn(lambda a: ZERO)
FLAT = (fn(lambda a: LEVEL), NOTHING, NOTHING)  # the frequency 0 of u


def no_entries(f: Term, slot: int) -> Theorem:
    """The entries of u add up to 0, since it has the frequency m alone."""
    low, high = frequency_bounds()
    above = bound(lt(0, M), (), [[low]])
    below = bound(lt(0, p - M), (), [[high]])
    zero = at(
        ALONE[slot],
        ZERO,
        bound(le(0, 0)),
        bound(le(0, TOP), (), [[low], [high]]),
        differs(above, negation(eq(ZERO, M))),
        differs(below, negation(eq(ZERO, p - M))),
    )
    return combine(eq(entries(f), 0), (1, without_waves(f)), (1, zero))


def no_wave_entries(alpha: Term, beta: Term) -> Theorem:
    """The entries of a wave of the frequency m add up to 0."""
    low, high = frequency_bounds()
    inside = [bound(le(0, 0)), bound(le(0, TOP), (), [[low], [high]])]
    apart = differs(bound(lt(0, M), (), [[low]]), negation(eq(M, ZERO)))
    far = differs(bound(lt(0, p - M), (), [[high]]), negation(eq(p - M, ZERO)))
    waves, q = wave_vector(alpha, beta), fresh(INT)
    premises = [le(0, q), le(q, TOP), negation(eq(M, q)), negation(eq(p - M, q))]
    first, last, other, mirror = map(assume, premises)
    nothing = elsewhere(alpha, beta, q, [first, last], other, mirror)
    nothing = at(everywhere(q, nothing, *premises), ZERO, *inside, apart, far)
    return combine(
        eq(total(0, TOP, lambda a: waves(a)), 0), (1, nothing), (1, without_waves(waves))
    )


def inner_level(f: Term) -> Theorem:
    """<c, f> = c (sum of f)."""
    return combine(
        eq(inner(FLAT[0], f), LEVEL * entries(f)), (1, scaled(LEVEL, fn(f), 0, TOP, full()))
    )


def inner_nothing(f: Term) -> Theorem:
    """<0, f> = 0."""
    return combine(eq(inner(NOTHING, f), 0), (1, scaled(ZERO, fn(f), 0, TOP, full())))


def no_utility(vectors: list[Term]) -> Theorem:
    """U = 0 where one of the vectors is 0."""
    slot = vectors.index(NOTHING)
    rest = [f for i, f in enumerate(vectors) if i != slot]
    return combine(eq(utility_of(*vectors), 0), (1, linear(slot, u, u, ZERO, ZERO, rest)))


@cache
def flat_direction() -> Theorem:
    """The frequency 0 of u is a unit vector, orthogonal to theta and to the turning phases."""
    square = fact("sqrt-square", weaker(above_zero()), x=p)
    own = inverse(sqrt(p), [positive(sqrt(p), [above_zero()])])
    level = combine(eq(p * LEVEL**2, 1), (LEVEL**2, square), (sqrt(p) * LEVEL + 1, own))
    sphere = combine(
        unit(*FLAT),
        (1, constant_sum(LEVEL**2, 0, TOP, full())),
        *([(2, inner_nothing(NOTHING))]),
        (1, level),
    )
    right = combine(
        orthogonal(POINT, FLAT),
        (1, inner_level(u)),
        (1, inner_nothing(v)),
        (1, inner_nothing(w)),
        (LEVEL, no_entries(u, 0)),
    )
    turned_ = [substituted(turned(f), AT_M) for f in POINT]
    waves = no_wave_entries(2 * inv(p) * sine_sum(u), 2 * inv(p) * cosine_sum(u))
    first, second = substituted(across(FLAT), AT_M).args
    silent_ = inner_nothing(turned_[2])
    sides = [
        combine(first, (1, inner_level(turned_[0])), (LEVEL, waves), (1, silent_)),
        combine(second, (1, inner_nothing(turned_[1])), (1, silent_)),
    ]
    return conjoin(sphere, right, conjoin(*sides))


@cache
def flat_slope() -> Theorem:
    """The second derivative along it is -3 U: nothing of U is quadratic in u."""
    table = dict(zip(DIRECTION, FLAT))
    whole = filled(second_slope_is(), table)
    value = substituted(2 * parts_of(2) - 3 * parts_of(0), table)
    rows = ([FLAT[0], NOTHING, w], [FLAT[0], v, NOTHING], [u, NOTHING, NOTHING])
    none = combine(eq(value, num(-3) * U), *((2, no_utility(one)) for one in rows))
    return substitute(whole, none)


@cache
def largest() -> Theorem:
    """-3 U is the largest second derivative across the phases."""
    c = var("c'")
    known = only_second_slope()
    slope = next(one for one in known.hypotheses if one.op == "exists")
    less = signed_order(le(c, num(-3) * U), ((ONE, known),), (num(2), (bends_down(),), ONE))
    direction = both(
        unit(*DIRECTION), ORTHOGONAL.conclusion, both(*(one.conclusion for one in ACROSS))
    )
    held = parts(assume(direction))
    for one in (ORTHOGONAL, *ACROSS):
        less = discharge(one.conclusion, less)
    less = given(less, *reversed(held[1:]))
    below = discharge(direction, discharge(slope, less))
    statement = substituted(largest_second_slope(num(-3) * U, lambda n: (across(n),)), AT_M)
    every, some = statement.args
    attained = shown_of(some, [*FLAT], conjoin(flat_direction(), flat_slope()))
    return conjoin(written(every, generalised(below, (*DIRECTION, c))), attained)


@proof("modular.single-frequency-hessian")
def single_frequency_hessian() -> Theorem:
    """Both numbers are the largest second derivative: hess and -3 U."""
    sphere, low, below, *alone, still = defined("modular.single-point")
    (value,) = defined("modular.single-utility")
    known = assume(DEFINITIONS["modular.single-hessian"].statement)
    above = order(lt(0, U), ((ONE, value),), ((ONE, (assume(lt(0, U_single)),), ONE),))
    theorem = largest()
    for one in (UNIT, CRITICAL, ABOVE, *ALONE):
        theorem = discharge(one.conclusion, theorem)
    whole = at_frequency(theorem, xi, low, within_half(xi, below))
    for one in reversed((sphere, still, above, *alone)):
        whole = given(whole, one)
    same = same_largest(known, whole)
    return odd_p(combine(eq(hess_single, num(-3) * U_single), (1, same), (3, value)))
