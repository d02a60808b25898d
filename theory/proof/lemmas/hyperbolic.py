"""cosh, sinh and tanh, from their exponentials: sums, signs, order, and acosh as an inverse."""

from __future__ import annotations

from ..rules import Theorem
from ..tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    fact,
    inverse,
    positive,
    ring,
    weaker,
    written,
)
from ..terms import ZERO, Term, call, eq, le, lt, negation, num
from .elementary import cosh, exp, exp_above_one, exp_inverse, exp_sum, inv, sinh, tanh, trichotomy

HALF = num(1, 2)


def hyperbolic(x: Term) -> list[Theorem]:
    """cosh(x) and sinh(x) in exponentials, and exp(x) exp(-x) = 1: rewriting that decides
    identities.
    """
    return [fact("cosh", x=x), fact("sinh", x=x), exp_inverse(x)]


def pythagoras(x: Term) -> Theorem:
    """sinh(x)^2 = cosh(x)^2 - 1."""
    return ring(eq(sinh(x) ** 2, cosh(x) ** 2 - 1), *hyperbolic(x))


def cosh_sum(x: Term, y: Term) -> Theorem:
    """cosh(x + y) = cosh(x) cosh(y) + sinh(x) sinh(y)."""
    goal = eq(cosh(x + y), cosh(x) * cosh(y) + sinh(x) * sinh(y))
    split = [exp_sum(x, y), written(eq(exp(-(x + y)), exp(-x) * exp(-y)), exp_sum(-x, -y))]
    return ring(goal, fact("cosh", x=x + y), *hyperbolic(x)[:2], *hyperbolic(y)[:2], *split)


def sinh_sum(x: Term, y: Term) -> Theorem:
    """sinh(x + y) = sinh(x) cosh(y) + cosh(x) sinh(y)."""
    goal = eq(sinh(x + y), sinh(x) * cosh(y) + cosh(x) * sinh(y))
    split = [exp_sum(x, y), written(eq(exp(-(x + y)), exp(-x) * exp(-y)), exp_sum(-x, -y))]
    return ring(goal, fact("sinh", x=x + y), *hyperbolic(x)[:2], *hyperbolic(y)[:2], *split)


def cosh_even(x: Term) -> Theorem:
    """cosh(-x) = cosh(x)."""
    return ring(eq(cosh(-x), cosh(x)), fact("cosh", x=-x), fact("cosh", x=x))


def sinh_odd(x: Term) -> Theorem:
    """sinh(-x) = -sinh(x)."""
    return ring(eq(sinh(-x), -sinh(x)), fact("sinh", x=-x), fact("sinh", x=x))


def cosh_double(x: Term) -> Theorem:
    """cosh(2 x) = cosh(x)^2 + sinh(x)^2."""
    return written(eq(cosh(2 * x), cosh(x) ** 2 + sinh(x) ** 2), cosh_sum(x, x))


def sinh_double(x: Term) -> Theorem:
    """sinh(2 x) = 2 sinh(x) cosh(x)."""
    return written(eq(sinh(2 * x), 2 * sinh(x) * cosh(x)), sinh_sum(x, x))


def cosh_at_least_one(x: Term) -> Theorem:
    """1 <= cosh(x) = 1 + (exp(x/2) - exp(-x/2))^2/2."""
    h = HALF * x
    halves = [
        written(eq(exp(x), exp(h) ** 2), exp_sum(h, h)),
        written(eq(exp(-x), exp(-h) ** 2), exp_sum(-h, -h)),
    ]
    return bound(
        le(1, cosh(x)), [fact("cosh", x=x), *halves, exp_inverse(h)], squares=[exp(h) - exp(-h)]
    )


def sinh_positive(above: Theorem) -> Theorem:
    """0 < x gives 0 < sinh(x)."""
    x = above.conclusion.args[1]
    more = exp_above_one(above)
    return bound(
        lt(0, sinh(x)),
        [fact("sinh", x=x), exp_inverse(x)],
        [[more], [fact("exp-positive", x=-x), more]],
    )


def sinh_negative(below: Theorem) -> Theorem:
    """x < 0 gives sinh(x) < 0."""
    x = below.conclusion.args[0]
    more = sinh_positive(bound(lt(0, -x), (), [[below]]))
    return bound(lt(sinh(x), 0), [sinh_odd(x)], [[more]])


def sinh_zero() -> Theorem:
    """sinh(0) = 0."""
    return ring(eq(sinh(ZERO), 0), fact("sinh", x=ZERO))


def cosh_zero() -> Theorem:
    """cosh(0) = 1."""
    return ring(eq(cosh(ZERO), 1), fact("cosh", x=ZERO), fact("exp-zero"))


def sign_times_acosh_cosh(x: Term) -> Theorem:
    """sign(x) acosh(cosh(x)) = x, whatever the sign of x."""
    goal = eq(call("sign", x) * call("acosh", cosh(x)), x)

    def negative(below):
        back = fact("acosh-cosh", bound(le(0, -x), (), [[below]]), x=-x)
        even = equal_inside(call("acosh", cosh(-x)), cosh_even(x))
        down = combine(eq(call("acosh", cosh(x)), -x), (-1, even), (1, back))
        return ring(goal, fact("sign-negative", below, x=x), down)

    def zero(same):
        s = equal_inside(call("sign", x), same)
        return ring(goal, combine(eq(call("sign", x), 0), (1, s), (1, fact("sign-zero"))), same)

    def above(more):
        return ring(goal, fact("sign-positive", more, x=x), fact("acosh-cosh", weaker(more), x=x))

    return by_cases(trichotomy(x), negative, zero, above)


def acosh_cosh(x: Term) -> Theorem:
    """acosh(cosh(x)) = sign(x) x."""
    goal = eq(call("acosh", cosh(x)), call("sign", x) * x)

    def negative(below):
        back = fact("acosh-cosh", bound(le(0, -x), (), [[below]]), x=-x)
        even = equal_inside(call("acosh", cosh(-x)), cosh_even(x))
        down = combine(eq(call("acosh", cosh(x)), -x), (-1, even), (1, back))
        return ring(goal, down, fact("sign-negative", below, x=x))

    def zero(same):
        inside = equal_inside(call("acosh", cosh(x)), same)
        back = fact("acosh-cosh", bound(le(0, 0)), x=ZERO)
        return ring(goal, combine(eq(call("acosh", cosh(x)), 0), (1, inside), (1, back)), same)

    def above(more):
        return ring(goal, fact("acosh-cosh", weaker(more), x=x), fact("sign-positive", more, x=x))

    return by_cases(trichotomy(x), negative, zero, above)


def tanh_quotient(x: Term) -> Theorem:
    """tanh(x) = sinh(x)/cosh(x)."""
    down = fact("inverse", differs(positive(cosh(x), []), negation(eq(cosh(x), 0))), z=cosh(x))
    return combine(
        eq(tanh(x), sinh(x) * inv(cosh(x))), (inv(cosh(x)), fact("tanh", x=x)), (-tanh(x), down)
    )


def tanh_odd(x: Term) -> Theorem:
    """tanh(-x) = -tanh(x)."""
    one, other = tanh_quotient(-x), tanh_quotient(x)
    down = equal_inside(inv(cosh(-x)), cosh_even(x))
    return ring(eq(tanh(-x), -tanh(x)), one, other, sinh_odd(x), down)


def tanh_within(x: Term) -> list[Theorem]:
    """-1 < tanh(x) and tanh(x) < 1: 1 +- tanh(x) = exp(+-x)/cosh(x)."""
    down = inv(cosh(x))
    unit = inverse(cosh(x), [])
    found = []
    for sign, goal in ((1, lt(-1, tanh(x))), (-1, lt(tanh(x), 1))):
        turned = x if sign > 0 else -x
        pair = combine(
            eq(exp(turned), cosh(x) + num(sign) * sinh(x)),
            *((num(1), one) for one in (fact("cosh", x=x), fact("sinh", x=x))),
        )
        above = [fact("exp-positive", x=turned), positive(down, [])]
        found.append(bound(goal, [tanh_quotient(x), pair, unit], [above]))
    return found


def cosh_above_one(above: Theorem) -> Theorem:
    """0 < x gives 1 < cosh(x) = 1 + exp(-x) (exp(x) - 1)^2/2."""
    x = above.conclusion.args[1]
    more = exp_above_one(above)
    return bound(
        lt(1, cosh(x)),
        [fact("cosh", x=x), exp_inverse(x)],
        [[fact("exp-positive", x=-x), more, more]],
    )


def cosh_increases(low: Theorem, below: Theorem) -> Theorem:
    """0 <= x < y gives cosh(x) < cosh(y) = cosh(x) cosh(d) + sinh(x) sinh(d), d = y - x."""
    x, y = below.conclusion.args
    step = bound(lt(0, y - x), (), [[below]])
    split = written(eq(cosh(y), cosh(x) * cosh(y - x) + sinh(x) * sinh(y - x)), cosh_sum(x, y - x))
    side = sinh_at_least_zero(low)
    return bound(
        lt(cosh(x), cosh(y)),
        [split],
        [[positive(cosh(x), []), cosh_above_one(step)], [side, sinh_positive(step)]],
    )


def sinh_at_least_zero(low: Theorem) -> Theorem:
    """0 <= x gives 0 <= sinh(x)."""
    x = low.conclusion.args[1]
    goal = le(0, sinh(x))
    return by_cases(
        trichotomy(ZERO, x),
        lambda less: weaker(sinh_positive(less)),
        lambda same: bound(
            goal, [combine(eq(sinh(x), 0), (-1, equal_inside(sinh(ZERO), same)), (1, sinh_zero()))]
        ),
        lambda more: contradiction(bound(lt(0, 0), (), [[low], [more]], exact=True), goal),
    )
