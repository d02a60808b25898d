"""What the proof scripts of attention share: their table, and definitions as hypotheses."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume
from theory.proof.tactics import parts

PROOFS: dict[str, Callable[[], Theorem]] = {}
DOMAINS: dict[str, Callable[[], list[Theorem]]] = {}  # that a claim's statement is defined


def proof(identifier: str):
    """Enter the proof of a claim."""

    def entered(function):
        PROOFS[identifier] = cache(function)
        return PROOFS[identifier]

    return entered


def defined(name: str) -> list[Theorem]:
    """The definition of letters as hypotheses, conjunct by conjunct."""
    return parts(assume(DEFINITIONS[name].statement))
