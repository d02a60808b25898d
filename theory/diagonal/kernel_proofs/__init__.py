"""Proofs of the diagonal setting in the kernel: one function a claim, its docstring the idea.

A folder for each question: one neuron, its jumps, where cost minimisation ends, the two algorithms
plateau by plateau, and what holds as alpha -> 0. Everything on the flow follows from one fact
(``neuron.flow.orbit``): u = sqrt(2) alpha cosh G, v = sqrt(2) alpha sinh G.
"""

from theory.diagonal.kernel_proofs import remarks
from theory.diagonal.kernel_proofs.entry import DOMAINS, PROOFS
from theory.diagonal.kernel_proofs.jumps import (
    activation,
    dormant_start,
    exact_relation,
    jump_time,
    next_neuron,
)
from theory.diagonal.kernel_proofs.minima import constrained_minimum, unique_minimum
from theory.diagonal.kernel_proofs.neuron import (
    accumulated,
    data,
    delta,
    flow,
    interpolation,
    maximiser,
    solution,
    symmetry,
    utility,
)
from theory.diagonal.kernel_proofs.small_alpha import (
    asymptotics,
    integral,
    learning_rate,
    plain_time,
    scales,
    small_scale,
    stretch,
)
from theory.diagonal.kernel_proofs.staircase import sequence

__all__ = [
    "DOMAINS",
    "PROOFS",
    "accumulated",
    "activation",
    "asymptotics",
    "constrained_minimum",
    "data",
    "delta",
    "dormant_start",
    "exact_relation",
    "flow",
    "integral",
    "interpolation",
    "jump_time",
    "learning_rate",
    "maximiser",
    "next_neuron",
    "plain_time",
    "remarks",
    "scales",
    "sequence",
    "small_scale",
    "solution",
    "stretch",
    "symmetry",
    "unique_minimum",
    "utility",
]
