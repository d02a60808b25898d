"""One neuron from its definition, and nothing else: U(theta) = E<a sigma(w . x), r> over a few data points.

Everything that the framework's claims are compared with is measured here: gradients and velocities are finite
differences in 60-digit arithmetic, so no formula of the paper enters.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import mpmath as mp
import numpy as np
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from .check import Rejected

DIGITS = 60
STEP = mp.mpf(10)**-20     # central differences: the error is STEP^2 = 1e-40 relative to third derivatives
TOLERANCE = 1e-25          # leaves 15 digits for cancellation and for large derivatives
NOISE = 1e-35                # rounding at 60 digits over the step: what should be 0 is measured as 1e-40
REASON = "central differences with step 1e-20 in 60-digit arithmetic"

ACTIVATIONS: dict[str, Callable] = {
    "power": lambda z, k: z**k,
    "relu power": lambda z, k: max(z, mp.mpf(0))**k,
}


@dataclass(frozen=True)
class Neuron:
    """theta = (a, w), a data set of inputs x and residuals r, and a homogeneous activation of degree k."""

    activation: str
    degree: int
    theta: tuple[Fraction, ...]
    outputs: int
    data: tuple[tuple[tuple[Fraction, ...], tuple[Fraction, ...]], ...]  # (x, r)
    eta: Fraction

    def utility(self, theta: Sequence) -> mp.mpf:
        a, w = theta[:self.outputs], theta[self.outputs:]
        sigma = ACTIVATIONS[self.activation]
        total = mp.mpf(0)
        for x, r in self.data:
            total += sum(p * _mp(q) for p, q in zip(a, r)) * sigma(sum(p * _mp(q) for p, q in zip(w, x)), self.degree)
        return total / len(self.data)

    def start(self) -> list:
        return [_mp(value) for value in self.theta]

    def gradient(self, theta: Sequence) -> list:
        return [differentiate(lambda h: self.utility([*theta[:j], theta[j] + h, *theta[j + 1:]])) for j in range(len(theta))]


def _mp(value: Fraction) -> mp.mpf:
    return mp.mpf(value.numerator) / value.denominator


def norm(theta: Sequence) -> mp.mpf:
    return mp.sqrt(sum(x * x for x in theta))


def differentiate(function: Callable) -> mp.mpf:
    """d/dh of a function of h at h = 0."""
    return (function(STEP) - function(-STEP)) / (2 * STEP)


# Not zero: a neuron on the kink of its activation is no instance, and would be drawn often.
_small = st.builds(Fraction.__mul__, st.fractions(Fraction(1, 4), 2, max_denominator=4), st.sampled_from((Fraction(1), Fraction(-1))))


@st.composite
def neurons(draw: st.DrawFn, degrees: tuple[int, int] = (1, 5)) -> Neuron:
    """Neurons with up to three inputs and outputs on up to three data points."""
    inputs, outputs, points = (draw(st.integers(1, 3)) for _ in range(3))
    return Neuron(
        activation=draw(st.sampled_from(sorted(ACTIVATIONS))), degree=draw(st.integers(*degrees)),
        theta=tuple(draw(st.lists(_small, min_size=inputs + outputs, max_size=inputs + outputs))), outputs=outputs,
        data=tuple((tuple(draw(st.lists(_small, min_size=inputs, max_size=inputs))),
                    tuple(draw(st.lists(_small, min_size=outputs, max_size=outputs)))) for _ in range(points)),
        eta=draw(st.fractions(Fraction(1, 4), 3, max_denominator=4)))


@dataclass(frozen=True)
class Polar:
    """What the utility flow theta' = eta grad U does to one component, the norm and the normalised utility."""

    theta: list
    gradient: list
    direction: list
    gradient_at_direction: list
    norm: mp.mpf
    utility_at_direction: mp.mpf
    rate_direction: list
    rate_norm: mp.mpf
    rate_utility: mp.mpf


def polar(neuron: Neuron) -> Polar:
    """Measure velocities by stepping the definition of the flow forwards and backwards."""
    with mp.workdps(DIGITS):
        theta = neuron.start()
        size = norm(theta)
        # A kink of the activation has no derivative: such points are not instances of the statement.
        if size == 0 or any(sum(p * _mp(q) for p, q in zip(theta[neuron.outputs:], x)) == 0 for x, _ in neuron.data):
            raise Rejected
        gradient = neuron.gradient(theta)
        direction = [x / size for x in theta]

        def moved(h: mp.mpf) -> list:
            return [x + h * _mp(neuron.eta) * g for x, g in zip(theta, gradient)]

        def along(measure: Callable) -> mp.mpf:
            return differentiate(lambda h: measure(moved(h)))

        return Polar(
            theta, gradient, direction, neuron.gradient(direction), size, neuron.utility(direction),
            [along(lambda p, j=j: p[j] / norm(p)) for j in range(len(theta))], along(norm),
            along(lambda p: neuron.utility([x / norm(p) for x in p])))


# --- the smallest neuron, as a flow in double precision --------------------------------------------------------------
def monomial_flow(degree: int, start: Sequence[float], rate: float = 1.0) -> Callable[[float], np.ndarray]:
    """The utility flow of U = a w^k from ``start`` = (a, w); returns the state at any time (before it blows up)."""
    def field(_: float, p: np.ndarray) -> list[float]:
        return [rate * p[1]**degree, rate * degree * p[0] * p[1]**(degree - 1)]

    def at(time: float) -> np.ndarray:
        if time == 0:
            return np.asarray(start, dtype=float)
        run = solve_ivp(field, (0.0, time), start, method="DOP853", rtol=1e-12, atol=1e-14 * float(np.linalg.norm(start)))
        if not run.success or not np.all(np.isfinite(run.y[:, -1])):
            raise Rejected
        return run.y[:, -1]

    return at


def monomial_maximum(degree: int) -> tuple[float, float]:
    """(angle, value) of the maximum of cos(phi) sin(phi)^k, found by golden section, not by formula."""
    from scipy.optimize import minimize_scalar

    best = minimize_scalar(lambda phi: -np.cos(phi) * np.sin(phi)**degree, bounds=(0.0, np.pi / 2), method="bounded",
                           options={"xatol": 1e-12})
    return float(best.x), float(-best.fun)


def along_jump(degree: int, angle: float, start: float, rate: float) -> tuple[float, float]:
    """Integrate the utility flow of U = a w^k from norm ``start`` until the norm is 1: (jump time, accumulated utility)."""
    def field(_: float, p: np.ndarray) -> list[float]:
        phi, size, _accumulated = p
        value = np.cos(phi) * np.sin(phi)**degree
        slope = degree * np.cos(phi)**2 * np.sin(phi)**(degree - 1) - np.sin(phi)**(degree + 1)
        return [rate * size**(degree - 1) * slope, rate * (degree + 1) * size**degree * value, (degree + 1) * value]

    def reached(_: float, p: np.ndarray) -> float:
        return p[1] - 1.0

    reached.terminal = True
    run = solve_ivp(field, (0.0, 1e9), [angle, start, 0.0], method="LSODA", rtol=1e-11, atol=1e-13, events=reached)
    if not run.t_events[0].size:
        raise Rejected
    return float(run.t_events[0][0]), float(run.y_events[0][0][2])


def observations(neuron: Neuron, letters: dict[str, object]) -> Iterator[dict]:
    """The measurements of :func:`polar` under the claim's own letters, one dictionary a component."""
    seen = polar(neuron)
    with mp.workdps(DIGITS):
        radial = sum(p * g for p, g in zip(seen.theta, seen.gradient))
        steepness = norm(seen.gradient_at_direction)
    for j in range(len(seen.theta)):
        measured = {"rate_dir_j": seen.rate_direction[j], "gradU_j": seen.gradient[j], "theta_j": seen.theta[j],
                    "dir_j": seen.direction[j], "gradU_dir_j": seen.gradient_at_direction[j], "inner": radial,
                    "norm": seen.norm, "U_bar": seen.utility_at_direction, "rate_norm": seen.rate_norm,
                    "rate_U": seen.rate_utility, "gradU_norm": steepness, "kappa": neuron.degree + 1, "eta": neuron.eta}
        yield {letters[name]: value if abs(float(value)) > NOISE else 0 for name, value in measured.items()}
