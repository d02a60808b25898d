"""A coordinate that returns to dormancy, and the end of the algorithm, from integrated flows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from checks.framework.flows import drawn_fractions
from checks.methods.check import Effort
from checks.methods.extrapolation import extrapolate, settled
from checks.methods.measured import Measured, Unsettled
from checks.methods.property import Observation, Property
from theory import framework as paper

# --- a coordinate that returns to dormancy, and the end of the algorithm --------------------------
RETURN_ALPHAS = ("1e-50", "1e-100", "1e-200")


CLOSER_RETURN = ("1e-400", "1e-800", "1e-1600")
PASSED = 0.01  # beta of the coordinate where its norm is read, on its way back


def returning(weight: float):
    """A two-dimensional diagonal network whose first coordinate is learned, forgotten, and learned
    with the other sign.
    """
    from numerics import DiagonalNetwork

    X = np.array([[1.0, 1.0], [0.75, 0.25]])
    return DiagonalNetwork(X, np.array([-weight, 1.0]) @ X)


def on_the_way_back(weight: float, text: str) -> tuple[float, float]:
    """(c_i, eta S/c_i) where the coordinate passes PASSED: log(|theta|/|theta(0)|) = eta S, c_i =
    -log(sqrt2 alpha).
    """
    from numerics import gradient_flow
    from numerics.validate import log_inverse

    flow = gradient_flow(returning(weight), text)
    beta = flow.beta[:, 0]  # type: ignore[attr-defined]  # a diagonal network has one
    falling = [i for i in range(1, len(beta)) if beta[i - 1] > PASSED >= beta[i]]
    if not falling:
        raise Unsettled(
            f"at alpha = {text} the coordinate does not rise above {PASSED} and come back"
        )
    low, high = flow.times[falling[0] - 1], flow.times[falling[0]]
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if np.prod(flow.at(middle)[0]) > PASSED else (low, middle)
    threshold = log_inverse(text) - np.log(2) / 2
    return threshold, (np.log(np.linalg.norm(flow.at(high)[0])) + threshold) / threshold


def _returned(weight: Fraction, effort: Effort, closer: bool = False) -> Iterator[Observation]:
    """On its way back the coordinate passes beta = 1/100: its norm there gives S, and alpha -> 0 is
    extrapolated.
    """
    alphas = CLOSER_RETURN if closer else effort.alphas or RETURN_ALPHAS
    logs, ratios = zip(*(on_the_way_back(float(weight), text) for text in alphas))
    fit = extrapolate(logs, ratios) if len(set(logs)) > 1 else None
    if fit is None:
        raise Unsettled("one alpha: three or more tell a limit")
    yield Observation(
        {paper.return_ratio: settled(fit)},
        alphas=tuple(alphas),
        rate=fit.slope,
        detail=f"beta* = ({-float(weight):g}, 1): eta S/c = "
        + ", ".join(f"{q:.6f}" for q in ratios)
        + f" -> {fit.limit:.12f}",
    )


returned_neuron = Property(
    "gradient flow of a returning coordinate, extrapolated in alpha",
    drawn_fractions("1/10", "7/20"),
    _returned,
    1e-9,
    "the only term left is log|theta|/log(1/alpha), which extrapolation removes",
    examples=(3, 15, 60),
    method="limit",
    confirm=lambda weight, effort: _returned(weight, effort, closer=True),
)


def _regression(instance: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    features, seed = instance
    draw = np.random.default_rng(seed)
    return draw.normal(size=(features, features + 2)), draw.normal(size=features + 2)


def _ended(instance: tuple[int, int], effort: Effort) -> Iterator[dict]:
    """The largest residual correlation over the first one, beside the sums in which residual and
    correlation cancel.
    """
    from numerics import DiagonalNetwork, alternating_gradient_flow

    X, y = _regression(instance)
    end = alternating_gradient_flow(DiagonalNetwork(X, y), 1e-4)
    beta = np.asarray(end.staircase.points[-1], dtype=float)
    first = np.max(np.abs(X @ y))
    summed = np.max(np.abs(X) @ (np.abs(y) + np.abs(beta) @ np.abs(X)))
    yield {
        paper.utility_left: Measured(
            float(np.max(np.abs(X @ (y - beta @ X))) / first), float(summed / first)
        )
    }


def _ended_exactly(instance: tuple[int, int], effort: Effort) -> Iterator[dict]:
    """The same in fractions, by the recursion of the theory."""
    from theory import diagonal

    X, y = _regression(instance)
    path = diagonal.alternating_saddles(X.tolist(), y.tolist(), "1e-4")
    yield {paper.utility_left: max(map(abs, path[-1].gradient)) / max(map(abs, path[0].gradient))}


at_termination = Property(
    "residual correlations when Algorithm 1 has stopped",
    st.tuples(st.integers(1, 4), st.integers(0, 10**6)),
    _ended,
    1e-12,
    "least squares in doubles, of at most four features: three digits lost",
    examples=(10, 60, 300),
    method="flow",
    confirm=_ended_exactly,
)
