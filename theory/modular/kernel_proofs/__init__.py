"""Proofs of modular addition in the kernel: sums over a group of neurons and over Z/p.

p and N are letters throughout.
"""

from theory.modular.kernel_proofs import (
    chained,
    correlation,
    cost,
    encoding,
    expanded,
    figure,
    gradient,
    group,
    learned_spectrum,
    local_maxima,
    magnitudes,
    maximiser_claims,
    maximiser_magnitudes,
    maximiser_waves,
    maximum,
    nyquist,
    plancherel,
    spectrum,
    symmetry,
    three_wave,
    utility,
    wave_momentum,
)
from theory.modular.kernel_proofs.script import DOMAINS, PROOFS

__all__ = [
    "DOMAINS",
    "PROOFS",
    "chained",
    "correlation",
    "cost",
    "encoding",
    "expanded",
    "figure",
    "gradient",
    "group",
    "learned_spectrum",
    "local_maxima",
    "magnitudes",
    "maximiser_claims",
    "maximiser_magnitudes",
    "maximiser_waves",
    "maximum",
    "nyquist",
    "plancherel",
    "spectrum",
    "symmetry",
    "three_wave",
    "wave_momentum",
    "utility",
]
