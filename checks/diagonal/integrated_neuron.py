"""One neuron of a diagonal network, integrated: the measured side of its utility, direction and
jump time.

The utility flow is followed on the circle, theta/|theta| = (cos phi, sin phi): phi' = -eta g cos
2phi and S' = -g sin 2phi, through two plateaus in a row, so that every formula meets a neuron with
a history.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from scipy.optimize import brentq, minimize_scalar

from checks.framework.neuron import ORDINARY, OTHER, Event, looser
from checks.methods import drawing
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured, alone, between
from checks.methods.property import Observation, Property
from theory import diagonal as paper
from theory.diagonal import (
    S_0,
    U_0,
    S_later,
    U_later,
    delta,
    first,
    g,
    i_star,
    pm,
    rho,
    rho_later,
    u,
    v,
    waiting,
)
from theory.notation import U_star, alpha, eta, t

INTEGRATED = 1e-10  # DOP853 at 1e-12, up to two digits lost along the flow
INTEGRATED_REASON = "relative tolerance 1e-12 of the integrator, two digits lost along the flow"
STEEP = 1e-12  # error of an angle that two tolerances share
SCALE = Fraction(
    1, 3
)  # an alpha: the direction does not depend on it, the norm is a multiple of it
# error of an angle where the optimised function is flat: the root of its precision, and a digit
FLAT = 1e-7


@dataclass(frozen=True)
class History:
    """A neuron of learning rate ``eta`` under the gradient g_before for t_before, then g_now for
    t_now.
    """

    eta: Fraction
    g_before: Fraction
    t_before: Fraction
    g_now: Fraction
    t_now: Fraction


def fractions(low: str, high: str, most: int = 12) -> st.SearchStrategy:
    """Fractions between two, written as text, of denominators up to ``most``."""
    return drawing.fractions(Fraction(low), Fraction(high), most)


def histories(zero: bool = True) -> st.SearchStrategy:
    """g_before t_before < 1, so that S < 1 after it; g_now may vanish."""
    gradient = fractions("-2", "2").filter(bool)
    now = st.one_of(st.just(Fraction(0)), gradient) if zero else gradient
    return st.builds(
        lambda rate, force, share, later, span: History(
            rate, force, share / abs(force), later, span
        ),
        fractions("1/2", "4"),
        gradient,
        fractions("0", "9/10"),
        now,
        fractions("1/10", "2"),
    )


def circle(
    rate: float,
    force: float,
    start: tuple[float, float],
    span: float,
    to_one: bool = False,
    integrator: tuple[str, float] = ORDINARY,
) -> tuple[float, tuple[float, float]]:
    """The utility flow for the time ``span``, or until S = 1: the time taken, and (phi, S)."""

    def slope(_t: float, state: np.ndarray) -> list[float]:
        return [-rate * force * math.cos(2 * state[0]), -force * math.sin(2 * state[0])]

    reached = Event(lambda state: state[1] - 1, direction=1)
    method, tolerance = integrator
    run = solve_ivp(
        slope,
        (0, span),
        start,
        method,
        events=reached if to_one else None,
        rtol=tolerance,
        atol=1e-2 * tolerance,
    )
    if to_one and not run.t_events[0].size:
        raise Rejected("never activates")
    return (
        (float(run.t_events[0][0]), tuple(run.y_events[0][0]))
        if to_one
        else (span, tuple(run.y[:, -1]))
    )


def measured_neuron(
    history: History, effort: Effort, integrator: tuple[str, float] = ORDINARY
) -> Iterator[dict]:
    """What the integrated flow shows, in the letters of the theorem; its error by a second
    tolerance.
    """
    (before, after), (rough, off) = (
        two_plateaus(history, one) for one in (integrator, looser(integrator))
    )
    if abs(after[0]) <= 1e-6 and history.g_now:
        raise Rejected("at the zero itself, where a measured sign means nothing")
    signs = [0 if abs(phi) < 1e-9 else int(math.copysign(1, phi)) for phi in (before[0], after[0])]
    force_sign = -int(np.sign(float(history.g_now)))
    # Under one gradient S only grows; under the next it may shrink first, and its error is that of
    # what it was.
    values = {
        eta: history.eta,
        g: history.g_now,
        t: history.t_now,
        S_0: alone(max(before[1], 0.0)),
        S_later: between(off[1], after[1], before[1] + abs(after[1])),
        rho: signs[0],
        rho_later: signs[1],
        pm: force_sign * signs[0] or 1,
    }
    yield values | _utilities(float(history.g_now), before[0], rough[0], after[0], off[0])


def two_plateaus(
    history: History, integrator: tuple[str, float]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """(phi, S) at the end of either."""
    rate = float(history.eta)
    _, before = circle(
        rate, float(history.g_before), (0.0, 0.0), float(history.t_before), integrator=integrator
    )
    _, after = circle(
        rate, float(history.g_now), before, float(history.t_now), integrator=integrator
    )
    return before, after


def _utilities(force: float, before: float, rough: float, after: float, off: float) -> dict:
    """U* by an optimiser, and U at two angles on the circle; delta = artanh(U_0/U*) where there is
    a force.
    """

    def utility(phi: float) -> float:
        return -force * math.sin(2 * phi) / 2

    top = -minimize_scalar(
        lambda phi: -utility(phi),
        bounds=(-math.pi / 2, math.pi / 2),
        method="bounded",
        options={"xatol": 1e-9},
    ).fun
    values = {
        U_star: alone(abs(top)),
        U_0: alone(utility(before)),
        U_later: between(utility(off), utility(after), abs(force) / 2),
    }
    if force:
        share = -math.copysign(1.0, force) * math.sin(2 * before)
        # d artanh(sin 2 phi) = 2 d phi/cos(2 phi)
        error = (STEEP + 4 * abs(before - rough)) * 2 / math.cos(2 * before)
        values[delta] = Measured(math.atanh(share), max(abs(math.atanh(share)), 1.0), error)
    return values


def measured_waiting(
    history: History, effort: Effort, integrator: tuple[str, float] = ORDINARY
) -> Iterator[dict]:
    """How long the integrated flow takes to S = 1, also from S = 1 itself (a neuron that has
    returned to dormancy).
    """
    for returned in (False, True):
        if returned and history.g_before * history.g_now > 0:
            continue  # at the threshold with an outward force: not dormant
        (before, took, after), (_, longer, _) = (
            _until_one(history, returned, one) for one in (integrator, looser(integrator))
        )
        size = math.sqrt(2) * float(SCALE) * math.exp(float(history.eta))  # |theta| where S = 1
        yield {
            eta: history.eta,
            g: history.g_now,
            S_0: 1 if returned else alone(max(before[1], 0.0)),
            rho: int(np.sign(before[0])),
            U_star: abs(history.g_now) / 2,
            waiting: between(longer, took),
            alpha: SCALE,
            u: alone(size * math.cos(after[0])),
            v: alone(size * math.sin(after[0])),
        }


def _until_one(
    history: History, returned: bool, integrator: tuple[str, float]
) -> tuple[tuple[float, float], float, tuple[float, float]]:
    """The state after the first plateau, the time to S = 1 under the second gradient, and the state
    then.
    """
    rate, force = float(history.eta), float(history.g_now)
    span = 100 / abs(float(history.g_before)) if returned else float(history.t_before)
    _, before = circle(rate, float(history.g_before), (0.0, 0.0), span, returned, integrator)
    start = (before[0], before[1] - 1e-13) if returned else before
    took, after = circle(rate, force, start, 100 * (1 + 1 / rate) / abs(force), True, integrator)
    return before, took, after


def first_to_activate(
    group: tuple[History, ...], effort: Effort, integrator: tuple[str, float] = ORDINARY
) -> Iterator[Observation]:
    """Several neurons with a common learning rate and a common time since the last jump."""
    rate, span = group[0].eta, min(h.t_before for h in group)
    took, predicted = [], []
    formula = paper.jump_time.lambdify(eta, g, rho, S_0, U_star)
    for h in group:
        before, duration, _ = _until_one(replace(h, eta=rate, t_before=span), False, integrator)
        took.append(duration)
        predicted.append(
            float(
                formula(
                    float(rate),
                    float(h.g_now),
                    int(np.sign(before[0])),
                    max(before[1], 0.0),
                    abs(float(h.g_now)) / 2,
                )
            )
        )
    gaps = np.diff(np.sort(took))
    if gaps.min() < 1e-6 * max(took):
        raise Rejected("due at the same moment: nobody is first")
    yield Observation(
        {first: int(np.argmin(took)), i_star: int(np.argmin(predicted))},
        detail=f"activation times {np.round(took, 6).tolist()}",
    )


def best_direction(force: Fraction, effort: Effort) -> Iterator[dict]:
    """Local maxima of the utility on the circle by a bounded optimiser, from every quadrant."""
    for k in range(8):
        low = k * math.pi / 4
        optimum = minimize_scalar(
            lambda phi: float(force) * math.sin(2 * phi) / 2,
            bounds=(low, low + math.pi / 2),
            method="bounded",
            options={"xatol": 1e-10},
        )
        angle = optimum.x
        if min(angle - low, low + math.pi / 2 - angle) > 1e-3:  # an interior minimum of -U
            yield {
                U_star: alone(-optimum.fun),
                u: Measured(math.cos(angle), 1, FLAT),
                v: Measured(math.sin(angle), 1, FLAT),
                g: force,
            }


def refined_direction(force: Fraction, effort: Effort) -> Iterator[dict]:
    """The same by bisection of the derivative, which is not flat where the utility is."""
    for k in range(4):
        low = k * math.pi / 2
        angle = brentq(lambda phi: math.cos(2 * phi), low, low + math.pi / 2, xtol=1e-15)
        if -float(force) * math.sin(2 * angle) > 0:
            yield {
                U_star: alone(-float(force) * math.sin(2 * angle) / 2),
                u: alone(math.cos(angle)),
                v: alone(math.sin(angle)),
                g: force,
            }


def again(observe: Callable) -> Callable:
    """The second look: another integrator."""
    return lambda history, effort: observe(history, effort, OTHER)


def integrated(
    name: str,
    zero: bool = True,
    observe: Callable = measured_neuron,
    examples: tuple[int, int, int] = (25, 200, 2000),
) -> Property:
    """The letters of a neuron with a history; ``zero``: the gradient may vanish."""
    return Property(
        name,
        histories(zero),
        observe,
        INTEGRATED,
        INTEGRATED_REASON,
        examples=examples,
        method="flow",
        confirm=again(observe),
    )


NEURON = integrated("the integrated utility flow of a neuron with a history")
MOVING = integrated("the integrated utility flow of a neuron with a history", zero=False)
WAITING = integrated(
    "the integrated utility flow, until S = 1", False, measured_waiting, (15, 150, 1500)
)
DIRECTION = Property(
    "a bounded optimiser on the circle",
    fractions("-3", "3").filter(bool),
    best_direction,
    1e-12,
    "doubles; at a maximum the position is known to the root of their precision only",
    examples=(20, 100, 1000),
    method="critical-points",
    confirm=refined_direction,
)
