"""A statement at a few instances of small numbers that are known exactly, each to be checked by
hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp
from hypothesis import strategies as st
from sympy.core.function import AppliedUndef

from checks.evidence import Evidence
from checks.methods.assuming import Assuming, premises
from checks.methods.check import Effort
from theory.claim import Claim


@dataclass(frozen=True)
class ByHand(Assuming):
    """The instances one by one, inside the assumptions; of a statement with letters that they do
    not have, nothing is said.
    """

    listed: tuple = ()

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Holds at these instances, fails at one, or unknown."""
        spoken = sp.And(statement, *premises(claim.given), evaluate=False)
        heads = {one.func for one in spoken.atoms(AppliedUndef)}
        known = set.intersection(
            *(set(one.values) for each in self.listed for one in self._observations(each, effort))
        )
        missing = (spoken.free_symbols | heads) - known
        if missing:
            why = f"these instances have no {', '.join(sorted(map(str, missing)))}"
            return Evidence(self.name, self.method, "unknown", detail=(why,))
        return super().run(claim, statement, effort)


def by_hand(
    observe: Callable, *instances: Any, name: str = "small whole numbers, exactly"
) -> ByHand:
    """``by_hand(observe, instance, ...)``: every letter is a fraction, a radical or a constant that
    ``observe`` computes from the definitions; the first instance is the one shown.
    """
    return ByHand(
        name,
        st.sampled_from(instances),
        observe,
        0.0,
        "exact numbers",
        examples=(2 * len(instances),) * 3,
        confirm=observe,
        listed=instances,
    )
