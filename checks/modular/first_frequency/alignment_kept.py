"""Neurons that start aligned with a frequency, followed by an integrator in all their weights: what
they have outside of it at the end. modular.alignment-kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from checks.methods.check import Beyond, Effort
from checks.methods.measured import BETWEEN, Measured, alone
from checks.methods.property import Property
from checks.modular import task
from checks.modular.first_frequency.flow_norm import loss_and_slopes, moved
from theory import modular as paper
from theory.notation import eta, t

# A squared distance. The steps are linear in the slopes, so that only rounding leaves the
# frequency, some 1e-32 of the squared weights. What is outside may multiply it, to 1e-10 where
# other frequencies grow: where it is not small, a start that rounding has nudged says how much.
FOLLOWED, REASON = 1e-15, "the square of rounding, beside what a nudged start makes of it"
NUDGE = 1e-14  # of the weights: more than the rounding of all steps


@dataclass(frozen=True)
class Start:
    """An encoding of p residues without the frequency 3 xi, and neurons aligned with xi."""

    p: int
    frequency: int
    neurons: int
    seed: int  # of the encoding, the amplitudes and the phases
    size: float  # of the weights, in units of those at rest
    time: float  # in units in which the weights change by their own size at the start
    rate: float
    third: bool = False  # does the encoding keep the frequency 3 xi?


def encoding(drawn: Start) -> np.ndarray:
    """Random numbers, the frequency 3 xi taken out with its conjugate, xi not small."""
    hat = np.fft.fft(np.random.default_rng(drawn.seed).normal(size=drawn.p))
    third, own = 3 * drawn.frequency % drawn.p, drawn.frequency
    if not drawn.third:
        hat[[third, -third % drawn.p]] = 0
    if abs(hat[own]) < 1 and third != own:
        hat[own] = np.exp(1j * np.angle(hat[own]))
        hat[-own] = hat[own].conj()
    return np.fft.ifft(hat).real


def weights(drawn: Start, x: np.ndarray) -> np.ndarray:
    """(neurons, 3, p): waves of any amplitudes and phases."""
    draw = np.random.default_rng(drawn.seed + 1)
    shape = (drawn.neurons, 3, 1)
    own = max(1.0, float(abs(np.fft.fft(x)[drawn.frequency])))
    amplitudes = drawn.size * (4 / (9 * drawn.p * own)) ** (1 / 3) * draw.uniform(0.3, 1.5, shape)
    phases = draw.uniform(0, 2 * np.pi, shape)
    return amplitudes * np.cos(2 * np.pi * drawn.frequency * np.arange(drawn.p) / drawn.p + phases)


def outside(theta: np.ndarray, frequency: int) -> float:
    """|theta - its part at the frequency|^2, the part 2/p <f, cos> cos + 2/p <f, sin> sin."""
    p = theta.shape[-1]
    angle = 2 * np.pi * frequency * np.arange(p) / p
    waves = np.stack([np.cos(angle), np.sin(angle)])
    return float(np.sum((theta - 2 / p * (theta @ waves.T) @ waves) ** 2))


def followed(drawn: Start, effort: Effort, tight: float = 1e-11) -> Iterator[dict]:
    """What is outside of the frequency at the end."""
    x = encoding(drawn)
    start = weights(drawn, x)
    slopes = float(np.linalg.norm(loss_and_slopes(x, start)[1]))
    norm = float(np.linalg.norm(start))
    time = drawn.time * norm / (drawn.rate * slopes) if slopes > 1e-9 * norm else drawn.time
    theta = moved(x, start, drawn.rate, time, tight)
    away, size, error = outside(theta, drawn.frequency), float(np.sum(theta**2)), 0.0
    if away > FOLLOWED * size:
        push = NUDGE * norm * np.random.default_rng(0).normal(size=start.shape)
        nudged = moved(x, start + push, drawn.rate, time, tight)
        error = BETWEEN * abs(outside(nudged, drawn.frequency) - away)
    third = float(abs(np.fft.fft(x)[3 * drawn.frequency % drawn.p]))
    yield {
        paper.away_sq: Measured(away, size, error),
        paper.X_3: alone(third) if drawn.third else sp.S.Zero,
        paper.X: alone(float(abs(np.fft.fft(x)[drawn.frequency]))),
        paper.x_sq: alone(float(x @ x)),
        paper.x_sum: Measured(float(x.sum()), float(abs(x).sum())),
        paper.p: drawn.p,
        paper.xi: drawn.frequency,
        paper.N: drawn.neurons,
        eta: alone(drawn.rate),
        t: alone(time),
    }


def again(drawn: Start, effort: Effort) -> Iterator[dict]:
    """Smaller steps."""
    return followed(drawn, effort, 1e-13)


def at_rest() -> dict:
    """A neuron at its least loss, aligned, stays there."""
    return {paper.away_sq: sp.S.Zero, paper.X_3: sp.S.Zero}


FREQUENCIES = ((3, 1), (3, 2), (5, 1), (5, 2), (7, 2), (7, 5), (9, 2), (9, 3), (11, 4), (15, 5))
STARTS = st.builds(
    lambda pair, *rest: Start(*pair, *rest),
    st.sampled_from(FREQUENCIES),
    st.integers(1, 4),
    st.integers(0, 999),
    st.sampled_from((0.1, 0.5, 1.0, 2.0)),
    st.sampled_from((0.01, 1.0, 5.0)),
    st.sampled_from((0.5, 1.0, 3.0)),
)
ONE = Start(5, 1, 1, 3, 1.0, 2.0, 1.0)
kept = Property(
    "neurons that start aligned, integrated in all weights",
    STARTS,
    followed,
    FOLLOWED,
    REASON,
    examples=(20, 120, 800),
    confirm=again,
    beyond=(
        Beyond(sp.Eq(paper.X_3, 0), st.just(replace(ONE, third=True))),
        # Where xi = p/2 the sine is 0 and 2/p <f, cos> cos twice the vector.
        *task.beyond_odd(st.just(replace(ONE, p=4, frequency=2))),
    ),
)
