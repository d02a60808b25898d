"""Ours: a loop of linear problems without blocks, the saddle that one of them flows into, and
gradient flow there: linear.half-turn and linear.one-block-saddle.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.integrate import solve_ivp

from checks.linear.greedy import Loop
from numerics import LinearNetwork, gradient_flow
from theory import Staircase, linear

LOOP = Loop(sigma=(3, 2, 1), mu=(4.4, 3.6, 1), tilt=(0.25, 0.25, -0.5))
ALPHAS = ("1e-20", "1e-60", "1e-200")
START = 1e-6  # of the first stage
LONGEST = 400.0  # plain time: beside the saddle the distance grows by e^(t/10)
SHOWN = 150.0
BESIDE = (1e-2, 1e-5, 1e-8)  # half turns from the problem that flows into the saddle


@dataclass(frozen=True)
class Stage:
    """The first stage at one problem of the loop: losses over plain time, and the cosine of its
    vector with the best mode at the end.
    """

    turns: float
    times: np.ndarray
    losses: np.ndarray
    overlap: float


@dataclass(frozen=True)
class Data:
    """Stages around the loop and beside the saddle; gradient flow of the problem between."""

    loop: tuple[Stage, ...]
    beside: tuple[Stage, ...]
    between: float
    flows: tuple[tuple[str, np.ndarray, np.ndarray, Staircase], ...]
    printed: Staircase
    saddle_level: float


@cache
def measure(
    alphas: Sequence[str] = ALPHAS, around: int = 33, beside: Sequence[float] = BESIDE
) -> Data:
    """Stages at ``around`` problems of half a turn, and flows at the problem where they change."""
    loop = tuple(stage(turns) for turns in np.linspace(0, 1, around))
    between = change(loop)
    net, _ = LOOP.turned(between)
    problem = LinearNetwork(net.B, net.Sigma, width=len(LOOP.mu))
    flows = []
    for alpha in alphas:
        flow = gradient_flow(problem, alpha)
        flows.append((alpha, flow.times, flow.losses, flow.staircase))
    with warnings.catch_warnings():  # what the sequence says is drawn beside what happens
        warnings.simplefilter("ignore", linear.OtherOrder)
        printed = linear.staircase(net.B, net.Sigma, digits=15)
    return Data(
        loop,
        tuple(stage(between - one) for one in beside),
        between,
        tuple(flows),
        printed,
        (LOOP.mu[0] + LOOP.mu[2]) / 2,
    )


def stage(turns: float) -> Stage:
    """Gradient flow of one vector pair from the top singular pair of Sigma_yx, the first axis."""
    net, best = LOOP.turned(turns)
    B, Sigma = np.array(net.B, dtype=float), np.array(net.Sigma, dtype=float)
    d = len(best)
    first = np.eye(d)[0] * START

    def rate(_: float, state: np.ndarray) -> np.ndarray:
        a, w = state[:d], state[d:]
        missing = (B - np.outer(a, w)) @ Sigma
        return np.concatenate([missing @ w, missing.T @ a])

    run = solve_ivp(
        rate, (0, LONGEST), np.concatenate([first, first]), method="LSODA", rtol=1e-11, atol=1e-13
    )
    gaps = [B - np.outer(state[:d], state[d:]) for state in run.y.T]
    losses = np.array([np.sum((gap @ Sigma) * gap) / 2 for gap in gaps])
    ended = run.y[:d, -1]
    return Stage(turns, run.t, losses, float(ended @ best / np.linalg.norm(ended)))


def change(loop: Sequence[Stage]) -> float:
    """The half turns at which the overlap changes its sign, to the last digit."""
    side = [one.overlap > 0 for one in loop]
    place = next(i for i in range(1, len(side)) if side[i] != side[i - 1])
    low, high = loop[place - 1].turns, loop[place].turns
    while low < (middle := (low + high) / 2) < high and high - low > 1e-15:
        low, high = (
            (middle, high) if (stage(middle).overlap > 0) == side[place - 1] else (low, middle)
        )
    return (low + high) / 2


def draw(data: Data):
    """The overlap around the loop, stages beside the saddle, and gradient flow at it."""
    from checks.figures import style

    fig = style.figure(
        13.5,
        4.8,
        "On a loop of problems the first mode changes its side, so one of them flows into a saddle",
        r"$\Sigma_{yx}$ = diag(3, 2, 1), $\mu$ = 4.4, 3.6, 1; one block, all spectra apart "
        "(linear.half-turn, linear.one-block-saddle).",
    )
    around, aside, flow = fig.subplots(1, 3)
    around.plot(
        [one.turns for one in data.loop],
        [one.overlap for one in data.loop],
        "o-",
        color=style.BLUE,
        markersize=4,
    )
    around.axvline(data.between, color=style.RED, linestyle=style.DASHES)
    around.set(
        xlabel="half turns of the best mode",
        ylabel="cosine of the first vector with the best mode",
        title="a  Where the first stage ends",
    )
    for one, shade in zip(data.beside, style.shades(len(data.beside))):
        size = style.power(f"{data.between - one.turns:.0e}")
        aside.plot(one.times, one.losses, color=shade, label=f"{size} half turns away")
    aside.axhline(data.saddle_level, color=style.RED, linestyle=style.DASHES, label="saddle")
    aside.set(xlabel="time", ylabel="loss", title="b  Beside the saddle", xlim=(0, SHOWN))
    aside.legend(frameon=False, fontsize=9.5)
    for (alpha, times, losses, _), shade in zip(data.flows, style.shades(len(data.flows))):
        flow.plot(times, losses, color=shade, label=f"alpha = {style.power(alpha)}")
    end = 1.15 * max(float(stairs.jump_times[-1]) for *_, stairs in data.flows)
    style.stairs(
        flow,
        data.printed.jump_times,
        [float(level) for level in data.printed.levels],
        end,
        color=style.PINK,
        linestyle=":",
        linewidth=2.2,
        label="conjecture",
    )
    flow.axhline(data.saddle_level, color=style.RED, linestyle=style.DASHES, label="saddle")
    flow.set(
        xlim=(0, end),
        xlabel="accelerated time",
        ylabel="loss",
        title="c  Gradient flow at the problem between",
    )
    flow.legend(frameon=False, loc="lower left", fontsize=9.5)
    return fig


def alt(data: Data) -> str:
    """Where the side changes, and both sequences of levels."""
    *_, last = data.flows
    seen, said = (
        ", ".join(f"{round(float(level), 6):.3g}" for level in stairs.levels)
        for stairs in (last[3], data.printed)
    )
    return (
        f"The vector of the first stage keeps its side against the best mode up to "
        f"{data.between:.4g} half turns and has the other one beyond; beside that problem the "
        f"stage waits ever longer at the loss {data.saddle_level:.3g}; there gradient flow at "
        f"alpha = {last[0]} has the levels {seen}, where the conjecture says {said}."
    )
