"""What the proof scripts of attention share: their table, and definitions as hypotheses."""

from theory.proof.scripts import Scripts, defined

__all__ = ["DOMAINS", "PROOFS", "defined", "domain", "proof"]

PROOFS, DOMAINS, proof, domain = Scripts().entries
