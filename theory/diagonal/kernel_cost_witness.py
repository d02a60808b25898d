"""The cost flow on the line, and what a jump changes there: their definitions are satisfied."""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_agf_witness import _gradient_in
from theory.diagonal.kernel_cost_letters import (
    G_cost,
    best_of,
    beta_best,
    beta_flow,
    end_of,
    neuron,
    u_cost,
    v_cost,
)
from theory.diagonal.kernel_letters import DEFINED
from theory.diagonal.kernel_sequence_letters import (
    S_dormant,
    beta_new,
    coordinate,
    m_of,
    plateau,
)
from theory.diagonal.kernel_sequence_witness import _rates, half_scale
from theory.diagonal.kernel_staircase_witness import (
    LINE,
    algorithm,
    best_is_one,
    on_line,
    only_index,
    slope_in,
    value_of,
)
from theory.proof.lemmas import HALF, cosh, cosh_zero, log, log_one
from theory.proof.linear import linear
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    discharge,
    generalise,
    witness,
)
from theory.proof.tactics import (
    bound,
    combine,
    equal_inside,
    fact,
    fresh,
    given,
    lam,
    ring,
    with_slope,
    written,
)
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
    opened,
    substituted,
)


@cache
def cost() -> Theorem:
    """The cost flow rests at u = v = 1, the argmin."""
    table = {
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
    flow, end, best = (
        substituted(DEFINED[f"diagonal.cost-{name}"].statement, table)
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
    slope_ = value_of(_gradient_in(wanted.args[0].args[3]), 0)
    found = []
    for one in wanted.args:
        own = slope_in(one)
        found.append(with_slope(own, one.args[3], slope_))
    whole = generalise(discharge(low, discharge(high, conjoin(*found))), s)
    return generalise(whole, end)


@cache
def first_jump() -> Theorem:
    """The jump of the one coefficient, from 0 to 1."""
    whole = substituted(DEFINED["diagonal.new"].statement, {**LINE, plateau: ZERO, beta_new: ONE})
    low, more, every, some = whole.args

    def most(goal):
        return discharge(goal.args[0], linear(goal.args[1], _size_one(goal.args[1].args[0])))

    there = opened(some, (ONE,))
    first_, last, zero, same = there.args
    found = conjoin(bound(first_), bound(last), ring(zero), linear(same, _size_one(same.args[0])))
    return conjoin(
        algorithm(),
        conjoin(bound(low), bound(more), only_index(every, most), witness(some, ONE, found)),
    )


def _size_one(size: Term) -> Theorem:
    """|1| = 1."""
    return written(eq(size, 1), fact("abs-nonnegative", bound(le(0, 1)), x=ONE))


@cache
def dormant_start() -> Theorem:
    """S = 0 at the start of the first plateau of AGF, at the scale 1/2."""
    whole = substituted(
        substituted(
            on_line(DEFINED["diagonal.dormant-start"].statement),
            {m_of: ZERO, coordinate: ONE, S_dormant: ZERO},
        ),
        _rates(HALF),
    )
    *plain, dormant, start = whole.args
    logs = combine(
        eq(log(cosh(ZERO)), 0), (1, equal_inside(log(cosh(ZERO)), cosh_zero())), (1, log_one())
    )
    found = [bound(one) for one in plain]
    return conjoin(half_scale(), conjoin(*found, ring(dormant), ring(start, logs)))
