"""One neuron from its definition, and nothing else: U(theta) = E<a sigma(w . x), r> over a few data
points.

Everything that the framework's claims are compared with is measured here: gradients and velocities
are finite differences in 60-digit arithmetic, so no formula of the paper enters. What a difference
may have lost is told by the majorant of the neuron, the same sums with every term made positive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import mpmath
import numpy as np
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from checks.methods.check import Rejected
from checks.methods.drawing import fractions
from checks.methods.measured import Measured, alone
from checks.methods.property import Property
from theory import framework as paper
from theory.notation import U_bar, eta, kappa, n

DIGITS = 60
CLOSER = 90  # digits of a second look: other steps, so that only what is common to both stays
# the step squared is 1e-40 of third derivatives; 15 digits are left for those to be large
TOLERANCE = 1e-25
REASON = (
    "central differences with step 1e-20 in 60-digit arithmetic, "
    "against the neuron with every term made positive"
)

ACTIVATIONS: dict[str, Callable] = {
    "power": lambda z, k: z**k,
    "relu power": lambda z, k: max(z, mpmath.mpf(0)) ** k,
}


@dataclass(frozen=True)
class Neuron:
    """theta = (a, w), a data set of inputs x and residuals r, and a homogeneous activation of
    degree k.
    """

    activation: str
    degree: int
    theta: tuple[Fraction, ...]
    outputs: int
    data: tuple[tuple[tuple[Fraction, ...], tuple[Fraction, ...]], ...]  # (x, r)
    eta: Fraction

    def utility(self, theta: Sequence) -> mpmath.mpf:
        """E<a sigma(w . x), r> at these parameters."""
        a, w = theta[: self.outputs], theta[self.outputs :]
        sigma = ACTIVATIONS[self.activation]
        total = mpmath.mpf(0)
        for x, r in self.data:
            total += sum(p * _mp(q) for p, q in zip(a, r)) * sigma(
                sum(p * _mp(q) for p, q in zip(w, x)), self.degree
            )
        return total / len(self.data)

    def start(self) -> list:
        """The parameters in the digits in force."""
        return [_mp(value) for value in self.theta]

    def gradient(self, theta: Sequence) -> list:
        """grad U by central differences."""
        return [
            differentiate(lambda h: self.utility([*theta[:j], theta[j] + h, *theta[j + 1 :]]))
            for j in range(len(theta))
        ]

    @property
    def majorant(self) -> Neuron:
        """The same sums with every term positive: its utility and gradient at |theta| are the sizes
        of the neuron's own.
        """
        data = tuple((tuple(map(abs, x)), tuple(map(abs, r))) for x, r in self.data)
        return replace(self, activation="power", theta=tuple(map(abs, self.theta)), data=data)


def _mp(value: Fraction) -> mpmath.mpf:
    return mpmath.mpf(value.numerator) / value.denominator


def norm(theta: Sequence) -> mpmath.mpf:
    """|theta|."""
    return mpmath.sqrt(sum(x * x for x in theta))


def step() -> mpmath.mpf:
    """A third of the digits in force: the error of a central difference is two thirds of them,
    relative to derivatives.
    """
    return mpmath.mpf(10) ** -(mpmath.mp.dps // 3)


def differentiate(function: Callable) -> mpmath.mpf:
    """d/dh of a function of h at h = 0."""
    return (function(step()) - function(-step())) / (2 * step())


# Not zero: a neuron on the kink of its activation is no instance, and would be drawn often.
_small = st.builds(
    Fraction.__mul__,
    fractions(Fraction(1, 4), 2, max_denominator=4),
    st.sampled_from((Fraction(1), Fraction(-1))),
)


@cache
def _some(count: int) -> st.SearchStrategy:
    """So many of them; kept, since Hypothesis checks a new strategy at every draw."""
    return st.lists(_small, min_size=count, max_size=count)


@st.composite
def neurons(draw: st.DrawFn, degrees: tuple[int, int] = (1, 6)) -> Neuron:
    """Neurons with up to four inputs and outputs on up to four data points; kappa up to 7."""
    inputs, outputs, points = (draw(st.integers(1, 4)) for _ in range(3))
    return Neuron(
        activation=draw(st.sampled_from(sorted(ACTIVATIONS))),
        degree=draw(st.integers(*degrees)),
        theta=tuple(draw(_some(inputs + outputs))),
        outputs=outputs,
        data=tuple(
            (
                tuple(draw(_some(inputs))),
                tuple(draw(_some(outputs))),
            )
            for _ in range(points)
        ),
        eta=draw(fractions(Fraction(1, 4), 3, max_denominator=4)),
    )


def on_neurons(
    name: str,
    observe: Callable,
    examples: tuple[int, int, int] = (20, 150, 1500),
    **options,
) -> Property:
    """What is observed of random neurons by finite differences; the second look has more digits."""
    return Property(
        name,
        neurons(),
        observe,
        TOLERANCE,
        REASON,
        examples=examples,
        confirm=lambda neuron, effort: observe(neuron, effort, CLOSER),
        **options,
    )


@dataclass(frozen=True)
class Polar:
    """What the utility flow theta' = eta grad U does to one component, the norm and the normalised
    utility.
    """

    theta: list
    gradient: list
    direction: list
    gradient_at_direction: list
    norm: mpmath.mpf
    utility_at_direction: mpmath.mpf
    rate_direction: list
    rate_norm: mpmath.mpf
    rate_utility: mpmath.mpf


def polar(neuron: Neuron, digits: int = DIGITS) -> Polar:
    """Measure velocities by stepping the definition of the flow forwards and backwards."""
    with mpmath.workdps(digits):
        theta = neuron.start()
        size = norm(theta)
        # A kink of the activation has no derivative: such points are not instances of the
        # statement.
        if size == 0 or any(
            sum(p * _mp(q) for p, q in zip(theta[neuron.outputs :], x)) == 0 for x, _ in neuron.data
        ):
            raise Rejected("on the kink of its activation")
        gradient = neuron.gradient(theta)
        direction = [x / size for x in theta]

        def moved(h: mpmath.mpf) -> list:
            return [x + h * _mp(neuron.eta) * g for x, g in zip(theta, gradient)]

        def along(measure: Callable) -> mpmath.mpf:
            return differentiate(lambda h: measure(moved(h)))

        return Polar(
            theta,
            gradient,
            direction,
            neuron.gradient(direction),
            size,
            neuron.utility(direction),
            [along(lambda p, j=j: p[j] / norm(p)) for j in range(len(theta))],
            along(norm),
            along(lambda p: neuron.utility([x / norm(p) for x in p])),
        )


# --- the smallest neuron, as a flow in double precision -------------------------------------------
ORDINARY, OTHER = ("DOP853", 1e-12), ("RK45", 1e-12)  # integrators of a first and of a second look
# A run at this many times the tolerance tells how much the flow itself makes of an error.
LOOSER = 100


@dataclass(frozen=True)
class Event:
    """An integration stops where ``gap(state)`` vanishes; ``direction`` 1 asks that it grows."""

    gap: Callable[[np.ndarray], float]
    direction: float = 0.0
    terminal: bool = True

    def __call__(self, _time: float, state: np.ndarray) -> float:
        return self.gap(state)


def monomial_flow(
    degree: int, start: Sequence[float], rate: float = 1.0, integrator: tuple[str, float] = ORDINARY
) -> Callable[[float], np.ndarray]:
    """The utility flow of U = a w^k from ``start`` = (a, w); returns the state at any time (before
    it blows up).
    """

    def field(_: float, p: np.ndarray) -> list[float]:
        inner = degree * p[0] * p[1] ** (degree - 1) if degree else 0.0
        return [rate * p[1] ** degree, rate * inner]

    def state_at(time: float) -> np.ndarray:
        if time == 0:
            return np.asarray(start, dtype=float)
        method, rtol = integrator
        run = solve_ivp(
            field,
            (0.0, time),
            start,
            method=method,
            rtol=rtol,
            atol=1e-2 * rtol * float(np.linalg.norm(start)),
        )
        if not run.success or not np.all(np.isfinite(run.y[:, -1])):
            raise Rejected("blows up before the time asked for")
        return run.y[:, -1]

    return state_at


def looser(integrator: tuple[str, float]) -> tuple[str, float]:
    """The same method at a hundred times the tolerance."""
    return integrator[0], LOOSER * integrator[1]


def monomial_maximum(degree: int) -> tuple[float, float]:
    """(angle, value) of the maximum of cos(phi) sin(phi)^k, found by golden section, not by
    formula.
    """
    from scipy.optimize import minimize_scalar

    best = minimize_scalar(
        lambda phi: -np.cos(phi) * np.sin(phi) ** degree,
        bounds=(0.0, np.pi / 2),
        method="bounded",
        options={"xatol": 1e-12},
    )
    return float(best.x), float(-best.fun)


def turning(degree: int, angle: float) -> float:
    """The slope of cos(phi) sin(phi)^k at an angle: a direction turns along it."""
    c, s = np.cos(angle), np.sin(angle)
    return degree * c**2 * s ** (degree - 1) - s ** (degree + 1)


def along_jump(
    degree: int, angle: float, start: float, rate: float, integrator: tuple[str, float] = ORDINARY
) -> tuple[float, float]:
    """Integrate the utility flow of U = a w^k from norm ``start`` until the norm is 1: (jump time,
    accumulated utility).
    """

    def field(_: float, p: np.ndarray) -> list[float]:
        phi, size, _accumulated = p
        value = np.cos(phi) * np.sin(phi) ** degree
        return [
            rate * size ** (degree - 1) * turning(degree, phi),
            rate * (degree + 1) * size**degree * value,
            (degree + 1) * value,
        ]

    reached = Event(lambda p: p[1] - 1.0)
    method, rtol = integrator
    run = solve_ivp(
        field,
        (0.0, 1e9),
        [angle, start, 0.0],
        method=method,
        rtol=rtol,
        atol=1e-2 * rtol,
        events=reached,
    )
    if not run.t_events[0].size:
        raise Rejected("never reaches norm 1")
    return float(run.t_events[0][0]), float(run.y_events[0][0][2])


def sizes(neuron: Neuron, digits: int = DIGITS) -> Polar:
    """How large the terms are that are added up in each number of :func:`polar`."""
    with mpmath.workdps(digits):
        large, theta = neuron.majorant, neuron.majorant.start()
        size = norm(theta)
        direction, rate = [x / size for x in theta], _mp(neuron.eta)
        gradient, steepness = large.gradient(theta), large.gradient(direction)
        radial = sum(x * g for x, g in zip(theta, gradient))
        turning = [rate / size * (g + x * radial / size**2) for x, g in zip(theta, gradient)]
        return Polar(
            theta,
            gradient,
            direction,
            steepness,
            size,
            large.utility(direction),
            turning,
            rate * radial / size,
            sum(g * r for g, r in zip(steepness, turning)),
        )


def observations(neuron: Neuron, digits: int = DIGITS) -> Iterator[dict]:
    """The measurements of :func:`polar` in the claims' letters, one dictionary a component."""
    seen, large = polar(neuron, digits), sizes(neuron, digits)
    with mpmath.workdps(digits):
        radial, radial_size = (
            sum(p * g for p, g in zip(state.theta, state.gradient)) for state in (seen, large)
        )
        steepness, steepness_size = (norm(state.gradient_at_direction) for state in (seen, large))
        utility = Measured(neuron.utility(seen.theta), neuron.majorant.utility(large.theta))
    for j in range(len(seen.theta)):
        yield {
            paper.rate_bar_j: Measured(seen.rate_direction[j], large.rate_direction[j]),
            paper.G_j: Measured(seen.gradient[j], large.gradient[j]),
            paper.bar_j: alone(seen.direction[j]),
            paper.Gbar_j: Measured(seen.gradient_at_direction[j], large.gradient_at_direction[j]),
            paper.inner: Measured(radial, radial_size),
            n: alone(seen.norm),
            paper.U: utility,
            U_bar: Measured(seen.utility_at_direction, large.utility_at_direction),
            paper.rate_n: Measured(seen.rate_norm, large.rate_norm),
            paper.rate_U: Measured(seen.rate_utility, large.rate_utility),
            paper.gradient_norm: Measured(steepness, steepness_size),
            paper.theta_j: neuron.theta[j],
            kappa: neuron.degree + 1,
            eta: neuron.eta,
        }


def times(measured: Measured, factor: mpmath.mpf) -> Measured:
    """A measurement in other units."""
    return Measured(
        measured.value * factor, measured.size * abs(factor), measured.error * abs(factor)
    )
