"""Cosine and sine of whole combinations of angles, as polynomials in those of the angles. Not
trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from ..polynomials import normal, polynomial, term_of
from ..rules import Theorem
from ..terms import ZERO, Term, call, eq
from . import combine, fact, reduced, ring


def cos(angle: Term) -> Term:
    """cos(angle) as a term."""
    return call("cos", angle)


def sin(angle: Term) -> Term:
    """sin(angle) as a term."""
    return call("sin", angle)


def rewritten(whole: Term, rewrites: Sequence[Theorem]) -> Theorem:
    """whole = what rewriting with these equations, left side to right side, makes of it."""
    rewrites = [one for one in rewrites if len(set(map(normal, one.conclusion.args))) == 2]
    left, _ = reduced(polynomial(whole), rewrites)
    return ring(eq(whole, term_of(left)), *rewrites)


@cache
def sin_zero() -> Theorem:
    """sin(0) = 0, the sine of the difference 0 - 0."""
    return ring(eq(sin(ZERO), 0), fact("sin-difference", x=ZERO, y=ZERO))


@cache
def mirrored(angle: Term) -> tuple[Theorem, Theorem]:
    """cos(-x) = cos(x) and sin(-x) = -sin(x)."""
    flat = [fact("cos-zero"), sin_zero()]
    even = ring(eq(cos(-angle), cos(angle)), fact("cos-difference", x=ZERO, y=angle), *flat)
    odd = ring(eq(sin(-angle), -sin(angle)), fact("sin-difference", x=ZERO, y=angle), *flat)
    return even, odd


@cache
def difference(a: Term, b: Term) -> tuple[Theorem, Theorem]:
    """cos(a - b) and sin(a - b) in those of a and b."""
    return fact("cos-difference", x=a, y=b), fact("sin-difference", x=a, y=b)


@cache
def addition(a: Term, b: Term) -> tuple[Theorem, Theorem]:
    """cos(a + b) and sin(a + b) in those of a and b."""
    turned = mirrored(b)
    whole, other = difference(a, -b)
    return (
        ring(eq(cos(a + b), cos(a) * cos(b) - sin(a) * sin(b)), whole, *turned),
        ring(eq(sin(a + b), sin(a) * cos(b) + cos(a) * sin(b)), other, *turned),
    )


@cache
def circle(angle: Term) -> Theorem:
    """sin^2 = 1 - cos^2, from cos(a - a) = 1."""
    same = difference(angle, angle)[0]
    return combine(eq(sin(angle) ** 2, 1 - cos(angle) ** 2), (1, same), (1, fact("cos-zero")))


def spread(angle: Term, parts: Iterable[tuple[int, Term]]) -> tuple[Theorem, Theorem]:
    """cos and sin of an angle, as polynomials in those of its parts: angle = sum of
    count * part.
    """
    steps = [(count > 0, part) for count, part in parts for _ in range(abs(count))]
    whole, known = ZERO, (fact("cos-zero"), sin_zero())
    for forward, part in steps:
        grown = (addition if forward else difference)(whole, part)
        known = tuple(rewritten_right(one, known) for one in grown)  # type: ignore[assignment]
        whole = whole + part if forward else whole - part
    return tuple(  # type: ignore[return-value]  # a pair
        combine(eq(function(angle), one.conclusion.args[1]), (1, one))
        for function, one in zip((cos, sin), known)
    )


def rewritten_right(equation: Theorem, rewrites: Sequence[Theorem]) -> Theorem:
    """The equation with its right side rewritten."""
    left, right = equation.conclusion.args
    inner = rewritten(right, rewrites)
    return combine(eq(left, inner.conclusion.args[1]), (1, equation), (1, inner))
