"""Random instances of the scalar symbols of a claim, drawn from its own assumptions.

Bounds on a single symbol (``0 < alpha``, ``kappa >= 2``) are built into what is drawn; a relation between several
symbols is checked afterwards and counted as a rejection where it fails. Structured instances (data matrices,
networks) are drawn in the file of their setting.
"""
from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor

import sympy as sp
from hypothesis import strategies as st

from .balls import judge
from .check import Rejected

REACH = 6          # an unbounded symbol is drawn within this distance of its finite end (or of 0)
DENOMINATOR = 40   # small denominators: an instance should be readable


def rationals(low: sp.Expr, high: sp.Expr, open_low: bool = False, open_high: bool = False) -> st.SearchStrategy:
    """Rationals between two exact numbers, simplest first."""
    grid = DENOMINATOR
    while sp.floor(high * grid) - sp.ceiling(low * grid) < 8 and low < high:  # alpha < 1/100 needs a finer one
        grid *= 10
    first, last = Fraction(int(sp.ceiling(low * grid)), grid), Fraction(int(sp.floor(high * grid)), grid)
    simple = [f for f in map(Fraction, ("0", "1", "1/2", "2", "-1", "-1/2", "3", "-2", "1/3", "1/10")) if first <= f <= last]
    wide = st.fractions(first, last, max_denominator=grid)
    # Boundary cases hide in simple values: a zero gradient, a unit norm. They are tried often, and shrink best.
    drawn = st.one_of(st.sampled_from(simple), wide) if simple else wide
    return drawn.map(lambda f: sp.Rational(f.numerator, f.denominator)).filter(lambda r: not (open_low and r == low) and not (open_high and r == high))


def strategy(given: Iterable[sp.Basic], symbols: Iterable[sp.Symbol]) -> st.SearchStrategy:
    """Dictionaries ``symbol -> exact value`` for the symbols, within the bounds that ``given`` puts on each."""
    given = tuple(given)
    return st.fixed_dictionaries({symbol: _one(symbol, _bounds(symbol, given))
                                  for symbol in sorted(symbols, key=str)})


def require(given: Iterable[sp.Basic], values: dict) -> None:
    """Reject an instance that breaks an assumption."""
    for condition in given:
        if condition.free_symbols <= set(values) and judge(condition, values).holds is not True:
            raise Rejected


def _bounds(symbol: sp.Symbol, given: tuple[sp.Basic, ...]) -> sp.Set:
    domain: sp.Set = sp.S.Reals
    if symbol.is_positive:
        domain = sp.Interval.open(0, sp.oo)
    elif symbol.is_nonnegative:
        domain = sp.Interval(0, sp.oo)
    elif symbol.is_negative:
        domain = sp.Interval.open(-sp.oo, 0)
    plain = sp.Symbol(symbol.name, real=True)  # as_set() wants a symbol without further assumptions
    for condition in given:
        if condition.free_symbols == {symbol} and not isinstance(condition, (sp.Eq, sp.Ne)):
            domain = domain.intersect(condition.xreplace({symbol: plain}).as_set())
    if not isinstance(domain, sp.Interval):
        raise ValueError(f"the assumptions leave {domain} for {symbol}: expected an interval")
    return domain


def _one(symbol: sp.Symbol, domain: sp.Interval) -> st.SearchStrategy:
    low, high = domain.start, domain.end
    if low == -sp.oo:
        low = -REACH if high == sp.oo else high - REACH
    if high == sp.oo:
        high = low + REACH if domain.start != -sp.oo else REACH
    if symbol.is_integer:
        first, last = int(ceil(low)), int(floor(high))
        first += bool(domain.left_open) and first == low
        last -= bool(domain.right_open) and last == high
        return st.integers(first, last).map(sp.Integer)
    return rationals(sp.sympify(low), sp.sympify(high), bool(domain.left_open), bool(domain.right_open))
