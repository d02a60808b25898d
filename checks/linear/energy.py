"""The weights along one mode of a commuting problem, followed by an integrator:
linear.mode-energy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from checks.methods.check import Effort
from checks.methods.measured import Measured, alone
from checks.methods.property import Property
from theory import linear as paper
from theory.notation import eta, t

# An integrator held to 1e-11 of each step; some hundred steps.
FOLLOWED, REASON = 1e-8, "an integrator of order eight held to 1e-11 a step"


@dataclass(frozen=True)
class Start:
    """A commuting problem of any shape, a start of any size and width, a time and a rate."""

    shape: tuple[int, int, int]  # c, H, d
    seed: int
    size: float
    time: float
    rate: float
    aligned: bool = False  # A^T u = W v, with one input and one output


STARTS = st.builds(
    Start,
    st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 4)),
    st.integers(0, 999),
    st.sampled_from((1e-4, 1e-2, 0.3, 1.0)),
    st.sampled_from((0.1, 0.5, 1.0, 2.0)),
    st.sampled_from((0.5, 1.0, 3.0)),
)


def followed(drawn: Start, effort: Effort, tight: float = 1e-11) -> Iterator[dict]:
    """E and the loss of every mode at the end, from the same start."""
    c, H, d = drawn.shape
    draw = np.random.default_rng(drawn.seed)
    U, V = (np.linalg.qr(draw.normal(size=(n, n)))[0] for n in (c, d))
    if drawn.aligned:
        U, V = np.eye(1), np.eye(1)
    rank = min(c, d)
    b, variances = draw.uniform(0.3, 2, size=rank), draw.uniform(0.3, 2, size=d)
    B = U[:, :rank] @ np.diag(b) @ V[:, :rank].T
    Sigma = V @ np.diag(variances) @ V.T
    start = drawn.size * (np.ones(2 * H) if drawn.aligned else draw.normal(size=H * (c + d)))

    def split(z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return z[: c * H].reshape(c, H), z[c * H :].reshape(H, d)

    def slope(_: float, z: np.ndarray) -> np.ndarray:
        A, W = split(z)
        gap = (B - A @ W) @ Sigma
        return drawn.rate * np.concatenate([(gap @ W.T).ravel(), (A.T @ gap).ravel()])

    run = solve_ivp(slope, (0, drawn.time), start, method="DOP853", rtol=tight, atol=tight * 1e-6)
    A, W = split(run.y[:, -1])
    loss = float(np.sum(((B - A @ W) @ Sigma) * (B - A @ W))) / 2

    def energy(z: np.ndarray, n: int) -> float:
        left, right = split(z)
        return float(np.sum((left.T @ U[:, n]) ** 2) + np.sum((right @ V[:, n]) ** 2))

    for n in range(rank):
        before, after = energy(start, n), energy(run.y[:, -1], n)
        yield {
            paper.energy_0: Measured(before, before),
            paper.energy_t: Measured(after, after),
            paper.loss_t: Measured(loss, max(loss, float(variances[n] * b[n] ** 2))),
            paper.b_mode: alone(float(b[n])),
            paper.lam_mode: alone(float(variances[n])),
            eta: alone(drawn.rate),
            t: alone(drawn.time),
        }


def at_the_start() -> dict:
    """One mode and one neuron (a, w) at the time 0, its weights zero among them: E has not grown,
    and without weights the loss is all that there is to learn.
    """
    a, w = sp.symbols("a w", real=True)
    energy = a**2 + w**2
    return {
        t: sp.S.Zero,
        paper.energy_0: energy,
        paper.energy_t: energy,
        paper.loss_t: paper.lam_mode * (paper.b_mode - a * w) ** 2 / 2,
    }


def again(drawn: Start, effort: Effort) -> Iterator[Any]:
    """Smaller steps."""
    return followed(drawn, effort, 1e-13)


followed_modes = Property(
    "every mode of a commuting problem, integrated",
    STARTS,
    followed,
    FOLLOWED,
    REASON,
    examples=(20, 150, 1000),
    confirm=again,
)
# Both bounds are reached to the order of E where A^T u = W v and nothing else is left to learn.
attained = Property(
    "attained by a small aligned start",
    st.builds(
        Start,
        st.tuples(st.just(1), st.integers(1, 4), st.just(1)),
        st.integers(0, 999),
        st.just(1e-6),
        st.sampled_from((0.1, 0.3)),
        st.sampled_from((0.5, 1.0)),
        st.just(True),
    ),
    followed,
    FOLLOWED,
    REASON,
    examples=(10, 60, 300),
    confirm=again,
    sharp=True,
)
