"""The proof of a theorem as a tree, in the terminal and in LaTeX: what it rests on,
step by step.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable

from checks.methods.theorem import FOLDER, written
from theory.catalogue import SETTINGS
from theory.claim import Claim
from theory.proof.rules import Theorem


def theorem_of(claim: Claim) -> Theorem | None:
    """The theorem of a claim, made again here from its proof as data, or by its own proof; None
    where it has none.
    """
    if claim.proof is not None:
        from checks.methods.own_judging import theorem_of as own

        return own(claim.proof())
    if claim.setting not in SETTINGS or claim.id not in written(claim.setting):
        return None
    make_again([claim])
    return _MADE[claim.id]


_MADE: dict[str, Theorem] = {}


def make_again(claims: Iterable[Claim]) -> None:
    """Make the theorems of these claims that are proved by data: the steps that they use, once
    however many of them use a step.
    """
    from theory.proof.recheck import checked

    asked: dict[str, set[str]] = {}
    for claim in claims:
        if claim.setting in SETTINGS and claim.id in written(claim.setting) - _MADE.keys():
            asked.setdefault(claim.setting, set()).add(claim.id)
    sys.setrecursionlimit(max(20_000, sys.getrecursionlimit()))
    for setting, names in asked.items():
        data = json.loads((FOLDER / "data" / f"{setting}.json").read_text())
        _MADE.update(checked(data, frozenset(names)))


def tree_of(theorem: Theorem, depth: int = 3, as_latex: bool = False) -> str:
    """The tree as text; in LaTeX the hypotheses over a line and the conclusion below it."""
    from theory.proof.display import axioms_of, latex_tree, tree

    if as_latex:
        return f"\\[{latex_tree(theorem)}\\]"
    axioms = ", ".join(sorted(axioms_of(theorem))) or "none"
    return f"{_short_names(tree(theorem, depth))}\naxioms {axioms}"


def _short_names(text: str) -> str:
    """The tree with short names for the letters that a proof made up: s_1 for "v'17", in the order
    in which they appear.

    >>> _short_names("('v'17' < \\"v'4\\") & (x < \\"v'4\\")")
    "('v'17' < s_1) & (x < s_1)"
    """
    names: dict[str, str] = {}
    return re.sub(
        r'"[a-zA-Z]+\'\d+"', lambda m: names.setdefault(m[0], f"s_{len(names) + 1}"), text
    )
