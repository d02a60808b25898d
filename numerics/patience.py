"""How long a flow is followed after it has come to rest, where a later end was asked for.

At rest nothing happens any more, but an integrator in steps does not know that: towards ``until =
1e30`` it would go on for ever. It is told so, instead of keeping the caller waiting.
"""

from __future__ import annotations

from typing import Any

# Steps that are made in any case once the flow rests, and how many for each step before.
AT_LEAST, SHARE = 1_000, 2


class Patience:
    """Counts the steps of a run that has an end, since it came to rest.

    >>> patience = Patience(1e30)
    >>> patience.look(1, 2.5, True)
    >>> patience.look(1_001, 40.0, True)
    Traceback (most recent call last):
    ...
    ArithmeticError: the flow is at rest from t = 2.5 on; until = 1e+30 is still ahead at t = 40, \
1000 steps later: pass until=None, or an earlier end
    """

    def __init__(self, until: Any) -> None:
        self._until = until
        self._rest: tuple[int, float] | None = None

    @property
    def rested(self) -> bool:
        """Whether it was at rest when last seen."""
        return self._rest is not None

    def look(self, steps: int, t: float, at_rest: bool) -> None:
        """After so many steps, at accelerated time t; give up where too many were made at rest."""
        if self._rest is None or not at_rest:  # it may have left a plateau
            self._rest = (steps, t) if at_rest else None
        elif t < float(self._until) and steps - self._rest[0] >= max(
            AT_LEAST, SHARE * self._rest[0]
        ):
            self.give_up(steps, t)

    def give_up(self, steps: int, t: float) -> None:
        """Say since when nothing happens."""
        assert self._rest is not None  # or nobody would ask
        raise ArithmeticError(
            f"the flow is at rest from t = {self._rest[1]:.6g} on; until = "
            f"{float(self._until):.6g} is still ahead at t = {t:.6g}, {steps - self._rest[0]} "
            "steps later: pass until=None, or an earlier end"
        )
