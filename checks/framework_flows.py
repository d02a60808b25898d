"""Measurements for the framework's claims: integrated flows, quadratures, random networks."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import mpmath as mp
import numpy as np
import sympy as sp
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from theory import framework as fw
from theory.symbols import NOTATION, S, U_star, alpha, c, d, eta, k, kappa, n_0, n_t, t, tau

from .check import Effort, Rejected
from .converge import extrapolate, settled
from .measured import Measured, Unsettled, alone, between
from .neuron import (CLOSER, DIGITS, ORDINARY, OTHER, REASON, TOLERANCE, Neuron, along_jump, differentiate, looser, monomial_flow,
                     monomial_maximum, neurons, observations, sizes, times)
from .property import Observation, Property

FLOW = 1e-10  # DOP853 at a relative tolerance of 1e-12; a jump time or a norm is off by 1e-12 against other integrators
FLOW_REASON = "relative tolerance 1e-12 of the integrator, two digits lost along the flow; errors that grow are measured"
fractions = st.fractions


# --- flows of the smallest neuron, U = a w^k ---------------------------------------------------------------------------------
@st.composite
def monomial_starts(draw: st.DrawFn) -> tuple[int, Fraction, Fraction]:
    """(degree, a, w) of norm below 1, with both parts at work."""
    return (draw(st.integers(1, 4)), draw(fractions(Fraction(1, 10), Fraction(1, 2), max_denominator=20)),
            draw(fractions(Fraction(1, 10), Fraction(1, 2), max_denominator=20)))


# a start, a factor for it, and a time before anything blows up
SCALED = st.tuples(monomial_starts(), fractions(Fraction(1, 4), 2, max_denominator=8), fractions(Fraction(1, 4), 1, max_denominator=4))


def flow_of(degree: int, start: Sequence[float], rate: float, time: float, integrator: tuple[str, float],
            of: Callable[[np.ndarray], float]) -> Measured:
    """A positive number read off a flow, by two tolerances: near a blow-up an error grows like the flow itself."""
    coarse, fine = (of(monomial_flow(degree, start, rate, one)(time)) for one in (looser(integrator), integrator))
    return between(coarse, fine)


def by(integrator: tuple[str, float], observe: Callable) -> Callable[[Any, Effort], Iterator[dict]]:
    """The same observation with another integrator."""
    return lambda instance, effort: observe(instance, effort, integrator)


def _rescaled(instance: tuple, effort: Effort, integrator: tuple[str, float] = ORDINARY) -> Iterator[dict]:
    (degree, a, w), rate, time = instance
    yield {eta: rate, t: time,
           fw.solution: lambda q, s: flow_of(degree, (float(a), float(w)), q, s, integrator, lambda point: point[0])}


time_rescaling = Property(
    "two flows at different rates", st.tuples(monomial_starts(), fractions(Fraction(1, 2), 3, max_denominator=4),
                                              fractions(Fraction(1, 4), 1, max_denominator=4)),
    _rescaled, FLOW, FLOW_REASON, examples=(15, 100, 1000), method="flow", confirm=by(OTHER, _rescaled))


def _scaled(instance: tuple, effort: Effort, integrator: tuple[str, float] = ORDINARY) -> Iterator[dict]:
    (degree, a, w), scale, time = instance

    def coordinate(which: int) -> Callable[[float, float], Measured]:
        return lambda q, s: flow_of(degree, (q * float(a), q * float(w)), 1.0, s, integrator, lambda point: point[which])

    for which in (0, 1):
        yield {alpha: scale, kappa: degree + 1, t: time, fw.solution: coordinate(which)}


scaled_flow = Property(
    "a flow and its scaled copy, both coordinates", SCALED, _scaled, FLOW, FLOW_REASON, examples=(15, 100, 1000), method="flow",
    confirm=by(OTHER, _scaled))


def _corresponding(instance: tuple, effort: Effort, integrator: tuple[str, float] = ORDINARY) -> Iterator[dict]:
    (degree, a, w), scale, time = instance

    def component(q: float, s: float) -> Measured:
        return flow_of(degree, (q * float(a), q * float(w)), 1.0, s, integrator, lambda point: point[0] / np.linalg.norm(point))

    yield {alpha: scale, kappa: degree + 1, t: time, fw.direction: component}


corresponding_directions = Property(
    "a flow and its scaled copy, directions", SCALED, _corresponding, FLOW, FLOW_REASON, examples=(15, 100, 1000), method="flow",
    confirm=by(OTHER, _corresponding))


def _norm_along(instance: tuple, effort: Effort, integrator: tuple[str, float] = ORDINARY) -> Iterator[dict]:
    """A utility that varies in time, q + s sin(time): nothing but its integral should matter."""
    degree, start, rate, base, wobble = instance
    size, speed, level, wave = map(float, instance[1:])
    time = 0.5 * float(fw.threshold(sp.Float(size), degree)) / (degree * speed * (level + wave))
    method, rtol = integrator
    run = solve_ivp(lambda s, p: [speed * degree * p[0]**(degree - 1) * (level + wave * np.sin(s)), degree * (level + wave * np.sin(s))],
                    (0.0, time), [size, 0.0], method=method, rtol=rtol, atol=1e-2 * rtol)
    yield {n_t: alone(run.y[0, -1]), n_0: start, S: alone(run.y[1, -1]), eta: rate, kappa: degree}  # both only grow


def _ratios(low: str, high: str, denominator: int = 20) -> st.SearchStrategy:
    return fractions(Fraction(low), Fraction(high), max_denominator=denominator)


integrated_norm = Property("the norm integrated under a varying utility",
                           st.tuples(st.integers(2, 6), _ratios("1/10", "1/2"), _ratios("1/2", "3"), _ratios("1/2", "2"), _ratios("0", "1/2")),
                           _norm_along, FLOW, FLOW_REASON, examples=(20, 150, 1500), method="flow", confirm=by(OTHER, _norm_along))


def _jump(instance: tuple, effort: Effort, integrator: tuple[str, float] = ORDINARY) -> Iterator[dict]:
    degree, angle, start, rate = instance
    runs = [along_jump(degree, float(angle), float(start), float(rate), one) for one in (looser(integrator), integrator)]
    (time, accumulated) = (between(coarse, fine) for coarse, fine in zip(*runs))
    yield {fw.S_jump: accumulated, tau: time, n_0: start, eta: rate, kappa: degree + 1, U_star: alone(monomial_maximum(degree)[1])}


def _jumps(degrees: tuple[int, int]) -> st.SearchStrategy:
    return st.tuples(st.integers(*degrees), _ratios("1/5", "7/5"), _ratios("1/10", "1/2"), _ratios("1/2", "4"))


def integrated_jumps(name: str, degrees: tuple[int, int], examples: tuple[int, int, int]) -> Property:
    return Property(name, _jumps(degrees), _jump, FLOW, FLOW_REASON, examples=examples, method="flow", confirm=by(OTHER, _jump))


integrated_threshold = integrated_jumps("accumulated utility when the integrated norm is 1", (1, 5), (20, 150, 1500))
integrated_jump_quadratic = integrated_jumps("integrated jump times", (1, 1), (15, 150, 1500))
integrated_jump_higher = integrated_jumps("integrated jump times", (2, 5), (15, 150, 1500))

ALIGNMENT_ALPHAS = ("1e-20", "1e-40", "1e-80")
CLOSER_ALPHAS = ("1e-40", "1e-80", "1e-160")
ALIGNED = 1e-6  # at alpha = 1e-80 a kappa = 2 neuron is aligned to 1e-30; any kappa > 2 misses by its finite angle


def angle_left(degree: int, angle: float, text: str, integrator: tuple[str, float]) -> float:
    """The angle left at half the earliest possible jump time, in accelerated time."""
    best, value = monomial_maximum(degree)
    scale = sp.Rational(text)
    rate = fw.threshold(scale, degree + 1)                 # the accelerated learning rate of a unit direction
    clock = float(rate * scale**(degree - 1)) * 0.5 / ((degree + 1) * value)   # scaling symmetry: time at unit scale

    def field(_: float, p: np.ndarray) -> list[float]:
        slope = degree * np.cos(p[0])**2 * np.sin(p[0])**(degree - 1) - np.sin(p[0])**(degree + 1)
        return [np.exp((degree - 1) * p[1]) * slope, np.exp((degree - 1) * p[1]) * (degree + 1) * np.cos(p[0]) * np.sin(p[0])**degree]

    method, rtol = integrator
    run = solve_ivp(field, (0.0, clock), [angle, 0.0], method=method, rtol=rtol, atol=1e-2 * rtol)
    return abs(float(run.y[0, -1]) - best)


def _aligned(instance: tuple, effort: Effort, integrator: tuple[str, float] = ("LSODA", 1e-10),
             alphas: tuple[str, ...] = ALIGNMENT_ALPHAS) -> Iterator[Observation]:
    """The angle left for alpha -> 0, beside the two angles whose difference it is."""
    degree, angle = instance
    best = monomial_maximum(degree)[0]
    if abs(angle - best) < 0.05:
        raise Rejected("aligned from the start: not a generic direction")
    angles = [angle_left(degree, float(angle), text, integrator) for text in alphas]
    if abs(angles[-1] - angles[-2]) > ALIGNED * best:
        raise Unsettled("the angle left still changes with alpha")
    yield Observation({kappa: degree + 1, fw.angle: Measured(angles[-1], best)}, alphas=alphas,
                      detail=f"kappa = {degree + 1}, start {float(angle):.2f}: angle left " + ", ".join(f"{g:.1e}" for g in angles))


def _aligned_further(instance: tuple, effort: Effort) -> Iterator[Observation]:
    return _aligned(instance, effort, ("Radau", 1e-10), CLOSER_ALPHAS)


alignment = Property("direction at half the jump time as alpha -> 0", st.tuples(st.integers(1, 4), _ratios("1/5", "7/5")), _aligned,
                     ALIGNED, "an angle below this counts as zero: kappa = 2 leaves 1e-7 or less, kappa > 2 a finite angle",
                     examples=(25, 150, 1500), method="limit", confirm=_aligned_further)


# --- random networks from their definition -----------------------------------------------------------------------------------
SIGMAS = {"tanh": mp.tanh, "square": lambda z: z * z, "relu": lambda z: max(z, mp.mpf(0)), "sine": mp.sin,
          "cubic + linear": lambda z: z**3 + z}
LARGER = {"tanh": "relu", "sine": "relu"}  # of |z| they are below |z|, and so are their slopes below one


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


def _size(data: dict, a: list, w: list) -> mp.mpf:
    """Every term of the loss made positive, one step of length one further out: above every slope of its terms at (a, w)."""
    def larger(rows: list, more: int) -> list:
        return [[abs(value) + more for value in row] for row in rows]

    bound = {"sigma": LARGER.get(data["sigma"], data["sigma"]), "x": larger(data["x"], 0), "y": [[-value for value in row] for row in larger(data["y"], 0)]}
    return _loss(bound, larger(a, 1), larger(w, 1))


def _numbers(rows: list) -> list:
    return [[mp.mpf(value.numerator) / value.denominator for value in row] for row in rows]


def _saddle(network: dict, effort: Effort, digits: int = DIGITS) -> Iterator[dict]:
    with mp.workdps(digits):
        data = {**network, "x": _numbers(network["x"]), "y": _numbers(network["y"])}
        a, w = _numbers(network["a"]), _numbers(network["w"])
        a[0], w[0] = [mp.mpf(0)] * 2, [mp.mpf(0)] * 2

        def slope(rows_a: list, rows_w: list, layer: str, neuron: int, entry: int) -> Measured:
            def moved(h: mp.mpf) -> mp.mpf:
                shifted_a, shifted_w = [list(row) for row in rows_a], [list(row) for row in rows_w]
                (shifted_a if layer == "a" else shifted_w)[neuron][entry] += h
                return _loss(data, shifted_a, shifted_w)

            return Measured(differentiate(moved), size)

        size = _size(data, a, w)
        for layer in ("a", "w"):
            for entry in (0, 1):
                yield {fw.grad_dormant: slope(a, w, layer, 0, entry), fw.grad_active: slope(a, w, layer, 1, entry),
                       fw.grad_restricted: slope(a[1:], w[1:], layer, 0, entry)}


saddle_gradients = Property("finite differences on networks with five activations", networks(), _saddle, 1e-18,
                            "central differences across the kink of relu leave the step itself, 1e-20", examples=(20, 150, 1500),
                            confirm=lambda network, effort: _saddle(network, effort, CLOSER))


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
        raise Rejected("E[g r] vanishes: not generic")
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


def _homogeneous(instance: tuple[Neuron, Fraction], effort: Effort, digits: int = DIGITS) -> Iterator[dict]:
    neuron, scale = instance
    with mp.workdps(digits):
        theta, large = neuron.start(), neuron.majorant.start()
        factor = mp.mpf(scale.numerator) / scale.denominator
        here, there = (Measured(neuron.utility([q * at for q in theta]), neuron.majorant.utility([q * at for q in large]))
                       for at in (mp.mpf(1), factor))
        yield {fw.U: here, fw.U_scaled: there, fw.lam: scale, k: neuron.degree}


scaled_utility = Property("neurons with power and relu-power activations", st.tuples(neurons(), fractions(Fraction(1, 4), 3, max_denominator=4)),
                          _homogeneous, TOLERANCE, "60-digit arithmetic", examples=(30, 200, 2000),
                          confirm=lambda instance, effort: _homogeneous(instance, effort, CLOSER))


def _conserved(neuron: Neuron, effort: Effort, digits: int = DIGITS) -> Iterator[dict]:
    """Squared norms of both layers, stepped along the flow of the loss through the residuals of the data."""
    with mp.workdps(digits):
        theta, large = neuron.start(), sizes(neuron, digits)
        gradient = neuron.gradient(theta)
        if any(sum(p * q for p, q in zip(theta[neuron.outputs:], x)) == 0 for x, _ in _numeric(neuron)):
            raise Rejected("on the kink of its activation")

        def square(part: slice) -> Measured:
            rate = differentiate(lambda h: sum((q + h * g)**2 for q, g in zip(theta[part], gradient[part])))
            return Measured(rate, sum(2 * q * g for q, g in zip(large.theta[part], large.gradient[part])))

        outer, inner = square(slice(0, neuron.outputs)), square(slice(neuron.outputs, None))
        change = {letter: Measured(value * outer.value - inner.value, value * outer.size + inner.size)
                  for letter, value in ((k, neuron.degree), (k - 1, neuron.degree - 1))}
    yield {sp.Derivative(letter * fw.a_sq(t) - fw.w_sq(t), t): value for letter, value in change.items()} | {k: neuron.degree}


def _numeric(neuron: Neuron) -> list:
    return [([mp.mpf(q.numerator) / q.denominator for q in x], r) for x, r in neuron.data]


conserved_on_networks = Property("finite differences on neurons", neurons(), _conserved, TOLERANCE, REASON, examples=(20, 150, 1500),
                                 confirm=lambda neuron, effort: _conserved(neuron, effort, CLOSER))


def _adaptive(neuron: Neuron, effort: Effort, digits: int = DIGITS) -> Iterator[dict]:
    """The measured velocities with every rate multiplied by |theta|^(2-kappa): a change of clock, nothing else."""
    letters = {symbol.name: symbol for symbol in NOTATION}
    for seen in observations(neuron, letters, digits):
        with mp.workdps(digits):
            clock = seen[letters["norm"]].value**(2 - seen[kappa])
            yield {**seen, fw.rate_bar_j: times(seen[fw.rate_bar_j], clock), fw.rate_n: times(seen[fw.rate_n], clock)}


adaptive_velocities = Property("finite differences on neurons, with the adaptive clock", neurons(), _adaptive, TOLERANCE, REASON,
                               examples=(15, 100, 1000), confirm=lambda neuron, effort: _adaptive(neuron, effort, CLOSER))


def _two_scales(instance: tuple[Neuron, Fraction], effort: Effort, digits: int = DIGITS) -> Iterator[dict]:
    """Velocities measured at theta and at lambda theta."""
    neuron, scale = instance
    letters = {symbol.name: symbol for symbol in NOTATION}
    larger = replace(neuron, theta=tuple(scale * value for value in neuron.theta))
    for here, there in zip(observations(neuron, letters, digits), observations(larger, letters, digits)):
        yield {**here, fw.lam: scale, fw.rate_bar_scaled: there[fw.rate_bar_j], fw.rate_n_scaled: there[fw.rate_n]}


velocities_at_two_scales = Property("finite differences on neurons at two scales",
                                    st.tuples(neurons(), fractions(Fraction(1, 4), 3, max_denominator=4)), _two_scales, TOLERANCE, REASON,
                                    examples=(12, 80, 800), confirm=lambda instance, effort: _two_scales(instance, effort, CLOSER))


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


def _quadrature(degree: int, outputs: int, inputs: int, scale: Fraction, digits: int = 20) -> Measured:
    """E c_i with the quadrature's own estimate of its error.

    For kappa > 2 it is E|theta|^(2-kappa)/(kappa-2) less 1/(kappa-2); for kappa = 2, E log(1/|theta|) of both signs, the
    negative part of which is below E|theta|^2/2 = alpha^2/2 < 1/2.
    """
    with mp.workdps(digits):
        size = mp.mpf(scale.numerator) / scale.denominator
        density = norm_density(outputs, inputs, size)

        def integrand(z: mp.mpf) -> mp.mpf:
            value = -z / 2 if degree == 2 else (mp.exp(z * (2 - degree) / mp.mpf(2)) - 1) / (degree - 2)
            return value * density(mp.exp(z)) * mp.exp(z)

        middle = 2 * mp.log(size)
        cuts = [middle - 110, middle - 40, middle - 10, middle - 3, middle, middle + 2, middle + 5.5]
        value, error = mp.quad(integrand, cuts, error=True)
        return Measured(value, abs(value) + (1 if degree == 2 else mp.mpf(2) / (degree - 2)), error)


_scales = fractions(Fraction(1, 20), Fraction(9, 10), max_denominator=20)


def _expected(instance: tuple, effort: Effort, digits: int = 20) -> Iterator[dict]:
    degree, outputs, inputs, scale = instance
    if degree >= outputs + inputs + 2:
        raise Rejected("an infinite expectation")
    yield {fw.expected: _quadrature(degree, outputs, inputs, scale, digits), kappa: degree, c: outputs, d: inputs, alpha: scale}


expectation_by_quadrature = Property("quadrature over the density of |theta|^2",
                                     st.tuples(st.integers(3, 6), st.integers(1, 4), st.integers(1, 4), _scales), _expected, 1e-9,
                                     "20-digit quadrature over log|theta|^2, cut where the integrand is below 1e-20", examples=(12, 60, 400),
                                     confirm=lambda instance, effort: _expected(instance, effort, 30))


def _expected_quadratic(instance: tuple, effort: Effort, digits: int = 20) -> Iterator[dict]:
    inputs, scale = instance
    yield {fw.expected: _quadrature(2, inputs, inputs, scale, digits), d: inputs, alpha: scale}


expectation_by_quadrature_quadratic = Property("quadrature over the density of |theta|^2", st.tuples(st.integers(1, 6), _scales),
                                               _expected_quadratic, 1e-9, "20-digit quadrature", examples=(12, 60, 400),
                                               confirm=lambda instance, effort: _expected_quadratic(instance, effort, 30))


# --- a coordinate that returns to dormancy, and the end of the algorithm -----------------------------------------------------
RETURN_ALPHAS = ("1e-50", "1e-100", "1e-200")


CLOSER_RETURN = ("1e-400", "1e-800", "1e-1600")
PASSED = 0.01  # beta of the coordinate where its norm is read, on its way back


def returning(weight: float):
    """A two-dimensional diagonal network whose first coordinate is learned, forgotten, and learned with the other sign."""
    from numerics import DiagonalNetwork

    X = np.array([[1.0, 1.0], [0.75, 0.25]])
    return DiagonalNetwork(X, np.array([-weight, 1.0]) @ X)


def on_the_way_back(weight: float, text: str) -> tuple[float, float]:
    """(c_i, eta S/c_i) where the coordinate passes PASSED: log(|theta|/|theta(0)|) = eta S, c_i = -log(sqrt2 alpha)."""
    from numerics import gradient_flow
    from numerics.validate import log_inverse

    flow = gradient_flow(returning(weight), text)
    beta = flow.beta[:, 0]
    falling = [i for i in range(1, len(beta)) if beta[i - 1] > PASSED >= beta[i]]
    if not falling:
        raise Unsettled(f"at alpha = {text} the coordinate does not rise above {PASSED} and come back")
    low, high = flow.times[falling[0] - 1], flow.times[falling[0]]
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if np.prod(flow.at(middle)[0]) > PASSED else (low, middle)
    threshold = log_inverse(text) - np.log(2) / 2
    return threshold, (np.log(np.linalg.norm(flow.at(high)[0])) + threshold) / threshold


def _returned(weight: Fraction, effort: Effort, closer: bool = False) -> Iterator[Observation]:
    """On its way back the coordinate passes beta = 1/100: its norm there gives S, and alpha -> 0 is extrapolated."""
    alphas, rate = CLOSER_RETURN if closer else effort.alphas or RETURN_ALPHAS, 3
    logs, ratios = zip(*(on_the_way_back(float(weight), text) for text in alphas))
    fit = extrapolate(logs, ratios) if len(set(logs)) > 1 else None
    if fit is None:
        raise Unsettled("one alpha: three or more tell a limit")
    yield Observation({S: times(settled(fit), max(logs) / rate), fw.c_i: alone(max(logs)), eta: rate}, alphas=tuple(alphas), rate=fit.slope,
                      detail=f"beta* = ({-float(weight):g}, 1): eta S/c = " + ", ".join(f"{q:.6f}" for q in ratios) + f" -> {fit.limit:.12f}")


returned_neuron = Property("gradient flow of a returning coordinate, extrapolated in alpha", _ratios("1/10", "7/20"), _returned, 1e-9,
                           "the only term left is log|theta|/log(1/alpha), which extrapolation removes", examples=(3, 15, 60), method="limit",
                           confirm=lambda weight, effort: _returned(weight, effort, closer=True))


def _regression(instance: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    features, seed = instance
    draw = np.random.default_rng(seed)
    return draw.normal(size=(features, features + 2)), draw.normal(size=features + 2)


def _ended(instance: tuple[int, int], effort: Effort) -> Iterator[dict]:
    """The largest residual correlation over the first one, beside the sums in which residual and correlation cancel."""
    from numerics import DiagonalNetwork, alternating_gradient_flow

    X, y = _regression(instance)
    end = alternating_gradient_flow(DiagonalNetwork(X, y), 1e-4)
    beta = np.asarray(end.staircase.points[-1], dtype=float)
    first = np.max(np.abs(X @ y))
    summed = np.max(np.abs(X) @ (np.abs(y) + np.abs(beta) @ np.abs(X)))
    yield {fw.utility_left: Measured(float(np.max(np.abs(X @ (y - beta @ X))) / first), float(summed / first))}


def _ended_exactly(instance: tuple[int, int], effort: Effort) -> Iterator[dict]:
    """The same in fractions, by the recursion of the theory."""
    from theory import diagonal

    path = diagonal.alternating_saddles(*(array.tolist() for array in _regression(instance)), "1e-4")
    yield {fw.utility_left: max(map(abs, path[-1].gradient)) / max(map(abs, path[0].gradient))}


at_termination = Property("residual correlations when Algorithm 1 has stopped", st.tuples(st.integers(1, 4), st.integers(0, 10**6)), _ended,
                          1e-12, "least squares in doubles, of at most four features: three digits lost", examples=(10, 60, 300),
                          method="flow", confirm=_ended_exactly)
