"""One neuron that starts aligned, at any time: six amplitudes, and its loss in terms of these."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.cost.aligned_utility import pairwise
from theory.modular.kernel_proofs.cost.cosine_sums import moments
from theory.modular.kernel_proofs.fewest.smallest_group import written_out
from theory.modular.kernel_proofs.flow.network_energy import (
    GROUP,
)
from theory.modular.kernel_proofs.kept.alignment import entries_kept
from theory.modular.kernel_proofs.rest.lone import (
    REST,
    SCALE,
    TAU,
    Y,
    basis,
    lone_loss,
    loss_of_waves,
    neuron,
    turned,
    wave_of,
)
from theory.modular.kernel_proofs.rest.lyapunov import excess
from theory.modular.kernel_proofs.script import cos, fn, sin
from theory.modular.kernel_proofs.transforms.waves import full, unit
from theory.modular.letters import N, against, p, turn, x
from theory.modular.letters.cost import label, mean_square, s_x, xi
from theory.modular.letters.energy import NETS, loss_of, weights
from theory.modular.letters.kept import coordinate as plain_coordinate
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, discharge
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    combine,
    everywhere,
    filled,
    forall,
    fresh,
    given,
    ring,
    total,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    Term,
    eq,
    function,
    implies,
    le,
    num,
    substituted,
)

FIRST = tuple(function(f"{name}_one", INT, REAL) for name in "uvw")
SECOND = tuple(function(f"{name}_two", INT, REAL) for name in "uvw")


def alone(name: str) -> Theorem:
    """A definition for one neuron, as a hypothesis."""
    return assume(substituted(DEFINITIONS[name].statement, {N: ONE}))


# --- the loss of one neuron -----------------------------------------------------------------------
def over_outputs(one: Callable, other: Callable, proof_at: Callable) -> Theorem:
    """1/(2 p^2) sum one(q, r, m)^2 = 1/(2 p^2) sum other(q, r, m)^2, entry by entry."""

    def row(body, q, r):
        return total(0, TOP, lambda m: body(q, r, m) ** 2)

    def entries(q, r):
        def entry(m, *where):
            known = proof_at(q, r, m, *where)
            both = one(q, r, m) + other(q, r, m)
            return combine(eq(one(q, r, m) ** 2, other(q, r, m) ** 2), (both, known))

        return summand_equal(
            fn(lambda m: one(q, r, m) ** 2), fn(lambda m: other(q, r, m) ** 2), 0, TOP, entry
        )

    rows = pairwise(lambda q, r: row(one, q, r), lambda q, r: row(other, q, r), entries)
    factor = num(1, 2) * inv(p) ** 2
    return combine(eq(mean_square(one), mean_square(other)), (factor, rows))


def first_of(group) -> list[Term]:
    """The vectors of the first neuron."""
    return [fn(lambda a, f=f: f(ONE, a)) for f in group]


@cache
def one_alone() -> Theorem:
    """The loss of a group of one is that of its neuron."""
    before = substituted(loss_of(GROUP), {N: ONE})
    f, g, h = first_of(GROUP)

    def activated(i, q, r):
        u_in, v_in, w_in = GROUP
        left = total(0, TOP, lambda l: u_in(i, l) * x(l - q))
        return left + total(0, TOP, lambda l: v_in(i, l) * x(l - r))

    def summand(q, r, m):
        return fn(lambda i: activated(i, q, r) ** 2 * GROUP[2](i, m))

    def sum_(q, r, m):
        return total(1, ONE, lambda i: summand(q, r, m)(i)) - label(q, r, m)

    def own(q, r, m):
        return (against(f, q) + against(g, r)) ** 2 * h(m) - label(q, r, m)

    def same(q, r, m, *_):
        return combine(eq(sum_(q, r, m), own(q, r, m)), (1, written_out(summand(q, r, m), 1)))

    found = over_outputs(sum_, own, same)
    return combine(eq(before, lone_loss(f, g, h)), (1, found))


def equal_entries(f: Term, g: Term) -> Term:
    """f(r) = g(r) for r = 0, ..., p - 1."""
    return forall(lambda r: implies(le(0, r), le(r, TOP), eq(f(r), g(r))), INT)


@cache
def same_loss() -> Theorem:
    """Neurons with the same entries have the same loss."""
    premises = [equal_entries(f, g) for f, g in zip(FIRST, SECOND)]
    shown = list(map(assume, premises))

    def response(k, q):
        f, g = FIRST[k], SECOND[k]

        def entry(r, *where):
            return combine(
                eq(f(r) * x(r - q), g(r) * x(r - q)), (x(r - q), at(shown[k], r, *where))
            )

        return summand_equal(
            fn(lambda r: f(r) * x(r - q)), fn(lambda r: g(r) * x(r - q)), 0, TOP, entry
        )

    def put_out(vectors):
        f, g, h = vectors
        return lambda q, r, m: (against(f, q) + against(g, r)) ** 2 * h(m) - label(q, r, m)

    one, other = put_out(FIRST), put_out(SECOND)

    def same(q, r, m, *where):
        rules = [response(0, q), response(1, r), at(shown[2], m, *where)]
        return ring(eq(one(q, r, m), other(q, r, m)), *rules)

    found = over_outputs(one, other, same)
    for premise in reversed(premises):
        found = discharge(premise, found)
    return found


# --- amplitudes -----------------------------------------------------------------------------------
def coordinate(vector: Term, number: int) -> Term:
    """2/p <h, f>, h the first or the second wave."""
    return 2 * inv(p) * total(0, TOP, lambda l: basis(number, l) * vector(l))


@cache
def coordinates_of_wave() -> list[Theorem]:
    """2/p <h, first h1 + second h2> = first, or second."""
    f = wave_of(*Y[:2])
    found = []
    whole = combine(eq(p * inv(p), 1), (1, unit()))
    for number in (0, 1):
        product = fn(lambda l, n=number: basis(n, l) * f(l))
        plain = evaluated(
            product.__call__,
            0,
            TOP,
            full(),
            lambda l: [*turned(l), circle(turn(xi * l))],
            moments(),
        )
        told = ring(eq(2 * inv(p) * plain.conclusion.args[1], Y[number]), circle(s_x), whole)
        found.append(combine(eq(coordinate(f, number), Y[number]), (2 * inv(p), plain), (1, told)))
    return found


@cache
def wave_by_coordinates() -> Theorem:
    """f = first h1 + second h2 on the residues: the same with the coordinates of f."""
    f, wave = FIRST[0], wave_of(*Y[:2])
    premise = equal_entries(f, wave)
    known = assume(premise)
    told = []
    for number, own in enumerate(coordinates_of_wave()):

        def entry(l, *where, n=number):
            goal = eq(basis(n, l) * f(l), basis(n, l) * wave(l))
            return combine(goal, (basis(n, l), at(known, l, *where)))

        sums = summand_equal(
            fn(lambda l, n=number: basis(n, l) * f(l)),
            fn(lambda l, n=number: basis(n, l) * wave(l)),
            0,
            TOP,
            entry,
        )
        goal = eq(coordinate(f, number), Y[number])
        told.append(combine(goal, (2 * inv(p), sums), (1, own)))
    r = fresh(INT)
    inside = (le(0, r), le(r, TOP))
    here = at(known, r, *map(assume, inside))
    value = wave_of(coordinate(f, 0), coordinate(f, 1))(r)
    both = [(basis(number, r), one) for number, one in enumerate(told)]
    return discharge(premise, everywhere(r, combine(eq(f(r), value), (1, here), *both), *inside))


def vector_at(number: int, s: Term) -> Term:
    """u, v or w of the neuron at the time s."""
    return fn(lambda a: NETS[number](ONE, a, s))


def amplitudes(s: Term) -> list[Term]:
    """The six numbers at the time s."""
    return [coordinate(vector_at(k, s), number) for k in range(3) for number in (0, 1)]


@cache
def kept_alone(number: int) -> Theorem:
    """At every time u of the one neuron is its part at xi (or v, w)."""
    return filled(entries_kept(number), {N: ONE})


def aligned_now(number: int, s: Term, *where: Theorem) -> Theorem:
    """u = a1 h1 + a2 h2 on the residues (or v, w); ``where``: 0 <= s, s <= t."""
    r = fresh(INT)
    inside = (le(0, r), le(r, TOP))
    one = bound(le(1, 1))
    own = at(kept_alone(number), s, *where, ONE, one, one, r, *map(assume, inside))
    f = vector_at(number, s)
    group = weights(s)[number]
    A, B = (plain_coordinate(group, ONE, wave) for wave in ("cos", "sin"))
    first = A * cos(s_x) - B * sin(s_x)
    second = num(-1) * A * sin(s_x) - B * cos(s_x)
    angle = turn(xi * r) + s_x
    back = spread(turn(xi * r), [(1, angle), (-1, s_x)])
    told = combine(eq(f(r), wave_of(first, second)(r)), (1, own), (A, back[0]), (B, back[1]))
    table = {FIRST[0]: f, Y[0]: first, Y[1]: second}
    return given(filled(wave_by_coordinates(), table), everywhere(r, told, *inside))


def loss_now(s: Term, *where: Theorem) -> Theorem:
    """The loss at the time s = rest level + 9/16 p X^4 F(amplitudes)."""
    y = amplitudes(s)
    before = filled(one_alone(), dict(zip(GROUP, weights(s))))
    vectors = [vector_at(k, s) for k in range(3)]
    table = {**dict(zip(FIRST, vectors)), **dict(zip(SECOND, neuron(y)))}
    same = given(filled(same_loss(), table), *(aligned_now(k, s, *where) for k in range(3)))
    value = filled(loss_of_waves(), dict(zip(Y, y)))
    goal = eq(substituted(loss_of(weights(s)), {N: ONE}), REST + SCALE * excess(y, TAU))
    return combine(goal, (1, before), (1, same), (1, value))
