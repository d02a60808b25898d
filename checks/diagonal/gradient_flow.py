"""Gradient flow at alphas so small that neighbouring events are apart, beside Pesme and
Flammarion's algorithm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np
import sympy as sp
from scipy.optimize import brentq
from sympy import sign

from checks.diagonal.agf import ALPHAS, exponent, extrapolated, scales, smaller
from checks.diagonal.data import Data, untied
from checks.framework.cases import Unreadable
from checks.methods.certified import on_sides
from checks.methods.check import Effort, Rejected
from checks.methods.extrapolation import Extrapolation, settled
from checks.methods.measured import Measured, Unsettled, alone, is_exact
from checks.methods.property import Observation
from numerics import DiagonalNetwork, alternating_gradient_flow, gradient_flow
from numerics.diagonal.engines import engine_for
from numerics.validate import DOUBLE_DIGITS, SCALES, log_inverse
from theory import Staircase
from theory import diagonal as paper
from theory.diagonal import (
    S_low,
    beta_1,
    flip,
    g,
    jumps,
    level_gf,
    misread,
    s,
    s_left,
    s_mid,
    s_right,
    t_gf_ratio,
    u,
    u_cross,
    v,
    v_cross,
)
from theory.notation import alpha

appeared = sp.Symbol("sign_uv", integer=True)  # the sign of a coefficient that appears

# --- gradient flow at shrinking alpha -------------------------------------------------------------
RESOLVED = 60.0  # exp(-60) of a coefficient is rounding
SMALLER = 2  # times that alpha is raised to its fourth power where jumps are seen together
ROUNDED = (
    16  # times the engine's eps, of what is added up in a slope: for the flow that is rounding
)
SPREAD = 3  # errors of two jump times enter 2 t(alpha^2) - t(alpha), their limit, three times
# Rates this far apart make gradient flow stiff, and its alphas smaller than we wait for.
PATIENCE = 1e-3


def resolving(problem: Data, path: tuple[paper.Saddle, ...], effort: Effort) -> tuple[str, ...]:
    """Alphas at which gradient flow tells the events apart.

    A jump takes a plain time of about 1/rate, while a plateau lasts log(1/alpha) times its
    duration: two events closer than that are one. Alpha is made smaller until RESOLVED growth times
    fit between any two, however close they are.
    """
    if slowest(problem, path) < PATIENCE:
        raise Rejected("rates more than 1e3 apart: gradient flow is too stiff to wait for")
    growth = [(b.time - a.time) * max(map(abs, a.gradient)) for a, b in zip(path, path[1:])]
    edges = [1 - abs(z) for saddle in path[1:] for z in saddle.integral if abs(z) != 1]
    return scales(effort, RESOLVED / float(min(growth + edges)) / math.log(10))


def slowest(problem: Data, path: tuple[paper.Saddle, ...]) -> float:
    """The smallest rate at which something settles in a jump, over the largest gradient."""
    net, rates = problem.network, []
    for saddle in path[1:]:
        value, slope = np.array(saddle.beta, dtype=float), np.array(saddle.gradient, dtype=float)
        held = np.flatnonzero(value)
        root = np.sqrt(np.abs(value[held]))
        rates += list(np.linalg.eigvalsh(np.outer(root, root) * net.Sigma[np.ix_(held, held)]))
        rates += [abs(x) for x, b in zip(slope, value) if x and not b]
    return min(rates) / max(map(abs, map(float, path[0].gradient)))


@lru_cache(maxsize=64)
def flows(problem: Data, alphas: tuple[str, ...]) -> tuple:
    """Gradient flow at each alpha, until the last jump is over and settled."""
    if any(log_inverse(SCALES[0]) < exponent(a) * math.log(10) for a in alphas):
        raise Rejected(f"events so close that no alpha down to {SCALES[0]} tells them apart")
    net, path = problem.network, untied(problem)
    settle = RESOLVED / (slowest(problem, path) * float(max(map(abs, path[0].gradient))))

    def end(scale: str) -> float:  # in the paper's accelerated time
        return (1.1 * float(path[-1].time) * log_inverse(scale) + settle) / float(net.eta(scale))

    try:
        return tuple(gradient_flow(net, a, until=end(a)) for a in alphas)
    except ArithmeticError as why:
        raise Unsettled(f"the integrator gave up: {why}") from None


def separated(problem: Data, alphas: tuple[str, ...]) -> tuple[tuple[str, ...], list[float], tuple]:
    """Alphas at which gradient flow shows the algorithm's jumps, their logarithms and the flows.

    Jumps that merge at one alpha are a reason to go on with smaller ones; what is still different
    then is different.
    """
    expected = paper.staircase(problem.X, problem.y).features
    for _ in range(SMALLER):
        if all(run.staircase.features == expected for run in flows(problem, alphas)):
            break
        alphas = tuple(map(smaller, alphas))
    return alphas, [log_inverse(a) for a in alphas], flows(problem, alphas)


def time_errors(problem: Data, path: tuple[paper.Saddle, ...]) -> list[float]:
    """How far rounding may move each jump, in the time of the algorithm; without numba and heyoka,
    what LSODA leaves of its tolerance.

    An active coefficient is known only as well as its own slope vanishes, a dormant slope inherits
    that through Sigma_DA Sigma_AA^-1 (``numerics.diagonal.dual_flow.Problem.noise``); the integral
    of the coordinate that appears has collected the errors of its slopes and of the earlier jumps.
    """
    net = problem.network
    slopes = [np.array(saddle.gradient, dtype=float) for saddle in path]
    noises = [_slope_errors(net, np.array(saddle.beta, dtype=float)) for saddle in path]
    lasting = [float(b.time - a.time) for a, b in zip(path, path[1:])]
    errors: list[float] = []
    for k, (a, b) in enumerate(zip(path, path[1:])):
        reaching = [
            i for i, (x, z) in enumerate(zip(a.integral, b.integral)) if abs(z) == 1 and x != z
        ]
        collected = sum(span * noise for span, noise in zip(lasting[: k + 1], noises))
        shifted = sum(
            abs(before - after) * error for before, after, error in zip(slopes, slopes[1:], errors)
        )
        errors.append(max((collected + shifted)[reaching] / abs(slopes[k][reaching])))
    return errors


def _slope_errors(net: DiagonalNetwork, beta: np.ndarray) -> np.ndarray:
    """What rounding leaves of the slopes h - Sigma beta on the plateau of these coefficients."""
    held = beta != 0
    eps = float(engine_for(net.Sigma, net.h, DOUBLE_DIGITS).eps)
    own = ROUNDED * eps * (np.abs(net.h) + np.abs(net.Sigma) @ np.abs(beta))
    if not held.any() or held.all():
        return own
    weights = np.linalg.solve(net.Sigma[np.ix_(held, held)], net.Sigma[np.ix_(held, ~held)])
    own[~held] += np.abs(weights.T) @ own[held]
    return own


def flow_limit(problem: Data, effort: Effort, closer: bool = False) -> Iterator[Observation]:
    """Gradient flow's staircase at shrinking alpha, beside the algorithm's."""
    asked = resolving(problem, untied(problem), effort)
    alphas, logs, runs = separated(problem, tuple(map(smaller, asked)) if closer else asked)
    stairs = [run.in_units_of(size) for run, size in zip(runs, logs)]
    expected = paper.staircase(problem.X, problem.y)
    wrong = sum(a != b for a, b in zip(stairs[-1].features, expected.features)) + abs(
        len(stairs[-1]) - len(expected)
    )
    if wrong or any(len(stair) != len(expected) for stair in stairs):
        yield Observation(
            {misread: wrong, t_gf_ratio: 1, level_gf: 0},
            alphas,
            detail=f"{problem}: {stairs[-1].features}",
        )
        return
    rounding = time_errors(problem, untied(problem))
    for k, when in enumerate(expected.jump_times):
        fit = extrapolated(logs, [float(stair.jump_times[k]) / float(when) for stair in stairs])
        gap = (float(stairs[-1].levels[k + 1]) - float(expected.levels[k + 1])) / float(
            expected.levels[0]
        )
        close = (
            "" if alphas == scales(effort, 0) else "; events close together, so alpha is smaller"
        )
        limit = settled(fit)
        ratio = replace(limit, error=limit.error + SPREAD * rounding[k] / float(when))
        yield Observation(
            {misread: 0, t_gf_ratio: ratio, level_gf: Measured(gap, 1)},
            alphas,
            fit.slope,
            f"jump {k + 1}: raw gaps {', '.join(f'{x:.2e}' for x in fit.raw)}, extrapolated "
            f"{fit.limit - 1:.1e}{close}",
        )


def integrals_of_flow(
    problem: Data, effort: Effort, shares: tuple[str, ...], closer: bool
) -> Iterator[tuple[paper.Saddle, list[list[Extrapolation]], tuple[str, ...]]]:
    """For every plateau: s of every coordinate at these shares of it, extrapolated to alpha = 0."""
    path = untied(problem)
    asked = resolving(problem, path, effort)
    alphas, logs, runs = separated(problem, tuple(map(smaller, asked)) if closer else asked)
    for a, b in zip(path, path[1:]):
        values = []
        for share in shares:
            when = float(a.time + (b.time - a.time) * sp.Rational(share))
            columns = [
                [
                    np.interp(when * size / float(run.eta), run.times, run.dual[:, i])
                    for run, size in zip(runs, logs)
                ]
                for i in range(len(a.beta))
            ]
            values.append([extrapolated(logs, column) for column in columns])
        yield a, values, alphas


def bounded_integrals(problem: Data, effort: Effort, closer: bool = False) -> Iterator[Observation]:
    """s of every coordinate at three moments of every plateau."""
    for _, values, alphas in integrals_of_flow(problem, effort, ("1/4", "1/2", "3/4"), closer):
        for fit in chain.from_iterable(values):
            yield Observation({s: settled(fit)}, alphas, fit.slope)


def active_integrals(problem: Data, effort: Effort, closer: bool = False) -> Iterator[Observation]:
    """s of the coordinates with a coefficient, in the middle of every plateau."""
    for saddle, values, alphas in integrals_of_flow(problem, effort, ("1/2",), closer):
        for b, fit in zip(saddle.beta, values[0]):
            if b:
                yield Observation({s: settled(fit)}, alphas, fit.slope)


def straight_integrals(
    problem: Data, effort: Effort, closer: bool = False
) -> Iterator[Observation]:
    """s at three moments of every plateau, the second in the middle of the others."""
    for _, values, alphas in integrals_of_flow(problem, effort, ("1/5", "1/2", "4/5"), closer):
        for left, middle, right in zip(*values):
            yield Observation(
                {s_left: settled(left), s_mid: settled(middle), s_right: settled(right)},
                alphas,
                middle.slope,
            )


def further(observe: Callable) -> Callable:
    """The second look: alpha^4 for every alpha."""
    return lambda problem, effort: observe(problem, effort, closer=True)


def by_sign_only(statement: sp.Basic) -> sp.Basic:
    """The statement in the sign of u v, which is all that gradient flow shows of the moment of
    activation.
    """
    read = on_sides(statement, lambda side: side.xreplace({sign(u * v): appeared}))
    if read.free_symbols - {appeared, g}:
        raise Unreadable("gradient flow shows the sign of u v at its activation, and the gradient")
    return read


def activation_in_flow(problem: Data, effort: Effort, closer: bool = False) -> Iterator[dict]:
    """The sign of a coefficient that appears in gradient flow, and the gradient on the plateau
    before.
    """
    asked = resolving(problem, untied(problem), effort)
    _, _, runs = separated(problem, tuple(map(smaller, asked)) if closer else asked)
    run, net = runs[-1].staircase, problem.network
    for before, feature in zip(run.points, run.features):
        if len(feature) != 2 or isinstance(feature[0], tuple):
            raise Unsettled("two coefficients appear at once at this alpha")
        index, side = feature
        beta = np.asarray(before, dtype=float)
        cancelled = (np.abs(net.X[index]) @ (np.abs(net.y) + np.abs(beta) @ np.abs(net.X))) / len(
            net.y
        )
        yield {appeared: side, g: Measured(-float(net.slope_of(beta)[index]), float(cancelled))}


def zero_crossings(
    instance: tuple[Data, sp.Rational], effort: Effort, raw: bool = True
) -> Iterator[dict]:
    """(u, v) wherever u v changes sign, along gradient flow integrated in (u, v) themselves."""
    problem, scale = instance
    run = gradient_flow(problem.network, float(scale), raw=raw, until=60.0)
    found = 0
    for i in range(len(problem.X)):
        second = run.parameters[1:, i, 1]
        for k in np.flatnonzero(second[:-1] * second[1:] < 0):
            crossing = run.at(
                brentq(
                    lambda when: run.at(when)[i, 1], run.times[k + 1], run.times[k + 2], xtol=1e-15
                )
            )
            found += 1
            yield {
                u_cross: alone(crossing[i, 0]),
                v_cross: Measured(crossing[i, 1], abs(crossing[i, 0])),
                alpha: scale,
            }
    if not found:
        raise Rejected("no product changes sign")


# --- the example of the figure --------------------------------------------------------------------
def the_example(problem: Data, effort: Effort) -> Iterator[Observation]:
    """The story of the figure in gradient flow, in AGF (exact and integrated steps) and in the
    algorithm.
    """
    net, size = problem.network, log_inverse(ALPHAS[-1])
    run = gradient_flow(net, ALPHAS[-1])
    stairs = run.staircase
    second, third = (float(when) for when in stairs.jump_times[1:3])
    grid = np.linspace(second, third, 20001)
    dual = run.dual  # type: ignore[attr-defined]  # only the flow of a diagonal network has one
    path = np.interp(grid, run.times, dual[:, 0]) * size  # G of the first coordinate
    seen = float(
        np.min(
            np.where(
                path[:-1] * path[1:] <= 0,
                0,
                np.log(np.cosh(np.clip(2 * path[:-1], -300, 300))) / (2 * float(run.eta)),
            )
        )
    )
    yield Observation(_story(stairs, Measured(seen, 1)), (ALPHAS[-1],), detail="gradient flow")
    for integrated, scale in ((False, "1e-400"), (True, "1e-3")):
        agf = alternating_gradient_flow(net, scale, integrated=integrated)
        sampled = agf.iterations[2].accumulated[:, 0]
        # The sampled path steps over the zero by at most its own step.
        low = Measured(float(sampled.min()), 1, float(np.abs(np.diff(sampled)).max()))
        yield Observation(
            _story(agf.staircase, low),
            (scale,),
            detail=f"AGF, {'integrated' if integrated else 'exact'} steps",
        )
    before, after = paper.successive_saddles(problem.X, problem.y)[2:4]
    exact = (
        0
        if before.integral[0] * after.integral[0] <= 0
        else min(abs(before.integral[0]), abs(after.integral[0]))
    )
    yield Observation(_story(paper.staircase(problem.X, problem.y), exact), detail="the algorithm")


def exact_example(problem: Data, effort: Effort) -> Iterator[Observation]:
    """The algorithm alone, in fractions."""
    yield list(the_example(problem, effort))[-1]


def _story(stairs: Staircase, low: Any) -> dict:
    signs = [side for index, side in stairs.features if index == 0]
    second = stairs.points[2][0]
    return {
        jumps: len(stairs),
        beta_1: second if is_exact(second) else Measured(float(second), 1),
        S_low: low,
        flip: signs[0] * signs[-1] if len(signs) == 2 else 0,
    }
