"""A neuron that follows theta' = rho grad U: rho times the six numbers C, S of its frequency k obey
the three-wave equations without rho, as grad U is quadratic; and frequency 0 rests.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.flow import one_course
from theory.modular.kernel_proofs.flow.three_wave import cosine_sum, hat_parts, sine_sum
from theory.modular.kernel_proofs.flow.wave_momentum import J, R, real_velocities
from theory.modular.kernel_proofs.flow.wave_norm import mean_rests
from theory.modular.kernel_proofs.script import cos, fn, sin
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import k, p, turn, x_hat
from theory.modular.letters.first import GRADIENT, followed
from theory.modular.letters.flow import COURSES, GRADIENTS, X, end, hat, t
from theory.proof.lemmas import constant, inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, instantiate, reflexive
from theory.proof.sums.finite import scaled, slope_of_sum, sum_of
from theory.proof.tactics import (
    at,
    combine,
    derivative,
    discharged,
    everywhere,
    fact,
    filled,
    given,
    lam,
    ring,
    slope_is,
    with_slope,
)
from theory.proof.terms import INT, REAL, ZERO, Term, call, eq, le, num, substituted, var

rho = var("rho_wave")
FLOW = followed(rho)
STRENGTH = 2 * inv(p) ** 2 * call("abs", x_hat(k)) ** 2
INSIDE = le(0, t), le(t, end)
ABSTRACT = {one_course.c: STRENGTH, one_course.R: R, one_course.J: J}
FREQUENCY = DEFINITIONS["modular.wave-frequency"].statement


def six(s: Term) -> list[Term]:
    """C and S of u, v, w at k and the time s."""
    return [part(course, s) for course in COURSES for part in (cosine_sum, sine_sum)]


@cache
def plain_slope(place: int) -> Theorem:
    """The slope at t of one of the six: rho sum_a G(a, t) cos, or sin."""
    number, function = place // 2, (cos, sin)[place % 2]
    course, gradient = COURSES[number], GRADIENTS[number]
    low, high = map(assume, INSIDE)

    def proof_at(a, a_low, a_high):
        own = at(assume(FLOW[number]), a, t, a_low, a_high, low, high)
        body = lam(lambda s: course(a, s) * function(turn(k * a)))
        grown = derivative(body, num(0), end, t, [own])
        return with_slope(grown, rho * (gradient(a, t) * function(turn(k * a))))

    plain = fn(lambda a: gradient(a, t) * function(turn(k * a)))
    found = slope_of_sum(
        lam(lambda a, s: course(a, s) * function(turn(k * a)), INT, REAL),
        fn(lambda a: rho * plain(a)),
        0,
        TOP,
        (num(0), end, t),
        full(),
        (low, high),
        proof_at,
    )
    return with_slope(found, rho * sum_of(plain, 0, TOP), scaled(rho, plain, 0, TOP, full()))


@cache
def wave_slope(place: int) -> Theorem:
    """rho times one of the six has the slope that the three-wave equations say, on [0, end]."""
    now = [rho * one for one in six(t)]
    body = lam(lambda s: rho * six(s)[place])
    own = derivative(body, num(0), end, t, [plain_slope(place)])
    value = substituted(one_course.rate_of(place, now), ABSTRACT)
    slope = with_slope(own, value, real_velocities(place // 2)[place % 2])
    return everywhere(t, slope, *INSIDE)


PREMISES = (*GRADIENT, *FLOW, FREQUENCY)


@cache
def wave_slopes() -> tuple[Theorem, ...]:
    """All six, with what they ask for as premises: the gradients, the flow, the frequency."""
    found = []
    for place in range(6):
        theorem = wave_slope(place)
        theorem = discharged(theorem, *PREMISES)
        found.append(theorem)
    return tuple(found)


def slopes_of(
    table: dict, rate: Term, last: Term, m: Term, known: list[Theorem], inside: tuple
) -> list[Theorem]:
    """The six slopes of the neuron with these courses and gradients, on [0, last], at m.

    ``known``: its three gradients and its three flows; ``inside``: 1 <= m and m <= p - 1.
    """
    size = call("abs", x_hat(m))
    values = {**table, rho: rate, end: last, k: m, X: size}
    frequency = conjoin(*inside, reflexive(size))
    return [given(filled(one, values), *known, frequency) for one in wave_slopes()]


@cache
def power_parts(number: int) -> Theorem:
    """|f^|^2 = C^2 + S^2 at k and the time t."""
    course = COURSES[number]
    whole, back = hat_parts(course, t)
    goal = eq(
        call("abs", hat(course, t)) ** 2, cosine_sum(course, t) ** 2 + sine_sum(course, t) ** 2
    )
    return ring(goal, fact("abs-square", z=hat(course, t)), back, whole, fact("i"))


@cache
def mean_stays(number: int) -> Theorem:
    """|f^(0)|^2, as C^2 + S^2, is the same at 0 and at the end, where 0 <= end."""

    def part(place, s):
        return substituted(six(s)[2 * number + place], {k: ZERO})

    body = lam(lambda s: part(0, s) ** 2 + part(1, s) ** 2)
    slopes = [instantiate(plain_slope(2 * number + place), k, ZERO) for place in (0, 1)]
    own = derivative(body, num(0), end, t, slopes)
    flat = mean_rests(number)
    told = combine(eq(own.conclusion.args[3], 0), (rho, flat))
    still = everywhere(t, slope_is(own, told), *INSIDE)
    found = constant(
        body, ZERO, end, assume(le(0, end)), lambda s, low, high: at(still, s, low, high)
    )
    for one in (le(0, end), FLOW[number], GRADIENT[number]):
        found = discharge(one, found)
    return found
