"""Six numbers that move against the gradient of F = |a b conj(c) - tau|^2 + |c|^2 h^2/6, where a, b
and c are complex, h = |a|^2 - |b|^2: F falls at the rate 8/3 k |c|^2 (|a|^2 + |b|^2) at least.

|a|^2 + |b|^2 - 2 |c|^2 does not move, so that |c|^2 (|a|^2 + |b|^2) stays away from 0 as long as F
is below its value tau^2 at 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.proof.lemmas import exp, inv, trichotomy
from theory.proof.lemmas.monotone import constant
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    deriv,
    derivative,
    equal_inside,
    everywhere,
    fact,
    filled,
    forall,
    fresh,
    given,
    inverse,
    lam,
    positive,
    slope_within,
    weaker,
    with_slope,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import REAL, ZERO, Term, eq, function, implies, le, lt, num, var

COURSES = tuple(function(f"at_{name}", REAL, REAL) for name in ("a1", "a2", "b1", "b2", "c1", "c2"))
SPEED, TAU, SHARE, END = map(var, ("speed", "tau_rest", "share_rest", "end_rest"))
SPEED_UP, TAU_UP = assume(lt(0, SPEED)), assume(lt(0, TAU))
SHARE_LOW, SHARE_HIGH = assume(le(0, SHARE)), assume(le(SHARE, 1))
END_LOW = assume(le(0, END))


# --- polynomials in six numbers -------------------------------------------------------------------
def sizes(y: list[Term]) -> tuple[Term, Term, Term]:
    """|a|^2, |b|^2 and |c|^2."""
    a1, a2, b1, b2, c1, c2 = y
    return a1**2 + a2**2, b1**2 + b2**2, c1**2 + c2**2


def product(y: list[Term]) -> tuple[Term, Term]:
    """Real and imaginary part of a b conj(c)."""
    a1, a2, b1, b2, c1, c2 = y
    P, Q = a1 * b1 - a2 * b2, a1 * b2 + a2 * b1
    return P * c1 + Q * c2, Q * c1 - P * c2


def excess(y: list[Term], tau: Term = TAU) -> Term:
    """F = |a b conj(c) - tau|^2 + |c|^2 (|a|^2 - |b|^2)^2/6."""
    A, B, C = sizes(y)
    G1, G2 = product(y)
    return (G1 - tau) ** 2 + G2**2 + num(1, 6) * C * (A - B) ** 2


def slopes(y: list[Term], tau: Term = TAU) -> list[Term]:
    """The six derivatives of F."""
    a1, a2, b1, b2, c1, c2 = y
    A, B, C = sizes(y)
    G1, G2 = product(y)
    d, h, third = G1 - tau, A - B, num(2, 3) * C * (A - B)
    P, Q = a1 * b1 - a2 * b2, a1 * b2 + a2 * b1
    return [
        2 * d * (b1 * c1 + b2 * c2) + 2 * G2 * (b2 * c1 - b1 * c2) + third * a1,
        2 * d * (b1 * c2 - b2 * c1) + 2 * G2 * (b1 * c1 + b2 * c2) + third * a2,
        2 * d * (a1 * c1 + a2 * c2) + 2 * G2 * (a2 * c1 - a1 * c2) - third * b1,
        2 * d * (a1 * c2 - a2 * c1) + 2 * G2 * (a1 * c1 + a2 * c2) - third * b2,
        2 * d * P + 2 * G2 * Q + num(1, 3) * c1 * h**2,
        2 * d * Q - 2 * G2 * P + num(1, 3) * c2 * h**2,
    ]


def inputs(y: list[Term]) -> Term:
    """|a|^2 + |b|^2."""
    A, B, _ = sizes(y)
    return A + B


def grip(y: list[Term]) -> Term:
    """|c|^2 (|a|^2 + |b|^2), what F falls by."""
    return sizes(y)[2] * inputs(y)


def low(whole: Term, *roots: Term) -> Theorem:
    """0 <= a sum of squares."""
    return bound(le(0, whole), (), (), roots)


def inputs_low(y: list[Term]) -> Theorem:
    """0 <= |a|^2 + |b|^2."""
    return low(inputs(y), *y[:4])


def outputs_low(y: list[Term]) -> Theorem:
    """0 <= |c|^2."""
    return low(sizes(y)[2], *y[4:])


def excess_low(y: list[Term]) -> Theorem:
    """0 <= F."""
    A, B, _ = sizes(y)
    G1, G2 = product(y)
    return ordered(
        le(0, excess(y)),
        [],
        [le_square(G1 - TAU)],
        [le_square(G2)],
        [bound(lt(0, num(1, 6))), outputs_low(y), A - B],
    )


def le_square(root: Term) -> Theorem:
    """0 <= r^2."""
    return low(root**2, root)


# --- the inequality -------------------------------------------------------------------------------
LETTERS = [var(f"y_{name}") for name in ("a1", "a2", "b1", "b2", "c1", "c2")]


def squared_slope(y: list[Term]) -> Term:
    """|grad F|^2."""
    first, *rest = (one**2 for one in slopes(y))
    for one in rest:
        first = first + one
    return first


@cache
def steep() -> Theorem:
    """8/3 |c|^2 (|a|^2 + |b|^2) F <= |grad F|^2, at any six numbers."""
    y = LETTERS
    G1, G2 = product(y)
    *_, first, second = slopes(y)
    both = [bound(lt(0, num(4, 3))), inputs_low(y), outputs_low(y)]
    return ordered(
        le(num(8, 3) * grip(y) * excess(y), squared_slope(y)),
        [],
        [*both, G1 - TAU],
        [*both, G2],
        [le_square(first)],
        [le_square(second)],
    )


@cache
def held() -> Theorem:
    """4 (1 - r)^2 tau^2 <= |c|^2 (|a|^2 + |b|^2)^2, where F <= r^2 tau^2."""
    y = LETTERS
    A, B, C = sizes(y)
    G1, G2 = product(y)
    inside = assume(le(excess(y), SHARE**2 * TAU**2))
    near = ordered(
        le((G1 - TAU) ** 2, SHARE**2 * TAU**2),
        [],
        [inside],
        [le_square(G2)],
        [bound(lt(0, num(1, 6))), outputs_low(y), A - B],
    )
    floor = (1 - SHARE) * TAU

    def below(less: Theorem) -> Theorem:
        """G_1 < (1 - r) tau, that is r tau < tau - G_1: its square is too large."""
        away = bound(lt(SHARE * TAU, TAU - G1), (), [[less]])
        size = bound(le(0, SHARE * TAU), (), [[SHARE_LOW, TAU_UP]])
        gap = TAU - G1 - SHARE * TAU
        wide = bound(lt(0, gap), (), [[away]])
        return contradiction(
            ordered(lt(0, 0), [], [near], [wide, wide], [size, wide], [size, wide]), le(floor, G1)
        )

    above = by_cases(
        trichotomy(G1, floor),
        below,
        lambda same: ordered(le(floor, G1), [(1, same)]),
        weaker,
    )
    floor_low = bound(le(0, floor), (), [[SHARE_HIGH, TAU_UP]])
    whole = ordered(le(floor**2, G1**2), [], [above, floor_low], [above, floor_low], [above, above])
    four = bound(lt(0, num(4)))
    return ordered(
        le(4 * floor**2, C * (A + B) ** 2),
        [],
        [four, whole],
        [four, le_square(G2)],
        [outputs_low(y), A - B],
    )


# --- along the course -----------------------------------------------------------------------------
def course(s: Term) -> list[Term]:
    """The six numbers at the time s."""
    return [f(s) for f in COURSES]


def moving(f: Term, number: int) -> Term:
    """f' = -k dF on [0, end]."""
    return forall(
        lambda s: implies(
            le(0, s),
            le(s, END),
            deriv(ZERO, END, s, -(SPEED * slopes(course(s))[number]), lambda r: f(r)),
        )
    )


MOVES = tuple(assume(moving(f, number)) for number, f in enumerate(COURSES))
BELOW = assume(le(excess(course(ZERO)), SHARE**2 * TAU**2))
SOME = assume(lt(0, inputs(course(ZERO))))


def moves_within(s: Term, until: Term, *where: Theorem) -> list[Theorem]:
    """The six derivatives at s within [0, until]; ``where``: 0 <= s, s <= until, until <= end."""
    s_low, s_high, ends = where
    inside = bound(le(s, END), (), [[s_high], [ends]], exact=True)
    return [
        slope_within(at(one, s, s_low, inside), ZERO, until, bound(le(0, 0)), ends) for one in MOVES
    ]


def grows(body: Callable, until: Term, value: Callable, rises: Callable, *where: Theorem):
    """body(0) <= body(until), where ``value`` is its derivative and ``rises`` shows it >= 0."""
    s = fresh()
    inside = (le(0, s), le(s, until))
    known = list(map(assume, inside))
    found = derivative(lam(body), ZERO, until, s, moves_within(s, until, *known, where[1]))
    both = conjoin(with_slope(found, value(s)), rises(s, *known))
    each = everywhere(s, both, *inside)
    return fact("increasing", where[0], each, low=ZERO, high=until, f=lam(body), df=lam(value))


def excess_falls(until: Term, *where: Theorem) -> Theorem:
    """F(until) <= F(0); ``where``: 0 <= until, until <= end."""

    def value(s):
        return SPEED * squared_slope(course(s))

    def rises(s, *_):
        squares = [[SPEED_UP, le_square(one)] for one in slopes(course(s))]
        return ordered(le(0, value(s)), [], *squares)

    found = grows(lambda s: num(-1) * excess(course(s)), until, value, rises, *where)
    return bound(le(excess(course(until)), excess(course(ZERO))), (), [[found]])


def balance(s: Term) -> Term:
    """|a|^2 + |b|^2 - 2 |c|^2."""
    return inputs(course(s)) - 2 * sizes(course(s))[2]


def balanced(until: Term, *where: Theorem) -> Theorem:
    """|a|^2 + |b|^2 - 2 |c|^2 is what it was."""

    def flat(s, s_low, s_high):
        known = moves_within(s, until, s_low, s_high, where[1])
        return with_slope(derivative(lam(balance), ZERO, until, s, known), ZERO)

    return constant(lam(balance), ZERO, until, where[0], flat)


def put_numbers(theorem: Theorem, y: list[Term]) -> Theorem:
    """A theorem about any six numbers, at these."""
    return filled(theorem, dict(zip(LETTERS, y)))


def held_at(s: Term, inside: Theorem) -> Theorem:
    """4 (1 - r)^2 tau^2 <= |c|^2 (|a|^2 + |b|^2)^2 at the time s, where F <= r^2 tau^2."""
    y = LETTERS
    free = discharge(le(excess(y), SHARE**2 * TAU**2), held())
    return given(put_numbers(free, course(s)), inside)


@cache
def gripped() -> Theorem:
    """For s in [0, end]: 4 (1 - r)^2 tau^2 <= |c|^2 (|a|^2 + |b|^2) (|a|^2 + |b|^2)(0)."""
    s = fresh()
    inside = (le(0, s), le(s, END))
    known = list(map(assume, inside))
    now, start = course(s), course(ZERO)
    fallen = excess_falls(s, *known)
    here = held_at(s, ordered(le(excess(now), SHARE**2 * TAU**2), [], [fallen], [BELOW]))
    first = held_at(ZERO, BELOW)
    same = balanced(s, *known)
    floor = 4 * ((1 - SHARE) * TAU) ** 2
    goal = le(floor, grip(now) * inputs(start))
    S, S_0, C, C_0 = inputs(now), inputs(start), sizes(now)[2], sizes(start)[2]

    def smaller(less: Theorem) -> Theorem:
        """S <= S_0."""
        return ordered(goal, [], [here], [outputs_low(now), inputs_low(now), less])

    def larger(more: Theorem) -> Theorem:
        """S_0 < S: then |c|^2 is larger too."""
        grown = ordered(le(C_0, C), [(num(1, 2), same)], [bound(lt(0, num(1, 2))), more])
        return ordered(
            goal,
            [],
            [first],
            [grown, inputs_low(start), inputs_low(start)],
            [outputs_low(now), inputs_low(start), more],
        )

    found = by_cases(
        trichotomy(S, S_0),
        lambda less: smaller(weaker(less)),
        lambda equal: smaller(ordered(le(S, S_0), [(1, equal)])),
        larger,
    )
    return everywhere(s, found, *inside)


def rate() -> Term:
    """32/3 k (1 - r)^2 tau^2/(|a|^2 + |b|^2)(0)."""
    return num(32, 3) * SPEED * ((1 - SHARE) * TAU) ** 2 * inv(inputs(course(ZERO)))


@cache
def decays() -> Theorem:
    """F(end) exp(rate end) <= F(0)."""
    down = positive(inv(inputs(course(ZERO))), [SOME])
    unit = inverse(inputs(course(ZERO)), [SOME])

    def value(s):
        y = course(s)
        return exp(rate() * s) * (SPEED * squared_slope(y) - rate() * excess(y))

    def rises(s, *known):
        y = course(s)
        told = at(gripped(), s, *known)
        fallen = put_numbers(steep(), y)
        most = ordered(
            le(rate() * excess(y), num(8, 3) * SPEED * grip(y) * excess(y)),
            [(num(8, 3) * SPEED * grip(y) * excess(y), unit)],
            [bound(lt(0, num(8, 3))), SPEED_UP, told, down, excess_low(y)],
        )
        gap = ordered(
            le(0, SPEED * squared_slope(y) - rate() * excess(y)), [], [SPEED_UP, fallen], [most]
        )
        return bound(le(0, value(s)), (), [[fact("exp-positive", x=rate() * s), gap]])

    def body(s):
        return num(-1) * (excess(course(s)) * exp(rate() * s))

    found = grows(body, END, value, rises, END_LOW, bound(le(END, END)))
    start = fact("exp-zero")
    none = combine(eq(rate() * ZERO, 0))
    flat = equal_inside(exp(rate() * ZERO), none)
    one = combine(eq(exp(rate() * ZERO), 1), (1, flat), (1, start))
    return ordered(
        le(excess(course(END)) * exp(rate() * END), excess(course(ZERO))),
        [(excess(course(ZERO)), one)],
        [found],
    )
