"""One step of an argument in words: shown, or the argument ends here."""

from __future__ import annotations


class NotShown(ArithmeticError):
    """A step of the argument is not an identity: nothing follows."""


def need(true: bool, step: str) -> None:
    """Go on only where the step was shown; :class:`NotShown` with its words where not."""
    if not true:
        raise NotShown(f"not shown: {step}")
