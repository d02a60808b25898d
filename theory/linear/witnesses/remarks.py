"""Numbers that the sentences between the formulas speak of, at one input and one output."""

from __future__ import annotations

from theory.linear.kernel_proofs.small import at_one, constant, evaluated
from theory.linear.letters import data, optima, remarks
from theory.linear.witnesses.optima import MODES, ONES, best_frame, halved, ranked
from theory.proof.lemmas import HALF, sqrt_is
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    detach,
    discharge,
    disjoin,
    generalise,
)
from theory.proof.tactics import (
    bound,
    combine,
    conjuncts,
    contradiction,
    equal_inside,
    fact,
    fresh,
    written,
)
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    ZERO,
    Term,
    eq,
    le,
    lt,
    num,
    opened,
    substituted,
)


def _definition_in(name: str, table) -> Term:
    return substituted(DEFINITIONS[name].statement, table)


# --- two decompositions of the number 3 -----------------------------------------------------------
THREE = {
    **dict.fromkeys(
        (data.c, data.d, data.H, remarks.count, remarks.place, remarks.row, remarks.column), ONE
    ),
    data.A: constant(ONE, INT, INT),
    **dict.fromkeys((data.W, remarks.product), constant(num(3), INT, INT)),
    remarks.size: constant(num(3), INT),
    **dict.fromkeys((remarks.u_one, remarks.v_one), constant(ONE, INT, INT)),
    **dict.fromkeys((remarks.u_two, remarks.v_two), constant(num(-1), INT, INT)),
    **dict.fromkeys((remarks.map_one, remarks.map_two), num(3)),
    remarks.separation: ONE,
}
THREE_NAMES = ("linear.two-decompositions", "linear.rank-one-maps", "linear.separation")


def decompositions() -> Theorem:
    """3 = 3 * 1 * 1 = 3 * (-1) * (-1); there is no second value."""
    every, either = _definition_in("linear.separation", THREE).args
    j = fresh(INT)
    low, rest = opened(every, (j,)).args
    high, inner = rest.args
    other, goal = inner.args
    same = fact("antisymmetric", assume(high), assume(low), x=j, y=ONE)
    none = absurd(detach(assume(other), same), goal)
    for premise in (other, high, low):
        none = discharge(premise, none)
    one = disjoin(either, combine(either.args[0]))
    return conjoin(
        *(at_one(_definition_in(name, THREE)) for name in THREE_NAMES[:2]),
        conjoin(written(every, generalise(none, j)), one),
    )


# --- one mode, selected ---------------------------------------------------------------------------
SELECTED = {
    **ONES,
    remarks.s_sel: constant(ONE, INT),
    **dict.fromkeys((remarks.u_sel, remarks.v_sel), constant(ONE, INT, INT)),
    remarks.leaving: ZERO,
    **dict.fromkeys((remarks.commutes, remarks.top_gap), ONE),
}
SELECTED_NAMES = (
    *data.DATA, "linear.loss-gradient", "linear.rank", "linear.first-selection",
    "linear.selected-map", "linear.leaving", "linear.commutes", "linear.top-gap",
)  # fmt: skip


def _chosen(own: Term, choice: Term, known: Theorem, holds: bool) -> Theorem:
    """letter = value, in which one choice is settled."""
    condition, yes, no = choice.args
    name = "ite-true" if holds else "ite-false"
    return combine(own, (1, fact(name, known, P=condition, z=yes, w=no)))


def selected() -> Theorem:
    """B = Sigma_xx = 1: beta = 1 is selected at once, and the gradient is 0 there."""

    def still(own: Term) -> Theorem:
        inside = own.args[1].args[0]
        flat = evaluated(inside, ())
        none = sqrt_is(ZERO, bound(le(0, 0)), combine(eq(ZERO**2, ZERO)))
        return combine(own, (1, equal_inside(own.args[1], flat)), (1, none))

    def commuting(own: Term) -> Theorem:
        choice = own.args[1]
        return _chosen(own, choice, at_one(choice.args[0]), True)

    def alone(own: Term) -> Theorem:
        condition = le(2, ONE)
        never = discharge(
            condition, contradiction(bound(lt(0, 0), (), [[assume(condition)]]), FALSE)
        )
        choice = next(one for one in _inside(own) if one.op == "ite")
        return _chosen(own, choice, never, False)

    special = {
        "linear.rank": lambda own: ranked(SELECTED),
        "linear.leaving": still,
        "linear.commutes": commuting,
        "linear.top-gap": alone,
    }
    return conjoin(
        *(special.get(name, at_one)(_definition_in(name, SELECTED)) for name in SELECTED_NAMES)
    )


def _inside(whole: Term):
    yield whole
    for one in whole.args:
        yield from _inside(one)


# --- a frame of one vector ------------------------------------------------------------------------
ALIGNED = {
    **MODES,
    optima.a_best: substituted(halved(optima.left), MODES),
    optima.w_best: substituted(halved(optima.right), MODES),
    optima.utility_of: constant(HALF, INT),
    remarks.which: ONE,
    remarks.overlap_all: ONE,
}
ALIGNED_NAMES = ("linear.overlap", "linear.best-frame", "linear.singular-system", "linear.count")


def aligned() -> Theorem:
    """The best frame for M = 1 is its singular pair."""
    return conjoin(at_one(_definition_in("linear.overlap", ALIGNED)), *best_frame_parts())


def best_frame_parts() -> list[Theorem]:
    """The conjuncts of the witness of linear.best-frame, as they are named."""
    whole = best_frame()
    return conjuncts(whole)
