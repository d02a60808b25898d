"""Proofs about plateaus: what the groups have learned, and what they leave to the next."""

from theory.modular.kernel_proofs.plateaus import (
    correlation,
    counted,
    groups,
    level,
    plateau,
    removed,
    second,
    update,
    waves_on_group,
)

__all__ = [
    "correlation",
    "counted",
    "groups",
    "level",
    "plateau",
    "removed",
    "second",
    "update",
    "waves_on_group",
]
