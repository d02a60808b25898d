"""Proofs about the task with k summands, for every k and every p."""

from theory.modular.kernel_proofs.summands import utility

__all__ = ["utility"]
