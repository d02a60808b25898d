"""What a smaller initialisation costs: the same flow at alpha = 1e-8 and at ever smaller alpha.

The ratio is how much of the cost at 1e-8 is left, so the target 1/3 says: at most three times
dearer.
"""

from __future__ import annotations

from collections.abc import Iterator

from checks.bench.regression import apart, diagonal_flow, regression
from checks.bench.row import Row, side_by_side
from numerics import gradient_flow

SMALLER = ("1e-50", "1e-200", "1e-1000")


def rows() -> Iterator[Row]:
    """One row for each smaller alpha: the cost at 1e-8 over the cost there."""
    net = regression(5)
    for alpha in SMALLER:
        ours, base = side_by_side(
            lambda: gradient_flow(net, alpha), lambda: gradient_flow(net, "1e-8"), turns=15
        )
        ends = [diagonal_flow(net, scale).beta[-1] for scale in (alpha, "1e-8")]
        yield Row(
            f"diagonal flow, d = 5, alpha = {alpha}",
            ours,
            "the same at alpha = 1e-8",
            base,
            apart(*ends),
            1 / 3,
            f"{ours / base:.2f} times the cost",
        )
