"""Which false statements a reader should see first.

What a mistake costs is a judgement, so the ones that change what the paper says are named here, gravest first; slips of an
index, a sign or a constant follow, those on which the most other claims rest first.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from theory.catalogue import claims

from ..evidence import Result

# The conclusion itself is wrong or needs a condition, not only its formula.
GRAVEST = (
    "linear.conjecture", "modular.no-other-maxima", "attention.jump-bound", "framework.accelerated-rate",
    "diagonal.accumulated-utility", "modular.dominant-first", "linear.greedy-low-rank", "linear.recovers-gidel",
    "linear.commuting-flow", "attention.no-other-maxima", "framework.norm-solution",
)


def by_importance(results: Iterable[Result]) -> list[Result]:
    """What is false as printed: unsound ones (nothing to put in their place) on top, then the gravest, then by use."""
    false = [result for result in results if result.as_printed == "fails"]
    uses = dependents({one.id: one.rests_on for one in claims()})

    def key(result: Result) -> tuple:
        claim = result.claim
        grave = GRAVEST.index(claim.id) if claim.id in GRAVEST else len(GRAVEST)
        return result.sound, grave, -len(uses.get(claim.id, ())), claim.line

    return sorted(false, key=key)


def dependents(rests_on: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """For each claim, all that rest on it, directly or through others.

    >>> dependents({"a": (), "b": ("a",), "c": ("b",)})["a"] == {"b", "c"}
    True
    """
    found: dict[str, set[str]] = {}

    def above(claim: str) -> set[str]:
        if claim not in found:
            found[claim] = set()
            direct = [one for one, under in rests_on.items() if claim in under]
            found[claim] = set(direct).union(*(above(one) for one in direct))
        return found[claim]

    for claim in rests_on:
        above(claim)
    return found
