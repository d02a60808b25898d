"""The dual equation by a Taylor method on python-flint, for many digits where heyoka is not
installed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from operator import mul
from typing import Any

import flint
import numpy as np

from numerics.arithmetic import Arithmetic, to_mpf
from numerics.diagonal.chunk import LEAP, STRIDE_PER_DIGIT, Chunk, horner


class ArbEngine:
    """A Taylor method of order N = digits log(10) / 2 + 1 (Jorba and Zou), coefficient by
    coefficient.
    """

    def __init__(self, Sigma: np.ndarray, h: np.ndarray, digits: int) -> None:
        self.digits, self.d = digits, len(h)
        self.stride = STRIDE_PER_DIGIT * digits
        self.eps = Arithmetic(digits).eps
        self.order = int(np.ceil((digits + 1) * np.log(10) / 2 + 1))
        with flint.ctx.workprec(Arithmetic(digits).bits):
            self.Sigma = flint.arb_mat(self.d, self.d, [flint.arb(v) for v in np.ravel(Sigma)])
            self.h = [flint.arb(v) for v in h]

    def advance(
        self, x: np.ndarray, a: np.ndarray, b: np.ndarray, duration: Any, rate: float
    ) -> Chunk:
        """Taylor steps in many digits from x over ``duration``."""
        with flint.ctx.workprec(Arithmetic(self.digits).bits):
            state, plus, minus = ([flint.arb(v) for v in vector] for vector in (x, a, b))
            finish, now, cap = (
                flint.arb(duration),
                flint.arb(0),
                flint.arb(self.order / (2 * LEAP * rate)),
            )
            knots, series = [now], []
            while now < finish:
                coefficients = self._series(state, plus, minus)
                step = min(self._radius(coefficients), cap)
                last = not now + step < finish
                step = finish - now if last else step
                state = [horner(c, step).mid() for c in coefficients]
                now = finish if last else (now + step).mid()
                knots.append(now)
                series.append(coefficients)
        end, knot_times = (
            np.array([to_mpf(v) for v in values], dtype=object) for values in (state, knots)
        )
        return Chunk(duration, end, knot_times, self._dense(knots, series))

    def _series(self, state: list, a: list, b: list) -> list[list[flint.arb]]:
        """Taylor coefficients of x: k p_k = sum_j 2 j x_j p_(k-j), and x_(k+1) = (h - Sigma (p -
        q))_k / (k + 1).
        """
        p = [[(2 * x + s).exp() / 2] for x, s in zip(state, a)]
        q = [[(-2 * x - s).exp() / 2] for x, s in zip(state, b)]
        # Exponentials below eps^2 stay below eps within a step: their series is not worth its cost.
        tiny = flint.arb(10) ** (-2 * self.digits)
        live = [
            (i, e, s) for side, s in ((p, 1), (q, -1)) for i, e in enumerate(side) if e[0] > tiny
        ]
        x = [[v] for v in state]
        weighted: list[list[flint.arb]] = [[] for _ in state]
        for k in range(self.order):
            if k:
                for i, e, s in live:
                    e.append(s * sum(map(mul, weighted[i], reversed(e))) / k)
            beta = [flint.arb(0)] * self.d
            for i, e, s in live:
                beta[i] = beta[i] + s * e[k]
            pull = self.Sigma * flint.arb_mat(self.d, 1, beta)
            for i in range(self.d):
                slope = -pull[i, 0] if k else self.h[i] - pull[i, 0]
                x[i].append(slope / (k + 1))
                weighted[i].append(2 * slope)
        return x

    def _radius(self, coefficients: list) -> flint.arb:
        """Step e^-2 min over the last two orders of (||x|| / ||x_k||)^(1/k)."""
        scale = max(1.0, max(abs(float(c[0])) for c in coefficients))
        sizes = [
            (k, max(c[k].abs_upper() for c in coefficients)) for k in (self.order - 1, self.order)
        ]
        return min(
            ((scale / size) ** (flint.arb(1) / k) / LEAP if size > 0 else flint.arb(10) ** 6)
            for k, size in sizes
        ).mid()

    def _dense(self, knots: list, series: list) -> Callable[[np.ndarray], np.ndarray]:
        def states_at(taus: np.ndarray) -> np.ndarray:
            with flint.ctx.workprec(Arithmetic(self.digits).bits):
                rows = []
                for tau in map(flint.arb, taus):
                    k = min(max(bisect_right(knots, tau) - 1, 0), len(series) - 1)
                    rows.append([to_mpf(horner(c, tau - knots[k])) for c in series[k]])
            return np.array(rows, dtype=object).reshape(len(rows), self.d)

        return states_at
