"""Proofs about slopes of the loss between frequencies: what one group pulls on another."""

from theory.modular.kernel_proofs.pulls import cross_pull, preservation, pull, second_group, third

__all__ = ["cross_pull", "preservation", "pull", "second_group", "third"]
