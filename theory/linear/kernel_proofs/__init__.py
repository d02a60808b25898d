"""Proofs of fully connected linear networks in the kernel, for any c, H and d: a file for each
part.
"""

from theory.linear.kernel_proofs import (
    aligned_frame,
    balance,
    best_matrix,
    bottom_values,
    commuting,
    commuting_times,
    cost,
    decompositions,
    energy,
    half_turn,
    held_modes,
    interlacing,
    jump_times,
    local_maximum,
    network,
    optima,
    rank,
    selected,
    stages,
    turning,
    volume,
)
from theory.linear.kernel_proofs.entry import DOMAINS, PROOFS

__all__ = [
    "DOMAINS",
    "PROOFS",
    "aligned_frame",
    "balance",
    "best_matrix",
    "bottom_values",
    "commuting",
    "commuting_times",
    "cost",
    "decompositions",
    "energy",
    "half_turn",
    "held_modes",
    "interlacing",
    "jump_times",
    "local_maximum",
    "network",
    "optima",
    "rank",
    "selected",
    "stages",
    "turning",
    "volume",
]
