"""One neuron of a diagonal network, integrated: the measured side of its utility, direction and jump time.

The utility flow is followed on the circle, theta/|theta| = (cos phi, sin phi): phi' = -eta g cos 2phi and
S' = -g sin 2phi, through two plateaus in a row, so that every formula meets a neuron with a history.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from scipy.optimize import minimize_scalar

from theory import diagonal as paper
from theory.diagonal import S_0, S_later, U_0, U_later, U_star, delta, eta, first, g, i_star, pm, rho, rho_later, t, u, v, waiting

from .check import Effort, Rejected
from .property import Observation, Property

INTEGRATED = 1e-7    # DOP853 at 1e-12; where S passes zero, arcosh(exp(2 eta S)) keeps half of these digits


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
        raise Rejected("never activates")
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
        raise Rejected("at the zero itself")
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
        raise Rejected("due at the same moment: nobody is first")
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


def integrated(name: str, zero: bool = True) -> Property:
    return Property(name, histories(zero), measured_neuron, INTEGRATED, "DOP853 at 1e-12, half of the digits near S = 0",
                    examples=(25, 200, 2000), method="flow")


NEURON = integrated("the integrated utility flow of a neuron with a history")
MOVING = integrated("the integrated utility flow of a neuron with a history", zero=False)
WAITING = Property("the integrated utility flow, until S = 1", histories(False), measured_waiting, INTEGRATED,
                   "DOP853 at 1e-12, half of the digits near S = 0", examples=(15, 150, 1500), method="flow")
DIRECTION = Property("a bounded optimiser on the circle", fractions("-3", "3").filter(bool), best_direction, 1e-7,
                     "at a maximum the position is known to the root of the precision", examples=(20, 100, 1000), method="critical-points")
