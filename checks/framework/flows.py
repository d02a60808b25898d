"""Integrated flows of the smallest neuron, U = a w^k: rescaled, scaled, and what they conserve."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from checks.framework.neuron import ORDINARY, OTHER, looser, monomial_flow
from checks.methods.assuming import Assuming
from checks.methods.check import Effort
from checks.methods.drawing import fractions
from checks.methods.measured import Measured, between
from checks.methods.property import Property
from theory import framework as paper
from theory.notation import alpha, eta, kappa, t

# DOP853 at a relative tolerance of 1e-12; a jump time or a norm is off by 1e-12 against other
# integrators
FLOW = 1e-10
FLOW_REASON = (
    "relative tolerance 1e-12 of the integrator, two digits lost along the flow; "
    "errors that grow are measured"
)


def drawn_fractions(low: str, high: str, denominator: int = 20) -> st.SearchStrategy:
    """Fractions between two, written as text."""
    return fractions(Fraction(low), Fraction(high), max_denominator=denominator)


@st.composite
def monomial_starts(draw: st.DrawFn, least: int = 1) -> tuple[int, Fraction, Fraction]:
    """(degree, a, w) of norm below 1, with both parts at work."""
    return (
        draw(st.integers(least, 6)),
        draw(fractions(Fraction(1, 10), Fraction(1, 2), max_denominator=20)),
        draw(fractions(Fraction(1, 10), Fraction(1, 2), max_denominator=20)),
    )


def scaled_starts(least: int = 1) -> st.SearchStrategy:
    """A start, a factor for it, and a time before anything blows up."""
    return st.tuples(
        monomial_starts(least),
        fractions(Fraction(1, 4), 2, max_denominator=8),
        fractions(Fraction(1, 4), 1, max_denominator=4),
    )


SCALED = scaled_starts()


def flow_of(
    degree: int,
    start: Sequence[float],
    rate: float,
    time: float,
    integrator: tuple[str, float],
    of: Callable[[np.ndarray], float],
) -> Measured:
    """A positive number read off a flow, by two tolerances: near a blow-up an error grows like the
    flow itself.
    """
    coarse, fine = (
        of(monomial_flow(degree, start, rate, one)(time))
        for one in (looser(integrator), integrator)
    )
    return between(coarse, fine)


def integrated(
    name: str,
    instances: st.SearchStrategy,
    observe: Callable,
    examples: tuple[int, int, int],
    kind: type[Property] = Property,
) -> Property:
    """A property of integrated flows, confirmed by another integrator; of the kind ``Assuming``
    where the instances are wider than the claim's assumptions.
    """
    return kind(
        name,
        instances,
        observe,
        FLOW,
        FLOW_REASON,
        examples=examples,
        method="flow",
        confirm=lambda instance, effort: observe(instance, effort, OTHER),
    )


def _rescaled(
    instance: tuple, effort: Effort, integrator: tuple[str, float] = ORDINARY
) -> Iterator[dict]:
    (degree, a, w), rate, time = instance
    yield {
        eta: rate,
        t: time,
        paper.solution: lambda q, s: flow_of(
            degree, (float(a), float(w)), q, s, integrator, lambda point: point[0]
        ),
    }


time_rescaling = integrated(
    "two flows at different rates",
    st.tuples(
        monomial_starts(),
        fractions(Fraction(1, 2), 3, max_denominator=4),
        fractions(Fraction(1, 4), 1, max_denominator=4),
    ),
    _rescaled,
    (15, 100, 1000),
)


def _from_scaled_start(
    instance: tuple, integrator: tuple[str, float], of: Callable[[np.ndarray], float]
) -> Callable[[float, float], Measured]:
    """What is read off the flow from q times the start, at the time s."""
    (degree, a, w), _, _ = instance
    return lambda q, s: flow_of(degree, (q * float(a), q * float(w)), 1.0, s, integrator, of)


def _scaled(
    instance: tuple, effort: Effort, integrator: tuple[str, float] = ORDINARY
) -> Iterator[dict]:
    (degree, _, _), scale, time = instance
    for coordinate in (lambda point: point[0], lambda point: point[1]):
        solution = _from_scaled_start(instance, integrator, coordinate)
        yield {alpha: scale, kappa: degree + 1, t: time, paper.solution: solution}


scaled_flow = integrated(
    "a flow and its scaled copy, both coordinates",
    SCALED,
    _scaled,
    (15, 100, 1000),
)


def _corresponding(
    instance: tuple, effort: Effort, integrator: tuple[str, float] = ORDINARY
) -> Iterator[dict]:
    (degree, _, _), scale, time = instance
    direction = _from_scaled_start(
        instance, integrator, lambda point: float(point[0] / np.linalg.norm(point))
    )
    yield {alpha: scale, kappa: degree + 1, t: time, paper.direction: direction}


corresponding_directions = integrated(
    "a flow and its scaled copy, directions",
    SCALED,
    _corresponding,
    (15, 100, 1000),
)


def _kept(
    instance: tuple, effort: Effort, integrator: tuple[str, float] = ORDINARY
) -> Iterator[dict]:
    """What is conserved at the start, and the two layers of U = a w^k at a later time."""
    (degree, a, w), rate, time = instance
    layers = [
        flow_of(degree, (float(a), float(w)), float(rate), float(time), integrator, part)
        for part in (lambda point: point[0] ** 2, lambda point: point[1] ** 2)
    ]
    yield {
        kappa: degree + 1,
        paper.imbalance: degree * a**2 - w**2,
        paper.A_now: layers[0],
        paper.W_now: layers[1],
        paper.theta_sq: flow_of(
            degree,
            (float(a), float(w)),
            float(rate),
            float(time),
            integrator,
            lambda point: float(point @ point),
        ),
    }


kept_along = integrated(
    "both layers integrated, c from the start",
    scaled_starts(least=0),  # kappa = 1 is less than the claims assume
    _kept,
    (15, 100, 1000),
    Assuming,
)
