"""The norm of the smallest neuron, integrated: its course, its crossing of 1, its jump."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import sympy as sp
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from checks.framework.flows import drawn_fractions, integrated
from checks.framework.neuron import ORDINARY, along_jump, looser, monomial_maximum
from checks.methods.assuming import Assuming
from checks.methods.by_hand import by_hand
from checks.methods.check import Effort
from checks.methods.measured import alone, between
from checks.methods.property import Property
from theory import framework as paper
from theory.notation import S, U_star, eta, kappa, n_0, n_t, tau


def _grown(
    setting: tuple,
    utility: Callable[[float], float],
    time: float,
    integrator: tuple[str, float],
) -> dict:
    """Norm and accumulated utility at this time, of (kappa, norm at the start, learning rate)."""
    degree, start, rate = setting
    method, rtol = integrator
    run = solve_ivp(
        lambda s, p: [
            float(rate) * degree * p[0] ** (degree - 1) * utility(s),
            degree * utility(s),
        ],
        (0.0, time),
        [float(start), 0.0],
        method=method,
        rtol=rtol,
        atol=1e-2 * rtol,
    )
    return {
        n_t: alone(run.y[0, -1]),
        n_0: start,
        S: alone(run.y[1, -1]),
        eta: rate,
        kappa: degree,
    }  # both only grow


def _norm_along(
    instance: tuple, effort: Effort, integrator: tuple[str, float] = ORDINARY
) -> Iterator[dict]:
    """A utility that varies in time, q + s sin(time): nothing but its integral should matter."""
    degree, start, rate, base, wobble = instance
    size, speed, level, wave = map(float, instance[1:])
    time = 0.5 * float(paper.threshold(sp.Float(size), degree)) / (degree * speed * (level + wave))
    yield _grown((degree, start, rate), lambda s: level + wave * np.sin(s), time, integrator)


integrated_norm = integrated(
    "the norm integrated under a varying utility",
    st.tuples(
        st.integers(2, 8),
        drawn_fractions("1/10", "1/2"),
        drawn_fractions("1/2", "3"),
        drawn_fractions("1/2", "2"),
        drawn_fractions("0", "1/2"),
    ),
    _norm_along,
    (20, 150, 1500),
)


def one_third(instance: str, effort: Effort) -> Iterator[dict]:
    """kappa = 3 and the utility 1/3 all the time, so that S = t and |theta|' = eta |theta|^2; the
    solution is checked by differentiating it.
    """
    time = sp.Symbol("time", nonnegative=True)
    start, rate, end = sp.Rational(1, 2), sp.Integer(2), sp.Rational(3, 8)
    course = 1 / (1 / start - rate * time)
    if sp.simplify(course.diff(time) - rate * course**2) != 0 or course.subs(time, 0) != start:
        raise ArithmeticError(f"{course} is not the norm")
    yield {n_t: course.subs(time, end), n_0: start, S: end, eta: rate, kappa: 3}


norm_by_hand = by_hand(one_third, "the utility 1/3 all the time")


def _crossing(
    instance: tuple, effort: Effort, integrator: tuple[str, float] = ORDINARY
) -> Iterator[dict]:
    """The norm and the accumulated utility before the norm is 1 and after, close to it and not; at
    kappa = 2 too, which has a formula of its own.
    """
    degree, *setting, part = instance
    for share in (part, Fraction(9, 10), Fraction(11, 10)):
        yield _at_share((degree, *setting, share), integrator)
    for share in () if degree == 2 else (Fraction(9, 10), Fraction(11, 10)):
        yield _at_share((2, *setting, share), integrator)


def _at_share(instance: tuple, integrator: tuple[str, float]) -> dict:
    """Norm and accumulated utility at this share of the time to the threshold."""
    degree, start, rate, level, part = instance
    size, speed, utility = float(start), float(rate), float(level)
    # past the threshold by at most half of what is left before the norm is infinite
    reach = float(paper.threshold(sp.Float(size), degree))
    room = 1.0 if degree <= 2 else size ** (2 - degree) / (degree - 2) / reach - 1
    share = float(part) if part < 1 else 1 + (float(part) - 1) * room / 2
    time = share * reach / (degree * speed * utility)
    return _grown((degree, start, rate), lambda s: utility, time, integrator)


integrated_crossing = integrated(
    "the norm integrated to both sides of 1",
    st.tuples(
        st.integers(1, 6),
        drawn_fractions("1/5", "7/10"),
        drawn_fractions("1/2", "3"),
        drawn_fractions("1/2", "2"),
        st.one_of(drawn_fractions("1/2", "9/10"), drawn_fractions("11/10", "2")),
    ),
    _crossing,
    (30, 200, 1500),
    Assuming,
)


def _jump(
    instance: tuple, effort: Effort, integrator: tuple[str, float] = ORDINARY
) -> Iterator[dict]:
    degree, angle, start, rate = instance
    runs = [
        along_jump(degree, float(angle), float(start), float(rate), one)
        for one in (looser(integrator), integrator)
    ]
    (time, accumulated) = (between(coarse, fine) for coarse, fine in zip(*runs))
    yield {
        paper.S_jump: accumulated,
        tau: time,
        n_0: start,
        eta: rate,
        kappa: degree + 1,
        U_star: alone(monomial_maximum(degree)[1]),
    }


def _jumps(degrees: tuple[int, int]) -> st.SearchStrategy:
    return st.tuples(
        st.integers(*degrees),
        drawn_fractions("1/5", "7/5"),
        drawn_fractions("1/10", "1/2"),
        drawn_fractions("1/2", "4"),
    )


def integrated_jumps(
    name: str, degrees: tuple[int, int], examples: tuple[int, int, int]
) -> Property:
    """Jump time and accumulated utility of neurons of these degrees, where the norm is 1."""
    return integrated(name, _jumps(degrees), _jump, examples)


integrated_threshold = integrated_jumps(
    "accumulated utility when the integrated norm is 1", (1, 6), (20, 150, 1500)
)
integrated_jump_quadratic = integrated_jumps("integrated jump times", (1, 1), (15, 150, 1500))
integrated_jump_higher = integrated_jumps("integrated jump times", (2, 6), (15, 150, 1500))
