"""Proofs of cost minimisation: groups of neurons aligned with one frequency, for every p and every N."""

from theory.modular.kernel_proofs.cost import (
    aligned,
    aligned_utility,
    bounds,
    constructions,
    correlation,
    distance,
    even,
    groups,
    learned,
    least_gap,
    loss,
    removed,
    second,
    squares,
    update,
    waves_on_group,
)

__all__ = [
    "aligned",
    "aligned_utility",
    "bounds",
    "constructions",
    "correlation",
    "distance",
    "even",
    "groups",
    "learned",
    "least_gap",
    "loss",
    "removed",
    "second",
    "squares",
    "update",
    "waves_on_group",
]
