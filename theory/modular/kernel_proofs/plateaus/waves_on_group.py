"""The cosine-sum identity for every p and k, and the transform of the learned wave."""

from __future__ import annotations

from theory.modular.kernel_proofs.cost.aligned import TOP, goal, whole_turn
from theory.modular.kernel_proofs.cost.cosine_sums import moments, vanishing
from theory.modular.kernel_proofs.script import I, cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import p, turn, wave
from theory.modular.letters.cost import multiple, s_x, xi
from theory.modular.letters.learned import chi, chi_else, chi_minus, chi_plus, k, shift, turns
from theory.proof.rules import Theorem, conjoin
from theory.proof.sums.finite import constant_sum, sum_of, summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import by_cases, combine, equal_inside, fact, obtain, ring, written
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import ZERO, Term, eq, num


@proof("modular.cosine-sum")
def cosine_sum_identity() -> Theorem:
    """cos(s - t) = cos(s) cos(t) + sin(s) sin(t); the sums of both vanish unless k = 0 mod p."""
    (whole,) = defined("modular.cosine-sum")
    statement = goal("modular.cosine-sum")
    condition = multiple(turns)

    def chosen(known, holds):
        name = "ite-true" if holds else "ite-false"
        return fact(name, known, P=condition, z=p * cos(shift), w=ZERO)

    def flat(known):
        def use(n, found):
            def entry(a, *_):
                angle = combine(eq(turn(turns * a), turn(p * (n * a))), (turn(a), found))
                inside = equal_inside(cos(shift - turn(turns * a)), angle)
                turned = spread(shift - turn(p * (n * a)), [(1, shift), (-1, turn(p * (n * a)))])
                told = ring(
                    eq(cos(shift - turn(p * (n * a))), cos(shift)), turned[0], *whole_turn(n * a)
                )
                return combine(eq(cos(shift - turn(turns * a)), cos(shift)), (1, inside), (1, told))

            same = summand_equal(
                fn(lambda a: cos(shift - turn(turns * a))), fn(lambda a: cos(shift)), 0, TOP, entry
            )
            count = constant_sum(cos(shift), 0, TOP, full())
            return combine(
                eq(sum_of(fn(lambda a: cos(shift - turn(turns * a))), 0, TOP), p * cos(shift)),
                (1, same),
                (1, count),
            )

        value = obtain(known, use)
        return combine(statement, (1, whole), (1, value), (1, chosen(known, True)))

    def none(known):
        value = evaluated(
            lambda a: cos(shift - turn(turns * a)),
            0,
            TOP,
            full(),
            lambda a: spread(shift - turn(turns * a), [(1, shift), (-1, turn(turns * a))])[:1],
            vanishing(turns, known),
        )
        return combine(statement, (1, whole), (1, value), (1, chosen(known, False)))

    return by_cases(condition, flat, none)


# --- the transform of the learned wave ------------------------------------------------------------
def _transform(sign: int) -> Theorem:
    """sum_c chi(c) wave(-+xi c) = (p/2) (cos(s_x) +- i sin(s_x))."""

    def inside(c):
        return [
            spread(turn(xi * c) + s_x, [(1, turn(xi * c)), (1, s_x)])[0],
            *spread(turn(-(num(sign) * xi * c)), [(-sign, turn(xi * c))]),
            circle(turn(xi * c)),
        ]

    return evaluated(
        lambda c: chi(c) * wave(-(num(sign) * xi * c)), 0, TOP, full(), inside, moments()
    )


def transform_elsewhere(apart: list[Theorem]) -> Theorem:
    """sum_c chi(c) wave(-k c) = 0 for k != +-xi mod p: products of waves are waves of k -+ xi."""
    first, second = apart
    values = [*vanishing(k - xi, first), *vanishing(k + xi, second)]
    half = num(1, 2)

    def inside(c):
        own, other = turn(xi * c), turn(k * c)
        back = spread(turn(-(k * c)), [(-1, other)])
        sums = [
            *spread(turn((k - xi) * c), [(1, other), (-1, own)]),
            *spread(turn((k + xi) * c), [(1, other), (1, own)]),
        ]
        less, more = turn((k - xi) * c), turn((k + xi) * c)
        products = [
            ring(eq(cos(own) * cos(other), half * (cos(less) + cos(more))), *sums),
            ring(eq(sin(own) * sin(other), half * (cos(less) - cos(more))), *sums),
            ring(eq(cos(own) * sin(other), half * (sin(more) + sin(less))), *sums),
            ring(eq(sin(own) * cos(other), half * (sin(more) - sin(less))), *sums),
        ]
        return [spread(own + s_x, [(1, own), (1, s_x)])[0], *back, *products]

    return evaluated(lambda c: chi(c) * wave(-(k * c)), 0, TOP, full(), inside, values)


@proof("modular.wave-transform")
def wave_transform() -> Theorem:
    """Orthogonality of the waves."""
    (plus,), (minus,) = defined("modular.chi-plus"), defined("modular.chi-minus")
    first, second, other = defined("modular.chi-else")
    half = num(1, 2)
    values = {
        chi_plus: (plus, _transform(1), half * p * (cos(s_x) + I * sin(s_x))),
        chi_minus: (minus, _transform(-1), half * p * (cos(s_x) - I * sin(s_x))),
        chi_else: (other, transform_elsewhere([first, second]), ZERO),
    }
    found = {
        letter: combine(eq(letter, value), (1, known), (1, told))
        for letter, (known, told, value) in values.items()
    }
    statement = goal("modular.wave-transform")
    return conjoin(*(_written(one, found) for one in statement.args))


def _written(statement: Term, found: dict[Term, Theorem]) -> Theorem:
    """The conjunct as the claim writes it."""
    return written(statement, found[statement.args[0]])
