"""The catalogue: every claim, in the paper's order. A new setting adds its name here
(CONTRIBUTING.md has what else it needs).
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

from theory.claim import Claim
from theory.validate import abbreviated

OWN: dict[str, Claim] = {}  # claims of other people's files (``theory.own``), by id
HEADINGS: dict[str, str] = {}  # what their settings are called in print
SETTINGS = ("framework", "diagonal", "linear", "attention", "modular", "relu")


@cache
def claims() -> tuple[Claim, ...]:
    """Every claim, in the paper's order; our own stand behind the statement of the paper they
    extend.

    The first is the paper's theta(t; eta) = theta(eta t; 1).

    >>> claims()[0].printed
    Eq(theta(eta, t), theta(1, eta*t))
    """
    return tuple(one for name in SETTINGS for one in claims_of(name))


@cache
def claims_of(setting: str) -> tuple[Claim, ...]:
    """The claims of one setting, in the paper's order; no other setting is loaded for it.

    >>> {one.setting for one in claims_of("relu")}
    {'relu'}
    """
    found = [
        value
        for value in vars(import_module(f"theory.{setting}")).values()
        if isinstance(value, Claim)
    ]
    return tuple(sorted(found, key=lambda one: (one.line or 0, one.origin == "ours", one.id)))


def known() -> tuple[Claim, ...]:
    """Every claim of the paper, and those of one's own that were loaded (``theory.own.load``)."""
    return (*claims(), *OWN.values())


def claim(identifier: str) -> Claim:
    """The claim with this id, or a :class:`LookupError` that names the nearest ones.

    >>> claim("diagonal.maximal-utility").printed
    Eq(U_star, Abs(g_i)/2)
    """
    from difflib import get_close_matches

    if not isinstance(identifier, str):
        raise LookupError(
            f"{abbreviated(identifier)} is not the id of a claim: expected text such as "
            "'diagonal.theorem'"
        )
    if identifier in OWN:
        return OWN[identifier]
    setting = identifier.partition(".")[0]
    if setting in SETTINGS:
        for one in claims_of(setting):
            if one.id == identifier:
                return one
    table = {one.id: one for one in known()}
    near = get_close_matches(identifier, table, n=3, cutoff=0.4)
    hint = f"did you mean {', '.join(near)}?" if near else "`agf list` shows them all"
    raise LookupError(f"unknown claim id {abbreviated(identifier)}: {hint}")


def heading(setting: str) -> str:
    """What a setting is called in print: the opening words of its module.

    >>> heading("diagonal")
    'Diagonal linear networks: Section 3 and Appendix C of the paper'
    """
    if setting in HEADINGS:
        return HEADINGS[setting]
    words = import_module(f"theory.{setting}").__doc__ if setting in SETTINGS else None
    words = words or setting
    return re.split(r", statement|\.(?:\s|$)", words)[0]
