"""What becomes of a dormant attention head, decided exactly: it jumps, rests, or meets a saddle.

On its way u = |I| the square of its V is F(u) = c + sum_r (A_r e^(2 r u) + B_r e^(-2 r u))/4, a
convex function (attention.dormant-value). A head whose V falls turns round where F becomes negative
and passes where F stays positive. On the separatrix between the two F touches zero: the head needs
for ever to get there, and rounding would send it either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from math import gcd, lcm

import mpmath
from flint import fmpq, fmpq_poly

# of F as a polynomial in e^(2 r u), r the common measure of the rates; its gcd takes milliseconds
MOST_DEGREE = 400
# where the rates have no small common measure, F is told from zero by numbers of so many bits
MOST_BITS = 4096


class Fate(Enum):
    """``STRAIGHT``: V keeps its sign to the jump; ``TURNS``: V changes it on the way; the other two
    never jump."""

    STRAIGHT = "straight"
    TURNS = "turns"
    SADDLE = "saddle"
    REST = "rest"

    @property
    def jumps(self) -> bool:
        """Does the head ever reach norm one?"""
        return self in (Fate.STRAIGHT, Fate.TURNS)


def fate(
    V: Fraction, Q: Sequence[Fraction], K: Sequence[Fraction], rates: Sequence[Fraction]
) -> Fate:
    """The fate of (V, Q, K) under V' = sum r Q K, Q' = r V K, K' = r V Q, all of them rational.

    >>> Q, K, rates = [Fraction(2)], [Fraction(-1)], [Fraction(3)]
    >>> [fate(Fraction(v), Q, K, rates).value for v in (2, 1, "1/2")]
    ['straight', 'saddle', 'turns']
    """
    pull = sum(r * q * k for q, k, r in zip(Q, K, rates))
    side = V or pull
    forces = [r * x for q, k, r in zip(Q, K, rates) for x in (q, k)]
    if not side or not any(forces):
        return Fate.REST
    if V * pull >= 0:
        return Fate.STRAIGHT
    growing, falling = _along(Q, K, rates, 1 if side > 0 else -1)
    c = V**2 - sum(growing.values(), Fraction(0)) / 4 - sum(falling.values(), Fraction(0)) / 4
    if not any(growing.values()):  # nothing ever pulls it back up: F falls to c
        return {1: Fate.REST, 0: Fate.SADDLE, -1: Fate.TURNS}[_sign(c)]
    return {1: Fate.STRAIGHT, 0: Fate.SADDLE, -1: Fate.TURNS}[lowest_sign(c, growing, falling)]


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)


def _along(Q: Sequence, K: Sequence, rates: Sequence, side: int) -> tuple[dict, dict]:
    """A_r and B_r: squares of the sums that grow and of those that shrink, for each rate > 0."""
    growing: dict[Fraction, Fraction] = {}
    falling: dict[Fraction, Fraction] = {}
    for q, k, r in zip(Q, K, rates):
        if r:
            growing[r] = growing.get(r, Fraction(0)) + (q + side * k) ** 2
            falling[r] = falling.get(r, Fraction(0)) + (q - side * k) ** 2
    return growing, falling


def lowest_sign(
    c: Fraction, growing: dict[Fraction, Fraction], falling: dict[Fraction, Fraction]
) -> int:
    """The sign of min_u F(u) where F falls at u = 0 and grows in the end.

    >>> one = Fraction(1)
    >>> [lowest_sign(Fraction(c, 4), {one: Fraction(1)}, {one: Fraction(4)}) for c in (-3, -4, -5)]
    [1, 0, -1]
    """
    if c >= 0:
        return 1
    rates = [r for r in growing if growing[r] or falling[r]]
    if len(rates) == 1:  # F is least at c + sqrt(A B)/2
        return _sign(growing[rates[0]] * falling[rates[0]] - 4 * c**2)
    measure = Fraction(gcd(*(r.numerator for r in rates)), lcm(*(r.denominator for r in rates)))
    degrees = {r: int(r / measure) for r in rates}
    if max(degrees.values()) <= MOST_DEGREE and _touches_zero(c, degrees, growing, falling):
        return 0
    return _sign_by_digits(c, rates, growing, falling)


def _touches_zero(c: Fraction, degrees: dict[Fraction, int], growing: dict, falling: dict) -> bool:
    """Does F have a double zero? With x = e^(2 r u), x^n F has the signs + - + and so at most two
    positive zeros."""
    top = max(degrees.values())
    coefficients = [Fraction(0)] * (2 * top + 1)
    coefficients[top] = c
    for r, degree in degrees.items():
        coefficients[top + degree] += growing[r] / 4
        coefficients[top - degree] += falling[r] / 4
    while not coefficients[0]:
        coefficients.pop(0)
    polynomial = fmpq_poly([fmpq(x.numerator, x.denominator) for x in coefficients])
    common = polynomial.gcd(polynomial.derivative())
    # At most one positive zero is double, and simple in the gcd: it is there if the gcd changes
    # sign between 0 and infinity.
    return common.degree() > 0 and common[0] * common[common.degree()] < 0


def _sign_by_digits(c: Fraction, rates: list[Fraction], growing: dict, falling: dict) -> int:
    """The sign of min F by numbers with more and more bits; an error if they do not tell."""
    bits = 64
    while bits <= MOST_BITS:
        with mpmath.workprec(bits):
            value, slack = _lowest(c, rates, growing, falling)
            if abs(value) > slack:
                return int(mpmath.sign(value))
        bits *= 2
    raise ArithmeticError(
        f"a head passes a saddle closer than {MOST_BITS} bits can tell: does it turn round?"
    )


def _lowest(
    c: Fraction, rates: list[Fraction], growing: dict, falling: dict
) -> tuple[mpmath.mpf, mpmath.mpf]:
    """min F and how far it may be off, at the precision in force: F is convex, so a bracket of its
    minimum bounds it."""
    terms = [(_mpf(r), _mpf(growing[r]) / 4, _mpf(falling[r]) / 4) for r in rates]

    def slope(u: mpmath.mpf) -> mpmath.mpf:
        return sum(
            2 * r * (a * mpmath.exp(2 * r * u) - b * mpmath.exp(-2 * r * u)) for r, a, b in terms
        )

    low, high = mpmath.mpf(0), 1 / max(r for r, _, _ in terms)
    while slope(high) < 0:
        low, high = high, 2 * high
    for _ in range(2 * mpmath.mp.prec):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
        if high - low <= high * mpmath.eps:
            break
    parts = [
        _mpf(c),
        *(a * mpmath.exp(2 * r * high) for r, a, _ in terms),
        *(b * mpmath.exp(-2 * r * high) for r, _, b in terms),
    ]
    rounding = 64 * mpmath.eps * (1 + high * max(r for r, _, _ in terms)) * sum(map(abs, parts))
    return mpmath.fsum(parts), rounding + abs(slope(high)) * (high - low)


def _mpf(x: Fraction) -> mpmath.mpf:
    return mpmath.mpf(x.numerator) / x.denominator
