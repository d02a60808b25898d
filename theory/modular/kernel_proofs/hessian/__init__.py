"""Proofs about critical points of the utility on the unit sphere, and its second derivative
there.
"""

from theory.modular.kernel_proofs.hessian import across_phases, mixture

__all__ = ["across_phases", "mixture"]
