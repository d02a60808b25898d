"""Jump times of integrated dormant heads, against bounds, exact times and races between heads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st

from checks.attention.dormant_head import Flight, exact_norm
from checks.attention.taylor_flight import DOUBLES, Arithmetic, Landing
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured, Unsettled, alone, between
from checks.methods.property import Observation
from theory import attention as paper
from theory.framework import S_jump, theta_sq
from theory.notation import S, eta, n_0, t, tau
from theory.notation import d as letter_d

TWELVE = 1e-12  # the Taylor steps leave a few units in the fifteenth digit, a hundred of them


# --- dormant heads, integrated --------------------------------------------------------------------
def jumps(flight: Flight, effort: Effort, arithmetic: Arithmetic = DOUBLES) -> Iterator[dict]:
    """Time and accumulated utility at norm one, with what the bounds and the threshold need."""
    end = flight.course(arithmetic).landing
    yield {
        S_jump: end.accumulated,
        n_0: flight.norm,
        eta: flight.eta,
        tau: end.when,
        paper.N: flight.N,
        paper.mu: flight.norm,
        paper.gap: end.when,
        paper.weighted: weighed(end.when, flight),
        paper.lam_k: flight.largest,
        paper.lam_now: flight.largest,
    }


def weighed(when: Measured, flight: Flight) -> Measured:
    """The one plateau before the first jump, times lambda_1^2, in the arithmetic of the time."""
    square = max(flight.squares)
    value = when.value * square.numerator / square.denominator
    return Measured(value, abs(value), when.error * float(square))


# Jump times approach their limit in proportion to alpha: the distance of these two is the error of
# the second, a hundredfold.
FAR_ALPHAS = (Fraction(1, 10**9), Fraction(1, 10**11))


def limit_time(flight: Flight, arithmetic: Arithmetic) -> Measured:
    """lim tau for theta(0) = alpha times the row and eta = 1/alpha."""
    ends = [
        replace(flight, scale=alpha, eta=1 / alpha).course(arithmetic).landing.when
        for alpha in FAR_ALPHAS
    ]
    found = between(ends[0].value, ends[1].value)
    return replace(found, error=found.error + ends[1].error)


def far_jumps(flight: Flight, effort: Effort, arithmetic: Arithmetic = DOUBLES) -> Iterator[dict]:
    """The first jump for a vanishing start, where the 1 of the threshold no longer shows."""
    when = limit_time(flight, arithmetic)
    yield {
        paper.gap_limit: when,
        paper.weighted_limit: weighed(when, flight),
        paper.mu_limit: exact_norm(flight.row),
        paper.N: flight.N,
        paper.lam_k: flight.largest,
        paper.lam_now: flight.largest,
    }


def half_way(flight: Flight, effort: Effort, arithmetic: Arithmetic = DOUBLES) -> Iterator[dict]:
    """Everything the exact solution states, at a third and at two thirds of the way to the jump."""
    d, course = flight.d, flight.course(arithmetic)
    start = flight.start
    with arithmetic.working():
        for share in (1, 2):
            time = Fraction(float(course.landing.times[0]) * share / 3)
            end = course.at(arithmetic.number(time))
            seen = {
                paper.N: flight.N,
                paper.integral_V: end.integral,
                paper.V_0: start[0],
                paper.V_sq: end.read(lambda row: row[0] ** 2, end.size**2),
                n_0: flight.norm,
                theta_sq: end.read(lambda row: (row[:-2] ** 2).sum()),
                S: end.accumulated,
                t: time,
                paper.lam_k: flight.largest,
                eta: flight.eta,
                paper.mu_1: flight.squares[0],
                letter_d: d,
                paper.mu_of: lambda j: flight.squares[int(j) - 1],
                paper.plus_of: lambda j: start[int(j)] + start[int(j) + d],
                paper.minus_of: lambda j: start[int(j)] - start[int(j) + d],
            }
            for j in range(1, d + 1):
                plus, minus = (_sum(end, j, sign) for sign in (1, -1))
                more = {
                    paper.mu_j: flight.squares[j - 1],
                    paper.plus_0: start[j] + start[j + d],
                    paper.plus_t: plus,
                    paper.minus_0: start[j] - start[j + d],
                    paper.minus_t: minus,
                }
                first = _sum(end, 1, 1)
                if start[1] + start[1 + d] and _settled(first, end):
                    tilt = end.read(
                        lambda row: (row[j] + row[j + d]) / (row[1] + row[1 + d]),
                        end.size * (abs(float(first)) + abs(float(plus))) / float(first) ** 2,
                    )
                    more |= {
                        paper.tilt_0: (start[j] + start[j + d]) / (start[1] + start[1 + d]),
                        paper.tilt: tilt,
                    }
                yield {**seen, **more}


def _sum(end: Landing, j: int, sign: int) -> Measured:
    """Q_j + K_j, or Q_j - K_j."""
    d = (len(end.states[0]) - 3) // 2
    return end.read(lambda row: row[j] + sign * row[j + d], end.size)


def _settled(first: Measured, end: Landing) -> bool:
    """Is Q_1 + K_1 known well enough to divide by? Where it has cancelled below a twentieth of its
    error, a quotient has no error of first order."""
    return abs(float(first)) > 20 * (float(first.error) + 1e-12 * end.size)


def tilted(flight: Flight, effort: Effort, arithmetic: Arithmetic = DOUBLES) -> Iterator[dict]:
    """The misalignment on the way, of heads that have a first component."""
    if not flight.row[1] + flight.row[1 + flight.d]:
        raise Rejected("no component along the first eigenvector")
    for seen in half_way(flight, effort, arithmetic):
        if paper.tilt not in seen:
            raise Unsettled("Q_1 + K_1 has shrunk below what doubles tell from zero")
        yield seen


def exact_times(flight: Flight, effort: Effort, arithmetic: Arithmetic = DOUBLES) -> Iterator[dict]:
    """The quadrature of theory/ at 20 digits beside the integrated flow."""
    end = flight.course(arithmetic).landing
    yield {tau: end.when, paper.quadrature: alone(quadrature(flight, 1)), eta: flight.eta}


def quadrature(flight: Flight, rate: Any, digits: int = 18) -> mpmath.mpf:
    """The time to norm one by theory/."""
    d, start = flight.d, flight.start
    return paper.exact_jump_time(
        start[0], start[1 : d + 1], start[d + 1 :], flight.squares, flight.N, rate, digits
    )


def exact_limits(
    flight: Flight, effort: Effort, arithmetic: Arithmetic = DOUBLES
) -> Iterator[dict]:
    """Starts of 1e-9 and 1e-11 at eta = 1/alpha, beside the quadrature to infinity of the head over
    alpha."""
    d, row = flight.d, flight.row
    exact = paper.limit_jump_time(
        row[0], row[1 : d + 1], row[d + 1 :], flight.squares, flight.N, 15
    )
    yield {paper.tau_limit: limit_time(flight, arithmetic), paper.quadrature_limit: alone(exact)}


def races(
    group: tuple[Flight, ...], effort: Effort, arithmetic: Arithmetic = DOUBLES
) -> Iterator[Observation]:
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
    yield Observation(
        {
            paper.first_head: order[0],
            paper.least_quadrature: min(range(len(heads)), key=exact.__getitem__),
        },
        detail=f"landing times {[round(float(when), 6) for when in landed]}",
    )


TILT_ALPHAS = (Fraction(1, 10**5), Fraction(1, 10**7), Fraction(1, 10**9))


def tilt_exponents(
    instance: tuple, effort: Effort, arithmetic: Arithmetic = DOUBLES
) -> Iterator[Observation]:
    """Misalignment at norm one for three initial scales, and the power of alpha between one and the
    next; also for lambda_j = lambda_k and beyond, of which the claim does not speak."""
    for ratio in (instance[1], Fraction(1), Fraction(3, 2)):
        yield _tilt_exponent((instance[0], ratio, *instance[2:]), arithmetic)


def _tilt_exponent(instance: tuple, arithmetic: Arithmetic) -> Observation:
    row, ratio, N, value = instance
    squares: tuple = (value**2, (ratio * value) ** 2)
    logs: list[float] = []
    error = 0.0
    for size in TILT_ALPHAS:
        end = Flight(row, squares, N, 1 / size, size).course(arithmetic).landing
        tilt = end.read(
            lambda state: (state[2] + state[4]) / (state[1] + state[3])
        )  # V > 0: sums grow
        logs.append(float(np.log(float(tilt))))
        error = max(error, float(tilt.error / tilt.value))
    steps = float(np.log(100))
    coarse, fine = ((before - after) / steps for before, after in zip(logs, logs[1:]))
    power = between(coarse, fine, (abs(logs[1]) + abs(logs[2])) / steps)
    return Observation(
        {
            paper.tilt_rate: replace(power, error=power.error + 2 * error / steps),
            paper.lam_k: value,
            paper.lam_j: ratio * value,
        },
        alphas=tuple(f"{float(a):g}" for a in TILT_ALPHAS),
        rate=fine,
    )


def tilts() -> st.SearchStrategy:
    """A head with two components of one sign, the ratio of its eigenvalues, N and the first."""
    entry = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(3, 2), Fraction(2)])
    # V, Q_1, K_1 of one sign: the head goes straight for the first component
    return st.tuples(
        st.tuples(*[entry] * 5),
        st.sampled_from([Fraction(x) for x in ("1/2", "3/5", "1/3", "2/3")]),
        st.integers(1, 3),
        st.sampled_from([Fraction(2), Fraction(1, 2), Fraction(3, 2)]),
    )
