"""A function whose derivative is 0 everywhere is constant."""

from __future__ import annotations

from collections.abc import Callable

from ..rules import Theorem, assume, conjoin
from ..tactics import bound, derivative, everywhere, fact, fresh, lam, with_slope
from ..terms import ZERO, Term, apply, le, num, term


def constant(function: Term, low, high, ordered: Theorem, slope: Callable) -> Theorem:
    """f(low) = f(high), where slope(s, low <= s, s <= high) shows that the derivative at s is 0."""
    low, high = term(low), term(high)

    def one_way(f, sign):
        s = fresh()
        inside = (le(low, s), le(s, high))
        there = slope(s, assume(inside[0]), assume(inside[1]))
        if sign < 0:
            scaled = derivative(lam(lambda x: num(-1) * _call(function, x)), low, high, s, [there])
            there = with_slope(scaled, ZERO)
        both = conjoin(there, bound(le(0, 0)))
        along = everywhere(s, both, *inside)
        return fact("increasing", ordered, along, low=low, high=high, f=f, df=lam(lambda x: ZERO))

    up = one_way(function, 1)
    down = one_way(lam(lambda x: num(-1) * _call(function, x)), -1)
    back = bound(le(_call(function, high), _call(function, low)), (), [[down]])
    return fact("antisymmetric", up, back, x=_call(function, low), y=_call(function, high))


def _call(function: Term, value: Term) -> Term:
    return apply(function, (value,))
