"""Where a proof is entered under the id of its claim."""

from __future__ import annotations

from theory.proof.rules import Theorem
from theory.proof.scripts import Scripts, defined

PROOFS, DOMAINS, proof, domain = Scripts().entries


def known(*names: str) -> list[Theorem]:
    """The conjuncts of these definitions of the setting, assumed."""
    return [one for name in names for one in defined(f"linear.{name}")]
