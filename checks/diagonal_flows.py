"""Measured checks of the diagonal-network claims: AGF and gradient flow beside Pesme and Flammarion's algorithm.

Data sets are exact, and so is the algorithm; AGF comes from the recursion the theorem prints and from numerics/,
gradient flow from numerics/ at alphas so small that neighbouring events are apart.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from hypothesis import strategies as st
from scipy.optimize import brentq

from numerics import alternating_gradient_flow, gradient_flow
from numerics.validate import log_inverse
from theory import Staircase, diagonal as paper
from theory.diagonal import (S_low, alpha, beta_1, beta_gap, flip, g, jumps, level_gf, misread, s, s_left, s_mid, s_right, t_agf,
                             t_gf_ratio, t_pf, t_ratio, u, u_cross, v, v_cross)

from .check import Effort, Rejected
from .converge import Extrapolation, extrapolate, settled
from .diagonal_data import (DIES_WITHOUT_FORCE, EXAMPLE, Data, Rounded, active_flow, candidates, count_minimisers, data, enumerated_root,
                            in_doubles, plateaus, problems, returned, saddles, small, untied)
from .diagonal_neuron import DIRECTION, MOVING, NEURON, WAITING, History, again, first_to_activate, histories
from .measured import Measured, Unsettled, alone, is_exact
from .property import Observation, Property

ALPHAS = ("1e-200", "1e-400", "1e-800")
EXACT = 1e-40        # exact rationals in, balls of 192 bits (57 digits) through


# --- AGF against the algorithm ----------------------------------------------------------------------------------------
SCALES = st.sampled_from([sp.Rational(1, 2), sp.Rational(2, 3), sp.Rational(1, 10), sp.Rational(1, 1000), sp.Rational(1, 10**12), sp.Rational(7, 10)])


def beside(path: Sequence, other: Sequence) -> Iterator[tuple]:
    """The k-th of either for every k; past the end of the shorter one its last goes on, as a staircase does."""
    for k in range(1, max(len(path), len(other))):
        yield path[min(k, len(path) - 1)], other[min(k, len(other) - 1)]


def exact_jumps(instance: tuple[Data, sp.Rational], effort: Effort, digits: int = 40) -> Iterator[dict]:
    """Every jump of the recursion the theorem prints, beside the algorithm's."""
    problem, scale = instance
    for a, b in beside(untied(problem), paper.alternating_saddles(problem.X, problem.y, scale, digits)):
        yield {t_pf: a.time, t_agf: alone(b.time), alpha: scale, beta_gap: max(abs(z - w) for z, w in zip(a.beta, b.beta))}


def numeric_jumps(instance: tuple[Data, sp.Rational], effort: Effort) -> Iterator[dict]:
    """The same with AGF as numerics/ computes it, in doubles."""
    problem, scale = instance
    path = untied(problem)
    errors = in_doubles(problem, path)
    run = alternating_gradient_flow(problem.network, float(scale)).staircase
    steps = list(zip((0.0, *run.jump_times), run.points))
    for (a, (when, point)), off in zip(beside(path, steps), [*errors, *errors[-1:] * len(steps)]):
        yield {t_pf: a.time, t_agf: alone(float(when), off.time * float(paper.jump_factor(scale))), alpha: scale,
               beta_gap: coefficient_gap(a, point, off)}


def coefficient_gap(saddle: paper.Saddle, point: Sequence, off: Rounded) -> Measured:
    """max |beta - beta'|, of coefficients as large as the largest."""
    size = max(max(abs(float(z)) for z in saddle.beta), float(np.max(np.abs(np.asarray(point, dtype=float)))))
    return Measured(max(abs(float(z) - float(w)) for z, w in zip(saddle.beta, point)), size, off.beta)


def tied_processes(instance: tuple[Data, sp.Rational], effort: Effort) -> Iterator[dict]:
    """AGF's coefficients once every neuron due at a time has had its turn, beside the algorithm's after its one jump."""
    problem, scale = instance
    path = saddles(problem)
    other = paper.alternating_saddles(problem.X, problem.y, scale, 40)
    if len(other) == len(path):
        raise Rejected("nobody is due at the same time")
    factor = paper.jump_factor(scale).evalf(60)
    for a in path:
        with mpmath.workdps(60):
            due = mpmath.mpf(str((a.time * factor).evalf(60))) * (1 + mpmath.mpf(10)**-30)
            reached = [b for b in other if b.time <= due][-1]
        yield {beta_gap: max(abs(z - w) for z, w in zip(a.beta, reached.beta))}


def reused_levels() -> st.SearchStrategy:
    """Orthogonal or small-integer inputs, where several coordinates often arrive together; and one that dies without a force."""
    return st.tuples(st.one_of(data(4, reach=2), st.just(DIES_WITHOUT_FORCE)), SCALES)


def agf_limit(problem: Data, effort: Effort) -> Iterator[Observation]:
    """AGF of numerics/ at shrinking alpha, jump times extrapolated."""
    path, net, alphas = untied(problem), problem.network, scales(effort, 8)
    errors = in_doubles(problem, path)
    found = [alternating_gradient_flow(net, a) for a in alphas]
    steps = [list(zip((0.0, *one.staircase.jump_times), one.staircase.points)) for one in found]
    yield from _ratios(path, [one.eta for one in found], steps, alphas, errors)


def exact_limit(problem: Data, effort: Effort) -> Iterator[Observation]:
    """The same by the recursion of the theorem, in forty digits, at smaller alphas."""
    path, alphas = untied(problem), tuple(smaller(a) for a in scales(effort, 8))
    runs = [paper.alternating_saddles(problem.X, problem.y, a, 40) for a in alphas]
    steps = [[(one.time, one.beta) for one in run] for run in runs]
    yield from _ratios(path, [float(problem.network.eta(a)) for a in alphas], steps, alphas, [Rounded(0.0, 0.0)] * len(path))


def _ratios(path: tuple[paper.Saddle, ...], logs: list[float], steps: list[list[tuple]], alphas: tuple[str, ...],
            errors: list[Rounded]) -> Iterator[Observation]:
    """t_AGF/t_PF of every jump extrapolated to alpha = 0, and the coefficients at the smallest alpha."""
    longest = max(len(path), *map(len, steps))
    for k, off in zip(range(1, longest), [*errors, *errors[-1:] * longest]):
        saddle = path[min(k, len(path) - 1)]
        reached = [one[min(k, len(one) - 1)] for one in steps]
        fit = extrapolated(logs, [float(when) / float(saddle.time) for when, _ in reached])
        ratio = settled(fit)
        ratio = replace(ratio, error=ratio.error + 2 * off.time / float(saddle.time))  # extrapolation doubles an error
        yield Observation({t_ratio: ratio, beta_gap: coefficient_gap(saddle, reached[-1][1], off)}, tuple(alphas), fit.slope,
                          f"jump {k}: raw gaps {', '.join(f'{x:.2e}' for x in fit.raw)}, extrapolated {fit.limit - 1:.1e}")


# --- gradient flow at shrinking alpha ---------------------------------------------------------------------------------
RESOLVED = 60.0   # exp(-60) of a coefficient is rounding
SMALLER = 2       # times that alpha is raised to its fourth power where jumps are seen together
PATIENCE = 1e-3   # rates this far apart make gradient flow stiff, and its alphas smaller than we wait for


def scales(effort: Effort, digits: float) -> tuple[str, ...]:
    """The alphas asked for, largest first, raised to a power that takes them all below 10^-digits."""
    sizes = sorted(log_inverse(a) / math.log(10) for a in effort.alphas or ALPHAS)
    if sizes[0] <= 0:
        raise ValueError(f"alpha is {effort.alphas}: expected scales below 1")
    factor = max(1, math.ceil(digits / sizes[0]))
    return tuple(f"1e-{size}" for size in sorted({max(1, round(size * factor)) for size in sizes}))


def smaller(scale: str) -> str:
    """alpha^4."""
    return f"1e-{4 * int(scale.removeprefix('1e-'))}"


def extrapolated(logs: Sequence[float], values: Sequence[float]) -> Extrapolation:
    """As :func:`extrapolate`; with one alpha nothing is known of a limit."""
    if len(set(logs)) < 2:
        raise Unsettled("one alpha: three or more tell a limit")
    return extrapolate(logs, values, 1.0)


def resolving(problem: Data, path: tuple[paper.Saddle, ...], effort: Effort) -> tuple[str, ...]:
    """Alphas at which gradient flow tells the events apart.

    A jump takes a plain time of about 1/rate, while a plateau lasts log(1/alpha) times its duration: two events closer
    than that are one. Alpha is made smaller until RESOLVED growth times fit between any two, however close they are.
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

    Jumps that merge at one alpha are a reason to go on with smaller ones; what is still different then is different.
    """
    expected = paper.staircase(problem.X, problem.y).features
    for _ in range(SMALLER):
        if all(run.staircase.features == expected for run in flows(problem, alphas)):
            break
        alphas = tuple(map(smaller, alphas))
    return alphas, [log_inverse(a) for a in alphas], flows(problem, alphas)


def flow_limit(problem: Data, effort: Effort, closer: bool = False) -> Iterator[Observation]:
    """Gradient flow's staircase at shrinking alpha, beside the algorithm's."""
    asked = resolving(problem, untied(problem), effort)
    alphas, logs, runs = separated(problem, tuple(map(smaller, asked)) if closer else asked)
    stairs = [run.in_units_of(size) for run, size in zip(runs, logs)]
    expected = paper.staircase(problem.X, problem.y)
    wrong = sum(a != b for a, b in zip(stairs[-1].features, expected.features)) + abs(len(stairs[-1]) - len(expected))
    if wrong or any(len(stair) != len(expected) for stair in stairs):
        yield Observation({misread: wrong, t_gf_ratio: 1, level_gf: 0}, alphas, detail=f"{problem}: {stairs[-1].features}")
        return
    for k, when in enumerate(expected.jump_times):
        fit = extrapolated(logs, [float(stair.jump_times[k]) / float(when) for stair in stairs])
        gap = (float(stairs[-1].levels[k + 1]) - float(expected.levels[k + 1])) / float(expected.levels[0])
        close = "" if alphas == scales(effort, 0) else "; events close together, so alpha is smaller"
        yield Observation({misread: 0, t_gf_ratio: settled(fit), level_gf: Measured(gap, 1)}, alphas, fit.slope,
                          f"jump {k + 1}: raw gaps {', '.join(f'{x:.2e}' for x in fit.raw)}, extrapolated {fit.limit - 1:.1e}{close}")


def integrals_of_flow(problem: Data, effort: Effort, shares: tuple[str, ...],
                      closer: bool) -> Iterator[tuple[paper.Saddle, list[list[Extrapolation]], tuple[str, ...]]]:
    """For every plateau: s of every coordinate at these shares of it, extrapolated to alpha = 0."""
    path = untied(problem)
    asked = resolving(problem, path, effort)
    alphas, logs, runs = separated(problem, tuple(map(smaller, asked)) if closer else asked)
    for a, b in zip(path, path[1:]):
        values = []
        for share in shares:
            when = float(a.time + (b.time - a.time) * sp.Rational(share))
            columns = [[np.interp(when * size / float(run.eta), run.times, run.dual[:, i]) for run, size in zip(runs, logs)]
                       for i in range(len(a.beta))]
            values.append([extrapolated(logs, column) for column in columns])
        yield a, values, alphas


def bounded_integrals(problem: Data, effort: Effort, closer: bool = False) -> Iterator[Observation]:
    for _, values, alphas in integrals_of_flow(problem, effort, ("1/4", "1/2", "3/4"), closer):
        for fit in chain.from_iterable(values):
            yield Observation({s: settled(fit)}, alphas, fit.slope)


def active_integrals(problem: Data, effort: Effort, closer: bool = False) -> Iterator[Observation]:
    for saddle, values, alphas in integrals_of_flow(problem, effort, ("1/2",), closer):
        for b, fit in zip(saddle.beta, values[0]):
            if b:
                yield Observation({s: settled(fit)}, alphas, fit.slope)


def straight_integrals(problem: Data, effort: Effort, closer: bool = False) -> Iterator[Observation]:
    for _, values, alphas in integrals_of_flow(problem, effort, ("1/5", "1/2", "4/5"), closer):
        for left, middle, right in zip(*values):
            yield Observation({s_left: settled(left), s_mid: settled(middle), s_right: settled(right)}, alphas, middle.slope)


def further(observe: Callable) -> Callable:
    """The second look: alpha^4 for every alpha."""
    return lambda problem, effort: observe(problem, effort, closer=True)


def activation_in_flow(problem: Data, effort: Effort, closer: bool = False) -> Iterator[dict]:
    """The sign of a coefficient that appears in gradient flow, and the gradient on the plateau before."""
    asked = resolving(problem, untied(problem), effort)
    _, _, runs = separated(problem, tuple(map(smaller, asked)) if closer else asked)
    run, net = runs[-1].staircase, problem.network
    for before, feature in zip(run.points, run.features):
        if len(feature) != 2 or isinstance(feature[0], tuple):
            raise Unsettled("two coefficients appear at once at this alpha")
        index, side = feature
        beta = np.asarray(before, dtype=float)
        cancelled = (np.abs(net.X[index]) @ (np.abs(net.y) + np.abs(beta) @ np.abs(net.X))) / len(net.y)
        yield {u: 1, v: side, g: Measured(-float(net.slope_of(beta)[index]), float(cancelled))}


def zero_crossings(instance: tuple[Data, sp.Rational], effort: Effort, raw: bool = True) -> Iterator[dict]:
    """(u, v) wherever u v changes sign, along gradient flow integrated in (u, v) themselves."""
    problem, scale = instance
    run = gradient_flow(problem.network, float(scale), raw=raw, until=60.0)
    found = 0
    for i in range(len(problem.X)):
        second = run.parameters[1:, i, 1]
        for k in np.flatnonzero(second[:-1] * second[1:] < 0):
            at = run.at(brentq(lambda when: run.at(when)[i, 1], run.times[k + 1], run.times[k + 2], xtol=1e-15))
            found += 1
            yield {u_cross: alone(at[i, 0]), v_cross: Measured(at[i, 1], abs(at[i, 0])), alpha: scale}
    if not found:
        raise Rejected("no product changes sign")


# --- the example of the figure ----------------------------------------------------------------------------------------
def the_example(problem: Data, effort: Effort) -> Iterator[Observation]:
    net, size = problem.network, log_inverse(ALPHAS[-1])
    run = gradient_flow(net, ALPHAS[-1])
    stairs, grid = run.staircase, np.linspace(*[float(when) for when in run.staircase.jump_times[1:3]], 20001)
    path = np.interp(grid, run.times, run.dual[:, 0]) * size  # G of the first coordinate
    low = float(np.min(np.where(path[:-1] * path[1:] <= 0, 0, np.log(np.cosh(np.clip(2 * path[:-1], -300, 300))) / (2 * float(run.eta)))))
    yield Observation(_story(stairs, Measured(low, 1)), (ALPHAS[-1],), detail="gradient flow")
    for integrated, scale in ((False, "1e-400"), (True, "1e-3")):
        agf = alternating_gradient_flow(net, scale, integrated=integrated)
        third = agf.iterations[2].accumulated[:, 0]
        # The sampled path steps over the zero by at most its own step.
        low = Measured(float(third.min()), 1, float(np.abs(np.diff(third)).max()))
        yield Observation(_story(agf.staircase, low), (scale,), detail=f"AGF, {'integrated' if integrated else 'exact'} steps")
    before, after = paper.successive_saddles(problem.X, problem.y)[2:4]
    low = 0 if before.integral[0] * after.integral[0] <= 0 else min(abs(before.integral[0]), abs(after.integral[0]))
    yield Observation(_story(paper.staircase(problem.X, problem.y), low), detail="the algorithm")


def exact_example(problem: Data, effort: Effort) -> Iterator[Observation]:
    """The algorithm alone, in fractions."""
    yield list(the_example(problem, effort))[-1]


def _story(stairs: Staircase, low: Any) -> dict:
    signs = [side for index, side in stairs.features if index == 0]
    second = stairs.points[2][0]
    return {jumps: len(stairs), beta_1: second if is_exact(second) else Measured(float(second), 1), S_low: low,
            flip: signs[0] * signs[-1] if len(signs) == 2 else 0}


# --- the table --------------------------------------------------------------------------------------------------------
LIMIT = 1e-8    # eight digits: 1e-13 of the integrator over plain times of 1e3, and what close events leave in the extrapolation
LIMIT_REASON = "extrapolated in 1/log(1/alpha); the remainder is exponentially small but for events that nearly coincide"
SAMPLED_REASON = "extrapolated in 1/log(1/alpha); linear interpolation between points of the trajectory adds nothing to a straight line"

DOUBLES_REASON = "doubles; what cancels, and what a jump makes of the ones before, is carried along"

FLOWS: dict[str, list] = {
    "diagonal.maximal-utility": [DIRECTION],
    "diagonal.maximiser": [DIRECTION],
    "diagonal.sign-change": [Property("where u v vanishes along the flow of (u, v)", st.tuples(st.just(EXAMPLE), st.sampled_from(
        [sp.Rational(1, 10), sp.Rational(1, 20), sp.Rational(1, 50)])), zero_crossings, 1e-8, "LSODA at 1e-11 of u, three digits lost along the flow",
        examples=(3, 3, 3), method="flow", confirm=lambda instance, effort: zero_crossings(instance, effort, raw=False))],
    "diagonal.utility-solution": [MOVING],
    "diagonal.accumulated-utility-expanded": [MOVING],
    "diagonal.accumulated-utility-main": [NEURON],
    "diagonal.accumulated-utility": [NEURON],
    "diagonal.sign-recursion": [NEURON],
    "diagonal.delta-accumulated": [MOVING],
    "diagonal.jump-time": [WAITING],
    "diagonal.activation-sign": [WAITING, Property("gradient flow", small, activation_in_flow, 1e-9, "levels of a flow held to 1e-11",
                                                   examples=(2, 100, 500), method="flow", confirm=further(activation_in_flow))],
    "diagonal.next-neuron": [Property("integrated utility flows of several neurons", st.lists(histories(False), min_size=2, max_size=5).map(
        lambda group: tuple(History(group[0].eta, h.g_before, h.t_before, h.g_now, h.t_now) for h in group)), first_to_activate, 1e-9,
        "indices", examples=(15, 150, 1500), method="flow", confirm=again(first_to_activate))],
    "diagonal.constrained-minimum": [Property("flow from random starts, all Kuhn-Tucker points, nnls, lsq_linear", small, active_flow,
                                              1e-6, "LSODA at 1e-10, stopped after 60 times of the slowest rate, and at rest",
                                              examples=(12, 120, 1000), method="flow",
                                              confirm=lambda problem, effort: active_flow(problem, effort, patience=10))],
    "diagonal.unique-minimum": [Property("all supports, on every plateau", small, count_minimisers, EXACT, "counted",
                                         examples=(25, 200, 1000))],
    "diagonal.candidates": [Property("every coordinate on every plateau", problems(), plateaus, EXACT, "exact rationals", examples=(40, 400, 4000))],
    "diagonal.dormant-integral": [
        Property("coordinates with a non-zero gradient", problems(), candidates, EXACT, "exact rationals", examples=(40, 400, 4000)),
        Property("coordinates that have just returned", problems(), returned, EXACT, "exact rationals", examples=(40, 400, 4000), sharp=True)],
    "diagonal.dormant-set": [Property("every coordinate on every plateau", problems(), plateaus, EXACT, "exact rationals", examples=(40, 400, 4000))],
    "diagonal.simplified-jump-time": [Property("the smallest positive root on every plateau", problems(), enumerated_root, EXACT,
                                               "exact rationals", examples=(40, 400, 4000))],
    "diagonal.exact-relation": [
        Property("every jump of the recursion, 40 digits", st.tuples(problems(), SCALES), exact_jumps, 1e-30, "40 digits carried",
                 examples=(80, 800, 8000), confirm=lambda instance, effort: exact_jumps(instance, effort, 80)),
        Property("AGF in doubles", st.tuples(problems(5), SCALES.filter(lambda a: a > sp.Rational(1, 10**11))), numeric_jumps, 1e-12,
                 DOUBLES_REASON, examples=(20, 200, 2000), method="flow", confirm=exact_jumps)],
    "diagonal.ties": [Property("data on which several coordinates are due at once", reused_levels(), tied_processes, EXACT, "exact rationals",
                               examples=(30, 600, 6000))],
    "diagonal.theorem": [Property("AGF at shrinking alpha", small, agf_limit, 1e-12, DOUBLES_REASON, examples=(12, 200, 1000), method="limit",
                                  confirm=exact_limit)],
    "diagonal.gradient-flow-limit": [Property("gradient flow at shrinking alpha", small, flow_limit, LIMIT, LIMIT_REASON,
                                              examples=(8, 200, 1000), method="limit", confirm=further(flow_limit))],
    "diagonal.integral-bounded": [
        Property("gradient flow at shrinking alpha", small, bounded_integrals, LIMIT, SAMPLED_REASON, examples=(3, 60, 300), method="limit",
                 confirm=further(bounded_integrals)),
        Property("active coordinates of gradient flow", small, active_integrals, LIMIT, SAMPLED_REASON, examples=(3, 60, 300), method="limit",
                 sharp=True, confirm=further(active_integrals))],
    "diagonal.integral-linear": [Property("gradient flow at shrinking alpha", small, straight_integrals, LIMIT, SAMPLED_REASON,
                                          examples=(3, 60, 300), method="limit", confirm=further(straight_integrals))],
    "diagonal.example": [Property("gradient flow, AGF and the algorithm", st.just(EXAMPLE), the_example, 1e-6, "a level of 1e-6 is zero",
                                  examples=(1, 1, 1), method="flow", confirm=exact_example)],
}
