"""Jumps that gradient flow shows as one because alpha is not small enough, and the alpha at which
they part.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from numerics import validate

if TYPE_CHECKING:
    from numerics.diagonal.network import DiagonalNetwork

# alpha = 10^-SMALLEST is where the search for a parting ends.
SMALLEST = 20_000.0
# The exponent of the alpha at which jumps part is found to this share.
SHARE = 0.02


@dataclass(frozen=True)
class Merged:
    """``seen`` jumps where the limit alpha -> 0 has ``limit``; ``parted`` is an alpha at which all
    are seen, or None.
    """

    seen: int
    limit: int
    parted: str | None

    def __str__(self) -> str:
        scale = (
            f"they part near alpha = {self.parted}"
            if self.parted
            else f"they are one down to alpha = 1e-{SMALLEST:.0f}"
        )
        return (
            f"{self.seen} of the {self.limit} jumps of the limit alpha -> 0: some have merged, "
            f"{scale}"
        )


@dataclass(frozen=True, eq=False)
class Remark:
    """Beside a staircase with ``seen`` jumps: that some have merged, or nothing. The search for the
    alpha at which they part is made once, and only if somebody asks.
    """

    net: DiagonalNetwork
    alpha: Any
    seen: int

    def __call__(self) -> str:
        return str(self.merged or "")

    @cached_property
    def merged(self) -> Merged | None:
        """What the staircase does not show, if anything."""
        return merged(self.net, self.alpha, self.seen)


def merged(net: DiagonalNetwork, alpha: Any, seen: int) -> Merged | None:
    """What a staircase with ``seen`` jumps at this alpha does not show, if anything."""
    from numerics.diagonal.saddles import successive_saddles  # which needs the network

    limit = len(successive_saddles(net.X, net.y).jump_times)
    if seen >= limit:
        return None

    def apart(exponent: float) -> bool:
        flow = net.flow(f"1e-{exponent:.0f}", 0, None, validate.DOUBLE_DIGITS)
        return len(flow.staircase) >= limit

    low = max(validate.log_inverse(alpha) / np.log(10), 1.0)
    high = 2 * low
    while not apart(high):
        low, high = high, 2 * high
        if high > SMALLEST:
            return Merged(seen, limit, None)
    while high - low > max(1.0, SHARE * high):
        middle = (low + high) / 2
        low, high = (low, middle) if apart(middle) else (middle, high)
    return Merged(seen, limit, f"1e-{np.ceil(high):.0f}")
