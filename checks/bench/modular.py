"""The gradient of modular addition: factorised sums against the sum over all p^2 pairs in numpy,
O(H p^3).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from checks.bench.row import Row, side_by_side
from numerics import ModularNetwork

# p and the target ratio; H = 3p neurons, the width at which the paper's theory is stated.
SIZES = ((23, 1.0), (59, 1.0), (113, 10.0))


def rows() -> Iterator[Row]:
    """The gradient at each p; the note says how its cost grows from one p to the next."""
    times = []
    for p, target in SIZES:
        rng = np.random.default_rng(p)
        x = rng.normal(size=p)
        net = ModularNetwork(x - x.mean(), 3 * p)
        theta = 0.3 * rng.normal(size=(3 * p, 3 * p))
        ours, peer = net.gradient(theta), direct_gradient(net.x, theta)
        gap = float(np.max(np.abs(ours - peer)) / np.max(np.abs(peer)))
        mine, theirs = side_by_side(
            lambda: net.gradient(theta), lambda: direct_gradient(net.x, theta), turns=5
        )
        times.append((p, mine, theirs))
        yield Row(
            f"modular gradient, p = {p}, H = {3 * p}",
            mine,
            "numpy over all pairs (BLAS)",
            theirs,
            gap,
            target,
            _growth(times),
        )


def _growth(times: list[tuple[int, float, float]]) -> str:
    """The exponents of p between the last two sizes."""
    if len(times) < 2:
        return ""
    (p, a, b), (q, c, d) = times[-2:]
    return (
        f"grows like p^{np.log(c / a) / np.log(q / p):.1f}, the peer "
        f"p^{np.log(d / b) / np.log(q / p):.1f} from p = {p}"
    )


def direct_gradient(x: np.ndarray, theta: np.ndarray) -> np.ndarray:
    """dL/d(u, v, w) of L = 1/(2 p^2) sum over a, b of |sum_i (<u_i, a.x> + <v_i, b.x>)^2 w_i - (a +
    b).x|^2.
    """
    p = len(x)
    shifts = np.array([np.roll(x, a) for a in range(p)])
    u, v, w = theta[:, :p], theta[:, p : 2 * p], theta[:, 2 * p :]
    z = (u @ shifts.T)[:, :, None] + (v @ shifts.T)[:, None, :]  # (H, p, p)
    targets = shifts[np.add.outer(np.arange(p), np.arange(p)) % p]
    residual = np.tensordot(z**2, w, axes=(0, 0)) - targets  # (p, p, p)
    pull = 2 * z * np.tensordot(w, residual, axes=(1, 2))
    in_w = np.tensordot(z**2, residual, axes=((1, 2), (0, 1)))
    return np.hstack([pull.sum(axis=2) @ shifts, pull.sum(axis=1) @ shifts, in_w]) / p**2
