"""Proofs of cost minimisation: groups of neurons aligned with one frequency, for every p and every N."""

from theory.modular.kernel_proofs.cost import aligned, loss, squares

__all__ = ["aligned", "loss", "squares"]
