"""Something satisfies the definitions of the two algorithms, at every scale: one coefficient, one
sample, X = 1, y = 1.

The gradient is -1 until the only jump, at time 1 (AGF: A), after which the coefficient is 1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.diagonal.kernel_proofs.jumps.plateau import (
    REACH,
)
from theory.diagonal.kernel_proofs.minima.kuhn_tucker import swap
from theory.diagonal.letters import alpha, eta
from theory.diagonal.letters.regression import X, count, samples, y
from theory.diagonal.letters.staircase import (
    ALGORITHM,
    S_at,
    chosen,
    coefficient,
    coefficient_agf,
    integral,
    jumps,
    jumps_agf,
    pause,
    pause_agf,
    place,
    time,
    time_agf,
    u_at,
    v_at,
)
from theory.proof.lemmas import (
    HALF,
    cosh,
    inv,
    log,
    sinh,
    sqrt,
    trichotomy,
)
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    discharge,
    disjoin,
    generalise,
    witness,
)
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    derivative,
    differs,
    fact,
    fresh,
    lam,
    ring,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    Term,
    apply,
    eq,
    le,
    lt,
    make,
    negation,
    opened,
    substituted,
)

ROOT = sqrt(TWO)
STRETCH = HALF * inv(eta) * REACH
LINE = {
    count: ONE,
    samples: ONE,
    X: lam(lambda i, j: ONE, INT, INT),
    y: lam(lambda j: ONE, INT),
    jumps: ONE,
    time: lam(lambda k: k, INT),
    pause: lam(lambda k: ONE, INT),
    integral: lam(lambda k, i: k, INT, INT),
    coefficient: lam(lambda k, i: k, INT, INT),
}


def angle_at(m: Term, s: Term) -> Term:
    """The angle on plateau m a time s after its start."""
    return HALF * REACH * m + eta * s


FLOWS = {
    jumps_agf: ONE,
    time_agf: lam(lambda m: STRETCH * m, INT),
    pause_agf: lam(lambda m: STRETCH, INT),
    chosen: lam(lambda m: ONE, INT),
    place: lam(lambda k: k, INT),
    coefficient_agf: lam(lambda m, i: m, INT, INT),
    u_at: lam(lambda m, i, s: ROOT * alpha * cosh(angle_at(m, s)), INT, INT, REAL),
    v_at: lam(lambda m, i, s: ROOT * alpha * sinh(angle_at(m, s)), INT, INT, REAL),
    S_at: lam(lambda m, i, s: HALF * inv(eta) * log(cosh(2 * angle_at(m, s))), INT, INT, REAL),
}


def on_line(term: Term) -> Term:
    """A term at these data, and AGF's letters."""
    return substituted(term, {**LINE, **FLOWS})


def single(body: Term) -> Theorem:
    """sum_{k=1}^{1} f(k) = f(1); ``body`` is the sum."""
    summand = make("lam", (INT,), (body.args[2],))
    from theory.proof.sums.finite import empty, step

    first = step(summand, ONE, ZERO, bound(le(0, 0)))
    value = ring(
        eq(first.conclusion.args[0], apply(summand, (ZERO + 1,))),
        first,
        written_empty(empty, summand),
    )
    return written(eq(body, apply(summand, (ONE,))), value)


def written_empty(empty, summand: Term) -> Theorem:
    """sum_{1}^{0} = 0."""
    from theory.proof.tactics import total

    return written(eq(total(1, 0, lambda k: apply(summand, (k,))), 0), empty(summand, ONE))


def sums_in(term: Term) -> list[Theorem]:
    """sum_{1}^{1} f = f(1), for every sum in the term, the inner ones at index 1."""
    found: dict = {}

    def visit(part):
        if part.op == "sum" and not part.loose:
            found[part] = None
            visit(opened(part, (ONE,)))
        for one in part.args:
            if not one.loose:
                visit(one)

    visit(term)
    return [single(one) for one in found]


def value_of(term: Term, value, *more: Theorem) -> Theorem:
    """The term has this value, by unfolding its sums of one term."""
    units = fact("inverse", differs(bound(lt(0, 1)), negation(eq(ONE, 0))), z=ONE)
    one = combine(eq(inv(ONE), 1), (1, units))
    return ring(eq(term, value), *sums_in(term), one, *more)


def slope_in(statement: Term) -> Theorem:
    """The derivative that a statement about one speaks of, by the axioms."""
    low, high, point, _, body = statement.args
    return derivative(make("lam", (REAL,), (body,)), low, high, point)


def only_index(statement: Term, theorem: Callable) -> Theorem:
    """forall i. 1 <= i -> i <= 1 -> P(i), from P(1)."""
    i = fresh(INT)
    body = opened(statement, (i,))
    low, rest = body.args
    high, wanted = rest.args
    same = fact("antisymmetric", assume(low), assume(high), x=ONE, y=i)
    shown = theorem(opened(statement, (ONE,)).args[1].args[1])
    found = swap(shown, ONE, i, same, lambda k: opened(statement, (k,)).args[1].args[1])
    return generalise(discharge(low, discharge(high, found)), i)


def only_plateau(statement: Term, theorem: Callable) -> Theorem:
    """forall m. 0 <= m -> m + 1 <= 1 -> P(m), from P(0)."""
    m = fresh(INT)
    low, rest = opened(statement, (m,)).args
    high, _ = rest.args
    same = fact("antisymmetric", assume(low), linear(le(m, 0), assume(high)), x=ZERO, y=m)
    shown = theorem(opened(statement, (ZERO,)).args[1].args[1])
    found = swap(shown, ZERO, m, same, lambda k: opened(statement, (k,)).args[1].args[1])
    return generalise(discharge(low, discharge(high, found)), m)


def best_is_one(statement: Term, feasible: Callable) -> Theorem:
    """b = 1 is the argmin: L(c) = (1 - c)^2/2."""
    own, every = statement.args
    c = fresh(every.data[0])
    premise, rest = opened(every, (c,)).args
    less = rest if rest.op == "le" else rest.args[0]
    least, other = less.args
    there, here = value_of(other, HALF * (1 - c(ONE)) ** 2), value_of(least, 0)
    smaller = linear(less, there, here, products=[_square(1 - c(ONE))])
    if rest.op == "le":
        whole = generalise(discharge(premise, smaller), c)
        return conjoin(only_index(own, feasible), whole)
    unique = rest.args[1]
    same = assume(unique.args[0])
    flat = combine(eq((1 - c(ONE)) * (1 - c(ONE)), 0), (2, there), (2, same), (2, here))
    equal = only_index(unique.args[1], lambda goal: _root(goal, c(ONE), flat))
    found = discharge(premise, conjoin(smaller, discharge(unique.args[0], equal)))
    return conjoin(only_index(own, feasible), generalise(found, c))


def _square(x: Term) -> tuple:
    return ([], x)


def _root(goal: Term, c: Term, flat: Theorem) -> Theorem:
    """c = 1, from (1 - c)^2 = 0."""
    one = eq(c, 1)

    def no(ordered):
        return absurd(linear(FALSE, flat, products=[[ordered, ordered]]), one)

    found = by_cases(
        trichotomy(c, ONE),
        lambda less: no(linear(lt(0, 1 - c), less)),
        lambda same: same,
        lambda more: no(linear(lt(0, c - 1), more)),
    )
    return ring(goal, found)


# --- the algorithm --------------------------------------------------------------------------------
@cache
def algorithm() -> Theorem:
    """s runs from 0 to 1 at the rate 1; the coefficient is then 1."""
    whole = substituted(ALGORITHM.statement, LINE)
    *plain, start, steps = whole.args
    first = only_index(start, lambda goal: conjoin(*(ring(one) for one in goal.args)))
    easy = [bound(one) if one.op == "le" else ring(one) for one in plain]
    return conjoin(*easy, first, only_plateau(steps, _algorithm_step))


def signed_one(body: Term) -> Theorem:
    """1 has the sign of the integral 1."""
    one, other, none = body.args
    flat = discharge(
        none.args[0],
        discharge(
            none.args[1].args[0],
            absurd(linear(FALSE, assume(none.args[1].args[0])), none.args[1].args[1]),
        ),
    )
    wrong = discharge(other.args[0], absurd(linear(FALSE, assume(other.args[0])), other.args[1]))
    return conjoin(discharge(one.args[0], bound(one.args[1])), wrong, flat)


def _algorithm_step(goal: Term) -> Theorem:
    length, due, early, clock, moving, best = goal.args
    there = opened(due, (ONE,))
    low, high, force, edge = there.args
    slope = value_of(force.args[0].args[0], -1)
    some = discharge(force.args[0], linear(FALSE, assume(force.args[0]), slope))
    reached = disjoin(edge, ring(edge.args[0], slope))
    found = witness(due, ONE, conjoin(bound(low), bound(high), some, reached))

    def not_before(body):
        apart, every = body.args
        tau = fresh()
        inside = opened(every, (tau,))
        after, rest = inside.args
        before, never = rest.args
        either = never.args[0]
        own = value_of(either.args[0].args[0], tau, slope)
        false = by_cases(
            assume(either),
            lambda one: linear(FALSE, one, own, assume(before)),
            lambda one: linear(FALSE, one, own, assume(after)),
        )
        no = discharge(after, discharge(before, discharge(either, false)))
        return discharge(apart, generalise(no, tau))

    return conjoin(
        bound(length),
        found,
        only_index(early, not_before),
        ring(clock),
        only_index(moving, lambda body: ring(body, slope)),
        best_is_one(best, signed_one),
    )
