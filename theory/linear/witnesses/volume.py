"""One column of Z = (A; W^T) at one input and one output: a = w = 1 + s, M = 1/2, so that its
length sqrt(2) (1 + s) grows at the rate 1/2 at the time 1.
"""

from __future__ import annotations

from theory.linear import letters
from theory.linear.kernel_proofs.small import at_one, constant
from theory.linear.letters import HALVED, optima, volume
from theory.linear.witnesses.optima import MODES
from theory.proof.lemmas import HALF, inv, log
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Refused, Theorem, conjoin
from theory.proof.sums.any_range import slope_of_sum
from theory.proof.sums.finite import constant_sum
from theory.proof.tactics import (
    bound,
    combine,
    contradiction,
    derivative,
    inverse,
    lam,
    part_by_part,
    parts,
    positive,
    slope_is,
    with_slope,
    written,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    eq,
    le,
    lt,
    substituted,
)

SIDE = 2 * HALVED  # sqrt(2)
COLUMN = {
    **MODES,
    letters.end: ONE,
    letters.M: constant(HALF, INT, INT),
    optima.sigma: constant(HALF, INT),
    **dict.fromkeys((volume.a, volume.w), lam(lambda l, q, s: 1 + s, INT, INT, REAL)),
    **dict.fromkeys((volume.e_a, volume.e_w), constant(HALVED, INT, INT, REAL)),
    volume.r: lam(lambda p, q, s: SIDE * (1 + s), INT, INT, REAL),
    **dict.fromkeys((volume.slope_a, volume.slope_w), constant(ZERO, INT, INT)),
    volume.slope_r: constant(SIDE, INT, INT),
    volume.volume_rate: HALF,
}
COLUMN_NAMES = (
    "linear.singular-system", "linear.count", "linear.moving-columns", "linear.column-frame",
    "linear.volume",
)  # fmt: skip


def column_atom(statement: Term, premises: tuple[Theorem, ...]) -> Theorem:
    """As ``at_one`` does, and what a premise contradicts; heights are positive."""
    facts = tuple(leaf for premise in premises for leaf in parts(premise))
    known = [[one] for one in facts]
    if statement.op == "lt" and statement.args[0] is ZERO:
        whole = statement.args[1]
        if whole.op == "mul":
            late = bound(lt(0, whole.args[1]), (), known)
            side = positive(SIDE, [bound(lt(0, 2))])
            return bound(statement, (), [[side, late]], exact=True)
    try:
        return at_one(statement, facts)
    except Refused:
        return contradiction(bound(lt(0, 0), (), known), statement)


def _growing() -> Theorem:
    """sum_{q=1}^1 log(sqrt(2) (1 + s)) has the slope 1/2 at 1."""
    height = lam(lambda s: SIDE * (1 + s))
    above = positive(height(ONE), [])
    value = inv(height(ONE)) * SIDE

    def proof_at(*_):
        slope = derivative(lambda s: log(height(s)), 0, ONE, ONE, (), [above])
        return with_slope(slope, value)

    summand = lam(lambda q, s: log(height(s)), INT, REAL)
    inside = (bound(le(0, ONE)), bound(le(ONE, ONE)))
    slope = slope_of_sum(summand, constant(value, INT), 1, ONE, (ZERO, ONE, ONE), inside, proof_at)
    once = constant_sum(value, 1, ONE, bound(le(1, ONE + 1)))
    unit = inverse(height(ONE), [above])
    half = combine(eq(slope.conclusion.args[3], HALF), (1, once), (HALF, unit))
    return slope_is(slope, half)


def column() -> Theorem:
    """All definitions of linear.volume-growth, but that min(1, 1) = 1."""
    table = {name: substituted(DEFINITIONS[name].statement, COLUMN) for name in COLUMN_NAMES}
    table_shown = [part_by_part(table[name], column_atom) for name in COLUMN_NAMES[:-1]]
    return conjoin(*table_shown, written(table["linear.volume"], _growing()))
