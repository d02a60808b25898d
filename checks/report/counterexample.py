"""A counterexample in the letters of the paper: what a check writes with the names of the prompt,
and with formulas as SymPy prints them, becomes letters and formulas that one reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module

import sympy as sp
from sympy.core.relational import Relational

from theory.catalogue import SETTINGS
from theory.claim import Claim
from theory.notation import letters_in, to_latex

_NAMED = re.compile(r"(?<![\w.])([A-Za-z]\w*)(?= = )")  # what stands before an equals sign
LONG = 20  # letters of a formula that is known wherever it stands, not only before an equals sign


def pieces(claim: Claim, text: str) -> Iterator[tuple[str, str]]:
    """The text cut into pieces, each with its LaTeX where it is a letter or a formula, else with
    none.

    >>> from theory import claim
    >>> list(pieces(claim("diagonal.maximal-utility"), "U_star = 1/2, g_i = 1"))[0]
    ('U_star', '\\\\mathcal{U}^{*}')
    """
    looks = _looks(claim)
    if not looks:
        yield text, ""
        return
    names = sorted(looks, key=len, reverse=True)
    anywhere = [re.escape(name) for name in names if len(name) > LONG]
    known = "|".join(anywhere + [rf"{re.escape(name)}(?= = )" for name in names])
    for number, piece in enumerate(re.split(rf"(?<![\w.])({known})", text)):
        if piece:
            yield piece, looks[piece] if number % 2 else ""


def drawn(claim: Claim, text: str) -> list[tuple[str, str]]:
    """(name, meaning) of what a counterexample names although it is no letter of the claim.

    >>> from theory import claim
    >>> drawn(claim("diagonal.conserved-appendix"), "alpha = 1/2 (from G_i = 0)")
    [('G_i', 'minus eta times the integral of the gradient')]
    """
    known = import_module(f"checks.{claim.setting}") if claim.setting in SETTINGS else None
    meanings = getattr(known, "DRAWN", {})
    names = dict.fromkeys(_NAMED.findall(text))
    return [(name, meanings[name]) for name in names if name in meanings.keys() - _looks(claim)]


def in_words(claim: Claim, text: str) -> str:
    """The same as a sentence; empty where every name is a letter of the claim."""
    meanings = "; ".join(f"{name}: {meaning}" for name, meaning in drawn(claim, text))
    return f"({meanings})" if meanings else ""


@lru_cache(maxsize=64)
def _looks(claim: Claim) -> dict[str, str]:
    """LaTeX by the text of the prompt: letters, sides of relations, limits, the statement."""
    statements = (claim.printed, claim.expr)
    letters = [one for one in letters_in((*statements, *claim.given)) if isinstance(one, sp.Symbol)]
    formulas = [
        part
        for whole in statements
        for relation in whole.atoms(Relational)
        for part in (relation, *relation.args, *relation.atoms(sp.Limit))
        if not part.is_number
    ]
    return {str(one): to_latex(one) for one in (*statements, *formulas, *letters)}
