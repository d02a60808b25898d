"""Something satisfies the definition of the integral on a ray: kappa = 4, two inputs and two
outputs, alpha = 1.

There c_i times the density is (r - r^3) exp(-2 r^2)/2, the slope of (r^2/8 - 1/16) exp(-2 r^2).
"""

from __future__ import annotations

from theory.framework.letters import expectation, kappa
from theory.framework.letters.limit import threshold
from theory.proof.lemmas import exp, exp_sum, inv, log
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem
from theory.proof.tactics import (
    bound,
    combine,
    derivative,
    differs,
    equal_inside,
    fact,
    inverse,
    lam,
    part_by_part,
    prove,
    symmetric,
    with_slope,
)
from theory.proof.terms import ONE, REAL, TWO, ZERO, Term, eq, lt, make, negation, num, substituted

FOUR = num(4)
ALL_RAYS = {expectation.first: ZERO, expectation.last: ONE}
RAY = {
    kappa: FOUR,
    expectation.c: TWO,
    expectation.d: TWO,
    expectation.alpha: ONE,
    expectation.primitive: lam(
        lambda share, r: (num(1, 8) * r**2 - num(1, 16)) * exp(-(2 * r**2)), REAL, REAL
    ),
}


def quartic_on_a_ray() -> Theorem:
    """The definition, part by part, with r^(-2) r^3 = r and exp(-(2 u + 2 (1 - u)) r^2) =
    exp(-2 r^2).
    """
    statement = substituted(DEFINITIONS["framework.ray-integral"].statement, RAY)
    return part_by_part(statement, _slope)


def _slope(statement: Term, known: tuple) -> Theorem:
    low, high, size, value, body = statement.args
    above = bound(lt(0, size), (), [[one] for one in known])
    own = derivative(make("lam", (REAL,), (body,)), low, high, size)
    return slope_with(own, value, size, above, weighted=True)


def slope_with(own: Theorem, value: Term, size: Term, above: Theorem, weighted: bool) -> Theorem:
    """A slope with powers of r, as the density (or c_i times it) of kappa = 4, c = d = 2, alpha = 1
    has them.
    """
    condition, first, second = substituted(threshold(size), RAY).args
    other = differs(bound(lt(TWO, FOUR)), negation(condition))
    height, back = log(size), fact("exp-log", above, x=size)
    one = combine(eq(inv(ONE), 1), (1, inverse(ONE, [bound(lt(0, 1))])))
    half = fact("inverse", differs(bound(lt(-TWO, 0)), negation(eq(-TWO, 0))), z=-TWO)
    cube = combine(
        eq(exp(3 * height), size**3),
        (1, exp_sum(2 * height, height)),
        (exp(height), exp_sum(height, height)),
        (exp(height) ** 2 + exp(height) * size + size**2, back),
    )
    picked = fact("ite-false", other, P=condition, z=first, w=second)
    return with_slope(
        own,
        value,
        *([picked] if weighted else []),
        fact("power", above, x=size, y=-TWO),
        fact("power", above, x=size, y=num(3)),
        symmetric(exp_sum(-2 * height, 3 * height)),
        cube,
        back,
        equal_inside(exp(-(2 * inv(ONE) * size**2)), one),
        combine(eq(inv(-TWO), num(-1, 2)), (num(-1, 2), half)),
    )


def all_rays() -> Theorem:
    """Shares from 0 to 1."""
    return prove(substituted(DEFINITIONS["framework.cone"].statement, ALL_RAYS))


WITNESSES = {"framework.ray-integral": quartic_on_a_ray, "framework.cone": all_rays}
TABLES = {"framework.ray-integral": RAY, "framework.cone": ALL_RAYS}
