"""Lemmas that many proofs use: hyperbolic functions, powers, sums, functions with a known
derivative. Not trusted.
"""

from __future__ import annotations

from collections.abc import Callable

from .rules import Theorem, assume, axiom, conjoin, order
from .tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    differs,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    positive,
    put,
    ring,
    weaker,
    with_slope,
    written,
)
from .terms import ZERO, Term, apply, call, eq, le, lt, negation, num, term

HALF = num(1, 2)


def cosh(x):
    return call("cosh", term(x))


def sinh(x):
    return call("sinh", term(x))


def tanh(x):
    return call("tanh", term(x))


def exp(x):
    return call("exp", term(x))


def log(x):
    return call("log", term(x))


def sqrt(x):
    return call("sqrt", term(x))


def inv(x):
    return call("inv", term(x))


# --- exponential and logarithm --------------------------------------------------------------------


def exp_inverse(x: Term) -> Theorem:
    """exp(x) exp(-x) = 1."""
    return combine(eq(exp(x) * exp(-x), 1), (-1, fact("exp-sum", x=x, y=-x)), (1, fact("exp-zero")))


def exp_sum(x: Term, y: Term) -> Theorem:
    return fact("exp-sum", x=x, y=y)


def exp_above_one(above: Theorem) -> Theorem:
    """0 < x gives 1 < exp(x)."""
    x = above.conclusion.args[1]
    return bound(lt(1, exp(x)), (), [[above], [fact("exp-tangent", x=x)]])


def log_product(x: Term, y: Term, x_above: Theorem, y_above: Theorem) -> Theorem:
    """log(x y) = log(x) + log(y)."""
    s = log(x) + log(y)
    whole = ring(
        eq(exp(s), x * y),
        exp_sum(log(x), log(y)),
        fact("exp-log", x_above, x=x),
        fact("exp-log", y_above, x=y),
    )
    return log_of(whole, s)


def log_of(equation: Theorem, s: Term) -> Theorem:
    """exp(s) = w gives log(w) = s."""
    same = equal_inside(log(exp(s)), equation)  # log(exp(s)) = log(w)
    return combine(eq(same.conclusion.args[1], s), (-1, same), (1, fact("log-exp", x=s)))


def log_one() -> Theorem:
    return log_of(fact("exp-zero"), ZERO)


def log_below(below: Theorem, x_above: Theorem) -> Theorem:
    """x < y (0 < x) gives log(x) < log(y)."""
    x, y = below.conclusion.args
    y_above = bound(lt(0, y), (), [[x_above], [below]])
    goal = lt(log(x), log(y))
    ex, ey = fact("exp-log", x_above, x=x), fact("exp-log", y_above, x=y)

    def impossible(no_more: Theorem) -> Theorem:
        """log(y) <= log(x): exp(log x) = exp(log y) exp(d) >= exp(log y), d = log x - log y >=
        0.
        """
        d = log(x) - log(y)
        tangent = fact("exp-tangent", x=d)
        split = exp_sum(log(y), d)  # exp(log y + d) = exp(log y) exp(d), and log y + d is log x
        product = combine(eq(x, y * exp(d)), (-1, ex), (1, split), (exp(d), ey))
        products = ((below,), (y_above, tangent), (y_above, no_more))
        false = order(
            lt(ZERO, ZERO), ((num(-1), product),), tuple((num(1), one, num(1)) for one in products)
        )
        return contradiction(false, goal)

    return by_cases(
        put(axiom("total"), x=log(x), y=log(y)),
        lambda less: less,
        lambda same: impossible(order(le(log(y), log(x)), ((num(-1), same),), ())),
        lambda more: impossible(weaker(more)),
    )


# --- hyperbolic functions -------------------------------------------------------------------------


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
    return ring(eq(sinh(ZERO), 0), fact("sinh", x=ZERO))


def cosh_zero() -> Theorem:
    return ring(eq(cosh(ZERO), 1), fact("cosh", x=ZERO), fact("exp-zero"))


def trichotomy(x: Term, y=ZERO) -> Theorem:
    """x < y, x = y or y < x."""
    return put(axiom("total"), x=x, y=term(y))


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


def log_inverse(x: Term, above: Theorem) -> Theorem:
    """log(1/x) = -log(x)."""
    down = fact("inverse", differs(above, negation(eq(x, 0))), z=x)
    whole = log_product(x, inv(x), above, fact("inverse-positive", above, x=x))
    return combine(
        eq(log(inv(x)), -log(x)),
        (-1, whole),
        (1, equal_inside(log(x * inv(x)), down)),
        (1, log_one()),
    )


# --- functions with a known derivative ------------------------------------------------------------


def constant(function: Term, low, high, ordered: Theorem, slope: Callable) -> Theorem:
    """f(low) = f(high), where slope(s, low <= s, s <= high) shows that the derivative at s is 0."""
    low, high = term(low), term(high)

    def one_way(f, sign):
        s = fresh()
        inside = (le(low, s), le(s, high))
        there = slope(s, assume(inside[0]), assume(inside[1]))
        if sign < 0:
            scaled = derivative(lam(lambda x: num(-1) * _call(function, x)), low, high, s, [there])
            there = with_slope(scaled, ZERO)
        both = conjoin(there, bound(le(0, 0)))
        along = everywhere(s, both, *inside)
        return fact("increasing", ordered, along, low=low, high=high, f=f, df=lam(lambda x: ZERO))

    up = one_way(function, 1)
    down = one_way(lam(lambda x: num(-1) * _call(function, x)), -1)
    back = bound(le(_call(function, high), _call(function, low)), (), [[down]])
    return fact("antisymmetric", up, back, x=_call(function, low), y=_call(function, high))


def _call(function: Term, value: Term) -> Term:
    return apply(function, (value,))


def product_zero(equation: Theorem, nonzero: Theorem) -> Theorem:
    """a b = 0 with a != 0 gives b = 0; the equation's left side is mul(a, b)."""
    a, b = equation.conclusion.args[0].args
    return combine(eq(b, 0), (-b, fact("inverse", nonzero, z=a)), (inv(a), equation))


def abs_square(x: Term) -> Theorem:
    """|x|^2 = x^2 for a real number."""
    return ring(eq(call("abs", x) ** 2, x**2), fact("abs-square", z=x), fact("conj-real", x=x))


def same_root(a: Term, b: Term, a_low: Theorem, b_low: Theorem, squares: Theorem) -> Theorem:
    """a = b, where both are >= 0 and a^2 = b^2."""
    goal = eq(a, b)

    def smaller(low, less, sign):
        """(b - a)^2 + 2 a (b - a) = b^2 - a^2 = 0, and the left side is positive."""
        false = order(
            lt(ZERO, ZERO),
            ((num(sign), squares),),
            ((num(1), (less, less), num(1)), (num(2), (less, low), num(1))),
        )
        return contradiction(false, goal)

    return by_cases(
        trichotomy(a, b),
        lambda less: smaller(a_low, less, -1),
        lambda same: same,
        lambda more: smaller(b_low, more, 1),
    )


def sqrt_is(root: Term, low: Theorem, squared: Theorem) -> Theorem:
    """sqrt(w) = r from 0 <= r and r^2 = w."""
    w = squared.conclusion.args[1]
    above = order(le(ZERO, w), ((num(1), squared),), ((num(1), (), root),))
    square = fact("sqrt-square", above, x=w)
    return same_root(
        sqrt(w),
        root,
        fact("sqrt-nonnegative", above, x=w),
        low,
        combine(eq(sqrt(w) ** 2, root**2), (1, square), (-1, squared)),
    )
