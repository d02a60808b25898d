"""Something satisfies the definitions of limits: x^(1 - s) for the way back, constant angles."""

from __future__ import annotations

from functools import partial

from theory.framework.kernel_proofs.limits import log_below_zero
from theory.framework.letters import limit as limits
from theory.framework.letters import n_0
from theory.proof.lemmas import exp, inv, log
from theory.proof.lemmas.limits import shown_to_tend
from theory.proof.lemmas.powers import power_one
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    witness,
)
from theory.proof.tactics import (
    bound,
    contradiction,
    derivative,
    differs,
    equal_inside,
    fact,
    lam,
    part_by_part,
    ring,
    with_slope,
)
from theory.proof.tactics.linear import both_ways
from theory.proof.terms import (
    FALSE,
    ONE,
    REAL,
    TWO,
    ZERO,
    Term,
    call,
    eq,
    le,
    lt,
    make,
    negation,
    num,
    opened,
    substituted,
)

BACK = {
    limits.kappa: TWO,
    limits.eta: ONE,
    limits.level: ONE,
    limits.ratio: ONE,
    limits.time_of: lam(lambda x: ONE),
    limits.norm_from: lam(lambda x, s: exp((1 - s) * log(x)), REAL, REAL),
    limits.S_from: lam(lambda x, s: -(s * log(x)), REAL, REAL),
    limits.utility_from: lam(lambda x, s: -(num(1, 2) * log(x)), REAL, REAL),
}
# kappa = 3: an angle of 1 that stays
STAYS = {
    limits.kappa: num(3),
    n_0: ONE,
    limits.t: ONE,
    limits.angle: ONE,
    limits.angle_of: lam(lambda s: ONE),
}
ALIGNED = {
    n_0: ONE,
    limits.t: ONE,
    limits.angle_adaptive: ZERO,
    limits.angle_of: lam(lambda s: ZERO),
}


def along(statement: Term, known: tuple = ()) -> Theorem:
    """A statement on the way back, part by part; powers of exponentials and exp(log x) = x."""
    return part_by_part(statement, _on_the_way, known)


def _on_the_way(statement: Term, known: tuple) -> Theorem:
    start = next((one for one in known if one.conclusion.args[0] is ZERO), None)
    rules = [fact("exp-zero")]
    if start is not None and start.conclusion.op == "lt":
        rules.append(fact("exp-log", start, x=start.conclusion.args[1]))
    if statement.op == "deriv":
        low, high, point, value, body = statement.args
        own = derivative(make("lam", (REAL,), (body,)), low, high, point, side=known)
        height = exp((1 - point) * log(start.conclusion.args[1])) if start else ZERO
        first = power_one(height, fact("exp-positive", x=height.args[0]))
        return with_slope(own, value, first)
    if statement.op == "eq":
        return ring(statement, *rules)
    if statement.op == "lt" and statement.args[1].op == "exp":
        return fact("exp-positive", x=statement.args[1].args[0])
    return bound(statement)


def way_back() -> Theorem:
    """The norm x^(1 - s) is 1 at time 1, and S = -log x there."""
    statement = substituted(DEFINITIONS["framework.returned"].statement, BACK)
    first, every, _ = statement.args

    def share(x):
        return substituted(limits.share(x), BACK)

    def at_level(level, above, finish):
        def proof_at(x, low, high, below):
            falls = log_below_zero(below, low)
            choice = substituted(limits.threshold(x), BACK)
            condition, one, other = choice.args
            picked = fact("ite-true", ring(eq(2, TWO)), P=condition, z=one, w=other)
            down = equal_inside(inv(choice), picked)
            up = bound(lt(0, -log(x)), (), [[falls]])
            unit = fact("inverse", differs(up, negation(eq(-log(x), 0))), z=-log(x))
            same = ring(eq(share(x) - 1, 0), down, unit)
            size = equal_inside(call("abs", share(x) - 1), same)
            none = fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
            return bound(lt(call("abs", share(x) - 1), level), [size, none], [[above]])

        return finish(ONE, bound(lt(0, 1)), proof_at)

    return conjoin(bound(first), along(every), shown_to_tend(share, ONE, at_level))


def constant(statement: Term, known: tuple = ()) -> Theorem:
    """A statement on constant angles: differences are 0, and any time or width will do."""
    return part_by_part(statement, _still, known, _no_premise)


def _no_premise(statement: Term, _) -> Theorem | None:
    """3 = 2 -> P."""
    if statement.op != "implies" or statement.args[0].op != "eq" or statement.args[1] is FALSE:
        return None
    premise = assume(statement.args[0])
    false = bound(lt(0, 0), (), [[one] for one in both_ways(premise)])
    return discharge(premise.conclusion, contradiction(false, statement.args[1]))


def _still(statement: Term, known: tuple) -> Theorem:
    if statement.op == "exists":
        return witness(statement, ONE, constant(opened(statement, (ONE,)), known))
    size = statement.args[0]
    if size.op == "abs":
        none = fact("abs-nonnegative", bound(le(0, size.args[0])), x=size.args[0])
        level = next(one for one in known if one.conclusion.args[-1] is statement.args[1])
        return bound(statement, [none], [[level]])
    return bound(statement)


TABLES = {
    "framework.returned": BACK,
    "framework.angle": STAYS,
    "framework.adaptive-angle": ALIGNED,
}


def constant_angle(name: str) -> Theorem:
    """The definition of an angle, for one that stays what it is."""
    return constant(substituted(DEFINITIONS[name].statement, TABLES[name]))


WITNESSES = {
    "framework.returned": way_back,
    "framework.angle": partial(constant_angle, "framework.angle"),
    "framework.adaptive-angle": partial(constant_angle, "framework.adaptive-angle"),
}
