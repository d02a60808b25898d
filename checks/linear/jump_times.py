"""Accumulated utilities and waiting times along gradient flow, and what it does where covariances
commute.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from checks.linear.decompositions import DOUBLES
from checks.linear.figure import least_curvature
from checks.linear.flows import (
    MISORDERED,
    NARROW,
    NEEDED,
    SOME,
    TURNS,
    facts,
    flow,
    followed,
    limiting,
)
from checks.linear.problems import (
    Problem,
    in_order,
    minus,
    numbered,
    parts,
    problem,
    require_assumptions,
    sized_by,
    spectrum,
    table,
)
from checks.methods.assuming import Assuming
from checks.methods.check import Effort, Rejected
from checks.methods.extrapolation import extrapolate
from checks.methods.measured import Measured, Unsettled
from checks.methods.property import Observation
from numerics.linear.network import LinearNetwork
from theory import linear as paper
from theory.notation import t


def utilities(instance: Problem, alphas: tuple[str, ...], time: Measured) -> list[Measured]:
    """S_i at an accelerated time, extrapolated to alpha = 0.

    Where the time may be off, S is off by at most the first rate times that.
    """
    runs = [flow(instance, alpha) for alpha in alphas[-NEEDED:]]
    logs, columns = [run.eta for run in runs], [run.exponents(time.value) for run in runs]
    count, late = (
        min(instance.width, spectrum(instance).rank),
        float(spectrum(instance).singular(0)[0]) * time.error,
    )
    fits = [extrapolate(logs, [column[i] for column in columns], size=1.0) for i in range(count)]
    if not all(np.isfinite(fit.doubt) for fit in fits):
        raise Unsettled(f"accumulated utilities do not settle down to alpha = {alphas[-1]}")
    return [Measured(fit.limit, 1.0, fit.doubt + late) for fit in fits]


def _plateaus(instance: Problem, effort: Effort, beyond: int) -> Iterator[tuple]:
    """(k, alphas, the times at which the plateaus start, S_i at each of them) for k = 1, 2, ..."""
    require_assumptions(instance)
    if len(parts(instance)) > 1:
        raise Rejected("the problem splits into blocks")
    found = followed(instance, effort, beyond=beyond)
    starts = (Measured(0, 0), *found.times)
    seen = [
        utilities(instance, found.alphas, time) if time.value else [0] * len(found.times)
        for time in starts[:-1]
    ]
    for k in range(1, len(starts)):
        yield k, found.alphas, starts, seen


def _accumulated(instance: Problem, effort: Effort, beyond: int = 0) -> Iterator[Observation]:
    whole = spectrum(instance)
    for k, alphas, starts, seen in _plateaus(instance, effort, beyond):
        if k == len(seen):
            return  # nothing is dormant after the last jump
        span = 0.6 * (starts[k + 1].value - starts[k].value)
        later = utilities(instance, alphas, Measured(starts[k].value + span, starts[k].size))
        rates = whole.sigma(k)
        for i in range(k, len(starts) - 1):
            yield Observation(
                {
                    paper.S_after: later[i],
                    paper.S_start: seen[k][i],
                    paper.S_before: seen[k - 1][i],
                    paper.sigma_mode: rates[i - k],
                    t: Fraction(span),
                },
                alphas=alphas,
            )


def _waiting(instance: Problem, effort: Effort, beyond: int = 0) -> Iterator[Observation]:
    whole = spectrum(instance)
    for k, alphas, starts, seen in _plateaus(instance, effort, beyond):
        yield Observation(
            {
                paper.wait: minus(starts[k], starts[k - 1]),
                paper.S_before: seen[k - 1][k - 1],
                paper.sigma_last: whole.sigma(k - 1)[0],
                paper.sigma_here: whole.sigma(k)[0] if k < whole.rank else 0,
            },
            alphas=alphas,
        )


accumulated = limiting(
    "singular values of (A; W^T) along gradient flow", SOME, _accumulated, (3, 40, 300)
)
waiting = limiting("gradient flow between jumps", SOME, _waiting, (3, 40, 300))


# --- commuting covariances -----------------------------------------------------------------------
def by_singular_value(
    instance: Problem, by: Any = DOUBLES
) -> tuple[list[Measured], list[Measured]]:
    """sigma_i downwards and the input variance along each: v_i diagonalise Sigma."""
    whole = spectrum(instance, by)
    Vt = by.svd(whole.B @ whole.Sigma)[2]
    size = float(np.linalg.norm(whole.Sigma.astype(float)))
    return whole.sigma(0), sized_by(np.diag(Vt @ whole.Sigma @ Vt.T)[: whole.rank], size)


def _commuting(instance: Problem, effort: Effort, beyond: int = 0) -> Iterator[Observation]:
    require_assumptions(instance)
    found = followed(instance, effort, beyond=beyond)
    values, variances = by_singular_value(instance)
    for k in range(1, min(len(found.times), len(values)) + 1):
        yield Observation(
            {
                **facts(instance),
                paper.step: k,
                paper.tau_gf: numbered(found.times),
                paper.level: numbered(found.levels, 0),
                paper.sigma: table([values]),
                paper.lam: numbered(variances),
                paper.mu: numbered(spectrum(instance).mu()),
            },
            alphas=found.alphas,
        )


@st.composite
def turning_problems(draw: st.DrawFn, shares: tuple[float, ...] = (0.5, 0.4, 0.6)) -> Problem:
    """b_1 < b_2 with b_1 lam_1 > b_2 lam_2 and b_1^2 lam_1 < b_2^2 lam_2.

    lam_1/lam_2 lies a share of the way from b_2/b_1 to (b_2/b_1)^2; with a share beyond 1 the first
    mode is the better one too. Two inputs and outputs: with three the flow passes the saddle closer
    than doubles tell, and its times do not settle.
    """
    ratio, share = draw(st.sampled_from((2.0, 1.6, 2.5))), draw(st.sampled_from(shares))
    size, variance = draw(st.sampled_from((1.0, 0.8, 1.3))), draw(st.sampled_from((1.0, 0.7)))
    lam = variance * (ratio + share * (ratio**2 - ratio))
    return problem(
        np.diag([size, ratio * size]), np.diag([lam, variance]), 1, draw(st.integers(0, 3))
    )


commuting = limiting(
    "gradient flow, commuting covariances",
    st.one_of(MISORDERED, NARROW.filter(in_order)),
    _commuting,
    (4, 50, 300),
)
# The premise of commuting-flow fails there, and without it the conclusion.
out_of_order = limiting(
    "gradient flow of one neuron whose first mode is not the best",
    turning_problems(),
    _commuting,
    (1, 5, 20),
)


def _diagonals(instance: Problem) -> list[list[Fraction]]:
    """The entries of B and of Sigma_xx, exactly."""
    return [[Fraction(matrix[i][i]) for i in range(2)] for matrix in (instance.B, instance.Sigma)]


def _turning(instance: Problem, effort: Effort, beyond: int = 0) -> Iterator[Observation]:
    found = followed(instance, effort, TURNS, beyond)
    if len(found.times) != 2:
        raise Unsettled(
            f"{len(found.times)} jumps down to alpha = {found.alphas[-1]}, where two are looked for"
        )
    (b_1, b_2), (lam_1, lam_2) = _diagonals(instance)
    yield Observation(
        {
            paper.turn_time: found.times[1],
            paper.s_1: b_1 * lam_1,
            paper.s_2: b_2 * lam_2,
            paper.b_1: b_1,
            paper.lam_1: lam_1,
            paper.lam_2: lam_2,
        },
        alphas=found.alphas,
    )


turning = limiting("gradient flow of one neuron", turning_problems(), _turning, (2, 20, 50))


def _leaving(instance: Problem, effort: Effort, differences: bool = False) -> Iterator[dict]:
    """Minus the least eigenvalue of the Hessian where the first mode has been learned."""
    net = instance.net
    root = np.sqrt(net.B[0, 0])
    Z = np.array([[root], [0.0], [root], [0.0]])
    least = differenced_curvature if differences else least_curvature
    (b_1, b_2), (lam_1, lam_2) = _diagonals(instance)
    yield {
        paper.turn_rate: Measured(-least(net, Z), float(np.linalg.norm(net.cross_covariance))),
        paper.s_2: b_2 * lam_2,
        paper.b_1: b_1,
        paper.lam_1: lam_1,
        paper.lam_2: lam_2,
    }


def differenced_curvature(net: LinearNetwork, Z: np.ndarray, step: float = 1e-5) -> float:
    """The least eigenvalue of the Hessian by central differences of the gradient."""
    c = len(net.B)

    def gradient(flat: np.ndarray) -> np.ndarray:
        A, Wt = flat.reshape(Z.shape)[:c], flat.reshape(Z.shape)[c:]
        slope = net.slope_of(A @ Wt.T)
        return -np.vstack([slope @ Wt, slope.T @ A]).ravel()

    moves = step * np.eye(Z.size)
    rows = [(gradient(Z.ravel() + one) - gradient(Z.ravel() - one)) / (2 * step) for one in moves]
    return float(np.linalg.eigvalsh((np.array(rows) + np.array(rows).T) / 2)[0])


turning_rate = Assuming(
    "the Hessian where the first mode has been learned",
    turning_problems((0.5, 0.4, 0.6, 1.5)),
    _leaving,
    1e-9,
    "double precision; by central differences of a cubic gradient 1e-10 is left",
    examples=(20, 100, 300),
    confirm=partial(_leaving, differences=True),
)


def equally_good() -> dict:
    """mu_1 = mu_2, the edge of what the claim assumes: minus the Hessian of the loss at a = w =
    (sqrt(b_1), 0), from the loss itself, and its largest eigenvalue.
    """
    root, first, second = sp.symbols("root first second", positive=True)
    lam_1, lam_2, s_2 = first**2, second**2, root**2 * first * second
    a, w = sp.symbols("a1:3", real=True), sp.symbols("w1:3", real=True)
    gap = sp.diag(root**2, s_2 / lam_2) - sp.Matrix(a) * sp.Matrix(w).T
    loss = (gap * sp.diag(lam_1, lam_2) * gap.T).trace() / 2
    here = dict(zip((*a, *w), (root, 0, root, 0)))
    curvature = -sp.hessian(loss, (*a, *w)).subs(here)
    return {
        paper.turn_rate: sp.Max(*map(sp.factor, curvature.eigenvals())),
        paper.b_1: root**2,
        paper.lam_1: lam_1,
        paper.lam_2: lam_2,
        paper.s_2: s_2,
    }
