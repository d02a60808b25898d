"""One mode from a = w = alpha, followed by an integrator down to alpha = 1e-80:
linear.aligned-mode.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import exp, log

import numpy as np
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from checks.methods.check import Effort
from checks.methods.measured import Measured
from checks.methods.property import Property
from theory import linear as paper
from theory.notation import t

# alpha^(2 |s t - 1|) is what the limit leaves out: 1e-12 at the nearest times and 1e-60.
DECADES = (60, 80)
SHARES = tuple(Fraction(one, 10) for one in (1, 4, 6, 9, 11, 14, 19, 30))  # s t
POSITIVE = st.fractions(Fraction(1, 4), Fraction(4), max_denominator=8)


def grown(b: float, variance: float, time: float, decades: int, tight: float) -> float:
    """a w at this accelerated time from a = w = 10^-decades, in the logarithms of a and w."""
    rate = decades * log(10)

    def slope(_: float, z: np.ndarray) -> np.ndarray:
        turn, left = exp(z[1] - z[0]), b - exp(z[0] + z[1])
        return rate * variance * left * np.array([turn, 1 / turn])

    run = solve_ivp(slope, (0, time), [-rate, -rate], method="LSODA", rtol=tight, atol=tight)
    return exp(run.y[0, -1] + run.y[1, -1])


def followed(
    drawn: tuple[Fraction, Fraction], effort: Effort, tight: float = 1e-11
) -> Iterator[dict]:
    """a w at two small alphas, before and after 1/s."""
    b, variance = drawn
    for share in SHARES:
        time = share / (b * variance)
        far, near = (grown(float(b), float(variance), float(time), n, tight) for n in DECADES)
        yield {
            paper.mode_limit: Measured(near, max(float(b), near), 4 * abs(near - far)),
            paper.b_mode: b,
            paper.lam_mode: variance,
            t: time,
        }


def again(drawn: tuple, effort: Effort) -> Iterator[dict]:
    """Smaller steps."""
    return followed(drawn, effort, 1e-13)


one_mode = Property(
    "one mode integrated from 1e-60 and 1e-80",
    st.tuples(POSITIVE, POSITIVE),
    followed,
    1e-8,
    "an integrator held to 1e-11 of each step; what the limit leaves out is below 1e-11",
    examples=(6, 40, 200),
    confirm=again,
)
