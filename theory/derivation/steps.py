"""One step of a derivation, and the ways to check it: by algebra, by exact sample points, by a sign
that is proved.

A step that can be neither proved nor sampled is an error, never a silent pass.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from sympy import (
    Add,
    Derivative,
    Dummy,
    Eq,
    Expr,
    Indexed,
    Integral,
    Limit,
    N,
    Rational,
    Sum,
    Symbol,
    SympifyError,
    nan,
    oo,
    sign,
    simplify,
    sympify,
)
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from theory.derivation.along import DIGITS, FAR, NEAR, along, approaching
from theory.derivation.nonnegative import nonnegative
from theory.validate import abbreviated

POINTS = 6  # a sampled step must agree at this many exact points


class DerivationError(ValueError):
    """A step that is false, or that cannot be checked."""


@dataclass(frozen=True)
class Step:
    """``expr`` follows from the expression before it by ``rule``; ``using`` are the relations it
    relied on.

    ``relation`` is = or, for a bound, >= or <=: ``before >= expr``. ``by`` is a proof procedure for
    a difference that must vanish; ``inside`` says that only what stands under sums and integrals
    has changed, ``every`` for which bound variables the relations hold throughout; ``flow`` is the
    differential equation whose solution was put in.
    """

    expr: Expr
    rule: str
    using: tuple[Relational, ...] = ()
    antiderivative: Expr | None = None
    limit: Limit | None = None
    relation: str = "="
    by: Callable[[Expr], bool] | None = None
    inside: bool = False
    every: tuple[Symbol, ...] = ()
    flow: Solved | None = None


class Solved(Protocol):
    """A differential equation with its start and the formula that is said to solve them."""

    def put_into(self, expr: Expr) -> Expr:
        """The expression with the formula in the place of the function."""

    def conditions(self) -> tuple[tuple[Expr, Expr], ...]:
        """The pairs that have to be equal: rates, then starts."""


def checked(number: int, before: Expr, step: Step, sample: dict[Symbol, tuple]) -> str:
    """How the step from ``before`` was shown; a :class:`DerivationError` where it is not."""
    label = f"step {number} ({step.rule})"
    if step.limit is not None:
        return _check_limit(label, step.expr, step.limit)
    if step.expr.getO() is not None:
        return _check_series(label, before, step.expr)
    if step.flow is not None:
        return _check_flow(label, before, step.expr, step.flow, sample)
    if step.antiderivative is not None:
        return _check_antiderivative(label, before, step.expr, step.antiderivative, sample)
    if step.relation != "=":
        return _check_bound(label, before, step, sample)
    if step.by is not None:
        return _check_by(label, before, step.expr, step.by)
    if step.inside:
        return _check_inside(label, before, step.expr, sample)
    if step.using:
        before = substituted(before, step.using, step.every)
        if before == step.expr:
            return "by " + ", ".join(map(str, step.using))
    return _check_equal(label, before, step.expr, sample)


def expression(value: Any) -> Expr:
    """A SymPy expression or a number; never text, which SymPy would evaluate as code."""
    try:
        expr = sympify(value, strict=True)
    except (SympifyError, TypeError, AttributeError):
        expr = None
    if not isinstance(expr, Expr) or expr.has(nan) and not isinstance(value, Expr):
        raise DerivationError(
            f"{abbreviated(value)} is not an expression: expected a SymPy expression or a number "
            "(text is not evaluated)"
        )
    return expr


def substituted(expr: Expr, equations: tuple[Eq, ...], every: tuple[Symbol, ...] = ()) -> Expr:
    """Left sides replaced by right sides. An equation about f(k) holds at each value of a running
    index k and goes under the sign, and so does one that is said to hold for ``every`` k; any other
    speaks of a free letter, which a bound one of its name is not."""

    def under(one: Expr) -> Expr:
        bound = set(one.variables)
        caught = [
            equation.args[0]
            for equation in equations
            if (_free(equation.args[0]) - set(every)) & bound and one.function.has(equation.args[0])
        ]
        if caught:
            raise DerivationError(
                f"{caught[0]} stands under {one}, where {', '.join(map(str, one.variables))} is "
                "bound: "
                "an equation about a free letter does not hold there"
            )
        about = [equation.args for equation in equations if equation.args[0].free_symbols & bound]
        return one.func(one.function.subs(about), *one.limits)

    return expr.replace(lambda one: isinstance(one, (Sum, Integral)), under).subs(
        [one.args for one in equations]
    )


def _free(expr: Expr) -> set[Symbol]:
    """The letters of an expression that stand outside of unknown functions and indexed letters."""
    applied = expr.atoms(AppliedUndef, Indexed)
    return expr.xreplace({one: Dummy() for one in applied}).free_symbols & expr.free_symbols


def integrated(expr: Expr, antiderivative: Expr) -> Expr:
    """The expression with its only integral replaced by the antiderivative between its limits."""
    integrals = expr.atoms(Integral)
    if len(integrals) != 1 or len(next(iter(integrals)).limits) != 1:
        raise DerivationError(
            f"{expr} has {len(integrals)} integrals: an antiderivative is for exactly one, over "
            "one variable"
        )
    (integral,) = integrals
    ((variable, low, high),) = integral.limits
    return expr.xreplace(
        {integral: antiderivative.subs(variable, high) - antiderivative.subs(variable, low)}
    )


def _check_antiderivative(
    label: str, before: Expr, after: Expr, antiderivative: Expr, sample: dict
) -> str:
    """The fundamental theorem: the antiderivative's derivative is the integrand, and the step put
    in its limits.
    """
    if integrated(before, antiderivative) != after:
        raise DerivationError(f"{label}: {after} is not {before} with the antiderivative put in")
    (integral,) = before.atoms(Integral)
    how = "its derivative: " + _check_equal(
        label,
        antiderivative.diff(integral.limits[0][0]),
        integral.function,
        sample,
    )
    # The derivative says nothing of a jump between the limits (-1/s across 0): one quadrature does.
    if not before.atoms(AppliedUndef):
        _sample_equal(label, before, after, sample, digits=10, points=1)
    return how


def _check_flow(label: str, before: Expr, after: Expr, flow: Solved, sample: dict) -> str:
    """The formula has the rate and the start that the equation asks for, and the step put it in."""
    if flow.put_into(before) != after:
        raise DerivationError(f"{label}: {after} is not {before} with the solution put in")
    ways = [_check_equal(label, got, asked, sample) for got, asked in flow.conditions()]
    return f"its rate: {ways[0]}; its start: {ways[1]}"


def _check_bound(label: str, before: Expr, step: Step, sample: dict) -> str:
    """The difference is shown not to be negative, given what is known; sampling is only the way to
    report a false one with a point.
    """
    larger, smaller = (before, step.expr) if step.relation == ">=" else (step.expr, before)
    if not step.using and not Add(larger, smaller).atoms(AppliedUndef, Derivative):
        _sample_equal(label, larger, smaller, sample, relation=">=")
    if not nonnegative(Add(larger, -smaller), step.using):
        raise DerivationError(f"{label}: {larger} >= {smaller} is not shown")
    return "by " + ", ".join(map(str, step.using)) if step.using else "proved"


def _check_by(label: str, before: Expr, after: Expr, vanishes: Callable[[Expr], bool]) -> str:
    how = vanishes.__name__.replace("_", " ")
    if vanishes(Add(before, -after)) is not True:
        raise DerivationError(f"{label}: not shown that {before} - ({after}) {how}")
    return f"the difference {how}"


def _check_inside(label: str, before: Expr, after: Expr, sample: dict) -> str:
    """The same around sums and integrals that pair off by their limits; each pair has one body."""
    place: dict = {}
    outer = []
    for expr in (before, after):
        marks = {
            one: place.setdefault((one.func, one.limits), Symbol(f"part_{len(place)}"))
            for one in expr.atoms(Sum, Integral)
        }
        if len(set(marks.values())) < len(marks) or any(
            one.function.has(Sum, Integral) for one in marks
        ):
            raise DerivationError(
                f"{label}: two sums or integrals of {expr} have the same limits, or one is inside "
                "another: compared are single ones"
            )
        outer.append((expr.xreplace(marks), {mark: one.function for one, mark in marks.items()}))
    (around, bodies), (around_after, bodies_after) = outer
    if simplify(around - around_after) != 0 or bodies.keys() != bodies_after.keys():
        raise DerivationError(
            f"{label}: {before} and {after} differ outside of their sums and integrals"
        )
    ways = {_check_equal(label, bodies[mark], bodies_after[mark], sample) for mark in bodies}
    return "under the sign: " + ", ".join(sorted(ways))


def _check_equal(label: str, before: Expr, after: Expr, sample: dict) -> str:
    difference = Add(before, -after)
    unsampled = before.atoms(AppliedUndef, Derivative) | after.atoms(AppliedUndef, Derivative)
    if not unsampled:
        # Sampling first: it is the independent route, and a false step is reported with a point.
        _sample_equal(label, *_without_shared_integrals(before, after), sample)
    left_over = simplify(difference.doit())
    if left_over == 0:
        return "proved"
    if left_over.is_number and left_over.is_nonzero:
        raise DerivationError(
            f"{label}: {before} = {after} is false: the sides differ by {left_over}"
        )
    if unsampled:
        raise DerivationError(
            f"{label}: {before} = {after} cannot be checked: {unsampled} has no values to sample"
        )
    return f"{DIGITS} digits at {POINTS} points"


def _without_shared_integrals(before: Expr, after: Expr) -> tuple[Expr, Expr]:
    """The two sides less the integrals that both have: a quadrature may take minutes."""
    shared = {one for one in Add.make_args(before) if one.has(Integral)} & set(Add.make_args(after))
    rest = [
        Add(*(one for one in Add.make_args(side) if one not in shared)) for side in (before, after)
    ]
    return rest[0], rest[1]


def _sample_equal(
    label: str,
    before: Expr,
    after: Expr,
    sample: dict,
    digits: int = DIGITS,
    points: int = POINTS,
    relation: str = "=",
) -> None:
    symbols = sorted((before.free_symbols | after.free_symbols), key=str)
    draw = random.Random(0)  # the same points every time: a derivation is re-checked, not re-rolled
    usable = 0
    for attempt in range(20 * POINTS):
        point = {s: _draw(s, draw, attempt, sample.get(s)) for s in symbols}
        left, right = _value(before, point, digits + 10), _value(after, point, digits + 10)
        if not (left.is_number and right.is_number and left.is_finite and right.is_finite):
            continue
        usable += 1
        off = right - left if relation == ">=" else abs(left - right)
        if (
            off > Rational(1, 10**digits) * max(1, abs(left), abs(right))
            or relation == "="
            and _apart(before, after, point)
        ):
            values = ", ".join(f"{s} = {v}" for s, v in point.items())
            raise DerivationError(f"{label}: {before} {relation} {after} is false at {values}")
        if usable == points or not symbols:
            return
    raise DerivationError(
        f"{label}: {before} = {after} cannot be sampled: no finite value in {20 * POINTS} points"
    )


def _apart(before: Expr, after: Expr, point: dict) -> bool:
    """Is the difference not zero, in as many digits as it takes to see it (up to 300)?"""
    if before.has(Integral, Limit) or after.has(Integral, Limit):
        return False  # a quadrature has the digits it was asked for
    gap = _value(Add(before, -after), point, 15, maxn=300)
    return bool(gap.is_Float and gap._prec > 1 and gap != 0)


def _value(expr: Expr, point: dict, digits: int, **options: Any) -> Expr:
    try:
        return N(expr.subs(point), digits, **options)
    except (TypeError, ZeroDivisionError):  # a quadrature that met a pole
        return nan


def _draw(symbol: Symbol, draw: random.Random, attempt: int, bounds: tuple | None) -> Rational:
    """An exact value that respects the symbol's assumptions; the first points are the simplest."""
    if bounds:
        low, high = map(Rational, bounds)
        return low + (high - low) * Rational(draw.randint(1, 96), 97)
    if symbol.is_integer:
        value = Rational(
            draw.randint(1 if symbol.is_positive else 0 if symbol.is_nonnegative else -3, 7)
        )
    else:
        value = Rational(1) if attempt == 0 else Rational(draw.randint(1, 60), draw.randint(7, 23))
    if symbol.is_nonpositive:
        return -abs(value)
    return value if symbol.is_integer or symbol.is_nonnegative else value * draw.choice((1, -1))


def _check_limit(label: str, after: Expr, limit: Limit) -> str:
    """A computer-algebra limit is confirmed along a sequence of points; a slow one (1/log log n) is
    followed further.
    """
    expr, symbol, point, direction = limit.args
    others = {
        s: Rational(3, 2 + k) for k, s in enumerate(sorted(expr.free_symbols - {symbol}, key=str))
    }
    value = N(after.subs(others), DIGITS)
    # SymPy calls the way to oo the one from the left: at infinity it is the point that says which
    # way.
    side = -1 if direction == Symbol("-") else 1
    way = along(expr.subs(others), symbol, point, side)
    values = [way(k) for k in NEAR]
    if value in (oo, -oo):
        upwards = sign(value)
        if (
            not all(v.is_real for v in values)
            or not upwards * values[0] < upwards * values[1] < upwards * values[2]
        ):
            raise DerivationError(f"{label}: the values {values} do not grow towards {after}")
        return f"limit confirmed along {len(values)} points"
    if not approaching(values, value, Rational(1, 1000)):
        # A slow one passes beside many numbers: further out its distance has to fall at every
        # point.
        slow = approaching(values, value, Rational(3, 4))
        values += [way(k) for k in FAR] if slow else []
        if not slow or not approaching(values, value, Rational(1, 2), steadily=True):
            gaps = [abs(v - value) for v in values]
            raise DerivationError(f"{label}: the distances {gaps} do not approach {after}")
    return f"limit confirmed along {len(values)} points"


def _check_series(label: str, before: Expr, after: Expr) -> str:
    """f = polynomial + O((x - a)^n): (f - polynomial)/(x - a)^n stays bounded on the way to a."""
    remainder = after.getO()
    (symbol, point), *more = remainder.args[1:]
    if more:
        raise DerivationError(f"{label}: an expansion in several letters is not checked")
    others = {
        s: Rational(3, 2 + k) for k, s in enumerate(sorted(before.free_symbols - {symbol}, key=str))
    }
    ratio = (before - after.removeO()) / remainder.args[0]
    values = [abs(along(ratio.subs(others), symbol, point, 1)(k)) for k in NEAR]
    if not all(v.is_number and v.is_finite for v in values) or values[-1] > 2 * max(values[0], 1):
        raise DerivationError(f"{label}: {before} - ({after.removeO()}) is not {remainder}")
    return f"remainder confirmed along {len(values)} points"
