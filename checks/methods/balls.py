"""SymPy expressions in ball arithmetic, and three-valued relations between them.

The expression tree is walked with exact rationals (``lambdify`` into Arb would turn 1/3 into a float, and the
ball would miss the true value). A relation is decided by doubling the precision until the balls separate; an
equality is never *proved* by balls, it is enclosed to a stated number of digits.
"""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint
import sympy as sp
from flint import arb, fmpq
from sympy.core.function import AppliedUndef
from sympy.logic import boolalg

from checks.methods.measured import as_ball, enclosed, is_exact

START, LIMIT = (
    192,
    6144,
)  # bits: 50 digits and some guard to begin with; past the limit a relation is undecided
DIGITS = 50  # an equality counts as enclosed from this many digits on


class Undefined(ArithmeticError):
    """The expression has no finite real value here (a logarithm of a negative number, say)."""


class Indeterminate(Undefined):
    """The balls cannot tell: an argument touches the edge of a domain."""


@dataclass(frozen=True)
class Judgement:
    """``holds`` is True, False or None (undecided); ``error`` the relative gap; ``digits`` what was reached.

    ``idle`` says that nothing was asserted: the premise of an implication does not hold here. ``margin`` is what an
    inequality between exact numbers has to spare, as a share of its larger side: a search follows it downhill. ``why``
    says what stood in the way where nothing was decided; ``contested``, that one look broke the statement and another did
    not, so that nothing is said of the whole search.
    """

    holds: bool | None
    error: float = 0.0
    digits: int | None = None
    sides: str = ""
    idle: bool = False
    margin: float | None = None
    why: str = ""
    contested: bool = False


@contextlib.contextmanager
def precision(bits: int) -> Iterator[None]:
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def ball(value: Any) -> arb:
    """An enclosure of a number: exact for integers, fractions, floats and mpf; SymPy constants are evaluated."""
    if isinstance(value, sp.Basic):
        return evaluate(value, {})
    if isinstance(value, Fraction):
        return arb(fmpq(value.numerator, value.denominator))
    return as_ball(value)


def _power(base: arb, exponent: sp.Expr, power: arb) -> arb:
    if base == 0 and power < 0:
        raise Undefined("division by zero")
    if exponent.is_Integer:
        return _whole_power(base, int(exponent))
    if base < 0 and not power.is_integer():
        raise Undefined(f"a negative number to the power {exponent}")
    if exponent == sp.S.Half:
        return base.sqrt()
    if base == 0 and power > 0:  # 0**x by logarithms would be undefined
        return arb(0)
    return base**power


def _whole_power(base: arb, exponent: int) -> arb:
    """base^exponent, also of a ball around zero, which Arb takes by logarithms and loses."""
    if exponent < 0 or not base.contains(0):
        return base**exponent
    if exponent == 0:
        return arb(1)
    largest = (abs(base).upper() ** exponent).upper()
    return arb(largest / 2, (largest / 2).upper()) if exponent % 2 == 0 else arb(0, largest)


def _sign(x: arb) -> arb:
    if x > 0:
        return arb(1)
    if x < 0:
        return arb(-1)
    if x == 0:
        return arb(0)
    raise Indeterminate("the sign of a ball that contains zero")


def _fold(pick: Callable[[arb, arb], arb]) -> Callable:
    def folded(*args: arb) -> arb:
        result = args[0]
        for other in args[1:]:
            result = pick(result, other)
        return result

    return folded


_FUNCTIONS: dict[type, Callable[..., arb]] = {
    sp.exp: arb.exp,
    sp.log: arb.log,
    sp.sin: arb.sin,
    sp.cos: arb.cos,
    sp.tan: arb.tan,
    sp.sinh: arb.sinh,
    sp.cosh: arb.cosh,
    sp.tanh: arb.tanh,
    sp.acosh: arb.acosh,
    sp.asinh: arb.asinh,
    sp.atanh: arb.atanh,
    sp.acos: arb.acos,
    sp.asin: arb.asin,
    sp.atan: arb.atan,
    sp.Abs: abs,
    sp.sign: _sign,
    sp.gamma: arb.gamma,
    sp.loggamma: arb.lgamma,
    sp.Max: _fold(arb.max),
    sp.Min: _fold(arb.min),
    sp.re: lambda x: x,
    sp.Mod: lambda x, y: _modulo(x, y),
    sp.factorial: lambda x: (x + 1).gamma(),
}
_CONSTANTS = {sp.pi: arb.pi, sp.E: arb.const_e, sp.EulerGamma: arb.const_euler}


def evaluate(expr: sp.Expr, values: Mapping[sp.Symbol, Any]) -> arb:
    """The ball of ``expr`` at ``values``, at the precision in force."""
    result = _walk(expr, values)
    if not result.is_finite():
        raise Indeterminate(f"{expr} is not a finite real number at {dict(values)}")
    return result


def _modulo(x: arb, y: arb) -> arb:
    whole, divisor = x.unique_fmpz(), y.unique_fmpz()
    if whole is None or not divisor:
        raise Undefined("a remainder of numbers that are not whole")
    return arb(int(whole) % int(divisor))


# Outside these, for certain, a function has no real value; on the edge the balls cannot tell.
_OUTSIDE: dict[type, Callable[[arb], bool]] = {
    sp.log: lambda x: x <= 0,
    sp.acosh: lambda x: x < 1,
    sp.atanh: lambda x: abs(x) >= 1,
    sp.acos: lambda x: abs(x) > 1,
    sp.asin: lambda x: abs(x) > 1,
    sp.gamma: lambda x: x <= 0 and x.is_integer(),
    sp.factorial: lambda x: x < 0,
    sp.polygamma: lambda x: x <= 0 and x.is_integer(),
}


def _require_domain(expr: sp.Expr, argument: arb) -> None:
    outside = _OUTSIDE.get(type(expr))
    if outside is not None and outside(argument):
        raise Undefined(f"{expr} has no real value at {show(argument)}")


def _walk(expr: sp.Expr, values: Mapping[sp.Symbol, Any]) -> arb:
    if expr in values:
        return _seen(expr, ball(values[expr]))
    if (
        isinstance(expr, AppliedUndef) and expr.func in values
    ):  # a measured function: a flow at any time, say
        return _seen(
            expr, ball(values[expr.func](*(float(_walk(arg, values)) for arg in expr.args)))
        )
    if isinstance(expr, sp.Limit):
        raise TypeError(
            f"{expr} is a limit: no ball encloses it; it is followed (checks.methods.ladder) or proved"
        )
    if isinstance(expr, sp.Sum):
        return _sum(expr, values)
    if expr.is_Rational:
        return arb(fmpq(int(expr.p), int(expr.q)))
    if expr in _CONSTANTS:
        return _CONSTANTS[expr]()
    if (
        expr.is_infinite
        or expr is sp.nan
        or expr is sp.zoo
        or expr is sp.I
        or isinstance(expr, sp.AccumBounds)
    ):
        raise Undefined(f"{expr} is not a finite real number")
    if expr.is_Float:
        raise TypeError(f"{expr} is a float inside a formula: write an exact number")
    if isinstance(expr, sp.Piecewise):
        return _piecewise(expr, values)
    if isinstance(expr, sp.Pow):
        if expr.base is sp.E:
            return _walk(expr.exp, values).exp()
        return _power(_walk(expr.base, values), expr.exp, _walk(expr.exp, values))
    if isinstance(expr, sp.hyper) and len(expr.ap) == 2 and len(expr.bq) == 1:
        a, b, c, z = (_walk(part, values) for part in (*expr.ap, *expr.bq, expr.argument))
        if z > 1:
            raise Undefined(f"{expr} has no real value beyond its branch point")
        return z.hypgeom_2f1(a, b, c)
    args = [_walk(arg, values) for arg in expr.args]
    if isinstance(expr, sp.Add):
        return _fold(operator.add)(*args)
    if isinstance(expr, sp.Mul):
        return _fold(operator.mul)(*args)
    if args:
        _require_domain(expr, args[-1])
    if isinstance(expr, sp.polygamma) and expr.args[0] == 0:
        return args[1].digamma()
    if type(expr) in _FUNCTIONS:
        return _FUNCTIONS[type(expr)](*args)
    raise TypeError(
        f"no ball arithmetic for {type(expr).__name__} in {expr}: give {expr} a value or a definition"
    )


def _seen(expr: sp.Expr, value: arb) -> arb:
    """A measurement that is not a number is a broken measurement, not an instance outside the assumptions."""
    if value.is_nan():
        raise ArithmeticError(f"{expr} was measured as {value}: expected a number")
    return value


def _sum(expr: sp.Sum, values: Mapping[sp.Symbol, Any]) -> arb:
    """A finite sum, term by term; its bounds are whole numbers at the values, and past each other they leave nothing."""
    symbol, *bounds = expr.limits[-1]  # of several indices SymPy writes the innermost first
    body = expr.function if len(expr.limits) == 1 else sp.Sum(expr.function, *expr.limits[:-1])
    whole = {
        s: sp.Integer(v)
        for s, v in values.items()
        if isinstance(s, sp.Symbol) and isinstance(v, (int, sp.Integer))
    }
    first, last = (bound.xreplace(whole) for bound in bounds)
    if not (first.is_Integer and last.is_Integer):
        raise Undefined(f"{expr} has the bounds {first} and {last}: expected whole numbers")
    return sum(
        (_walk(body, {**values, symbol: n}) for n in range(int(first), int(last) + 1)), arb(0)
    )


def _piecewise(expr: sp.Piecewise, values: Mapping[sp.Symbol, Any]) -> arb:
    for branch, condition in expr.args:
        decided = _three_valued(condition, values, None)
        if decided.holds is None:
            # Exact instances: a condition such as kappa = 2 is settled by the numbers themselves.
            decided = Judgement(bool(condition.subs({s: sp.sympify(v) for s, v in values.items()})))
        if decided.holds:
            return _walk(branch, values)
    raise Undefined(f"no branch of {expr} applies")


def judge(
    relation: sp.Basic, values: Mapping[sp.Symbol, Any], tolerance: float | None = None
) -> Judgement:
    """Does the relation hold at these values?

    With exact values (``tolerance`` None) the precision is doubled until it is decided, and the deciding balls
    must overlap those of twice the precision. With a ``tolerance`` some values are measured (:mod:`checks.methods.measured`):
    each is a ball, and the two sides may differ by what these balls, carried through the formula, allow. Where no value is
    measured the tolerance has nothing to do with it.
    """
    if tolerance is not None and not all(is_exact(value) for value in values.values()):
        with precision(START):
            return _three_valued(
                relation, {s: enclosed(s, v, tolerance) for s, v in values.items()}, tolerance
            )
    bits, last = START, Judgement(None)
    while bits <= LIMIT:
        try:
            outcome, coarse = _at(relation, values, bits)
        except Indeterminate:  # an argument touches the edge of a domain; narrower balls may not
            if 2 * bits > LIMIT:
                raise
            bits *= 2
            continue
        if outcome.holds is not None:
            again, fine = _at(relation, values, 2 * bits)
            if not all(a.overlaps(b) for a, b in zip(coarse, fine)):
                raise ArithmeticError(
                    f"{relation} at {bits} and {2 * bits} bits: two enclosures of one number do not meet"
                )
            # Sides that agree to 50 digits may still separate: two precisions have to agree before it is decided.
            if again.holds is outcome.holds:
                return again
        last = outcome
        bits *= 2
    return replace(last, holds=None)


def _at(relation: sp.Basic, values: Mapping, bits: int) -> tuple[Judgement, list[arb]]:
    """The judgement at one precision, with the enclosures it rests on."""
    seen: list[arb] = []
    with precision(bits):
        return _three_valued(relation, values, None, seen), seen


def _three_valued(
    relation: sp.Basic, values: Mapping, tolerance: float | None, seen: list[arb] | None = None
) -> Judgement:
    if relation is sp.true or relation is sp.false:
        return Judgement(relation is sp.true, digits=DIGITS)
    if isinstance(relation, sp.Not):
        inner = _three_valued(relation.args[0], values, tolerance, seen)
        return Judgement(
            None if inner.holds is None else not inner.holds, inner.error, inner.digits, inner.sides
        )
    if isinstance(relation, boolalg.Implies):
        premise = _three_valued(relation.args[0], values, tolerance, seen)
        if (
            premise.holds is not None
        ):  # where the premise fails nothing was compared, and there is no error to report
            return (
                _three_valued(relation.args[1], values, tolerance, seen)
                if premise.holds
                else Judgement(True, sides=premise.sides, idle=True)
            )
        return _three_valued(
            boolalg.Or(boolalg.Not(relation.args[0]), relation.args[1]), values, tolerance, seen
        )
    if isinstance(relation, boolalg.Equivalent):
        parts = [_three_valued(arg, values, tolerance, seen) for arg in relation.args]
        known = [p.holds for p in parts]
        return Judgement(
            None if None in known else len(set(known)) == 1, sides="; ".join(p.sides for p in parts)
        )
    if isinstance(relation, (boolalg.And, boolalg.Or)):
        return combine(
            isinstance(relation, boolalg.And),
            [_three_valued(a, values, tolerance, seen) for a in relation.args],
        )
    return _compare(relation, values, tolerance, seen)


def combine(conjunction: bool, parts: list[Judgement]) -> Judgement:
    decisive = [p for p in parts if p.holds is (not conjunction)]
    if decisive:
        return decisive[0]
    undecided = [p for p in parts if p.holds is None]
    if undecided:
        return undecided[0]
    digits = [p.digits for p in parts if p.digits is not None]
    return Judgement(
        conjunction,
        max(p.error for p in parts),
        min(digits) if digits else None,
        "; ".join(p.sides for p in parts),
        all(p.idle for p in parts),
        min((p.margin for p in parts if p.margin is not None), default=None),
    )


_ORDER: dict[type, Callable[[arb, arb], bool]] = {
    sp.Ge: operator.ge,
    sp.Gt: operator.gt,
    sp.Le: operator.le,
    sp.Lt: operator.lt,
}


def _sides(relation: sp.Basic, values: Mapping, measured: bool) -> tuple[arb, arb] | Judgement:
    """Both sides; one that has no value where the other has one is a violation. A left side that is measured and has none
    is no instance."""
    found: list[arb | Undefined] = []
    for side in relation.args:
        try:
            found.append(evaluate(side, values))
        except Indeterminate:
            raise
        except Undefined as problem:
            found.append(problem)
    missing = [one for one in found if isinstance(one, Undefined)]
    if len(missing) == 2 or measured and found[0] in missing:
        raise missing[0]
    if missing:
        there = 1 - found.index(missing[0])
        return Judgement(
            False,
            float("inf"),
            sides=f"{_name(relation, there)} = {show(found[there])}, but {missing[0]}",  # type: ignore[arg-type]
        )
    return found[0], found[1]  # type: ignore[return-value]


def _compare(
    relation: sp.Basic, values: Mapping, tolerance: float | None, seen: list[arb] | None = None
) -> Judgement:
    sides = _sides(relation, values, tolerance is not None)
    if isinstance(sides, Judgement):
        return sides
    left, right = sides
    if seen is not None:
        seen += sides
    gap = left - right
    scale = arb(1) if sp.S.Zero in relation.args else abs(left).max(abs(right))
    shown = show(left), show(right)
    text = f"{_name(relation, 0)} = {shown[0]}, {_name(relation, 1)} = {shown[1]}"
    if shown[0] == shown[1] and not gap.contains(0):
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
    if order(gap, 0):  # type: ignore[arg-type]
        return Judgement(True, 0.0, None, text, margin=float(abs(relative).mid()))
    if gap == 0 or not relative.contains(0):  # an exact tie breaks a strict inequality
        return Judgement(False, error, None, text)
    # A weak inequality whose sides agree to all these digits holds with equality; a strict one stays undecided.
    weak = isinstance(relation, (sp.Ge, sp.Le))
    return Judgement(True if weak and enclosed else None, error, digits, text)


def _compare_measured(
    relation: sp.Basic, gap: arb, scale: arb, tolerance: float, sides: str
) -> Judgement:
    """Equal if the ball of the difference contains 0; an order is broken only by a ball that breaks it as a whole."""
    # The radius of the gap over the tolerance is the size of the terms that may have cancelled in it.
    size = float(scale.mid().max(gap.rad() / arb(tolerance)))
    error = abs(float(gap.mid())) / size if size else 0.0
    near = bool(gap.contains(0))
    if isinstance(relation, sp.Eq):
        return Judgement(near, error, sides=sides)
    if isinstance(relation, sp.Ne):
        return Judgement(None if near else True, error, sides=sides)
    ordered = bool(_ORDER[type(relation)](gap.mid(), 0))  # type: ignore[arg-type]
    if near and isinstance(
        relation, (sp.Gt, sp.Lt)
    ):  # within the error what is strict cannot be told, whichever side the middle is on
        return Judgement(None, error, sides=sides)
    return Judgement(
        ordered or near, 0.0 if ordered else error, sides=sides
    )  # what is weak may hold with equality


def _digits(relative: arb) -> int:
    width = abs(relative).upper()
    attainable = int(flint.ctx.prec * 0.30103)
    return (
        attainable
        if width == 0
        else min(attainable, max(0, int(-float((width.log() / arb(10).log()).mid()))))
    )


@lru_cache(maxsize=512)  # a relation is printed once, not at every instance
def _name(relation: sp.Basic, side: int) -> str:
    """A side of a relation, by its formula where that is short."""
    text = str(relation.args[side])
    return text if len(text) <= 48 else ("left side", "right side")[side]


def show(value: arb) -> str:
    """A short decimal for people."""
    return (
        value.str(8, radius=False)
        if value.rad() < abs(value.mid()) or value.rad() == 0
        else value.str(3)
    )
