"""Where a proof is entered under the id of its claim."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume
from theory.proof.tactics import parts

PROOFS: dict[str, Callable[[], Theorem]] = {}
DOMAINS: dict[str, Callable[[], list[Theorem]]] = {}


def proof(identifier: str):
    """Enter the proof of a claim."""

    def entered(function):
        PROOFS[identifier] = cache(function)
        return PROOFS[identifier]

    return entered


def known(*names: str) -> list[Theorem]:
    """The conjuncts of these definitions of the setting, assumed."""
    return [one for name in names for one in parts(assume(DEFINITIONS[f"linear.{name}"].statement))]
