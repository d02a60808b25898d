"""Gradient flow of the figure's own experiment: p = 20, three frequencies, 18 neurons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from checks.methods.balls import Undefined
from checks.methods.check import Beyond, Effort
from checks.methods.measured import Measured, Unsettled
from checks.methods.property import Observation, Property
from checks.modular.counts_over_seeds import HALF, HORIZON
from checks.modular.exact import counted
from numerics import ModularNetwork
from numerics.modular.flow import RTOL, Step, follow
from numerics.reading import plateaus
from theory import modular as paper
from theory.modular import p

P, WIDTH = 20, 18
SIZES = {1: 10.0, 3: 5.0, 5: 2.5}
# One neuron alone puts out a ninth of its frequency: below half of that none has begun.
BEGUN = 1 / 18
# A group goes down a valley as a power of time. On its floor the loss is linear in what a frequency
# still lacks (scaling all neurons of the group gains nothing), so that a thousandth of each learned
# one costs at most a thousandth of the first loss.
VALLEY = 1e-3
ALPHA, CLOSER = 1e-2, 1e-3
ACCURACY = 1e-4
FOLLOWED = "every neuron is followed to 1e-6 of its norm at each of about a thousand steps"
# The network has learned where this share of the first loss is left.
LEFT = 1e-4
FLOWS = "the figure's network"  # both checks read them


def template() -> np.ndarray:
    """x with x_hat[1] = 10, x_hat[3] = 5, x_hat[5] = 2.5, and nothing else."""
    turns = 2 * np.pi * np.arange(P) / P
    return np.sum([2 * size / P * np.cos(turns * k) for k, size in SIZES.items()], axis=0)


class _Followed:
    """Gradient flow from one start. Its steps are kept: who reads it next takes those that there
    are, and goes on from the last.
    """

    def __init__(self, seed: int, alpha: float, rtol: float) -> None:
        self.net = ModularNetwork(template(), WIDTH)
        slowest = np.sqrt(1.5) * P**1.5 / min(SIZES.values()) ** 3
        start = self.net.initial(alpha, seed)
        self.more = follow(self.net, start, self.net.eta(alpha), HORIZON * slowest, rtol)
        self.steps: list[Step] = []

    def __iter__(self) -> Iterator[Step]:
        for place in count():
            if place == len(self.steps):
                try:
                    step = next(self.more, None)
                except ArithmeticError:  # it will not go on: who comes next shall hear the same
                    _followed.cache_clear()
                    raise
                if step is None:
                    return
                self.steps.append(step)
            yield self.steps[place]


_followed = lru_cache(maxsize=4)(_Followed)


@lru_cache(maxsize=64)
def _trained(
    seed: int, alpha: float
) -> tuple[tuple[int, ...], tuple[float, ...], tuple[float, ...]]:
    """The order in which frequencies are half learned; where the flow rests last before each
    begins, the loss and the least share of the ones before it.
    """
    flow = _followed(seed, alpha, RTOL)
    losses, speeds, shares = [], [], []
    for step in flow:
        losses.append(step.loss)
        speeds.append(step.slope)
        shares.append(flow.net.shares(step.theta)[np.array(list(SIZES)) - 1])
        if (shares[-1] > HALF).all():
            break
    else:
        raise Unsettled("a frequency was not learned within twenty times its waiting time")
    passed = np.array(shares)
    order = np.argsort((passed > HALF).argmax(axis=0), kind="stable")
    begun = (passed > BEGUN).argmax(axis=0)
    resting = plateaus(np.array(speeds))
    rests = [max(n for n in resting if n < begun[k]) for k in order]
    whole = tuple(
        float(passed[rest, order[:before]].min(initial=1.0)) for before, rest in enumerate(rests)
    )
    return tuple(list(SIZES)[k] for k in order), tuple(losses[rest] for rest in rests), whole


class Place(NamedTuple):
    """A place that is not in the order, whatever a flow does."""

    i: int


def trained(seed: int | Place, effort: Effort, alpha: float = ALPHA) -> Iterator[Observation]:
    """Order and levels, beside magnitudes and frequencies by decreasing magnitude."""
    if isinstance(seed, Place):
        none = counted(tuple(SIZES), "frequency")
        yield Observation({paper.i: seed.i, paper.taken_fig: none, paper.freq_of: none})
        return
    order, rests, whole = _trained(seed, alpha)
    for n in range(len(SIZES)):
        yield Observation(
            {
                p: P,
                paper.i: n + 1,
                paper.steps: n,
                paper.taken_fig: counted(order, "frequency"),
                paper.freq_of: counted(tuple(SIZES), "frequency"),
                paper.mag: counted([Measured(x, 10.0) for x in SIZES.values()], "frequency"),
                paper.rest_fig: lambda k: Measured(rests[round(k)], rests[0], VALLEY * rests[0]),
                paper.whole_fig: lambda k: Measured(whole[round(k)], 1.0),
            },
            alphas=(f"{alpha:g}",),
        )


experiment = Property(
    "gradient flow of the figure's network, from random weights",
    st.integers(0, 10**6),
    trained,
    ACCURACY,
    FOLLOWED,
    examples=(2, 12, 60),
    method="flow",
    confirm=lambda seed, effort: trained(seed, effort, CLOSER),
    flows=FLOWS,
    beyond=(Beyond(paper.i >= 1, st.just(Place(0))),),
)


@lru_cache(maxsize=64)
def _learned(seed: int, rtol: float) -> tuple[np.ndarray, float]:
    """Weights (neuron, one of u, v, w, coordinate) where the network has learned, and the loss."""
    end = LEFT * sum(level(k) for k in SIZES)
    for step in _followed(seed, ALPHA, rtol):
        if step.loss < end:
            return step.theta.reshape(WIDTH, 3, P), step.loss
    raise Unsettled("the network had not learned after twenty times the last waiting time")


def level(k: int) -> float:
    """|x_hat[k]|^2/p, the part of the first loss that learning frequency k takes away."""
    return SIZES[k] ** 2 / P


def grouped(weights: np.ndarray, k: int) -> float:
    """The share of the power of all w that lies at k, in neurons where it is the largest part."""
    power = np.abs(np.fft.fft(weights[:, 2])) ** 2
    both = power[:, : P // 2 + 1].copy()
    both[:, 1 : P // 2] *= 2  # k and -k
    return float(both[both.argmax(axis=1) == k, k].sum() / power.sum())


def unspread(weights: np.ndarray, k: int) -> float:
    """The largest output at -(a + b), a - b or b - a over that at a + b: 1 where the phases of w,
    of v or of u are equal.
    """
    u, v, w = np.fft.fft(weights)[:, :, k].T
    others = (u * v * w, u * v.conj() * w, u.conj() * v * w)
    return float(max(abs(one.sum()) for one in others) / abs((u * v * w.conj()).sum()))


def groups(seed: int, effort: Effort, rtol: float = RTOL) -> Iterator[Observation]:
    """Shares and phases of the groups, where the network has learned."""
    weights, loss = _learned(seed, rtol)

    def phases(k: float) -> Measured:
        if round(k) not in SIZES:
            raise Undefined(f"the template has no frequency {round(k)}")
        # a term other than a + b costs what a term of its size in a + b earns
        left = np.sqrt(loss / level(round(k)))
        return Measured(unspread(weights, round(k)), 1.0, left / (1 - left))

    for n in range(len(SIZES)):
        yield Observation(
            {
                paper.i: n + 1,
                paper.freq_of: counted(tuple(SIZES), "frequency"),
                paper.grouped_fig: lambda k: Measured(grouped(weights, round(k)), 1.0),
                paper.unspread_fig: phases,
            },
            alphas=(f"{ALPHA:g}",),
        )


learned = Property(
    "weights of the figure's network where it has learned, from random weights",
    st.integers(0, 10**6),
    groups,
    ACCURACY,
    FOLLOWED,
    examples=(2, 12, 60),
    method="flow",
    confirm=lambda seed, effort: groups(seed, effort, RTOL / 10),
    flows=FLOWS,
)
