"""Proofs of cost minimisation: groups of neurons aligned with one frequency, for every p and every
N.
"""

from theory.modular.kernel_proofs.cost import (
    aligned,
    aligned_utility,
    bounds,
    constructions,
    cosines_on_group,
    distance,
    even,
    forms,
    learned,
    loss,
    needed,
    quarter,
    squares,
    terms,
)

__all__ = [
    "aligned",
    "aligned_utility",
    "bounds",
    "constructions",
    "cosines_on_group",
    "distance",
    "even",
    "forms",
    "learned",
    "loss",
    "needed",
    "quarter",
    "squares",
    "terms",
]
