"""What the proof scripts of modular addition share: their table, definitions, cos and sin."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
)
from theory.proof.tactics import (
    lam,
    parts,
)
from theory.proof.terms import (
    INT,
    Term,
    call,
)

PROOFS: dict[str, Callable[[], Theorem]] = {}
DOMAINS: dict[str, Callable[[], list[Theorem]]] = {}  # that a claim's statement is defined
I = call("i")


def proof(identifier: str):
    """Enter the proof of a claim."""

    def entered(function):
        PROOFS[identifier] = cache(function)
        return PROOFS[identifier]

    return entered


def defined(name: str) -> list[Theorem]:
    """What the definition of this name says, taken as a hypothesis, conjunct by conjunct."""
    return parts(assume(DEFINITIONS[name].statement))


def cos(a):
    """cos(a) as a term."""
    return call("cos", a)


def sin(a):
    """sin(a) as a term."""
    return call("sin", a)


def fn(body: Callable) -> Term:
    """A summand: a function of one whole number."""
    return lam(body, INT)
