"""The integral of the gradient stays in [-1, 1]: beta = alpha^2 sinh(2 G) is bounded, so
|G| <= C - log(alpha).
"""

from __future__ import annotations

from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.kernel_proofs.minima.cost_limit import inside_size, size_of
from theory.diagonal.kernel_proofs.remarks import beta_in_dual
from theory.diagonal.letters import DUAL, FLOW, PRODUCT, alpha, beta, s_i
from theory.diagonal.letters.integral import (
    G_scale,
    cap,
    course,
    integral_at,
    plain_time,
    u_scale,
    v_scale,
)
from theory.proof.lemmas import exp, exp_inverse, exp_sum, inv, log, sinh, trichotomy
from theory.proof.rules import (
    Theorem,
    absurd,
    discharge,
    instantiate,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    equal_inside,
    fact,
    given,
    inverse,
    obtain,
    positive,
    ring,
    weaker,
    written,
)
from theory.proof.tactics.linear import linear, ordered
from theory.proof.terms import FALSE, ONE, Term, call, eq, le, lt, num


def sinh_at(a: Term, low: Theorem, flow: Theorem, dual_: Theorem) -> Theorem:
    """u v = a^2 sinh(2 G) at scale a."""
    table = course(a)
    found = beta_in_dual()
    for statement in (PRODUCT.statement, FLOW.statement, DUAL.statement, lt(0, alpha)):
        found = discharge(statement, found)
    product = table_value(table, "u_i") * table_value(table, "v_i")
    found = instantiate(found, beta, product, *(x for pair in table.items() for x in pair))
    return given(found, low, dual_, flow, ring(eq(product, product)))


def table_value(table: dict, name: str) -> Term:
    """The value of the letter of this name."""
    return next(value for letter, value in table.items() if letter.data[0] == name)


def not_beyond(a: Term, low: Theorem, below: Theorem, turn: int, known: list[Theorem]) -> Theorem:
    """+-G <= C - log(a): a^2 exp(2 G) = 2 |beta| + a^2 exp(-2 G) <= 2 C + 1."""
    flow, dual_, most = known
    y = num(turn) * G_scale(a, plain_time(a))
    product = u_scale(a, plain_time(a)) * v_scale(a, plain_time(a))
    value = sinh_at(a, low, flow, dual_)
    own = sinh(2 * G_scale(a, plain_time(a)))
    double = 2 * G_scale(a, plain_time(a))
    size = linear(le(num(turn) * product, cap), most, *size_of(product))
    cap_low = linear(le(0, cap), most, fact("abs-positive", z=product))
    logs = log(a)
    goal = le(y, cap - logs)
    negative = linear(le(logs, 0), fact("exp-tangent", x=logs), fact("exp-log", low, x=a), below)

    def outward(more):
        """0 < y."""
        up, tail = exp(2 * y), exp(-(2 * y))
        tail_low = fact("exp-positive", x=-(2 * y))
        short = bound(
            le(tail, 1),
            [exp_inverse(2 * y)],
            [[tail_low, fact("exp-tangent", x=2 * y)], [tail_low, more]],
        )
        pair = combine(eq(up, tail + num(2 * turn) * own), (2, fact("sinh", x=double)))
        square = positive(a**2, [low])
        thin = linear(lt(0, 1 - a), below)
        room = bound(le(a**2, 1), (), [[low, thin], [thin]])
        # a^2 exp(2 y) <= 2 C + 1
        full = linear(
            le(a**2 * up, 2 * cap + 1),
            value_times(a, pair),
            value,
            size,
            room,
            products=[[square, linear(le(0, 1 - tail), short)]],
        )
        whole = 2 * y + 2 * logs
        back = fact("exp-log", low, x=a)
        split = exp_sum(2 * y, 2 * logs)
        twice = exp_sum(logs, logs)
        value_ = combine(
            eq(exp(whole), up * a**2),
            (1, split),
            (up, written(eq(exp(2 * logs), exp(logs) ** 2), twice)),
            (up * (exp(logs) + a), back),
        )
        return linear(goal, fact("exp-tangent", x=whole), value_, full)

    return by_cases(
        trichotomy(y),
        lambda less: linear(goal, less, negative, cap_low),
        lambda same: linear(goal, same, negative, cap_low),
        outward,
    )


def value_times(a: Term, pair: Theorem) -> Theorem:
    """a^2 times both sides."""
    left, right = pair.conclusion.args
    return combine(eq(a**2 * left, a**2 * right), (a**2, pair))


class _Far:
    """alpha = e^-far with far = |log near| + 1 + |C|/e: below 1 and below near, where 0 < e."""

    def __init__(self, near: Term, near_low: Theorem, level: Term, above: Theorem):
        self.far = call("abs", log(near)) + 1 + call("abs", cap) * inv(level)
        far = self.far
        ratio = bound(
            le(0, call("abs", cap) * inv(level)),
            (),
            [[fact("abs-positive", z=cap), positive(inv(level), [above])]],
        )
        self.above = linear(lt(0, far), ratio, fact("abs-positive", z=log(near)))
        self.scale, self.low = exp(-far), fact("exp-positive", x=-far)
        self.logs = fact("log-exp", x=-far)
        self.below_one = bound(
            lt(self.scale, 1),
            [exp_inverse(far)],
            [[self.low, fact("exp-tangent", x=far)], [self.low, self.above]],
        )
        gap = far + log(near)
        wide = linear(lt(0, gap), ratio, *size_of(log(near)))
        back = fact("exp-log", near_low, x=near)
        grown = written(eq(exp(log(near)), self.scale * exp(gap)), exp_sum(-far, gap))
        product = combine(eq(near, self.scale * exp(gap)), (1, back), (1, grown))
        self.below_near = linear(
            lt(self.scale, near),
            product,
            products=[[self.low, fact("exp-tangent", x=gap)], [self.low, wide]],
        )

    def covers(self, near: Term, level: Term, above: Theorem) -> Theorem:
        """C/far < e, from C <= |C| = e (|C|/e) < e far."""
        covered = ordered(
            le(call("abs", cap), level * (call("abs", cap) * inv(level))),
            [(call("abs", cap), inverse(level, [above]))],
        )
        room = bound(
            lt(cap, level * self.far),
            (),
            [[one] for one in (covered, *size_of(cap))]
            + [[above], [above, fact("abs-positive", z=log(near))]],
        )
        return linear(
            lt(cap * inv(self.far), level),
            times_level(level, inverse(self.far, [self.above])),
            products=[[room, positive(inv(self.far), [self.above])]],
        )


def _beyond(turn: int, more: Theorem, goal: Term) -> Theorem:
    """1 < turn s is absurd: G/far is above 1 + e, and G <= C + far."""
    _, every, limit = defined("diagonal.integral-limit")
    level = num(1, 2) * (num(turn) * s_i - 1)
    above = linear(lt(0, level), more)

    def use(near, known):
        near_low, close = conjuncts(known)
        point = _Far(near, near_low, level, above)
        a, low, below, far = point.scale, point.low, point.below_one, point.far
        there = inside_size(at(close, a, low, point.below_near, below))
        limits = not_beyond(a, low, below, turn, conjuncts(at(every, a, low, below)))
        rate = combine(eq(-log(a), far), (1, point.logs))
        unit = inverse(far, [point.above])
        down = equal_inside(inv(-log(a)), rate)
        G = G_scale(a, plain_time(a))
        value = combine(eq(integral_at(a), G * inv(far)), (G, down))
        capped = ordered(
            le(num(turn) * G * inv(far), (cap + far) * inv(far)),
            [],
            [
                linear(le(num(turn) * G, cap + far), limits, point.logs),
                positive(inv(far), [point.above]),
            ],
        )
        share = point.covers(near, level, above)
        return absurd(linear(FALSE, *there, value, capped, unit, share), goal)

    return obtain(at(limit, level, above), use)


@proof("diagonal.integral-bounded")
def integral_bounded() -> Theorem:
    """|G|/(-log a) <= 1 + C/(-log a), which tends to 1."""
    goal = le(call("abs", s_i), 1)

    def side(turn, target):
        return by_cases(
            trichotomy(num(turn) * s_i, ONE),
            lambda less: linear(target, less),
            lambda same: linear(target, same),
            lambda more: _beyond(turn, more, target),
        )

    high, low = side(1, le(s_i, 1)), side(-1, le(-s_i, 1))
    return by_cases(
        trichotomy(s_i),
        lambda less: linear(goal, fact("abs-negative", weaker(less), x=s_i), low),
        lambda same: linear(goal, fact("abs-nonnegative", linear(le(0, s_i), same), x=s_i), high),
        lambda more: linear(goal, fact("abs-nonnegative", weaker(more), x=s_i), high),
    )


def times_level(level: Term, unit: Theorem) -> Theorem:
    """e far (1/far) = e."""
    left, right = unit.conclusion.args
    return combine(eq(level * left, level * right), (level, unit))
