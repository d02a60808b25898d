"""Proofs of the framework in the kernel: one function a claim, its docstring the idea.

A file for each idea of Section 2 and Appendix B. kappa is a letter throughout, the numbers of
parameters, samples and neurons are, and the course of the utility is arbitrary.
"""

from theory.framework.kernel_proofs import (
    adaptive,
    angles,
    asymptotics,
    clocks,
    conserved,
    counting,
    courses,
    crossing,
    dormant,
    expectation,
    homogeneous,
    jump_time,
    leading,
    limits,
    log_means,
    means,
    network,
    norm_free,
    residual,
    returning,
    riccati,
    saddles,
    scaling,
    small,
    vanishing,
)
from theory.framework.kernel_proofs.entry import DOMAINS, PROOFS

__all__ = [
    "DOMAINS",
    "PROOFS",
    "adaptive",
    "angles",
    "asymptotics",
    "clocks",
    "conserved",
    "counting",
    "courses",
    "crossing",
    "dormant",
    "expectation",
    "homogeneous",
    "jump_time",
    "leading",
    "limits",
    "log_means",
    "means",
    "network",
    "norm_free",
    "residual",
    "returning",
    "riccati",
    "saddles",
    "scaling",
    "small",
    "vanishing",
]
