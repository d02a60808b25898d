"""Something satisfies the definitions of Gamma, digamma, Beta and 2F1 by integrals of a law.

Gamma: the law x exp(-t) in place of t^(x-1) exp(-t). Euler's integrals: the law 1, which is theirs
for p = q = 1 and a = 0.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.letters import special
from theory.proof.lemmas import exp, exp_inverse, inv, log
from theory.proof.lemmas.limits import size_below
from theory.proof.lemmas.powers import power_zero
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise, witness
from theory.proof.tactics import (
    bound,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    part_by_part,
    positive,
    ring,
    with_slope,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    TWO,
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

HALF = num(1, 2)


def limit_in(statement: Term) -> bool:
    """Is it a limit in epsilons: for every e > 0 there is a radius ..."""
    if statement.op != "forall":
        return False
    inside = statement.args[-1]
    return inside.op == "implies" and inside.args[1].op == "exists"


def converges(statement: Term, rate: Term, rate_above: Theorem, near: Callable) -> Theorem:
    """The limit with the radius e/rate; near(gap, e, rate/rate = 1, [x, y], premises of x, premises
    of y) gives -e < gap and gap < e.
    """
    level = fresh()
    start, existence = opened(statement, (level,)).args
    above = assume(start)
    radius = level * inv(rate)
    radius_above = positive(radius, [above, rate_above])
    _, every = opened(existence, (radius,)).args
    premises: list[list[Term]] = []
    letters = []
    while every.op == "forall":
        letters.append(fresh())
        every = opened(every, (letters[-1],))
        premises.append([])
        while every.op == "implies":
            premises[-1].append(every.args[0])
            every = every.args[1]
    gap = every.args[0].args[0]
    home = inverse(rate, [rate_above])
    given = [list(map(assume, some)) for some in premises]
    theorem = size_below(gap, *near(gap, level, home, letters, *given))
    for letter, some in zip(reversed(letters), reversed(premises)):
        theorem = everywhere(letter, theorem, *some)
    there = witness(existence, radius, conjoin(radius_above, theorem))
    return generalise(discharge(start, there), level)


def integral_of(gap: Term, body: Callable, ordered: Theorem, slope: Callable) -> Theorem:
    """The integral in a difference, by an antiderivative of its integrand."""
    term = next(one for one in gap.args if one.op == "integral")
    low, high = ordered.conclusion.args
    integrand = make("lam", (REAL,), (term.args[2],))
    r = fresh()
    inside = le(low, r), le(r, high)
    own = slope(r, opened(integrand, (r,)), low, high, *map(assume, inside))
    slopes = everywhere(r, own, *inside)
    return fact("integral", ordered, slopes, low=low, high=high, f=lam(body), df=integrand)


# --- Gamma, with the law x exp(-t) ----------------------------------------------------------------

GAMMA_NAMES = ("framework.gamma-integral", "framework.gamma", "framework.digamma")
GAMMA = {
    special.gamma_law: lam(lambda x, t: x * exp(-t), REAL, REAL),
    special.gamma_integral: lam(lambda x, t: -(x * exp(-t)), REAL, REAL),
    special.gamma: lam(lambda x: x),
    special.polygamma: lam(lambda n, x: inv(x), INT, REAL),
}


def exponential() -> Theorem:
    """Gamma(x) is x there, and its logarithmic derivative 1/x."""
    slopes, limits, rates = (
        substituted(DEFINITIONS[name].statement, GAMMA) for name in GAMMA_NAMES
    )
    return conjoin(
        part_by_part(slopes, _slope),
        part_by_part(limits, unused, special=_exponential_mass),
        part_by_part(rates, unused, special=_exact_slope),
    )


def unused(statement: Term, _) -> Theorem:
    """For definitions in which every part is a limit."""
    raise AssertionError(f"a part of its own: {statement}")


def _slope(statement: Term, known: tuple) -> Theorem:
    low, high, r, value, body = statement.args
    return with_slope(derivative(make("lam", (REAL,), (body,)), low, high, r), value)


def _exponential_mass(statement: Term, known: tuple) -> Theorem | None:
    """x (exp(-a) - exp(-b)) is within 2 x r of x."""
    if not limit_in(statement):
        return None
    (above,) = known
    x = above.conclusion.args[1]

    def near(gap, level, home, letters, first, last):
        a, b = letters
        (a_above, a_below, a_near), (b_above, b_far) = first, last
        b_up = bound(lt(0, b), (), [[b_above]])
        down, unit = positive(inv(b), [b_up]), inverse(b, [b_up])
        ordered = bound(le(a, b), (), [[a_below], [b_above]])

        def slope(r, value, low, high, *_):
            return with_slope(derivative(lambda s: -(x * exp(-s)), low, high, r), value)

        own = integral_of(gap, lambda s: -(x * exp(-s)), ordered, slope)
        radius = a_near.conclusion.args[1]
        close = bound(lt(inv(b), radius), [unit], [[b_far, down]])
        falls, rises = fact("exp-tangent", x=-a), fact("exp-tangent", x=a)
        one = bound(
            le(exp(-a), 1),
            [exp_inverse(a)],
            [[fact("exp-positive", x=-a), rises], [fact("exp-positive", x=-a), a_above]],
        )
        up = fact("exp-positive", x=-b)
        tail = bound(
            le(exp(-b), inv(b)),
            [exp_inverse(b), unit],
            [[up, fact("exp-tangent", x=b), down], [up, down]],
        )
        sides = [
            [above, a_near],
            [above, close],
            [above, falls],
            [above, tail],
            [above, one],
            [above, up],
            [above, a_above],
            [above, down],
        ]
        return (
            bound(lt(-level, gap), [own, home], sides),
            bound(lt(gap, level), [own, home], sides),
        )

    rate = bound(lt(0, 2 * x), (), [[above]])
    return converges(statement, 2 * x, rate, near)


def _exact_slope(statement: Term, known: tuple) -> Theorem | None:
    """x + h - x - h (1/x) x = 0."""
    if not limit_in(statement):
        return None
    (above,) = known
    x = above.conclusion.args[1]
    level = fresh()
    start, existence = opened(statement, (level,)).args
    _, every = opened(existence, (ONE,)).args
    h = fresh()
    premise, wanted = opened(every, (h,)).args
    gap = wanted.args[0].args[0]
    none = ring(eq(gap, 0), inverse(x, [above]))
    zero = combine(
        eq(wanted.args[0], 0),
        (1, equal_inside(wanted.args[0], none)),
        (1, fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)),
    )
    shown = bound(wanted, [zero], [[assume(start), fact("abs-positive", z=h)]])
    there = witness(existence, ONE, conjoin(bound(lt(0, 1)), everywhere(h, shown, premise)))
    return generalise(discharge(start, there), level)


# --- an antiderivative with a logarithm: the law 1 ------------------------------------------------

LOGARITHM = {
    special.gamma_law: lam(lambda x, t: ONE, REAL, REAL),
    special.log_gamma_integral: lam(lambda x, t: t * log(t) - t, REAL, REAL),
}


def logarithm() -> Theorem:
    """t log t - t has the slope log t."""
    return part_by_part(
        substituted(DEFINITIONS["framework.log-integral"].statement, LOGARITHM), _log_slope
    )


def _log_slope(statement: Term, known: tuple) -> Theorem:
    low, high, r, value, body = statement.args
    above = bound(lt(0, r), (), [[one] for one in known])
    own = derivative(make("lam", (REAL,), (body,)), low, high, r, side=[above])
    return with_slope(own, value, inverse(r, [above]))


# --- Beta and 2F1, with the law 1 -----------------------------------------------------------------

EULER_NAMES = (
    "framework.beta-integral",
    "framework.beta",
    "framework.euler-integral",
    "framework.hypergeometric",
)
EULER = {
    special.beta_law: lam(lambda p, q, v: ONE, REAL, REAL, REAL),
    special.beta_integral: lam(lambda p, q, v: v, REAL, REAL, REAL),
    special.beta: lam(lambda p, q: ONE, REAL, REAL),
    special.euler_law: lam(lambda a, b, c, z, v: ONE, *[REAL] * 5),
    special.euler_integral: lam(lambda a, b, c, z, v: v, *[REAL] * 5),
    special.hyp2f1: lam(lambda a, b, c, z: ONE, *[REAL] * 4),
}


def uniform() -> Theorem:
    """The integral of 1 over (0, 1) is 1."""
    whole = [substituted(DEFINITIONS[name].statement, EULER) for name in EULER_NAMES]
    return conjoin(*(part_by_part(one, _slope, special=constant(ONE)) for one in whole))


def constant(value: Term) -> Callable:
    """Shows a limit whose integrand is C u^0 (1 - u)^0, for a number 0 < C <= 1: it is C."""

    def limit_of(statement: Term, known: tuple) -> Theorem | None:
        if not limit_in(statement):
            return None

        def near(gap, level, home, letters, first, last):
            x, y = letters
            (x_above, x_below, x_near), (y_above, y_below, y_near) = first, last
            ordered = bound(le(x, y), (), [[x_below], [y_above]])

            def slope(u, target, low, high, more, less):
                u_above = bound(lt(0, u), (), [[x_above], [more]])
                rest = bound(lt(0, 1 - u), (), [[y_below], [less]])
                own = derivative(lambda s: value * s, low, high, u)
                flat = [power_zero(u, u_above), power_zero(1 - u, rest)]
                return with_slope(own, target, *flat)

            own = integral_of(gap, lambda s: value * s, ordered, slope)
            sides = [[one] for one in (x_near, y_near, x_above, y_below)]
            return (
                bound(lt(-level, gap), [own, home], sides),
                bound(lt(gap, level), [own, home], sides),
            )

        return converges(statement, TWO, bound(lt(0, 2)), near)

    return limit_of


WITNESSES = {
    "framework.gamma": exponential,
    "framework.log-integral": logarithm,
    "framework.hypergeometric": uniform,
}
BUNDLES = {"framework.gamma": GAMMA_NAMES, "framework.hypergeometric": EULER_NAMES}
TABLES = {
    "framework.gamma": GAMMA,
    "framework.log-integral": LOGARITHM,
    "framework.hypergeometric": EULER,
}
