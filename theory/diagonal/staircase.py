"""The staircase of a diagonal linear network in exact rationals: AGF at any alpha, and its limit,
Pesme and Flammarion's algorithm.

Between two jumps the integrals s of the negative gradient move on straight lines; at a jump the
coefficients solve a least-squares problem with the signs that s has. The data are fractions, so the
limit has no rounding; at alpha > 0 only the times are rounded.

>>> successive_saddles([[1]], [2])[0].gradient
(-2,)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath
from flint import fmpq, fmpq_mat
from sympy import Rational, sign

from theory.staircase import Staircase
from theory.validate import abbreviated, entries, exact_fraction, whole_digits


@dataclass(frozen=True)
class Saddle:
    """One plateau: when it starts, the integrals s there (AGF: rho_i S_i), the coefficients, their
    gradient, the loss.

    ``gradient`` is X(X^T beta - y)/n at ``beta``, and ``level`` is |y - beta X|^2/(2n).

    >>> successive_saddles([[1]], [2])[0]
    Saddle(time=0, integral=(0,), beta=(0,), gradient=(-2,), level=2)
    """

    time: Any
    integral: tuple
    beta: tuple
    gradient: tuple
    level: Any


def staircase(X: Any, y: Any, alpha: Any = 0, digits: int = 30) -> Staircase:
    """Jump times, levels L(beta) = |y - beta X|^2/(2n) and features (index, sign) of AGF at scale
    ``alpha``.

    X is (d, n), y is (n,). ``alpha=0`` is alg:successive_saddles, in exact rational arithmetic
    throughout; for 0 < alpha < 1/sqrt(2) it is the recursion of corr:dln-next-neuron-agf, with
    ``digits`` digits in the times.

    >>> staircase([[1, 1], ["3/4", "1/4"]], ["0.45", "-0.05"])
    Staircase with 3 jumps
      start            level 0.05125
      t = 5            level 0.03125      (0, 1)
      t = 8            level 0.009        (1, 1)
      t = 41.33333333  level 0            (0, -1)
    """
    path = successive_saddles(X, y) if _is_zero(alpha) else alternating_saddles(X, y, alpha, digits)
    features = [_feature(a.beta, b.beta) for a, b in zip(path, path[1:])]
    return Staircase(
        [p.time for p in path[1:]], [p.level for p in path], features, [p.beta for p in path]
    )


def successive_saddles(X: Any, y: Any) -> tuple[Saddle, ...]:
    """Algorithm alg:successive_saddles of Pesme and Flammarion, exactly: every plateau with its
    integrals and gradient.

    A plateau lasts min_i max((s_i - 1)/g_i, (s_i + 1)/g_i); then s' = s - t g, and beta minimises L
    over beta_i s_i >= 0.

    >>> [(saddle.time, saddle.integral) for saddle in successive_saddles([[2, 0], [0, 1]], [1, 1])]
    [(0, (0, 0)), (1, (1, 1/2)), (2, (1, 1))]
    """
    problem = _Problem.read(X, y)
    time, integral, beta = fmpq(0), [fmpq(0)] * problem.d, [fmpq(0)] * problem.d
    path = []
    while True:
        gradient = problem.gradient(beta)
        path.append(problem.saddle(_exact(time), map(_exact, integral), beta, gradient))
        if not any(gradient):
            return tuple(path)
        wait = min(max((s - 1) / g, (s + 1) / g) for s, g in zip(integral, gradient) if g)
        time += wait
        integral = [s - wait * g for s, g in zip(integral, gradient)]
        beta = problem.minimise(beta, [int(s) if abs(s) == 1 else 0 for s in integral])


def alternating_saddles(X: Any, y: Any, alpha: Any, digits: int = 30) -> tuple[Saddle, ...]:
    """AGF at scale ``alpha``: S and rho carried from jump to jump as thrm:dln-accum-util
    (corrected) has them.

    S' = log cosh(rho arcosh(e^(2 eta S)) - 2 eta g t)/(2 eta) from one jump to the next, eta =
    -log(sqrt(2) alpha).

    >>> path = alternating_saddles([[2, 0], [0, 1]], [1, 1], "1e-1000")
    >>> [mpmath.nstr(saddle.time, 10) for saddle in path]
    ['0.0', '1.000150538', '2.000301075']
    """
    problem = _Problem.read(X, y)
    digits = whole_digits(digits)
    # Near S = 0 arcosh(exp(2 eta S)) ~ sqrt(4 eta S) keeps half of the digits; hence twice as many.
    with mpmath.workdps(2 * digits + 20):
        rate = _accelerated(alpha)
        return tuple(_alternate(problem, rate))


def _alternate(problem: _Problem, rate: mpmath.mpf) -> Iterator[Saddle]:
    time, beta, active = mpmath.mpf(0), [fmpq(0)] * problem.d, [False] * problem.d
    S, rho = [mpmath.mpf(0)] * problem.d, [0] * problem.d
    while True:
        gradient = problem.gradient(beta)
        yield problem.saddle(+time, [r * a for r, a in zip(rho, S)], beta, gradient)
        moving = [i for i in range(problem.d) if gradient[i] and not active[i]]
        if not moving:
            return
        force = {i: -mpmath.mpf(int(gradient[i].p)) / int(gradient[i].q) for i in moving}
        start = {i: rho[i] * mpmath.acosh(mpmath.exp(2 * rate * S[i])) for i in moving}
        edge = mpmath.acosh(mpmath.exp(2 * rate))
        wait = {
            i: max((edge - mpmath.sign(force[i]) * start[i]) / (2 * rate * abs(force[i])), 0)
            for i in moving
        }
        chosen = min(moving, key=wait.__getitem__)
        time += wait[chosen]
        for i in moving:
            end = start[i] + 2 * rate * force[i] * wait[chosen]
            S[i], rho[i] = mpmath.log(mpmath.cosh(end)) / (2 * rate), int(mpmath.sign(end))
        S[chosen] = mpmath.mpf(1)
        active[chosen] = True
        beta = problem.minimise(beta, [r if a else 0 for r, a in zip(rho, active)])
        active = [
            bool(b) for b in beta
        ]  # a coefficient back at zero is dormant, with S = 1 and its sign


def _accelerated(alpha: Any) -> mpmath.mpf:
    try:
        number = (
            mpmath.mpf(alpha.numerator) / alpha.denominator
            if isinstance(alpha, Fraction)
            else mpmath.mpmathify(alpha)
        )
        rate = -mpmath.log(mpmath.sqrt(2) * number) if number > 0 else mpmath.mpf(-1)
    except (TypeError, ValueError, AttributeError, ZeroDivisionError):
        raise ValueError(
            f"alpha is {abbreviated(alpha)}: expected a number, or a string such as '1e-1000'"
        ) from None
    if not (mpmath.isfinite(rate) and rate > 0):
        raise ValueError(
            f"alpha is {alpha!r}: expected 0 <= alpha < 1/sqrt(2), "
            "so that eta = -log(sqrt(2) alpha) > 0"
        )
    return rate


def _is_zero(alpha: Any) -> bool:
    return not isinstance(alpha, str) and bool(alpha == 0)


def _feature(before: tuple, after: tuple) -> tuple:
    """(i, sign) of the coefficient that became non-zero; a tuple of pairs where several did."""
    new = [
        (i, int(sign(now)))
        for i, (old, now) in enumerate(zip(before, after))
        if now and sign(now) != sign(old)
    ]
    return new[0] if len(new) == 1 else tuple(new)


@dataclass(frozen=True)
class _Problem:
    """L(beta) = (p - 2 beta h + beta H beta)/2 with H = X X^T/n, h = X y/n, p = |y|^2/n, all
    rational.
    """

    H: fmpq_mat
    h: list
    power: fmpq

    @classmethod
    def read(cls, X: Any, y: Any) -> _Problem:
        rows, target = entries("X", X, 2, "a (d, n) array"), entries("y", y, 1, "n targets")
        if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
            raise ValueError(
                f"X has rows of lengths {[len(row) for row in rows]}: "
                "expected d rows of n >= 1 entries"
            )
        if len(target) != len(rows[0]):
            raise ValueError(
                f"y has {len(target)} entries: expected {len(rows[0])}, one for each column of X"
            )
        data = fmpq_mat([[_rational("X", entry) for entry in row] for row in rows])
        label, n = fmpq_mat([[_rational("y", entry)] for entry in target]), len(target)
        return cls(
            data * data.transpose() / n,
            list((data * label / n).entries()),
            (label.transpose() * label / n)[0, 0],
        )

    @property
    def d(self) -> int:
        return len(self.h)

    def gradient(self, beta: list) -> list:
        return [a - b for a, b in zip((self.H * fmpq_mat(self.d, 1, beta)).entries(), self.h)]

    def saddle(self, time: Any, integral: Any, beta: list, gradient: list) -> Saddle:
        level = (
            self.power + sum((b * (g - h) for b, g, h in zip(beta, gradient, self.h)), fmpq(0))
        ) / 2
        return Saddle(
            time,
            tuple(integral),
            tuple(map(_exact, beta)),
            tuple(map(_exact, gradient)),
            _exact(level),
        )

    def minimise(self, beta: list, signs: list[int]) -> list:
        """argmin L over beta_i signs_i >= 0, beta_i = 0 where signs_i = 0: Lawson and Hanson's
        active set, exactly.
        """
        free = [i for i in range(self.d) if beta[i]]
        while True:
            beta, free = self._descend(beta, free, signs)
            gradient = self.gradient(beta)
            downhill = [i for i in range(self.d) if i not in free and signs[i] * gradient[i] < 0]
            if not downhill:
                break
            free = free + [max(downhill, key=lambda i: abs(gradient[i]))]
        flat = [i for i in range(self.d) if signs[i] and not gradient[i]]
        if flat and self._block(flat).rank() < len(flat):
            raise ValueError(
                f"X has linearly dependent rows among the active coordinates {flat}: "
                "the minimiser is not unique; "
                "expected inputs in general position"
            )
        return beta

    def _descend(self, beta: list, free: list[int], signs: list[int]) -> tuple[list, list[int]]:
        """From a feasible point to the minimiser over ``free``, dropping the coordinates that reach
        zero on the way.
        """
        while free:
            target = (
                self._block(free).solve(fmpq_mat(len(free), 1, [self.h[i] for i in free])).entries()
            )
            blocking = [
                (beta[i] / (beta[i] - z), i) for i, z in zip(free, target) if signs[i] * z <= 0
            ]
            share = min((share for share, _ in blocking), default=fmpq(1))
            moved = list(beta)
            for i, z in zip(free, target):
                moved[i] = beta[i] + share * (z - beta[i])
            beta = moved
            if not blocking:
                break
            free = [i for i in free if beta[i]]
        return beta, free

    def _block(self, rows: list[int]) -> fmpq_mat:
        return fmpq_mat([[self.H[i, j] for j in rows] for i in rows])


def _rational(name: str, value: Any) -> fmpq:
    """The exact value: a float is the binary number it is, "0.1" a tenth."""
    try:
        exact = exact_fraction(value)
    except (TypeError, ValueError, ArithmeticError):
        raise ValueError(
            f"{name} has the entry {abbreviated(value)}: "
            "expected finite real numbers (int, Fraction, float, '3/4')"
        ) from None
    return fmpq(exact.numerator, exact.denominator)


def _exact(value: fmpq) -> Rational:
    return Rational(int(value.p), int(value.q))
