"""Something satisfies the definition of E[c_i]: kappa = 4, two inputs and two outputs, alpha = 1.

There the integrands are powers of r times exp(-2 r^2).
"""

from __future__ import annotations

from theory.framework.letters import kappa, mean
from theory.framework.letters.expectation import alpha, c, d
from theory.framework.witnesses import expectation
from theory.framework.witnesses.special import constant, converges, integral_of, limit_in, unused
from theory.proof.lemmas import exp, exp_inverse, exp_sum, inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, conjoin
from theory.proof.tactics import (
    bound,
    combine,
    derivative,
    fact,
    inverse,
    lam,
    part_by_part,
    positive,
)
from theory.proof.terms import (
    ONE,
    TWO,
    Term,
    eq,
    le,
    lt,
    num,
    substituted,
)

QUARTIC = {
    kappa: num(4),
    c: TWO,
    d: TWO,
    alpha: ONE,
    mean.ray_mean: lam(lambda u: num(1, 16)),
    mean.ray_mass: lam(lambda u: num(1, 8)),
    mean.mass: num(1, 8),
    mean.mean: num(1, 2),
}


def quartic() -> Theorem:
    """Each ray has the mass 1/8 and gives 1/16, so the mean is 1/2."""
    rays, means, masses = substituted(
        DEFINITIONS["framework.mean-threshold"].statement, QUARTIC
    ).args
    first, second = constant(num(1, 16))(means, ()), constant(num(1, 8))(masses, ())
    assert first is not None and second is not None
    return conjoin(part_by_part(rays, unused, special=_on_a_ray), first, second)


def _on_a_ray(statement: Term, known: tuple) -> Theorem | None:
    """The integrals of (r - r^3) exp(-2 r^2)/2 and of r^3 exp(-2 r^2)."""
    if not limit_in(statement):
        return None

    def near(gap, level, home, letters, first, last):
        x, y = letters
        (x_above, x_below, x_near), (y_above, y_far) = first, last
        y_up = bound(lt(0, y), (), [[y_above]])
        down, unit = positive(inv(y), [y_up]), inverse(y, [y_up])
        ordered = bound(le(x, y), (), [[x_below], [y_above]])
        weighted = any(one.op == "ite" for one in gap.args[0].args[2].args)
        body = _weighted if weighted else _unweighted

        def slope(r, target, low, high, more, less):
            r_above = bound(lt(0, r), (), [[x_above], [more]])
            return expectation.slope_with(
                derivative(body, low, high, r), target, r, r_above, weighted
            )

        own = integral_of(gap, body, ordered, slope)
        radius = x_near.conclusion.args[1]
        close = bound(lt(inv(y), radius), [unit], [[y_far, down]])
        at_x = exp(-(2 * x**2))
        x_up = fact("exp-positive", x=-(2 * x**2))
        falls = fact("exp-tangent", x=-(2 * x**2))
        rises = fact("exp-tangent", x=2 * x**2)
        one = bound(le(at_x, 1), [exp_inverse(2 * x**2)], [[x_up, rises], ([x_up], x)])
        thin = bound(le(x**2, x), (), [[x_above, x_below]])
        tail = _tail(y, y_up)
        y_positive = fact("exp-positive", x=-(2 * y**2))
        sides = [
            [x_near],
            [close],
            [tail],
            [y_positive],
            ([y_positive], y),
            [falls],
            [one],
            [thin],
            ([x_up], x),
            [one, x_above, x_above],
            [x_above],
            [down],
        ]
        return (
            bound(lt(-level, gap), [own, home], sides),
            bound(lt(gap, level), [own, home], sides),
        )

    return converges(statement, TWO, bound(lt(0, 2)), near)


def _tail(y: Term, above: Theorem) -> Theorem:
    """(1 + y^2) exp(-2 y^2) <= 1/y, for (1 + y^2)^2 exp(-2 y^2) <= 1 and y <= 1 + y^2."""
    down, unit = positive(inv(y), [above]), inverse(y, [above])
    half, up = exp(-(y**2)), fact("exp-positive", x=-(y**2))
    tangent = fact("exp-tangent", x=y**2)
    root = bound(le(half * (1 + y**2), 1), [exp_inverse(y**2)], [[up, tangent]])
    low = bound(lt(0, half * (1 + y**2)), (), [[up], ([up], y)])
    square = bound(le(half**2 * (1 + y**2) ** 2, 1), (), [[root], [root, low]])
    split = combine(eq(exp(-(2 * y**2)), half**2), (1, exp_sum(-(y**2), -(y**2))))
    # 1/y - (1 + y^2) e = (1 - (1 + y^2)^2 e)/y + (1 + y^2) (1 - y + y^2) e/y
    twice = [up, up]
    return bound(
        le((1 + y**2) * exp(-(2 * y**2)), inv(y)),
        [split, unit],
        [
            [square, down],
            ([*twice, down], y - 1),
            ([*twice, down], y * (y - 1)),
            *([*twice, *[above] * count] for count in range(4)),
            [*twice, down],
        ],
    )


def _weighted(r: Term) -> Term:
    return (num(1, 8) * r**2 - num(1, 16)) * exp(-(2 * r**2))


def _unweighted(r: Term) -> Term:
    return -((num(1, 4) * r**2 + num(1, 8)) * exp(-(2 * r**2)))


WITNESSES = {"framework.mean-threshold": quartic}
TABLES = {"framework.mean-threshold": QUARTIC}
