"""The constrained minimum of a plateau by other routes: every support in rationals, solvers, the
flow of the active coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations

import numpy as np
from flint import fmpq, fmpq_mat
from scipy.integrate import solve_ivp
from scipy.optimize import lsq_linear, nnls

from checks.diagonal.data import Data, saddles
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured, Unsettled, is_exact
from checks.methods.property import Observation
from theory.diagonal import (
    beta_best,
    beta_flow,
    minimisers,
)

LONGER = 4  # times that a flow which has not come to rest is followed on, for four times as long
# Share of the largest coefficient by which a flow that has come to rest would still move.
RESTING = 1e-9


def moments(problem: Data) -> tuple[fmpq_mat, fmpq_mat]:
    """H = X X^T/n, h = X y/n."""

    def exact(rows: Iterable[Iterable[Fraction]]) -> fmpq_mat:
        return fmpq_mat([[fmpq(a.numerator, a.denominator) for a in row] for row in rows])

    X, y = exact(problem.X), exact([[a] for a in problem.y])
    return X * X.transpose() / len(problem.y), X * y / len(problem.y)


def stationary_points(problem: Data, signs: dict[int, int]) -> tuple[set[tuple], bool]:
    """Every solution of the Kuhn-Tucker conditions with independent support, over all supports; and
    whether a flat direction is left at one of them. ``signs`` gives the allowed coordinates.
    """
    H, h = moments(problem)
    allowed, found, flat = sorted(signs), set(), False
    for support in chain.from_iterable(combinations(allowed, k) for k in range(len(allowed) + 1)):
        value = [fmpq(0)] * len(problem.X)
        if support:
            block = fmpq_mat([[H[i, j] for j in support] for i in support])
            if block.rank() < len(support):
                continue
            for i, z in zip(support, block.solve(fmpq_mat([[h[i, 0]] for i in support])).entries()):
                value[i] = z
        slope = (H * fmpq_mat(len(value), 1, value) - h).entries()
        if all(signs[i] * value[i] > 0 for i in support) and all(
            signs[i] * slope[i] >= 0 for i in allowed
        ):
            found.add(tuple(Fraction(int(z.p), int(z.q)) for z in value))
            level = [i for i in allowed if not slope[i]]
            flat |= bool(level) and fmpq_mat(
                [[H[i, j] for j in level] for i in level]
            ).rank() < len(level)
    return found, flat


def count_minimisers(problem: Data, effort: Effort) -> Iterator[dict]:
    """On every plateau of AGF: the coordinates at the boundary, with their signs."""
    for saddle in saddles(problem)[1:]:
        found, flat = stationary_points(
            problem, {i: int(z) for i, z in enumerate(saddle.integral) if abs(z) == 1}
        )
        yield {minimisers: len(found) + flat}


def active_flow(problem: Data, effort: Effort, patience: float = 1.0) -> Iterator[Observation]:
    """d log|beta_i|/dt = -2 sgn_i g_i from a random small start in the orthant, against three
    independent solvers.
    """
    path = saddles(problem)
    rng = np.random.default_rng(len(path) + 17 * len(problem.X) + effort.seed)
    for saddle in path[1:]:
        signs = {i: int(z) for i, z in enumerate(saddle.integral) if abs(z) == 1}
        best = list(stationary_points(problem, signs)[0])
        if len(best) != 1:
            raise Rejected("the minimiser is not unique")
        limit = _flow_limit(problem, signs, np.array(list(map(float, best[0]))), rng, patience)
        size = float(max(map(abs, best[0])))
        for name, solved in _solvers(problem, signs, best[0]).items():
            for i, z in enumerate(limit):
                # A solver in doubles and the end of a flow are off by a share of the largest
                # coefficient, not of their own.
                stated = solved[i] if is_exact(solved[i]) else Measured(solved[i], size)
                yield Observation(
                    {beta_flow: Measured(z, size), beta_best: stated},
                    detail=f"{name}: beta_{i} = {float(solved[i]):.6g}",
                )
        for z, w in zip(saddle.beta, best[0]):  # the active set of theory/, exactly
            yield Observation({beta_flow: z, beta_best: w})


def _flow_limit(
    problem: Data,
    signs: dict[int, int],
    best: np.ndarray,
    rng: np.random.Generator,
    patience: float,
) -> np.ndarray:
    net, index, side = (
        problem.network,
        np.array(sorted(signs)),
        np.array([signs[i] for i in sorted(signs)]),
    )
    slope = -net.slope_of(best)[index]
    held = best[index] != 0
    # Time for the slowest rate: a multiplier of a coordinate at zero, a mode of the coefficients
    # that stay.
    modes = np.linalg.eigvalsh(
        np.sqrt(np.abs(np.outer(best[index][held], best[index][held])))
        * net.Sigma[np.ix_(index[held], index[held])]
    )
    rates = np.concatenate([2 * np.abs(slope[~held]), 2 * modes])
    if rates.min() < 1e-4 * rates.max():
        raise Rejected("rates 1e4 apart: the limit exists but takes longer than we wait")

    def beta_of(logs: np.ndarray) -> np.ndarray:
        full = np.zeros(len(best))
        full[index] = side * np.exp(np.minimum(logs, 50))
        return full

    def velocity(_t: float, logs: np.ndarray) -> np.ndarray:
        return 2 * side * net.slope_of(beta_of(logs))[index]

    logs, method = rng.uniform(-6, -2, len(index)), "LSODA"
    for _ in range(LONGER):  # a coordinate that shrinks first has a long way back
        logs = solve_ivp(
            velocity, (0, patience * 60 / rates.min()), logs, method, rtol=1e-10, atol=1e-10
        ).y[:, -1]
        if _at_rest(
            beta_of(logs)[index], velocity(0.0, logs), side, net.Sigma[np.ix_(index, index)]
        ):
            return beta_of(logs)
        patience, method = (
            4 * patience,
            "Radau",
        )  # LSODA, begun at a point of rest, may take a million steps there
    raise Unsettled("the flow of the active coefficients does not come to rest")


def _at_rest(beta: np.ndarray, velocity: np.ndarray, side: np.ndarray, Sigma: np.ndarray) -> bool:
    """Is what is alive within RESTING of where Newton's method would take it, and does the rest
    shrink?
    """
    alive = np.abs(beta) > RESTING * np.max(np.abs(beta))
    # d log|beta|/dt = 2 side (h - Sigma beta), whose derivative along log|beta| is -2 side Sigma
    # beta
    jacobian = -2 * side[alive, None] * Sigma[np.ix_(alive, alive)] * beta[alive]
    left = np.linalg.lstsq(jacobian, velocity[alive], rcond=None)[0]
    return bool(
        np.all(velocity[~alive] < 0)
        and np.max(np.abs(left * beta[alive]), initial=0.0) <= RESTING * np.max(np.abs(beta))
    )


def _solvers(problem: Data, signs: dict[int, int], best: tuple) -> dict[str, Sequence]:
    net, index = problem.network, sorted(signs)
    side = np.array([signs[i] for i in index])
    design = (net.X[index] * side[:, None]).T

    def spread(size: np.ndarray) -> np.ndarray:
        full = np.zeros(len(best))
        full[index] = side * size
        return full

    bounded = lsq_linear(design, net.y, (0, np.inf), method="bvls", tol=1e-14)
    return {
        "all Kuhn-Tucker points": best,
        "nnls": list(spread(nnls(design, net.y)[0])),
        "lsq_linear": list(spread(bounded.x)),
    }
