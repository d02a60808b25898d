"""Is an expression identically zero? True is a proof by computer algebra, False means only that
none was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sympy as sp

from theory.special import hyp2f1


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
    sp.simplify,
    lambda e: sp.simplify(_undo(e)),
    lambda e: sp.simplify(_undo(sp.simplify(e))),
    lambda e: sp.simplify(e.rewrite(sp.exp)),
    lambda e: sp.simplify(sp.expand_log(sp.powsimp(sp.expand(e)), force=False)),
    lambda e: sp.simplify(sp.logcombine(e)),
    lambda e: sp.radsimp(sp.factor(e)),
    lambda e: sp.simplify(sp.piecewise_fold(e)),
)


def vanishes(expr: sp.Expr) -> bool:
    """Is ``expr`` identically zero? True is a proof, False means only that none was found."""
    return any(_is_zero(route, expr) for route in _ROUTES) or any(
        sp.simplify(form) == 0 for form in _pfaff(expr)
    )


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
