"""Proofs of cost minimisation: groups of neurons aligned with one frequency, for every p and every N."""

from theory.modular.kernel_proofs.cost import (
    aligned,
    constructions,
    groups,
    loss,
    second,
    squares,
    update,
    waves_on_group,
)

__all__ = [
    "aligned",
    "constructions",
    "groups",
    "loss",
    "second",
    "squares",
    "update",
    "waves_on_group",
]
