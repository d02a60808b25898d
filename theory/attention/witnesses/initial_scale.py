"""Something satisfies the definitions of the expected threshold: |z| with the density r exp(-r).

Its integrals are elementary, which those of a normal distribution are not: E[1/|z|] = 1, so that
E[c_i] = 1/sqrt(alpha) - 1.
"""

from __future__ import annotations

from theory.attention.letters import initial_scale as letters
from theory.proof.lemmas import HALF, exp, exp_inverse, exp_sum, inv, log, sqrt, sqrt_is, trichotomy
from theory.proof.lemmas.limits import shown_to_tend, size_below
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise, witness
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    differs,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    part_by_part,
    positive,
    ring,
    weaker,
    with_slope,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    ONE,
    REAL,
    ZERO,
    Term,
    call,
    eq,
    le,
    lt,
    make,
    negation,
    opened,
    substituted,
)

NAMES = (
    "attention.radius-integrals",
    "attention.expected-threshold",
    "attention.rate-order",
)
EXPONENTIAL = {
    letters.law: lam(lambda r: r * exp(-r)),
    letters.law_integral: lam(lambda r: -((r + 1) * exp(-r))),
    letters.inverse_integral: lam(lambda r: -exp(-r)),
    letters.mass: ONE,
    letters.mean: lam(lambda alpha: inv(sqrt(alpha)) - 1),
    letters.order: -HALF,
}


def exponential() -> Theorem:
    """All three definitions at once."""
    statements = [substituted(DEFINITIONS[name].statement, EXPONENTIAL) for name in NAMES]
    slopes, means, order = statements
    return conjoin(
        part_by_part(slopes, _slope),
        part_by_part(means, _unused, special=_converges),
        _order(order),
    )


def _slope(statement: Term, known: tuple) -> Theorem:
    low, high, r, value, body = statement.args
    above = bound(lt(0, r), (), [[one] for one in known])
    own = derivative(make("lam", (REAL,), (body,)), low, high, r)
    return with_slope(own, value, inverse(r, [above]))


def _unused(statement: Term, _) -> Theorem:
    raise AssertionError(f"a part of its own: {statement}")


def _converges(statement: Term, known: tuple) -> Theorem | None:
    """for every e > 0 some radius: e/(5 + 2/sqrt(alpha)), or e/5 for the mass itself."""
    if statement.op != "forall":
        return None
    level = fresh()
    inside = opened(statement, (level,))
    if inside.op != "implies" or inside.args[1].op != "exists":
        return None
    above = assume(inside.args[0])
    s = ZERO
    s_low = bound(le(0, 0))
    if known:  # 0 < alpha
        s = inv(sqrt(known[0].conclusion.args[1]))
        s_low = weaker(positive(s, list(known)))
    whole = 5 + 2 * s
    top = bound(lt(0, whole), (), [[], [s_low]])
    radius = level * inv(whole)
    radius_above = positive(radius, [above, top])
    first, every = opened(inside.args[1], (radius,)).args
    near = _near(every, level, s, s_low, inverse(whole, [top]), radius_above)
    there = witness(inside.args[1], radius, conjoin(radius_above, near))
    return generalise(discharge(above.conclusion, there), level)


def _tail(y_positive: Theorem) -> tuple[Theorem, Theorem]:
    """exp(-y) <= 1/y and (1 + y) exp(-y) <= 4/y, for y > 0: exp(-y) is exp(-y/2)^2."""
    y = y_positive.conclusion.args[1]
    down, y_unit = positive(inv(y), [y_positive]), inverse(y, [y_positive])
    at_y, half = exp(-y), exp(-(HALF * y))
    y_up, half_up = (fact("exp-positive", x=z) for z in (-y, -(HALF * y)))
    tail = bound(
        le(at_y, inv(y)),
        [exp_inverse(y), y_unit],
        [[y_up, fact("exp-tangent", x=y), down], [y_up, down]],
    )
    root = bound(
        le(half * (1 + HALF * y), 1),
        [exp_inverse(HALF * y)],
        [[half_up, fact("exp-tangent", x=HALF * y)]],
    )
    low = bound(lt(0, half * (1 + HALF * y)), (), [[half_up, y_positive], [half_up]])
    square = bound(le(half**2 * (1 + HALF * y) ** 2, 1), (), [[root], [root, low]])
    split = combine(eq(at_y, half**2), (1, exp_sum(-(HALF * y), -(HALF * y))))
    heavy = bound(
        le((1 + y) * at_y, 4 * inv(y)),
        [split, y_unit],
        [[square, down], [half_up, half_up, down], [half_up, half_up]],
    )
    return tail, heavy


def _near(every: Term, level: Term, s: Term, s_low: Theorem, unit: Theorem, radius: Theorem):
    """|integral - V| < e: the integral is s (exp(-x) - exp(-y)) - (x + 1) exp(-x) + (y + 1)
    exp(-y), or the last two terms with the other sign.
    """
    x, y = fresh(), fresh()
    r = radius.conclusion.args[1]
    outer, inner = opened(every, (x,)), []
    for _ in range(3):
        inner.append(outer.args[0])
        outer = outer.args[1]
    x_above, x_below, x_near = map(assume, inner)
    first, rest = opened(outer, (y,)).args
    far, wanted = rest.args
    y_above, y_far = assume(first), assume(far)
    y_positive = bound(lt(0, y), (), [[y_above]])
    down, y_unit = positive(inv(y), [y_positive]), inverse(y, [y_positive])
    gap = wanted.args[0].args[0]
    ordered = bound(le(x, y), (), [[x_below], [y_above]])
    own = _integral(gap, s, x, y, x_above, ordered)
    # 1/y < r
    close = bound(lt(inv(y), r), [y_unit], [[y_far, down]])
    at_x = exp(-x)
    x_up, y_up = (fact("exp-positive", x=z) for z in (-x, -y))
    falls = fact("exp-tangent", x=-x)  # 1 - x <= exp(-x)
    rises = fact("exp-tangent", x=x)
    less = bound(le((1 + x) * at_x, 1), [exp_inverse(x)], [[x_up, rises]])
    one = bound(le(at_x, 1), [exp_inverse(x)], [[x_up, rises], [x_up, x_above]])
    most = bound(le(1 - x, (1 + x) * at_x), (), [[falls], [falls, x_above], [x_above, x_below]])
    tail, heavy = _tail(y_positive)
    sides = [
        [x_near],
        [close],
        [s_low, x_near],
        [s_low, close],
        [s_low, one],
        [s_low, y_up],
        [s_low, falls],
        [s_low, tail],
        [less],
        [most],
        [heavy],
        [y_up],
        [y_up, y_positive],
        [radius],
        [s_low, radius],
    ]
    share = eq(5 * r, level) if s is ZERO else eq(2 * r * s, level - 5 * r)
    whole = combine(share, (level, unit))
    up = bound(lt(gap, level), [own, whole], sides)
    under = bound(lt(-level, gap), [own, whole], sides)
    theorem = everywhere(y, size_below(gap, under, up), first, far)
    return everywhere(x, theorem, *inner)


def _integral(gap: Term, s: Term, x: Term, y: Term, above: Theorem, ordered: Theorem) -> Theorem:
    """The integral in a difference, by its antiderivative; s = 0 stands for the mass."""
    term = next(one for one in gap.args if one.op == "integral")
    integrand = make("lam", (REAL,), (term.args[2],))

    def body(r):
        plain = (r + 1) * exp(-r)
        return -plain if s is ZERO else plain - s * exp(-r)

    r = fresh()
    inside = le(x, r), le(r, y)
    r_above = bound(lt(0, r), (), [[above], [assume(inside[0])]])
    slope = with_slope(derivative(body, x, y, r), opened(integrand, (r,)), inverse(r, [r_above]))
    return fact(
        "integral",
        ordered,
        everywhere(r, slope, *inside),
        low=x,
        high=y,
        f=lam(body),
        df=integrand,
    )


def _order(statement: Term) -> Theorem:
    """alpha^(1/2) (1/sqrt(alpha) - 1) - 1 = -sqrt(alpha), which is above -e for alpha < e^2."""

    power = EXPONENTIAL[letters.order]

    def body(alpha):
        return call("power", alpha, -power) * (inv(sqrt(alpha)) - 1)

    def at_level(level, above, finish):
        def proof_at(x, low, high, _):
            root, root_above = sqrt(x), positive(sqrt(x), [low])
            half, half_up = exp(HALF * log(x)), fact("exp-positive", x=HALF * log(x))
            square = combine(
                eq(half**2, x),
                (1, exp_sum(HALF * log(x), HALF * log(x))),
                (1, fact("exp-log", low, x=x)),
            )
            same = sqrt_is(half, weaker(half_up), square)
            gap = body(x) - 1
            value = ring(
                eq(gap, -root),
                fact("power", low, x=x, y=HALF),
                combine(eq(half, root), (-1, same)),
                inverse(root, [root_above]),
            )
            squared = fact("sqrt-square", weaker(low), x=x)
            under = _below(root, level, above, squared, high)
            left = linear(lt(-level, gap), value, under)
            right = linear(lt(gap, level), value, root_above, above)
            return size_below(gap, left, right)

        return finish(level**2, bound(lt(0, level**2), (), [[above, above]]), proof_at)

    limit = shown_to_tend(body, ONE, at_level)
    apart = differs(bound(lt(0, 1)), negation(eq(ONE, 0)))
    return witness(statement, ONE, conjoin(apart, limit))


def _below(root: Term, level: Term, above: Theorem, squared: Theorem, high: Theorem) -> Theorem:
    """sqrt(x) < e, from x < e^2."""
    goal = lt(root, level)

    def impossible(more):
        false = bound(lt(0, 0), [squared], [[high], [more, more], [more, above]])
        return contradiction(false, goal)

    return by_cases(
        trichotomy(root, level),
        lambda less: less,
        lambda same: impossible(linear(le(level, root), same)),
        lambda more: impossible(weaker(more)),
    )
