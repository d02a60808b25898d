"""Greedy Low-Rank Learning at one input and one output with B = 1: one stage, from W_0 = 0 to
W_1 = 1, where the loss is 0.
"""

from __future__ import annotations

from theory.linear.kernel_proofs.small import at_one, constant, evaluated
from theory.linear.letters import HALVED, stages
from theory.linear.witnesses.optima import ONES
from theory.linear.witnesses.volume import column_atom
from theory.proof.lemmas import HALF, trichotomy
from theory.proof.lemmas.inner_products import square_sum
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    order,
    replace,
    witness,
)
from theory.proof.sums.any_range import nonnegative
from theory.proof.sums.finite import empty, step
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    everywhere,
    fact,
    fresh,
    lam,
    part_by_part,
    total,
)
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    bind,
    eq,
    le,
    lt,
    num,
    opened,
    substituted,
)

ONE_STAGE = {
    **ONES,
    **dict.fromkeys((stages.A, stages.W), constant(ONE, INT, INT, INT)),
    stages.grad: lam(lambda r, k, l: r - 1, INT, INT, INT),
    stages.top_slope: lam(lambda r: 1 - r, INT),
    stages.settled: ONE,
}
STAGE_NAMES = (
    "linear.stages", "linear.stage-gradient", "linear.top-slope", "linear.settled",
    "linear.covariance", "linear.outputs", "linear.cross", "linear.inverse", "linear.modes",
)  # fmt: skip


def none_or_one(statement: Term, start: Theorem, end: Theorem) -> Theorem:
    """for all r from 0 to 1, from the statement at 0 and at 1."""
    r = fresh(INT, "r")
    low, rest = opened(statement, (r,)).args
    high, goal = rest.args
    template = bind("lam", r, goal)

    def at_number(known: Theorem, same: Theorem) -> Theorem:
        return replace(combine(eq(same.conclusion.args[1], r), (1, same)), template, known)

    def below(less):
        most = bound(le(r, 0), (), [[fact("discrete", less, n=r, m=ONE)]])
        return at_number(start, fact("antisymmetric", most, assume(low), x=r, y=ZERO))

    found = by_cases(
        trichotomy(r, ONE),
        below,
        lambda same: at_number(end, same),
        lambda more: contradiction(bound(lt(0, 0), (), [[more], [assume(high)]]), goal),
    )
    return everywhere(r, found, low, high)


def stage_at(statement: Term, number: Term) -> Term:
    """What is said of this stage."""
    return opened(statement, (number,)).args[1].args[1]


def single(summand: Term) -> Theorem:
    """sum_{k=1}^1 f(k) = f(1)."""
    grown = step(summand, ONE, ZERO, bound(le(ONE - 1, ZERO)))
    nothing = empty(summand, ONE)
    goal = eq(total(1, ONE, lambda k: summand(k)), summand(ONE))
    return combine(goal, (1, grown), (1, nothing))


def _largest(statement: Term, first: bool) -> Theorem:
    """2 a w <= a^2 + w^2 = 1 before the stage, 0 after it."""
    every, attained = statement.args
    a, w = fresh(every.data[0]), fresh(every.data[0])
    premise, wanted = opened(opened(every, (a,)), (w,)).args
    units = [single(lam(lambda k: one(k) ** 2, INT)) for one in (a, w)]
    if first:
        entry = wanted.args[0].args[1]
        rows = bind("lam", k_ := fresh(INT, "k"), opened(entry, (k_,)))
        columns = bind("lam", l_ := fresh(INT, "l"), opened(rows(ONE), (l_,)))
        parts_ = [single(rows), single(columns)]
        least = order(
            wanted,
            ((num(2), parts_[0]), (num(2), parts_[1]), (ONE, assume(premise)),
             (num(-1), units[0]), (num(-1), units[1])),
            ((ONE, (), a(ONE) - w(ONE)),),
        )  # fmt: skip
    else:
        none = evaluated(wanted.args[0], ())
        least = order(wanted, ((ONE, none),), ())
    most = generalise(generalise(discharge(premise, least), w), a)
    half = constant(HALVED, INT)
    inside = opened(attained, (half,))
    there = witness(attained, half, witness(inside, half, at_one(opened(inside, (half,)))))
    return conjoin(most, there)


def _settled(own: Term) -> Theorem:
    """The loss 0 is the least of all."""
    choice = own.args[1]
    existence, yes, no = choice.args
    inside = opened(existence, (ONE,))
    every = inside.args[1]
    left, right = fresh(every.data[0]), fresh(every.data[0])
    premise, wanted = opened(opened(every, (left,)), (right,)).args
    zero = evaluated(wanted.args[0], ())
    whole = wanted.args[1].args[1]
    points = bind("lam", n_ := fresh(INT, "n"), opened(whole, (n_,)))

    def gain(n, *_):
        rows = points(n).args[1]
        body = bind("lam", k_ := fresh(INT, "k"), opened(rows, (k_,)).args[0])
        return bound(le(0, points(n)), (), [[square_sum(lambda k: body(k), 1, ONE)]])

    above = nonnegative(points, 1, ONE, gain)
    least = order(wanted, ((num(1), zero),), ((HALF, (above,), ONE),))
    found = generalise(generalise(discharge(premise, least), right), left)
    there = witness(existence, ONE, conjoin(bound(inside.args[0]), found))
    return combine(own, (1, fact("ite-true", there, P=existence, z=yes, w=no)))


def one_stage() -> Theorem:
    """All definitions of linear.greedy-ends, but that min(1, 1) = 1."""
    table = {name: substituted(DEFINITIONS[name].statement, ONE_STAGE) for name in STAGE_NAMES}
    found = {
        name: none_or_one(
            table[name], *(part_by_part(stage_at(table[name], r), column_atom) for r in (ZERO, ONE))
        )
        for name in STAGE_NAMES[:2]
    }
    top = table["linear.top-slope"]
    found["linear.top-slope"] = none_or_one(
        top, _largest(stage_at(top, ZERO), True), _largest(stage_at(top, ONE), False)
    )
    found["linear.settled"] = _settled(table["linear.settled"])
    return conjoin(*(found.get(name) or at_one(table[name]) for name in STAGE_NAMES))
