"""How the claims about training are checked: gradient flow over seeds, gradients at chosen groups, and proofs where there are some."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from hypothesis import strategies as st

from numerics import ModularNetwork
from theory import modular_training as mt
from theory.modular_sums import p

from . import unaligned
from .check import Check, Effort
from .modular_campaign import HORIZON, Share, run, template
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


CHECKS: dict[str, list[Check]] = {
    "modular.wide-enough": [all_learned],
    "modular.unaligned-width": [unaligned.Enclosed("an exact network enclosed", 10), unaligned.any_encoding],
}
