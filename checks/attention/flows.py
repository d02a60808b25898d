"""Gradient flow of the linear transformer beside AGF, as alpha shrinks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from checks.attention.plateaus import network
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured, Unsettled, between
from checks.methods.property import Observation
from numerics import AttentionNetwork, alternating_gradient_flow, gradient_flow
from theory import attention as paper

GF_ALPHAS = ("1e-2", "1e-3", "1e-4", "1e-5", "1e-6")
LARGE_ALPHAS = ("1e-3", "1e-4", "1e-5", "1e-6")
READ = 1e-8  # steps of LSODA to 1e-11; a jump time is read off them to nine digits
APART = 0.02  # a jump that follows within this share of the time is not told from the one before
# the gap is of the order alpha with a factor of tens: above this alpha it says nothing about a
# limit
SMALL_ENOUGH = 1e-3


def limit(alphas: list[float], values: list[float]) -> Measured:
    """The limit of values that approach it in proportion to alpha, through the last two.

    It is off by what the two before say. It may also be off by as much as was extrapolated.
    """
    through = [
        (a * w - b * v) / (a - b) for a, b, v, w in zip(alphas, alphas[1:], values, values[1:])
    ]
    found = between(through[-2], through[-1])
    return replace(found, error=found.error + abs(through[-1] - values[-1]))


def beside(
    net: AttentionNetwork, seed: int, alphas: tuple[str, ...], wanted: int, jumps: int | None
) -> Iterator[Observation]:
    """Times and levels of gradient flow over those of AGF, to alpha -> 0; ``jumps``: the first few.

    Where jumps still merge, or come in another order, a smaller alpha is taken.
    """
    if len(set(map(float, alphas))) < 3 or min(map(float, alphas)) > SMALL_ENOUGH:
        raise Unsettled(
            f"a limit needs three alphas, the smallest not above {SMALL_ENOUGH:g}: "
            f"asked for {', '.join(alphas)}"
        )
    good, times, heights = [], [], []
    for text in sorted({float(text): text for text in alphas}.values(), key=float, reverse=True):
        agf = alternating_gradient_flow(net, text, seed=seed).staircase
        stop = None
        if jumps is not None and len(agf) > jumps:
            stop = (agf.jump_times[jumps - 1] + agf.jump_times[jumps]) / 2
            if stop < (1 + APART) * agf.jump_times[jumps - 1]:
                raise Rejected(f"jump {jumps + 1} follows the one before too closely")
        flow = gradient_flow(net, text, seed=seed, until=stop).staircase
        if flow.features == agf.features[:jumps]:
            good.append(text)
            times.append(np.array(flow.jump_times) / np.array(agf.jump_times[:jumps]))
            heights.append(np.array(flow.levels) / np.array(agf.levels[: len(flow.levels)]))
        if len(good) == wanted:
            break
    if len(good) < 3 or float(good[-1]) > SMALL_ENOUGH:
        raise Rejected(
            "jumps are not yet separate, or in another order, "
            f"at all but {', '.join(good) or 'none'} of the alphas"
        )
    sizes = [float(text) for text in good]
    errors = [float(np.abs(row - 1).max()) for row in times]
    power = float(np.polyfit(np.log(sizes), np.log(np.maximum(errors, 1e-15)), 1)[0])
    for k in range(len(times[-1])):
        gaps_k = ", ".join(f"{row[k] - 1:.1e}" for row in times)
        line = f"jump {k + 1}: relative gap {gaps_k}, fitted power of alpha {power:.2f}"
        yield Observation(
            {
                paper.time_ratio: limit(sizes, [row[k] for row in times]),
                paper.level_ratio: limit(sizes, [row[k + 1] for row in heights]),
            },
            tuple(good),
            power,
            line,
        )


def flow_and_agf(instance: tuple, effort: Effort, closer: bool = False) -> Iterator[Observation]:
    """Gradient flow beside AGF from the same heads as alpha shrinks; ``closer``: from a smaller
    alpha on."""
    alphas, wanted = _alphas(effort, GF_ALPHAS, effort.pick(3, 3, 5), closer)
    yield from beside(network(instance), instance[3], alphas, wanted, None)


def _alphas(
    effort: Effort, usual: tuple[str, ...], wanted: int, closer: bool
) -> tuple[tuple[str, ...], int]:
    """What a person asked for, or the usual ones, and how many of them are enough."""
    if closer:
        return usual[1:], 3
    return (effort.alphas, len(effort.alphas)) if effort.alphas else (usual, wanted)


class Large(NamedTuple):
    """Sizes of a network whose variances fall by a third each time, and a seed for its heads."""

    d: int
    N: int
    heads: int
    seed: int


def large_networks(effort: Effort) -> st.SearchStrategy:
    """d = 3, 8 or 16 features and twice as many heads."""
    d = effort.pick(3, 8, 16)
    return st.integers(0, 10**6).map(lambda seed: Large(d, 16, 2 * d, seed))


def large_flow(instance: Large, effort: Effort, closer: bool = False) -> Iterator[Observation]:
    """The first two jumps of gradient flow beside those of AGF, with many heads in the race."""
    net = AttentionNetwork(np.diag(1.5 ** -np.arange(instance.d)), instance.N, instance.heads)
    yield from beside(net, instance.seed, *_alphas(effort, LARGE_ALPHAS, 3, closer), 2)
