"""Where proofs are entered: a script for each claim, and what shows that a statement is defined."""

from __future__ import annotations

from theory.proof.rules import Theorem, absurd, assume, conjoin
from theory.proof.scripts import Scripts, defined
from theory.proof.tactics import given, written
from theory.proof.terms import Term

__all__ = [
    "DOMAINS",
    "PROOFS",
    "assumed",
    "contradiction_of",
    "defined",
    "domain",
    "proof",
    "stated",
]

PROOFS, DOMAINS, proof, domain = Scripts().entries


def assumed(*statements: Term) -> list[Theorem]:
    """Each statement as a hypothesis."""
    return [assume(one) for one in statements]


def contradiction_of(negated: Theorem, statement: Theorem, goal: Term) -> Theorem:
    """From not P and P: anything."""
    return absurd(given(negated, statement), goal)


def stated(identifier: str, *theorems: Theorem) -> Theorem:
    """The theorems as the conjuncts of the claim's statement, in its order and its writing."""
    from theory import claim
    from theory.proof.letters import stated as in_terms

    statement = in_terms(claim(identifier)).statement
    if statement.op != "and":
        return written(statement, theorems[0])
    return conjoin(*(_matching(one, theorems) for one in statement.args))


def _matching(statement, theorems):
    from theory.proof.polynomials import normal

    for one in theorems:
        if normal(one.conclusion) is normal(statement):
            return written(statement, one)
    raise ValueError(f"none of the theorems says {statement}")
