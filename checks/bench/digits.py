"""Diagonal gradient flow at 30 and 50 digits against ``mpmath.odefun``, with heyoka and without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np

from checks.bench.regression import regression
from checks.bench.row import Row, answered, seconds
from numerics import DiagonalNetwork, gradient_flow
from numerics.arithmetic import Arithmetic

# Half-way to the first jump at alpha = 1e-3: mpmath's method takes minutes beyond it.
ALPHA, SHARE = "1e-3", 0.5


def rows() -> Iterator[Row]:
    """30 and 50 digits, each by both engines, against ``mpmath.odefun``."""
    net = regression(5)
    end = SHARE * float(gradient_flow(net, ALPHA).staircase.jump_times[0])
    for digits in (30, 50):
        peer_s, answer = answered(lambda: _odefun(net, end, digits))
        for engine, target in (("heyoka", 100.0), ("portable", 10.0)):

            def ours() -> np.ndarray:
                return gradient_flow(net, ALPHA, until=end, digits=digits, engine=engine).at(end)

            apart = float(np.max(np.abs(ours() - answer)))
            yield Row(
                f"diagonal flow, {digits} digits, {engine}",
                seconds(ours, turns=5),
                "mpmath.odefun in (u, v)",
                peer_s,
                apart,
                target,
            )


def _odefun(net: DiagonalNetwork, end: float, digits: int) -> np.ndarray:
    """theta at ``end``."""
    arithmetic = Arithmetic(digits)
    with arithmetic.working():
        eta, d, (Sigma, h, _) = net.eta(ALPHA, digits), net.neurons, net.moments(arithmetic)

        def field(_t: Any, z: list) -> list:
            g = h - Sigma @ np.multiply(z[:d], z[d:])
            return [*(eta * g * z[d:]), *(eta * g * z[:d])]

        start = [mpmath.sqrt(2) * mpmath.mpf(ALPHA)] * d + [mpmath.mpf(0)] * d
        z = mpmath.odefun(field, 0, start)(end)
    return np.array([z[:d], z[d:]], dtype=object).T
