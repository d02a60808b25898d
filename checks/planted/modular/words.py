"""The verdict that computer algebra can earn."""

from checks.evidence import VERDICTS

# True for every value of its letters, by an algebra that no kernel has checked.
BY_ALGEBRA = next(word for word in ("argued", "proved") if word in VERDICTS)

# True, and written in a way that no algebra of the claim's checks follows: instances speak for it.
BY_INSTANCES = (
    "slope-exchanged",
    "growth-moved",
    "level-renamed",
    "five-close",
    "jump-bound-turned",
)


def earned(name: str) -> str:
    """The verdict that a true statement of this name earns."""
    return "tested" if name in BY_INSTANCES else BY_ALGEBRA
