"""The norm of all weights of a network along gradient flow, followed by an integrator:
modular.flow-norm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from checks.methods.check import Effort
from checks.methods.measured import Measured, Unsettled, alone
from checks.methods.property import Property
from theory import modular as paper
from theory.notation import eta, t

# An integrator held to 1e-11 of each step; some hundred steps.
FOLLOWED, REASON = 1e-8, "an integrator of order eight held to 1e-11 a step"
MOST_SLOPES = 100_000  # some thousand are usual


@dataclass(frozen=True)
class Start:
    """An encoding of any mean, a start of any size and width, a rate, and a time in units of the
    printed one.
    """

    x: tuple[int, ...]
    neurons: int
    seed: int
    size: float
    time: float
    rate: float
    aligned: bool = False  # one neuron, where the utility is largest


@st.composite
def encodings(draw: st.DrawFn) -> tuple[int, ...]:
    """Whole numbers that are not all the same, centred or not."""
    p = draw(st.sampled_from((3, 5, 7, 9, 11)))
    free = draw(st.lists(st.integers(-3, 3), min_size=p, max_size=p))
    return tuple(free) if len(set(free)) > 1 else (*free[1:], free[0] + 1)


def loss_and_slopes(x: np.ndarray, theta: np.ndarray) -> tuple[float, np.ndarray]:
    """The loss with labels less their mean, and its gradient; ``theta`` is (neurons, 3, p)."""
    p = len(x)
    q = np.arange(p)
    turned = x[(q[None, :] - q[:, None]) % p]  # (q.x)(a)
    labels = x[(q - q[:, None, None] - q[:, None]) % p] - x.mean()
    u, v, w = theta[:, 0], theta[:, 1], theta[:, 2]
    seen = (u @ turned.T)[:, :, None] + (v @ turned.T)[:, None, :]
    error = np.einsum("iqr,im->qrm", seen**2, w) - labels
    pull = 2 * np.einsum("qrm,iqr,im->iqr", error, seen, w)
    slopes = np.stack(
        [
            pull.sum(axis=2) @ turned,
            pull.sum(axis=1) @ turned,
            np.einsum("qrm,iqr->im", error, seen**2),
        ],
        axis=1,
    )
    return float(np.sum(error**2)) / (2 * p**2), slopes / p**2


def integrated(
    slope: Callable[[float, np.ndarray], np.ndarray], start: np.ndarray, time: float,
    tight: float, least: Any,
) -> np.ndarray:  # fmt: skip
    """Where theta' = slope is at this time; Unsettled where the integrator does not get there."""
    with np.errstate(over="ignore", invalid="ignore"):  # a step that leaps too far is taken back
        run = solve_ivp(slope, (0, time), start.ravel(), method="DOP853", rtol=tight, atol=least)
    if not run.success:
        raise Unsettled(f"the integrator gave up at {run.t[-1]:.3g} of {time:.3g}: {run.message}")
    return run.y[:, -1].reshape(start.shape)


def moved(
    x: np.ndarray, start: np.ndarray, rate: float, time: float, tight: float = 1e-11
) -> np.ndarray:
    """All weights after this time of gradient flow, each step held to ``tight``; Unsettled where
    it is so stiff that an explicit method has no end.
    """
    left = MOST_SLOPES

    def slope(_: float, flat: np.ndarray) -> np.ndarray:
        nonlocal left
        left -= 1
        if left < 0:
            raise Unsettled(f"a flow of more than {MOST_SLOPES} gradients")
        return -rate * loss_and_slopes(x, flat.reshape(start.shape))[1].ravel()

    least = tight * 1e-6 * float(np.linalg.norm(start))
    return integrated(slope, start, time, tight, least)


def _start(drawn: Start, x: np.ndarray, frequency: int) -> np.ndarray:
    if not drawn.aligned:
        draw = np.random.default_rng(drawn.seed)
        return drawn.size * draw.normal(size=(drawn.neurons, 3, len(x)))
    angle = 2 * np.pi * frequency * np.arange(len(x)) / len(x)
    phases = np.random.default_rng(drawn.seed).uniform(0, 2 * np.pi, size=2)
    last = phases.sum() - np.angle(np.fft.fft(x)[frequency])
    return drawn.size * np.cos(angle + np.array([*phases, last])[:, None])[None]


def followed(drawn: Start, effort: Effort, tight: float = 1e-11) -> Iterator[dict]:
    """The norm at the start and at the end, and the loss there."""
    x = np.array(drawn.x, dtype=float)
    p = len(x)
    magnitudes = np.abs(np.fft.fft(x))[1:]
    largest = float(magnitudes.max())
    start = _start(drawn, x, 1 + int(np.argmax(magnitudes)))
    before = float(np.linalg.norm(start))
    top = np.sqrt(6) * largest**3 / (9 * p**1.5)
    time = float(drawn.time / (3 * drawn.rate * top * before))
    end = moved(x, start, drawn.rate, time, tight)
    after = float(np.linalg.norm(end))
    loss, _ = loss_and_slopes(x, end)
    level = float(x @ x)
    yield {
        paper.norm_net_0: Measured(before, before),
        paper.norm_net: Measured(after, after),
        paper.loss_net: Measured(loss, level),
        paper.x_sq: sp.Integer(sum(one**2 for one in drawn.x)),
        paper.x_sum: sp.Integer(sum(drawn.x)),
        paper.X: alone(largest),
        paper.p: p,
        eta: alone(drawn.rate),
        t: alone(time),
    }


# the mean and one frequency with its conjugate are a part of all
PARSEVAL = (2 * paper.X**2 + paper.x_sum**2 <= paper.p * paper.x_sq,)


def without_weights() -> dict:
    """No weights at all: none grow, and the loss is that of the labels."""
    return {
        paper.norm_net_0: sp.S.Zero,
        paper.norm_net: sp.S.Zero,
        paper.loss_net: (paper.x_sq - paper.x_sum**2 / paper.p) / 2,
    }


def again(drawn: Start, effort: Effort) -> Iterator[Any]:
    """Smaller steps."""
    return followed(drawn, effort, 1e-13)


def aligned(*sizes: float) -> st.SearchStrategy[Start]:
    """One neuron where the utility is largest: it keeps its direction until it is large."""
    return st.builds(
        Start,
        encodings(),
        st.just(1),
        st.integers(0, 999),
        st.sampled_from(sizes),
        st.sampled_from((0.2, 0.6, 0.9)),
        st.sampled_from((0.5, 1.0)),
        st.just(True),
    )


ANY = st.builds(
    Start,
    encodings(),
    st.integers(1, 4),
    st.integers(0, 999),
    st.sampled_from((1e-4, 1e-2, 0.1, 0.5)),
    st.sampled_from((0.2, 0.6, 0.95, 1.5)),
    st.sampled_from((0.5, 1.0, 3.0)),
)
followed_norms = Property(
    "networks of any start, integrated",
    st.one_of(ANY, aligned(1e-6, 0.03)),
    followed,
    FOLLOWED,
    REASON,
    examples=(20, 120, 800),
    confirm=again,
)
# What a small neuron puts out is of the order of the cube of its norm: both bounds are reached to
# that order.
attained = Property(
    "attained by a small neuron at the largest utility",
    aligned(1e-6),
    followed,
    FOLLOWED,
    REASON,
    examples=(8, 60, 300),
    confirm=again,
    sharp=True,
)
