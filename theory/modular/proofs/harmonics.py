"""Proofs about aligned neurons for every odd p: sums over Z/p of trigonometric polynomials, by
their harmonics.

With a phase s written as the unit e^(is), cosines are Laurent polynomials. The sum over a of e^(i m
omega a), omega = 2 pi xi/p and xi != 0, vanishes for m = 1, 2, 4 whatever the odd p; a harmonic
that some odd p could make resonant (3, 5, 6) must not occur, and is refused. An index may carry two
frequencies, xi and another one; which of their combinations are never 0 mod p is then a rule of its
own.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import sympy as sp
from sympy.core.function import AppliedUndef

SAFE = (1, 2, 4)  # never 0 mod an odd number above 1
Rule = Callable[
    [tuple[int, ...]], bool
]  # (m, n, ...) -> is m xi + n xi' + ... != 0 mod p, whatever p?


def never_zero(harmonics: tuple[int, ...]) -> bool:
    """One frequency xi != 0, p odd."""
    return abs(harmonics[0]) in SAFE and not any(harmonics[1:])


def two_frequencies(apart: tuple[int, ...] = (1,)) -> Rule:
    """xi and xi' with xi' != 0 and xi' != +-m xi for every m in ``apart``."""

    def rule(harmonics: tuple[int, ...]) -> bool:
        m, n = harmonics
        if n == 0:
            return abs(m) in SAFE
        # 2 xi' and 2 (xi' +- xi) are not 0 either, p being odd
        return (
            abs(n) == 1
            and abs(m) in (0, *apart)
            or abs(n) == 2
            and (m == 0 or abs(m) == 2 and 1 in apart)
        )

    return rule


class Resonant(ValueError):
    """A harmonic that vanishes for some odd p."""


class Unit(sp.Symbol):
    """A complex number of modulus one."""


def unit(phase: sp.Basic) -> Unit:
    """The letter for e^(i phase)."""
    return Unit(f"e[{phase}]")


def laurent(expr: sp.Expr) -> sp.Expr:
    """cos and sin of whole combinations of phases as Laurent polynomials in units; nothing else is
    touched.
    """

    def units(argument: sp.Expr) -> sp.Expr:
        monomial = sp.S.One
        for term in sp.Add.make_args(sp.expand(argument)):
            number, phase = term.as_coeff_Mul()
            if not number.is_Integer or not isinstance(phase, (sp.Symbol, AppliedUndef)):
                raise Resonant(f"{argument} is not a whole combination of phases")
            monomial *= unit(phase) ** number
        return monomial

    def cosine(e: sp.Expr) -> sp.Expr:
        return (units(e.args[0]) + 1 / units(e.args[0])) / 2

    def sine(e: sp.Expr) -> sp.Expr:
        return (units(e.args[0]) - 1 / units(e.args[0])) / (2 * sp.I)

    return expr.replace(sp.cos, lambda arg: cosine(sp.cos(arg, evaluate=False))).replace(
        sp.sin, lambda arg: sine(sp.sin(arg, evaluate=False))
    )


def average(
    expr: sp.Expr,
    *angles: sp.Symbol | tuple[sp.Symbol, ...],
    dies: Rule = never_zero,
    period: int = 0,
) -> sp.Expr:
    """The mean over Z/p of a trigonometric polynomial in the angles omega a, omega b, ..., as a
    Laurent polynomial.

    An angle that is a pair is one index at two frequencies. With ``period`` m the frequency is a
    multiple of p/m: m turns are none.

    >>> turn, s = sp.symbols("turn s", real=True)
    >>> average(sp.cos(turn + s)**2, turn)
    1/2
    """
    units = [
        [unit(one) for one in (angle if isinstance(angle, tuple) else (angle,))] for angle in angles
    ]
    kept = []
    for term in sp.Add.make_args(sp.expand(laurent(expr))):
        powers = term.as_powers_dict()
        harmonics = [tuple(int(powers.get(one, 0)) for one in group) for group in units]
        if period:
            harmonics = [tuple(m % period for m in index) for index in harmonics]
        if not any(any(index) for index in harmonics):
            kept.append(term.subs({one: 1 for group in units for one in group}) if period else term)
        elif not any(any(index) and dies(index) for index in harmonics):
            raise Resonant(f"{term} has the harmonics {harmonics}, which some p makes resonant")
    return sp.Add(*kept)


def mean_product(
    one: sp.Expr,
    other: sp.Expr,
    *angles: sp.Symbol | tuple[sp.Symbol, ...],
    dies: Rule = never_zero,
) -> sp.Expr:
    """``average`` of a product, without multiplying it out: only parts whose harmonics cancel meet.

    >>> turn, s = sp.symbols("turn s", real=True)
    >>> sp.factor(mean_product(3 * sp.cos(turn + s), 3 * sp.cos(turn + s), turn))
    9/2
    """
    total = sp.S.Zero
    for (left, this), (right, that) in product(
        _by_harmonics(one, angles).items(), _by_harmonics(other, angles).items()
    ):
        sums = [tuple(m + n for m, n in zip(*pair)) for pair in zip(left, right)]
        if not any(map(any, sums)):
            total += this * that
        elif not any(any(index) and dies(index) for index in sums):
            raise Resonant(f"the harmonics {left} and {right} are resonant for some p")
    return sp.expand(total)


def _by_harmonics(expr: sp.Expr, angles: tuple) -> dict[tuple[tuple[int, ...], ...], sp.Expr]:
    """The coefficient of every harmonic."""
    units = [
        [unit(one) for one in (angle if isinstance(angle, tuple) else (angle,))] for angle in angles
    ]
    parts: dict = {}
    for term in sp.Add.make_args(sp.expand(laurent(expr))):
        powers = term.as_powers_dict()
        key = tuple(tuple(int(powers.get(one, 0)) for one in group) for group in units)
        rest = term / sp.Mul(
            *(one**m for group, index in zip(units, key) for one, m in zip(group, index))
        )
        parts[key] = parts.get(key, sp.S.Zero) + rest
    return parts
