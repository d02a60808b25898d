"""Measurements for the claims about gradient flow of a whole network: when it first jumps, and to
which frequency.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from checks.methods.check import Beyond, Effort
from checks.methods.measured import BETWEEN, Measured, Unsettled
from checks.methods.property import Observation, Property
from checks.modular.counts_over_seeds import (
    JUMPED,
    Row,
    Share,
    dormant_counts,
    first_jump,
    gradient_flow_counts,
    half,
    template,
)
from checks.modular.task import LEAST_P, beyond_odd
from numerics import ModularNetwork
from numerics.modular.blow_up import blow_up_times
from theory import modular as paper
from theory.modular import p

# The ratio of the two times is 1 + c alpha + d alpha^2 + ...: a linear fit to two alphas leaves -d
# alpha_1 alpha_2 (1.2e-5 at 1e-2 and 1e-3).
FLOW_ALPHAS, FINER_ALPHAS = ("1e-3", "1e-4", "1e-5"), ("1e-4", "1e-5", "1e-6")
# The coefficients grow as powers of 1/lead, where the second blow-up comes (1 + lead) times as late
# as the first.
LEAD = 0.1


def _crossing(net: ModularNetwork, alpha: str, seed: int) -> float:
    """The time at which gradient flow has the first neuron half-way in its jump, over the exact
    time of its activation.
    """
    start, eta = net.initial(alpha, seed), net.eta(alpha)
    exact = paper.first_jump(net.x, start, eta, 18)

    def reached(_t: float, flat: np.ndarray) -> float:
        return float(np.linalg.norm(flat.reshape(start.shape)[exact.neuron])) - JUMPED

    # SciPy reads this attribute of an event
    reached.terminal = True  # type: ignore[attr-defined]  # SciPy reads its events' attributes
    found = solve_ivp(
        lambda _t, flat: -eta * net.gradient(flat.reshape(start.shape)).ravel(),
        (0.0, 2 * float(exact.time)),
        start.ravel(),
        method="DOP853",
        rtol=1e-12,
        atol=1e-13 * float(alpha),
        events=reached,
    )
    if not found.t_events[0].size:
        raise ArithmeticError(
            f"the neuron that activates first in AGF does not jump in gradient flow: {net}, alpha "
            f"= {alpha}, seed {seed}"
        )
    return float(found.t_events[0][0]) / float(exact.time)


def extrapolated(ratios: list[float], factor: float = 10.0) -> Measured:
    """Richardson: what is left of the values at alpha, alpha/10, alpha/100, ... when alpha,
    alpha^2, ... are removed.

    The error is four times what the last power removed has changed, over the factor by which its
    own remainder is smaller.

    >>> round(float(extrapolated([1 + 3 * a - 5 * a * a for a in (0.1, 0.01, 0.001)])), 12)
    1.0
    """
    if len(ratios) < 3:
        raise Unsettled(f"{len(ratios)} values of alpha: a limit needs three")
    power, before = factor, 0.0
    while len(ratios) > 1:
        before, ratios = (
            ratios[-1],
            [(power * fine - coarse) / (power - 1) for coarse, fine in zip(ratios, ratios[1:])],
        )
        power *= factor
    return Measured(ratios[0], abs(ratios[0]), BETWEEN * abs(ratios[0] - before) / factor)


def clear_seeds(net: ModularNetwork, first: int, wanted: int) -> tuple[list[int], int]:
    """Seeds from ``first`` on whose second blow-up, over all neurons and frequencies, comes LEAD
    later than the first; how many were left out.
    """
    found: list[int] = []
    seed = first
    while len(found) < wanted:
        one, other = np.sort(blow_up_times(net.x, net.initial(1, seed)).ravel())[:2]
        found += [seed] if other > (1 + LEAD) * one else []
        seed += 1
    return found, seed - first - wanted


class Sized(NamedTuple):
    """Two magnitudes of this ratio, of p residues."""

    ratio: float
    p: int


# Of four residues, the frequency p/2 with twice the magnitude of the other one.
WITH_HALF = np.array([2.0, -1.0, 0.0, -1.0])


def _past_a_half(alpha: float, seed: int) -> Observation:
    """p even: the frequency p/2 jumps long before the (p - 1)/2 that have a partner, of which the
    exact time is that of the first.
    """
    found = first_jump(ModularNetwork(WITH_HALF, 3 * len(WITH_HALF)), alpha, seed)
    ratio = found.time / found.blow_up
    # the jump itself takes a time of the order of alpha
    return Observation({paper.flow_ratio: Measured(ratio, 1.0, 10 * alpha), p: len(WITH_HALF)})


def _times(alphas: tuple[str, ...], drawn: float | Sized, effort: Effort) -> Iterator[Observation]:
    ratio, size = drawn if isinstance(drawn, Sized) else (drawn, 5)
    if size == len(WITH_HALF):
        yield _past_a_half(float(alphas[0]), effort.seed)
        return
    half(size)
    net = ModularNetwork(template(size, ratio), 3 * size)
    seeds, close = clear_seeds(net, effort.seed, effort.pick(1, 5, 50))
    for seed in seeds:
        ratios = [_crossing(net, alpha, seed) for alpha in alphas]
        fitted = extrapolated(ratios)
        yield Observation(
            {paper.flow_ratio: fitted, p: net.p},
            alphas=alphas,
            detail=f"ratio {ratio:g}, seed {seed}: (flow over exact time - 1)/alpha "
            + ", ".join(f"{(q - 1) / float(a):.5f}" for q, a in zip(ratios, alphas))
            + f"; extrapolated {float(fitted) - 1:.1e} from 1; {close} seeds with two blow-ups "
            "close to each other left out",
        )


first_times = Property(
    "gradient flow through its first jump, extrapolated in alpha",
    st.sampled_from((0.9, 0.8, 0.6)),
    partial(_times, FLOW_ALPHAS),
    1e-10,
    "integrated to 1e-12, a hundred times amplified by the extrapolation",
    examples=(1, 3, 3),
    method="flow",
    confirm=partial(_times, FINER_ALPHAS),
    beyond=(Beyond(LEAST_P, st.just(Sized(0.9, 1))), *beyond_odd(st.just(Sized(0.9, 4)))),
)


# --- counts over seeds ----------------------------------------------------------------------------
ALPHA = 1e-4
# Two frequencies whose blow-up times differ by less than a few alpha, the width of a jump, have no
# order at this alpha.
MARGIN = 10 * ALPHA
# To the end of learning gradient flow and AGF take some ten seconds a seed with three frequencies,
# whatever p, and a minute with five.
FEW = 3


def _frequencies(
    alpha: float, cell: tuple[int, float, int], effort: Effort
) -> Iterator[Observation]:
    """Which frequency gradient flow takes first, seed by seed, beside the exact prediction; the
    share of the dominant one is counted.
    """
    size, ratio, each = cell
    if size == len(WITH_HALF):
        yield _learning_a_half(alpha, effort.seed)
        return
    width = each * half(size)
    net, seeds = (
        ModularNetwork(template(size, ratio), width),
        effort.pick(12, 40, 400),
    )
    found = [first_jump(net, alpha, seed) for seed in range(effort.seed, effort.seed + seeds)]
    clear = [one for one in found if one.lead > MARGIN]
    exact = dormant_counts(
        (size,), (ratio,), (each,), effort.pick(100, 1000, 4000), effort.seed
    ).rows[0]
    row = Row(
        size,
        net.width,
        ratio,
        {
            "gradient flow: dominant first": Share(sum(one.frequency == 1 for one in found), seeds),
            "as predicted": Share(sum(one.frequency == one.predicted for one in clear), len(clear)),
            **{f"exact, alpha -> 0: {what}": share for what, share in exact.shares.items()},
        },
    )
    rows = [row]
    if effort.profile == "deep" and each > 1:  # minutes a seed, and no part of the claim
        rows.append(
            gradient_flow_counts(
                size, ratio, alpha, 10, each, min(FEW, (size - 1) // 2), first_seed=effort.seed
            )
        )
    for n, one in enumerate(clear):
        yield Observation(
            {paper.flow_agrees: int(one.frequency == one.predicted), p: size},
            alphas=(f"{alpha:g}",),
            detail="" if n else "; to the end: ".join(map(str, rows)),
        )


def _learning_a_half(alpha: float, seed: int) -> Observation:
    """p even: gradient flow learns p/2, which is none of the (p - 1)/2 that have a partner."""
    found = first_jump(ModularNetwork(WITH_HALF, 3 * len(WITH_HALF)), alpha, seed)
    return Observation(
        {paper.flow_agrees: int(found.frequency == found.predicted), p: len(WITH_HALF)}
    )


def _cells(effort: Effort) -> st.SearchStrategy:
    return st.sampled_from(
        effort.pick(
            ((5, 0.9, 1), (7, 0.9, 1)),
            *[((5, 0.9, 6), (7, 0.9, 6), (11, 0.9, 6), (13, 0.9, 6), (5, 0.9, 1), (7, 0.8, 6))] * 2,
        )
    )


first_frequencies = Property(
    "the first jump of gradient flow over seeds, counted",
    _cells,
    partial(_frequencies, ALPHA),
    1e-15,
    "whole numbers",
    examples=(2, 6, 6),
    method="flow",
    confirm=partial(_frequencies, ALPHA / 10),
    beyond=(Beyond(LEAST_P, st.just((1, 0.9, 1))), *beyond_odd(st.just((4, 0.9, 3)))),
)
