"""Limits of the framework in the kernel, in epsilons: thresholds as the initialisation vanishes."""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.kernel_proofs.entry import proof
from theory.framework.letters import U_star, kappa, n_0
from theory.proof.lemmas import (
    exp,
    exp_sum,
    inv,
    limits,
    log,
    log_below,
    log_one,
    log_product,
    trichotomy,
)
from theory.proof.lemmas.elementary import chosen
from theory.proof.lemmas.limits import cleared, close, exp_rises, small, under_small
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    order,
)
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    fact,
    given,
    inverse,
    positive,
    ring,
    symmetric,
    weaker,
)
from theory.proof.terms import ONE, Term, eq, le, lt, negation, num, var

START = assume(lt(0, n_0))
DEGREE = 2 - kappa


def near_zero(identifier: str, radius: Callable, proof_at: Callable) -> Theorem:
    """The limit that a claim states."""
    from theory import claim
    from theory.proof.letters import stated

    return limits.near_zero(stated(claim(identifier)).statement, radius, proof_at)


@proof("framework.alignment-limit-quadratic")
def alignment_limit_quadratic() -> Theorem:
    """-log x > M for x < exp(-M)."""

    def proof_at(wanted, x, low, high, level, _):
        return bound(wanted, [fact("log-exp", x=-level)], [[log_below(high, low)]])

    return near_zero(
        "framework.alignment-limit-quadratic",
        lambda level, _: (exp(-level), fact("exp-positive", x=-level)),
        proof_at,
    )


# --- kappa > 2 ------------------------------------------------------------------------------------


def higher(identifier: str, merged: Callable) -> Theorem:
    """f - L = x^(kappa - 2)/(2 - kappa), whose size is at most x^(kappa - 2) <= x < e.

    merged(x, 0 < x) gives what makes f - L that, by rewriting.
    """
    large = assume(le(3, kappa))

    def radius(level, above):
        return small(level, above)

    def proof_at(wanted, x, low, high, level, above):
        tight = under_small(x, high, level, above)
        x_below = bound(lt(x, level), (), [[tight], [low, above]])
        one_above = bound(lt(0, 1 + level), (), [[above]])
        unit_below = below_one(x, tight, one_above)
        height = log(x)
        back = fact("exp-log", low, x=x)
        flat = log_below_zero(unit_below, low)
        steep = bound(
            le((kappa - 2) * height, height), (), [[bound(le(0, kappa - 3), (), [[large]]), flat]]
        )
        P = exp((kappa - 2) * height)
        P_below = bound(le(P, x), [back], [[exp_rises(steep)]])
        P_above = fact("exp-positive", x=(kappa - 2) * height)
        gap = wanted.args[0].args[0]
        D = inv(kappa - 2)
        wide = bound(lt(0, kappa - 2), (), [[large]])
        same = ring(eq(gap, -(P * D)), *merged(x, low), degree_down(large))
        D_above = positive(D, [wide])
        # P - P D = P D (kappa - 3) >= 0
        less = bound(
            le(P * D, P),
            [ratio(large)],
            [[P_above, D_above, bound(le(0, kappa - 3), (), [[large]])]],
        )
        return close(
            wanted,
            same,
            bound(lt(-level, -(P * D)), (), [[less], [P_below], [x_below]]),
            bound(lt(-(P * D), level), (), [[P_above, D_above], [above]]),
        )

    return near_zero(identifier, radius, proof_at)


def below_one(x: Term, tight: Theorem, one_above: Theorem) -> Theorem:
    """x (1 + e) < e and 0 < 1 + e give x < 1: the difference is (1 - x)(1 + e) - 1."""
    goal = lt(x, 1)

    def impossible(large):
        return contradiction(bound(lt(0, 0), (), [[tight], [large, one_above], []]), goal)

    return by_cases(
        trichotomy(x, ONE),
        lambda less: less,
        lambda same: impossible(order(le(ONE, x), ((num(-1), same),), ())),
        lambda more: impossible(weaker(more)),
    )


def log_below_zero(below: Theorem, low: Theorem) -> Theorem:
    """0 < x < 1 gives log(x) < 0."""
    x = below.conclusion.args[0]
    return bound(lt(log(x), 0), [log_one()], [[log_below(below, low)]])


def ratio(large: Theorem) -> Theorem:
    """kappa/(kappa - 2) = 1 + 2/(kappa - 2)."""
    D = inv(kappa - 2)
    wide = bound(lt(0, kappa - 2), (), [[large]])
    return combine(eq(kappa * D, 1 + 2 * D), (1, inverse(kappa - 2, [wide])))


def degree_down(large: Theorem) -> Theorem:
    """1/(2 - kappa) = -1/(kappa - 2), for kappa >= 3."""
    wide = bound(lt(0, kappa - 2), (), [[large]])
    narrow = differs(bound(lt(DEGREE, 0), (), [[large]]), negation(eq(DEGREE, 0)))
    return combine(
        eq(inv(DEGREE), -inv(kappa - 2)),
        (inv(DEGREE), inverse(kappa - 2, [wide])),
        (inv(kappa - 2), fact("inverse", narrow, z=DEGREE)),
    )


def _powers(x: Term, low: Theorem) -> list[Theorem]:
    """x^(kappa - 2) x^(2 - kappa) = 1, in exponentials."""
    height = log(x)
    return [
        fact("power", low, x=x, y=kappa - 2),
        fact("power", low, x=x, y=DEGREE),
        symmetric(exp_sum((kappa - 2) * height, DEGREE * height)),
        fact("exp-zero"),
    ]


@proof("framework.threshold-asymptotics-higher")
def threshold_asymptotics_higher() -> Theorem:
    """x^(kappa - 2) (1 - x^(2 - kappa))/(2 - kappa) = 1/(kappa - 2) + x^(kappa - 2)/(2 - kappa)."""
    return higher("framework.threshold-asymptotics-higher", _powers)


@proof("framework.alignment-speed")
def alignment_speed() -> Theorem:
    """The same limit."""
    return higher("framework.alignment-speed", _powers)


@proof("framework.alignment-limit-higher")
def alignment_limit_higher() -> Theorem:
    """The same with |theta(0)| = x n: (x n)^(2 - kappa) = x^(2 - kappa) n^(2 - kappa)."""

    def merged(x, low):
        whole = bound(lt(0, x * n_0), (), [[low, START]])
        split = equal_inside(exp(DEGREE * log(x * n_0)), log_product(x, n_0, low, START))
        return [
            fact("power", low, x=x, y=kappa - 2),
            fact("power", whole, x=x * n_0, y=DEGREE),
            combine(
                eq(exp(DEGREE * log(x * n_0)), exp(DEGREE * log(x)) * exp(DEGREE * log(n_0))),
                (1, split),
                (1, exp_sum(DEGREE * log(x), DEGREE * log(n_0))),
            ),
            fact("power", START, x=n_0, y=DEGREE),
            symmetric(exp_sum((kappa - 2) * log(x), DEGREE * log(x))),
            fact("exp-zero"),
        ]

    return higher("framework.alignment-limit-higher", merged)


@proof("framework.jump-diverges")
def jump_diverges() -> Theorem:
    """The threshold is at least -log(x), for (exp(y) - 1)/(kappa - 2) >= y/(kappa - 2)."""
    top, degree = assume(lt(0, U_star)), assume(lt(0, kappa))
    at_least = assume(le(2, kappa))
    condition = eq(kappa, 2)

    def radius(level, _):
        depth = level * U_star * kappa
        return exp(-depth), fact("exp-positive", x=-depth)

    def proof_at(wanted, x, low, high, level, _):
        depth = level * U_star * kappa
        height = log(x)
        deep = bound(lt(depth, -height), [fact("log-exp", x=-depth)], [[log_below(high, low)]])
        choice = _choice(wanted)
        first, second = choice.args[1:]
        least = by_cases(
            condition,
            lambda two: bound(le(-height, choice), [chosen(condition, first, second, two, True)]),
            lambda other: _steeper(choice, x, low, other, at_least),
        )
        scale = positive(inv(U_star) * inv(kappa), [top, degree])
        units = [inverse(U_star, [top]), inverse(kappa, [degree])]
        return bound(wanted, units, [[scale, deep], [scale, least]])

    return near_zero("framework.jump-diverges", radius, proof_at)


def _choice(term: Term) -> Term:
    """The case distinction in a statement."""
    return next(one for one in _inside(term) if one.op == "ite")


def _inside(term: Term):
    yield term
    for arg in term.args:
        yield from _inside(arg)


def _steeper(choice: Term, x: Term, low: Theorem, other: Theorem, at_least: Theorem) -> Theorem:
    """-log(x) <= (1 - x^(2 - kappa))/(2 - kappa), where kappa is not 2."""
    condition, first, second = choice.args
    height = log(x)
    large = at_least_three(other, at_least)
    wide = bound(lt(0, kappa - 2), (), [[large]])
    tangent = fact("exp-tangent", x=DEGREE * height)
    D_above = positive(inv(kappa - 2), [wide])
    rewrites = [
        chosen(condition, first, second, other, False),
        fact("power", low, x=x, y=DEGREE),
        degree_down(large),
        ratio(large),
    ]
    return bound(le(-height, choice), rewrites, [[D_above, tangent]])


def at_least_three(other: Theorem, at_least: Theorem) -> Theorem:
    """2 <= kappa, not kappa = 2: 3 <= kappa."""
    goal = le(3, kappa)
    return by_cases(
        trichotomy(kappa, num(2)),
        lambda less: contradiction(bound(lt(0, 0), (), [[less], [at_least]], exact=True), goal),
        lambda same: absurd(given(other, same), goal),
        lambda more: bound(goal, (), [[fact("discrete", more, n=num(2), m=kappa)]]),
    )


@proof("framework.threshold-continuity")
def threshold_continuity() -> Theorem:
    """(exp(y) - 1 - y)/x lies between 0 and 2 l^2 x for y = l x <= 1/2, l = -log(n)."""
    slope = -log(n_0)
    below = assume(lt(n_0, 1))
    steep = bound(lt(0, slope), (), [[log_below_zero(below, START)]])

    def whole(level):
        return 2 * slope**2 + 2 * slope * level + level

    def top(level, above):
        return bound(lt(0, whole(level)), (), [[steep, steep], [steep, above], [above]])

    def radius(level, above):
        size = level * inv(whole(level))
        return size, positive(size, [above, top(level, above)])

    def proof_at(wanted, x, low, high, level, above):
        tight = cleared(x, whole(level), level, high, top(level, above))
        y = slope * x
        rises = positive(inv(x), [low])
        units = inverse(x, [low])
        tangent, mirrored = fact("exp-tangent", x=y), fact("exp-tangent", x=-y)
        pair = combine(eq(exp(-y) * exp(y), 1), (1, exp_sum(-y, y)), (1, fact("exp-zero")))
        # level/2 - x l^2 > 0 and 1/2 - x l > 0
        quadratic = bound(
            lt(2 * x * slope**2, level),
            (),
            [[tight], [low, steep, above], [low, above]],
        )
        half = _half(x, slope, tight, low, steep, above, level)
        gap = wanted.args[0].args[0]
        E = (exp(y) - 1 - y) * inv(x)
        powered = fact("power", START, x=n_0, y=-x)
        same = ring(eq(gap, E), powered, units)
        # exp(y) (1 - y) <= 1, so exp(y) - 1 - y <= y (exp(y) - 1) <= ... <= 2 y^2
        capped = bound(le(exp(y) * (1 - y), 1), [pair], [[fact("exp-positive", x=y), mirrored]])
        square = bound(le((exp(y) - 1 - y) * (1 - y), y**2), (), [[capped]])
        remainder = bound(le(0, exp(y) - 1 - y), (), [[tangent]])
        doubled = bound(le(exp(y) - 1 - y, 2 * y**2), (), [[square], [remainder, half]])
        return close(
            wanted,
            same,
            bound(lt(-level, E), (), [[above], [remainder, rises]]),
            bound(lt(E, level), [units], [[doubled, rises], [quadratic]]),
        )

    return near_zero("framework.threshold-continuity", radius, proof_at)


def _half(x, slope, tight, low, steep, above, level) -> Theorem:
    """slope x <= 1/2: x (2 l e + ...) < e, divided by e."""
    goal = le(slope * x, num(1, 2))
    return bound(
        goal,
        [inverse(level, [above])],
        [
            [positive(inv(level), [above]), tight],
            [low, steep, steep, positive(inv(level), [above])],
            [low],
        ],
    )


@proof("framework.vanishing-imbalance")
def vanishing_imbalance() -> Theorem:
    """|c x^2| <= (A (kappa - 1) + W) x < e for x < 1."""
    A, W = var("A_0"), var("W_0")
    A_low, W_low = assume(le(0, A)), assume(le(0, W))
    at_least = assume(le(2, kappa))
    more = A * (kappa - 1) + W
    more_low = bound(le(0, more), (), [[A_low, bound(le(0, kappa - 1), (), [[at_least]])], [W_low]])

    def proof_at(wanted, x, low, high, level, above):
        tight = under_small(x, high, level, above, more, more_low)
        size = bound(lt(x * (1 + level), level), (), [[tight], [low, more_low]])
        unit_below = below_one(x, size, bound(lt(0, 1 + level), (), [[above]]))
        gap = wanted.args[0].args[0]
        E = (A * (kappa - 1) - W) * x**2
        shrunk = bound(le(more * x**2, more * x), (), [[more_low, low, unit_below]])
        capped = bound(lt(more * x, level), (), [[tight], [low], [low, above]])
        A_part = bound(
            le(0, A * (kappa - 1)), (), [[A_low, bound(le(0, kappa - 1), (), [[at_least]])]]
        )
        squares = [([A_part], x), ([W_low], x)]
        return close(
            wanted,
            ring(eq(gap, E)),
            bound(lt(-level, E), (), [[shrunk], [capped], *squares]),
            bound(lt(E, level), (), [[shrunk], [capped], *squares]),
        )

    return near_zero(
        "framework.vanishing-imbalance",
        lambda level, above: small(level, above, more, more_low),
        proof_at,
    )
