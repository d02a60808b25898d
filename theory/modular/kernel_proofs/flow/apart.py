"""How the squared distance D of a network over alpha from the dormant flow moves: D' in what the
neurons see, by both gradients.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.flow.network_energy import (
    DATA,
    ENDS,
    GROUP,
    SEEN,
    WANTED,
    WHEN,
    S,
    each_entry,
    entry_moves,
    hidden,
    over_outputs,
    put_out,
    slope_known,
    slope_value,
    table,
)
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.letters import N, p
from theory.modular.letters.energy import NETS, SLOPES, energy_of, eta, t
from theory.modular.letters.follows import DORMANT, PULLS, asleep, pushed
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjunct, instantiate
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.slopes import same_slope, sum_derivative
from theory.proof.tactics import (
    at,
    combine,
    everywhere,
    fresh,
    lam,
    one_slope,
    slope_is,
    total,
)
from theory.proof.terms import INT, REAL, Term, eq, function, le, substituted

# --- any data, any weights theta (u_in, v_in, w_in) and phi ---------------------------------------
ASLEEP = tuple(function(f"{name}_asleep", INT, INT, REAL) for name in "uvw")
APART = tuple(
    lam(lambda i, a, f=f, g=g: eta * f(i, a) - g(i, a), INT, INT) for f, g in zip(GROUP, ASLEEP)
)
ONE_NEURON = tuple(function(f"{name}_own", INT, REAL) for name in "uvw")


def lone(vectors, q: Term, r: Term) -> Term:
    """What one neuron sees of the pair (q, r)."""
    return total(0, TOP, lambda a: vectors[0](a) * SEEN(a, q)) + total(
        0, TOP, lambda a: vectors[1](a) * SEEN(a, r)
    )


def lone_utility(vectors) -> Term:
    """Its utility with these data."""
    return inv(p) ** 2 * over_outputs(
        lambda q, r, m: lone(vectors, q, r) ** 2 * vectors[2](m) * WANTED(q, r, m)
    )


def pull_value(vectors, number: int, l: Term) -> Term:
    """The derivative of the utility by entry l of u, v or w."""
    if number == 2:
        body = lambda q, r: WANTED(q, r, l) * lone(vectors, q, r) ** 2
        return inv(p) ** 2 * total(0, TOP, lambda q: total(0, TOP, lambda r: body(q, r)))
    return inv(p) ** 2 * over_outputs(
        lambda q, r, m: (
            2 * WANTED(q, r, m) * lone(vectors, q, r) * vectors[2](m) * SEEN(l, (q, r)[number])
        )
    )


@cache
def any_pull(number: int) -> Theorem:
    """For all l: the derivative of the utility by entry l of u, v or w."""
    l = fresh(INT, "l")
    premises = (le(0, l), le(l, TOP))

    def body(e):
        moved = list(ONE_NEURON)
        moved[number] = pushed(moved[number], l, e)
        return lone_utility(moved)

    found = sum_derivative(body, -1, 1, 0, ENDS, [])
    value = pull_value(ONE_NEURON, number, l)
    found = same_slope(found, value, facts=list(map(assume, premises)))
    return everywhere(l, found, *premises)


def neuron_of(group, k: Term) -> list[Term]:
    """(u, v, w) of neuron k."""
    return [fn(lambda a, f=f: f(k, a)) for f in group]


def met(group, k: Term, q: Term, r: Term) -> Term:
    """<w_k, what is wanted>."""
    return total(0, TOP, lambda m: group[2](k, m) * WANTED(q, r, m))


def drawn_apart(k: Term, q: Term, r: Term) -> Term:
    """4 A d y + 2 d^2 Y + 3 d^2 y: the utilities' share of D'/2 at one neuron and one pair."""
    A, d = (hidden(group, k, q, r) for group in (ASLEEP, APART))
    Y, y = (met(group, k, q, r) for group in (ASLEEP, APART))
    return 4 * A * d * y + 2 * d**2 * Y + 3 * d**2 * y


def turned_out(q: Term, r: Term, m: Term) -> Term:
    """The derivative of the output at theta along phi."""

    def share(k):
        Z, A = hidden(GROUP, k, q, r), hidden(ASLEEP, k, q, r)
        return Z * (2 * A * GROUP[2](k, m) + Z * ASLEEP[2](k, m))

    return total(1, N, share)


def put_apart(q: Term, r: Term, m: Term) -> Term:
    """f F - 3 eta f^2: the output's share of D'/(2 eta^2)."""
    f = put_out(GROUP, q, r, m)
    return f * turned_out(q, r, m) - 3 * eta * f**2


def over_pairs(body: Callable) -> Term:
    """The sum over all pairs of residues."""
    return total(0, TOP, lambda q: total(0, TOP, lambda r: body(q, r)))


UTILITIES = total(1, N, lambda k: over_pairs(lambda q, r: drawn_apart(k, q, r)))
OUTPUTS = over_outputs(put_apart)


@cache
def moved_apart() -> Theorem:
    """sum of (eta theta - phi) (-eta^2 dL - dU) = (utilities + eta^2 outputs)/p^2."""
    return same_sums(eq(pulled_value(), inv(p) ** 2 * (UTILITIES + eta**2 * OUTPUTS)))


def pulled_value() -> Term:
    """sum of (eta theta - phi) (-eta^2 dL - dU), with the values of the slopes."""
    one, two, three = (
        total(
            1,
            N,
            lambda k, n=n: total(
                0,
                TOP,
                lambda l: (
                    APART[n](k, l)
                    * (-(eta**2) * slope_value(n, k, l) - pull_value(neuron_of(ASLEEP, k), n, l))
                ),
            ),
        )
        for n in range(3)
    )
    return one + two + three


# --- the two flows --------------------------------------------------------------------------------
def both_tables(s: Term) -> tuple[Term, ...]:
    """What the letters of any data and any weights are at the time s."""
    return (*table(s), *(part for pair in zip(ASLEEP, asleep(s)) for part in pair))


def of_flows(body: Term, s: Term) -> Term:
    """A term of any data and weights, of both flows at the time s."""
    values = both_tables(s)
    return substituted(body, dict(zip(values[::2], values[1::2])))


def distance(s: Term) -> Term:
    """D at the time s."""
    return of_flows(energy_of(APART), s)


def dormant_moves(number: int, k: Term, l: Term, inside: list[Theorem]) -> list[Theorem]:
    """The two derivatives of the definition for one entry at the time s."""
    whole = assume(DEFINITIONS["modular.dormant-flow"].statement)
    told = conjunct(whole, whole.conclusion.args[number])
    found = at(told, S, *WHEN, k, *inside[:2], l, *inside[2:])
    return [conjunct(found, one) for one in found.conclusion.args]


def pull_known(number: int, k: Term, l: Term, inside: list[Theorem]) -> Theorem:
    """dU(k, l) = its value at the time s."""
    told, _ = dormant_moves(number, k, l, inside)
    own = neuron_of(asleep(S), k)
    pairs = [part for pair in zip(ONE_NEURON, own) for part in pair]
    known = at(instantiate(any_pull(number), *DATA, *pairs), l, *inside[2:])
    return one_slope(told, known)


def valued(number: int) -> Theorem:
    """sum of difference times what moves it, with the slopes and with their values."""
    f, g = NETS[number], DORMANT[number]
    G, P = SLOPES[number], PULLS[number]

    def gap(k, l):
        return eta * f(k, l, S) - g(k, l, S)

    def before(k):
        return fn(lambda l: gap(k, l) * (-(eta**2) * G(k, l, S) - P(k, l, S)))

    def after(k):
        def entry(l):
            value = -(eta**2) * slope_value(number, k, l)
            value = value - pull_value(neuron_of(ASLEEP, k), number, l)
            return gap(k, l) * of_flows(value, S)

        return fn(entry)

    def row(k, *where):
        def entry(l, *inside):
            known = slope_known(number, k, l, [*where, *inside])
            told = pull_known(number, k, l, [*where, *inside])
            return combine(
                eq(before(k)(l), after(k)(l)), (gap(k, l) * eta**2, known), (gap(k, l), told)
            )

        return summand_equal(before(k), after(k), 0, TOP, entry)

    return summand_equal(
        fn(lambda k: total(0, TOP, before(k))), fn(lambda k: total(0, TOP, after(k))), 1, N, row
    )


@cache
def distance_slope() -> Theorem:
    """D' = 2/p^2 (utilities + eta^2 outputs)."""
    moves = [
        each_entry(lambda k, l, inside, n=n, of=of: of(n, k, l, inside)[1])
        for n in range(3)
        for of in (entry_moves, dormant_moves)
    ]
    found = sum_derivative(lam(distance), 0, t, S, WHEN, moves)
    known = [valued(number) for number in range(3)]
    one, two, three = (theorem.conclusion.args[0] for theorem in known)
    moved = same_slope(found, 2 * (one + two + three))
    told = instantiate(moved_apart(), *both_tables(S))
    value = 2 * told.conclusion.args[1]
    same = combine(eq(2 * (one + two + three), value), *((2, it) for it in known), (2, told))
    return slope_is(moved, same)
