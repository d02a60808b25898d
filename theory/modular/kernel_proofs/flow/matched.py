"""Frequency m of neuron i of AGF from the scale alpha is alpha times that frequency by itself, for
as long as both exist: they start together and follow the same three-wave equations.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.flow import one_course, rated
from theory.modular.kernel_proofs.flow.three_wave import hat_parts
from theory.modular.kernel_proofs.script import I, cos, defined, fn, sin
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj
from theory.modular.kernel_proofs.transforms.halves import half_low, odd
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import k, turn
from theory.modular.letters.first import (
    H,
    at_scale,
    by_itself,
    largest_scale,
    scaled,
    starts,
    tau,
)
from theory.modular.letters.flow import COURSES, t
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge, reflexive
from theory.proof.scripts import whole_definition
from theory.proof.sums.finite import scaled as scaled_sum
from theory.proof.sums.finite import sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    conjuncts,
    equal_inside,
    everywhere,
    fact,
    filled,
    fresh,
    given,
    inverse,
    lam,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    eq,
    le,
    lt,
    num,
    substituted,
)

ALPHA, NEURON, FREQUENCY = fresh(name="alpha"), fresh(INT, "i"), fresh(INT, "m")
SCALE = (assume(lt(0, ALPHA)), assume(lt(ALPHA, largest_scale)))
OF_NEURON = (assume(le(1, NEURON)), assume(le(NEURON, H)))
OF_FREQUENCY = (assume(le(1, FREQUENCY)), assume(le(FREQUENCY, half)))
TAU = tau(ALPHA)


@cache
def to_jump() -> list[Theorem]:
    """0 < tau, the courses, the norms before, and the norm at tau, at the scale alpha."""
    _, every, _ = conjuncts(whole_definition("modular.first-jumps"))
    return conjuncts(at(every, ALPHA, *SCALE))


@cache
def neuron_facts() -> list[Theorem]:
    """Three gradients, three flows on [0, tau], three starts of neuron i at the scale alpha."""
    return conjuncts(at(to_jump()[1], NEURON, *OF_NEURON))


@cache
def alone_facts() -> list[Theorem]:
    """Three gradients and the start of frequency m of neuron i by itself."""
    (known,) = defined("modular.frequencies-alone")
    return conjuncts(at(known, NEURON, *OF_NEURON, FREQUENCY, *OF_FREQUENCY))


@cache
def below_p() -> tuple[Theorem, Theorem]:
    """1 <= m, m <= p - 1."""
    low, high = OF_FREQUENCY
    return low, bound(le(FREQUENCY, TOP), [odd()], [[high], [half_low()]])


# --- the start ------------------------------------------------------------------------------------
def start_table() -> dict[Term, Term]:
    """The weights of neuron i at unit scale, as courses that rest."""
    return {f: lam(lambda a, s, g=g: g(NEURON, a), INT, REAL) for f, g in zip(COURSES, starts)}


def six_of(table: dict, s: Term, m: Term = FREQUENCY) -> list[Term]:
    """C and S of u, v, w of these courses at m and the time s."""
    return [substituted(one, {**table, k: m}) for one in rated.six(s)]


@cache
def alone_start() -> list[Theorem]:
    """The six numbers of frequency m by itself are those of the weights of neuron i."""
    (whole,) = alone_facts()[3:]
    low, high = OF_FREQUENCY
    known = conjuncts(at(whole, FREQUENCY, bound(le(0, FREQUENCY), (), [[low]]), high))
    ones, others = six_of(by_itself(NEURON, FREQUENCY), ZERO), six_of(start_table(), ZERO)
    found = []
    for number, told in enumerate(known):
        chosen = told.conclusion.args[1]
        _, value, _ = chosen.args
        truth = fact(
            "ite-true",
            reflexive(FREQUENCY),
            P=eq(FREQUENCY, FREQUENCY),
            z=value,
            w=ZERO,
        )
        left = told.conclusion.args[0]
        same = combine(eq(left, value), (1, told), (1, truth))
        mirror = equal_inside(conj(left), same)
        sides = [
            [filled(one, {**table, k: FREQUENCY, t: ZERO}) for one in hat_parts(COURSES[number], t)]
            for table in (by_itself(NEURON, FREQUENCY), start_table())
        ]
        (one, one_back), (two, two_back) = sides
        C, S = ones[2 * number : 2 * number + 2]
        C_0, S_0 = others[2 * number : 2 * number + 2]
        plain = combine(eq(C - I * S, C_0 - I * S_0), (1, one), (1, same), (1, two))
        back = combine(eq(C + I * S, C_0 + I * S_0), (1, one_back), (1, mirror), (1, two_back))
        part = num(1, 2)
        found += [
            combine(eq(C, C_0), (part, plain), (part, back)),
            combine(eq(S, S_0), (part * I, plain), (part * I, back), (S - S_0, fact("i"))),
        ]
    return found


@cache
def scaled_start(m: Term = FREQUENCY) -> list[Theorem]:
    """The six numbers at the scale alpha start at alpha times those of the weights."""
    found = []
    for number in range(3):
        known = neuron_facts()[6 + number]
        for function in (cos, sin):
            f, g = scaled[number], starts[number]
            plain = fn(lambda a: g(NEURON, a) * function(turn(m * a)))
            one = fn(lambda a: f(ALPHA, NEURON, a, ZERO) * function(turn(m * a)))

            def proof_at(a, low, high, one=one, plain=plain, function=function, known=known):
                return combine(
                    eq(one(a), ALPHA * plain(a)), (function(turn(m * a)), at(known, a, low, high))
                )

            same = summand_equal(one, fn(lambda a: ALPHA * plain(a)), 0, TOP, proof_at)
            found.append(
                combine(
                    eq(sum_of(one, 0, TOP), ALPHA * sum_of(plain, 0, TOP)),
                    (1, same),
                    (1, scaled_sum(ALPHA, plain, 0, TOP, full())),
                )
            )
    return found


# --- the course -----------------------------------------------------------------------------------
@cache
def scaled_slopes() -> list[Theorem]:
    """The six slopes of C, S over alpha on [0, tau]."""
    table = at_scale(ALPHA, NEURON)
    return rated.slopes_of(table, inv(ALPHA), TAU, FREQUENCY, neuron_facts()[:6], below_p())


def alone_slopes(last: Term, exists: Theorem) -> list[Theorem]:
    """The six slopes of frequency m by itself, which exists to ``last``."""
    table = by_itself(NEURON, FREQUENCY)
    known = [*alone_facts()[:3], *conjuncts(exists)]
    return rated.slopes_of(table, ONE, last, FREQUENCY, known, below_p())


def over_alpha(s: Term) -> list[Term]:
    """C and S of neuron i over alpha, at m and the time s."""
    return [inv(ALPHA) * one for one in six_of(at_scale(ALPHA, NEURON), s)]


def by_themselves(s: Term) -> list[Term]:
    """C and S of frequency m by itself (times 1, as the rate)."""
    return [ONE * one for one in six_of(by_itself(NEURON, FREQUENCY), s)]


def restricted(slopes: list[Theorem], functions: Callable, high: Term, last: Term, early: Theorem):
    """The same slopes on [0, last], where last <= high."""
    found = []
    for place, one in enumerate(slopes):
        s = fresh()
        inside = le(0, s), le(s, last)
        low_, high_ = map(assume, inside)
        there = at(one, s, low_, bound(le(s, high), (), [[high_], [early]]))
        told = fact(
            "deriv-within",
            there,
            bound(le(0, 0)),
            early,
            f=lam(lambda r, n=place: functions(r)[n]),
            b=there.conclusion.args[3],
            low=ZERO,
            high=high,
            at=s,
            a=ZERO,
            y=last,
        )
        found.append(everywhere(s, told, *inside))
    return found


@cache
def _general() -> Theorem:
    found = one_course.same_course()
    for one in (le(0, one_course.last), *reversed(one_course.PREMISES)):
        found = discharge(one, found)
    return found


def matched(s: Term, low: Theorem, early: Theorem, exists: Theorem) -> list[Theorem]:
    """The six numbers over alpha are those of the frequency by itself at s: 0 <= s <= tau."""
    ones = restricted(scaled_slopes(), over_alpha, TAU, s, early)
    others = alone_slopes(s, exists)
    unit = inverse(ALPHA, [SCALE[0]])
    begins = [
        combine(
            eq(over_alpha(ZERO)[n], by_themselves(ZERO)[n]),
            (inv(ALPHA), start),
            (start.conclusion.args[1].args[1], unit),
            (1, own),
        )
        for n, (start, own) in enumerate(zip(scaled_start(), alone_start()))
    ]
    table = {f: lam(lambda r, n=n: over_alpha(r)[n]) for n, f in enumerate(one_course.ONE_COURSE)}
    table |= {f: lam(lambda r, n=n: by_themselves(r)[n]) for n, f in enumerate(one_course.OTHER)}
    values = {
        letter: substituted(value, {k: FREQUENCY}) for letter, value in rated.ABSTRACT.items()
    }
    told = filled(_general(), {**table, **values, one_course.last: s})
    found = given(told, *ones, *others, *begins, low)
    return conjuncts(found)
