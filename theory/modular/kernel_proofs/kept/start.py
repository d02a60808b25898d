"""Neurons that start aligned with xi have nothing outside of it at the time 0."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.cosine_sums import c_of, moments, s_of
from theory.modular.kernel_proofs.script import cos, defined, fn, sin
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.waves import full, unit
from theory.modular.letters import N, p, turn
from theory.modular.letters.cost import KAPPA, xi
from theory.modular.letters.energy import NETS, energy_of, weights
from theory.modular.letters.kept import AMPLITUDES, PHASES, coordinate, outside
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem
from theory.proof.sums.any_range import zero_sum
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    combine,
    ring,
    total,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import (
    ZERO,
    Term,
    eq,
    num,
)


def distance(s: Term) -> Term:
    """D at the time s: the squared norm of what all weights have outside of xi."""
    return energy_of(outside(weights(s)))


def starts(number: int, i: Term, l: Term, where) -> Theorem:
    """f(i, l) at the time 0 = first cos + second sin."""
    (one, two, three) = defined("modular.aligned-start")
    known = at((one, two, three)[number], i, *where[:2], l, *where[2:])
    A, phase = AMPLITUDES[number](i), PHASES[number](i)
    apart_ = spread(turn(xi * l) + phase, [(1, turn(xi * l)), (1, phase)])[0]
    first, second = start_factors(number, i)
    goal = eq(NETS[number](i, l, ZERO), first * c_of(l) + second * s_of(l))
    return combine(goal, (1, known), (A * KAPPA, apart_))


def start_factors(number: int, i: Term) -> tuple[Term, Term]:
    """A sqrt(2/(3p)) cos(phase) and -A sqrt(2/(3p)) sin(phase)."""
    A, phase = AMPLITUDES[number](i), PHASES[number](i)
    return A * KAPPA * cos(phase), num(-1) * A * KAPPA * sin(phase)


def start_coordinate(number: int, i: Term, place: int, where) -> Theorem:
    """2/p <f, cos> or 2/p <f, sin> at the time 0: first or second."""
    f = weights(ZERO)[number]
    wave = (c_of, s_of)[place]
    first, second = start_factors(number, i)

    def value(l):
        return (first * c_of(l) + second * s_of(l)) * wave(l)

    same = summand_equal(
        fn(lambda l: f(i, l) * wave(l)),
        fn(value),
        0,
        TOP,
        lambda l, *inside: combine(
            eq(f(i, l) * wave(l), value(l)), (wave(l), starts(number, i, l, [*where, *inside]))
        ),
    )
    plain = evaluated(value, 0, TOP, full(), lambda l: [circle(turn(xi * l))], moments())
    whole = combine(eq(p * inv(p), 1), (1, unit()))
    goal = eq(coordinate(f, i, ("cos", "sin")[place]), (first, second)[place])
    last = ring(eq(2 * inv(p) * plain.conclusion.args[1], goal.args[1]), whole)
    return combine(goal, (2 * inv(p), same), (2 * inv(p), plain), (1, last))


@cache
def aligned_first() -> Theorem:
    """D(0) = 0."""
    rows = []
    for number, f in enumerate(outside(weights(ZERO))):

        def row(i, *where, number=number, f=f):
            first, second = (start_coordinate(number, i, n, where) for n in (0, 1))

            def entry(l, *inside):
                here = starts(number, i, l, [*where, *inside])
                none = combine(eq(f(i, l), 0), (1, here), (c_of(l), first), (s_of(l), second))
                return combine(eq(f(i, l) ** 2, 0), (f(i, l), none))

            return zero_sum(fn(lambda l: f(i, l) ** 2), 0, TOP, entry)

        rows.append(zero_sum(fn(lambda i, f=f: total(0, TOP, lambda l: f(i, l) ** 2)), 1, N, row))
    return combine(eq(distance(ZERO), 0), *((1, one) for one in rows))
