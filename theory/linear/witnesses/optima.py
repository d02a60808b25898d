"""Optima at one input and one output: what the theorems bound is attained there."""

from __future__ import annotations

from theory.linear import letters
from theory.linear.kernel_proofs.loss.best_matrix import leading, leading_loss
from theory.linear.kernel_proofs.loss.cost import loss_bound
from theory.linear.kernel_proofs.matrices import rank
from theory.linear.kernel_proofs.matrices.local_maximum import sphere_bound
from theory.linear.kernel_proofs.matrices.optima import any_frame, halved, leading_frame
from theory.linear.kernel_proofs.small import at_one, constant, evaluated, under
from theory.linear.letters import HALVED, cost, data, optima
from theory.linear.letters import rank as modes_letters
from theory.proof.lemmas import HALF
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    algebra,
    assume,
    conjoin,
    discharge,
    generalise,
    order,
    witness,
)
from theory.proof.sums.any_range import delta
from theory.proof.tactics import at, bound, combine, fact, fresh, lam, total, witnessed, written
from theory.proof.terms import (
    INT,
    ONE,
    TWO,
    ZERO,
    Term,
    eq,
    le,
    num,
    opened,
    substituted,
)

ONES = {
    **dict.fromkeys((data.c, data.d, data.H, data.i, data.j, data.N, data.step, data.rank), ONE),
    data.p: constant(ONE, INT),
    **dict.fromkeys(
        (data.x, data.y, data.B, data.cov, data.prec, data.cross, data.beta, data.u, data.P),
        constant(ONE, INT, INT),
    ),
    data.grad: constant(ZERO, INT, INT),
    data.mu: constant(ONE, INT),
    data.a: constant(ONE, INT),
    data.w: constant(TWO, INT),
    **dict.fromkeys(data.rows.values(), constant(ONE, INT)),
    data.cross_ij: ONE,
    **dict.fromkeys(
        (data.descent_ij, data.grad_ij, data.projected_ij, data.U_basis, data.pairing), ZERO
    ),
}
MODES = {
    **dict.fromkeys((data.c, data.d, data.rank, optima.modes), ONE),
    letters.M: constant(ONE, INT, INT),
    **dict.fromkeys((optima.left, optima.right), constant(ONE, INT, INT)),
    optima.sigma: constant(ONE, INT),
    optima.sigma_top: ONE,
}
FRAMES = ("linear.singular-system", "linear.count")


def ranked(table) -> Theorem:
    """1 = min(1, 1)."""
    own = substituted(DEFINITIONS["linear.rank"].statement, table)
    same = fact("min-left", bound(le(ONE, ONE)), x=ONE, y=ONE)
    return algebra(own, (num(-1), same))


def largest_total() -> Theorem:
    """U_total = 1/2 for M = 1."""
    table = {**MODES, optima.U_total: HALF}
    own = substituted(DEFINITIONS["linear.largest-total"].statement, table)
    every, existence = own.args
    frame, value = (under(one, table, []) for one in leading_frame())
    half = evaluated(value.conclusion.args[1], ())
    most = _rewritten_bound(under(any_frame(), table, []), every, half)
    reached = algebra(eq(value.conclusion.args[0], HALF), (ONE, value), (ONE, half))
    functions = [substituted(halved(one), table) for one in (optima.left, optima.right)]
    found = witnessed(existence, functions, conjoin(frame, reached))
    return conjoin(conjoin(most, found), *_framed(table))


def _framed(table) -> list[Theorem]:
    return [at_one(substituted(DEFINITIONS[name].statement, table)) for name in FRAMES]


def _rewritten_bound(theorem: Theorem, goal: Term, half: Theorem) -> Theorem:
    """for all a, w: premise -> value <= the number that the right side is worth."""
    a, w = fresh(goal.data[0]), fresh(goal.data[0])
    premise, wanted = opened(opened(goal, (a,)), (w,)).args
    own = at(theorem, a, w, assume(premise))
    found = order(wanted, ((ONE, half),), ((ONE, (own,), ONE),))
    return generalise(generalise(discharge(premise, found), w), a)


def best_frame() -> Theorem:
    """The singular pair of M = 1, over sqrt(2), is a best frame."""
    left, right = (halved(one) for one in (optima.left, optima.right))
    table = {
        **MODES,
        optima.a_best: substituted(left, MODES),
        optima.w_best: substituted(right, MODES),
        optima.utility_of: constant(HALF, INT),
    }
    own = substituted(DEFINITIONS["linear.best-frame"].statement, table)
    frame, value = (under(one, table, []) for one in leading_frame())
    back = combine(eq(value.conclusion.args[1], value.conclusion.args[0]), (1, value))
    most = _rewritten_bound(under(any_frame(), table, []), own.args[1], back)
    return conjoin(conjoin(frame, most, at_one(own.args[2])), *_framed(table))


def local_maximum() -> Theorem:
    """The singular pair of M = 1, over sqrt(2), has the largest utility on the whole sphere."""
    table = {
        **MODES,
        optima.a_top: constant(HALVED, INT),
        optima.w_top: constant(HALVED, INT),
        optima.U_local: HALF,
    }
    own = substituted(DEFINITIONS["linear.local-maximum"].statement, table)
    unit, value, near = own.args
    every = under(sphere_bound(), table, [ranked(table)])
    inside = opened(near, (ONE,))
    goal = inside.args[1]
    a, w = fresh(goal.data[0]), fresh(goal.data[0])
    premise, rest = opened(opened(goal, (a,)), (w,)).args
    distance, wanted = rest.args
    most = bound(wanted, (), [[at(every, a, w, assume(premise))]])
    found = generalise(generalise(discharge(premise, discharge(distance, most)), w), a)
    there = witness(near, ONE, conjoin(bound(inside.args[0]), found))
    return conjoin(
        conjoin(at_one(unit), at_one(value), there),
        at_one(substituted(DEFINITIONS["linear.top-value"].statement, table)),
        *_framed(table)[:1],
    )


def _least(table, name, place: int):
    """(the bound of the definition, its statement) at one input and one output."""
    own = substituted(DEFINITIONS[name].statement, table)
    theorem, goal = under(loss_bound(), table, [ranked(table)]), own.args[place]
    q, r = fresh(goal.data[0]), fresh(goal.data[0])
    premise, wanted = opened(opened(goal, (q,)), (r,)).args
    found = at(theorem, q, r, assume(premise))
    zero = evaluated(found.conclusion.args[0], ())
    value = evaluated(wanted.args[0], ())
    pairs = ((num(-1), zero), (ONE, value))
    least = order(wanted, pairs, ((ONE, (found,), ONE),))
    return generalise(generalise(discharge(premise, least), r), q), own


def _leading(table):
    columns = under(leading_loss()[0], table, [ranked(table)])
    return columns, [substituted(one, table) for one in leading()]


def best_loss() -> Theorem:
    """The least loss of rank 1 is 0."""
    table = {**ONES, cost.ell: constant(ZERO, INT)}
    least, own = _least(table, "linear.best-loss", 0)
    columns, functions = _leading(table)
    existence = own.args[1]
    wanted = opened(opened(existence, (functions[0],)), (functions[1],)).args[1]
    return conjoin(least, witnessed(existence, functions, conjoin(columns, at_one(wanted))))


def best_matrix() -> Theorem:
    """1 is the best matrix of rank 1."""
    table = {
        **ONES,
        cost.best_ij: ONE,
        cost.Q: constant(ONE, INT, INT),
        cost.R: constant(ONE, INT, INT),
    }
    least, own = _least(table, "linear.best-matrix", 1)
    return conjoin(at_one(own.args[0]), least, at_one(own.args[2]))


ONE_BY_ONE = {**dict.fromkeys((data.c, data.d, data.H), ONE), modes_letters.tilde_H: ONE}


LEFT = {**ONE_BY_ONE, data.step: ONE, optima.modes: ZERO}


def none_left() -> Theorem:
    """One of one is active."""
    own = substituted(DEFINITIONS["linear.dormant-vectors"].statement, LEFT)
    return conjoin(at_one(own), most_modes())


def most_modes() -> Theorem:
    """A product of numbers has one mode at most, and 1 = 1 * 1 has one."""
    own = substituted(DEFINITIONS["linear.most-modes"].statement, ONE_BY_ONE)
    names = (rank.A, rank.W, rank.n, rank.s, rank.a, rank.b)
    premise = modes_letters.decomposed(*names)
    every = under(discharge(premise, rank.at_most()[0]), ONE_BY_ONE, [])
    for letter in reversed(names):
        every = generalise(every, letter)
    fits = tuple(assume(le(ONE, size)) for size in (data.c, data.H, data.d))
    found = under(rank.attained(ONE, bound(le(0, ONE)), fits), ONE_BY_ONE, [])
    some = lam(lambda k, l: total(1, ONE, lambda q: delta(k, q) * delta(l, q)), INT, INT)
    unit, ones = lam(lambda k, q: delta(k, q), INT, INT), constant(ONE, INT)
    functions = [some, some, ones, unit, unit]
    return conjoin(written(own.args[0], every), witnessed(own.args[1], functions, found))
