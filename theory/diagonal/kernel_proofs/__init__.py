"""Proofs of the diagonal setting in the kernel: one function a claim, its docstring the idea.

A file for each part of Appendix C. Everything on the flow follows from one fact (``flow.orbit``):
u = sqrt(2) alpha cosh G, v = sqrt(2) alpha sinh G.
"""

from theory.diagonal.kernel_proofs import (
    accumulated,
    activation,
    asymptotics,
    constrained_minimum,
    data,
    delta,
    dormant_start,
    exact_relation,
    flow,
    integral,
    interpolation,
    jump_time,
    learning_rate,
    maximiser,
    next_neuron,
    plain_time,
    remarks,
    scales,
    sequence,
    small_scale,
    solution,
    stretch,
    symmetry,
    unique_minimum,
    utility,
)
from theory.diagonal.kernel_proofs.entry import DOMAINS, PROOFS

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
