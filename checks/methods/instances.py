"""Random instances of the scalar symbols of a claim, drawn from its own assumptions.

Bounds on a single symbol (``0 < alpha``, ``kappa >= 2``) are built into what is drawn; a relation
between several symbols is checked afterwards and counted as a rejection where it fails. Structured
instances (data matrices, networks) are drawn in the file of their setting.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

import sympy as sp
from hypothesis import strategies as st

from checks.methods.balls import judge
from checks.methods.check import Rejected
from checks.methods.drawing import fractions
from checks.methods.functions import NotJudged
from numerics.internals import stated_assumptions

REACH = 6  # an unbounded symbol is drawn within this distance of its finite end (or of 0)
DENOMINATOR = 40  # small denominators: an instance should be readable
PRIME = 10007  # now and then one that is not
# what is drawn keeps these anyway; whatever else is said of a letter is asked of each number
KEPT = {"real", "positive", "nonnegative", "negative", "nonpositive", "integer", "commutative"}


@lru_cache(maxsize=512)
def rationals(
    low: sp.Expr, high: sp.Expr, open_low: bool = False, open_high: bool = False
) -> st.SearchStrategy:
    """Rationals between two exact numbers, simplest first."""
    grid = DENOMINATOR
    while (
        sp.floor(high * grid) - sp.ceiling(low * grid) < 8 and low < high
    ):  # alpha < 1/100 needs a finer one
        grid *= 10
    lowest, highest = int(sp.ceiling(low * grid)), int(sp.floor(high * grid))
    # What is open has no end to draw: a margin that falls towards it leads a search there for good.
    first, last = (
        Fraction(lowest + (open_low and lowest == low * grid), grid),
        Fraction(highest - (open_high and highest == high * grid), grid),
    )
    simple = [
        f
        for f in map(Fraction, ("0", "1", "1/2", "2", "-1", "-1/2", "3", "-2", "1/3", "1/10"))
        if first <= f <= last
    ]
    wide = fractions(first, last, max_denominator=grid)
    # Boundary cases hide in simple values: a zero gradient, a unit norm. They are tried often, and
    # shrink best. What is true of simple values only (sin(pi m x) = 0 for a large m) shows at a
    # denominator that divides nothing.
    drawn = st.one_of(st.sampled_from(simple), wide) if simple else wide
    nudge = st.one_of(st.just(0), st.integers(0, PRIME // DENOMINATOR)).map(
        lambda n: Fraction(n, PRIME)
    )
    return st.builds(lambda f, more: min(f + more, last), drawn, nudge).map(
        lambda f: sp.Rational(f.numerator, f.denominator)
    )


def strategy(given: Iterable[sp.Basic], symbols: Iterable[sp.Symbol]) -> st.SearchStrategy:
    """Dictionaries ``symbol -> exact value`` for the symbols, within the bounds that ``given`` puts
    on each.
    """
    given = tuple(given)
    ordered = sorted(symbols, key=str)
    for symbol in ordered:
        _require_rationals(symbol)
    return st.fixed_dictionaries(
        {symbol: _like(symbol, _values_of(symbol, _bounds(symbol, given))) for symbol in ordered}
    )


def _require_rationals(symbol: sp.Symbol) -> None:
    """Refuse a letter that rational numbers cannot stand for: what holds of them says nothing
    of it.
    """
    if symbol.is_commutative is False:
        raise NotJudged(f"{symbol} is no number: instances are numbers")
    elsewhere = symbol.is_complex and symbol.is_real is None and not symbol.is_extended_real
    if symbol.is_real is False or elsewhere:
        raise NotJudged(f"{symbol} is not a real number: instances are real")
    if symbol.is_rational is False:
        raise NotJudged(f"{symbol} is not a rational number: instances are rational")


def _like(symbol: sp.Symbol, drawn: st.SearchStrategy) -> st.SearchStrategy:
    """Of the numbers drawn, those that are what SymPy is told of the letter: even, prime, not 0."""
    told = stated_assumptions(symbol)
    kept = all(is_so and name in KEPT for name, is_so in told.items())
    return drawn if kept else drawn.filter(lambda value: may_be(symbol, value))


def may_be(symbol: sp.Symbol, number: sp.Expr) -> bool:
    """Is the number what SymPy is told of the symbol?"""
    told = stated_assumptions(symbol).items()
    return all(getattr(number, f"is_{name}") is is_so for name, is_so in told)


def allows(symbol: sp.Symbol, number: sp.Rational, given: Iterable[sp.Basic]) -> bool:
    """May the symbol be this number, by its own assumptions and those on it alone?"""
    inside = may_be(symbol, number)
    return inside and bool(_bounds(symbol, tuple(given)).contains(number))


def require(given: Iterable[sp.Basic], values: dict) -> None:
    """Reject an instance that breaks an assumption."""
    for condition in given:
        if condition.free_symbols <= set(values) and judge(condition, values).holds is not True:
            raise Rejected


def _bounds(symbol: sp.Symbol, given: tuple[sp.Basic, ...]) -> sp.Set:
    """The set that the assumptions on this symbol alone leave for it."""
    return _domain(symbol, tuple(one for one in given if one.free_symbols == {symbol}))


@lru_cache(maxsize=512)
def _domain(symbol: sp.Symbol, given: tuple[sp.Basic, ...]) -> sp.Set:
    domain: sp.Set = sp.S.Reals
    if symbol.is_positive:
        domain = sp.Interval.open(0, sp.oo)
    elif symbol.is_nonnegative:
        domain = sp.Interval(0, sp.oo)
    elif symbol.is_negative:
        domain = sp.Interval.open(-sp.oo, 0)
    elif symbol.is_nonpositive:
        domain = sp.Interval(-sp.oo, 0)
    unassuming = sp.Symbol(
        symbol.name, real=True
    )  # as_set() wants a symbol without further assumptions
    for condition in given:
        if not isinstance(condition, (sp.Eq, sp.Ne)):
            there = _set_of(condition.xreplace({symbol: unassuming}))
            domain = _in_one_piece(domain.intersect(there), domain)
    return domain


def _set_of(condition: sp.Basic) -> sp.Set:
    """The numbers that keep a condition on one letter; every number where SymPy cannot tell, and
    those that break it are rejected afterwards.
    """
    try:
        return condition.as_set()
    except NotImplementedError:
        return sp.S.Reals


def _in_one_piece(left: sp.Set, before: sp.Set) -> sp.Set:
    """What a condition leaves of a set, or the interval around that where it is in pieces: what
    lies between them is rejected afterwards.
    """
    if isinstance(left, (sp.Interval, sp.FiniteSet)) or left is sp.S.EmptySet:
        return left
    try:
        return before.intersect(sp.Interval(left.inf, left.sup))
    except (NotImplementedError, ValueError):
        return before


def _values_of(symbol: sp.Symbol, domain: sp.Set) -> st.SearchStrategy:
    if domain is sp.S.EmptySet:
        return st.nothing()
    if isinstance(domain, sp.FiniteSet):
        return st.sampled_from(sorted(domain))
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
    # an end that is as far as we reach is no end of the domain
    open_low = bool(domain.left_open) and domain.start.is_finite
    open_high = bool(domain.right_open) and domain.end.is_finite
    return rationals(sp.sympify(low), sp.sympify(high), open_low, open_high)
