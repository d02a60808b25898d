"""One step of an argument in words: shown, or the argument ends here."""

from __future__ import annotations


class ArgumentBroken(ArithmeticError):
    """A step of the argument is not an identity: nothing follows (a kernel proof: `NotShown`)."""


def need(true: bool, step: str) -> None:
    """Go on only where the step was shown; :class:`ArgumentBroken` with its words where not."""
    if not true:
        raise ArgumentBroken(f"not shown: {step}")
