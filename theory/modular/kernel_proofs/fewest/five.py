"""Five neurons, multiplied out: the squares of order 1/eps^2 cancel, and eps^4 is left."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, encoding, goal, scales, whole_turn
from theory.modular.kernel_proofs.cost.aligned_utility import (
    centred_utility,
    over_all_pairs,
    pairwise,
    put_in,
    sum_angle,
)
from theory.modular.kernel_proofs.cost.bounds import above_x, unit_x_square
from theory.modular.kernel_proofs.cost.cosine_sums import c_of, moments, s_of
from theory.modular.kernel_proofs.cost.squares import FIRST, NAMES, combination, quartic
from theory.modular.kernel_proofs.pulls.escapes import put_letters
from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.transforms.chained import correlated_at
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import against, entries, p, turn, utility_of, x
from theory.modular.letters.cost import KAPPA, X, s_x, xi
from theory.modular.letters.cost import a as residue
from theory.modular.letters.five import FIVE, PARTS, eps, wave
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge, generalise
from theory.proof.sums.finite import empty, step, sum_of
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import bound, combine, fresh, given, inverse, lam, put, ring, total
from theory.proof.tactics.angles import circle, rewritten, rewritten_right, spread
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, num, var

COUNT = 5
# one neuron (a, b, e): u = a cos + a' sin, v = b cos + b' sin, w = e cos + e' sin; and another
LETTERS = [[(var(f"{name}{k}"), var(f"{name}{k}'")) for name in "abe"] for k in (1, 2)]
g, g_ = var("g"), var("g'")


def vector(pair: tuple[Term, Term]) -> Term:
    """q -> sqrt(2/(3p)) (g cos + g' sin)."""
    return lam(lambda q: wave(*pair, q), INT)


def turned(pair: tuple[Term, Term]) -> tuple[Term, Term]:
    """(P, Q) with <u, a.x> = P cos(2 pi xi a/p) + Q sin(2 pi xi a/p)."""
    first, second = pair
    return (
        KAPPA * X * (first * cos(s_x) - second * sin(s_x)),
        KAPPA * X * (first * sin(s_x) + second * cos(s_x)),
    )


@cache
def _response() -> Theorem:
    """<u, a.x> for u = sqrt(2/(3p)) (g cos + g' sin)."""
    f = vector((g, g_))
    n = fresh(INT, "n")
    onward = spread(turn(xi * (n + p)), [(1, turn(xi * n)), (1, turn(p * xi))])
    periodic = generalise(ring(eq(f(n + p), f(n)), *onward, *whole_turn(xi)), n)
    plain = correlated_at(f, residue)
    plain = given(discharge(periodic.conclusion, plain), periodic)

    def inside(q):
        return spread(turn(xi * (q + residue)), [(1, turn(xi * q)), (1, turn(xi * residue))])

    sums = evaluated(lambda q: x(q) * f(q + residue), 0, TOP, full(), inside, encoding())
    P, Q = turned((g, g_))
    return combine(
        eq(against(f, residue), P * c_of(residue) + Q * s_of(residue)), (1, plain), (1, sums)
    )


def response(pair: tuple[Term, Term], q: Term) -> Theorem:
    """The same for these two coefficients, at q."""
    return put(_response(), **{"g": pair[0], "g'": pair[1], "a": q})


def letters(neuron: list[tuple[Term, Term]], number: int) -> dict[str, Term]:
    """P, Q, R, T of a neuron's activation."""
    values = (*turned(neuron[0]), *turned(neuron[1]))
    return {f"{name}{number}": value for name, value in zip(NAMES, values)}


# --- two neurons ----------------------------------------------------------------------------------
@cache
def pair_value() -> Theorem:
    """<w, w'> sum_ab (..)^2 (..)^2 of two neurons, in their coefficients."""
    one, other = LETTERS
    table = {**letters(one, 1), **letters(other, 2)}

    def activation(neuron, a, b):
        return against(vector(neuron[0]), a) + against(vector(neuron[1]), b)

    def squared_pair(a, b):
        return activation(one, a, b) ** 2 * activation(other, a, b) ** 2

    SECOND = [var(f"{name}2") for name in NAMES]

    def told(a, b):
        return put_in(combination(FIRST, a, b) ** 2 * combination(SECOND, a, b) ** 2, table)

    def same(a, b):
        rules = [response(n[k], q) for n in LETTERS for k, q in ((0, a), (1, b))]
        return ring(eq(squared_pair(a, b), told(a, b)), *rules)

    rows = pairwise(squared_pair, told, same)
    value = put(quartic(), **table)
    inner = evaluated(
        lambda m: vector(one[2])(m) * vector(other[2])(m),
        0,
        TOP,
        full(),
        lambda m: [circle(turn(xi * m))],
        moments(),
    )
    left = inner.conclusion.args[0] * rows.conclusion.args[0]
    short = rewritten(value.conclusion.args[1], [circle(s_x)])
    right = inner.conclusion.args[1] * short.conclusion.args[1]
    return combine(
        eq(left, right),
        (rows.conclusion.args[0], inner),
        (inner.conclusion.args[1], rows),
        (inner.conclusion.args[1], value),
        (inner.conclusion.args[1], short),
    )


# --- one neuron -----------------------------------------------------------------------------------
@cache
def utility_told() -> Theorem:
    """The utility of a neuron, in its coefficients."""
    neuron = LETTERS[0]
    f, h, k = (vector(pair) for pair in neuron)
    flat = evaluated(lambda q: k(q), 0, TOP, full(), lambda q: (), moments())
    V, W = var("V"), var("W")
    mean = sum_of(k, 0, TOP) * entries(x) * inv(p)

    def body(a, b):
        return combination(FIRST, a, b) ** 2 * (V * c_of(a + b) + W * s_of(a + b))

    def inside(a, b):
        return [*sum_angle(a, b), circle(turn(xi * a)), circle(turn(xi * b))]

    plain = over_all_pairs(body, inside, moments())
    values = {**letters(neuron, 1), **dict(zip("VW", turned(neuron[2])))}
    value = put(plain, **values)

    def entry(a, b):
        return (against(f, a) + against(h, b)) ** 2 * (against(k, a + b) - mean)

    def same(a, b):
        rules = [response(pair, q) for pair, q in zip(neuron, (a, b, a + b))]
        return ring(eq(entry(a, b), put_in(body(a, b), values)), *rules, flat)

    rows = pairwise(entry, lambda a, b: put_in(body(a, b), values), same)
    return combine(
        eq(utility_of(f, h, k), inv(p) ** 2 * value.conclusion.args[1]),
        (1, centred_utility(f, h, k)),
        (inv(p) ** 2, rows),
        (inv(p) ** 2, value),
    )


# --- all five -------------------------------------------------------------------------------------
def coefficients(i: Term) -> list[tuple[Term, Term]]:
    """Those of neuron i."""
    return [part(i) for part in PARTS]


def at_neurons(theorem: Theorem, *neurons: Term) -> Theorem:
    """A theorem about one or two neurons, at these."""
    values: dict[str, Term] = {}
    for own, i in zip(LETTERS, neurons):
        for pair, found in zip(own, coefficients(i)):
            values |= {letter.data[0]: value for letter, value in zip(pair, found)}
    return put_letters(theorem, values)


def written_out(summand: Callable) -> Theorem:
    """sum_1^5 f = f(1) + ... + f(5)."""
    body = fn(summand)
    known = [empty(body, ONE)]
    value = ZERO
    for n in range(COUNT):
        known.append(step(body, ONE, num(n), bound(le(1, num(n) + 1))))
        value = value + body(num(n + 1))
    return combine(eq(sum_of(body, 1, FIVE), value), *((1, one) for one in known))


@proof("modular.five-neurons")
def five_neurons() -> Theorem:
    """The cost of 25 pairs and the utilities of five neurons, multiplied out."""
    (whole,) = defined("modular.five")
    units = [inverse(eps, [assume(lt(0, eps))]), inverse(X, [above_x()])]
    rules = [*units, unit_x_square(units[1]), circle(s_x), *scales()]
    numbers = [num(n) for n in range(1, COUNT + 1)]

    def pair(i, j):
        return at_neurons(pair_value(), i, j).conclusion.args[0]

    def neuron(i):
        return at_neurons(utility_told(), i).conclusion.args[0]

    rows = written_out(lambda j: total(1, FIVE, lambda i: pair(i, j)))
    columns = [written_out(lambda i, j=j: pair(i, j)) for j in numbers]
    costs = [
        rewritten_right(at_neurons(pair_value(), i, j), rules) for i in numbers for j in numbers
    ]
    utilities = [rewritten_right(at_neurons(utility_told(), i), rules) for i in numbers]
    scale = p * inv(X) ** 2
    half = num(1, 2) * inv(p) ** 2
    right = whole.conclusion.args[1]
    steps = [(scale * half, one) for one in (rows, *columns, *costs)]
    steps += [(-scale, one) for one in (written_out(neuron), *utilities)]
    value = half * added_up(costs) - added_up(utilities) + X**2 * inv(p)
    plain = combine(eq(right, scale * value), *steps)
    closed = ring(eq(scale * value, goal("modular.five-neurons").args[1]), *rules)
    return combine(goal("modular.five-neurons"), (1, whole), (1, plain), (1, closed))


def added_up(equations: list[Theorem]) -> Term:
    """The right sides, added."""
    value = ZERO
    for one in equations:
        value = value + one.conclusion.args[1]
    return value
