"""Computer algebra that may run forever, stopped after so many seconds of work."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")


class _Over(BaseException):
    """Not an Exception: SymPy catches those."""


def within_seconds(seconds: float, work: Callable[[], Answer]) -> Answer | None:
    """What the work gives, or None after so many seconds of it; outside the main thread it cannot be stopped.

    >>> within_seconds(5, lambda: 1 + 1)
    2
    """
    if (
        not hasattr(signal, "SIGVTALRM")
        or threading.current_thread() is not threading.main_thread()
    ):
        return work()

    def over(*_: object) -> None:
        raise _Over

    before = signal.signal(signal.SIGVTALRM, over)
    # And again each second: Python drops what is raised inside a callback of its garbage collector.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)
    try:
        return work()
    except _Over:
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
