"""The exact flow of a dormant attention head, and AGF's staircase from it: beyond the bound of app:transformer.

While the head is dormant V' = eta N Q^T M K, Q' = eta N V M K, K' = eta N V M Q with a fixed M. In the eigenbasis of M
the sums Q_j + K_j grow like exp(N mu_j I) and the differences shrink like exp(-N mu_j I), where I' = eta V; V^2 is a convex
function of I (attention.dormant-value); one quadrature gives the time. Everything here is in mpmath.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath
from mpmath import mpf

from .arguments import shown
from .staircase import Staircase


@dataclass(frozen=True)
class Head:
    """(V, Q, K) in the eigenbasis of M, whose eigenvalues times N are ``rates``."""

    V: mpf
    Q: tuple[mpf, ...]
    K: tuple[mpf, ...]
    rates: tuple[mpf, ...]

    @property
    def norm(self) -> mpf:
        return mpmath.sqrt(self.V**2 + sum(q * q for q in self.Q) + sum(k * k for k in self.K))

    @property
    def component(self) -> int:
        """The eigendirection that carries most of the head's utility."""
        return max(range(len(self.Q)), key=lambda j: abs(self.rates[j] * self.Q[j] * self.K[j]))

    def square(self, I: mpf) -> mpf:
        """V^2 where the integral of V has grown by I (attention.dormant-value)."""
        return self.V**2 + sum(((q + k)**2 * mpmath.expm1(2 * r * I) + (q - k)**2 * mpmath.expm1(-2 * r * I)) / 4
                               for q, k, r in zip(self.Q, self.K, self.rates))

    def slope(self, I: mpf) -> mpf:
        """d(V^2)/dI."""
        return sum(r * ((q + k)**2 * mpmath.exp(2 * r * I) - (q - k)**2 * mpmath.exp(-2 * r * I)) / 2
                   for q, k, r in zip(self.Q, self.K, self.rates))

    def at(self, I: mpf, V: mpf) -> "Head":
        """The head where the integral has grown by I, with the V that the orbit has there (attention.dormant-sums)."""
        grown = [mpmath.exp(r * I) for r in self.rates]
        plus = [(q + k) * g for q, k, g in zip(self.Q, self.K, grown)]
        minus = [(q - k) / g for q, k, g in zip(self.Q, self.K, grown)]
        return Head(V, tuple((p + m) / 2 for p, m in zip(plus, minus)), tuple((p - m) / 2 for p, m in zip(plus, minus)), self.rates)

    # --- the way to the jump ------------------------------------------------------------------------------------
    @property
    def direction(self) -> int:
        """+1 where I grows at first, -1 where it falls; at V = 0 the force decides."""
        return int(mpmath.sign(self.V or self.slope(mpf(0)))) or 1

    def _root(self, f: Any, side: int, start: mpf) -> mpf | None:
        """The first I beyond ``start`` in the direction ``side`` where f, negative at ``start``, vanishes."""
        width = 1 / max(self.rates) if max(self.rates) > 0 else None
        if width is None:
            return None
        low, step = start, width
        while f(start + side * step) < 0:
            low, step = start + side * step, 2 * step
            if step > 10**5 * width:
                return None  # nothing on this side ever grows
        return _bisect(f, low, start + side * step)

    def turning(self) -> mpf | None:
        """I where V vanishes and turns round; None if V keeps its sign."""
        side, zero = self.direction, mpf(0)
        if self.V == 0:
            return zero
        if side * self.slope(zero) >= 0:
            return None
        lowest = self._root(lambda I: side * self.slope(I), side, zero)
        if lowest is None or self.square(lowest) > 0:
            return None
        return _bisect(lambda I: -self.square(I), zero, lowest)

    def elapsed(self, I: mpf) -> mpf:
        """eta times the time for the integral to change by I with V of one sign: int dI/|V|, the root at V = 0 taken out."""
        if I == 0:
            return mpf(0)
        side, end = int(mpmath.sign(I)), mpmath.sqrt(abs(I))

        def integrand(w: mpf) -> mpf:
            value = self.square(side * w * w)
            return 2 * w / mpmath.sqrt(value) if value > 0 else 2 / mpmath.sqrt(abs(self.slope(mpf(0))))

        marks = [mpf(0), *(end * f for f in (mpf("0.1"), mpf("0.3"), mpf("0.6"))), end]
        if self.V != 0:
            lowest = self._root(lambda J: side * self.slope(J), side, mpf(0)) if side * self.slope(mpf(0)) < 0 else None
            if lowest is not None and abs(lowest) < abs(I):
                marks = sorted({*marks, mpmath.sqrt(abs(lowest))})
        return mpmath.quad(integrand, marks, method="gauss-legendre")

    def jump(self, norm: Any = 1) -> tuple[mpf, "Head"] | None:
        """eta times the time until |theta| = norm, and the head there; None if it never is."""
        target = (mpf(norm)**2 - self.norm**2) / 3 + self.V**2   # |theta|^2 - 3 V^2 is conserved
        back, orbit, side = self._from_turning()
        if orbit.V == 0 == orbit.slope(mpf(0)):
            return None  # at rest
        if side * orbit.slope(mpf(0)) < 0:
            start = orbit._root(lambda I: side * orbit.slope(I), side, mpf(0))
            if start is None:
                return None
        else:
            start = mpf(0)
        reach = orbit._root(lambda I: orbit.square(I) - target, side, start)
        if reach is None:
            return None
        return orbit.elapsed(back) + orbit.elapsed(reach), orbit.at(reach, side * mpmath.sqrt(target))

    def _from_turning(self) -> tuple[mpf, "Head", int]:
        """The head at its turning point, the I from there back to now, and the direction it leaves in; or itself."""
        turn = self.turning()
        if turn is None:
            return mpf(0), self, self.direction
        orbit = self.at(turn, mpf(0))
        return -turn, orbit, orbit.direction

    def after(self, clock: Any) -> "Head":
        """The head after eta times the time ``clock``, which must come before it blows up."""
        clock = mpf(clock)
        if self.V == 0 == self.slope(mpf(0)):
            return self
        back, orbit, side = self._from_turning()
        spent = orbit.elapsed(back)
        if clock < spent:   # still on the way to the turning point, seen from there
            side, left = int(mpmath.sign(back)), spent - clock
            I = orbit._travelled(left, side)
            return orbit.at(I, -side * mpmath.sqrt(orbit.square(I)))
        I = orbit._travelled(clock - spent, side)
        return orbit.at(I, side * mpmath.sqrt(orbit.square(I)))

    def _travelled(self, clock: mpf, side: int) -> mpf:
        """I with elapsed(I) = clock, by Newton: d elapsed/dI = 1/|V|."""
        if clock <= 0:
            return mpf(0)
        I = side * (self.slope(mpf(0)) * side * clock**2 / 4 if self.V == 0 else abs(self.V) * clock)
        I = I or side * mpf(10)**-6
        for _ in range(100):
            step = (clock - self.elapsed(I)) * mpmath.sqrt(self.square(I))
            if I + side * step == 0 or side * (I + side * step) < 0:
                step = -abs(I) / 2
            I += side * step
            if abs(step) <= abs(I) * mpf(10)**(-mpmath.mp.dps + 5):
                return I
        raise ArithmeticError(f"a dormant head could not be followed for the time {mpmath.nstr(clock, 6)}")


def _bisect(f: Any, low: mpf, high: mpf) -> mpf:
    """A root of f between ``low`` (f <= 0) and ``high`` (f >= 0): secant steps kept inside the bracket, to the last digits."""
    f_low, f_high = f(low), f(high)
    if f_low > 0 or f_high < 0:
        raise ArithmeticError(f"no root between {mpmath.nstr(low, 8)} and {mpmath.nstr(high, 8)}: more digits may separate it from rounding")
    for count in range(10 * mpmath.mp.dps + 100):
        if f_high == 0 or f_low == 0:
            return high if f_high == 0 else low
        middle = high - f_high * (high - low) / (f_high - f_low)
        if count % 3 == 2 or not min(low, high) < middle < max(low, high):
            middle = (low + high) / 2
        value = f(middle)
        if value < 0:
            low, f_low = middle, value
        else:
            high, f_high = middle, value
        if abs(high - low) <= abs(high) * mpf(10)**(-mpmath.mp.dps + 2):
            return high
    return high


def number(name: str, value: Any) -> mpf:
    """A finite real number, or an error that names the argument."""
    try:
        value = value.item() if hasattr(value, "item") else value
        if isinstance(value, Fraction) or (hasattr(value, "p") and hasattr(value, "q")):
            top, bottom = (value.numerator, value.denominator) if isinstance(value, Fraction) else (int(value.p), int(value.q))
            found = mpf(top) / bottom
        else:
            found = mpmath.mpmathify(value)
        good = isinstance(found, mpf) and bool(mpmath.isfinite(found))
    except (TypeError, ValueError, AttributeError, ZeroDivisionError):
        good = False
    if not good:
        raise ValueError(f"{name} is {shown(value)}: expected a finite real number")
    return found


def read_head(V: Any, Q: Sequence, K: Sequence, eigenvalues: Sequence, context: Any) -> Head:
    """A head from its parameters and the eigenvalues of M, all checked."""
    Q, K, eigenvalues = list(Q), list(K), list(eigenvalues)
    if not len(Q) == len(K) == len(eigenvalues) or not Q:
        raise ValueError(f"Q, K and eigenvalues have {len(Q)}, {len(K)} and {len(eigenvalues)} entries: expected as many of each, at least one")
    if isinstance(context, bool) or int(context) != context or context < 1:
        raise ValueError(f"context is {context!r}: expected a whole number >= 1")
    values = [number("eigenvalues", one) for one in eigenvalues]
    if min(values) < 0:
        raise ValueError(f"eigenvalues has the entry {mpmath.nstr(min(values), 8)}: expected the eigenvalues >= 0 of a positive semidefinite M")
    return Head(number("V", V), tuple(number("Q", q) for q in Q), tuple(number("K", k) for k in K), tuple(int(context) * v for v in values))


def race(heads: Sequence[Head], eta: mpf, context: int, values: Sequence[mpf], levels: Any) -> Staircase:
    """AGF with these dormant heads: who jumps, when, with which component; learned components leave M.

    A tie is an error. Two times are equal where they agree to all but the last digits, which the quadrature does not know.
    """
    heads, learned, time = dict(enumerate(heads)), [], mpf(0)
    times, features = [], []
    while heads and len(learned) < len(values):
        due = {i: found for i, head in heads.items() if (found := head.jump()) is not None}
        if not due:
            break
        first = min(due, key=lambda i: due[i][0])
        clock, winner = due[first]
        if tied := [i for i in due if i != first and due[i][0] - clock <= clock * mpf(10)**(8 - mpmath.mp.dps)]:
            raise ValueError(f"theta has heads {first} and {tied[0]} that jump at the same time {mpmath.nstr(time + clock / eta, 8)}: expected heads "
                             "that differ, for AGF activates one at a time (and gradient flow keeps equal heads equal)")
        others = {i: head.after(clock) for i, head in heads.items() if i != first}
        learned.append(winner.component)
        time += clock / eta
        times.append(+time)
        features.append((first, winner.component))
        rates = tuple(mpf(0) if j in learned else context * v**2 for j, v in enumerate(values))
        heads = {i: Head(head.V, head.Q, head.K, rates) for i, head in others.items()}
    return Staircase(times, [levels(learned[:k]) for k in range(len(learned) + 1)], features)
