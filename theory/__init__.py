"""What the paper states: claims, derivations and predicted staircases, exact and in SymPy.

>>> from theory import claims
>>> len(claims()) > 60
True
"""
from . import diagonal, framework, modular
from .catalogue import claim, claims
from .claim import Claim
from .derivation import Derivation, derive
from .staircase import Staircase

__all__ = ["Claim", "Derivation", "Staircase", "claim", "claims", "derive", "diagonal", "framework", "modular"]
