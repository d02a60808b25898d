"""Derivations at the prompt and in the catalogue: chains of steps, each named and re-checked."""

from theory.derivation.chain import Derivation, derive, written_in
from theory.derivation.steps import DerivationError, Step

__all__ = ["Derivation", "DerivationError", "Step", "derive", "written_in"]
