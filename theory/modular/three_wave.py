"""A dormant neuron of modular addition, solved: each frequency is a three-wave interaction,
integrated by elliptic functions.

For theta' = grad U and one frequency, s(t) = |u(t)|^2 - |u(0)|^2 obeys s'^2 = 4 g^2
((s+a)(s+b)(s+c) - J^2) with a, b, c the initial squared magnitudes, J = Im z conserved and g =
2|x_hat|^3/p^2. So the time to blow-up is R_F(-e_1, -e_2, -e_3)/g.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import mpmath

from theory.validate import abbreviated, entries, whole_digits

DIGITS = 30
# Entries centred in double precision have a sum of a few units in the last place.
CENTRED = 1e-12


def number(name: str, value: Any) -> mpmath.mpf:
    """A finite real number, at the working precision; a fraction or a string stays what it says."""
    value = value.item() if hasattr(value, "item") else value
    try:
        found = (
            mpmath.mpf(value.numerator) / value.denominator
            if isinstance(value, Fraction)
            else mpmath.mpmathify(value)
        )
        if isinstance(found, mpmath.mpf) and mpmath.isfinite(found):
            return found
    except (TypeError, ValueError, AttributeError, ZeroDivisionError):
        pass
    raise ValueError(f"{name} has the entry {abbreviated(value)}: expected finite real numbers")


def encoding(x: Any) -> list[mpmath.mpf]:
    """x as numbers: p >= 3 odd, sum x = 0, x != 0.

    >>> encoding((2, "-1/2", "-3/2"))
    [mpf('2.0'), mpf('-0.5'), mpf('-1.5')]
    """
    listed = entries("x", x, 1, "a vector of p numbers")
    if any(hasattr(entry, "__len__") and not isinstance(entry, str) for entry in listed):
        raise ValueError("x has rows: expected a vector of p numbers")
    if len(listed) < 3 or len(listed) % 2 == 0:
        raise ValueError(
            f"x has p = {len(listed)} entries: expected p odd and at least 3 (for even p the "
            "Nyquist frequency obeys other formulas)"
        )
    values = [number("x", entry) for entry in listed]
    size = max(map(abs, values))
    if size == 0:
        raise ValueError("x is zero: expected an encoding with at least one frequency")
    if abs(mpmath.fsum(values)) > CENTRED * size * len(values):
        raise ValueError(
            f"x has the sum {mpmath.nstr(mpmath.fsum(values), 6)}: expected a centred encoding; "
            "subtract its mean"
        )
    return values


def transform(values: Sequence, frequency: int) -> mpmath.mpc:
    """u_hat[k] = sum_a u[a] e^(-2 pi i k a/p).

    >>> transform([mpmath.mpf(2), mpmath.mpf(-1), mpmath.mpf(-1)], 1).real
    mpf('3.0')
    """
    p = len(values)
    total = mpmath.fsum(
        value * mpmath.expjpi(mpmath.mpf(-2 * frequency * a % (2 * p)) / p)
        for a, value in enumerate(values)
    )
    # A constant vector has no frequencies, whatever the rounding says.
    return total if abs(total) > 100 * mpmath.eps * mpmath.fsum(map(abs, values)) else mpmath.mpc(0)


@dataclass(frozen=True)
class Wave:
    """One frequency of one neuron: g, the squared magnitudes a, b, c and z = u v conj(w x)/|x|.

    Here s' = 2 g (1 + s)^(3/2), which blows up at 1/g:

    >>> Wave(mpmath.mpf(2), mpmath.mpf(1), mpmath.mpf(1), mpmath.mpf(1), mpmath.mpc(1)).blow_up
    mpf('0.5')
    """

    rate: mpmath.mpf
    u: mpmath.mpf
    v: mpmath.mpf
    w: mpmath.mpf
    z: mpmath.mpc

    @property
    def rising(self) -> bool:
        """Re z >= 0: the three magnitudes grow from the start, none of them turns back first."""
        return self.z.real >= 0

    @cached_property
    def roots(self) -> list:
        """e_1 (real, the largest) and the two others of (s + a)(s + b)(s + c) - J^2."""
        a, b, c, J = self.u, self.v, self.w, self.z.imag
        if abs(J) ** 2 <= mpmath.eps**2 * max(a, b, c) ** 3:
            return sorted((-a, -b, -c), reverse=True)
        with mpmath.extradps(mpmath.mp.dps):  # nearly equal roots keep half of the digits
            # Newton comes from the right: the cubic is increasing and convex from e_1 on, and not
            # negative at 0.
            first = mpmath.mpf(0)
            for _ in range(600):
                value = (first + a) * (first + b) * (first + c) - J * J
                step = value / (
                    (first + a) * (first + b)
                    + (first + b) * (first + c)
                    + (first + c) * (first + a)
                )
                first -= max(step, mpmath.mpf(0))
                if step <= mpmath.mpf(10) ** (-mpmath.mp.dps + 3) * (a + b + c):
                    break
            half = (a + b + c + first) / 2
            root = mpmath.sqrt(
                mpmath.mpc(half * half - (a * b + b * c + c * a + first * (a + b + c + first)))
            )
            others = [-half + root, -half - root]
        return [+first, *(+other for other in others)]

    def remaining(self, growth: Any) -> mpmath.mpf:
        """R_F(s - e_1, s - e_2, s - e_3): g times the time from s, on the way up, to infinity."""
        differences = [growth - root for root in self.roots]
        if sum(1 for d in differences if d == 0) > 1:
            return mpmath.inf
        return mpmath.elliprf(*differences).real

    @property
    def turning(self) -> mpmath.mpf:
        """e_1: how far the squared magnitudes fall before they rise."""
        return self.roots[0]

    @cached_property
    def blow_up(self) -> mpmath.mpf:
        """The time at which the frequency would be infinite."""
        if self.rate == 0:
            return mpmath.inf
        if self.rising:
            return self.remaining(mpmath.mpf(0)) / self.rate
        return (2 * self.remaining(self.turning) - self.remaining(mpmath.mpf(0))) / self.rate

    def time_to(self, growth: Any) -> mpmath.mpf:
        """When the squared magnitudes have grown by ``growth`` >= 0."""
        return self.blow_up - self.remaining(growth) / self.rate

    def growth(self, time: Any) -> mpmath.mpf:
        """s(t): how much each squared magnitude has grown."""
        end = self.blow_up
        if end == mpmath.inf:
            return mpmath.mpf(0)
        if time >= end:
            return mpmath.inf
        left = self.rate * (end - time)
        if not self.rising:
            # s is even about the turning point
            left = min(left, 2 * self.remaining(self.turning) - left)
        return self._grown(left)

    def speed(self, growth: Any) -> mpmath.mpf:
        """sqrt((s + a)(s + b)(s + c) - J^2) = |Re z|."""
        product = mpmath.mpf(1)
        for root in self.roots:
            product *= growth - root
        return mpmath.sqrt(max(product.real, mpmath.mpf(0)))

    def _grown(self, left: mpmath.mpf) -> mpmath.mpf:
        """The s on the way up with R_F(s - e) = left. R_F^-2 is nearly linear in s: Newton's method
        on that.
        """
        floor = self.turning
        if left >= self.remaining(floor):
            return floor

        def step(s: mpmath.mpf) -> tuple[mpmath.mpf, mpmath.mpf]:
            now = self.remaining(s)
            return now**-2 - left**-2, now**-3 / self.speed(s)

        # 1/sqrt(s - e_1) >= R_F(s - e) >= 1/sqrt(s - mean e): the root is between these two.
        return newton(step, floor, floor + left**-2, left**-2 + mpmath.fsum(self.roots).real / 3)


def newton(step: Any, low: Any, high: Any, start: Any) -> mpmath.mpf:
    """The root of an increasing function in a bracket; ``step`` gives value and slope. Halves where
    Newton's step leaves it.
    """
    here = start if low < start < high else (low + high) / 2
    for _ in range(400):
        value, slope = step(here)
        if value == 0:
            return here
        low, high = (here, high) if value < 0 else (low, here)
        new = here - value / slope if slope > 0 and mpmath.isfinite(slope) else here
        if not low < new < high:
            new = (low + high) / 2
        if abs(new - here) <= 4 * mpmath.eps * abs(new) or new in (low, high):
            return new
        here = new
    raise ArithmeticError(
        f"no root found between {mpmath.nstr(low, 8)} and {mpmath.nstr(high, 8)}: "
        "ask for more digits"
    )


def precision(digits: Any) -> int:
    """What a result of so many digits is computed with: never below doubles, where a frequency of
    the data could pass for rounding.
    """
    return max(whole_digits(digits), 15) + 5


def waves(x: Any, neuron: Any) -> list[Wave]:
    """The (p - 1)/2 interactions of a neuron (u, v, w), frequency 1 first."""
    values = encoding(x)
    p = len(values)
    weights = entries("neuron", neuron, 1, f"a row of 3p = {3 * p} numbers, u then v then w")
    if len(weights) != 3 * p:
        raise ValueError(
            f"neuron has {len(weights)} entries: expected 3p = {3 * p}, u then v then w"
        )
    weights = [number("neuron", entry) for entry in weights]
    found = []
    for frequency in range(1, (p - 1) // 2 + 1):
        x_k, u_k, v_k, w_k = (
            transform(part, frequency)
            for part in (values, weights[:p], weights[p : 2 * p], weights[2 * p :])
        )
        size = abs(x_k)
        if size <= mpmath.mpf(10) ** (-14) * max(map(abs, values)):
            size, z = (
                mpmath.mpf(0),
                mpmath.mpc(0),
            )  # a frequency the encoding lacks, up to the rounding of double data
        else:
            z = u_k * v_k * mpmath.conj(w_k * x_k) / size
        found.append(Wave(2 * size**3 / p**2, abs(u_k) ** 2, abs(v_k) ** 2, abs(w_k) ** 2, z))
    return found


def blow_up_times(x: Any, neuron: Any, digits: int = DIGITS) -> tuple[mpmath.mpf, ...]:
    """The blow-up time of each frequency of one neuron under theta' = grad U, frequency 1 first.

    >>> x, c = (2, -1, -1), [mpmath.cos(2 * mpmath.pi * a / 3) for a in range(3)]
    >>> mpmath.nstr(blow_up_times(x, c + c + c)[0], 12)   # g = 6, |u| = 3/2: 1/(g |u|)
    '0.111111111111'
    """
    with mpmath.workdps(precision(digits)):
        return tuple(+wave.blow_up for wave in waves(x, neuron))


def frequency_taken(x: Any, neuron: Any, digits: int = DIGITS) -> int:
    """The frequency to which a dormant neuron aligns as alpha -> 0: the first to blow up, argmin_k
    R_F/g_k.

    Here the weaker of two frequencies (modular.dominant-first):

    >>> frequency_taken((3, -1, 0, -2, 0), [1, 0, 0, 0, -1] * 3)
    2
    """
    times = blow_up_times(x, neuron, digits)
    if min(times) == mpmath.inf:
        raise ValueError(
            "neuron has no frequency in common with x that grows: expected a generic neuron"
        )
    return 1 + times.index(min(times))


@dataclass(frozen=True)
class FirstJump:
    """The first activation of AGF: when, which neuron, and the frequency it takes as alpha -> 0.

    ``time`` is the root of |theta(t)| = 1.

    Of an aligned neuron (1 - |theta|)/(g |u_hat|), here (1 - sqrt(0.18))/1.8:

    >>> jump = first_jump((2, -1, -1), [["0.2", "-0.1", "-0.1"] * 3])
    >>> jump.neuron, jump.frequency, mpmath.nstr(jump.time, 10)
    (0, 1, '0.3198532952')
    """

    time: mpmath.mpf
    neuron: int
    frequency: int


def first_jump(x: Any, neurons: Any, eta: Any = 1, digits: int = DIGITS) -> FirstJump:
    """The exact first jump of AGF: the earliest time at which a neuron has norm 1, |theta|^2 +
    (6/p) sum_k s_k(eta t) = 1.

    >>> import random
    >>> draw = random.Random(0)
    >>> rows = [[draw.gauss(0, 0.01) for _ in range(15)] for _ in range(2)]
    >>> mpmath.nstr(first_jump((3, -1, 0, -2, 0), rows, eta=100).time, 10)
    '0.04982038919'
    """
    with mpmath.workdps(precision(digits)):
        rate, best = number("eta", eta), None
        if rate <= 0:
            raise ValueError(f"eta is {eta!r}: expected a learning rate > 0")
        candidates = []
        if not hasattr(neurons, "__iter__"):
            raise ValueError(
                f"neurons is {abbreviated(neurons)}: expected one row (u, v, w) a neuron"
            )
        for index, row in enumerate(neurons):
            found = waves(x, row)
            candidates.append(
                (
                    min(wave.blow_up for wave in found),
                    index,
                    found,
                    mpmath.fsum(number("neurons", q) ** 2 for q in row),
                )
            )
        if not candidates:
            raise ValueError("neurons is empty: expected one row (u, v, w) a neuron")
        for end, index, found, size in sorted(candidates, key=lambda one: one[:2]):
            if size >= 1:
                raise ValueError(
                    f"neurons[{index}] has norm {mpmath.nstr(mpmath.sqrt(size), 6)}: expected "
                    "dormant neurons, of norm below 1"
                )
            if end == mpmath.inf or (
                best is not None and best[0] < end and _norm(found, size, best[0])[0] < 1
            ):
                continue
            best = (
                _activation(found, size, end),
                index,
                1 + min(range(len(found)), key=lambda n: found[n].blow_up),
            )
        if best is None:
            raise ValueError("no neuron has a frequency in common with x: nothing ever activates")
        return FirstJump(best[0] / rate, best[1], best[2])


def _norm(found: list[Wave], size: mpmath.mpf, time: mpmath.mpf) -> tuple[mpmath.mpf, mpmath.mpf]:
    """|theta(t)|^2 = |theta(0)|^2 + (6/p) sum s_k and its velocity; p = 2 (number of frequencies) +
    1.
    """
    share = mpmath.mpf(6) / (2 * len(found) + 1)
    grown = [wave.growth(time) for wave in found]
    falling = [
        not wave.rising and wave.rate * (wave.blow_up - time) > wave.remaining(wave.turning)
        for wave in found
    ]
    pace = mpmath.fsum(
        (-1) ** fall * 2 * wave.rate * wave.speed(s) for wave, s, fall in zip(found, grown, falling)
    )
    return size + share * mpmath.fsum(grown), share * pace


def _activation(found: list[Wave], size: mpmath.mpf, end: mpmath.mpf) -> mpmath.mpf:
    """When |theta| = 1, before the blow-up ``end``. 1/|theta| is nearly linear in time there:
    Newton's method on that.
    """

    def step(time: mpmath.mpf) -> tuple[mpmath.mpf, mpmath.mpf]:
        square, pace = _norm(found, size, time)
        return 1 - 1 / mpmath.sqrt(square), pace / (2 * mpmath.sqrt(square) ** 3)

    return newton(step, mpmath.mpf(0), end, end * mpmath.mpf("0.99"))
