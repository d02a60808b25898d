"""Checks of the ReLU statements: gradient flow and AGF on handwritten digits, from random initialisations."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from hypothesis import strategies as st

from numerics import ReluNetwork, alternating_gradient_flow, gradient_flow
from numerics.network import normalised, norms
from numerics.relu import digits, tracking_gap
from theory import relu

from .check import Check, Effort, Rejected
from .property import Observation, Property

UNTIL = 16.0    # accelerated time; the first jump is near 6
PLATEAU = 2.0   # a third of the way to the first jump: norms near alpha^(2/3) = 1e-4
SEEDS = st.integers(0, 10_000)
NEARLY = 5      # the seed with the largest gap among the first ten without a pair


def _network() -> ReluNetwork:
    return ReluNetwork(*digits(), width=2)


def _ratios(seed: int, effort: Effort) -> Iterator[Observation]:
    """log(|theta_1| / |theta_2|) at the same plain time from alpha and from alpha^2."""
    net, found = _network(), []
    for alpha, until in (("1e-6", PLATEAU), ("1e-12", PLATEAU / 2)):
        size = norms(gradient_flow(net, alpha, seed=seed, until=until).parameters[-1])
        found.append(float(np.log(size[0] / size[1])))
    yield Observation({relu.ratio_large: found[0], relu.ratio_small: found[1]}, alphas=("1e-6", "1e-12"))


def _tracking(seed: int, effort: Effort) -> Iterator[Observation]:
    net = _network()
    for alpha in effort.alphas or effort.pick(("1e-6",), ("1e-6", "1e-9"), ("1e-6", "1e-9", "1e-12")):
        gf, agf = gradient_flow(net, alpha, seed=seed, until=UNTIL), alternating_gradient_flow(net, alpha, seed=seed)
        if not len(agf.staircase):
            raise Rejected("no neuron ever activates")
        cosine = float(np.dot(*normalised(gf.at(min(UNTIL, 1.1 * agf.staircase.jump_times[0])))))
        if cosine >= 0.9:
            raise Rejected("two neurons turned to one direction")
        yield Observation({relu.gap: tracking_gap(gf, agf.staircase, UNTIL), relu.cosine: cosine}, alphas=(alpha,))


CHECKS: dict[str, list[Check]] = {
    "relu.constant-ratio": [Property(
        "gradient flow at two alphas", SEEDS, _ratios, 1e-6,
        "the residual differs from that at the origin by the product of two layers, |theta|^2 < 1e-7 at this time", (2, 30, 200), method="flow")],
    "relu.tracking": [Property(
        "gradient flow and AGF from one initialisation", SEEDS, _tracking, 1e-12,
        "an inequality between measured numbers; a shorter step changes the gap by less than a tenth of it", (2, 40, 200), method="flow"),
        # A larger bound would hold as well: this one is no more than twice what some network needs.
        Property("nearly attained by one network", st.just(NEARLY), _tracking, 0.5, "within a factor of two of the bound", (1, 1, 1), method="flow", sharp=True)],
}  # fmt: skip
