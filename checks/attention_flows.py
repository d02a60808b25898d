"""Measured checks of the attention claims: integrated dormant heads (``attention_heads``), AGF and gradient flow."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
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

from .attention_heads import DOUBLES, Arithmetic, Flight, exact_norm
from .check import Effort, Rejected
from .measured import Measured, alone, between
from .property import Observation

TWELVE = 1e-12        # the Taylor steps leave a few units in the fifteenth digit, a hundred of them
GF_ALPHAS = ("1e-2", "1e-3", "1e-4", "1e-5", "1e-6")


# --- dormant heads, integrated -----------------------------------------------------------------------------------------------
def jumps(flight: Flight, effort: Effort, arithmetic: Arithmetic = DOUBLES) -> Iterator[dict]:
    """Time and accumulated utility at norm one, with what the bounds and the threshold need."""
    end = flight.course(arithmetic).landing
    yield {S_jump: end.accumulated, n_0: flight.norm, eta: flight.eta, tau: end.when, at.N: flight.N, at.mu: flight.norm, at.gap: end.when,
           at.lam_k: flight.largest, at.lam_now: flight.largest}


# Jump times approach their limit in proportion to alpha: the distance of these two is the error of the second, a hundredfold.
FAR_ALPHAS = (Fraction(1, 10**9), Fraction(1, 10**11))


def limit_time(flight: Flight, arithmetic: Arithmetic) -> Measured:
    """lim tau for theta(0) = alpha times the row and eta = 1/alpha."""
    ends = [replace(flight, scale=alpha, eta=1 / alpha).course(arithmetic).landing.when for alpha in FAR_ALPHAS]
    found = between(ends[0].value, ends[1].value)
    return replace(found, error=found.error + ends[1].error)


def far_jumps(flight: Flight, effort: Effort, arithmetic: Arithmetic = DOUBLES) -> Iterator[dict]:
    """The first jump for a vanishing start, where the 1 of the threshold no longer shows."""
    yield {at.gap_limit: limit_time(flight, arithmetic), at.mu_limit: exact_norm(flight.row), at.N: flight.N,
           at.lam_k: flight.largest, at.lam_now: flight.largest}


def half_way(flight: Flight, effort: Effort, arithmetic: Arithmetic = DOUBLES) -> Iterator[dict]:
    """Everything the exact solution states, at a third and at two thirds of the way to the jump."""
    d, course = flight.d, flight.course(arithmetic)
    start = flight.start
    with arithmetic.working():
        for share in (1, 2):
            time = Fraction(float(course.landing.times[0]) * share / 3)
            end = course.at(arithmetic.number(time))
            seen = {at.N: flight.N, at.integral_V: end.integral, at.V_0: start[0], at.V_sq: end.read(lambda row: row[0]**2, end.size**2),
                    n_0: flight.norm, theta_sq: end.read(lambda row: (row[:-2]**2).sum()), S: end.accumulated, t: time,
                    at.lam_k: flight.largest, eta: flight.eta, at.mu_1: flight.squares[0]}
            for j in range(1, d + 1):
                plus, minus = (end.read(lambda row, s=s: row[j] + s * row[j + d], end.size) for s in (1, -1))
                more = {at.mu_j: flight.squares[j - 1], at.plus_0: start[j] + start[j + d], at.plus_t: plus,
                        at.minus_0: start[j] - start[j + d], at.minus_t: minus}
                if start[1] + start[1 + d]:
                    first = end.read(lambda row: row[1] + row[1 + d])
                    tilt = end.read(lambda row: (row[j] + row[j + d]) / (row[1] + row[1 + d]), end.size / abs(float(first)))
                    more |= {at.tilt_0: (start[j] + start[j + d]) / (start[1] + start[1 + d]), at.tilt: tilt}
                yield {**seen, **more}


def tilted(flight: Flight, effort: Effort, arithmetic: Arithmetic = DOUBLES) -> Iterator[dict]:
    if not flight.row[1] + flight.row[1 + flight.d]:
        raise Rejected("no component along the first eigenvector")
    yield from half_way(flight, effort, arithmetic)


def exact_times(flight: Flight, effort: Effort, arithmetic: Arithmetic = DOUBLES) -> Iterator[dict]:
    """The quadrature of theory/ at 20 digits beside the integrated flow."""
    end = flight.course(arithmetic).landing
    yield {tau: end.when, at.quadrature: alone(quadrature(flight, 1)), eta: flight.eta}


def quadrature(flight: Flight, rate: Any, digits: int = 18) -> mpmath.mpf:
    """The time to norm one by theory/."""
    d, start = flight.d, flight.start
    return at.exact_jump_time(start[0], start[1 : d + 1], start[d + 1 :], flight.squares, flight.N, rate, digits)


def exact_limits(flight: Flight, effort: Effort, arithmetic: Arithmetic = DOUBLES) -> Iterator[dict]:
    """Starts of 1e-9 and 1e-11 at eta = 1/alpha, beside the quadrature to infinity of the head over alpha."""
    d, row = flight.d, flight.row
    exact = at.limit_jump_time(row[0], row[1 : d + 1], row[d + 1 :], flight.squares, flight.N, 15)
    yield {at.tau_limit: limit_time(flight, arithmetic), at.quadrature_limit: alone(exact)}


def races(group: tuple[Flight, ...], effort: Effort, arithmetic: Arithmetic = DOUBLES) -> Iterator[Observation]:
    """Several heads under one M: who lands first."""
    heads = [head for head in group if head.fate.jumps]
    if len(heads) < 2:
        raise Rejected("fewer than two heads that ever jump")
    landed = [head.course(arithmetic).landing.when for head in heads]
    order = sorted(range(len(heads)), key=lambda i: landed[i].value)
    one, two = landed[order[0]], landed[order[1]]
    if two.value - one.value <= one.error + two.error + TWELVE * two.size:
        raise Rejected("nobody is first: two heads land together")
    exact = [quadrature(head, head.eta, 12) for head in heads]
    yield Observation({at.first_head: order[0], at.least_quadrature: min(range(len(heads)), key=exact.__getitem__)},
                      detail=f"landing times {[round(float(when), 6) for when in landed]}")


TILT_ALPHAS = (Fraction(1, 10**5), Fraction(1, 10**7), Fraction(1, 10**9))


def tilt_exponents(instance: tuple, effort: Effort, arithmetic: Arithmetic = DOUBLES) -> Iterator[Observation]:
    """Misalignment at norm one for three initial scales, and the power of alpha between one and the next."""
    row, ratio, N, value = instance
    squares, logs, error = (value**2, (ratio * value)**2), [], 0.0
    for alpha in TILT_ALPHAS:
        end = Flight(row, squares, N, 1 / alpha, alpha).course(arithmetic).landing
        tilt = end.read(lambda state: (state[2] + state[4]) / (state[1] + state[3]))  # V > 0: sums grow
        logs.append(float(np.log(float(tilt))))
        error = max(error, float(tilt.error / tilt.value))
    steps = float(np.log(100))
    coarse, fine = ((before - after) / steps for before, after in zip(logs, logs[1:]))
    power = between(coarse, fine, (abs(logs[1]) + abs(logs[2])) / steps)
    yield Observation({at.tilt_rate: replace(power, error=power.error + 2 * error / steps), at.lam_k: value, at.lam_j: ratio * value},
                      alphas=tuple(f"{float(a):g}" for a in TILT_ALPHAS), rate=fine)


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
