"""Proofs about the fewest neurons: how far small groups stay from the bound, and the width."""

from theory.modular.kernel_proofs.fewest import (
    few_neurons,
    five,
    least_gap,
    least_gaps,
    pencil,
    singular,
    smallest_group,
    width,
    width_above,
    width_below,
)

__all__ = [
    "few_neurons",
    "five",
    "least_gap",
    "least_gaps",
    "pencil",
    "singular",
    "smallest_group",
    "width",
    "width_above",
    "width_below",
]
