"""The proofs that a run is about, checked again beside its other work: a task waits for those of
its own setting, and for no others.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

from checks.methods.theorem import Recheck, file_of, remember, written
from theory.claim import Claim


class Proofs:
    """The theorems of these claims, checked again by processes of their own, as many at a time as
    the machine has processors; the longest first, so that none is still at work when the others
    have ended.
    """

    def __init__(self, claims: Iterable[Claim]) -> None:
        self.asked: dict[str, list[str]] = {}
        for claim in claims:
            if claim.id in written(claim.setting):
                self.asked.setdefault(claim.setting, []).append(claim.id)
        longest = sorted(self.asked, key=lambda one: file_of(one).stat().st_size, reverse=True)
        self.waiting = deque(longest)
        self.running: dict[str, Recheck] = {}
        self.lessons: dict[str, Callable[[], None]] = {}
        self._look()

    def ready(self, setting: str) -> bool:
        """Is it known by now what the kernel says of this setting?"""
        if setting in self.asked and setting not in self.lessons:
            self._look()
        return setting not in self.asked or setting in self.lessons

    def lesson(self, setting: str) -> Callable[[], None] | None:
        """What a worker does before its first task of the setting: it is told what was found."""
        return self.lessons.get(setting)

    def _look(self) -> None:
        for setting in [one for one, process in self.running.items() if process.ended]:
            found = self.running.pop(setting).theorems()
            self.lessons[setting] = partial(remember, {setting: found})
        while self.waiting and len(self.running) < (os.cpu_count() or 1):
            setting = self.waiting.popleft()
            self.running[setting] = Recheck(setting, self.asked[setting])

    def close(self) -> None:
        """End those that still run: nobody waits for them."""
        while self.running:
            self.running.popitem()[1].stop()
