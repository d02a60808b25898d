"""The exact flow of a dormant attention head: beyond the bound of app:transformer.

While the head is dormant V' = eta N Q^T M K, Q' = eta N V M K, K' = eta N V M Q with a fixed M. In
the eigenbasis of M the sums Q_j + K_j grow like exp(N mu_j I) and the differences shrink like
exp(-N mu_j I), where I' = eta V; V^2 is a convex function of I (attention.dormant-value); one
quadrature gives the time. Everything here is in mpmath.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import mpmath
from mpmath import mpf

from theory.attention.fate import Fate, fate


@dataclass(frozen=True)
class Head:
    """(V, Q, K) in the eigenbasis of M, whose eigenvalues times N are ``rates``."""

    V: mpf
    Q: tuple[mpf, ...]
    K: tuple[mpf, ...]
    rates: tuple[mpf, ...]
    exact: tuple | None = None  # the same four in rationals, where the head was given in rationals

    @property
    def norm(self) -> mpf:
        """|(V, Q, K)|."""
        return mpmath.sqrt(self.V**2 + sum(q * q for q in self.Q) + sum(k * k for k in self.K))

    @property
    def component(self) -> int:
        """The eigendirection that carries most of the head's utility."""
        return max(range(len(self.Q)), key=lambda j: abs(self.rates[j] * self.Q[j] * self.K[j]))

    def square(self, I: mpf) -> mpf:
        """V^2 where the integral of V has grown by I (attention.dormant-value)."""
        return self.V**2 + sum(
            ((q + k) ** 2 * mpmath.expm1(2 * r * I) + (q - k) ** 2 * mpmath.expm1(-2 * r * I)) / 4
            for q, k, r in zip(self.Q, self.K, self.rates)
        )

    def slope(self, I: mpf) -> mpf:
        """d(V^2)/dI."""
        return sum(
            r * ((q + k) ** 2 * mpmath.exp(2 * r * I) - (q - k) ** 2 * mpmath.exp(-2 * r * I)) / 2
            for q, k, r in zip(self.Q, self.K, self.rates)
        )

    def at(self, I: mpf, V: mpf) -> Head:
        """The head where the integral has grown by I, with the V that the orbit has there
        (attention.dormant-sums)."""
        grown = [mpmath.exp(r * I) for r in self.rates]
        plus = [(q + k) * g for q, k, g in zip(self.Q, self.K, grown)]
        minus = [(q - k) / g for q, k, g in zip(self.Q, self.K, grown)]
        return Head(
            V,
            tuple((p + m) / 2 for p, m in zip(plus, minus)),
            tuple((p - m) / 2 for p, m in zip(plus, minus)),
            self.rates,
        )

    # --- the way to the jump ----------------------------------------------------------------------
    @property
    def direction(self) -> int:
        """+1 where I grows at first, -1 where it falls; at V = 0 the force decides."""
        return int(mpmath.sign(self.V or self.slope(mpf(0)))) or 1

    def _root(self, f: Any, side: int, start: mpf) -> mpf | None:
        """The first I beyond ``start`` in the direction ``side`` where f, negative at ``start``,
        vanishes."""
        width = 1 / max(self.rates) if max(self.rates) > 0 else None
        if width is None:
            return None
        low, step = start, width
        while f(start + side * step) < 0:
            low, step = start + side * step, 2 * step
            if step > 10**5 * width:
                return None  # nothing on this side ever grows
        return _bisect(f, low, start + side * step)

    @cached_property
    def lowest(self) -> mpf | None:
        """The I ahead where V^2 is least; None if it grows from the start, or falls for ever."""
        side = self.direction
        return (
            self._root(lambda I: side * self.slope(I), side, mpf(0))
            if side * self.slope(mpf(0)) < 0
            else None
        )

    @cached_property
    def fate(self) -> Fate:
        """Whether it jumps, decided in rationals where the head was given in rationals; else by the
        digits at hand, or not at all."""
        if self.exact is not None:
            return fate(*self.exact)
        pull = self.slope(mpf(0))
        if (
            not self.V
            and not pull
            or not any(r * x for part in (self.Q, self.K) for r, x in zip(self.rates, part))
        ):
            return Fate.REST
        if self.V * pull >= 0:
            return Fate.STRAIGHT
        lowest = self.lowest
        if (
            lowest is None
        ):  # nothing ever pulls it back up: V^2 falls to what is left without the differences
            lowest = self.direction * mpf(10) ** 3 * mpmath.mp.dps / max(self.rates)
        value, size = self.square(lowest), self._size(lowest)
        if abs(value) <= size * mpf(10) ** (4 - mpmath.mp.dps):
            raise ArithmeticError(
                f"a dormant head passes a saddle closer than {mpmath.mp.dps} digits can tell: more "
                "digits, or rational parameters, decide it"
            )
        return Fate.TURNS if value < 0 else Fate.REST if self.lowest is None else Fate.STRAIGHT

    def _size(self, I: mpf) -> mpf:
        """The magnitudes that were added up to V^2 at I."""
        return self.V**2 + sum(
            (
                (q + k) ** 2 * abs(mpmath.expm1(2 * r * I))
                + (q - k) ** 2 * abs(mpmath.expm1(-2 * r * I))
            )
            / 4
            for q, k, r in zip(self.Q, self.K, self.rates)
        )

    @property
    def cancelled(self) -> int:
        """Decimal digits that cancel in the least V^2 on the way: what has to be carried on top,
        close to a saddle."""
        if not self.fate.jumps or self.lowest is None:
            return 0
        least = abs(self.square(self.lowest))
        return (
            2 * mpmath.mp.dps
            if not least
            else max(0, int(mpmath.log10(self._size(self.lowest) / least)) + 1)
        )

    def again(self) -> Head:
        """The same head at the precision in force now, where it was given in rationals."""
        if self.exact is None:
            return self
        V, Q, K, rates = self.exact
        return Head(
            _mpf(V), tuple(map(_mpf, Q)), tuple(map(_mpf, K)), tuple(map(_mpf, rates)), self.exact
        )

    def turning(self) -> mpf | None:
        """I where V vanishes and turns round; None if V keeps its sign."""
        if self.V == 0:
            return mpf(0)
        if self.fate is not Fate.TURNS:
            return None
        far = self.lowest
        if far is None:  # V^2 falls for ever, and below zero
            far, side = mpf(0), self.direction
            while self.square(far) >= 0:
                far += side / max(self.rates)
        return _bisect(lambda I: -self.square(I), mpf(0), far)

    def elapsed(self, I: mpf) -> mpf:
        """eta times the time for the integral to change by I with V of one sign: int dI/|V|.

        Where V starts at zero, or comes near it at a lowest point, V^2 is nearly a parabola there:
        sinh takes its zeros out.
        """
        if I == 0:
            return mpf(0)
        side = int(mpmath.sign(I))
        if self.V == 0:
            return self._from_zero(I, side)
        if self.lowest is None or side != self.direction:
            return self._plainly(I, side)
        if self.fate is Fate.SADDLE:
            low, far = self.at(self.lowest, mpf(0)), abs(self.lowest)
            return _integral(
                lambda x: (
                    far * mpmath.exp(-x) / mpmath.sqrt(low.square(-side * far * mpmath.exp(-x)))
                ),
                mpf(0),
                mpmath.log(far / abs(self.lowest - I)),
            )
        if abs(self.lowest) >= abs(I):
            return self._plainly(I, side)
        low = self.at(self.lowest, mpmath.sqrt(self.square(self.lowest)))
        width = abs(low.V) / mpmath.sqrt(low.curvature)
        return _integral(
            lambda x: (
                width * mpmath.cosh(x) / mpmath.sqrt(low.square(side * width * mpmath.sinh(x)))
            ),
            -mpmath.asinh(abs(self.lowest) / width),
            mpmath.asinh(abs(I - self.lowest) / width),
        )

    def _plainly(self, I: mpf, side: int) -> mpf:
        """The time where V^2 does not come near zero after the start."""
        return _integral(
            lambda w: 2 * w / mpmath.sqrt(self.square(side * w * w)), mpf(0), mpmath.sqrt(abs(I))
        )

    def _from_zero(self, I: mpf, side: int) -> mpf:
        """The time from V = 0 on: V^2 = s I + c I^2 + ..., and I = (s/c) sinh(x)^2."""
        scale = abs(self.slope(mpf(0))) / self.curvature

        def integrand(x: mpf) -> mpf:
            square = self.square(side * scale * mpmath.sinh(x) ** 2)
            return (
                scale * mpmath.sinh(2 * x) / mpmath.sqrt(square)
                if square > 0
                else 2 / mpmath.sqrt(self.curvature)
            )

        return _integral(integrand, mpf(0), mpmath.asinh(mpmath.sqrt(abs(I) / scale)))

    @property
    def curvature(self) -> mpf:
        """Half of the second derivative of V^2 in I, here: what V^2 has beside a constant and a
        slope."""
        return sum(
            r**2 * ((q + k) ** 2 + (q - k) ** 2) / 2 for q, k, r in zip(self.Q, self.K, self.rates)
        )

    def jump(self, norm: Any = 1) -> tuple[mpf, Head] | None:
        """eta times the time until |theta| = norm, and the head there; None if it never is."""
        if not self.fate.jumps:
            return None
        target = (mpf(norm) ** 2 - self.norm**2) / 3 + self.V**2  # |theta|^2 - 3 V^2 is conserved
        back, orbit, side = self._from_turning()
        start = orbit.lowest if orbit.lowest is not None else mpf(0)
        reach = orbit._root(lambda I: orbit.square(I) - target, side, start)
        if reach is None:
            return None
        return orbit.elapsed(back) + orbit.elapsed(reach), orbit.at(
            reach, side * mpmath.sqrt(target)
        )

    def _from_turning(self) -> tuple[mpf, Head, int]:
        """The head at its turning point, the I from there back to now, and the direction it leaves
        in; or itself."""
        turn = self.turning()
        if turn is None:
            return mpf(0), self, self.direction
        orbit = self.at(turn, mpf(0))
        return -turn, orbit, orbit.direction

    def after(self, clock: Any) -> Head:
        """The head after eta times the time ``clock``, which must come before it blows up."""
        clock = mpf(clock)
        if self.V == 0 == self.slope(mpf(0)):
            return self
        back, orbit, side = self._from_turning()
        spent = orbit.elapsed(back)
        if clock < spent:  # still on the way to the turning point, seen from there
            side, left = int(mpmath.sign(back)), spent - clock
            I = orbit._travelled(left, side)
            return orbit.at(I, -side * mpmath.sqrt(orbit.square(I)))
        I = orbit._travelled(clock - spent, side)
        return orbit.at(I, side * mpmath.sqrt(orbit.square(I)))

    def _travelled(self, clock: mpf, side: int) -> mpf:
        """I with elapsed(I) = clock, by Newton inside a bracket: d elapsed/dI = 1/|V|. A saddle is
        never reached."""
        if clock <= 0:
            return mpf(0)
        end = (
            abs(self.lowest) if self.fate is Fate.SADDLE and self.lowest is not None else mpmath.inf
        )
        low, high = mpf(0), end
        way = self.slope(mpf(0)) * side * clock**2 / 4 if self.V == 0 else abs(self.V) * clock
        way = way or mpf(10) ** -6
        for _ in range(100):
            way = way if way < high else (low + high) / 2
            late = self.elapsed(side * way) - clock
            low, high = (low, way) if late > 0 else (way, high)
            step = -late * mpmath.sqrt(self.square(side * way))
            if abs(step) <= way * mpf(10) ** (-mpmath.mp.dps + 5):
                return side * (way + step)
            way = way + step if low < way + step else (low + way) / 2
        raise ArithmeticError(
            f"a dormant head could not be followed for the time {mpmath.nstr(clock, 6)}"
        )


def _integral(f: Any, start: mpf, end: mpf) -> mpf:
    """int f by Gauss-Legendre, on pieces of about one, and on shorter ones where a fast mode sets
    in late; an error if it is not known to all but the last digits."""
    for shorter in (1, 4, 16):
        pieces = shorter * max(4, int(mpmath.ceil(end - start)))
        marks = [start + (end - start) * k / pieces for k in range(pieces + 1)]
        value, error = mpmath.quad(f, marks, method="gauss-legendre", error=True)
        if error <= abs(value) * mpf(10) ** (8 - mpmath.mp.dps):
            return value
    raise ArithmeticError(
        f"the time of a dormant head is known only to {mpmath.nstr(error, 2)} of "
        f"{mpmath.nstr(value, 8)}: use more digits"
    )


def _bisect(f: Any, low: mpf, high: mpf) -> mpf:
    """A root of f between ``low`` (f <= 0) and ``high`` (f >= 0): secant steps kept inside the
    bracket, to the last digits."""
    f_low, f_high = f(low), f(high)
    if f_low > 0 or f_high < 0:
        raise ArithmeticError(
            f"no root between {mpmath.nstr(low, 8)} and {mpmath.nstr(high, 8)}: more digits may "
            "separate it from rounding"
        )
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
        if abs(high - low) <= abs(high) * mpf(10) ** (-mpmath.mp.dps + 2):
            return high
    return high


def _mpf(x: Fraction) -> mpf:
    return mpf(x.numerator) / x.denominator
