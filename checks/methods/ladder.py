"""Limits of formulas, followed down a ladder of scales in ball arithmetic.

A formula with letters of order 1e-4 may climb for a thousand powers of ten of alpha before it shows
where it goes (log cosh(s log(1/alpha))/log(1/alpha) at s = 1/10007 looks infinite down to 1e-5000).
So a limit is followed until log(1/alpha) has doubled forty times, each rung in as many bits as its
cancellations need. What is read off has a doubt, and what does not settle has an infinite one: it
refutes nothing and confirms nothing. No computer algebra takes part.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from flint import arb
from sympy.core.relational import Relational
from sympy.logic import boolalg

from checks.methods.balls import Indeterminate, Judgement, evaluate, judge, precision
from checks.methods.functions import NotJudged

RECENT = 6  # ratios of steps that are looked at, at the foot of the ladder
ACCURATE = 64  # bits that a rung must have: the doubt of a limit is never below 1e-19 of it
VANISHED = 128  # bits of an absolute accuracy that is enough: what is this close to 0 has cancelled
# Steps of a series in 1/log halve; those of log log/log, which MARGIN covers, shrink to 0.563.
HALVED = arb("0.57")
STEADY = arb("0.9")  # steps that shrink to this or less are summed as a geometric series
MARGIN = 10  # the last extrapolation moves log log/log by a sixth of its error
BURST = 2**8  # steps that grow by this at each doubling of the logarithm outgrow every power of it
SETTLED = arb("1e-6")  # a limit that is not known to six digits is not compared with anything
ROUNDING = 2.0**-ACCURATE


@dataclass(frozen=True)
class Ladder:
    """Scales 10^-first, 10^-2 first, 10^-4 first, ...: ``rungs`` doublings, in at most ``bits``
    bits. ``askew`` has pi/2 times the logarithm: neither powers of ten nor halves of a doubling.
    """

    first: int = 100
    rungs: int = 40
    bits: int = 2**15
    askew: bool = False

    def scale(self, rung: int) -> str:
        """alpha on this rung, as text: 1e-(first 2^rung)."""
        return f"1e-{self.first * 2**rung}"

    def logarithm(self, rung: int) -> arb:
        """log(1/alpha)."""
        whole = arb(10).log() * self.first * 2**rung
        return whole * arb.pi() / 2 if self.askew else whole


FIRST_LOOK = Ladder()
# sin(pi/alpha) is 0 at every power of ten; what settles must settle between them as well
BETWEEN = Ladder(askew=True)
SECOND_LOOK = Ladder(first=137, rungs=60, bits=2**17)  # other scales, smaller ones, and more bits


@dataclass(frozen=True)
class Followed:
    """A limit (it may be +inf or -inf) and how far it may be off; an infinite ``doubt`` says
    "cannot tell".

    ``rungs`` is how many scales it was read off from.
    """

    value: arb
    doubt: arb
    rungs: int = 0

    @property
    def ball(self) -> arb:
        """The limit with its doubt as the radius."""
        return arb(self.value.mid(), (self.value.rad() + self.doubt).upper())

    @property
    def known(self) -> bool:
        """Is it infinite, or known to six digits?"""
        if not self.value.is_finite():
            return True
        return bool(self.doubt <= SETTLED * abs(self.value).max(arb(1)))

    def agrees(self, other: Followed) -> bool:
        """The same infinity, or the same number as far as the two are known."""
        if not (self.value.is_finite() and other.value.is_finite()):
            return bool(self.value == other.value)
        return bool(self.ball.overlaps(other.ball))


UNKNOWN = Followed(arb(0), arb("inf"))


def limit_along(
    expr: sp.Expr,
    symbol: sp.Symbol,
    values: Mapping,
    point: sp.Expr = sp.S.Zero,
    direction: str = "+",
    ladder: Ladder = FIRST_LOOK,
) -> Followed:
    """The limit of ``expr`` as ``symbol`` -> ``point``, with its doubt.

    Steps that shrink by halves are those of a series in 1/log(1/alpha), and Neville's scheme
    removes its first terms. By Raabe's test steps d with log2(L) (d/d' - 1) < 1/2 sum to infinity;
    anything between (1/log log) is of neither kind.
    """
    place = _approach(point, direction, values, ladder)
    found = _read(_climb(expr, symbol, values, place, ladder), ladder)
    if point not in (sp.oo, -sp.oo) or not found.known:
        return found
    # log(x)/x^(1/1000) grows up to x = 1e434: what is known of far larger numbers must not differ
    side = 1 if point is sp.oo else -1
    beyond = _climb(expr, symbol, values, lambda rung: side * ladder.logarithm(rung).exp(), ladder)
    far = _read(beyond, ladder)
    return found if not far.known or far.agrees(found) else replace(UNKNOWN, rungs=found.rungs)


def _read(column: list[arb], ladder: Ladder) -> Followed:
    """The limit of the rungs."""
    if len(column) < 4:
        return replace(UNKNOWN, rungs=len(column))
    with precision(4 * ACCURATE):
        steps = [after - before for before, after in zip(column, column[1:])][-RECENT - 1 :]
        diverges = _diverges(steps, ladder, len(column))
        if diverges:
            return Followed(arb("inf") * diverges, arb(0), len(column))
        return replace(_settled(column, steps), rungs=len(column))


def _approach(
    point: sp.Expr, direction: str, values: Mapping, ladder: Ladder
) -> Callable[[int], arb]:
    """Where the symbol is on each rung: log(1/alpha) on its way to infinity, alpha beside a finite
    point.
    """
    if point in (sp.oo, -sp.oo):
        side = 1 if point is sp.oo else -1
        return lambda rung: side * ladder.logarithm(rung)
    if direction not in ("+", "-"):
        raise NotJudged(
            f"a limit at {point} from direction {direction!r}: expected '+' or '-', a limit from "
            "one side"
        )
    side = 1 if direction == "+" else -1
    return lambda rung: evaluate(point, values) + side * (-ladder.logarithm(rung)).exp()


def _climb(
    expr: sp.Expr, symbol: sp.Symbol, values: Mapping, place: Callable[[int], arb], ladder: Ladder
) -> list[arb]:
    """The formula on every rung, as far as the bits go."""
    column: list[arb] = []
    bits = 4 * ACCURATE
    for rung in range(ladder.rungs + 1):
        while (
            value := _accurately(expr, symbol, values, place, rung, bits)
        ) is None and bits < ladder.bits:
            bits *= 2
        if value is None:
            break
        column.append(value)
    return column


def _accurately(
    expr: sp.Expr,
    symbol: sp.Symbol,
    values: Mapping,
    place: Callable[[int], arb],
    rung: int,
    bits: int,
) -> arb | None:
    """The formula on one rung; None where these bits leave too little of it."""
    with precision(bits):
        try:
            value = evaluate(expr, {**values, symbol: place(rung)})
        except Indeterminate:
            return None
        allowed = (abs(value).mid() * arb(2) ** -ACCURATE).max(arb(2) ** -VANISHED)
        return value if value.rad() <= allowed else None


def _diverges(steps: Sequence[arb], ladder: Ladder, rungs: int) -> int:
    """+1 or -1 where the steps at the foot of the ladder sum to that infinity, 0 where they need
    not.
    """
    # Where the bits gave out early, only what outgrows every power of the logarithm is believed.
    doublings = rungs - 1 + math.log2(ladder.first * math.log(10))
    growth = 1 / (1 + 1 / (2 * doublings)) if rungs == ladder.rungs + 1 else BURST
    for sign in (1, -1):
        sizes = [sign * step for step in steps]
        if all(size > 0 for size in sizes) and all(
            b > arb(growth) * a for a, b in zip(sizes, sizes[1:])
        ):
            return sign
    return 0


def _settled(column: Sequence[arb], steps: Sequence[arb]) -> Followed:
    """The limit of rungs whose steps shrink, extrapolated where they shrink by halves."""
    ratios = [_ratio(before, after) for before, after in zip(steps, steps[1:])]
    slowest = max(ratios, key=lambda ratio: ratio.upper())
    rounding = sum((value.rad() for value in column[-4:]), arb(0)) * MARGIN
    if slowest <= HALVED:
        value, before = _neville(column[-4:])
        return Followed(value, MARGIN * abs(value - before) + rounding)
    if slowest <= STEADY:
        return Followed(column[-1], MARGIN * abs(steps[-1]) * slowest / (1 - slowest) + rounding)
    return UNKNOWN


def _ratio(before: arb, after: arb) -> arb:
    """|after/before|: 0 where nothing moves any more, infinite where something begins to.

    A step lost in the rounding of its rung was at most that rounding.
    """
    if after.contains(0):
        return arb(0)
    largest = abs(before).upper()
    return (
        abs(after) / (largest if before.contains(0) else abs(before)) if largest > 0 else arb("inf")
    )


def _neville(column: Sequence[arb]) -> tuple[arb, arb]:
    """Extrapolation to 1/L = 0 of values at L, 2L, 4L, ...: of all of them, and of all but the
    first.
    """
    before = column[-1]
    for order in range(1, len(column)):
        weight = 2**order
        before, column = (
            column[-1],
            [(weight * b - a) / (weight - 1) for a, b in zip(column, column[1:])],
        )
    return column[0], before


# --- statements about limits ----------------------------------------------------------------------


def judge_limits(
    statement: sp.Basic,
    values: Mapping[sp.Symbol, Any],
    note: Callable[[Followed], None] = lambda found: None,
) -> Judgement:
    """The statement at these values, every limit followed, and again along other scales: where it
    breaks, further and in more bits.

    ``note`` is told of every limit of the first look.
    """
    found = _judge_along(statement, values, FIRST_LOOK, note)
    if found.holds is None or not statement.atoms(sp.Limit):
        return found
    again = _judge_along(statement, values, BETWEEN if found.holds else SECOND_LOOK)
    if again.holds is found.holds:
        return found
    both = f"at first sight {found.sides}; looking closer {again.sides or again.why}"
    return replace(found, holds=None, contested=True, why=both)


def _judge_along(
    statement: sp.Basic,
    values: Mapping[sp.Symbol, Any],
    ladder: Ladder,
    note: Callable[[Followed], None] = lambda found: None,
) -> Judgement:
    known, infinite = dict(values), {}
    names: dict[sp.Basic, sp.Basic] = {}
    for limit in statement.atoms(sp.Limit):
        expr, symbol, point, direction = limit.args
        followed = limit_along(expr, symbol, values, point, str(direction), ladder)
        note(followed)
        if not followed.value.is_finite():
            infinite[limit] = sp.oo if followed.value > 0 else -sp.oo
        elif not followed.known:
            return Judgement(None, why=f"{limit} is approached too slowly to be followed")
        else:
            names[limit] = sp.Dummy(f"limit_{len(names)}")
            known[names[limit]] = followed.ball
    try:
        relation = _without_infinity(statement, {**names, **infinite}, values)
    except Unclear as why:
        return Judgement(None, why=str(why))
    return _named(judge(relation, known, ROUNDING), statement, {**names, **infinite}, known)


class Unclear(ArithmeticError):
    """A side of a relation has no value, finite or infinite: the difference of two
    infinities, say.
    """


def _without_infinity(statement: sp.Basic, limits: Mapping, values: Mapping) -> sp.Basic:
    """The statement with what its limits are: each relation with an infinite side decided, the
    others left to be.

    A finite side is put as 0: any finite number stands to infinity as 0 does.
    """
    if isinstance(statement, boolalg.BooleanFunction):
        parts = [_without_infinity(part, limits, values) for part in statement.args]
        return statement.func(*parts, evaluate=False)
    if not isinstance(statement, Relational):
        return statement
    sides = [side.xreplace(limits) for side in statement.args]
    if not any(side.has(sp.oo, -sp.oo, sp.nan, sp.zoo) for side in sides):
        return statement.func(*sides, evaluate=False)
    return statement.func(*(_value(side, values) for side in sides))


def _value(side: sp.Expr, values: Mapping) -> sp.Expr:
    if not side.has(sp.oo, -sp.oo, sp.nan, sp.zoo):
        return sp.S.Zero
    value = side.xreplace({symbol: sp.sympify(number) for symbol, number in values.items()})
    if value in (sp.oo, -sp.oo):
        return value
    raise Unclear(f"{side} has no value, finite or infinite")


def _named(found: Judgement, statement: sp.Basic, names: Mapping, known: Mapping) -> Judgement:
    """The judgement, with the limits by their formulas instead of their placeholders."""
    sides = (
        found.sides
        or "; ".join(f"{limit} = {known.get(name, name)}" for limit, name in names.items())
        + f", stated: {statement}"
    )
    for limit, name in names.items():
        if isinstance(name, sp.Dummy):
            sides = sides.replace(str(name), str(limit))
    return replace(found, sides=sides)
