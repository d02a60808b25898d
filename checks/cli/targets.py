"""What a person means by a target: an id, a line, a label, a setting, a pattern, a file of one's
own, or one claim of it.

``1511``, ``eq:riccati``, ``diagonal``, ``'diagonal.*'``, ``my_paper.py``, ``my_paper.py::balance``,
``folder/``, the name of an installed package that announces claims.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from theory.catalogue import OWN, SETTINGS, claims, claims_of, known
from theory.catalogue import claim as claim_by_id
from theory.claim import Claim


def targeted(targets: Sequence[str]) -> list[Claim]:
    """The claims that these targets mean, each once, in this order; every claim of the paper where
    there are none.
    """
    if not targets:
        return list(claims())
    found = {claim.id: claim for target in targets for claim in meant(target)}
    return list(found.values())


def meant(target: str) -> list[Claim]:
    """The claims that one target means, or a :class:`LookupError` that says what was looked for."""
    from theory.own.source import announced, load, named

    path, _, name = target.partition("::")
    if name:
        return [named(path, name)]
    if target in announced():
        return list(load(target))
    own = [one for one in OWN.values() if one.setting == target]
    if own or target in SETTINGS:  # no other setting is loaded for it
        return [*(claims_of(target) if target in SETTINGS else ()), *own]
    if path.endswith(".py") or Path(target).is_dir():
        return list(load(path))
    if target.isdigit():
        return _at_line(int(target))
    if any(sign in target for sign in "*?["):
        return _some(target, [one for one in known() if fnmatchcase(one.id, target)])
    if ":" in target:
        return _some(target, _labelled(target))
    return [claim_by_id(target)]


def _labelled(target: str) -> list[Claim]:
    """The claims with this label, or with labels of its kind that contain its words."""
    exact = [one for one in known() if one.label == target]
    kind, _, words = target.partition(":")
    own = f"{kind}:"
    return exact or [
        one for one in known() if words and one.label.startswith(own) and words in one.label
    ]


def _some(target: str, found: list[Claim]) -> list[Claim]:
    if not found:
        raise LookupError(f"no claim fits {target!r}: `agf list` shows them all")
    return found


def _at_line(line: int) -> list[Claim]:
    """The claims of this line of the paper; else an error that names the nearest lines that have
    some.
    """
    found = [one for one in known() if one.line == line]
    if found:
        return found
    lines = sorted({one.line for one in known() if one.line}, key=lambda other: abs(other - line))
    near = ", ".join(map(str, sorted(lines[:3])))
    raise LookupError(f"no claim stands at line {line}: the nearest are at {near}")
