"""Something satisfies the definitions of critical points with one frequency and of the Hessian
there: p = 3, x a wave, and the neuron of its frequency, whose utility is above 0.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.hessian.across_phases import largest
from theory.modular.kernel_proofs.hessian.converse import (
    BALANCED,
    EMPTY,
    LEVEL,
    balanced,
    balanced_at,
    critical_if_balanced,
)
from theory.modular.kernel_proofs.hessian.critical import ABOVE, CRITICAL, UNIT
from theory.modular.kernel_proofs.hessian.expansion import POINT
from theory.modular.kernel_proofs.hessian.one_frequency import ALONE as HYPOTHESES
from theory.modular.kernel_proofs.maxima.local_maxima import alone
from theory.modular.kernel_proofs.maxima.single import (
    INSIDE,
    NEURON,
    PRESENT,
    M,
    neuron,
    present,
    unit_value,
)
from theory.modular.kernel_proofs.maxima.upper_bound import ROOT, size
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated
from theory.modular.kernel_proofs.transforms.halves import half_low, odd
from theory.modular.kernel_proofs.transforms.wave_encoding import (
    ABOUT_X,
    HERE,
    WAVE,
    cyclic,
    strong,
)
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import p, transform, x, x_hat
from theory.modular.letters.hessian import U_single, hess_single
from theory.modular.letters.maxima import TASK, xi
from theory.modular.letters.utility import half
from theory.modular.witnesses.maximum import TABLE, THREE, at_three, transformed
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, order
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    differs,
    equal_inside,
    everywhere,
    fact,
    filled,
    fresh,
    given,
    positive,
    ring,
    substitute,
    symmetric,
    written,
)
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, negation, num, substituted

NEURONS = tuple(NEURON[f] for f in POINT)
STRENGTH = ROOT * size(x_hat(M)) ** 3


def conjugate_is(known: Theorem) -> Theorem:
    """conj(z) is the conjugate of what z is."""
    z = known.conclusion.args[0]
    inside = equal_inside(conj(z), known)
    spread = conjugated(inside.conclusion.args[1])
    return combine(eq(conj(z), spread.conclusion.args[1]), (1, inside), (1, spread))


def in_balance(q: Term, rewrites: list[Theorem], point: tuple, level: Term) -> Theorem:
    """The three equations at this frequency, by rewriting."""
    return conjoin(*(ring(goal, *rewrites) for goal in balanced_at(q, point, level).args))


def nothing_at(q: Term, inside: list[Theorem], apart: Theorem, far: Theorem) -> list[Theorem]:
    """The transforms of the neuron are 0 at q, neither m nor p - m."""
    return [at(alone(f), q, *inside, apart, far) for f in POINT]


@cache
def neuron_balanced() -> Theorem:
    """The neuron of the frequency m is balanced: at m by its values, elsewhere it is 0."""
    values = [unit_value(f) for f in POINT]
    square = fact("abs-square", z=x_hat(M))
    lowered = combine(eq(x_hat(M) * conj(x_hat(M)), size(x_hat(M)) ** 2), (1, square))
    q = fresh(INT)
    q_low, q_high = assume(le(1, q)), assume(le(q, half))

    def here(same):
        parts_ = [part for f in NEURONS for part in (transform(f, q), conj(transform(f, q)))]
        parts_ += [conj(x_hat(q)), size(x_hat(q))]
        moved = [equal_inside(part, same) for part in parts_]
        rewrites = [*moved, *values, *map(conjugate_is, values), lowered, present()]
        return in_balance(q, rewrites, NEURONS, STRENGTH)

    def other(apart):
        inside = [
            bound(le(0, q), (), [[q_low]]),
            bound(le(q, TOP), [odd()], [[q_high], [half_low()]]),
        ]
        less = bound(lt(q, p - M), [odd()], [[q_high], [INSIDE[1]]])
        zeros = nothing_at(q, inside, apart, differs(less, negation(eq(q, p - M))))
        return in_balance(q, [*zeros, *map(conjugate_is, zeros)], NEURONS, STRENGTH)

    shown = by_cases(eq(q, M), here, other)
    every = everywhere(q, shown, q_low.conclusion, q_high.conclusion)
    return written(balanced(NEURONS, STRENGTH), every)


@cache
def neuron_empty() -> list[Theorem]:
    """The frequency 0 of the neuron is 0."""
    above = bound(lt(0, M), (), [[INSIDE[0]]])
    below = bound(lt(0, p - M), [odd()], [[INSIDE[1]], [half_low()]])
    inside = [bound(le(0, 0)), bound(le(0, TOP), [odd()], [[half_low()]])]
    apart = [differs(above, negation(eq(ZERO, M))), differs(below, negation(eq(ZERO, p - M)))]
    return nothing_at(ZERO, inside, *apart)


def at_point(theorem: Theorem, table: dict, pairs: list[tuple[Theorem, Theorem]]) -> Theorem:
    """A theorem at these vectors and numbers: (hypothesis, the same shown there)."""
    for hypothesis, _ in pairs:
        theorem = discharge(hypothesis.conclusion, theorem)
    theorem = filled(theorem, table)
    for _, shown in reversed(pairs):
        theorem = given(theorem, shown)
    return theorem


@cache
def single_point() -> list[Theorem]:
    """The neuron of the frequency m satisfies the three definitions, for every x that has it."""
    norm, value = neuron()
    critical = at_point(
        critical_if_balanced(),
        {**dict(zip(POINT, NEURONS)), LEVEL: STRENGTH},
        [(BALANCED, neuron_balanced()), *zip(EMPTY, neuron_empty())],
    )
    own, number = value.conclusion.args
    some = positive(number, [PRESENT, above_zero()])
    above = order(lt(0, own), ((num(-1), value),), ((ONE, (some,), ONE),))
    apart = [alone(f) for f in POINT]
    most = at_point(
        largest(),
        dict(zip(POINT, NEURONS)),
        [(UNIT, norm), (CRITICAL, critical), (ABOVE, above), *zip(HYPOTHESES, apart)],
    )
    below = bound(lt(2 * M, p), [odd()], [[INSIDE[1]]])
    point = conjoin(norm, INSIDE[0], below, *apart, critical)
    return [point, symmetric(value), substitute(most, value)]


def about_wave(theorem: Theorem) -> Theorem:
    """A theorem about an x that has the frequency m, at the wave of this frequency."""
    hypotheses = [DEFINITIONS[name].statement for name in TASK] + [PRESENT.conclusion]
    for one in hypotheses:
        theorem = discharge(one, theorem)
    whole = filled(theorem, ABOUT_X)
    return given(whole, strong()[1], cyclic(), transformed(WAVE))


NUMBER = substituted(4 * inv(p) ** 3 * (ROOT**3 * HERE**3), THREE)
SINGLE = (*TASK, "modular.single-point", "modular.single-utility", "modular.single-hessian")
SINGLE_TABLE = {
    **{letter: TABLE[letter] for letter in (p, x, x_hat, *POINT, xi)},
    U_single: NUMBER,
    hess_single: num(-3) * NUMBER,
}


def single() -> Theorem:
    """p = 3: all of them at once."""
    shown = [transformed(WAVE), cyclic(), *map(about_wave, single_point())]
    asked = [substituted(DEFINITIONS[name].statement, SINGLE_TABLE) for name in SINGLE]
    return conjoin(*(written(one, at_three(known)) for one, known in zip(asked, shown)))


WITNESSES = {"modular.single-hessian": single}
BUNDLES = {"modular.single-hessian": SINGLE}
TABLES = {"modular.single-hessian": SINGLE_TABLE}
