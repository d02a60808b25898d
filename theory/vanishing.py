"""Is an expression identically zero? True is a proof by computer algebra, False means only that
none was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import count, islice

import sympy as sp
from sympy.core.evalf import PrecisionExhausted
from sympy.functions.elementary.hyperbolic import HyperbolicFunction
from sympy.functions.elementary.trigonometric import TrigonometricFunction

from theory.special import hyp2f1


@lru_cache(maxsize=256)
def _simplified(expr: sp.Expr) -> sp.Expr:
    """`sympy.simplify`, which takes seconds: several routes ask it about one expression."""
    return sp.simplify(expr)


def _undo(expr: sp.Expr) -> sp.Expr:
    """acosh(cosh x) = x for x >= 0, asinh(sinh x) = atanh(tanh x) = x for real x, |x| from its
    known sign.
    """
    pairs = {sp.acosh: sp.cosh, sp.asinh: sp.sinh, sp.atanh: sp.tanh}

    def cancels(e: sp.Basic) -> bool:
        if type(e) not in pairs or not isinstance(e.args[0], pairs[type(e)]):
            return False
        inner = e.args[0].args[0]
        return bool(inner.is_nonnegative if isinstance(e, sp.acosh) else inner.is_real)

    return expr.replace(cancels, lambda e: e.args[0].args[0])


_ROUTES: tuple[Callable[[sp.Expr], sp.Expr], ...] = (
    lambda e: e,
    sp.expand,
    _simplified,
    lambda e: _simplified(_undo(e)),
    lambda e: _simplified(_undo(_simplified(e))),
    lambda e: _simplified(e.rewrite(sp.exp)),
    lambda e: _simplified(sp.expand_log(sp.powsimp(sp.expand(e)), force=False)),
    lambda e: _simplified(sp.logcombine(e)),
    lambda e: sp.radsimp(sp.factor(e)),
    lambda e: _simplified(sp.piecewise_fold(e)),
)


# What SymPy evaluates to any number of digits, with a bound of its own error.
_ELEMENTARY = (
    sp.Symbol, sp.Number, sp.NumberSymbol, sp.Add, sp.Mul, sp.Pow, sp.exp, sp.log,
    TrigonometricFunction, HyperbolicFunction,
)  # fmt: skip
POINTS, DIGITS = 4, 15


def vanishes(expr: sp.Expr) -> bool:
    """Is ``expr`` identically zero? True is a proof, False means only that none was found. Where a
    number shows that it is not, nothing is rewritten: that can take minutes, and finds nothing.
    """
    if any(_not_zero(expr, point) for point in islice(_points(expr), POINTS)):
        return False
    return any(_is_zero(route, expr) for route in _ROUTES) or any(
        _simplified(form) == 0 for form in _pfaff(expr)
    )


def _points(expr: sp.Expr) -> Iterator[dict[sp.Symbol, sp.Expr]]:
    """Values for the letters, as their assumptions allow; none, where one letter finds none, or
    where the expression is not elementary.
    """
    if not all(isinstance(part, _ELEMENTARY) for part in sp.preorder_traversal(expr)):
        return
    letters = sorted(expr.free_symbols, key=str)
    for start in count(1):
        values = {one: _value(one, 5 * start + 2 * k) for k, one in enumerate(letters)}
        if any(value is None for value in values.values()):
            return
        yield {one: value for one, value in values.items() if value is not None}


def _value(letter: sp.Symbol, number: int) -> sp.Expr | None:
    """A value that the letter may have: a fraction beside ``number``, the number, the next one, or
    minus one of these.
    """
    tried = (number + sp.Rational(1, 3), sp.Integer(number), sp.Integer(number + 1))
    for value in (*tried, *(-one for one in tried)):
        if all(
            getattr(value, f"is_{name}") == is_so for name, is_so in letter.assumptions0.items()
        ):
            return value
    return None


def _not_zero(expr: sp.Expr, point: dict[sp.Symbol, sp.Expr]) -> bool:
    """Is it a number other than zero there? No, where its digits cannot be told from zero."""
    try:
        value = expr.xreplace(point).evalf(DIGITS, strict=True)
    except PrecisionExhausted:
        return False
    return bool(value.is_finite and value.is_zero is False)


def _pfaff(expr: sp.Expr) -> Iterator[sp.Expr]:
    """Pfaff's transformation 2F1(p, q; r; z) = (1 - z)^(-p) 2F1(p, r - q; r; z/(z - 1)) of one
    function at a time.
    """
    expr = expr.rewrite(sp.hyper) if expr.has(hyp2f1) else expr
    for one in expr.atoms(sp.hyper):
        if len(one.ap) == 2 and len(one.bq) == 1:
            (p, q), (r,), z = one.ap, one.bq, one.argument
            for first, second in ((p, q), (q, p)):
                turned = sp.hyper((first, sp.simplify(r - second)), (r,), sp.simplify(z / (z - 1)))
                yield expr.xreplace({one: (1 - z) ** (-first) * turned})


def _is_zero(route: Callable[[sp.Expr], sp.Expr], expr: sp.Expr) -> bool:
    try:
        return route(expr) == 0
    except (TypeError, ValueError, NotImplementedError, AttributeError):
        return False  # a route that does not apply to this kind of expression shows nothing
