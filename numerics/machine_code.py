"""numba's compiler as this project uses it: one signature, compiled once and kept on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba import config, float64, int64, njit

# Sums may be taken in another order and products joined to them; NaN and infinity stay what they
# are.
REORDER = {"reassoc", "contract", "arcp"}
row, table, stack = float64[::1], float64[:, ::1], float64[:, :, ::1]
number, whole, wholes = float64, int64, int64[::1]
# LLVM's level: at its own 3 numba takes a third more time to compile, and the kernels none less to
# run (at 1 they take half as long again).
LEVEL = 2


def machine_code(signature: Any, *, inner: bool = False) -> Callable[[Callable], Callable]:
    """Compile a function for one signature, at once; kept on disk wherever there is a place for it.

    Kernels are written in scalar loops over arrays that the caller brings: what numba need not
    allocate, broadcast or specialise takes it a tenth of the time to compile. Nobody calls them
    from C, and those that are ``inner`` nobody from Python: what is not made is not waited for.
    """
    options: dict[str, Any] = {
        "fastmath": REORDER, "no_cfunc_wrapper": True, "no_cpython_wrapper": inner,
    }  # fmt: skip

    def compiled(function: Callable) -> Callable:
        with _level(LEVEL):
            try:
                return njit(signature, cache=True, **options)(function)
            except (RuntimeError, OSError):  # numba finds no directory that it may write to
                return njit(signature, **options)(function)

    return compiled


@contextmanager
def _level(level: int) -> Iterator[None]:
    """LLVM's level for our kernels alone: the setting is the whole process's."""
    settings: Any = config  # numba fills it in when it is loaded
    before = settings.OPT
    settings.OPT = type(before)(level)
    try:
        yield
    finally:
        settings.OPT = before
