"""numba's compiler as this project uses it: one signature, compiled once and kept on disk.

numba compiles a kernel again when its own file has changed, but not when a kernel of another file
that it calls has, and would run the old one without a word. So what it keeps stands in a folder
named by all our sources.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba import config, float64, int64, njit

# Sums may be taken in another order and products joined to them; NaN and infinity stay what they
# are.
REORDER = {"reassoc", "contract", "arcp"}
row, table, stack = float64[::1], float64[:, ::1], float64[:, :, ::1]
number, whole, wholes = float64, int64, int64[::1]
_SETTINGS: Any = config  # numba fills it in when it is loaded
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
        with _settings(OPT=LEVEL, CACHE_DIR=str(FOLDER)):
            try:
                return njit(signature, cache=True, **options)(function)
            except (RuntimeError, OSError):  # numba finds no directory that it may write to
                return njit(signature, **options)(function)

    return compiled


def named_by(sources: Iterable[Path]) -> str:
    """A name that is another one as soon as one of the files is."""
    digest = hashlib.sha256()
    for source in sorted(sources):
        digest.update(hashlib.sha256(source.read_bytes()).digest())
    return f"kernels-{digest.hexdigest()[:16]}"


_HERE = Path(__file__).parent
# Beside our sources, unless NUMBA_CACHE_DIR says where; numba itself takes a folder of the user's
# where it may not write (an installed package, whose files are all new when one of them is).
FOLDER = Path(_SETTINGS.CACHE_DIR or _HERE / "__pycache__") / named_by(_HERE.rglob("*.py"))


@contextmanager
def _settings(**values: Any) -> Iterator[None]:
    """numba's settings for our kernels alone: they are the whole process's."""
    before = {name: getattr(_SETTINGS, name) for name in values}
    for name, value in values.items():
        setattr(_SETTINGS, name, type(before[name])(value))
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(_SETTINGS, name, value)
