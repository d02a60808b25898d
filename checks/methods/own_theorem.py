"""Theorems of other people's claims: what their proof gives is checked again by a process that
knows the kernel alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from checks.evidence import Evidence
from checks.methods.check import Effort
from theory.claim import Claim


@dataclass(frozen=True)
class OwnTheorem:
    """The theorem that the claim's ``proof`` gives, made again by the kernel alone; any other
    statement is `unknown`.
    """

    name: str = "theorem of the kernel, re-checked"
    method: str = "theorem"
    sharp: bool = (
        True  # asked only of the form that one stands for: a proof is written for that one
    )

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Holds where the theorem, made again by the kernel alone, is this statement under these
        assumptions.
        """
        from checks.methods.own_judging import (
            judged,
        )  # the search for proofs takes a moment to load

        problems, told = judged(claim, statement)
        outcome = "unknown" if problems else "holds"
        return Evidence(self.name, self.method, outcome, detail=tuple(problems) or told)
