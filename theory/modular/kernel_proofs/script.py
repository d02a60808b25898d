"""What the proof scripts of modular addition share: their table, definitions, cos and sin."""

from __future__ import annotations

from collections.abc import Callable

from theory.proof.scripts import Scripts, defined
from theory.proof.tactics import lam
from theory.proof.terms import INT, Term, call

__all__ = ["DOMAINS", "I", "PROOFS", "cos", "defined", "domain", "fn", "proof", "sin"]

PROOFS, DOMAINS, proof, domain = Scripts().entries
I = call("i")


def cos(a):
    """cos(a) as a term."""
    return call("cos", a)


def sin(a):
    """sin(a) as a term."""
    return call("sin", a)


def fn(body: Callable) -> Term:
    """A summand: a function of one whole number."""
    return lam(body, INT)
