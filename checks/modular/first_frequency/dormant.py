"""Measurements for the claims about a dormant neuron: the integrated flow, its blow-up and the
frequency it takes.

What the flows are compared with is solved by elliptic integrals (``theory.modular.three_wave``).
Gradient flow of the whole network is in ``first_jump``, counts over seeds in ``counts_over_seeds``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import mpmath
import numpy as np
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured, Unsettled, alone, between
from checks.methods.property import Observation, Property
from checks.modular import task
from checks.modular.exact import balls, counted, pairs
from checks.modular.sphere import summands
from checks.modular.sums.transforms import transform
from numerics.modular.dormant_flow import dormant_end
from theory import modular as paper
from theory.modular import p, three_wave
from theory.notation import n_0


# --- the dormant flow -----------------------------------------------------------------------------
@dataclass(frozen=True, repr=False)
class Dormant:
    """An encoding and neurons (u, v, w) in hundredths."""

    x: tuple[int, ...]
    hundredths: tuple[tuple[int, ...], ...]

    @property
    def rows(self) -> list[np.ndarray]:
        """theta = (u, v, w) of each neuron, in units."""
        return [np.array(row) / 100 for row in self.hundredths]

    @property
    def alive(self) -> Dormant:
        """The same instance; rejected where x or a neuron is zero."""
        if not any(self.x):
            raise Rejected("x is zero")
        if not all(map(any, self.hundredths)):
            raise Rejected("a neuron is zero")
        return self

    def __repr__(self) -> str:
        return (
            f"x = {self.x}, neurons (u, v, w) = "
            f"{', '.join(str(tuple(q / 100 for q in row)) for row in self.hundredths)}"
        )


@st.composite
def dormant(draw: st.DrawFn, sizes: tuple[int, ...] = (3, 5), rows: int = 1) -> Dormant:
    """A centred encoding and ``rows`` neurons with entries between -0.30 and 0.30."""
    x = draw(task.centred(sizes))
    return Dormant(
        x,
        tuple(
            tuple(draw(st.lists(st.integers(-30, 30), min_size=3 * len(x), max_size=3 * len(x))))
            for _ in range(rows)
        ),
    )


def _velocity(x: tuple, theta: np.ndarray, left: tuple | None = None) -> np.ndarray:
    """The gradient of the utility; ``left`` is what the labels still have of x."""
    return summands.summands(x).gradient(
        theta, None if left is None else summands.summands(left).grid[1]
    )


def without(x: tuple, learned: list[int]) -> tuple:
    """x less the frequencies that are learned (modular.updated-utility)."""
    hat = np.fft.rfft(x)
    hat[learned] = 0
    return tuple(np.fft.irfft(hat, len(x)))


def _waves(one: Dormant, effort: Effort) -> Iterator[dict]:
    """How |u|^2, |v|^2, |w|^2 and z move in a short step of the flow, at every
    frequency, in balls.
    """
    (row,), n, x = one.alive.hundredths, len(one.x), balls(one.x)
    parts = np.array(row, dtype=object).reshape(3, n)
    (rates,) = task.gradient(x, balls([parts]) / 100, task.targets(x))
    for f in range(1, n // 2 + 1):
        hat = task.coefficient(one.x, f)
        if hat == 0:
            continue
        now, rate = (
            [task.coefficient(tuple(part), f) / 100 for part in parts],
            [transform(tuple(part))(f) for part in rates],
        )
        (u, v, w), turn = now, hat.conjugate() / abs(hat)
        z = u * v * w.conjugate() * turn
        drift = (
            rate[0] * v * w.conjugate() + u * rate[1] * w.conjugate() + u * v * rate[2].conjugate()
        ) * turn
        for value, moves in zip(now, rate):
            yield {
                p: n,
                paper.X: abs(hat),
                paper.mag_u: abs(u),
                paper.mag_v: abs(v),
                paper.mag_w: abs(w),
                paper.Phi: task.phase(z),
                paper.rate_sq: 2 * (value.conjugate() * moves).real,
                paper.rate_im: drift.imag,
            }


waves = pairs(
    "the gradient of the utility over all pairs, even p too", dormant((3, 4, 5, 6, 7)), _waves
)

EXACT = 1e-12
EXACT_REASON = (
    "doubles, four digits to spare; the error of the flow is what Runge-Kutta and Taylor differ in"
)


def moved(x: tuple, start: np.ndarray, left: tuple | None, until: float) -> np.ndarray:
    """A dormant neuron after this time, by Runge-Kutta of order eight."""
    run = solve_ivp(
        lambda _, theta: _velocity(x, theta, left),
        (0.0, until),
        start,
        method="DOP853",
        rtol=3e-14,
        atol=1e-16,
    )
    if not run.success:
        raise Unsettled(f"Runge-Kutta does not come to t = {until:.6g}")
    return run.y[:, -1]


def both_ways(
    x: tuple, start: np.ndarray, left: tuple | None, until: float, shorter: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """The same by Runge-Kutta in doubles and by Taylor series in extended precision, the second
    with steps ``shorter`` times as short.
    """
    return moved(x, start, left, until), dormant_end(x, start, until, left, shorter).astype(float)


def _wave_time(shorter: int, one: Dormant, effort: Effort) -> Iterator[dict]:
    """Integrate to most of the blow-up; what has grown there gives R_F at the end, and the time
    must come back.
    """
    x, (row,) = one.alive.x, one.rows
    with mpmath.workdps(30):
        found = three_wave.waves(x, row)
        f = min(range(len(found)), key=lambda n: found[n].blow_up)
        wave = found[f]
        if not mpmath.isfinite(wave.blow_up):
            raise Rejected("nothing grows")
        # The integrator holds 13 digits where the frequency has grown well past its start.
        if abs(wave.z) < 1e-4 * max(wave.u, wave.v, wave.w):
            raise Rejected("one of the three magnitudes is nearly zero")
        until = float(wave.blow_up) * 0.9
        ends = [
            mpmath.mpf(abs(np.fft.fft(end.reshape(3, -1), axis=1)[0, f + 1])) ** 2 - wave.u
            for end in both_ways(x, row, None, until, shorter)
        ]
        if min(ends) <= 0:
            raise Rejected("the wave has not grown at nine tenths of its time")
        yield {
            p: len(x),
            paper.X: task.magnitude(x, f + 1),
            paper.wait: Fraction(until),
            paper.rising: 1 if wave.rising else -1,
            paper.R_start: alone(wave.remaining(mpmath.mpf(0))),
            paper.R_end: between(*map(wave.remaining, ends)),
            paper.R_turn: alone(wave.remaining(wave.turning)) if not wave.rising else 0,
        }


wave_time = Property(
    "the integrated flow at nine tenths of the blow-up",
    dormant((3, 5, 7, 9, 11)),
    partial(_wave_time, 1),
    EXACT,
    EXACT_REASON,
    examples=(15, 100, 600),
    method="flow",
    confirm=partial(_wave_time, 2),
)


LONGEST = 1e4  # time that a flow is followed for: hundreds of times that of a typical neuron


def _first_jump(shorter: int, one: Dormant, effort: Effort) -> Iterator[Observation]:
    x, rows = one.alive.x, one.rows
    if max(np.linalg.norm(row) for row in rows) >= 0.99:
        raise Rejected("a neuron is not dormant")
    try:
        jump = paper.first_jump(x, rows, digits=18)
    except ValueError:
        raise Rejected("nothing ever activates") from None
    if jump.time > LONGEST:
        raise Rejected(f"nothing activates before {LONGEST:g}")
    ends = [both_ways(x, row, None, float(jump.time), shorter) for row in rows]
    # The largest norm: no other neuron may have been faster.
    largest = between(*(max(float(np.linalg.norm(end[way])) for end in ends) for way in (0, 1)))
    with mpmath.workdps(18):
        start = mpmath.norm(list(map(float, rows[jump.neuron])))
        grown = [wave.growth(jump.time) for wave in three_wave.waves(x, rows[jump.neuron])]
        if abs(start**2 + mpmath.mpf(6) / len(x) * mpmath.fsum(grown) - 1) > JUMP:
            raise ArithmeticError(
                f"neuron {jump.neuron} has not the norm 1 at the jump {mpmath.nstr(jump.time, 8)}"
            )
    # what a frequency has lost or gained is a part of a squared norm of 1
    sigma = [Measured(value, max(abs(value), 1)) for value in grown]
    yield Observation(
        {
            p: len(x),
            paper.half: (len(x) - 1) // 2,
            paper.norm_at_jump: largest,
            n_0: alone(start),
            paper.grown: counted(sigma, "frequency"),
        },
        detail=f"neuron {jump.neuron} takes frequency {jump.frequency} at "
        f"{mpmath.nstr(jump.time, 8)}",
    )


JUMP = 1e-11
first_jump = Property(
    "integrated neurons at the exact time",
    dormant((3, 5), rows=2),
    partial(_first_jump, 1),
    JUMP,
    "the norm moves faster than time near the blow-up: one digit less than the flow",
    examples=(4, 60, 300),
    method="flow",
    confirm=partial(_first_jump, 2),
)

# Two tolerances, to see the error of what is integrated by one method; and two finer ones, for a
# second look.
LOOK, CLOSER = (1e-10, 1e-12), (1e-12, 1e-13)


def blown_up(
    x: tuple, theta: np.ndarray, left: tuple | None = None, reach: float = 25.0, rtol: float = 1e-12
) -> tuple[float, np.ndarray]:
    """(time, direction) where the norm is e^25, or e^25 times the start's where that is above one.

    The flow on the sphere with log-norm and time, all of them tame. The time left there is e^-25 of
    the whole.
    """
    size = float(np.linalg.norm(theta))
    end = reach + max(0.0, float(np.log(size)))

    def field(_: float, state: np.ndarray) -> np.ndarray:
        direction = state[:-2] / np.linalg.norm(state[:-2])
        pull = _velocity(x, direction, left)
        growth = float(direction @ pull)
        return np.concatenate([pull - growth * direction, [growth, np.exp(-state[-2])]])

    def far(_: float, state: np.ndarray) -> float:
        return state[-2] - end

    # SciPy reads this attribute of an event
    far.terminal = True  # type: ignore[attr-defined]  # SciPy reads its events' attributes
    run = solve_ivp(
        field,
        (0.0, 1e5),
        np.concatenate([theta / size, [np.log(size), 0.0]]),
        method="DOP853",
        rtol=rtol,
        atol=rtol / 100,
        events=far,
    )
    if not run.t_events[0].size:
        raise Rejected("a neuron stays below norm e^25 for too long")
    return float(run.y_events[0][0][-1]), run.y_events[0][0][:-2]


def blow_up_time(
    x: tuple,
    theta: np.ndarray,
    left: tuple | None = None,
    tolerances: tuple[float, float] = LOOK,
    after: float = 0.0,
) -> Measured:
    """When the neuron has the norm e^25, ``after`` another time; integrated to two tolerances."""
    return between(*(after + blown_up(x, theta, left, rtol=rtol)[0] for rtol in tolerances))


def _taken(tolerances: tuple[float, float], one: Dormant, effort: Effort) -> Iterator[dict]:
    x, (row,) = one.alive.x, one.rows
    times = sorted(paper.blow_up_times(x, row, 16))
    if not times[0] <= LONGEST:
        raise Rejected(f"nothing blows up before {LONGEST:g}")
    if times[0] > 0.98 * times[1]:
        raise Rejected("two blow-up times are nearly equal")
    predicted, shares = paper.frequency_taken(x, row, 16), []
    for rtol in tolerances:
        _, end = blown_up(x, row, rtol=rtol)
        power = np.sum(abs(np.fft.fft(end.reshape(3, -1), axis=1)) ** 2, axis=0)
        shares.append(float(np.sqrt(2 * power[predicted] / power.sum())))
    yield {p: len(x), paper.share_taken: between(*shares)}


taken = Property(
    "the direction where the norm is e^25",
    dormant((5,)),
    partial(_taken, LOOK),
    1e-6,
    "what has not blown up is e^-25 of the rest",
    examples=(12, 80, 500),
    method="flow",
    confirm=partial(_taken, CLOSER),
)
