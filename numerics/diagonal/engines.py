"""Integrators for the dual equation x' = h - Sigma beta(x), beta_i = (exp(2 x_i + a_i) - exp(-2 x_i
- b_i)) / 2.

One call advances over a chunk of time and hands back a dense solution. Engines: a Taylor method,
compiled by numba for doubles (compiled.py) and by heyoka for more digits, where these are
installed; else LSODA for doubles and a Taylor method on python-flint for more digits. All take the
data at run time: one compilation serves every instance of a size.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any

import mpmath
import numpy as np
from scipy.integrate import solve_ivp

from numerics.arithmetic import GUARD_DIGITS, Arithmetic
from numerics.diagonal.arb_engine import ArbEngine
from numerics.diagonal.chunk import LEAP, STRIDE_PER_DIGIT, Chunk, Engine, horner
from numerics.validate import DOUBLE_DIGITS


@lru_cache
def heyoka_library() -> Any:
    """heyoka, loaded when it is first asked for, or None where it is not installed."""
    try:
        return import_module("heyoka")
    except ImportError:  # the wheels are Linux only
        return None


@lru_cache
def compiled_kernels() -> Any:
    """`numerics.diagonal.compiled`, loaded when it is first asked for; None without numba."""
    try:
        return import_module("numerics.diagonal.compiled")
    except ImportError:
        return None


@lru_cache
def compiled_flow() -> Any:
    """`numerics.diagonal.compiled_flow`: who has the kernels can load this, too."""
    return import_module("numerics.diagonal.compiled_flow")


@lru_cache
def compiled_reading() -> Any:
    """`numerics.diagonal.compiled_reading`: who has a flow from machine code can load this, too."""
    return import_module("numerics.diagonal.compiled_reading")


ENGINES = ("compiled", "heyoka", "portable")


def engine_for(Sigma: np.ndarray, h: np.ndarray, digits: int, engine: str | None = None) -> Engine:
    """The engine named by ``engine``, else by the variable AGF_ENGINE, else the fastest that is
    installed.

    >>> type(engine_for(np.eye(1), np.ones(1), 16, "portable")).__name__
    'LsodaEngine'
    """
    name, double = engine or os.environ.get("AGF_ENGINE") or "compiled", Arithmetic(digits).double
    if name not in ENGINES:
        raise ValueError(f"engine is {name!r}: expected one of {', '.join(ENGINES)}")
    if name == "compiled" and double and compiled_kernels():
        return CompiledEngine(Sigma, h)
    if name == "heyoka" and heyoka_library() is None:
        raise ValueError(
            "engine is 'heyoka', which is not installed: pip install heyoka, or use "
            "engine='portable'"
        )
    if name != "portable" and heyoka_library():
        return HeyokaEngine(Sigma, h, digits)
    return LsodaEngine(Sigma, h) if double else ArbEngine(Sigma, h, digits)


# ---------------------------------------------------------------- numba, for doubles

OVERFLOW = "the Taylor method overflowed: try engine='portable' or more digits"


class CompiledEngine:
    """The Taylor method of ``ArbEngine`` in doubles, as machine code."""

    eps = Arithmetic().eps
    stride = STRIDE_PER_DIGIT * DOUBLE_DIGITS

    def __init__(self, Sigma: np.ndarray, h: np.ndarray) -> None:
        self.Sigma, self.h = (np.ascontiguousarray(one, dtype=float) for one in (Sigma, h))
        self.kernels = compiled_flow()
        compiled = compiled_kernels()
        self.leap, self.longest = (
            compiled.LEAP,
            compiled.ORDER / (2 * LEAP),
        )  # a step, times the rate

    def advance(
        self, x: np.ndarray, a: np.ndarray, b: np.ndarray, duration: float, rate: float
    ) -> Chunk:
        """Compiled Taylor steps from x over ``duration``."""
        compiled = compiled_kernels()
        knots, series, end = compiled.advance(
            self.Sigma, self.h, a, b, x, float(duration), self.longest / rate
        )
        if not np.all(np.isfinite(end)):
            raise ArithmeticError(OVERFLOW)
        return Chunk(
            duration,
            end,
            knots,
            lambda taus: compiled.evaluate(knots, series, np.asarray(taus, dtype=float)),
            series,
        )


# ---------------------------------------------------------------- heyoka


@lru_cache(maxsize=32)
def _compiled(d: int, digits: int) -> Any:
    """heyoka's integrator for d coordinates; parameters are Sigma (d*d), h, a, b (d each)."""
    heyoka = heyoka_library()
    x = [heyoka.expression(f"x{i}") for i in range(d)]
    h, a, b = (lambda i, k=k: heyoka.par[d * d + k * d + i] for k in range(3))
    beta = [
        0.5 * heyoka.exp(2.0 * x[j] + a(j)) - 0.5 * heyoka.exp(-2.0 * x[j] - b(j)) for j in range(d)
    ]
    system = [
        (x[i], h(i) - heyoka.sum([heyoka.par[i * d + j] * beta[j] for j in range(d)]))
        for i in range(d)
    ]
    size = d * d + 3 * d
    if Arithmetic(digits).double:
        return heyoka.taylor_adaptive(system, state=[0.0] * d, pars=[0.0] * size, compact_mode=True)
    zero = heyoka.real(0, Arithmetic(digits).bits)
    return heyoka.taylor_adaptive(
        system, state=np.array([zero] * d), pars=np.array([zero] * size), compact_mode=True,
        fp_type=heyoka.real, prec=Arithmetic(digits).bits,
        tol=heyoka.real(f"1e-{digits + 1}", Arithmetic(digits).bits),
    )  # fmt: skip


class HeyokaEngine:
    """heyoka's adaptive Taylor method, with its step capped."""

    def __init__(self, Sigma: np.ndarray, h: np.ndarray, digits: int) -> None:
        self.arithmetic = Arithmetic(digits)
        self.eps = self.arithmetic.eps
        self.stride = STRIDE_PER_DIGIT * digits
        self.d = len(h)
        self.digits = digits
        self.data = np.concatenate([self._as_heyoka(np.ravel(Sigma)), self._as_heyoka(h)])

    def _as_heyoka(self, values: np.ndarray) -> np.ndarray:
        """Our numbers as heyoka's; through decimal strings, since heyoka reads no mpmath number."""
        if self.arithmetic.double:
            return np.array(values, dtype=float)
        heyoka = heyoka_library()
        kept = self.digits + GUARD_DIGITS
        return np.array(
            [
                heyoka.real(
                    mpmath.nstr(v, kept, min_fixed=0, max_fixed=0), Arithmetic(self.digits).bits
                )
                for v in values
            ]
        )

    def _out(self, values: np.ndarray) -> np.ndarray:
        if self.arithmetic.double:
            return np.array(values)
        flat = [mpmath.mpf(str(v)) for v in np.ravel(values)]
        return np.array(flat, dtype=object).reshape(np.shape(values))

    def _time(self, value: Any) -> Any:
        return self._as_heyoka(np.array([value]))[0]

    def advance(
        self, x: np.ndarray, a: np.ndarray, b: np.ndarray, duration: Any, rate: float
    ) -> Chunk:
        """heyoka's Taylor steps from x over ``duration``."""
        solver = _compiled(self.d, self.digits)
        solver.pars[:] = np.concatenate([self.data, self._as_heyoka(a), self._as_heyoka(b)])
        solver.state[:] = self._as_heyoka(x)
        solver.time = self._time(self.arithmetic.number(0))
        cap = self._time(self.arithmetic.number(solver.order / (2 * LEAP * rate)))
        steps: list[tuple[Any, np.ndarray]] = []

        def keep(solver: Any) -> bool:
            steps.append((solver.last_h, solver.tc.copy()))
            return True

        # heyoka's own dense output would compile code for every call; the Taylor coefficients are
        # all it needs.
        outcome = solver.propagate_for(
            self._time(duration), max_delta_t=cap, write_tc=True, callback=keep
        )[0]
        if outcome != heyoka_library().taylor_outcome.time_limit:
            raise ArithmeticError(
                f"heyoka stopped with {outcome}: try engine='portable' or more digits"
            )
        knots = np.cumsum([0 * steps[0][0], *(h for h, _ in steps)])
        series = np.array([coefficients for _, coefficients in steps])
        return Chunk(
            duration, self._out(solver.state), self._out(knots), self._dense(knots, series)
        )

    def _dense(self, knots: np.ndarray, series: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
        def states_at(taus: np.ndarray) -> np.ndarray:
            taus = self._as_heyoka(taus)
            k = np.clip(np.searchsorted(knots, taus, side="right") - 1, 0, len(series) - 1)
            return self._out(horner(np.moveaxis(series[k], 2, 0), (taus - knots[k])[:, None]))

        return states_at


# ---------------------------------------------------------------- LSODA, for doubles without heyoka


# LSODA takes a stiff stretch for a benign one where rounding hides which it is, and then crawls: a
# chunk takes some 10,000 evaluations at most, one was seen to take 2,600,000.
MOST_EVALUATIONS = 40_000


class _CrawlsError(Exception):
    """LSODA has chosen steps that are far too small."""


class LsodaEngine:
    """LSODA with the analytic Jacobian -2 Sigma diag(p + q); where it crawls, Radau's method."""

    # Measured: at these tolerances beta is right to about 1e-9 for every alpha.
    eps = 1e-12
    stride = 40.0

    def __init__(self, Sigma: np.ndarray, h: np.ndarray) -> None:
        self.Sigma, self.h = np.asarray(Sigma, dtype=float), np.asarray(h, dtype=float)

    def advance(
        self, x: np.ndarray, a: np.ndarray, b: np.ndarray, duration: float, rate: float
    ) -> Chunk:
        """LSODA from x over ``duration``; it raises where that fails."""

        def exponentials(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            # A trial step of the corrector may overshoot; beyond e^50 it is rejected anyway.
            return np.exp(np.minimum(2 * x + a, 50)) / 2, np.exp(np.minimum(-2 * x - b, 50)) / 2

        def slope(_t: float, x: np.ndarray) -> np.ndarray:
            p, q = exponentials(x)
            return self.h - self.Sigma @ (p - q)

        def jacobian(_t: float, x: np.ndarray) -> np.ndarray:
            p, q = exponentials(x)
            return -2 * self.Sigma * (p + q)

        def solved(method: str, most: float) -> Any:
            count = 0

            def counted(t: float, x: np.ndarray) -> np.ndarray:
                nonlocal count
                count += 1
                if count > most:
                    raise _CrawlsError
                return slope(t, x)

            return solve_ivp(
                counted, (0.0, duration), x, method, dense_output=True, jac=jacobian,
                # exp(2 g t) grows by e^10 at most in a step
                rtol=self.eps, atol=self.eps, max_step=5 / rate,
            )  # fmt: skip

        try:
            solution = solved("LSODA", MOST_EVALUATIONS)
        except _CrawlsError:
            solution = solved("Radau", np.inf)
        if not solution.success or not np.all(np.isfinite(solution.y[:, -1])):
            raise ArithmeticError(
                f"LSODA failed ({solution.message}): install heyoka, or ask for more digits"
            )
        return Chunk(
            duration,
            solution.y[:, -1],
            solution.t,
            lambda taus: solution.sol(np.asarray(taus, dtype=float)).T,
        )
