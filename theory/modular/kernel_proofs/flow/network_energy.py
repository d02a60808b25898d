"""The squared norm E of all weights along gradient flow: E' = 6 eta (sum of the utilities - |f|^2),
which is at most 6 eta U* E^(3/2).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.race.slow_growth import S
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.letters import N, p
from theory.modular.letters.cost import HALF, label, u_in, v_in, w_in, x
from theory.modular.letters.energy import NETS, SLOPES, bumped, energy_of, eta, t, weights
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjunct, instantiate
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.slopes import same_slope, sum_derivative
from theory.proof.tactics import (
    at,
    bound,
    combine,
    everywhere,
    fresh,
    lam,
    one_slope,
    slope_is,
    total,
)
from theory.proof.terms import INT, ONE, REAL, ZERO, Term, eq, function, le, num, substituted

# --- any data: seen(a, q) stands for x(a - q), wanted(q, r, m) for the labels ---------------------
SEEN, WANTED = function("seen_at", INT, INT, REAL), function("wanted_at", INT, INT, INT, REAL)
DATA = (SEEN, lam(lambda r, q: x(r - q), INT, INT), WANTED, lam(label, INT, INT, INT))
GROUP = (u_in, v_in, w_in)
ENDS = (bound(le(num(-1), ZERO)), bound(le(ZERO, ONE)))


def over_outputs(body: Callable) -> Term:
    """The sum over all pairs of residues and all entries of the output."""
    return total(
        0,
        TOP,
        lambda q: total(0, TOP, lambda r: total(0, TOP, lambda m: body(q, r, m))),
    )


def hidden(group, i: Term, q: Term, r: Term) -> Term:
    """What neuron i sees of the pair (q, r)."""
    return total(0, TOP, lambda a: group[0](i, a) * SEEN(a, q)) + total(
        0, TOP, lambda a: group[1](i, a) * SEEN(a, r)
    )


def put_out(group, q: Term, r: Term, m: Term) -> Term:
    """Entry m of the output at (q, r)."""
    return total(1, N, lambda i: hidden(group, i, q, r) ** 2 * group[2](i, m))


def any_loss(group) -> Term:
    """The loss with these data."""
    return (
        HALF
        * inv(p) ** 2
        * over_outputs(lambda q, r, m: (put_out(group, q, r, m) - WANTED(q, r, m)) ** 2)
    )


def error(q: Term, r: Term, m: Term) -> Term:
    """Output less what is wanted."""
    return put_out(GROUP, q, r, m) - WANTED(q, r, m)


def slope_value(number: int, k: Term, l: Term) -> Term:
    """The derivative of the loss by entry l of u, v or w in neuron k."""

    def body(q, r, m):
        Z = hidden(GROUP, k, q, r)
        if number == 2:
            return (put_out(GROUP, q, r, l) - WANTED(q, r, l)) * Z**2
        return 2 * error(q, r, m) * Z * w_in(k, m) * SEEN(l, (q, r)[number])

    if number == 2:
        return inv(p) ** 2 * total(0, TOP, lambda q: total(0, TOP, lambda r: body(q, r, l)))
    return inv(p) ** 2 * over_outputs(body)


@cache
def any_slope(number: int) -> Theorem:
    """For all k, l: the derivative of the loss by entry l of u, v or w in neuron k."""
    k, l = fresh(INT, "k"), fresh(INT, "l")
    premises = (le(1, k), le(k, N), le(0, l), le(l, TOP))
    facts = list(map(assume, premises))

    def body(e):
        moved = list(GROUP)
        moved[number] = bumped(moved[number], k, l, e)
        return any_loss(moved)

    found = sum_derivative(body, -1, 1, 0, ENDS, [])
    found = same_slope(found, slope_value(number, k, l), facts=facts)
    return everywhere(k, everywhere(l, found, *premises[2:]), *premises[:2])


@cache
def euler() -> Theorem:
    """sum of weight times slope = 3/p^2 sum of error times output."""
    sums = [
        total(1, N, lambda k, n=n: total(0, TOP, lambda l: GROUP[n](k, l) * slope_value(n, k, l)))
        for n in range(3)
    ]
    whole = 3 * inv(p) ** 2 * over_outputs(lambda q, r, m: error(q, r, m) * put_out(GROUP, q, r, m))
    return same_sums(eq(sums[0] + sums[1] + sums[2], whole))


# --- the network itself ---------------------------------------------------------------------------
WHEN = (assume(le(0, S)), assume(le(S, t)))


def table(s: Term) -> tuple[Term, ...]:
    """What the letters of any data and any weights are at the time s."""
    return (*DATA, *(part for pair in zip(GROUP, weights(s)) for part in pair))


def at_time(body: Term, s: Term) -> Term:
    """A term of any data and weights, of the network at the time s."""
    values = table(s)
    return substituted(body, dict(zip(values[::2], values[1::2])))


def entry_moves(number: int, k: Term, l: Term, inside: list[Theorem]) -> tuple[Theorem, Theorem]:
    """The two derivatives of the definition for one entry at the time s."""
    found = at(flows()[number], S, *WHEN, k, *inside[:2], l, *inside[2:])
    return conjunct(found, found.conclusion.args[0]), conjunct(found, found.conclusion.args[1])


def flows() -> list[Theorem]:
    """How the entries of u, of v and of w move, as hypotheses."""
    whole = assume(DEFINITIONS["modular.network-flow"].statement)
    return [conjunct(whole, one) for one in whole.conclusion.args]


def each_entry(proof_at: Callable) -> Theorem:
    """For every neuron k and every entry l."""
    k, l = fresh(INT, "k"), fresh(INT, "l")
    premises = (le(1, k), le(k, N), le(0, l), le(l, TOP))
    found = proof_at(k, l, list(map(assume, premises)))
    return everywhere(k, everywhere(l, found, *premises[2:]), *premises[:2])


def slope_known(number: int, k: Term, l: Term, inside: list[Theorem]) -> Theorem:
    """dL(k, l) = its value at the time s."""
    told, _ = entry_moves(number, k, l, inside)
    known = at(instantiate(any_slope(number), *table(S)), k, *inside[:2], l, *inside[2:])
    return one_slope(told, known)


def pulled(number: int) -> Theorem:
    """sum of weight times dL = sum of weight times its value."""
    f, G = NETS[number], SLOPES[number]

    def before(k):
        return fn(lambda l: f(k, l, S) * G(k, l, S))

    def after(k):
        return fn(lambda l: f(k, l, S) * at_time(slope_value(number, k, l), S))

    def row(k, *where):
        def entry(l, *inside):
            same = slope_known(number, k, l, [*where, *inside])
            return combine(eq(before(k)(l), after(k)(l)), (f(k, l, S), same))

        return summand_equal(before(k), after(k), 0, TOP, entry)

    return summand_equal(
        fn(lambda k: total(0, TOP, before(k))), fn(lambda k: total(0, TOP, after(k))), 1, N, row
    )


def energy(s: Term) -> Term:
    """The squared norm of all weights at the time s."""
    return energy_of(weights(s))


def gained(s: Term) -> Term:
    """1/p^2 sum of output times (what is wanted less output)."""
    body = inv(p) ** 2 * over_outputs(
        lambda q, r, m: (WANTED(q, r, m) - put_out(GROUP, q, r, m)) * put_out(GROUP, q, r, m)
    )
    return at_time(body, s)


@cache
def energy_slope() -> Theorem:
    """E' = 6 eta times the same."""
    moves = [
        each_entry(lambda k, l, inside, n=n: entry_moves(n, k, l, inside)[1]) for n in range(3)
    ]
    found = sum_derivative(lam(energy), 0, t, S, WHEN, moves)
    sums = [
        total(1, N, lambda k, f=f, G=G: total(0, TOP, lambda l: f(k, l, S) * G(k, l, S)))
        for f, G in zip(NETS, SLOPES)
    ]
    value = -2 * eta * (sums[0] + sums[1] + sums[2])
    moved = same_slope(found, value)
    told = instantiate(euler(), *table(S))
    less = instantiate(turned(), *table(S))
    same = combine(
        eq(value, 6 * eta * gained(S)),
        *((-2 * eta, pulled(number)) for number in range(3)),
        (-2 * eta, told),
        (-6 * eta, less),
    )
    return slope_is(moved, same)


@cache
def turned() -> Theorem:
    """sum of error times output, with the other sign."""
    left = inv(p) ** 2 * over_outputs(lambda q, r, m: error(q, r, m) * put_out(GROUP, q, r, m))
    right = inv(p) ** 2 * over_outputs(
        lambda q, r, m: (WANTED(q, r, m) - put_out(GROUP, q, r, m)) * put_out(GROUP, q, r, m)
    )
    return same_sums(eq(left, -right))
