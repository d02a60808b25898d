"""Proofs of modular addition in the kernel: sums over a group of neurons and over Z/p.

p and N are letters throughout. The scripts that are imported here fill ``PROOFS``.
"""

from theory.modular.kernel_proofs import cost, elliptic, fewest, hessian, plateaus, pulls, summands
from theory.modular.kernel_proofs.figure import numbers, template
from theory.modular.kernel_proofs.flow import (
    first_limit,
    flow_follows,
    flow_norm,
    three_wave,
    wave_momentum,
    wave_norm,
)
from theory.modular.kernel_proofs.kept import alignment
from theory.modular.kernel_proofs.maxima import (
    local_maxima,
    magnitudes,
    maximiser_claims,
    maximiser_magnitudes,
    maximiser_waves,
    maximum,
    nyquist,
)
from theory.modular.kernel_proofs.race import limit, next_jump
from theory.modular.kernel_proofs.rest import one_neuron
from theory.modular.kernel_proofs.script import DOMAINS, PROOFS
from theory.modular.kernel_proofs.training import (
    expanded,
    gradient,
    pair_gradients,
    pair_neurons,
    squares_return,
    utility,
)
from theory.modular.kernel_proofs.transforms import (
    chained,
    correlation,
    encoding,
    learned_spectrum,
    plancherel,
    spectrum,
    symmetry,
)

__all__ = [
    "DOMAINS",
    "PROOFS",
    "alignment",
    "chained",
    "correlation",
    "cost",
    "elliptic",
    "encoding",
    "expanded",
    "fewest",
    "first_limit",
    "flow_follows",
    "flow_norm",
    "gradient",
    "hessian",
    "learned_spectrum",
    "limit",
    "local_maxima",
    "magnitudes",
    "maximiser_claims",
    "maximiser_magnitudes",
    "maximiser_waves",
    "maximum",
    "next_jump",
    "numbers",
    "nyquist",
    "one_neuron",
    "pair_gradients",
    "pair_neurons",
    "plancherel",
    "plateaus",
    "pulls",
    "spectrum",
    "squares_return",
    "summands",
    "symmetry",
    "template",
    "three_wave",
    "utility",
    "wave_momentum",
    "wave_norm",
]
