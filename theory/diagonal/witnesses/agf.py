"""AGF on the same line of data satisfies its definition, at every scale."""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.jumps.plateau import (
    REACH,
    amount_at,
    amount_one,
    rate_above,
    reach_above,
    rises,
)
from theory.diagonal.letters import alpha, eta
from theory.diagonal.letters.staircase import AGF, NUMBERED
from theory.diagonal.witnesses.staircase import (
    ROOT,
    STRETCH,
    angle_at,
    best_is_one,
    on_line,
    only_index,
    only_plateau,
    slope_in,
    value_of,
)
from theory.proof.lemmas import (
    HALF,
    cosh,
    cosh_double,
    cosh_zero,
    inv,
    log,
    log_one,
    sinh,
    sinh_double,
    sinh_positive,
    sinh_zero,
)
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    discharge,
    disjoin,
    generalise,
)
from theory.proof.tactics import (
    bound,
    combine,
    equal_inside,
    fact,
    fresh,
    given,
    inverse,
    positive,
    ring,
    weaker,
    with_slope,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    FALSE,
    INT,
    TWO,
    ZERO,
    Term,
    eq,
    le,
    lt,
    opened,
)


# --- AGF ------------------------------------------------------------------------------------------
def agf_holds() -> Theorem:
    """The neuron turns at the rate eta; S = log cosh(B x)/(2 eta) is 1 at x = 1, the time A."""
    whole = on_line(AGF.statement)
    *plain, start, steps, end = whole.args
    easy = [bound(one) if one.op == "le" else ring(one) for one in plain]

    def first(goal):
        logs = combine(
            eq(log(cosh(ZERO)), 0), (1, equal_inside(log(cosh(ZERO)), cosh_zero())), (1, log_one())
        )
        return conjoin(*(ring(one, cosh_zero(), sinh_zero(), logs) for one in goal.args))

    def no_force(goal):
        return discharge(goal.args[0], value_of(goal.args[1].args[0], 0))

    return conjoin(
        *easy, only_index(start, first), only_plateau(steps, _agf_step), only_index(end, no_force)
    )


def _units() -> list[Theorem]:
    """eta/eta = 1 and B/B = 1."""
    return [inverse(eta, [rate_above()]), inverse(REACH, [reach_above()])]


def _full() -> Theorem:
    """S = 1 at the end of the first plateau."""
    turn = 2 * angle_at(ZERO, STRETCH)
    angle = ring(eq(turn, REACH * 1), _units()[0])
    inside = equal_inside(log(cosh(turn)), angle)
    return combine(
        eq(HALF * inv(eta) * log(cosh(turn)), 1), (HALF * inv(eta), inside), (1, amount_one())
    )


def _agf_step(goal: Term) -> Theorem:
    length, clock, neurons, *rest = goal.args
    jump, best = rest[0], rest[1]
    end = positive(STRETCH, [rate_above(), reach_above()])

    def neuron(body):
        flow, resting, carried = body.args
        dormant = assume(flow.args[0])
        course = discharge(flow.args[0], _flows(flow.args[1]))
        none = resting.args[0]
        still = discharge(
            none, absurd(given(assume(none), ring(dormant.conclusion)), resting.args[1])
        )
        return conjoin(course, still, conjoin(*(_handed(one) for one in carried.args)))

    low, high, zero, full, pull = jump.args
    side = _side_above(STRETCH)
    slope = value_of(gradient_in(pull), -1)
    pulled = _pull(pull, slope, side)

    def feasible(body):
        active, none = body.args
        sign = _sign_one(active.args[1], side)
        kept = discharge(active.args[0], bound(active.args[1], [sign]))
        own = disjoin(none.args[0].args[0], ring(none.args[0].args[0].args[1]))
        off = discharge(none.args[0], absurd(given(assume(none.args[0]), own), none.args[1]))
        return conjoin(kept, off)

    return conjoin(
        written(length, weaker(end)),
        ring(clock),
        only_index(neurons, neuron),
        conjoin(bound(low), bound(high), ring(zero), written(full, _full()), pulled),
        best_is_one(best, feasible),
    )


def _handed(equation: Term) -> Theorem:
    """Plateau 1 starts at the angle B/2 = eta A."""
    left, right = equation.args
    first, second = _argument(left), _argument(right)
    same = ring(eq(first, second), _units()[0])
    whole = equal_inside(left, same)
    return written(equation, whole)


def _argument(term: Term) -> Term:
    """The argument of the cosh or sinh in a term."""
    stack = [term]
    while stack:
        part = stack.pop()
        if part.op in ("cosh", "sinh"):
            return part.args[0]
        stack += part.args
    raise ValueError(term)


def _flows(statement: Term) -> Theorem:
    """for all s in [0, A]: the three derivatives, and S is not 1 before A."""
    s = fresh()
    low, rest = opened(statement, (s,)).args
    high, wanted = rest.args
    ups = assume(low), assume(high)
    first, second, third, last = wanted.args
    slope = value_of(gradient_in(first.args[3]), -1)
    found = []
    for one in (first, second):
        own = slope_in(one)
        found.append(with_slope(own, one.args[3], slope))
    found.append(_rising(third, s, slope))
    found.append(_not_before(last, s, ups[0]))
    return generalise(discharge(low, discharge(high, conjoin(*found))), s)


def gradient_in(term: Term) -> Term:
    """The gradient inv(n) * sum in a product."""
    stack = [term]
    while stack:
        part = stack.pop()
        if part.op == "mul" and any(one.op == "sum" for one in part.args):
            return part
        stack += part.args
    raise ValueError(term)


def _rising(goal: Term, s: Term, slope: Theorem) -> Theorem:
    """S' = tanh(2 a) = 2 u v/(u^2 + v^2)."""
    turn = angle_at(ZERO, s)
    own = slope_in(goal)
    square = (ROOT * alpha * cosh(turn)) ** 2 + (ROOT * alpha * sinh(turn)) ** 2
    rooted = fact("sqrt-square", bound(le(0, 2)), x=TWO)
    whole = 2 * alpha**2 * cosh(2 * turn)
    value = ring(eq(square, whole), rooted, cosh_double(turn))
    above = positive(whole, [assume(lt(0, alpha))])
    down = combine(eq(inv(square), inv(whole)), (1, equal_inside(inv(square), value)))
    unit, flat = inverse(whole, [above]), inverse(cosh(2 * turn), [])
    # 2 alpha^2 (1/(2 alpha^2 cosh)) = 1/cosh
    short = combine(
        eq(alpha**2 * inv(whole), HALF * inv(cosh(2 * turn))),
        (HALF * inv(cosh(2 * turn)), unit),
        (alpha**2 * inv(whole), flat),
    )
    return with_slope(
        own,
        goal.args[3],
        slope,
        down,
        short,
        sinh_double(turn),
        _units()[0],
        rooted,
    )


def _not_before(goal: Term, s: Term, low: Theorem) -> Theorem:
    """S is not 1 before the end, since x = 2 eta s/B < 1 there."""
    early, full = goal.args[0], goal.args[1].args[0]
    amount = full.args[0]
    x = 2 * eta * inv(REACH) * s
    units = _units()
    speed = positive(2 * eta * inv(REACH), [rate_above(), reach_above()])
    x_low = bound(le(0, x), (), [[low, speed]])
    x_high = bound(lt(x, 1), units, [[assume(early), speed]])
    turn = amount.args[-1].args[0].args[0]
    same = ring(eq(turn, REACH * x), units[1])
    value = combine(
        eq(amount, amount_at(x)), (HALF * inv(eta), equal_inside(amount.args[-1], same))
    )
    false = linear(FALSE, assume(full), value, rises(x_low, x_high), amount_one())
    return discharge(early, discharge(full, absurd(false, goal.args[1].args[1])))


def _side_above(end: Term) -> Theorem:
    """0 < u v at the end of the first plateau."""
    turn = angle_at(ZERO, end)
    above = linear(lt(0, turn), ring(eq(turn, HALF * REACH), _units()[0]), reach_above())
    product = (ROOT * alpha * cosh(turn)) * (ROOT * alpha * sinh(turn))
    return bound(
        lt(0, product),
        (),
        [
            [
                positive(ROOT, []),
                positive(ROOT, []),
                assume(lt(0, alpha)),
                assume(lt(0, alpha)),
                positive(cosh(turn), []),
                sinh_positive(above),
            ]
        ],
    )


def _pull(goal: Term, slope: Theorem, side: Theorem) -> Theorem:
    """0 < -g u v with g = -1."""
    product = side.conclusion.args[1]
    value = ring(eq(goal.args[1], product), slope)
    return linear(goal, value, side)


def _sign_one(goal: Term, side: Theorem) -> Theorem:
    """sgn(u v) = 1 in 0 <= b sgn(u v)."""
    sign = next(one for one in goal.args[1].args if one.op == "sign")
    return fact("sign-positive", written(lt(0, sign.args[0]), side), x=sign.args[0])


@cache
def numbered() -> Theorem:
    """Plateau k of AGF is plateau k: the second is the last."""
    whole = on_line(NUMBERED.statement)
    zero, every = whole.args

    def step(goal):
        premise, said = goal.args
        above, below, flat, last = said.args
        m = fresh(INT)
        low, rest = opened(flat, (m,)).args
        high, wanted = rest.args
        between = fact("discrete", assume(low), n=ZERO, m=m)
        none = absurd(linear(FALSE, between, assume(high)), wanted)
        passed = generalise(discharge(low, discharge(high, none)), m)
        found = conjoin(bound(above), bound(below), passed, disjoin(last, ring(last.args[0])))
        return discharge(premise, found)

    return conjoin(ring(zero), only_plateau(every, step))


@cache
def scaled_agf() -> Theorem:
    """AGF and the numbers of its plateaus, from 0 < alpha and 0 < eta."""
    return conjoin(agf_holds(), numbered())
