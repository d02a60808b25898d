"""Something satisfies the definitions of pairs of neurons: p = 1, and pairs of zeros that rest."""

from __future__ import annotations

from theory.modular.letters import N, p, u, v, w, x
from theory.modular.letters.cost import a, b, c
from theory.modular.letters.pairs import (
    VECTORS,
    VELOCITIES,
    M,
    inner_u,
    pair_drift,
    pair_out,
    pair_squares_u,
    pair_squares_v,
    rate_inner_u,
    rate_w_c,
    scale,
    square_rate,
    square_sum,
    u_at,
    w_at,
    w_c,
    z_1,
    z_2,
)
from theory.modular.witnesses.flow import constant, zeros_in
from theory.modular.witnesses.utility import PLANE, ZEROS, together
from theory.proof.lemmas.sizes import root_zero
from theory.proof.letters import READINGS
from theory.proof.rules import Refused, Theorem, witness
from theory.proof.tactics import bound, combine, fact, lam, part_by_part, ring
from theory.proof.terms import INT, ONE, REAL, ZERO, Term, eq, le, num, opened, substituted

TABLE = {
    **dict.fromkeys((p, M), ONE),
    N: num(2),
    **dict.fromkeys((x, u, v, w), ZEROS),
    **dict.fromkeys((*VECTORS, *VELOCITIES), PLANE),
    **dict.fromkeys((square_sum, pair_drift, a, b, c, z_1, z_2, w_c), ZERO),
    **dict.fromkeys((pair_out, pair_squares_u, pair_squares_v), ZERO),
}
SCALED_TABLE = {
    **TABLE,
    scale: ONE,
    **dict.fromkeys((u_at, w_at), lam(lambda k, q, t: ZERO, INT, INT, REAL)),
    **dict.fromkeys((inner_u, rate_inner_u, rate_w_c, square_rate), ZERO),
}
NAMES = READINGS["modular.pairs-stay"]
SCALED = READINGS["modular.squares-return"]
ONE_PAIR = READINGS["modular.product-identity"]


def rest() -> Theorem:
    """All of them at once."""
    return holds(substituted(together(NAMES), TABLE))


def one_pair() -> Theorem:
    """The letters of a single pair."""
    return holds(substituted(together(ONE_PAIR), TABLE))


def scaled() -> Theorem:
    """Two neurons with scale 1."""
    return holds(substituted(together(SCALED), SCALED_TABLE))


def holds(statement: Term) -> Theorem:
    """Part by part: every number in it is 0, and does not change."""
    return part_by_part(statement, _atom)


def _atom(statement: Term, _) -> Theorem:
    if statement.op == "exists":
        return _there(statement)
    if statement.op == "deriv":
        return constant(statement)
    known = [*roots_in(statement), *zeros_in(statement)]
    return ring(statement, *known) if statement.op == "eq" else bound(statement, known)


def _there(existence: Term) -> Theorem:
    """The residue 0, or the neuron 1."""
    for number in (ZERO, ONE):
        try:
            return witness(existence, number, holds(opened(existence, (number,))))
        except Refused:
            continue
    raise Refused(f"neither 0 nor 1: {existence}")


def roots_in(whole: Term) -> list[Theorem]:
    """sqrt(0) = 0."""
    found = []
    for part in whole.args:
        if part.op == "sqrt":
            (inside,) = part.args
            flat = ring(eq(inside, 0), *zeros_in(inside))
            squared = fact("sqrt-square", bound(le(0, inside), [flat]), x=inside)
            found.append(root_zero(part, combine(eq(part**2, 0), (1, squared), (1, flat))))
    return found


WITNESSES = {
    "modular.pair-drift": rest,
    "modular.pair-output": one_pair,
    "modular.square-rate": scaled,
}
BUNDLES = {
    "modular.pair-drift": NAMES,
    "modular.pair-output": ONE_PAIR,
    "modular.square-rate": SCALED,
}
TABLES = {
    "modular.pair-drift": TABLE,
    "modular.pair-output": TABLE,
    "modular.square-rate": SCALED_TABLE,
}
