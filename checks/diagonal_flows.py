"""Measured checks of the diagonal-network claims: AGF and gradient flow beside Pesme and Flammarion's algorithm.

Data sets are exact, and so is the algorithm; AGF comes from the recursion the theorem prints and from numerics/,
gradient flow from numerics/ at alphas so small that neighbouring events are apart.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

import mpmath
import numpy as np
import sympy as sp
from hypothesis import strategies as st
from scipy.optimize import brentq

from numerics import alternating_gradient_flow, gradient_flow
from numerics.validate import log_inverse
from theory import diagonal as paper
from theory.diagonal import (S_low, alpha, beta_1, beta_gap, flip, g, jumps, level_gf, misread, s, s_left, s_mid, s_right, t_agf,
                             t_gf_ratio, t_pf, t_ratio, u, u_cross, v, v_cross)

from .check import Effort, Rejected
from .converge import extrapolate
from .diagonal_data import (EXAMPLE, Data, active_flow, candidates, count_minimisers, data, enumerated_root, plateaus, problems, returned,
                            saddles, small, untied)
from .diagonal_neuron import DIRECTION, MOVING, NEURON, WAITING, History, first_to_activate, histories, measured_neuron
from .property import Observation, Property

ALPHAS = ("1e-200", "1e-400", "1e-800")
EXACT = 1e-40        # exact rationals in, balls of 192 bits (57 digits) through


# --- AGF against the algorithm ----------------------------------------------------------------------------------------
SCALES = st.sampled_from([sp.Rational(1, 2), sp.Rational(2, 3), sp.Rational(1, 10), sp.Rational(1, 1000), sp.Rational(1, 10**12), sp.Rational(7, 10)])


def exact_jumps(instance: tuple[Data, sp.Rational], effort: Effort) -> Iterator[dict]:
    """Every jump of the recursion the theorem prints, beside the algorithm's."""
    problem, scale = instance
    path = untied(problem)
    other = paper.alternating_saddles(problem.X, problem.y, scale, 40)
    if len(other) != len(path):
        yield {beta_gap: sp.oo, t_agf: 0, t_pf: 1, alpha: scale}
    for a, b in zip(path[1:], other[1:]):
        yield {t_pf: a.time, t_agf: b.time, alpha: scale, beta_gap: max(abs(z - w) for z, w in zip(a.beta, b.beta))}


def numeric_jumps(instance: tuple[Data, sp.Rational], effort: Effort) -> Iterator[dict]:
    """The same with AGF as numerics/ computes it, in doubles."""
    problem, scale = instance
    path, run = untied(problem), alternating_gradient_flow(problem.network, float(scale)).staircase
    if len(run) != len(path) - 1:
        raise Rejected("a gradient below rounding: doubles cannot see the last jump")
    for a, when, point in zip(path[1:], run.jump_times, run.points[1:]):
        yield {t_pf: a.time, t_agf: when, alpha: scale, beta_gap: float(max(abs(float(z) - w) for z, w in zip(a.beta, point)))}


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
    """Orthogonal or small-integer inputs, where several coordinates often arrive together."""
    return st.tuples(data(4, reach=2), SCALES)


def agf_limit(problem: Data, effort: Effort) -> Iterator[Observation]:
    """AGF of numerics/ at shrinking alpha, jump times extrapolated."""
    path, net, alphas = untied(problem), problem.network, scales(effort, 8)
    found = [alternating_gradient_flow(net, a) for a in alphas]
    runs = [one.staircase for one in found]
    if any(len(run) != len(path) - 1 for run in runs):
        raise Rejected("a gradient below rounding: doubles cannot see the last jump")
    for k, saddle in enumerate(path[1:]):
        fit = extrapolate([one.eta for one in found], [run.jump_times[k] / float(saddle.time) for run in runs])
        gap = max(abs(float(z) - w) for z, w in zip(saddle.beta, runs[-1].points[k + 1]))
        yield Observation({t_ratio: fit.limit, beta_gap: gap}, tuple(alphas), fit.slope,
                          f"jump {k + 1}: raw gaps {', '.join(f'{x:.2e}' for x in fit.raw)}, extrapolated {fit.limit - 1:.1e}")


# --- gradient flow at shrinking alpha ---------------------------------------------------------------------------------
RESOLVED = 60.0   # exp(-60) of a coefficient is rounding
PATIENCE = 1e-3   # rates this far apart make gradient flow stiff, and its alphas smaller than we wait for


def scales(effort: Effort, digits: float) -> tuple[str, ...]:
    """The alphas asked for, largest first and at least two, raised to a power that takes them all below 10^-digits."""
    sizes = sorted(log_inverse(a) / math.log(10) for a in effort.alphas or ALPHAS)
    if sizes[0] <= 0:
        raise ValueError(f"alpha is {effort.alphas}: expected scales below 1")
    factor = max(1, math.ceil(digits / sizes[0]))
    whole = sorted({max(1, round(size * factor)) for size in sizes})
    return tuple(f"1e-{size}" for size in (whole if len(whole) > 1 else [whole[0], 2 * whole[0]]))


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

    return tuple(gradient_flow(net, a, until=end(a)) for a in alphas)


def flow_limit(problem: Data, effort: Effort) -> Iterator[Observation]:
    """Gradient flow's staircase at shrinking alpha, beside the algorithm's."""
    path = untied(problem)
    alphas = resolving(problem, path, effort)
    logs, runs = [log_inverse(a) for a in alphas], flows(problem, alphas)
    stairs = [run.in_units_of(size) for run, size in zip(runs, logs)]
    expected = paper.staircase(problem.X, problem.y)
    wrong = sum(a != b for a, b in zip(stairs[-1].features, expected.features)) + abs(len(stairs[-1]) - len(expected))
    if wrong:
        yield Observation({misread: wrong, t_gf_ratio: 1, level_gf: 0}, alphas, detail=f"{problem}: {stairs[-1].features}")
        return
    for k, when in enumerate(expected.jump_times):
        fit = extrapolate(logs, [float(stair.jump_times[k]) / float(when) for stair in stairs])
        gap = float(stairs[-1].levels[k + 1]) - float(expected.levels[k + 1])
        close = "" if alphas == scales(effort, 0) else "; events close together, so alpha is smaller"
        yield Observation({misread: 0, t_gf_ratio: fit.limit, level_gf: gap / max(float(expected.levels[0]), 1e-300)}, alphas, fit.slope,
                          f"jump {k + 1}: raw gaps {', '.join(f'{x:.2e}' for x in fit.raw)}, extrapolated {fit.limit - 1:.1e}{close}")


def integrals_of_flow(problem: Data, effort: Effort, shares: tuple[float, ...]) -> Iterator[tuple[paper.Saddle, list, tuple, list]]:
    """For every plateau: s of every coordinate at these shares of it, extrapolated to alpha = 0."""
    path = untied(problem)
    alphas = resolving(problem, path, effort)
    logs, runs = [log_inverse(a) for a in alphas], flows(problem, alphas)
    for a, b in zip(path, path[1:]):
        values = []
        for share in shares:
            when = float(a.time + (b.time - a.time) * sp.Rational(str(share)))
            columns = [[np.interp(when * size / float(run.eta), run.times, run.dual[:, i]) for run, size in zip(runs, logs)]
                       for i in range(len(a.beta))]
            values.append([extrapolate(logs, column) for column in columns])
        yield a, values, alphas, [float(z) for z in a.integral]


def bounded_integrals(problem: Data, effort: Effort) -> Iterator[Observation]:
    for _, values, alphas, _ in integrals_of_flow(problem, effort, (0.25, 0.5, 0.75)):
        for fit in chain.from_iterable(values):
            yield Observation({s: fit.limit}, alphas, fit.slope)


def active_integrals(problem: Data, effort: Effort) -> Iterator[Observation]:
    for saddle, values, alphas, _ in integrals_of_flow(problem, effort, (0.5,)):
        for b, fit in zip(saddle.beta, values[0]):
            if b:
                yield Observation({s: fit.limit}, alphas, fit.slope)


def straight_integrals(problem: Data, effort: Effort) -> Iterator[Observation]:
    for _, values, alphas, _ in integrals_of_flow(problem, effort, (0.2, 0.5, 0.8)):
        for left, middle, right in zip(*values):
            yield Observation({s_left: left.limit, s_mid: middle.limit, s_right: right.limit}, alphas, middle.slope)


def activation_in_flow(problem: Data, effort: Effort) -> Iterator[dict]:
    """The sign of a coefficient that appears in gradient flow, and the gradient on the plateau before."""
    path = untied(problem)
    run = flows(problem, resolving(problem, path, effort))[-1].staircase
    net = problem.network
    for before, feature in zip(run.points, run.features):
        index, side = feature
        yield {u: 1, v: side, g: -float(net.slope_of(np.asarray(before, dtype=float))[index])}


def zero_crossings(instance: tuple[Data, sp.Rational], effort: Effort) -> Iterator[dict]:
    """(u, v) wherever u v changes sign, along gradient flow integrated in (u, v) themselves."""
    problem, scale = instance
    run = gradient_flow(problem.network, float(scale), raw=True, until=60.0)
    found = 0
    for i in range(len(problem.X)):
        second = run.parameters[1:, i, 1]
        for k in np.flatnonzero(second[:-1] * second[1:] < 0):
            at = run.at(brentq(lambda when: run.at(when)[i, 1], run.times[k + 1], run.times[k + 2], xtol=1e-15))
            found += 1
            yield {u_cross: at[i, 0], v_cross: at[i, 1], alpha: scale}
    if not found:
        raise Rejected("no product changes sign")


# --- the example of the figure ----------------------------------------------------------------------------------------
def the_example(problem: Data, effort: Effort) -> Iterator[Observation]:
    net, size = problem.network, log_inverse(ALPHAS[-1])
    run = gradient_flow(net, ALPHAS[-1])
    stairs, grid = run.staircase, np.linspace(*[float(when) for when in run.staircase.jump_times[1:3]], 20001)
    path = np.interp(grid, run.times, run.dual[:, 0]) * size  # G of the first coordinate
    low = float(np.min(np.where(path[:-1] * path[1:] <= 0, 0, np.log(np.cosh(np.clip(2 * path[:-1], -300, 300))) / (2 * float(run.eta)))))
    yield Observation(_story(stairs, low), (ALPHAS[-1],), detail="gradient flow")
    for integrated, scale in ((False, "1e-400"), (True, "1e-3")):
        agf = alternating_gradient_flow(net, scale, integrated=integrated)
        third = agf.iterations[2].accumulated[:, 0]
        # The sampled path steps over the zero by at most half of its own step.
        low = float(third.min()) if third.min() > np.abs(np.diff(third)).max() else 0.0
        yield Observation(_story(agf.staircase, low), (scale,), detail=f"AGF, {'integrated' if integrated else 'exact'} steps")
    before, after = paper.successive_saddles(problem.X, problem.y)[2:4]
    low = 0 if before.integral[0] * after.integral[0] <= 0 else min(abs(before.integral[0]), abs(after.integral[0]))
    yield Observation(_story(paper.staircase(problem.X, problem.y), low), detail="the algorithm")


def _story(stairs, low: float) -> dict:
    signs = [side for index, side in stairs.features if index == 0]
    return {jumps: len(stairs), beta_1: float(stairs.points[2][0]), S_low: low, flip: signs[0] * signs[-1] if len(signs) == 2 else 0}


# --- the table --------------------------------------------------------------------------------------------------------
LIMIT = 1e-8    # eight digits: 1e-13 of the integrator over plain times of 1e3, and what close events leave in the extrapolation
LIMIT_REASON = "extrapolated in 1/log(1/alpha); the remainder is exponentially small but for events that nearly coincide"
SAMPLED = 1e-6  # s is read off the trajectory by linear interpolation
SAMPLED_REASON = "extrapolated in 1/log(1/alpha) from linear interpolation between the points of the trajectory"

FLOWS: dict[str, list] = {
    "diagonal.maximal-utility": [DIRECTION],
    "diagonal.maximiser": [DIRECTION],
    "diagonal.sign-change": [Property("where u v vanishes along the flow of (u, v)", st.tuples(st.just(EXAMPLE), st.sampled_from(
        [sp.Rational(1, 10), sp.Rational(1, 20), sp.Rational(1, 50)])), zero_crossings, 1e-6, "LSODA at 1e-11 against u of order alpha",
        examples=(3, 3, 3), method="flow")],
    "diagonal.utility-solution": [MOVING],
    "diagonal.accumulated-utility-expanded": [MOVING],
    "diagonal.accumulated-utility-main": [NEURON],
    "diagonal.accumulated-utility": [NEURON],
    "diagonal.sign-recursion": [NEURON],
    "diagonal.delta-accumulated": [Property("the integrated utility flow of a neuron with a history", histories(False), measured_neuron,
                                            1e-5, "artanh near 1 loses digits: eta S <= 4, so exp(8) of 1e-12 and more",
                                            examples=(20, 200, 2000), method="flow")],
    "diagonal.jump-time": [WAITING],
    "diagonal.activation-sign": [WAITING, Property("gradient flow", small, activation_in_flow, 1e-9, "signs",
                                                   examples=(2, 100, 500), method="flow")],
    "diagonal.next-neuron": [Property("integrated utility flows of several neurons", st.lists(histories(False), min_size=2, max_size=5).map(
        lambda group: tuple(History(group[0].eta, h.g_before, h.t_before, h.g_now, h.t_now) for h in group)), first_to_activate, 1e-9,
        "indices", examples=(15, 150, 1500), method="flow")],
    "diagonal.constrained-minimum": [Property("flow from random starts, all Kuhn-Tucker points, nnls, lsq_linear", small, active_flow,
                                              1e-6, "LSODA at 1e-10, stopped after 60 times of the slowest rate",
                                              examples=(12, 120, 1000), method="flow")],
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
                 examples=(80, 800, 8000)),
        Property("AGF in doubles", st.tuples(problems(5), SCALES.filter(lambda a: a > sp.Rational(1, 10**11))), numeric_jumps, 1e-8,
                 "rounding, amplified by nearly equal jump times", examples=(20, 200, 2000), method="flow")],
    "diagonal.ties": [Property("data on which several coordinates are due at once", reused_levels(), tied_processes, EXACT, "exact rationals",
                               examples=(30, 600, 6000))],
    "diagonal.theorem": [Property("AGF at shrinking alpha", small, agf_limit, LIMIT, LIMIT_REASON, examples=(12, 200, 1000), method="limit")],
    "diagonal.gradient-flow-limit": [Property("gradient flow at shrinking alpha", small, flow_limit, LIMIT, LIMIT_REASON,
                                              examples=(8, 200, 1000), method="limit")],
    "diagonal.integral-bounded": [
        Property("gradient flow at shrinking alpha", small, bounded_integrals, SAMPLED, SAMPLED_REASON, examples=(3, 60, 300), method="limit"),
        Property("active coordinates of gradient flow", small, active_integrals, SAMPLED, SAMPLED_REASON, examples=(3, 60, 300), method="limit",
                 sharp=True)],
    "diagonal.integral-linear": [Property("gradient flow at shrinking alpha", small, straight_integrals, SAMPLED, SAMPLED_REASON,
                                          examples=(3, 60, 300), method="limit")],
    "diagonal.example": [Property("gradient flow, AGF and the algorithm", st.just(EXAMPLE), the_example, 1e-6, "a level of 1e-6 is zero",
                                  examples=(1, 1, 1), method="flow")],
}
