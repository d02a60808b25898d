"""What the framework's proof scripts share: their table, and definitions as hypotheses."""

from __future__ import annotations

from theory.proof.lemmas.elementary import chosen
from theory.proof.polynomials import normal
from theory.proof.rules import Theorem, assume
from theory.proof.scripts import Scripts, defined
from theory.proof.tactics import written
from theory.proof.terms import Term, call

__all__ = [
    "DOMAINS",
    "PROOFS",
    "assumed",
    "chosen",
    "defined",
    "domain",
    "picked_of",
    "power",
    "proof",
]

PROOFS, DOMAINS, proof, domain = Scripts().entries


def power(x: Term, y: Term) -> Term:
    """x^y for a positive x."""
    return call("power", x, y)


def picked_of(choice: Term, known: Theorem, holds: bool) -> Theorem:
    """A case distinction is its first or second part, its condition or the negation being known."""
    condition, first, second = choice.args
    return chosen(condition, first, second, known, holds)


def assumed(identifier: str, statement: Term) -> Theorem:
    """An assumption of a claim as the claim's own term, written like the statement."""
    from theory import claim
    from theory.proof.letters import stated

    own = next(
        one for one in stated(claim(identifier)).assumptions if normal(one) is normal(statement)
    )
    return written(statement, assume(own))
