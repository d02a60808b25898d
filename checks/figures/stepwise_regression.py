"""Stepwise principal component regression in a linear transformer, with A_k, the printed bounds and
the exact times (fig:in-context-learning).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from numerics import AttentionNetwork, alternating_gradient_flow, gradient_flow
from numerics.network import dormant_norm
from theory import Staircase, attention

EIGENVALUES, CONTEXT, HEADS, ALPHA, SEED = (1.0, 0.7, 0.5), 4, 6, "1e-3", 0


@dataclass(frozen=True)
class Data:
    """Components of W in the eigenbasis (T, d), their final sizes A_k, AGF, the exact jump times
    and the corrected lower bounds.
    """

    times: np.ndarray
    components: np.ndarray
    magnitudes: np.ndarray
    agf: Staircase
    exact: Staircase
    bounds: tuple[float, ...]
    alpha: str


@cache
def measure(
    eigenvalues: Sequence[float] = EIGENVALUES,
    context: int = CONTEXT,
    heads: int = HEADS,
    alpha: str = ALPHA,
    seed: int = SEED,
) -> Data:
    """The components of W under gradient flow, AGF, and the exact times with their bounds."""
    net = AttentionNetwork(np.diag(eigenvalues), context, heads)
    agf = alternating_gradient_flow(net, alpha, seed=seed)
    exact = attention.exact_staircase(
        net.Sigma.tolist(), context, net.initial(alpha, seed).tolist(), net.eta(alpha)
    )
    gf = gradient_flow(net, alpha, seed=seed, until=1.12 * agf.staircase.jump_times[-1])
    keep = _thinned(gf.times)
    components = np.array([np.diag(net.function(theta)) for theta in gf.parameters[keep]])
    return Data(
        gf.times[keep],
        components,
        net.magnitudes,
        agf.staircase,
        exact,
        _bounds(net, agf, alpha, seed),
        alpha,
    )


def component(matrices: Sequence, k: int) -> list[float]:
    """v_k^T W v_k, in the eigenbasis of a diagonal covariance."""
    return [float(matrix[k, k]) for matrix in matrices]


def _thinned(times: np.ndarray, points: int = 3000) -> np.ndarray:
    """Every so many samples: the integrator's own steps are dense where something happens."""
    return np.unique(
        np.append(np.arange(0, len(times), max(1, len(times) // points)), len(times) - 1)
    )


def _bounds(net: AttentionNetwork, agf, alpha: str, seed: int) -> tuple[float, ...]:
    """tau^(k) >= tau^(k-1) + (1/mu - 1) sqrt(3) / (eta N lambda_k^2), mu the largest norm of a
    dormant head at tau^(k-1).
    """
    eta, (values, _) = net.eta(alpha), net.spectrum
    first = np.linalg.norm(net.initial(alpha, seed), axis=1)
    S, asleep, now, found = np.zeros(net.heads), np.ones(net.heads, dtype=bool), 0.0, []
    for it, value in zip(agf.iterations, values):
        size = float(dormant_norm(first[asleep], S[asleep], eta, net.kappa).max())
        found.append(now + (1 / size - 1) * np.sqrt(3) / (eta * net.context * value**2))
        S, now = it.accumulated[-1], it.end
        asleep = np.isin(np.arange(net.heads), it.active, invert=True)
    return tuple(found)


def draw(data: Data):
    """The components over time, A_k beside them, exact times and bounds below."""
    from checks.figures import style

    fig = style.figure(
        10.6,
        5.2,
        "The transformer learns one principal component at a time, at times known exactly",
        f"Linear transformer, in-context regression, alpha = {style.power(data.alpha)}. "
        "Triangles: exact jump times (ours, one quadrature). "
        "Dotted: lower bounds with $l = k - 1$.",
    )
    ax = fig.subplots()
    end, top = data.times[-1], 1.3 * data.magnitudes.max()
    for k, color in zip(range(len(data.magnitudes)), style.CYCLE):
        ax.plot(data.times, data.components[:, k], color=color, linewidth=2.6)
        ax.axhline(data.magnitudes[k], color=style.PALE, linewidth=1.2, zorder=0)
        style.name(ax, end, data.magnitudes[k], rf"$A_{k + 1}$ = {data.magnitudes[k]:.3f}", color)
        style.stairs(
            ax,
            data.agf.jump_times,
            component(data.agf.points, k),
            end,
            label="AGF" if k == 0 else None,
        )
    ax.plot([], [], color=style.BLUE, linewidth=2.6, label="gradient flow")
    for k, bound in enumerate(data.bounds):
        ax.plot(
            [bound, bound],
            [0, data.magnitudes.max() * 1.05],
            color=style.CYCLE[k % len(style.CYCLE)],
            linestyle=":",
            linewidth=1.8,
            zorder=0,
            label="lower bound on the jump" if k == 0 else None,
        )
    ax.plot(
        [float(t) for t in data.exact.jump_times],
        [0.0] * len(data.exact),
        "^",
        color=style.INK,
        ms=9,
        clip_on=False,
        zorder=5,
        label="exact jump time of the first head to arrive",
    )
    ax.set(
        xlim=(0, end),
        ylim=(0, top),
        xlabel=r"accelerated time $t$ ($\eta = 1/\alpha$)",
        ylabel=r"components $v_k^\top W v_k$ of $W = \sum_h V_h Q_h K_h^\top$",
    )
    ax.legend(frameon=False, loc="upper left", fontsize=10, ncols=2)
    return fig


def alt(data: Data) -> str:
    """The order of the rises and the exact times."""
    times = ", ".join(f"{float(t):.3g}" for t in data.exact.jump_times)
    return (
        "The components of the transformer's matrix along the principal components rise one after "
        "the other to the predicted sizes A_k; "
        f"the exact jump times {times} mark the rises, and every lower bound lies before its jump."
    )
