"""What the paper states: claims, derivations and predicted staircases, exact and in SymPy.

>>> from theory import claims
>>> len(claims()) > 60
True
"""

from importlib import import_module
from typing import Any

from theory.catalogue import SETTINGS, claim, claims
from theory.claim import Claim
from theory.derivation import Derivation, derive
from theory.staircase import Staircase

__all__ = [
    "Claim",
    "Derivation",
    "Staircase",
    "attention",
    "claim",
    "claims",
    "conserved",
    "define",
    "derive",
    "diagonal",
    "for_every",
    "framework",
    "function",
    "letter",
    "linear",
    "modular",
    "never_falls",
    "prove",
    "relu",
    "stays_zero",
]


_OWN = (
    "conserved",
    "define",
    "for_every",
    "function",
    "letter",
    "never_falls",
    "prove",
    "stays_zero",
)


def __getattr__(name: str) -> Any:
    """A setting is imported when it is first asked for: building its claims takes a moment that
    `agf --help` does not need.
    """
    if name in SETTINGS:
        return import_module(f"{__name__}.{name}")
    if name in _OWN:  # so is what claims of one's own need
        return getattr(import_module(f"{__name__}.own"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
