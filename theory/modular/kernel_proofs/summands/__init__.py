"""Proofs about the task with k summands, for every k and every p."""

from theory.modular.kernel_proofs.summands import maximum, utility

__all__ = ["maximum", "utility"]
