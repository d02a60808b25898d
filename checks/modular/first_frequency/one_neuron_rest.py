"""One neuron that starts aligned with a frequency, followed by an integrator in all its 3p weights:
modular.one-neuron-rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from checks.framework.cases import Rewritten
from checks.methods.check import Beyond, Effort
from checks.methods.measured import Measured, alone
from checks.methods.property import Property
from checks.modular.first_frequency.flow_norm import loss_and_slopes, moved
from theory import modular as paper
from theory.notation import eta, t

# An integrator held to 1e-11 of each step; some hundred steps.
FOLLOWED, REASON = 1e-8, "an integrator of order eight held to 1e-11 a step"


@dataclass(frozen=True)
class Start:
    """An encoding of p residues without the frequency 3 xi, and a neuron aligned with xi."""

    p: int
    frequency: int
    seed: int  # of the encoding and of two phases
    below: (
        float  # how far u, v, w are on the way from no weights (0) to no loss less than those (1)
    )
    turned: float  # how far the phases are from those that match
    inputs: float  # |u|/|v|
    output: float  # |w| over what the least loss has where all three are equal
    time: float  # in units of the rate at the start
    rate: float
    size: float = 1.0  # of the encoding: the least loss goes with its square, the rate with more
    neurons: int = 1
    third: bool = False  # does the encoding keep the frequency 3 xi?


def encoding(drawn: Start) -> np.ndarray:
    """``size`` times random numbers, the frequency 3 xi taken out (with its conjugate), xi not
    small.
    """
    x = np.random.default_rng(drawn.seed).normal(size=drawn.p)
    hat = np.fft.fft(x)
    third, own = 3 * drawn.frequency % drawn.p, drawn.frequency
    if not drawn.third:
        hat[[third, -third % drawn.p]] = 0
    if abs(hat[own]) < 1:
        hat[own] = np.exp(1j * np.angle(hat[own]))
        hat[-own] = hat[own].conj()
    return drawn.size * np.fft.ifft(hat).real


def weights(drawn: Start, x: np.ndarray) -> np.ndarray:
    """(neurons, 3, p): a wave each, with a loss below that without weights."""
    p = drawn.p
    hat = np.fft.fft(x)[drawn.frequency]
    size = 4 / (9 * p * abs(hat))  # the product of the amplitudes at the least loss
    apart = (drawn.inputs - 1 / drawn.inputs) ** 2
    product = drawn.below * 2 * size * abs(np.cos(drawn.turned)) / (1 + apart / 6)
    w = drawn.output * size ** (1 / 3)
    both = np.sqrt(product / w)
    amplitudes = np.array([both * np.sqrt(drawn.inputs), both / np.sqrt(drawn.inputs), w])
    phases = np.random.default_rng(drawn.seed + 1).uniform(0, 2 * np.pi, size=2)
    last = phases.sum() - np.angle(hat) + drawn.turned
    angle = 2 * np.pi * drawn.frequency * np.arange(p) / p
    waves = amplitudes[:, None] * np.cos(angle + np.array([*phases, last])[:, None])
    turned = amplitudes[:, None] * np.cos(
        angle + np.array([phases[0] + np.pi / 2, phases[1] + np.pi / 2, last + np.pi])[:, None]
    )
    return np.stack([waves, turned][: drawn.neurons])


def followed(drawn: Start, effort: Effort, tight: float = 1e-11) -> Iterator[dict]:
    """The losses at the start and at the end, and the norms of u and v at the start."""
    x = encoding(drawn)
    start = weights(drawn, x)
    magnitude = float(abs(np.fft.fft(x)[drawn.frequency]))
    u, v, w = (float(one @ one) for one in start[0])
    time = drawn.time / (3 * drawn.rate * magnitude**4 * 4 / drawn.p**2 * w * (u + v))
    third = float(abs(np.fft.fft(x)[3 * drawn.frequency % drawn.p]))
    before, _ = loss_and_slopes(x, start)
    after, _ = loss_and_slopes(x, moved(x, start, drawn.rate, time, tight))
    level = float(x @ x)
    yield {
        paper.loss_net_0: Measured(before, level),
        paper.loss_net: Measured(after, level),
        paper.inputs_sq_0: alone(u + v),
        paper.x_sq: Measured(level, level),
        paper.x_sum: Measured(float(x.sum()), float(abs(x).sum())),
        paper.X: alone(magnitude),
        paper.X_3: alone(third) if third > 1e-9 else sp.S.Zero,
        paper.p: drawn.p,
        paper.N: drawn.neurons,
        eta: alone(drawn.rate),
        t: alone(time),
    }


def again(drawn: Start, effort: Effort) -> Iterator[dict]:
    """Smaller steps."""
    return followed(drawn, effort, 1e-13)


def at_rest() -> dict:
    """A neuron at its least loss stays there."""
    rest = (paper.x_sq - paper.x_sum**2 / paper.p) / 2 - paper.X**2 / (9 * paper.p)
    return {paper.loss_net_0: rest, paper.loss_net: rest, paper.X_3: sp.S.Zero}


def from_above(statement: sp.Basic) -> sp.Basic:
    """Of several bounds, those of the loss from above."""
    parts = statement.args if isinstance(statement, sp.And) else (statement,)
    kept = [one for one in parts if isinstance(one, sp.Le) and one.lhs == paper.loss_net]
    return sp.And(*kept, evaluate=False) if len(kept) > 1 else kept[0] if kept else statement


FREQUENCIES = st.sampled_from(((3, 1), (5, 1), (5, 2), (7, 2), (9, 2), (9, 3), (11, 4)))
STARTS = st.builds(
    lambda pair, start: replace(start, p=pair[0], frequency=pair[1]),
    FREQUENCIES,
    st.builds(
        Start,
        st.just(3),
        st.just(1),
        st.integers(0, 999),
        st.sampled_from((1e-3, 0.05, 0.3, 0.5, 0.8, 0.99)),
        st.sampled_from((0.0, 0.4, -1.2, 1.5)),
        st.sampled_from((1.0, 0.5, 3.0)),
        st.sampled_from((0.3, 1.0, 2.0)),
        st.sampled_from((0.01, 0.2, 1.0, 10.0)),
        st.sampled_from((0.5, 1.0, 3.0)),
        st.sampled_from((1.0, 0.2, 10.0)),
    ),
)
# Near rest, |u| and |v| not quite equal: there the printed rate is that of the flow.
NEAR = st.builds(
    lambda start, inputs, time: replace(
        start, below=0.5, turned=0.0, inputs=inputs, output=1.0, time=time
    ),
    STARTS,
    st.sampled_from((1.02, 1.05)),
    st.sampled_from((0.5, 1.0, 2.0)),
)
# Matched against the sign that gives a utility: along a line to no weights, where it stays.
AGAINST = Start(5, 1, 3, 0.5, np.pi, 1.0, 1.0, 40.0, 1.0)
ONE = Start(5, 1, 3, 0.5, 0.0, 1.0, 1.0, 40.0, 1.0)
losses = Property(
    "aligned neurons, integrated in all weights",
    st.one_of(STARTS, NEAR),
    followed,
    FOLLOWED,
    REASON,
    examples=(20, 120, 800),
    confirm=again,
    beyond=(
        Beyond(sp.Eq(paper.X_3, 0), st.just(replace(ONE, third=True))),
        Beyond(sp.Eq(paper.N, 1), st.just(replace(ONE, below=0.05, neurons=2))),
        Beyond(paper.one_neuron_rest.given[-1], st.just(AGAINST)),
    ),
)
# At the start both sides of the upper bound are the loss there.
begun = Rewritten(
    Property(
        "the upper bound is attained at the start",
        STARTS.map(lambda start: replace(start, time=1e-10)),
        followed,
        FOLLOWED,
        REASON,
        examples=(8, 60, 300),
        confirm=again,
        sharp=True,
    ),
    from_above,
)
