"""What the paper states: claims, derivations and predicted staircases, exact and in SymPy.

>>> from theory import claims
>>> len(claims()) > 60
True
"""
from . import attention, diagonal, framework, linear, modular, relu
from .catalogue import claim, claims
from .claim import Claim
from .derivation import Derivation, derive
from .staircase import Staircase

__all__ = ["Claim", "Derivation", "Staircase", "attention", "claim", "claims", "derive", "diagonal", "framework", "linear", "modular", "relu"]
