"""Exponential and logarithm, inverses and roots: their functional equations, signs and order."""

from __future__ import annotations

from ..rules import Theorem, axiom, order
from ..tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    fact,
    put,
    ring,
    weaker,
)
from ..terms import ZERO, Term, call, eq, le, lt, negation, num, term


def cosh(x):
    """cosh(x) as a term."""
    return call("cosh", term(x))


def sinh(x):
    """sinh(x) as a term."""
    return call("sinh", term(x))


def tanh(x):
    """tanh(x) as a term."""
    return call("tanh", term(x))


def exp(x):
    """exp(x) as a term."""
    return call("exp", term(x))


def log(x):
    """log(x) as a term."""
    return call("log", term(x))


def sqrt(x):
    """sqrt(x) as a term."""
    return call("sqrt", term(x))


def inv(x):
    """1/x as a term."""
    return call("inv", term(x))


def exp_inverse(x: Term) -> Theorem:
    """exp(x) exp(-x) = 1."""
    return combine(eq(exp(x) * exp(-x), 1), (-1, fact("exp-sum", x=x, y=-x)), (1, fact("exp-zero")))


def exp_sum(x: Term, y: Term) -> Theorem:
    """exp(x + y) = exp(x) exp(y)."""
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
    """log(1) = 0."""
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


def chosen(condition: Term, first: Term, second: Term, known: Theorem, holds: bool) -> Theorem:
    """ite(condition, first, second) = first where the condition is known, = second where its
    negation is.
    """
    return fact("ite-true" if holds else "ite-false", known, P=condition, z=first, w=second)


def trichotomy(x: Term, y=ZERO) -> Theorem:
    """x < y, x = y or y < x."""
    return put(axiom("total"), x=x, y=term(y))


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
