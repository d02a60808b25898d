"""How the claims about training are checked: gradient flow over seeds, gradients at chosen groups, and proofs where there are some."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from hypothesis import strategies as st

from numerics import ModularNetwork
from numerics.blow_up import blow_up_times
from numerics.modular_flow import follow
from theory import modular_cost as mc
from theory import modular_training as mt
from theory import modular_utility as mu
from theory.modular_sums import p

from . import unaligned
from .check import Check, Effort
from .modular_campaign import HORIZON, NEAR, Share, gradient_flow_campaign, run, template
from .property import Observation, Property


# --- how wide ------------------------------------------------------------------------------------------------------------------
def _learned(cell: tuple[int, float, float], effort: Effort) -> Iterator[Observation]:
    """Gradient flow of H = 3p neurons to the end, seed by seed: how many frequencies are put out."""
    size, ratio, alpha = cell
    net, seeds = ModularNetwork(template(size, ratio), 3 * size), effort.pick(1, 20, 100)
    slowest = np.sqrt(1.5) * size**1.5 / np.abs(net.spectrum[1:]).min()**3
    found = [len(run(net, alpha, seed, HORIZON * slowest).order) for seed in range(effort.seed, effort.seed + seeds)]
    share = Share(sum(count == (size - 1) // 2 for count in found), seeds)
    for n, count in enumerate(found):
        yield Observation({p: size, mt.H: net.width, mt.learned: count}, alphas=(f"{alpha:g}",),
                          detail="" if n else f"p = {size}, H = {net.width}, ratio {ratio:g}: every frequency learned {share}")


def _cells(effort: Effort) -> st.SearchStrategy:
    return st.sampled_from(effort.pick([(3, 0.5, 3e-2)], *[[(3, 0.5, 1e-2), (5, 0.6, 3e-2), (5, 0.9, 3e-2)]] * 2))


all_learned = Property("gradient flow to the end, counted over seeds", _cells, _learned, 1e-15, "whole numbers", examples=(1, 3, 3), method="flow")


# --- where gradient flow rests --------------------------------------------------------------------------------------------------
ALPHA = 1e-3
# Half-way to a jump that is APART alpha later, in units in which the waiting time is about 1/4, the next neuron has the norm 1/2/APART: its cube is 5e-6.
APART, CUBE = 30, 1e-5


def waves(size: int, frequencies: tuple[int, ...], ratio: float = 0.6) -> np.ndarray:
    """An encoding with these frequencies alone, magnitudes 2 sqrt(p) ratio^n."""
    turns = 2 * np.pi * np.arange(size) / size
    return 4 / np.sqrt(size) * sum(ratio**n * np.cos(turns * f + 0.7 * (n + 1)**2) for n, f in enumerate(frequencies))


def _rests(cell: tuple[int, tuple[int, ...]], effort: Effort) -> Iterator[Observation]:
    """The loss half-way between the exact first activation and the second, seed by seed; to the end where there is time."""
    size, frequencies = cell
    net = ModularNetwork(waves(size, frequencies), 3 * size)
    power = np.sort(np.abs(net.spectrum[1:])**2)[::-1]
    found, seed, wanted, close = [], effort.seed, effort.pick(2, 20, 100), 0
    while len(found) < wanted:
        times = blow_up_times(net.x, net.initial(1, seed))
        first, second = np.sort(times.min(axis=1))[:2]
        if second - first > APART * ALPHA:
            *_, last = follow(net, net.initial(ALPHA, seed), net.eta(ALPHA), (first + second) / 2)
            found.append((last.loss, int(np.argmin(times.min(axis=0))) + 1))
        else:
            close += 1
        seed += 1
    share = Share(sum(abs(loss - power[1:].sum() / size) < NEAR * power.sum() / size for loss, _ in found), wanted)
    details = [f"p = {size}, frequencies {frequencies}: at the printed level after the first jump {share}; left out {close}"]
    if effort.profile != "quick" and size == 3:   # once: the whole course, where a level lies between
        details += [f"to the end: {gradient_flow_campaign(5, ratio, ALPHA, effort.pick(0, 20, 100), first_seed=effort.seed, agf=False)}" for ratio in (0.6, 0.9)]
    for n, (loss, taken) in enumerate(found):
        yield Observation({p: size, mu.X: abs(net.spectrum[taken]), mc.X_3: 0, mt.rest_level: loss,
                           mc.mag: lambda i: float(np.sqrt(power[round(i) - 1])) if 1 <= round(i) <= len(power) else 9.0},
                          alphas=(f"{ALPHA:g}",), detail="; ".join(details) if n == 0 else "")


# 3 xi is no frequency of x: three times 1 and 2 are 3 and 6 mod 9, and mod 11 they are 3 and 6 = -5
first_rest = Property("gradient flow between its first two activations, over seeds",
                      lambda effort: st.sampled_from([(3, (1,)), (9, (1, 2)), *effort.pick([], *[[(11, (1, 2))]] * 2)]), _rests, CUBE,
                      "what the next neuron adds half-way to its own jump", examples=(2, 3, 3), method="flow")


CHECKS: dict[str, list[Check]] = {
    "modular.wide-enough": [all_learned],
    "modular.first-rest": [first_rest],
    "modular.unaligned-width": [unaligned.Enclosed("an exact network enclosed", 10), unaligned.any_encoding],
}
