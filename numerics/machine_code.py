"""numba's compiler as this project uses it: one signature, compiled once and kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import float64, int64, njit

# Sums may be taken in another order and products joined to them; NaN and infinity stay what they
# are.
REORDER = {"reassoc", "contract", "arcp"}
row, table, stack = float64[::1], float64[:, ::1], float64[:, :, ::1]
number, whole, wholes = float64, int64, int64[::1]


def machine_code(signature: Any) -> Callable[[Callable], Callable]:
    """Compile a function for one signature, at once; kept on disk wherever there is a place for it.

    Kernels are written in scalar loops over arrays that the caller brings: what numba need not
    allocate, broadcast or specialise takes it a tenth of the time to compile.
    """

    def compiled(function: Callable) -> Callable:
        try:
            return njit(signature, cache=True, fastmath=REORDER)(function)
        except (RuntimeError, OSError):  # numba finds no directory that it may write to
            return njit(signature, fastmath=REORDER)(function)

    return compiled
