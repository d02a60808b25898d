"""Proofs about the times of a dormant neuron: elliptic integrals, and what it takes."""

from theory.modular.kernel_proofs.elliptic import taken, wave_time

__all__ = ["taken", "wave_time"]
