"""Measurements for the bounds on jump times: exact blow-up times, and the integrated flow of a
dormant neuron.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import mpmath
import numpy as np
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from checks.methods import drawing
from checks.methods.check import Effort, Rejected
from checks.methods.measured import alone, between
from checks.methods.property import Property
from checks.modular import task as modular_task
from checks.modular.first_frequency.dormant import CLOSER, LONGEST, LOOK
from checks.modular.neuron_groups.few_neurons import ranks
from checks.modular.sphere import summands as task
from theory import modular as paper
from theory.modular import p, three_wave
from theory.notation import eta, k, tau


# --- bounds ---------------------------------------------------------------------------------------
def _jump_of(x: tuple, degree: int, start: np.ndarray, rate: float, rtol: float) -> float:
    """Integrate theta' = eta grad U until the norm is 1."""
    summands = task.summands(x, degree)

    def reached(_: float, theta: np.ndarray) -> float:
        return float(theta @ theta) - 1

    # SciPy reads this attribute of an event
    reached.terminal = True  # type: ignore[attr-defined]  # SciPy reads its events' attributes
    with np.errstate(
        over="ignore", invalid="ignore"
    ):  # a first step that leaps over the blow-up is taken back
        run = solve_ivp(
            lambda _, theta: rate * summands.gradient(theta),
            (0.0, LONGEST),
            start,
            method="DOP853",
            rtol=rtol,
            atol=rtol / 100,
            events=reached,
        )
    if not run.t_events[0].size:
        raise Rejected(f"the neuron is dormant until {LONGEST:g}")
    return float(run.t_events[0][0])


def _bound(
    align: bool, later: bool, tolerances: tuple[float, float], instance: tuple, effort: Effort
) -> Iterator[dict]:
    x, degree, seed, size, rate, earlier = instance
    earlier = earlier if later else Fraction(0)
    f = modular_task.ordered(modular_task.clear(x))[0]
    theta = (
        task.summands(x, degree).mixture((f,))
        if align or seed is None
        else np.random.default_rng(seed).normal(size=(degree + 1) * len(x))
    )
    theta = float(size) * theta / np.linalg.norm(theta)
    jump = between(
        *(float(earlier) + _jump_of(x, degree, theta, float(rate), rtol) for rtol in tolerances)
    )
    yield {
        p: len(x),
        k: degree,
        paper.X: modular_task.magnitude(x, f),
        paper.mu: alone(float(size)),
        eta: rate,
        paper.tau_l: earlier,
        tau: jump,
    }


def bounds(degrees: st.SearchStrategy, align: bool, later: bool) -> Property:
    """Jump times of one neuron integrated until it blows up, beside their lower bound: tight where
    it is aligned.

    ``later`` starts it at a drawn jump time tau_l instead of 0.
    """
    fractions = partial(drawing.fractions, max_denominator=8)
    scales = (
        fractions(Fraction(1, 8), Fraction(3, 4)),
        fractions(Fraction(1, 2), 4),
        fractions(0, 2),
    )
    # p even, and an aligned neuron on p/2, whose utility is larger than that of other frequencies
    at_half = modular_task.with_half().filter(lambda x: modular_task.ordered(x)[0] == len(x) // 2)
    return Property(
        "attained by an aligned neuron" if align else "integrated jump times",
        st.tuples(modular_task.centred((3, 5)), degrees, st.integers(0, 99), *scales),
        partial(_bound, align, later, LOOK),
        1e-8,
        "the integrator's 1e-12, three digits lost",
        examples=(10, 80, 500),
        method="flow",
        sharp=align,
        confirm=partial(_bound, align, later, CLOSER),
        beyond=modular_task.beyond_odd(st.tuples(at_half, st.just(2), st.none(), *scales)),
    )


def _waiting(digits: int, instance: tuple, effort: Effort) -> Iterator[dict]:
    """The limit of the waiting time is the blow-up time of the flow at unit scale, from elliptic
    integrals (modular.wave-time).
    """
    x, seed, scale, align, share = instance
    order = modular_task.strongest(modular_task.clear(x))
    done = int(share * len(order))
    theta = (
        task.summands(x).mixture((order[done],))
        if align
        else np.random.default_rng(seed).normal(size=3 * len(x))
    )
    theta = scale * theta / np.linalg.norm(theta)
    times = paper.blow_up_times(x, theta, digits)
    following = min(order[done:], key=lambda f: times[f - 1])
    wait = times[following - 1]
    yield {
        **ranks(x, (*order[:done], following)),
        paper.steps: done,
        paper.mu_limit: alone(float(mpmath.norm(list(theta)))),
        paper.wait_limit: alone(float(wait)),
    }


def waiting(align: bool) -> Property:
    """The exact blow-up time of a dormant neuron after some frequencies are learned: tight where it
    is aligned.
    """
    instances = st.tuples(
        modular_task.centred((3, 5, 7, 9, 11, 13)),
        st.integers(0, 99),
        st.sampled_from((0.25, 0.5, 1.0, 2.0)),
        st.just(align),
        st.sampled_from((0.0, 0.5, 0.9)),
    )
    return Property(
        "attained by an aligned neuron" if align else "exact blow-up times",
        instances,
        partial(_waiting, three_wave.DIGITS),
        1e-12,
        "doubles into 30-digit elliptic integrals, three digits to spare",
        examples=(16, 90, 600),
        method="flow",
        sharp=align,
        confirm=partial(_waiting, 2 * three_wave.DIGITS),
    )
