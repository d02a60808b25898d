"""A weaker frequency that blows up first, enclosed in balls: Carlson's R_F at exact numbers, and no
flow.

A neuron has infinite norm at the latest when one of its frequencies has, so the first jump comes no
later than the least of these times (modular.wave-time). That can refute a statement about the first
jump; it does not show one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import sympy as sp
from flint import acb, acb_poly, arb, ctx
from hypothesis import strategies as st

from checks.evidence import Evidence
from checks.methods.check import Check, Effort
from checks.methods.measured import Unsettled
from checks.modular.exact import pairs
from checks.modular.sums.transforms import transform
from numerics import ModularNetwork
from theory import modular as paper
from theory.claim import Claim
from theory.modular import p


@dataclass(frozen=True)
class Network:
    """An encoding and a seed: H = 3p neurons with the paper's Gaussian initialisation, at unit
    scale.
    """

    x: tuple[int, ...]
    seed: int

    def __str__(self) -> str:
        return f"x = {self.x}, ModularNetwork(x, {3 * len(self.x)}).initial(1, {self.seed})"


EARLIER = Network((2, 0, -1, 0, -1), 89)


def blow_up(x: Sequence, neuron: Sequence, frequency: int) -> arb:
    """The time at which a frequency of a neuron would be infinite under theta' = grad
    U, as a ball.
    """
    n = len(x)
    hat = transform(x)(frequency)
    u, v, w = (transform(neuron[k * n : (k + 1) * n])(frequency) for k in range(3))
    z = u * v * (w * hat).conjugate() / abs(hat)
    a, b, c = (abs(part) ** 2 for part in (u, v, w))
    cubic = acb_poly([a * b * c - z.imag**2, a * b + b * c + c * a, a + b + c, 1])
    roots = cubic.roots(tol=arb(2) ** (40 - ctx.prec))
    largest = _largest_real(roots)
    start = acb.elliptic_rf(*(-root for root in roots)).real
    rate = 2 * abs(hat) ** 3 / n**2
    if z.real > 0:
        return start / rate
    if not z.real < 0:
        raise Unsettled("a wave at its turning point")
    others = [root for root in roots if root is not largest]
    turn = acb.elliptic_rf(acb(0), *(largest - root for root in others)).real
    return (2 * turn - start) / rate


def _largest_real(roots: Sequence[acb]) -> acb:
    real = [root for root in roots if root.imag.contains(0)]
    found = max(real, key=lambda root: float(root.real.mid()))
    if not all(found.real > root.real for root in real if root is not found):
        raise Unsettled("two roots are not told apart")
    return found


def _observed(drawn: Network, effort: Effort) -> Iterator[dict]:
    """The least blow-up times of the dominant frequency, of any other, and of all."""
    x, n = drawn.x, len(drawn.x)
    net = ModularNetwork(x, 3 * n)
    dominant = int(np.argmax(np.abs(net.spectrum)[1:])) + 1
    rows = [[arb(float(q)) for q in row] for row in net.initial(1, drawn.seed)]
    times = {f: _least([blow_up(x, row, f) for row in rows]) for f in range(1, (n - 1) // 2 + 1)}
    others = _least([time for f, time in times.items() if f != dominant])
    yield {
        p: n,
        paper.jump_limit: _least(list(times.values())),
        paper.T_1: times[dominant],
        paper.T_2: others,
    }


def _least(times: Sequence[arb]) -> arb:
    least = times[0]
    for one in times[1:]:
        least = least.min(one)
    return least


@dataclass(frozen=True)
class OnlyRefutes:
    """A check whose instances bound one side: it may refute a statement, and is silent where it
    does not.
    """

    inner: Check

    @property
    def name(self) -> str:
        """The name of the check inside."""
        return self.inner.name

    @property
    def method(self) -> str:
        """Its method."""
        return self.inner.method

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Its refutation; anything else says nothing."""
        found = self.inner.run(claim, statement, effort)
        if found.outcome == "fails":  # every value is a ball around what exact numbers give
            return replace(found, refuted_by="enclosed")
        if found.outcome != "holds":
            return found
        return replace(
            found, outcome="unknown", detail=("the least blow-up time bounds the first jump alone",)
        )


earlier = OnlyRefutes(
    pairs(
        "blow-up times in balls by Carlson's R_F, without a flow",
        st.just(EARLIER),
        _observed,
        examples=(1, 1, 1),
    )
)
