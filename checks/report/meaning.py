"""What the machine takes letters to mean: the definitions that a proof of a claim may use, in words
and as formulas.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from theory.catalogue import SETTINGS
from theory.claim import Claim
from theory.own.source import source_of


def definitions(claim: Claim) -> list[tuple[str, str]]:
    """What the machine takes the letters of a claim to mean, where the kernel's registry has them:
    words and formula.
    """
    if claim.setting not in SETTINGS:
        from theory.own.letters import definitions_of

        own = definitions_of(claim.expr, claim.printed, *(one for one in claim.given if one.args))
        return [(one.words or ", ".join(map(str, one.letters)), str(one)) for one in own]
    if find_spec(f"theory.{claim.setting}.letters") is None:
        return []
    import_module(f"theory.{claim.setting}.letters").register_functions()
    from theory.proof.letters import DEFINITIONS, READINGS, show

    chosen = [DEFINITIONS[name] for name in READINGS.get(claim.id, ())]
    return [(one.meaning, show(one.statement)) for one in chosen]


def target_of(claim: Claim) -> str:
    """What to type for a claim: its id, or its file and the words of its id behind the dot."""
    source = source_of(claim.id)
    return f"{source}::{claim.id.partition('.')[2]}" if source else claim.id
