"""No condition of the list follows from the others: the nine are independent at nine neurons."""

from __future__ import annotations

from functools import cache

import sympy as sp

from theory.modular.kernel_proofs.script import I, fn, proof
from theory.modular.kernel_proofs.transforms.conjugates import conjugated
from theory.modular.letters.conditions import (
    AMPLITUDES,
    NEURONS,
    are_independent,
    choice,
    condition,
    independent,
    products,
    size,
)
from theory.modular.letters.flow import unit_vector
from theory.proof.lemmas.elementary import chosen
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    conjunct,
    discharge,
    disjoin,
    generalise,
)
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    fact,
    fresh,
    lam,
    obtain,
    ring,
    symmetric,
)
from theory.proof.terms import INT, ONE, ZERO, Term, call, eq, le, num, opened

NUMBERS = range(1, NEURONS + 1)
U = lam(lambda j: 1 + I * j, INT)
V = lam(lambda j: j**3 + I * j**6, INT)
ALL = lam(lambda n: ONE, INT)


def at_neuron(number: int) -> list[sp.Expr]:
    """The nine products at a neuron, as Gaussian integers."""
    u, v = 1 + sp.I * number, sp.Integer(number) ** 3 + sp.I * sp.Integer(number) ** 6
    a, b = sp.conjugate(u), sp.conjugate(v)
    return [
        sp.expand(q)
        for q in (u * a + v * b, u * u, a * a, v * v, b * b, u * b, a * v, u * v, a * b)
    ]


def gaussian(value: sp.Expr) -> Term:
    """A Gaussian rational as a term."""
    real, imaginary = value.as_real_imag()
    return num(int(real.p), int(real.q)) + num(int(imaginary.p), int(imaginary.q)) * I


@cache
def inverse_matrix() -> sp.Matrix:
    """What solves the nine equations; found by computer algebra, checked by the kernel."""
    rows = sp.Matrix([at_neuron(number) for number in NUMBERS])
    return rows.to_DM().to_field().inv().to_Matrix()


def value_at(line: int, number: int) -> Theorem:
    """Condition n with w = 1 at neuron i alone: a Gaussian integer."""
    place = num(number)
    w = unit_vector(place)
    summand = fn(lambda i: w(i) * products(U(i), V(i))[line - 1])

    def off(k, low, high, apart):
        return ring(eq(summand(k), 0), chosen(eq(k, place), ONE, ZERO, apart, False))

    whole = only_inside(
        summand, place, 1, NEURONS, bound(le(1, place)), bound(le(place, NEURONS)), off
    )
    here = chosen(eq(place, place), ONE, ZERO, combine(eq(place, place)), True)
    turned = [conjugated(call("conj", f(place))) for f in (U, V)]
    target = gaussian(at_neuron(number)[line - 1])
    return ring(eq(condition(line, U, V, w), target), whole, here, *turned, fact("i"))


@cache
def nine_independent() -> Theorem:
    """All nine are independent at these neurons."""
    factor = fresh(AMPLITUDES, "factor")
    statement = are_independent(ALL, U, V)
    premise, result = opened(statement, (factor,)).args
    known = assume(premise)
    equations = []
    for number in NUMBERS:
        w = unit_vector(num(number))
        here = at(known, w)
        values = [value_at(line, number) for line in NUMBERS]
        told = [
            factor(num(line)) * value.conclusion.args[1] for line, value in zip(NUMBERS, values)
        ]
        whole = told[0]
        for one in told[1:]:
            whole = whole + one
        equations.append(
            combine(
                eq(whole, 0),
                (1, here),
                *((-factor(num(line)), value) for line, value in zip(NUMBERS, values)),
            )
        )
    found = []
    solve = inverse_matrix()
    for line in NUMBERS:
        cofactors = [gaussian(solve[line - 1, number - 1]) for number in NUMBERS]
        left = cofactors[0] * equations[0].conclusion.args[0]
        for cofactor, equation in zip(cofactors[1:], equations[1:]):
            left = left + cofactor * equation.conclusion.args[0]
        plain = ring(eq(left, factor(num(line))), fact("i"))
        zero = combine(
            eq(factor(num(line)), 0),
            (-1, plain),
            *((cofactor, equation) for cofactor, equation in zip(cofactors, equations)),
        )
        found.append(discharge(eq(ALL(num(line)), 1), zero))
    return generalise(discharge(premise, conjoin(*found)), factor)


def all_chosen() -> Theorem:
    """Every condition is chosen."""
    n = fresh(INT, "n")
    statement = choice(ALL)
    return generalise(disjoin(opened(statement, (n,)), combine(eq(ALL(n), 1))), n)


def at_most_nine() -> Theorem:
    """independent <= 9: no more can be chosen."""
    whole = assume(DEFINITIONS["modular.independent-conditions"].statement)
    some = conjunct(whole, whole.conclusion.args[0])

    def use(existence, *letters):
        if existence.conclusion.op == "exists":
            return obtain(existence, lambda letter, found: use(found, *letters, letter))
        each, _, count = conjuncts(existence)
        return bound(le(independent, 9), [symmetric(count)], [[few(letters[0], each)]])

    return use(some)


def few(chosen: Term, each: Theorem) -> Theorem:
    """At most nine are chosen, where each is or is not."""

    def below(number):
        place = num(number)
        return by_cases(
            at(each, place),
            lambda none: bound(le(chosen(place), 1), [none]),
            lambda one: bound(le(chosen(place), 1), [one]),
        )

    return bound(le(size(chosen), 9), (), [[below(number)] for number in NUMBERS])


@proof("modular.conditions-needed")
def conditions_needed() -> Theorem:
    """Nine Gaussian integers in a row for each of nine neurons: the matrix has an inverse."""
    whole = assume(DEFINITIONS["modular.independent-conditions"].statement)
    every = conjunct(whole, whole.conclusion.args[1])
    least = at(every, ALL, U, V, all_chosen(), nine_independent())
    nine = bound(le(9, independent), (), [[least]])
    return fact("antisymmetric", at_most_nine(), nine, x=independent, y=num(9))
