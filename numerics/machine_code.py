"""numba's compiler as this project uses it: a kernel is Python at first, and machine code as soon
as that is worth its making. Both give the same bits, so nobody can tell but by the clock.

Making the kernels of a setting takes seconds, once; a small flow in Python a tenth of one. So a
kernel whose machine code is on disk is loaded from there, and one that has none runs as Python
until the process has spent ``PATIENCE`` on that. What Python calls an error is left to machine
code, which goes on with infinities after an overflow.

numba compiles a kernel again when its own file has changed, but not when a kernel of another file
that it calls has, and would run the old one without a word. So what it keeps stands in a folder
named by all our sources.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np
from numba import __version__ as numba_version
from numba import config, float64, int64, njit
from numba.extending import typeof_impl

row, table, stack = float64[::1], float64[:, ::1], float64[:, :, ::1]
number, whole, wholes = float64, int64, int64[::1]
_SETTINGS: Any = config  # numba fills it in when it is loaded
# LLVM's level: at its own 3 numba takes a third more time to compile, and the kernels none less to
# run (at 1 they take half as long again).
LEVEL = 2
# Seconds of CPU that a process spends on kernels in Python before it makes machine code of them: a
# sixth of what the making takes, so that who needs it anyway waits little longer.
PATIENCE = 1.0


class _TooLongError(Exception):
    """A kernel in Python has used up what is left of PATIENCE."""


class _Running(threading.local):
    """The CPU time at which the kernel that this thread runs in Python has to end; None where it
    runs none.
    """

    until: float | None = None


class Kernel:
    """A function of numbers and of arrays that its caller brings, for one signature.

    Kernels are written in scalar loops: what numba need not allocate, broadcast or specialise takes
    it a tenth of the time to compile. Sums are taken in the order in which they are written, for
    another order gives other bits; where many terms are added, the loop that can be taken several
    at a time is the inner one. Nobody calls a kernel from C, and one that is ``inner`` nobody but
    another kernel: what is not made is not waited for.
    """

    everyone: list[Kernel] = []
    spent = 0.0  # seconds of CPU, by all kernels of this process in Python

    def __init__(self, function: Callable, signature: Any, inner: bool) -> None:
        self.function, self.inner, self._signature = function, inner, signature
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self._returned = int if signature.return_type is whole else float
        Kernel.everyone.append(self)

    def __call__(self, *arguments: Any) -> Any:
        if _running.until is not None:  # called by a kernel in Python
            if thread_time() > _running.until:
                raise _TooLongError
            return self.function(*arguments)
        if "machine" in self.__dict__ or Kernel.spent >= PATIENCE or self.kept:
            return self.machine(*arguments)
        return self._in_python(*arguments)

    def _in_python(self, *arguments: Any) -> Any:
        """What machine code would return, and fill in, at the price of Python; where that takes too
        long or fails, machine code does it from the start.
        """
        arrays = [one for one in arguments if isinstance(one, np.ndarray)]
        before, start = [one.copy() for one in arrays], thread_time()
        _running.until = start + PATIENCE - Kernel.spent
        try:
            with np.errstate(over="raise", divide="raise", invalid="raise"):
                return self._returned(self.function(*arguments))
        except (ArithmeticError, ValueError, _TooLongError):
            for array, kept in zip(arrays, before):
                array[...] = kept
        finally:
            _running.until = None
            Kernel.spent += thread_time() - start
        return self.machine(*arguments)

    @cached_property
    def machine(self) -> Callable:
        """The kernel as machine code: read from disk, or made and, wherever there is a place for
        it, kept there.
        """
        with _settings(OPT=LEVEL, CACHE_DIR=str(FOLDER)):
            try:
                return self._dispatcher(self._signature, cache=True)
            except (RuntimeError, OSError):  # numba finds no directory that it may write to
                return self._dispatcher(self._signature)

    @cached_property
    def kept(self) -> bool:
        """Is there machine code of this kernel on disk?"""
        with _settings(CACHE_DIR=str(FOLDER)):
            try:
                place = Path(self._dispatcher(cache=True).stats.cache_path)
            except (RuntimeError, OSError):
                return False
        name = f"{Path(self.function.__code__.co_filename).stem}.{self.__name__}-*.nbi"
        return any(place.glob(name))

    def _dispatcher(self, *signature: Any, **options: Any) -> Any:
        options |= {"no_cfunc_wrapper": True, "no_cpython_wrapper": self.inner}
        return njit(*signature, **options)(self.function)


_running = _Running()


@typeof_impl.register(Kernel)
def _(kernel: Kernel, context: Any) -> Any:
    """A kernel that another one calls is, for numba, its machine code."""
    return typeof_impl(kernel.machine, context)


def machine_code(signature: Any, *, inner: bool = False) -> Callable[[Callable], Kernel]:
    """Make a kernel of a function, for one signature."""
    return lambda function: Kernel(function, signature, inner)


def make_all() -> None:
    """Load or make the machine code of every kernel that has been imported."""
    for kernel in Kernel.everyone:
        if not kernel.inner:
            _ = kernel.machine


def named_by(sources: Iterable[Path]) -> str:
    """A name that is another one as soon as one of the files, or numba, is."""
    digest = hashlib.sha256(numba_version.encode())
    for source in sorted(sources):
        digest.update(hashlib.sha256(source.read_bytes()).digest())
    return f"kernels-{digest.hexdigest()[:16]}"


def _folder() -> Path:
    """Where NUMBA_CACHE_DIR says or, if that is unset or no folder can be made there, beside our
    sources. numba itself takes a folder of the user's where it may not write there (an installed
    package, whose files are all new when one of them is).
    """
    here = Path(__file__).parent
    name = named_by(here.rglob("*.py"))
    if _SETTINGS.CACHE_DIR:
        with suppress(OSError):
            (named := Path(_SETTINGS.CACHE_DIR) / name).mkdir(parents=True, exist_ok=True)
            return named
    return here / "__pycache__" / name


FOLDER = _folder()


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
