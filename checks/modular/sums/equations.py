"""Checks that compare the two sides of an equation, kept away from every statement that is none."""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy as sp

from checks.evidence import Evidence
from checks.methods.check import Effort
from checks.methods.of_another import OfAnother
from theory.claim import Claim
from theory.modular.proofs.statements import conjuncts, zeros

WORST_FIRST = ("fails", "error", "unknown", "holds")


@dataclass(frozen=True)
class OfEquations(OfAnother):
    """A check that can judge one equation alone: of several it judges each, of any other statement
    it says nothing.
    """

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """The worst outcome among the conjuncts; unknown where the statement is not made of
        equations.
        """
        if zeros(statement) is None:
            return Evidence(
                self.name, self.method, "unknown", detail=("only equations can be judged here",)
            )
        parts = [self.check.run(claim, part, effort) for part in conjuncts(statement)]
        worst = min(parts, key=lambda part: WORST_FIRST.index(part.outcome))
        return replace(worst, instances=sum(part.instances for part in parts))
