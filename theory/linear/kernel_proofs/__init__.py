"""Proofs of fully connected linear networks in the kernel, for any c, H and d: a folder
for each question.
"""

from theory.linear.kernel_proofs.covariances import (
    bottom_values,
    commuting,
    commuting_times,
    selected,
)
from theory.linear.kernel_proofs.entry import DOMAINS, PROOFS
from theory.linear.kernel_proofs.flow import (
    aligned_mode,
    balance,
    energy,
    jump_times,
    turning,
    volume,
)
from theory.linear.kernel_proofs.greedy import half_turn, held_modes, stages
from theory.linear.kernel_proofs.loss import best_matrix, cost, network
from theory.linear.kernel_proofs.matrices import (
    aligned_frame,
    decompositions,
    interlacing,
    local_maximum,
    optima,
    rank,
)

__all__ = [
    "DOMAINS",
    "PROOFS",
    "aligned_frame",
    "aligned_mode",
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
