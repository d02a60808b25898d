"""Pairs of neurons (u, v, w), (u, -v, -w) in the flow: their gradients are mirror images."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.gradient import (
    entry_value,
    loss_slope,
)
from theory.modular.kernel_proofs.training.pair_neurons import (
    error,
    no_error_rules,
    pair_parts,
    partner,
    partner_response,
    squares_gone,
)
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.letters import N, against, over_pairs, p
from theory.modular.letters.cost import response, u_in, v_in, w_in
from theory.modular.letters.flow import unit_vector
from theory.modular.letters.gradient import h, i, slope_u, slope_v, slope_w
from theory.modular.letters.pairs import SIGNS, VELOCITIES, M, mirror, pair_drift
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, instantiate
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    forall,
    given,
    lam,
    obtain,
    one_slope,
    parts,
    ring,
    total,
)
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    digest,
    eq,
    function,
    implies,
    le,
    num,
    substituted,
)

# --- the gradients of partners --------------------------------------------------------------------
EE = function("ee", INT, INT, INT, REAL)
HH, WW, AA, BB = (function(name, INT, REAL) for name in ("hh", "ww", "aa", "bb"))


def in_range(body) -> Term:
    """For every residue."""
    return forall(lambda q: implies(le(0, q), le(q, TOP), body(q)), INT)


def plain_value(number: int, A: Term, B: Term, W: Term, sign: int):
    """The derivative of one square, of the neuron (sign 1) or of its partner (-1)."""

    def value(q, r, m):
        Z = A(q) + B(r) if sign == 1 else A(q) - B(r)
        if number == 2:
            return 2 * EE(q, r, m) * Z**2 * HH(m)
        return mirror(sign, 4 * EE(q, r, m) * Z * HH((q, r)[number]) * W(m))

    return value


def whole_sum(value) -> Term:
    """Over all pairs and all outputs."""
    return over_pairs(lambda q, r: total(0, TOP, lambda m: value(q, r, m)))


@cache
def mirrored_sums(number: int) -> Theorem:
    """The partner's sum is +-that of the neuron, if ee sums to zero over b, and over a."""
    rules = []
    for first in (False, True):

        def zero(q, m, first=first):
            place = (lambda n: EE(n, q, m)) if first else (lambda n: EE(q, n, m))
            return eq(total(0, TOP, place), 0)

        rules.append(assume(in_range(lambda q, zero=zero: in_range(lambda m: zero(q, m)))))
    own, other = (whole_sum(plain_value(number, AA, BB, WW, sign)) for sign in (1, -1))
    return same_sums(eq(other, mirror(SIGNS[number], own)), *rules)


def pointwise(left, right, proof_at) -> Theorem:
    """Sums over a, b and c with equal summands."""

    def over_c(q, r):
        return summand_equal(
            fn(lambda m: left(q, r, m)),
            fn(lambda m: right(q, r, m)),
            0,
            TOP,
            lambda m, *_: proof_at(q, r, m),
        )

    def row(value, q):
        return fn(lambda r: total(0, TOP, lambda m: value(q, r, m)))

    def over_b(q):
        return summand_equal(row(left, q), row(right, q), 0, TOP, lambda r, *_: over_c(q, r))

    def rows(value):
        return fn(lambda q: total(0, TOP, row(value, q)))

    return summand_equal(rows(left), rows(right), 0, TOP, lambda q, *_: over_b(q))


def velocity(number: int, k: Term, q: Term, inside: list[Theorem], residue: list[Theorem]):
    """-velocity = 1/(2 p^2) sum of the derivatives of the squares, of neuron k along entry q."""
    slope = (slope_u, slope_v, slope_w)[number]
    known = discharge(DEFINITIONS["modular.neuron"].statement, loss_slope(slope))
    known = given(instantiate(known, i, k, h, unit_vector(q)), conjoin(*inside))
    (moving,) = defined(f"modular.velocity-{'uvw'[number]}")
    return one_slope(at(moving, k, q, *inside, *residue), known)


def neuron_table(number: int, k: Term, q: Term) -> dict[Term, Term]:
    """What ee, hh, ww, aa, bb are for neuron k, along entry q."""
    along = unit_vector(q)
    return {
        EE: lam(error, INT, INT, INT),
        HH: along if number == 2 else fn(lambda n: against(along, n)),
        WW: fn(lambda m: w_in(k, m)),
        AA: fn(lambda n: response(u_in, k, n)),
        BB: fn(lambda n: response(v_in, k, n)),
    }


def mirrored_at(number: int, k: Term, q: Term, rules: tuple[Theorem, Theorem]) -> Theorem:
    """mirrored_sums for neuron k, along entry q, as the error sums to zero (rules)."""
    plain = mirrored_sums(number)
    for rule in sorted(plain.hypotheses, key=digest):
        plain = discharge(rule, plain)
    table = neuron_table(number, k, q)
    pairs = [part for pair in table.items() if pair[0] in plain.conclusion.free for part in pair]
    plain = instantiate(plain, *pairs)
    known = {one.conclusion: one for one in rules}
    while plain.conclusion.op == "implies":
        plain = given(plain, known[plain.conclusion.args[0]])
    return plain


def told_value(number: int, k: Term, q: Term, sign: int):
    """plain_value with the letters of neuron k."""
    body, table = plain_value(number, AA, BB, WW, sign), neuron_table(number, k, q)
    return lambda r, s, m: substituted(body(r, s, m), table)


def entry_of(number: int, k: Term, q: Term):
    """The derivative of one square, of neuron k along entry q."""
    slope, table = (slope_u, slope_v, slope_w)[number], {i: k, h: unit_vector(q)}
    return lambda r, s, m: substituted(entry_value(slope, r, s, m), table)


def mirrored_velocity(number: int, k: Term, q: Term, known: list[Theorem]) -> Theorem:
    """The velocity of the partner's entry is +-that of the neuron's."""
    low, high, *residue = known
    some, count, _ = pair_parts()
    first = [low, bound(le(k, N), [count], [[high], [some]])]
    last = [bound(le(1, M + k), (), [[low], [some]]), bound(le(M + k, N), [count], [[high]])]
    own = velocity(number, k, q, first, residue)
    other = velocity(number, M + k, q, last, residue)
    plain = mirrored_at(number, k, q, no_error_rules())
    value, late = entry_of(number, k, q), entry_of(number, M + k, q)
    told, turned = told_value(number, k, q, 1), told_value(number, k, q, -1)

    def partners(r, s, m):
        rewrites = [
            partner_response(0, k, r, low, high),
            partner_response(1, k, s, low, high),
            partner(2, k, m, low, high),
        ]
        return ring(eq(late(r, s, m), turned(r, s, m)), *rewrites)

    same = pointwise(late, turned, partners)
    mine = pointwise(value, told, lambda r, s, m: ring(eq(value(r, s, m), told(r, s, m))))
    d, sign = VELOCITIES[number], SIGNS[number]
    scale = num(1, 2) * inv(p) ** 2
    return combine(
        eq(d(M + k, q) - mirror(sign, d(k, q)), 0),
        (-1, other),
        (sign, own),
        (-scale, same),
        (sign * scale, mine),
        (-scale, plain),
    )


@cache
def drift_gone() -> Theorem:
    """pair_drift = 0: wherever it is attained."""
    _, attained = defined("modular.pair-drift")
    goal = eq(pair_drift, 0)

    def branch(number):
        def at_pair(k, known):
            low, high, existence = parts(known)

            def at_entry(q, there):
                *residue, same = parts(there)
                none = mirrored_velocity(number, k, q, [low, high, *residue])
                size = equal_inside(same.conclusion.args[1], none)
                flat = fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
                return combine(goal, (1, same), (1, size), (1, flat))

            return obtain(existence, at_entry)

        return lambda found: obtain(found, at_pair)

    return by_cases(attained, *(branch(number) for number in range(3)))


@proof("modular.pairs-stay")
def pairs_stay() -> Theorem:
    """No square terms, and no drift."""
    return conjoin(drift_gone(), squares_gone())
