"""Checks that compare the two sides of an equation, kept away from every statement that is none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from checks.evidence import Evidence
from checks.methods.check import Check, Effort
from theory.claim import Claim
from theory.modular.proofs.statements import conjuncts, zeros

WORST_FIRST = ("fails", "error", "unknown", "holds")


@dataclass(frozen=True)
class OfEquations:
    """A check that can judge one equation alone: of several it judges each, of any other statement
    it says nothing.
    """

    check: Check

    @property
    def name(self) -> str:
        """That of the check."""
        return self.check.name

    @property
    def method(self) -> str:
        """That of the check."""
        return self.check.method

    @property
    def examples(self) -> Any:
        """How many instances the check draws in each profile, where it draws some."""
        return getattr(self.check, "examples", None)

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
