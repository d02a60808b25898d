"""``agf bench``: what our routes cost against what a user would write instead, as ratios measured
side by side.

A row is made only after both sides have given the same answer, to the stated error. Groups register
their rows here; a new one is a module with ``rows() -> Iterator[Row]``.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from importlib import import_module

from threadpoolctl import threadpool_limits

from checks.bench.row import Row
from checks.run.kernels import make_kernels

GROUPS = (
    "diagonal",
    "digits",
    "alpha",
    "modular",
    "attention",
    "flows",
    "first",
    "growth",
    "campaign",
    "symbolic",
    "suite",
)

__all__ = ["GROUPS", "Row", "rows"]


def rows(names: Sequence[str] = ()) -> Generator[Row, None, None]:
    """Measure the named groups, or all of them, row by row."""
    unknown = [name for name in names if name not in GROUPS]
    if unknown:
        raise LookupError(
            f"no benchmark group {', '.join(unknown)}: expected some of {', '.join(GROUPS)}"
        )
    make_kernels()  # what is measured is a process that has been at work for a while
    # CPU seconds are compared, so one thread each: two that wait for one another would count twice.
    with threadpool_limits(1):
        for name in names or GROUPS:
            yield from import_module(f"{__name__}.{name}").rows()
