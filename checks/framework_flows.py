"""Measurements for the framework's claims: integrated flows, quadratures, random networks."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import mpmath as mp
import numpy as np
import sympy as sp
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from theory import framework as fw
from theory.symbols import NOTATION, S, U_star, alpha, c, d, eta, k, kappa, n_0, n_t, t, tau

from .check import Effort, Rejected
from .converge import extrapolate
from .neuron import (DIGITS, REASON, TOLERANCE, Neuron, along_jump, differentiate, monomial_flow, monomial_maximum, neurons,
                     observations)
from .property import Observation, Property

FLOW = 1e-8  # integrated with relative tolerance 1e-11 or better; two or three digits are lost along the way
FLOW_REASON = "relative tolerance 1e-11 of the integrator, up to three digits lost along the flow"
fractions = st.fractions


# --- flows of the smallest neuron, U = a w^k ---------------------------------------------------------------------------------
@st.composite
def monomial_starts(draw: st.DrawFn) -> tuple[int, float, float]:
    """(degree, a, w) of norm below 1, with both parts at work."""
    return (draw(st.integers(1, 4)), float(draw(fractions(Fraction(1, 10), Fraction(1, 2), max_denominator=20))),
            float(draw(fractions(Fraction(1, 10), Fraction(1, 2), max_denominator=20))))


# a start, a factor for it, and a time before anything blows up
SCALED = st.tuples(monomial_starts(), fractions(Fraction(1, 4), 2, max_denominator=8).map(float),
                   fractions(Fraction(1, 4), 1, max_denominator=4).map(float))


def _rescaled(instance: tuple, effort: Effort) -> Iterator[dict]:
    (degree, a, w), rate, time = instance
    yield {eta: rate, t: time, fw.solution: lambda q, s: monomial_flow(degree, (a, w), q)(s)[0]}


time_rescaling = Property(
    "two flows at different rates", st.tuples(monomial_starts(), fractions(Fraction(1, 2), 3, max_denominator=4).map(float),
                                              fractions(Fraction(1, 4), 1, max_denominator=4).map(float)),
    _rescaled, FLOW, FLOW_REASON, examples=(15, 100, 1000), method="flow")


def _scaled(instance: tuple, effort: Effort) -> Iterator[dict]:
    (degree, a, w), scale, time = instance

    def coordinate(which: int):
        return lambda q, s: monomial_flow(degree, (q * a, q * w))(s)[which]

    for which in (0, 1):
        yield {alpha: scale, kappa: degree + 1, t: time, fw.solution: coordinate(which)}


scaled_flow = Property(
    "a flow and its scaled copy, both coordinates", SCALED, _scaled, FLOW, FLOW_REASON, examples=(15, 100, 1000), method="flow")


def _corresponding(instance: tuple, effort: Effort) -> Iterator[dict]:
    (degree, a, w), scale, time = instance

    def component(q: float, s: float) -> float:
        point = monomial_flow(degree, (q * a, q * w))(s)
        return point[0] / np.linalg.norm(point)

    yield {alpha: scale, kappa: degree + 1, t: time, fw.direction: component}


corresponding_directions = Property(
    "a flow and its scaled copy, directions", SCALED, _corresponding, FLOW, FLOW_REASON, examples=(15, 100, 1000), method="flow")


def _norm_along(instance: tuple, effort: Effort) -> Iterator[dict]:
    """A utility that varies in time, q + s sin(time): nothing but its integral should matter."""
    degree, start, rate, base, wobble = instance
    time = 0.5 * float(fw.threshold(sp.Float(start), degree)) / (degree * rate * (base + wobble))
    run = solve_ivp(lambda s, p: [rate * degree * p[0]**(degree - 1) * (base + wobble * np.sin(s)), degree * (base + wobble * np.sin(s))],
                    (0.0, time), [start, 0.0], method="DOP853", rtol=1e-12, atol=1e-14)
    yield {n_t: run.y[0, -1], n_0: start, S: run.y[1, -1], eta: rate, kappa: degree}


def _floats(low: str, high: str, denominator: int = 20) -> st.SearchStrategy:
    return fractions(Fraction(low), Fraction(high), max_denominator=denominator).map(float)


integrated_norm = Property("the norm integrated under a varying utility",
                           st.tuples(st.integers(2, 6), _floats("1/10", "1/2"), _floats("1/2", "3"), _floats("1/2", "2"), _floats("0", "1/2")),
                           _norm_along, FLOW, FLOW_REASON, examples=(20, 150, 1500), method="flow")


def _jump(instance: tuple, effort: Effort) -> Iterator[dict]:
    degree, angle, start, rate = instance
    time, accumulated = along_jump(degree, angle, start, rate)
    yield {fw.S_jump: accumulated, tau: time, n_0: start, eta: rate, kappa: degree + 1, U_star: monomial_maximum(degree)[1]}


def _jumps(degrees: tuple[int, int]) -> st.SearchStrategy:
    return st.tuples(st.integers(*degrees), _floats("1/5", "7/5"), _floats("1/10", "1/2"), _floats("1/2", "4"))


integrated_threshold = Property("accumulated utility when the integrated norm is 1", _jumps((1, 5)), _jump, FLOW, FLOW_REASON,
                                examples=(20, 150, 1500), method="flow")
integrated_jump_quadratic = Property("integrated jump times", _jumps((1, 1)), _jump, FLOW, FLOW_REASON, examples=(15, 150, 1500), method="flow")
integrated_jump_higher = Property("integrated jump times", _jumps((2, 5)), _jump, FLOW, FLOW_REASON, examples=(15, 150, 1500), method="flow")

ALIGNMENT_ALPHAS = ("1e-20", "1e-40", "1e-80")
ALIGNED = 1e-6  # at alpha = 1e-80 a kappa = 2 neuron is aligned to 1e-30; any kappa > 2 misses by its finite angle


def _aligned(instance: tuple, effort: Effort) -> Iterator[Observation]:
    """The angle left at half the earliest possible jump time, in accelerated time, for alpha -> 0."""
    degree, angle = instance
    best, value = monomial_maximum(degree)
    if abs(angle - best) < 0.05:
        raise Rejected("aligned from the start: not a generic direction")
    angles = []
    for text in ALIGNMENT_ALPHAS:
        scale = sp.Rational(text)
        rate = fw.threshold(scale, degree + 1)                 # the accelerated learning rate of a unit direction
        clock = float(rate * scale**(degree - 1)) * 0.5 / ((degree + 1) * value)   # scaling symmetry: time at unit scale

        def field(_: float, p: np.ndarray) -> list[float]:
            slope = degree * np.cos(p[0])**2 * np.sin(p[0])**(degree - 1) - np.sin(p[0])**(degree + 1)
            return [np.exp((degree - 1) * p[1]) * slope, np.exp((degree - 1) * p[1]) * (degree + 1) * np.cos(p[0]) * np.sin(p[0])**degree]

        run = solve_ivp(field, (0.0, clock), [angle, 0.0], method="LSODA", rtol=1e-10, atol=1e-12)
        angles.append(abs(float(run.y[0, -1]) - best))
    yield Observation({kappa: degree + 1, fw.angle: angles[-1]}, alphas=ALIGNMENT_ALPHAS,
                      detail=f"kappa = {degree + 1}, start {angle:.2f}: angle left " + ", ".join(f"{g:.1e}" for g in angles))


alignment = Property("direction at half the jump time as alpha -> 0", st.tuples(st.integers(1, 4), _floats("1/5", "7/5")), _aligned,
                     ALIGNED, "an angle below this counts as zero: kappa = 2 leaves 1e-7 or less, kappa > 2 a finite angle",
                     examples=(25, 150, 1500), method="limit")


# --- random networks from their definition -----------------------------------------------------------------------------------
SIGMAS = {"tanh": mp.tanh, "square": lambda z: z * z, "relu": lambda z: max(z, mp.mpf(0)), "sine": mp.sin,
          "cubic + linear": lambda z: z**3 + z}


@st.composite
def networks(draw: st.DrawFn) -> dict:
    """Up to three neurons, two inputs, two outputs, three data points; the first neuron will be put to sleep."""
    neuron_count, points = draw(st.integers(2, 3)), draw(st.integers(1, 3))
    small = fractions(-2, 2, max_denominator=3)
    vector = st.lists(small, min_size=2, max_size=2)
    return {"sigma": draw(st.sampled_from(sorted(SIGMAS))), "a": [draw(vector) for _ in range(neuron_count)],
            "w": [draw(vector) for _ in range(neuron_count)], "x": [draw(vector) for _ in range(points)],
            "y": [draw(vector) for _ in range(points)]}


def _loss(network: dict, a: list, w: list) -> mp.mpf:
    sigma, total = SIGMAS[network["sigma"]], mp.mpf(0)
    for x, y in zip(network["x"], network["y"]):
        hidden = [sigma(sum(mp.mpf(p) * mp.mpf(q) for p, q in zip(row, x))) for row in w]
        total += sum((mp.mpf(y[i]) - sum(a[h][i] * hidden[h] for h in range(len(a))))**2 for i in range(2)) / 2
    return total / len(network["x"])


def _numbers(rows: list) -> list:
    return [[mp.mpf(value.numerator) / value.denominator for value in row] for row in rows]


def _saddle(network: dict, effort: Effort) -> Iterator[dict]:
    with mp.workdps(DIGITS):
        data = {**network, "x": _numbers(network["x"]), "y": _numbers(network["y"])}
        a, w = _numbers(network["a"]), _numbers(network["w"])
        a[0], w[0] = [mp.mpf(0)] * 2, [mp.mpf(0)] * 2

        def slope(rows_a: list, rows_w: list, layer: str, neuron: int, entry: int) -> mp.mpf:
            def moved(h: mp.mpf) -> mp.mpf:
                shifted_a, shifted_w = [list(row) for row in rows_a], [list(row) for row in rows_w]
                (shifted_a if layer == "a" else shifted_w)[neuron][entry] += h
                return _loss(data, shifted_a, shifted_w)

            return differentiate(moved)

        for layer in ("a", "w"):
            for entry in (0, 1):
                yield {fw.grad_dormant: slope(a, w, layer, 0, entry), fw.grad_active: slope(a, w, layer, 1, entry),
                       fw.grad_restricted: slope(a[1:], w[1:], layer, 0, entry)}


saddle_gradients = Property("finite differences on networks with five activations", networks(), _saddle, 1e-18,
                            "central differences across the kink of relu leave the step itself, 1e-20", examples=(20, 150, 1500))


def _count(instance: tuple[int, int], effort: Effort) -> Iterator[dict]:
    inputs, outputs = instance
    neuron = np.concatenate([np.zeros(inputs), np.zeros(outputs)])  # theta_i = (w_i, a_i)
    projected = np.eye(neuron.size) - np.outer(neuron, neuron)
    yield {fw.size: projected.shape[0], d: inputs, c: outputs}


parameter_count = Property("shape of the projection that acts on (w, a)", st.tuples(st.integers(1, 6), st.integers(1, 6)), _count, 1e-15,
                           "whole numbers", examples=(36, 36, 36))


# --- orders and homogeneity -----------------------------------------------------------------------------------------------------
ORIGIN_PASSING = {"tanh": sp.tanh, "sin": sp.sin, "exp - 1": lambda z: sp.exp(z) - 1, "z^2": lambda z: z**2, "z^3": lambda z: z**3,
                  "1 - cos": lambda z: 1 - sp.cos(z), "z + z^2": lambda z: z + z**2}
LINEAR = ("tanh", "sin", "exp - 1", "z + z^2")  # sigma'(0) does not vanish


def _orders(names: tuple[str, ...]) -> st.SearchStrategy:
    whole = st.integers(-2, 2)
    return st.tuples(st.sampled_from(names), whole, st.lists(st.tuples(whole, whole), min_size=1, max_size=3))


def _lowest(instance: tuple, effort: Effort, generic: bool = False) -> Iterator[dict]:
    name, output, data = instance
    scale = sp.Symbol("lambda")
    if generic and (output == 0 or sum(x * r for x, r in data) == 0):
        raise Rejected
    utility = sum(scale * output * r * ORIGIN_PASSING[name](scale * x) for x, r in data)
    for power in range(8):
        if sp.diff(utility, scale, power).subs(scale, 0) != 0:
            yield {fw.order: power}
            return
    raise Rejected("a utility that vanishes identically has no order")


lowest_order = Property("first non-vanishing derivative of U(lambda theta)", _orders(tuple(ORIGIN_PASSING)), _lowest, 1e-15, "whole numbers",
                        examples=(40, 200, 1000))
lowest_order_attained = Property("order two where sigma'(0) and E[g r] do not vanish", _orders(LINEAR),
                                 lambda instance, effort: _lowest(instance, effort, generic=True), 1e-15, "whole numbers",
                                 examples=(25, 100, 500), sharp=True)


def _homogeneous(instance: tuple[Neuron, Fraction], effort: Effort) -> Iterator[dict]:
    neuron, scale = instance
    with mp.workdps(DIGITS):
        theta = neuron.start()
        factor = mp.mpf(scale.numerator) / scale.denominator
        yield {fw.U: neuron.utility(theta), fw.U_scaled: neuron.utility([factor * q for q in theta]), fw.lam: factor, k: neuron.degree}


scaled_utility = Property("neurons with power and relu-power activations", st.tuples(neurons(), fractions(Fraction(1, 4), 3, max_denominator=4)),
                          _homogeneous, TOLERANCE, "60-digit arithmetic", examples=(30, 200, 2000))


def _conserved(neuron: Neuron, effort: Effort) -> Iterator[dict]:
    """Squared norms of both layers, stepped along the flow of the loss through the residuals of the data."""
    with mp.workdps(DIGITS):
        theta = neuron.start()
        gradient = neuron.gradient(theta)

        def square(part: slice):
            return differentiate(lambda h: sum((q + h * g)**2 for q, g in zip(theta[part], gradient[part])))

        rates = square(slice(0, neuron.outputs)), square(slice(neuron.outputs, None))
        if any(sum(p * q for p, q in zip(theta[neuron.outputs:], x)) == 0 for x, _ in _numeric(neuron)):
            raise Rejected
        change = {coefficient: value * rates[0] - rates[1] for coefficient, value in ((k, neuron.degree), (k - 1, neuron.degree - 1))}
    yield {sp.Derivative(coefficient * fw.a_sq(t) - fw.w_sq(t), t): value for coefficient, value in change.items()} | {k: neuron.degree}


def _numeric(neuron: Neuron) -> list:
    return [([mp.mpf(q.numerator) / q.denominator for q in x], r) for x, r in neuron.data]


conserved_on_networks = Property("finite differences on neurons", neurons(), _conserved, TOLERANCE, REASON, examples=(20, 150, 1500))


def _adaptive(neuron: Neuron, effort: Effort) -> Iterator[dict]:
    """The measured velocities with every rate multiplied by |theta|^(2-kappa): a change of clock, nothing else."""
    letters = {symbol.name: symbol for symbol in NOTATION}
    for seen in observations(neuron, letters):
        with mp.workdps(DIGITS):
            clock = seen[letters["norm"]]**(2 - seen[kappa])
            yield {**seen, fw.rate_bar_j: seen[fw.rate_bar_j] * clock, fw.rate_n: seen[fw.rate_n] * clock}


adaptive_velocities = Property("finite differences on neurons, with the adaptive clock", neurons(), _adaptive, TOLERANCE, REASON,
                               examples=(15, 100, 1000))


def _two_scales(instance: tuple[Neuron, Fraction], effort: Effort) -> Iterator[dict]:
    """Velocities measured at theta and at lambda theta."""
    neuron, scale = instance
    letters = {symbol.name: symbol for symbol in NOTATION}
    larger = replace(neuron, theta=tuple(scale * value for value in neuron.theta))
    for here, there in zip(observations(neuron, letters), observations(larger, letters)):
        yield {**here, fw.lam: scale, fw.rate_bar_scaled: there[fw.rate_bar_j], fw.rate_n_scaled: there[fw.rate_n]}


velocities_at_two_scales = Property("finite differences on neurons at two scales",
                                    st.tuples(neurons(), fractions(Fraction(1, 4), 3, max_denominator=4)), _two_scales, TOLERANCE, REASON,
                                    examples=(12, 80, 800))


# --- the expectation of the threshold --------------------------------------------------------------------------------------------
def norm_density(outputs: int, inputs: int, scale: mp.mpf):
    """Density of X = |theta|^2: two independent gammas with rates c/alpha^2 and d/alpha^2, convolved (Kummer's function)."""
    p, q = mp.mpf(outputs) / 2, mp.mpf(inputs) / 2
    rate_a, rate_w = outputs / scale**2, inputs / scale**2
    front = rate_a**p * rate_w**q / mp.gamma(p + q)
    return lambda s: front * s**(p + q - 1) * mp.exp(-rate_a * s) * mp.hyp1f1(q, p + q, (rate_a - rate_w) * s)


def _finite(instance: tuple[int, int, int], effort: Effort) -> Iterator[Observation]:
    """Cut the integral at 1e-12, 1e-24, 1e-48: what is added shrinks if it converges, and does not if it diverges."""
    degree, outputs, inputs = instance
    with mp.workdps(30):
        density = norm_density(outputs, inputs, mp.mpf(1))

        def piece(low: str, high: str) -> mp.mpf:
            # in the logarithm of |theta|^2, where a power law is smooth
            return mp.quad(lambda z: density(mp.exp(z)) * mp.exp(z) * mp.exp(z * (2 - degree) / mp.mpf(2)) if degree > 2
                           else density(mp.exp(z)) * mp.exp(z) * (-z / 2), [mp.log(mp.mpf(low)), mp.log(mp.mpf(high))])

        first, second = piece("1e-24", "1e-12"), piece("1e-48", "1e-24")
        converges = second < first / 2
        yield Observation({fw.finite: int(converges), kappa: degree, c: outputs, d: inputs},
                          detail=f"kappa={degree}, c={outputs}, d={inputs}: 1e-24..1e-12 adds {mp.nstr(first, 3)}, 1e-48..1e-24 adds {mp.nstr(second, 3)}")


finite_expectation = Property("the integral over |theta|^2 down to 1e-48", st.tuples(st.integers(2, 8), st.integers(1, 3), st.integers(1, 3)),
                              _finite, 1e-15, "whole numbers", examples=(25, 63, 63))


def _quadrature(degree: int, outputs: int, inputs: int, scale: Fraction) -> mp.mpf:
    with mp.workdps(20):
        size = mp.mpf(scale.numerator) / scale.denominator
        density = norm_density(outputs, inputs, size)

        def integrand(z: mp.mpf) -> mp.mpf:
            value = -z / 2 if degree == 2 else (mp.exp(z * (2 - degree) / mp.mpf(2)) - 1) / (degree - 2)
            return value * density(mp.exp(z)) * mp.exp(z)

        middle = 2 * mp.log(size)
        return mp.quad(integrand, [middle - 110, middle - 40, middle - 10, middle - 3, middle, middle + 2, middle + 5.5])


_scales = fractions(Fraction(1, 20), Fraction(9, 10), max_denominator=20)


def _expected(instance: tuple, effort: Effort) -> Iterator[dict]:
    degree, outputs, inputs, scale = instance
    if degree >= outputs + inputs + 2:
        raise Rejected
    yield {fw.expected: _quadrature(degree, outputs, inputs, scale), kappa: degree, c: outputs, d: inputs, alpha: scale}


expectation_by_quadrature = Property("quadrature over the density of |theta|^2",
                                     st.tuples(st.integers(3, 6), st.integers(1, 4), st.integers(1, 4), _scales), _expected, 1e-9,
                                     "20-digit quadrature over log|theta|^2, cut where the integrand is below 1e-20", examples=(12, 60, 400))


def _expected_quadratic(instance: tuple, effort: Effort) -> Iterator[dict]:
    inputs, scale = instance
    yield {fw.expected: _quadrature(2, inputs, inputs, scale), d: inputs, alpha: scale}


expectation_by_quadrature_quadratic = Property("quadrature over the density of |theta|^2", st.tuples(st.integers(1, 6), _scales),
                                               _expected_quadratic, 1e-9, "20-digit quadrature", examples=(12, 60, 400))


# --- a coordinate that returns to dormancy, and the end of the algorithm -----------------------------------------------------
RETURN_ALPHAS = ("1e-50", "1e-100", "1e-200")


def returning(weight: float):
    """A two-dimensional diagonal network whose first coordinate is learned, forgotten, and learned with the other sign."""
    from numerics import DiagonalNetwork

    X = np.array([[1.0, 1.0], [0.75, 0.25]])
    return DiagonalNetwork(X, np.array([-weight, 1.0]) @ X)


def _returned(weight: float, effort: Effort) -> Iterator[Observation]:
    """On its way back the coordinate passes beta = 1/100: its norm there gives S, and alpha -> 0 is extrapolated."""
    from numerics import gradient_flow
    from numerics.validate import log_inverse

    alphas, rate = effort.alphas or RETURN_ALPHAS, 3.0
    logs, ratios = [], []
    for text in alphas:
        flow = gradient_flow(returning(weight), text)
        beta = flow.beta[:, 0]
        falling = [i for i in range(1, len(beta)) if beta[i - 1] > 0.01 >= beta[i]]
        low, high = flow.times[falling[0] - 1], flow.times[falling[0]]
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if np.prod(flow.at(middle)[0]) > 0.01 else (low, middle)
        threshold = log_inverse(text) - np.log(2) / 2           # c_i = -log(sqrt2 alpha)
        grown = np.log(np.linalg.norm(flow.at(high)[0])) + threshold   # log(|theta|/|theta(0)|) = eta S
        logs.append(threshold)
        ratios.append(grown / threshold)
    fit = extrapolate(logs, ratios)
    yield Observation({S: fit.limit * logs[-1] / rate, fw.c_i: logs[-1], eta: rate}, alphas=tuple(alphas), rate=fit.slope,
                      detail=f"beta* = ({-weight:g}, 1): eta S/c = " + ", ".join(f"{q:.6f}" for q in ratios) + f" -> {fit.limit:.12f}")


returned_neuron = Property("gradient flow of a returning coordinate, extrapolated in alpha", _floats("1/10", "7/20"), _returned, 1e-9,
                           "the only term left is log|theta|/log(1/alpha), which extrapolation removes", examples=(3, 15, 60), method="limit")


def _ended(instance: tuple, effort: Effort) -> Iterator[dict]:
    from numerics import DiagonalNetwork, alternating_gradient_flow

    features, seed = instance
    draw = np.random.default_rng(seed)
    X, y = draw.normal(size=(features, features + 2)), draw.normal(size=features + 2)
    net = DiagonalNetwork(X, y)
    end = alternating_gradient_flow(net, 1e-4)
    beta = np.asarray(end.staircase.points[-1], dtype=float)
    residual = y - beta @ X
    yield {fw.utility_left: float(np.max(np.abs(X @ residual)) / len(y)) / float(np.max(np.abs(X @ y)) / len(y))}


at_termination = Property("residual correlations when Algorithm 1 has stopped", st.tuples(st.integers(1, 4), st.integers(0, 10**6)), _ended,
                          1e-8, "the cost minimisation converges to 1e-9 or better", examples=(10, 60, 300), method="flow")
