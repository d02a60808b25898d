"""Measured checks of the attention claims: integrated dormant heads, AGF and gradient flow.

A dormant head is integrated from V' = eta N Q^T M K, Q' = eta N V M K, K' = eta N V M Q by Taylor series of order 24, to the
last digits of a double; nothing of the exact solution enters.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st
from scipy.optimize import minimize

from numerics import AttentionNetwork, alternating_gradient_flow, gradient_flow
from theory import attention as at
from theory.framework import S_jump, expected, theta_sq
from theory.symbols import S, alpha, d as dimension, eta, n_0, t, tau

from .check import Effort, Rejected
from .property import Observation

ORDER = 24            # a step takes the solution to where its last term is 1e-17 of the state
MOST_STEPS = 300      # some fifty are usual; a head that needs more is caught at a saddle
TWELVE = 1e-12        # the Taylor steps leave a few units in the fifteenth digit, a hundred of them
GF_ALPHAS = ("1e-2", "1e-3", "1e-4", "1e-5", "1e-6")


# --- a dormant head, integrated --------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Flight:
    """A dormant head with rational parameters in the eigenbasis of M; ``squares`` are the eigenvalues of M."""

    row: tuple[Fraction, ...]
    squares: tuple[Fraction, ...]
    N: int
    eta: Fraction
    scale: Fraction

    def __repr__(self) -> str:
        return (f"(V, Q, K) = {self.scale} ({', '.join(map(str, self.row))}), M = diag({', '.join(map(str, self.squares))}), "
                f"N = {self.N}, eta = {self.eta}")

    @property
    def theta(self) -> np.ndarray:
        return np.array([float(self.scale * x) for x in self.row])

    @property
    def rates(self) -> np.ndarray:
        return np.array([float(self.N * m) for m in self.squares])

    @property
    def norm(self) -> float:
        return float(np.linalg.norm(self.theta))


def flights(most: int = 3, scales: tuple[str, ...] = ("1/10", "1/20", "1/50"), aligned: bool = False) -> st.SearchStrategy:
    entry = st.sampled_from([Fraction(p) for p in (1, -1, 2, -2, 0)] + [Fraction(1, 2), Fraction(-3, 2)])
    square = st.sampled_from([Fraction(p) for p in (1, 2, 3)] + [Fraction(1, 2), Fraction(5, 4)])

    def one(d: int) -> st.SearchStrategy:
        head = st.tuples(*[entry] * (2 * d + 1)).filter(lambda row: sum(x * x for x in row) > 0)
        tail = st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(3, 4)])
        M = st.tuples(square, *[tail] * (d - 1))
        if aligned:
            zeros = (Fraction(0),) * (d - 1)
            head = st.sampled_from([(1, 1, *zeros, 1, *zeros), (-1, 1, *zeros, -1, *zeros)]).map(lambda row: tuple(map(Fraction, row)))
        return st.builds(Flight, head, M, st.integers(1, 3), st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2)]),
                         st.sampled_from([Fraction(x) for x in scales]))

    return st.integers(1, most).flatmap(one)


@dataclass(frozen=True)
class Landing:
    """Time, (V, Q, K), the integral of eta V, and the accumulated utility S = int 3 U(direction) dt."""

    time: float
    theta: np.ndarray
    integral: float
    accumulated: float


GAUSS = np.polynomial.legendre.leggauss(12)


def fly(theta: np.ndarray, rates: np.ndarray, rate: float, norm: float | None = 1.0, clock: float = np.inf) -> Landing:
    """Taylor steps of order ORDER until the norm is ``norm``, or for the time ``clock``; Rejected if neither comes."""
    d, time, integral, total = len(rates), 0.0, 0.0, 0.0
    theta = np.array(theta, dtype=float)
    if not np.any(_series(theta, rates, rate)[1]):
        raise Rejected("a head without force")
    for _ in range(MOST_STEPS):
        series = _series(theta, rates, rate)
        last = np.abs(series[-2:]).max(axis=1)
        size = np.abs(theta).max()
        with np.errstate(divide="ignore"):
            h = float(min((1e-17 * size / last[0])**(1 / (ORDER - 1)), (1e-17 * size / last[1])**(1 / ORDER), 1e12))
        h = min(h, clock - time)
        if not h > 0:
            break
        end = _at(series, h)
        over = norm is not None and np.linalg.norm(end) >= norm
        if over:
            h = _landing(series, norm, h)
            end = _at(series, h)
        nodes, weights = (GAUSS[0] + 1) * h / 2, GAUSS[1] * h / 2
        for node, weight in zip(nodes, weights):
            state = _at(series, node)
            size = np.linalg.norm(state)
            total += weight * 3 * state[0] * np.sum(rates * state[1 : d + 1] * state[d + 1 :]) / size**3
        integral += rate * sum(series[n, 0] * h**(n + 1) / (n + 1) for n in range(ORDER + 1))
        theta, time = end, time + h
        if over or time >= clock:
            return Landing(time, theta, integral, total)
    raise Rejected("on its way to a saddle")


def _series(theta: np.ndarray, rates: np.ndarray, rate: float) -> np.ndarray:
    """Taylor coefficients of (V, Q, K), row by row, from the product rule."""
    d = len(rates)
    c = np.zeros((ORDER + 1, 2 * d + 1))
    c[0] = theta
    for n in range(ORDER):
        V, Q, K = c[: n + 1, 0], c[: n + 1, 1 : d + 1], c[: n + 1, d + 1 :]
        c[n + 1, 0] = np.sum(rates * np.sum(Q * K[::-1], axis=0))
        c[n + 1, 1 : d + 1], c[n + 1, d + 1 :] = rates * (V @ K[::-1]), rates * (V @ Q[::-1])
        c[n + 1] *= rate / (n + 1)
    return c


def _at(series: np.ndarray, h: float) -> np.ndarray:
    value = series[-1]
    for c in series[-2::-1]:
        value = value * h + c
    return value


def _landing(series: np.ndarray, norm: float, high: float) -> float:
    low = 0.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if np.linalg.norm(_at(series, middle)) < norm else (low, middle)
    return high


def jumps(flight: Flight, effort: Effort) -> Iterator[dict]:
    """Time and accumulated utility at norm one, with what the bounds and the threshold need."""
    end = fly(flight.theta, flight.rates, float(flight.eta))
    biggest = max(flight.squares)
    yield {S_jump: end.accumulated, n_0: flight.norm, eta: flight.eta, tau: end.time, at.N: flight.N, at.mu: flight.norm, at.gap: end.time,
           at.lam_k: float(biggest)**0.5, at.lam_now: float(biggest)**0.5, at.gap_limit: end.time * float(flight.eta), at.mu_limit: flight.norm}


def far_jumps(flight: Flight, effort: Effort) -> Iterator[dict]:
    """The same for a vanishing start, where the 1 of the threshold no longer shows."""
    yield from jumps(Flight(flight.row, flight.squares, flight.N, flight.eta, Fraction(1, 10**11)), effort)


def half_way(flight: Flight, effort: Effort) -> Iterator[dict]:
    """Everything the exact solution states, at a third and at two thirds of the way to the jump."""
    d, start, rate = len(flight.squares), flight.theta, float(flight.eta)
    whole = fly(start, flight.rates, rate).time
    for share in (1 / 3, 2 / 3):
        end = fly(start, flight.rates, rate, None, share * whole)
        plus, minus = ([th[1 : d + 1] + s * th[d + 1 :] for th in (start, end.theta)] for s in (1, -1))
        seen = {at.N: flight.N, at.integral_V: end.integral, at.V_0: start[0], at.V_sq: end.theta[0]**2, n_0: flight.norm,
                theta_sq: float(end.theta @ end.theta), S: end.accumulated, t: end.time, at.lam_k: float(max(flight.squares))**0.5, eta: flight.eta,
                at.mu_1: flight.squares[0]}
        for j in range(d):
            more = {at.mu_j: flight.squares[j], at.plus_0: plus[0][j], at.plus_t: plus[1][j], at.minus_0: minus[0][j], at.minus_t: minus[1][j]}
            if plus[0][0] and plus[1][0]:
                more |= {at.tilt_0: plus[0][j] / plus[0][0], at.tilt: plus[1][j] / plus[1][0]}
            yield {**seen, **more}


def tilted(flight: Flight, effort: Effort) -> Iterator[dict]:
    found = [seen for seen in half_way(flight, effort) if at.tilt in seen]
    if not found:
        raise Rejected("no component along the first eigenvector")
    yield from found


def exact_times(flight: Flight, effort: Effort) -> Iterator[dict]:
    """The quadrature of theory/ at 20 digits beside the integrated flow."""
    end = fly(flight.theta, flight.rates, float(flight.eta))
    d, row = len(flight.squares), [flight.scale * x for x in flight.row]
    exact = at.exact_jump_time(row[0], row[1 : d + 1], row[d + 1 :], flight.squares, flight.N, 1, 18)
    yield {tau: end.time, at.quadrature: exact, eta: flight.eta}


def exact_limits(flight: Flight, effort: Effort) -> Iterator[dict]:
    """A start of 1e-10 at eta = 1e10, beside the quadrature to infinity of the head over alpha."""
    scale = Fraction(1, 10**10)
    row = [float(x) for x in flight.row]
    end = fly(np.array(row) * float(scale), flight.rates, 1 / float(scale))
    d = len(flight.squares)
    yield {at.tau_limit: end.time, at.quadrature_limit: at.limit_jump_time(flight.row[0], flight.row[1 : d + 1], flight.row[d + 1 :], flight.squares, flight.N, 15)}


def races(group: tuple[Flight, ...], effort: Effort) -> Iterator[Observation]:
    """Several heads under one M: who lands first."""
    lead = group[0]
    d = len(lead.squares)
    heads = [h for h in group if len(h.squares) == d]
    landed = [fly(h.theta, lead.rates, float(lead.eta)).time for h in heads]
    exact = [at.exact_jump_time(h.scale * h.row[0], [h.scale * x for x in h.row[1 : d + 1]], [h.scale * x for x in h.row[d + 1 :]],
                                lead.squares, lead.N, lead.eta, 12) for h in heads]
    order = np.sort(landed)
    if len(heads) < 2 or order[1] - order[0] < 1e-9 * order[0]:
        raise Rejected("nobody is first")
    yield Observation({at.first_head: int(np.argmin(landed)), at.least_quadrature: int(np.argmin([float(x) for x in exact]))},
                      detail=f"landing times {np.round(landed, 6).tolist()}")


TILT_SCALES = (1e-7, 1e-9)


def tilt_exponents(instance: tuple, effort: Effort) -> Iterator[Observation]:
    """Misalignment at norm one for two initial scales, and the power of alpha between them."""
    row, ratio, N, value = instance
    rates = N * float(value)**2 * np.array([1.0, float(ratio)**2])
    tilts = []
    for scale in TILT_SCALES:
        end = fly(scale * np.array([float(x) for x in row]), rates, 1 / scale)
        plus = end.theta[1:3] + np.sign(end.theta[0]) * end.theta[3:5]
        tilts.append(abs(plus[1] / plus[0]))
    power = float(np.log(tilts[0] / tilts[1]) / np.log(TILT_SCALES[0] / TILT_SCALES[1]))
    yield Observation({at.tilt_rate: power, at.lam_k: value, at.lam_j: ratio * value}, alphas=tuple(map(str, TILT_SCALES)), rate=power)


def tilts() -> st.SearchStrategy:
    entry = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(3, 2), Fraction(2)])
    # V, Q_1, K_1 of one sign: the head goes straight for the first component
    return st.tuples(st.tuples(*[entry] * 5), st.sampled_from([Fraction(1, 2), Fraction(3, 5), Fraction(1, 3), Fraction(2, 3)]), st.integers(1, 3),
                     st.sampled_from([Fraction(2), Fraction(1, 2), Fraction(3, 2)]))


def balanced(instance: tuple, effort: Effort) -> Iterator[dict]:
    """Velocities of V^2 - |Q|^2 and V^2 - |K|^2 along gradient flow of a whole network, by the exact gradient."""
    task, heads = instance
    net, table, d = AttentionNetwork(task.Sigma, task.N, len(heads)), np.array(heads, dtype=float), task.d
    velocity = -net.gradient(table)
    for row, speed in zip(table, velocity):
        V, Q, K = (2 * float(row[part] @ speed[part]) for part in (slice(0, 1), slice(1, d + 1), slice(d + 1, None)))
        yield {at.rate_VQ: V - Q, at.rate_VK: V - K}


# --- AGF and gradient flow ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Started:
    """A network whose heads start at alpha times given rows."""

    net: AttentionNetwork
    rows: np.ndarray

    def __getattr__(self, name: str) -> Any:
        return getattr(self.net, name)

    def initial(self, scale: Any, seed: int = 0) -> np.ndarray:
        return float(scale) * self.rows


@dataclass(frozen=True)
class Race:
    """Eigenvalues, context and the rows (V, Q, K) of the heads, over alpha."""

    values: tuple[Fraction, ...]
    N: int
    rows: tuple[tuple[Fraction, ...], ...]

    def __repr__(self) -> str:
        heads = "; ".join("(" + ", ".join(map(str, row)) + ")" for row in self.rows)
        return f"Sigma = diag({', '.join(map(str, self.values))}), N = {self.N}, heads over alpha: {heads}"

    @property
    def network(self) -> AttentionNetwork:
        return AttentionNetwork(np.diag([float(x) for x in self.values]), self.N, len(self.rows))

    @property
    def started(self) -> Started:
        return Started(self.network, np.array([[float(x) for x in row] for row in self.rows]))


@st.composite
def raced(draw: st.DrawFn) -> Race:
    """Two components, two or three heads with V, Q_1, K_1 of one sign; eigenvalues well apart."""
    entry = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(3, 2)])
    small = st.sampled_from([Fraction(1), Fraction(1, 4), Fraction(-1, 2), Fraction(1, 8)])
    values = draw(st.sampled_from([(Fraction(2), Fraction(1)), (Fraction(1), Fraction(1, 2)), (Fraction(3), Fraction(1))]))
    heads = tuple((draw(entry), draw(entry), draw(small), draw(entry), draw(small)) for _ in range(draw(st.integers(2, 3))))
    return Race(values, draw(st.integers(1, 2)), heads)


def gaps(race: Race, scale: float) -> Iterator[tuple[float, float, int, int]]:
    """tau^(k) - tau^(l) and the largest dormant norm mu^(l), for every l < k, from AGF."""
    run = alternating_gradient_flow(race.started, scale)
    if len(run.staircase) < 2 or list(run.staircase.features) != sorted(run.staircase.features):
        raise Rejected("not the order of the paper: an unaligned head took another component")
    times = [0.0, *run.staircase.jump_times]
    first = 1 / np.linalg.norm(race.started.initial(scale), axis=1)
    asleep, S = np.ones(len(first), dtype=bool), np.zeros(len(first))
    for l in range(len(times) - 1):
        largest = float((1 / (first - run.eta * S))[asleep].max())
        for k in range(l + 1, len(times)):
            yield times[k] - times[l], largest, l, k
        S = run.iterations[l].accumulated[-1]
        asleep[list(run.iterations[l].activated)] = False


def limit_gaps(race: Race, effort: Effort) -> Iterator[dict]:
    scale = 1e-9
    for gap, largest, l, k in gaps(race, scale):
        yield {at.gap_limit: gap, at.mu_limit: largest / scale, at.N: race.N, at.lam_k: race.values[k - 1], at.lam_now: race.values[l]}


def finite_gaps(race: Race, effort: Effort) -> Iterator[dict]:
    scale = 0.05
    for gap, largest, l, k in gaps(race, scale):
        yield {at.gap: gap, at.mu: largest, at.N: race.N, at.lam_k: race.values[k - 1], at.lam_now: race.values[l], eta: 20}


@st.composite
def random_networks(draw: st.DrawFn, most: int = 3, heads: int = 5) -> tuple:
    """Eigenvalues at ratios of 3/2 or more, a rotation by seed, and a seed for the heads."""
    d = draw(st.integers(1, most))
    ratios = [draw(st.sampled_from([Fraction(3, 2), Fraction(2), Fraction(5, 3)])) for _ in range(d - 1)]
    values = [Fraction(1)]
    for ratio in ratios:
        values.append(values[-1] / ratio)
    return tuple(values), draw(st.integers(1, 6)), draw(st.integers(d, heads)), draw(st.integers(0, 10**6))


@lru_cache(maxsize=32)
def network(instance: tuple) -> AttentionNetwork:
    values, N, heads, seed = instance
    turn = np.linalg.qr(np.random.default_rng(seed).normal(size=(len(values),) * 2))[0]
    return AttentionNetwork(turn @ np.diag([float(x) for x in values]) @ turn.T, N, heads)


def agf_plateaus(instance: tuple, effort: Effort) -> Iterator[dict]:
    """What AGF learns at each jump, from a random initialisation of scale 1e-5."""
    net = network(instance)
    values, vectors = net.spectrum
    run = alternating_gradient_flow(net, 1e-5, seed=instance[3]).staircase
    if len(run) < len(values):
        raise Rejected("not every component was learned")
    for k, (feature, W) in enumerate(zip(run.features, run.points[1:])):
        if not isinstance(feature, int):
            raise Rejected("two components in one jump")
        yield {at.component: feature + 1, at.iteration: k + 1, at.W_kk: float(vectors[:, k] @ W @ vectors[:, k]), at.T: float(values.sum()),
               at.lam_k: float(values[k]), at.N: net.context}


def best_networks(instance: tuple, effort: Effort) -> Iterator[dict]:
    """The minimum of the loss over all networks of k heads, by BFGS from several starts of order one."""
    net = network(instance)
    values, vectors = net.spectrum
    d = len(values)
    for k in range(1, d + 1):
        shape = (k, 2 * d + 1)
        draw = np.random.default_rng([k, instance[3]])
        runs = [minimize(lambda x: net.loss(x.reshape(shape)), draw.normal(size=shape).ravel() / 2, method="BFGS",
                         jac=lambda x: net.gradient(x.reshape(shape)).ravel(), options={"gtol": 1e-10, "maxiter": 3000}) for _ in range(6)]
        W = net.function(min(runs, key=lambda run: run.fun).x.reshape(shape))
        for j in range(k):
            yield {at.W_kk: float(vectors[:, j] @ W @ vectors[:, j]), at.T: float(values.sum()), at.lam_k: float(values[j]), at.N: net.context}


def flow_and_agf(instance: tuple, effort: Effort) -> Iterator[Observation]:
    """Gradient flow beside AGF from the same heads as alpha shrinks."""
    net, seed, alphas = network(instance), instance[3], effort.alphas or GF_ALPHAS[: effort.pick(2, 3, 5)]
    times, heights = [], []
    for text in alphas:
        flow, agf = (run(net, text, seed=seed).staircase for run in (gradient_flow, alternating_gradient_flow))
        if flow.features != agf.features:
            raise Rejected("at this alpha a jump is not yet separate from the next")
        times.append(np.array(flow.jump_times) / np.array(agf.jump_times))
        heights.append(np.array(flow.levels) / np.array(agf.levels))
    errors = [float(np.abs(row - 1).max()) for row in times]
    power = float(np.polyfit(np.log([float(a) for a in alphas]), np.log(np.maximum(errors, 1e-15)), 1)[0])
    for k in range(len(times[-1])):
        yield Observation({at.time_ratio: float(times[-1][k]), at.level_ratio: float(heights[-1][k + 1])}, tuple(alphas), power,
                          f"jump {k + 1}: relative gap {', '.join(f'{row[k] - 1:.1e}' for row in times)}, fitted power of alpha {power:.2f}")


LARGE_ALPHA = "1e-6"


def large_networks(effort: Effort) -> st.SearchStrategy:
    """d = 3, 8 or 16 features and twice as many heads, variances falling by a third each time; a seed."""
    return st.tuples(st.just(effort.pick(3, 8, 16)), st.integers(0, 10**6))


def large_flow(instance: tuple[int, int], effort: Effort) -> Iterator[Observation]:
    """The first two jumps of gradient flow at alpha = 1e-6 beside those of AGF, with many heads in the race."""
    d, seed = instance
    net = AttentionNetwork(np.diag(1.5**-np.arange(d)), 16, 2 * d)
    agf = alternating_gradient_flow(net, LARGE_ALPHA, seed=seed).staircase
    end = (agf.jump_times[1] + agf.jump_times[2]) / 2
    if end - agf.jump_times[1] < 0.02 * end:
        raise Rejected("the third jump follows the second too closely")
    flow = gradient_flow(net, LARGE_ALPHA, seed=seed, until=end).staircase
    if flow.features != agf.features[:2]:
        raise Rejected("at this alpha a jump is not yet separate from the next")
    for k in range(2):
        yield Observation({at.time_ratio: float(flow.jump_times[k] / agf.jump_times[k]), at.level_ratio: float(flow.levels[k + 1] / agf.levels[k + 1])},
                          (LARGE_ALPHA,), None, f"d = {d}, H = {2 * d}, jump {k + 1}: relative gap {flow.jump_times[k] / agf.jump_times[k] - 1:.1e}")


def expected_rates(instance: tuple[int, Fraction], effort: Effort) -> Iterator[dict]:
    """E[1/|theta| - 1] for 2d + 1 independent normal variables of variance alpha, over the density of the norm."""
    d, variance = instance
    with mpmath.workdps(25):
        m, v = 2 * d + 1, mpmath.mpf(variance.numerator) / variance.denominator
        front = 2 / ((2 * v)**(mpmath.mpf(m) / 2) * mpmath.gamma(mpmath.mpf(m) / 2))
        edge = mpmath.sqrt(v)
        value = mpmath.quad(lambda r: (1 / r - 1) * front * r**(m - 1) * mpmath.exp(-r * r / (2 * v)), [0, edge, 3 * edge, 8 * edge, 16 * edge])
    yield {expected: value, dimension: d, alpha: variance}
