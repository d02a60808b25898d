"""A network without a target rests at every scale: one input, y = 0, v = 0 and no gradient."""

from __future__ import annotations

from theory.diagonal.letters import DEFINED
from theory.diagonal.letters.regression import X, count, samples, y
from theory.diagonal.letters.sequence import coordinate
from theory.diagonal.letters.stretch import (
    G_net,
    left,
    right,
    s_left,
    s_mid,
    s_right,
    stay,
    u_net,
    v_net,
)
from theory.diagonal.witnesses.integral import size_of_zero
from theory.diagonal.witnesses.staircase import sums_in
from theory.proof.lemmas import sqrt
from theory.proof.letters import READINGS
from theory.proof.rules import Theorem, witness
from theory.proof.tactics import bound, derivative, lam, part_by_part, ring, with_slope
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    Term,
    both,
    make,
    opened,
    substituted,
)

RESTING = {
    count: ONE,
    samples: ONE,
    X: lam(lambda i, j: ONE, INT, INT),
    y: lam(lambda j: ZERO, INT),
    u_net: lam(lambda a, i, r: sqrt(TWO) * a, REAL, INT, REAL),
    v_net: lam(lambda a, i, r: ZERO, REAL, INT, REAL),
    G_net: lam(lambda a, i, r: ZERO, REAL, INT, REAL),
    stay: lam(lambda i: ZERO, INT),
    left: ZERO,
    right: ONE,
    coordinate: ONE,
    **dict.fromkeys((s_left, s_mid, s_right), ZERO),
}
NAMES = READINGS["diagonal.integral-linear"]


def at_rest() -> Theorem:
    """The definitions of the stretch at once."""
    whole = both(*(DEFINED[name].statement for name in NAMES))
    return part_by_part(substituted(whole, RESTING), _at_rest)


def _at_rest(one: Term, known: tuple[Theorem, ...]) -> Theorem:
    if one.op == "exists":
        return witness(one, ONE, part_by_part(opened(one, (ONE,)), _at_rest, known))
    if one.op == "deriv":
        low, high, point, value, body = one.args
        own = derivative(make("lam", (REAL,), (body,)), low, high, point)
        return with_slope(own, value, *sums_in(value)) if sums_in(value) else with_slope(own, value)
    if one.op == "lt" and one.args[0].op == "abs":
        return linear(one, size_of_zero(one.args[0]), *known)
    return ring(one) if one.op == "eq" else bound(one, (), [[each] for each in known])
