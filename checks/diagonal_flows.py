"""Measured checks of the diagonal-network claims: utility flows of one neuron, data sets, gradient flow, AGF.

A neuron's utility flow is integrated on the circle, theta/|theta| = (cos phi, sin phi): phi' = -eta g cos 2phi and
S' = -g sin 2phi, through two plateaus in a row, so that every formula meets a neuron with a history. Data sets are
exact; whatever is compared with the algorithm of Pesme and Flammarion is computed by another route.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations

import mpmath
import numpy as np
import sympy as sp
from flint import fmpq, fmpq_mat
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from scipy.optimize import brentq, lsq_linear, minimize_scalar, nnls

from numerics import DiagonalNetwork, alternating_gradient_flow, gradient_flow
from numerics.validate import log_inverse
from theory import diagonal as paper
from theory.diagonal import (S_0, S_later, S_low, U_0, U_later, U_star, alpha, beta, beta_1, beta_best, beta_flow, beta_gap, delta, eta,
                             first, flip, g, i_star, jumps, level_gf, minimisers, misread, pm, rho, rho_later, s, s_left, s_mid, s_right,
                             t, t_agf, t_gf_ratio, t_pf, t_ratio, tau_pf, u, u_cross, v, v_cross, waiting)

from .check import Effort, Rejected
from .converge import extrapolate
from .property import Observation, Property

ALPHAS = ("1e-200", "1e-400", "1e-800")
EXACT = 1e-40        # exact rationals in, balls of 192 bits (57 digits) through
INTEGRATED = 1e-7    # DOP853 at 1e-12; where S passes zero, arcosh(exp(2 eta S)) keeps half of these digits


# --- one neuron through two plateaus ----------------------------------------------------------------------------------
@dataclass(frozen=True)
class History:
    """A neuron of learning rate ``eta`` under the gradient g_before for t_before, then g_now for t_now."""

    eta: Fraction
    g_before: Fraction
    t_before: Fraction
    g_now: Fraction
    t_now: Fraction


def fractions(low: str, high: str, most: int = 12) -> st.SearchStrategy:
    return st.fractions(Fraction(low), Fraction(high), max_denominator=most)


def histories(zero: bool = True) -> st.SearchStrategy:
    """g_before t_before < 1, so that S < 1 after it; g_now may vanish."""
    gradient = fractions("-2", "2").filter(bool)
    now = st.one_of(st.just(Fraction(0)), gradient) if zero else gradient
    return st.builds(lambda rate, force, share, later, span: History(rate, force, share / abs(force), later, span),
                     fractions("1/2", "4"), gradient, fractions("0", "9/10"), now, fractions("1/10", "2"))


def circle(rate: float, force: float, start: tuple[float, float], span: float, to_one: bool = False) -> tuple[float, tuple[float, float]]:
    """The utility flow for the time ``span``, or until S = 1: the time taken, and (phi, S)."""
    def slope(_t: float, state: np.ndarray) -> list[float]:
        return [-rate * force * math.cos(2 * state[0]), -force * math.sin(2 * state[0])]

    def one(_t: float, state: np.ndarray) -> float:
        return state[1] - 1

    one.terminal, one.direction = True, 1
    found = solve_ivp(slope, (0, span), start, "DOP853", events=one if to_one else None, rtol=1e-12, atol=1e-14)
    if to_one and not found.t_events[0].size:
        raise Rejected
    return (float(found.t_events[0][0]), tuple(found.y_events[0][0])) if to_one else (span, tuple(found.y[:, -1]))


def measured_neuron(history: History, effort: Effort) -> Iterator[dict]:
    """What the integrated flow shows, in the letters of the theorem."""
    rate, force = float(history.eta), float(history.g_now)
    _, before = circle(rate, float(history.g_before), (0.0, 0.0), float(history.t_before))
    _, after = circle(rate, force, before, float(history.t_now))
    top = -minimize_scalar(lambda phi: force * math.sin(2 * phi) / 2, bounds=(-math.pi / 2, math.pi / 2), method="bounded",
                           options={"xatol": 1e-9}).fun
    signs = [0 if abs(phi) < 1e-9 else int(math.copysign(1, phi)) for phi, _ in (before, after)]
    force_sign = int(math.copysign(1, -force)) if force else 0
    values = {eta: history.eta, g: history.g_now, t: history.t_now, S_0: max(before[1], 0.0), S_later: after[1], rho: signs[0],
              U_star: top, U_0: -force * math.sin(2 * before[0]) / 2, U_later: -force * math.sin(2 * after[0]) / 2,
              pm: force_sign * signs[0] or 1}
    if abs(after[0]) > 1e-6 or force == 0:  # at the zero itself a measured sign means nothing
        values[rho_later] = signs[1]
    else:
        raise Rejected
    if force:
        values[delta] = math.atanh(max(-1 + 1e-16, min(1 - 1e-16, values[U_0] / top)))
    yield values


def measured_waiting(history: History, effort: Effort) -> Iterator[dict]:
    """How long the integrated flow takes to S = 1, also from S = 1 itself (a neuron that has returned to dormancy)."""
    rate, force = float(history.eta), float(history.g_now)
    for returned in (False, True):
        if returned and history.g_before * history.g_now > 0:
            continue  # at the threshold with an outward force: not dormant
        span = 100 / abs(float(history.g_before)) if returned else float(history.t_before)
        _, before = circle(rate, float(history.g_before), (0.0, 0.0), span, to_one=returned)
        start = (before[0], before[1] - 1e-13) if returned else before
        took, after = circle(rate, force, start, 100 * (1 + 1 / rate) / abs(force), to_one=True)
        yield {eta: history.eta, g: history.g_now, S_0: max(before[1], 0.0), rho: int(np.sign(before[0])), U_star: abs(force) / 2,
               waiting: took, u: math.cos(after[0]), v: math.sin(after[0])}


def first_to_activate(group: tuple[History, ...], effort: Effort) -> Iterator[Observation]:
    """Several neurons with a common learning rate and a common time since the last jump."""
    rate, span = group[0].eta, min(h.t_before for h in group)
    took, predicted = [], []
    formula = paper.jump_time.lambdify(eta, g, rho, S_0, U_star)
    for h in group:
        _, before = circle(float(rate), float(h.g_before), (0.0, 0.0), float(span))
        took.append(circle(float(rate), float(h.g_now), before, 100 * (1 + 1 / float(rate)) / abs(float(h.g_now)), to_one=True)[0])
        predicted.append(float(formula(float(rate), float(h.g_now), int(np.sign(before[0])), max(before[1], 0.0), abs(float(h.g_now)) / 2)))
    gaps = np.diff(np.sort(took))
    if gaps.min() < 1e-6 * max(took):
        raise Rejected  # due at the same moment: nobody is first
    yield Observation({first: int(np.argmin(took)), i_star: int(np.argmin(predicted))}, detail=f"activation times {np.round(took, 6).tolist()}")


def best_direction(force: Fraction, effort: Effort) -> Iterator[dict]:
    """Local maxima of the utility on the circle by a bounded optimiser, from every quadrant."""
    for k in range(8):
        low = k * math.pi / 4
        found = minimize_scalar(lambda phi: float(force) * math.sin(2 * phi) / 2, bounds=(low, low + math.pi / 2), method="bounded",
                                options={"xatol": 1e-10})
        at = found.x
        if min(at - low, low + math.pi / 2 - at) > 1e-3:  # an interior minimum of -U
            yield {U_star: -found.fun, u: math.cos(at), v: math.sin(at), g: force}


# --- data sets --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Data:
    """X (d, n) and y (n,), rational."""

    X: tuple[tuple[Fraction, ...], ...]
    y: tuple[Fraction, ...]

    def __repr__(self) -> str:
        return f"X = [{'; '.join(' '.join(map(str, row)) for row in self.X)}], y = [{' '.join(map(str, self.y))}]"

    @property
    def network(self) -> DiagonalNetwork:
        return DiagonalNetwork(self.X, self.y)


EXAMPLE = Data(((Fraction(1), Fraction(1)), (Fraction(3, 4), Fraction(1, 4))), (Fraction(9, 20), Fraction(-1, 20)))


@st.composite
def data(draw: st.DrawFn, most: int = 8, reach: int = 9) -> Data:
    """d and n between 2 and ``most``, with n > d or n < d; targets on the model or not; inputs correlated or not."""
    d, n = draw(st.integers(2, most)), draw(st.integers(2, most))
    whole = st.integers(-reach, reach)
    rows = [[Fraction(draw(whole)) for _ in range(n)] for _ in range(d)]
    if draw(st.booleans()):  # correlated: every row leans towards the first
        rows = [rows[0]] + [[a + 2 * b for a, b in zip(row, rows[0])] for row in rows[1:]]
    if draw(st.booleans()):
        truth = [Fraction(draw(st.integers(-3, 3))) for _ in range(d)]
        target = [sum(b * row[j] for b, row in zip(truth, rows)) for j in range(n)]
    else:
        target = [Fraction(draw(whole)) for _ in range(n)]
    return Data(tuple(map(tuple, rows)), tuple(target))


def problems(most: int = 8) -> st.SearchStrategy:
    return st.one_of(st.just(EXAMPLE), data(most), data(most))


def small(effort: Effort) -> st.SearchStrategy:
    return problems(effort.pick(4, 8, 8))


def saddles(problem: Data) -> tuple[paper.Saddle, ...]:
    """The algorithm's plateaus; data that are not in general position, or have nothing to learn, are rejected."""
    try:
        path = paper.successive_saddles(problem.X, problem.y)
    except ValueError:
        raise Rejected from None
    if len(path) < 2:
        raise Rejected
    return path


def untied(problem: Data) -> tuple[paper.Saddle, ...]:
    """The same where one coordinate at a time reaches +-1, and none is left at +-1 without a coefficient or a force.

    Such a coordinate (a zero of a noiseless truth that was active before, say) dies like 1/t along gradient flow.
    """
    path = saddles(problem)
    for a, b in zip(path, path[1:]):
        if sum(abs(now) == 1 and abs(was) != 1 or now == -was != 0 for was, now in zip(a.integral, b.integral)) > 1:
            raise Rejected
        if any(not x and not slope and abs(z) == 1 for x, slope, z in zip(b.beta, b.gradient, b.integral)):
            raise Rejected
    return path


def plateaus(problem: Data, effort: Effort) -> Iterator[dict]:
    """Every coordinate on every plateau; |g|/2 is the maximal utility."""
    for saddle in saddles(problem):
        for z, b, slope in zip(saddle.integral, saddle.beta, saddle.gradient):
            yield {s: z, beta: b, g: slope, U_star: abs(slope) / 2}


def candidates(problem: Data, effort: Effort) -> Iterator[dict]:
    """The integrals of the coordinates with a non-zero gradient."""
    return (one for one in plateaus(problem, effort) if one[g] != 0)


def returned(problem: Data, effort: Effort) -> Iterator[dict]:
    """Those among them that have just gone back to zero: they sit on the boundary."""
    path = saddles(problem)
    found = [{s: b.integral[i], beta: b.beta[i], g: b.gradient[i]} for a, b in zip(path, path[1:]) for i in range(len(a.beta))
             if a.beta[i] and not b.beta[i] and b.gradient[i]]
    if not found:
        raise Rejected
    yield from found


def enumerated_root(problem: Data, effort: Effort) -> Iterator[dict]:
    """The smallest positive tau with s - tau g = +-1, among the two."""
    for one in candidates(problem, effort):
        positive = [root for root in ((one[s] - 1) / one[g], (one[s] + 1) / one[g]) if root > 0]
        yield {**one, tau_pf: min(positive)}


# --- the constrained minimum ------------------------------------------------------------------------------------------
def moments(problem: Data) -> tuple[fmpq_mat, fmpq_mat]:
    """H = X X^T/n, h = X y/n."""
    def exact(rows: list) -> fmpq_mat:
        return fmpq_mat([[fmpq(a.numerator, a.denominator) for a in row] for row in rows])

    X, y = exact(problem.X), exact([[a] for a in problem.y])
    return X * X.transpose() / len(problem.y), X * y / len(problem.y)


def stationary_points(problem: Data, signs: dict[int, int]) -> tuple[set[tuple], bool]:
    """Every solution of the Kuhn-Tucker conditions with independent support, over all supports; and whether a flat
    direction is left at one of them. ``signs`` gives the allowed coordinates."""
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
        if all(signs[i] * value[i] > 0 for i in support) and all(signs[i] * slope[i] >= 0 for i in allowed):
            found.add(tuple(Fraction(int(z.p), int(z.q)) for z in value))
            level = [i for i in allowed if not slope[i]]
            flat |= bool(level) and fmpq_mat([[H[i, j] for j in level] for i in level]).rank() < len(level)
    return found, flat


def count_minimisers(problem: Data, effort: Effort) -> Iterator[dict]:
    """On every plateau of AGF: the coordinates at the boundary, with their signs."""
    for saddle in saddles(problem)[1:]:
        found, flat = stationary_points(problem, {i: int(z) for i, z in enumerate(saddle.integral) if abs(z) == 1})
        yield {minimisers: len(found) + flat}


def active_flow(problem: Data, effort: Effort) -> Iterator[Observation]:
    """d log|beta_i|/dt = -2 sgn_i g_i from a random small start in the orthant, against three independent solvers."""
    path = saddles(problem)
    rng = np.random.default_rng(len(path) + 17 * len(problem.X) + effort.seed)
    for saddle in path[1:]:
        signs = {i: int(z) for i, z in enumerate(saddle.integral) if abs(z) == 1}
        best = list(stationary_points(problem, signs)[0])
        if len(best) != 1:
            raise Rejected
        limit = _flow_limit(problem, signs, np.array(list(map(float, best[0]))), rng)
        for name, solved in _solvers(problem, signs, best[0]).items():
            for i in range(len(limit)):
                yield Observation({beta_flow: limit[i], beta_best: solved[i]}, detail=f"{name}: beta_{i} = {float(solved[i]):.6g}")
        yield from ({beta_flow: z, beta_best: w} for z, w in zip(saddle.beta, best[0]))  # the active set of theory/, exactly


def _flow_limit(problem: Data, signs: dict[int, int], best: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    net, index, side = problem.network, np.array(sorted(signs)), np.array([signs[i] for i in sorted(signs)])
    slope = -net.slope_of(best)[index]
    held = best[index] != 0
    # Time for the slowest rate: a multiplier of a coordinate at zero, a mode of the coefficients that stay.
    modes = np.linalg.eigvalsh(np.sqrt(np.abs(np.outer(best[index][held], best[index][held]))) * net.Sigma[np.ix_(index[held], index[held])])
    rates = np.concatenate([2 * np.abs(slope[~held]), 2 * modes])
    if rates.min() < 1e-4 * rates.max():
        raise Rejected  # two coordinates nearly exchangeable: the limit exists but takes longer than we wait

    def beta_of(logs: np.ndarray) -> np.ndarray:
        full = np.zeros(len(best))
        full[index] = side * np.exp(np.minimum(logs, 50))
        return full

    start = rng.uniform(-6, -2, len(index))
    found = solve_ivp(lambda _t, logs: 2 * side * net.slope_of(beta_of(logs))[index], (0, 60 / rates.min()), start, "LSODA",
                      rtol=1e-10, atol=1e-10)
    return beta_of(found.y[:, -1])


def _solvers(problem: Data, signs: dict[int, int], best: tuple) -> dict[str, np.ndarray]:
    net, index = problem.network, sorted(signs)
    side = np.array([signs[i] for i in index])
    design = (net.X[index] * side[:, None]).T

    def spread(size: np.ndarray) -> np.ndarray:
        full = np.zeros(len(best))
        full[index] = side * size
        return full

    return {"all Kuhn-Tucker points": np.array(list(map(float, best))), "nnls": spread(nnls(design, net.y)[0]),
            "lsq_linear": spread(lsq_linear(design, net.y, (0, np.inf), method="bvls", tol=1e-14).x)}


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
        raise Rejected  # a gradient below rounding: doubles cannot see the last jump
    for a, when, point in zip(path[1:], run.jump_times, run.points[1:]):
        yield {t_pf: a.time, t_agf: when, alpha: scale, beta_gap: float(max(abs(float(z) - w) for z, w in zip(a.beta, point)))}


def tied_processes(instance: tuple[Data, sp.Rational], effort: Effort) -> Iterator[dict]:
    """AGF's coefficients once every neuron due at a time has had its turn, beside the algorithm's after its one jump."""
    problem, scale = instance
    path = saddles(problem)
    other = paper.alternating_saddles(problem.X, problem.y, scale, 40)
    if len(other) == len(path):
        raise Rejected  # no plateau of length zero: nothing to see here
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
        raise Rejected  # a gradient below rounding
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
        raise Rejected
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
        raise Rejected


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
def integrated(name: str, zero: bool = True) -> Property:
    return Property(name, histories(zero), measured_neuron, INTEGRATED, "DOP853 at 1e-12, half of the digits near S = 0",
                    examples=(25, 200, 2000), method="flow")


NEURON = integrated("the integrated utility flow of a neuron with a history")
MOVING = integrated("the integrated utility flow of a neuron with a history", zero=False)
WAITING = Property("the integrated utility flow, until S = 1", histories(False), measured_waiting, INTEGRATED,
                   "DOP853 at 1e-12, half of the digits near S = 0", examples=(15, 150, 1500), method="flow")
DIRECTION = Property("a bounded optimiser on the circle", fractions("-3", "3").filter(bool), best_direction, 1e-7,
                     "at a maximum the position is known to the root of the precision", examples=(20, 100, 1000), method="critical-points")
LIMIT_REASON = "extrapolated in 1/log(1/alpha); what is left is the square of the integrator's error over log(1/alpha)"

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
                                                   examples=(4, 100, 500), method="flow")],
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
                               examples=(60, 600, 6000))],
    "diagonal.theorem": [Property("AGF at shrinking alpha", small, agf_limit, 1e-6, LIMIT_REASON, examples=(12, 200, 1000), method="limit")],
    "diagonal.gradient-flow-limit": [Property("gradient flow at shrinking alpha", small, flow_limit, 1e-5, LIMIT_REASON,
                                              examples=(12, 200, 1000), method="limit")],
    "diagonal.integral-bounded": [
        Property("gradient flow at shrinking alpha", small, bounded_integrals, 1e-6, LIMIT_REASON, examples=(6, 60, 300), method="limit"),
        Property("active coordinates of gradient flow", small, active_integrals, 1e-6, LIMIT_REASON, examples=(6, 60, 300), method="limit",
                 sharp=True)],
    "diagonal.integral-linear": [Property("gradient flow at shrinking alpha", small, straight_integrals, 1e-6, LIMIT_REASON,
                                          examples=(6, 60, 300), method="limit")],
    "diagonal.example": [Property("gradient flow, AGF and the algorithm", st.just(EXAMPLE), the_example, 1e-6, "a level of 1e-6 is zero",
                                  examples=(1, 1, 1), method="flow")],
}
