"""Where proofs are entered: a script for each claim, and what shows that a statement is defined."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.diagonal.letters import DEFINED
from theory.proof.rules import Theorem, absurd, assume, conjoin
from theory.proof.tactics import given, parts, written
from theory.proof.terms import Term

PROOFS: dict[str, Callable[[], Theorem]] = {}
DOMAINS: dict[str, Callable[[], list[Theorem]]] = {}  # that a claim's statement is defined


def proof(identifier: str):
    """Enter the proof of a claim."""

    def entered(function):
        PROOFS[identifier] = cache(function)
        return PROOFS[identifier]

    return entered


def domain(identifier: str):
    """Enter the theorems that the statement of a claim is defined."""

    def entered(function):
        DOMAINS[identifier] = function
        return function

    return entered


def defined(name: str) -> list[Theorem]:
    """The definition of letters as hypotheses, conjunct by conjunct."""
    return parts(assume(DEFINED[name].statement))


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
