"""Which false statements a reader should see first: by severity, and among equals those on which
the most claims rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from checks.evidence import Result
from theory.catalogue import known
from theory.claim import SEVERITIES
from theory.validate import plural


def by_importance(results: Iterable[Result]) -> list[Result]:
    """What is false as printed: unsound ones (nothing to put in their place) on top, then by
    severity, then by use.
    """
    false = [result for result in results if result.as_printed == "fails"]
    uses = dependents({one.id: one.rests_on for one in known()})

    def key(result: Result) -> tuple:
        claim = result.claim
        grave = len(SEVERITIES) if claim.severity is None else SEVERITIES.index(claim.severity)
        return result.sound, grave, -len(uses.get(claim.id, ())), claim.line or 0

    return sorted(false, key=key)


def counted(results: Sequence[Result]) -> str:
    """How many of the paper's statements are false as printed, and how many of our own; these are
    not mixed.
    """
    paper = [one for one in results if one.claim.origin == "paper"]
    false = [one for one in paper if one.as_printed == "fails"]
    ours = [one for one in results if one.claim.origin != "paper"]
    wrong = sum(one.as_printed == "fails" for one in ours)
    more = (
        f"; of {plural(len(ours), 'claim')} of our own, {wrong} {_are(wrong)} false"
        if wrong
        else ""
    )
    return (
        f"{len(false)} of {plural(len(paper), 'statement')} of the paper {_are(len(false))} false "
        "as printed: "
        f"{by_severity(false)}{more}"
    )


def by_severity(results: Iterable[Result]) -> str:
    """How many of what is false as printed is how grave: "13 errors, 1 slip, 14 of wording"."""
    counts = Counter(result.claim.severity for result in results if result.as_printed == "fails")
    return (
        ", ".join(_some(counts[word], word) for word in SEVERITIES if counts[word]) or "none graded"
    )


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _some(count: int, severity: str) -> str:
    if severity == "wording":  # a word without a plural
        return f"{count} of wording"
    return plural(count, severity)


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
