"""SymPy expressions in ball arithmetic, and three-valued relations between them.

A relation is decided by doubling the precision until the balls separate; an equality is never
*proved* by balls, it is enclosed to a stated number of digits.
"""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import flint
import sympy as sp
from flint import acb, arb
from sympy.core.relational import Relational
from sympy.logic import boolalg

from checks.methods.functions import (
    COMPLEX,
    REAL,
    Arithmetic,
    Indeterminate,
    NotJudged,
    Undefined,
    show,
)
from checks.methods.judgement import Judgement, combine
from checks.methods.measured import enclosed, exact, is_exact
from checks.methods.walker import Walker
from checks.methods.written import as_written, side_in_numbers

__all__ = [
    "DIGITS",
    "Indeterminate",
    "Judgement",
    "NotJudged",
    "Undefined",
    "ball",
    "combine",
    "evaluate",
    "judge",
    "precision",
    "show",
    "sides_of",
]

# Bits: 50 digits and some guard to begin with; past the limit a relation is undecided.
START, LIMIT = 192, 6144
DIGITS = 50  # an equality counts as enclosed from this many digits on


@contextlib.contextmanager
def precision(bits: int) -> Iterator[None]:
    """Balls of this many bits inside of the ``with`` block."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def ball(value: Any) -> arb:
    """An enclosure of a number: exact for integers, fractions, floats and mpf; SymPy constants are
    evaluated.
    """
    return evaluate(value, {}) if isinstance(value, sp.Basic) else REAL.number(value)


def evaluate(expr: sp.Basic, values: Mapping[Any, Any], arithmetic: Arithmetic = REAL) -> Any:
    """The ball of ``expr`` at ``values``, at the precision in force: an ``arb``, or with
    ``COMPLEX`` an ``acb``.
    """
    if arithmetic is REAL and _has_imaginary_unit(expr):
        result = _real_part(expr, evaluate(expr, values, COMPLEX))
    else:
        result = Walker(values, arithmetic, _applies)(expr)
    if not result.is_finite():
        raise Indeterminate(f"{expr} is not a finite real number at {dict(values)}")
    return result


@lru_cache(maxsize=512)  # asked once of a formula, not at every instance
def _has_imaginary_unit(expr: sp.Basic) -> bool:
    return bool(expr.has(sp.I))


def _real_part(expr: sp.Basic, value: acb) -> arb:
    """The value of a formula with the imaginary unit, where that falls out of it."""
    if not value.imag.contains(0):
        raise Undefined(f"{expr} = {show(value)} is not real")
    return value.real


def _applies(condition: sp.Basic, values: Mapping[Any, Any]) -> bool:
    """Does the condition of a branch hold?"""
    decided = _three_valued(condition, values, None).holds
    if decided is None:
        # Exact instances: a condition such as kappa = 2 is settled by the numbers themselves.
        exact = {s: sp.sympify(v) for s, v in values.items() if is_exact(v)}
        return bool(condition.subs(exact))
    return decided


def judge(
    relation: sp.Basic, values: Mapping[sp.Symbol, Any], tolerance: float | None = None
) -> Judgement:
    """Does the relation hold at these values?

    With exact values (``tolerance`` None) the precision is doubled until it is decided, and the
    deciding balls must overlap those of twice the precision. With a ``tolerance`` some values are
    measured (:mod:`checks.methods.measured`): each is a ball, and the two sides may differ by what
    these balls, carried through the formula, allow. Where no value is measured the tolerance has
    nothing to do with it.
    """
    if tolerance is not None and not all(is_exact(value) for value in values.values()):
        return _judged_as_measured(relation, values, tolerance)
    bits, last = START, Judgement(None)
    while bits <= LIMIT:
        try:
            outcome, coarse = _judged_with(relation, values, bits)
        except Indeterminate:  # an argument touches the edge of a domain; narrower balls may not
            if 2 * bits > LIMIT:
                raise
            bits *= 2
            continue
        if outcome.holds is not None:
            again, fine = _judged_with(relation, values, 2 * bits)
            if not all(a.overlaps(b) for a, b in zip(coarse, fine)):
                raise ArithmeticError(
                    f"{relation} at {bits} and {2 * bits} bits: two enclosures of one number do "
                    "not meet"
                )
            # Sides that agree to 50 digits may still separate: two precisions have to agree before
            # it is decided.
            if again.holds is outcome.holds:
                if again.holds:
                    return again
                with precision(2 * bits):
                    return _in_numbers(relation, values)
        last = outcome
        bits *= 2
    return replace(last, holds=None)


def _judged_as_measured(
    relation: sp.Basic, values: Mapping[Any, Any], tolerance: float
) -> Judgement:
    """Measured values enter as their balls. A refutation where nothing was measured, functions
    among what was observed, is as good as what was known: exact values, or balls.
    """
    entered = [value for value in values.values() if not callable(value)]

    def noted(function: Callable[..., Any]) -> Callable[..., Any]:
        def value(*arguments: Any) -> Any:
            entered.append(function(*arguments))
            return entered[-1]

        return value

    watched = {s: noted(v) if callable(v) else v for s, v in values.items()}
    with precision(START):
        balls = {s: enclosed(s, v, tolerance) for s, v in watched.items()}
        found = _three_valued(relation, balls, tolerance)
        if found.holds is not False or not all(map(exact, entered)):
            return replace(found, means="measured")
        if not all(map(is_exact, entered)):
            return replace(found, means="enclosed")
        return _in_numbers(relation, values, tolerance)


def _in_numbers(
    relation: sp.Basic, values: Mapping[Any, Any], tolerance: float | None = None
) -> Judgement:
    """A refutation at exact values, once more: ``exact`` where every side is a fraction or a
    radical, which is then shown as such; ``enclosed`` elsewhere.
    """
    sides = {
        (one, side): side_in_numbers(one.args[side], values)
        for one in relation.atoms(Relational)
        for side in (0, 1)
    }

    def written(one: sp.Basic, side: int, value: arb) -> str:
        number = sides.get((one, side))
        return (None if number is None else as_written(number)) or show(value)

    means = "exact" if sides and None not in sides.values() else "enclosed"
    return replace(_three_valued(relation, values, tolerance, None, written), means=means)


def _judged_with(relation: sp.Basic, values: Mapping, bits: int) -> tuple[Judgement, list[arb]]:
    """The judgement at one precision, with the enclosures it rests on."""
    seen: list[arb] = []
    with precision(bits):
        return _three_valued(relation, values, None, seen), seen


def _by_ball(relation: sp.Basic, side: int, value: arb) -> str:
    return show(value)


def _three_valued(
    relation: sp.Basic,
    values: Mapping,
    tolerance: float | None,
    seen: list[arb] | None = None,
    written: Callable[[sp.Basic, int, arb], str] = _by_ball,
) -> Judgement:
    """True, False or undecided; ``seen`` takes the balls, ``written`` says how a side is shown."""

    def judged(part: sp.Basic) -> Judgement:
        return _three_valued(part, values, tolerance, seen, written)

    if relation is sp.true or relation is sp.false:
        return Judgement(relation is sp.true, digits=DIGITS)
    if isinstance(relation, sp.Not):
        inner = judged(relation.args[0])
        if inner.no_value:
            return inner
        return Judgement(
            None if inner.holds is None else not inner.holds, inner.error, inner.digits, inner.sides
        )
    if isinstance(relation, boolalg.Implies):
        premise = judged(relation.args[0])
        if premise.holds is not None:
            # Where the premise fails nothing was compared, and there is no error to report.
            return (
                judged(relation.args[1])
                if premise.holds
                else Judgement(True, sides=premise.sides, idle=True)
            )
        return judged(boolalg.Or(boolalg.Not(relation.args[0]), relation.args[1]))
    if isinstance(relation, (boolalg.Xor, boolalg.ITE)):
        return judged(relation.to_nnf())
    if isinstance(relation, boolalg.Equivalent):
        parts = [judged(arg) for arg in relation.args]
        if any(p.no_value for p in parts):
            return combine(True, [p for p in parts if p.no_value])
        known = [p.holds for p in parts]
        return Judgement(
            None if None in known else len(set(known)) == 1, sides="; ".join(p.sides for p in parts)
        )
    if isinstance(relation, (boolalg.And, boolalg.Or)):
        return combine(isinstance(relation, boolalg.And), [judged(arg) for arg in relation.args])
    return _compare(relation, values, tolerance, seen, written)


_ORDER: dict[type, Callable[[arb, arb], bool]] = {
    sp.Ge: operator.ge,
    sp.Gt: operator.gt,
    sp.Le: operator.le,
    sp.Lt: operator.lt,
}


def sides_of(
    relation: sp.Basic,
    values: Mapping[Any, Any],
    measured: bool = False,
    arithmetic: Arithmetic = REAL,
) -> tuple[Any, Any] | Judgement:
    """Both sides; one that has no value where the other has one is a violation. A left side that is
    measured and has none is no instance."""
    balls: list[Any] = []
    missing: dict[int, Undefined] = {}
    for number, side in enumerate(relation.args):
        try:
            balls.append(evaluate(side, values, arithmetic))
        except Indeterminate:
            raise
        except Undefined as problem:
            missing[number] = problem
    if len(missing) == 2 or measured and 0 in missing:
        raise missing[0]
    if missing:
        ((absent, why),) = missing.items()
        there = f"{_name(relation, 1 - absent)} = {show(balls[0])}"
        return Judgement(False, float("inf"), sides=f"{there}, but {why}", no_value=True)
    left, right = balls
    return left, right


def _compare(
    relation: sp.Basic,
    values: Mapping,
    tolerance: float | None,
    seen: list[arb] | None,
    written: Callable[[sp.Basic, int, arb], str],
) -> Judgement:
    if type(relation) not in (sp.Eq, sp.Ne, *_ORDER):
        raise NotJudged(f"{relation} is no relation between two numbers")
    if sum(side in (sp.oo, -sp.oo) for side in relation.args) == 1:
        return _beside_infinity(relation, values)
    sides = sides_of(relation, values, tolerance is not None)
    if isinstance(sides, Judgement):
        return sides
    left, right = sides
    if seen is not None:
        seen += sides
    gap = left - right
    scale = arb(1) if sp.S.Zero in relation.args else abs(left).max(abs(right))
    text = ", ".join(
        _told(relation, side, written(relation, side, value)) for side, value in enumerate(sides)
    )
    if show(left) == show(right) and not gap.contains(0):
        text += f", which differ by {show(gap)}"
    if tolerance is not None:
        return _compare_measured(relation, gap, scale, tolerance, text)
    # Where both sides enclose zero there is no scale to divide by: the gap itself is judged.
    relative = gap if gap == 0 or scale.contains(0) else gap / scale
    error = float(abs(relative).upper())
    digits = _digits(relative)
    enclosed = bool(relative.contains(0)) and digits >= DIGITS
    if isinstance(relation, (sp.Eq, sp.Ne)):
        equal = True if enclosed else (None if relative.contains(0) else False)
        holds = equal if isinstance(relation, sp.Eq) or equal is None else not equal
        return Judgement(holds, error, digits if equal else None, text)
    order = _ORDER[type(relation)]
    if order(gap, arb(0)):
        return Judgement(True, 0.0, None, text, margin=float(abs(relative).mid()))
    if gap == 0 or not relative.contains(0):  # an exact tie breaks a strict inequality
        return Judgement(False, error, None, text)
    # A weak inequality whose sides agree to all these digits holds with equality; a strict one
    # stays undecided.
    weak = isinstance(relation, (sp.Ge, sp.Le))
    return Judgement(True if weak and enclosed else None, error, digits, text)


def _beside_infinity(relation: sp.Basic, values: Mapping) -> Judgement:
    """x < oo: a side that has a value stands to infinity as 0 does."""
    finite = next(side for side in relation.args if side not in (sp.oo, -sp.oo))
    there = show(evaluate(finite, values))
    holds = relation.func(*(sp.S.Zero if side is finite else side for side in relation.args))
    return Judgement(holds == sp.true, digits=DIGITS, sides=f"{finite} = {there}")


def _compare_measured(
    relation: sp.Basic, gap: arb, scale: arb, tolerance: float, sides: str
) -> Judgement:
    """Equal if the ball of the difference contains 0; an order is broken only by a ball that breaks
    it as a whole.
    """
    # The radius of the gap over the tolerance is the size of the terms that may have cancelled in
    # it.
    size = float(scale.mid().max(gap.rad() / arb(tolerance)))
    error = abs(float(gap.mid())) / size if size else 0.0
    near = bool(gap.contains(0))
    if isinstance(relation, sp.Eq):
        return Judgement(near, error, sides=sides)
    if gap == 0 and isinstance(relation, (sp.Ne, sp.Gt, sp.Lt)):
        return Judgement(False, error, sides=sides)  # both sides are exact, and equal
    if near and isinstance(relation, (sp.Ne, sp.Gt, sp.Lt)):
        # Within the error what is strict cannot be told, whichever side the middle is on: such a
        # tie says that the statement as a whole is open, and not that one instance was too coarse.
        why = "a tie within the error, which decides nothing that is strict"
        return Judgement(None, error, sides=sides, contested=True, why=f"{why}: {sides}")
    if isinstance(relation, sp.Ne):
        return Judgement(True, error, sides=sides)
    ordered = bool(_ORDER[type(relation)](gap.mid(), arb(0)))
    # What is weak may hold with equality.
    return Judgement(ordered or near, 0.0 if ordered else error, sides=sides)


def _digits(relative: arb) -> int:
    width = abs(relative).upper()
    attainable = int(flint.ctx.prec * 0.30103)
    return (
        attainable
        if width == 0
        else min(attainable, max(0, int(-float((width.log() / arb(10).log()).mid()))))
    )


def _told(relation: sp.Basic, side: int, value: str) -> str:
    """``S = 2``; of a number that stands there as a number, that it does."""
    name = _name(relation, side)
    return f"{name} = {value}" if name != value else f"the {('left', 'right')[side]} side is {name}"


@lru_cache(maxsize=512)  # a relation is printed once, not at every instance
def _name(relation: sp.Basic, side: int) -> str:
    """A side of a relation, by its formula where that is short."""
    text = str(relation.args[side])
    return text if len(text) <= 48 else ("left side", "right side")[side]
