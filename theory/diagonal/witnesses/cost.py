"""The cost flow on the line, and what a jump changes there: their definitions are satisfied."""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.minima.kuhn_tucker import swap
from theory.diagonal.letters import DEFINED
from theory.diagonal.letters.cost import (
    G_cost,
    best_of,
    beta_best,
    beta_flow,
    end_of,
    neuron,
    u_cost,
    v_cost,
)
from theory.diagonal.letters.sequence import S_dormant, beta_new, coordinate, m_of, plateau
from theory.diagonal.letters.unique import listed_best, minimisers, stage
from theory.diagonal.witnesses.agf import gradient_in
from theory.diagonal.witnesses.sequence import ON_LINE, half_scale
from theory.diagonal.witnesses.staircase import (
    LINE,
    algorithm,
    best_is_one,
    only_index,
    signed_one,
    single,
    slope_in,
    value_of,
)
from theory.proof.lemmas import HALF, cosh, cosh_zero, log, log_one, trichotomy
from theory.proof.lemmas.enumeration import LIST
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    conjunct,
    discharge,
    generalise,
    witness,
)
from theory.proof.sums import VECTOR
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    fresh,
    given,
    lam,
    parts,
    ring,
    symmetric,
    with_slope,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    eq,
    le,
    lt,
    make,
    num,
    opened,
    substituted,
)

AT_BEST = {
    **LINE,
    u_cost: lam(lambda i, s: ONE, INT, REAL),
    v_cost: lam(lambda i, s: ONE, INT, REAL),
    G_cost: lam(lambda i, s: ZERO, INT, REAL),
    end_of: lam(lambda i: ONE, INT),
    best_of: lam(lambda i: ONE, INT),
    beta_flow: ONE,
    beta_best: ONE,
    neuron: ONE,
}
JUMPED = {**LINE, plateau: ZERO, beta_new: ONE}
STARTED = {**ON_LINE, m_of: ZERO, coordinate: ONE, S_dormant: ZERO}
LISTED = {**LINE, stage: ONE, minimisers: ONE, listed_best: lam(lambda q, i: ONE, INT, INT)}


@cache
def cost() -> Theorem:
    """The cost flow rests at u = v = 1, the argmin."""
    flow, end, best = (
        substituted(DEFINED[f"diagonal.cost-{name}"].statement, AT_BEST)
        for name in ("flow", "end", "best")
    )

    def rests(goal):
        balanced, zero, moving = goal.args
        return conjoin(ring(balanced), ring(zero), satisfied_at_rest(moving))

    def settled(goal):
        level, s = fresh(), fresh()
        premise, rest = opened(goal, (level,)).args
        every = opened(rest, (ZERO,))
        late, near = opened(every, (s,)).args
        none = written(eq(near.args[0], 0), fact("abs-nonnegative", bound(le(0, 0)), x=ZERO))
        held = generalise(discharge(late, linear(near, none, assume(premise))), s)
        return generalise(discharge(premise, witness(rest, ZERO, held)), level)

    def signed(goal):
        active, none = goal.args
        sign = next(one for one in active.args[1].args[1].args if one.op == "sign")
        one = written(eq(sign, 1), fact("sign-positive", bound(lt(0, 1)), x=ONE))
        off = none.args[0]
        product = off.args[0].args[0]
        some = discharge(product, linear(FALSE, assume(product)))
        wrong = absurd(given(assume(off), some), none.args[1])
        return conjoin(
            discharge(active.args[0], bound(active.args[1], [one])), discharge(off, wrong)
        )

    first, second, neurons = flow.args
    low, high, ends, own = end.args
    least, other = best.args
    return conjoin(
        conjoin(bound(first), bound(second), only_index(neurons, rests)),
        conjoin(bound(low), bound(high), only_index(ends, settled), ring(own)),
        conjoin(best_is_one(least, signed), ring(other)),
    )


def satisfied_at_rest(moving: Term) -> Theorem:
    """Constants have the derivative 0, and the gradient is 0 there."""
    end, s = fresh(), fresh()
    inner = opened(opened(moving, (end,)), (s,))
    low, rest = inner.args
    high, wanted = rest.args
    slope_ = value_of(gradient_in(wanted.args[0].args[3]), 0)
    found = []
    for one in wanted.args:
        own = slope_in(one)
        found.append(with_slope(own, one.args[3], slope_))
    whole = generalise(discharge(low, discharge(high, conjoin(*found))), s)
    return generalise(whole, end)


@cache
def first_jump() -> Theorem:
    """The jump of the one coefficient, from 0 to 1."""
    whole = substituted(DEFINED["diagonal.new"].statement, JUMPED)
    low, more, every, some = whole.args

    def most(goal):
        return discharge(goal.args[0], linear(goal.args[1], _size_one(goal.args[1].args[0])))

    there = opened(some, (ONE,))
    first_, last, zero, same = there.args
    found = conjoin(bound(first_), bound(last), ring(zero), linear(same, _size_one(same.args[0])))
    return conjoin(
        algorithm(),
        general(),
        conjoin(bound(low), bound(more), only_index(every, most), witness(some, ONE, found)),
    )


def _size_one(size: Term) -> Theorem:
    """|1| = 1."""
    return written(eq(size, 1), fact("abs-nonnegative", bound(le(0, 1)), x=ONE))


@cache
def dormant_start() -> Theorem:
    """S = 0 at the start of the first plateau of AGF, at the scale 1/2."""
    whole = substituted(DEFINED["diagonal.dormant-start"].statement, STARTED)
    *plain, dormant, start = whole.args
    logs = combine(
        eq(log(cosh(ZERO)), 0), (1, equal_inside(log(cosh(ZERO)), cosh_zero())), (1, log_one())
    )
    found = [bound(one) for one in plain]
    return conjoin(half_scale(), conjoin(*found, ring(dormant), ring(start, logs)))


# --- general position -----------------------------------------------------------------------------
@cache
def general() -> Theorem:
    """One input that is not 0 is in general position."""
    whole = substituted(DEFINED["diagonal.general-position"].statement, LINE)
    m, i, sign, w = fresh(INT), fresh(LIST), fresh(VECTOR), fresh(VECTOR)
    low, rest = opened(whole, (m,)).args
    high, every = rest.args
    apart_, rest = opened(opened(every, (i,)), (sign,)).args
    edges, wanted = rest.args
    flat, rest = opened(wanted, (w,)).args
    rows, goal = rest.args
    inside, once = (conjunct(assume(apart_), one) for one in apart_.args)
    p = fresh(INT)
    p_low, rest = opened(goal, (p,)).args
    p_high, zero = rest.args

    def two(more):
        """2 <= m: both are the same input."""
        second = linear(le(2, m), fact("discrete", more, n=ONE, m=m))
        first = linear(le(1, m), second)
        one, other = (
            parts(at(inside, num(q), bound(le(1, q)), known))
            for q, known in ((1, first), (2, second))
        )
        same = linear(eq(i(ONE), i(num(2))), *one, *other)
        equal = given(at(once, ONE, bound(le(1, 1)), first, num(2), bound(le(1, 2)), second), same)
        return absurd(linear(FALSE, equal), zero)

    def itself(same):
        total_ = flat.args[0]
        summed = swap(
            assume(flat),
            m,
            ONE,
            same,
            lambda top: eq(make("sum", (INT,), (ONE, top, total_.args[2])), ZERO),
        )
        own = combine(eq(w(ONE), 0), (1, summed), (1, single(summed.conclusion.args[0])))
        here = fact(
            "antisymmetric", assume(p_low), linear(le(p, 1), assume(p_high), same), x=ONE, y=p
        )
        return swap(own, ONE, p, here, lambda q: eq(w(q), ZERO))

    found = by_cases(
        trichotomy(ONE, m),
        two,
        lambda same: itself(symmetric(same)),
        lambda less: absurd(
            linear(FALSE, fact("discrete", less, n=m, m=ONE), assume(p_low), assume(p_high)), zero
        ),
    )
    found = generalise(discharge(p_low, discharge(p_high, found)), p)
    found = generalise(discharge(flat, discharge(rows, found)), w)
    found = generalise(discharge(apart_, discharge(edges, found)), sign)
    return generalise(discharge(low, discharge(high, generalise(found, i))), m)


@cache
def one_minimiser() -> Theorem:
    """The one coefficient has one minimiser, 1."""
    whole = substituted(DEFINED["diagonal.number-of-minimisers"].statement, LISTED)
    *plain, every, once, complete = whole.args

    def best(goal):
        return best_is_one(goal, signed_one)

    def equal(goal):
        return only_index(goal, lambda body: discharge(body.args[0], ring(body.args[1])))

    c = fresh(VECTOR)
    premise, there = opened(complete, (c,)).args
    _, least = (conjunct(assume(premise), one) for one in premise.args)
    unit = lam(lambda i: ONE, INT)
    feasible = opened(least.conclusion, (unit,)).args[0]
    smaller = given(at(least, unit), only_index(feasible, signed_one))
    mine, other = smaller.conclusion.args
    value, zero = value_of(mine, HALF * (1 - c(ONE)) ** 2), value_of(other, 0)
    point = _only_root(c(ONE), value, zero, smaller)
    low, high, same = opened(there, (ONE,)).args
    entries = only_index(same, lambda goal: ring(goal, point))
    found = witness(there, ONE, conjoin(bound(low), bound(high), entries))
    return conjoin(
        algorithm(),
        general(),
        conjoin(
            *(bound(one) for one in plain),
            only_index(every, best),
            only_index(once, equal),
            generalise(discharge(premise, found), c),
        ),
    )


def _only_root(c: Term, value: Theorem, zero: Theorem, smaller: Theorem) -> Theorem:
    """c = 1, from (1 - c)^2/2 <= 0."""
    goal = eq(c, 1)

    def no(ordered):
        return absurd(linear(FALSE, value, zero, smaller, products=[[ordered, ordered]]), goal)

    return by_cases(
        trichotomy(c, ONE),
        lambda less: no(linear(lt(0, 1 - c), less)),
        lambda same: same,
        lambda more: no(linear(lt(0, c - 1), more)),
    )
