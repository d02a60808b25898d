"""Rows of planted statements, and the verdict that computer algebra can earn."""

from collections.abc import Iterable, Iterator

from checks.evidence import VERDICTS
from checks.planted.plant import Plant, changed

# True for every value of its letters, by an algebra that no kernel has checked.
BY_ALGEBRA = next(word for word in ("argued", "proved") if word in VERDICTS)

# True, and written in a way that no algebra of the claim's checks follows: instances speak for it.
BY_INSTANCES = (
    "slope-exchanged",
    "growth-moved",
    "level-renamed",
    "five-close",
    "jump-bound-turned",
    "jump-no-later",
    "norm-turned",
    "distance-turned",
)


def earned(name: str) -> str:
    """The verdict that a true statement of this name earns."""
    return "tested" if name in BY_INSTANCES else BY_ALGEBRA


def rows(false: Iterable[tuple], true: Iterable[tuple]) -> Iterator[Plant]:
    """The statements of both tables, each in the place of a claim of modular addition."""
    for claim, *row in false:
        yield changed(f"modular.{claim}", *row)
    for claim, name, words, statement in true:
        yield changed(f"modular.{claim}", name, words, earned(name), statement)
