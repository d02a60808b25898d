"""One line of the benchmark, and the clock: both sides take turns, the median of several turns
counts.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Row:
    """``ratio`` says how many times longer the peer takes; ``agree_to`` by how much the two answers
    differ.

    ``target`` is the ratio to reach, None where a number is only reported. ``peer_s`` is None where
    no peer is correct.

    >>> Row("x", 0.5, "y", 2.0, 1e-12, target=3.0).met
    True
    """

    name: str
    ours_s: float
    peer: str
    peer_s: float | None
    agree_to: float | None = None
    target: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """The peer's seconds over ours; None where there is no peer."""
        return None if self.peer_s is None else self.peer_s / self.ours_s

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None where there is none, or nothing to compare with."""
        return None if self.target is None or self.ratio is None else self.ratio >= self.target

    def as_json(self) -> dict[str, Any]:
        """The row as ``agf bench --json`` writes it."""
        return {
            "name": self.name,
            "ours_s": self.ours_s,
            "peer": self.peer,
            "peer_s": self.peer_s,
            "ratio": self.ratio,
            "agree_to": self.agree_to,
            "target": self.target,
            "met": self.met,
            "note": self.note,
        }


def seconds(call: Callable[[], Any], turns: int = 1) -> float:
    """Median CPU seconds of ``turns`` calls; with several, one more warms up."""
    return side_by_side(call, lambda: None, turns)[0]


def answered(call: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds and answer of one call: for what takes too long to be called again."""
    answers: list[Any] = []
    return _once(lambda: answers.append(call())), answers[0]


def side_by_side(
    ours: Callable[[], Any], peer: Callable[[], Any], turns: int = 7
) -> tuple[float, float]:
    """Median CPU seconds of both. They take turns, so that whatever else the machine does to its
    clock slows both; one turn each warms up.
    """
    if turns > 1:
        ours(), peer()
    pairs = [(_once(ours), _once(peer)) for _ in range(turns)]
    return median(a for a, _ in pairs), median(b for _, b in pairs)


def _once(call: Callable[[], Any]) -> float:
    start = spent()
    call()
    return spent() - start


def spent() -> float:
    """CPU seconds of this process and of the children it has waited for: what others do on the
    machine does not count.
    """
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
