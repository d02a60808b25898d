"""Events that end an integration, as SciPy's ``solve_ivp`` takes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Event = Callable[..., float]


def ends_at_zero(direction: int = 0) -> Callable[[Event], Any]:
    """The integration ends where the function vanishes: on its way up (1), down (-1), or either way
    (0).

    >>> from scipy.integrate import solve_ivp
    >>> @ends_at_zero(direction=1)
    ... def reached(t, y):
    ...     return y[0] - 2
    >>> float(solve_ivp(lambda t, y: [1.0], (0, 10), [0.0], events=reached).t[-1])
    2.0
    """

    def marked(event: Any) -> Any:
        event.terminal, event.direction = True, direction  # SciPy reads these off the function
        return event

    return marked
