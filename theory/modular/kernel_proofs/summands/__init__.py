"""Proofs about the task with k summands, for every k and every p."""

from theory.modular.kernel_proofs.summands import counted_maxima, first_jump, maximum, utility

__all__ = ["counted_maxima", "first_jump", "maximum", "utility"]
