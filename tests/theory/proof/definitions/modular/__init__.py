"""Which numbers a claim of modular addition is tried at."""

from mpmath import mpf

from tests.theory.proof.definitions.modular.first import first_of_two
from tests.theory.proof.definitions.modular.flows import (
    beside_the_dormant,
    coming_to_rest,
    leaving_the_origin,
)
from tests.theory.proof.definitions.modular.groups import (
    beside,
    everything,
    five,
    learned_wave,
    one_neuron,
    phases,
    printed_phases,
    pulled,
    quarter,
    square_free,
    third,
    two_groups,
)
from tests.theory.proof.definitions.modular.groups import plateau as learned_plateau
from tests.theory.proof.definitions.modular.growing import (
    growing,
    jumping,
    racing,
    taking,
    waiting,
)
from tests.theory.proof.definitions.modular.pairs import one_pair, pairs, scaled_pair
from tests.theory.proof.definitions.modular.residues import (
    critical,
    even,
    maximising,
    moving,
    on_the_sphere,
    one_hot,
    residues,
)
from tests.theory.proof.definitions.modular.several_summands import (
    first_jump,
    largest_of_two,
    local_maxima,
    summands,
)

# "Some point attains it", "with some phase": no sample does; "for every velocity": functions are
# not sampled.
SAMPLED = {
    "modular.least-gap",
    "modular.least-group",
    "modular.least-share",
    "modular.width-needed",
    "modular.without",
    "modular.maximum",
    "modular.summands-maximum",  # tests/theory/modular/kernel_proofs/summands/test_maximum.py
    "modular.summands-maxima",  # test_local_maxima.py there
    "modular.input-gradient",  # these two: test_first_jump.py there
    "modular.output-gradient",
    "modular.maximiser",
    "modular.maxima",
    "modular.amplitude",
    "modular.square-sum",
    "modular.pair-drift",
    "modular.escape",
    "modular.escape-else",
    "modular.pull-first",
    "modular.independent-conditions",
    "modular.terms",  # "for some two neurons": eight numbers at once
    "modular.terms-left",
    "modular.single-point",
    "modular.single-hessian",
    "modular.mixture-point",
    "modular.mixture-hessian",
    "modular.races",  # at every alpha: tests/theory/modular/test_race.py takes a few
    "modular.frequencies-alone",  # these four: tests/theory/modular/test_first.py
    "modular.strongest-blow-up",
    "modular.weaker-blow-up",
    "modular.first-jumps",
}
MAXIMISING = (
    "maximal-utility",
    "maximiser-amplitude",
    "maximiser-magnitude",
    "maximiser-form",
    "maximiser-waves",
    "maximiser-phases",
    "maximal-value-line",
    "no-other-maxima",
)
AT_THE_BOUND = (
    "every-construction",
    "learned-correlation",
    "learned-expansion",
    "learned-factored",
    "learned-function",
    "learned-triple",
    "residual-utility",
    "tightness",
    "updated-utility",
)
ANYWHERE = (
    "aligned-output",
    "cosine-sum",
    "cost-bound",
    "cost-cosines",
    "equality-conditions",
    "gap-distance",
    "loss-bound",
    "loss-split",
    "lower-bound",
    "net-bound",
    "wave-transform",
)

INSTANCES = {
    **dict.fromkeys((f"modular.{name}" for name in ANYWHERE), lambda: [everything(residues(3), 3)]),
    **dict.fromkeys(
        (f"modular.{name}" for name in AT_THE_BOUND),
        lambda: [everything(residues(3), 3, 6, attained=True)],
    ),
    "modular.aligned-input": lambda: [one_neuron(residues(3), 3)],
    "modular.aligned-utility": lambda: [one_neuron(residues(3), 3)],
    "modular.product-identity": lambda: [one_pair()],
    "modular.pairs-stay": lambda: [pairs()],
    "modular.squares-return": lambda: [scaled_pair()],
    "modular.cross-pull": lambda: [pulled(residues(5), 5)],
    "modular.second-group": lambda: [beside(residues(5), 5)],
    "modular.five-neurons": lambda: [five(everything(residues(3), 3))],
    "modular.smallest-group": lambda: [{**everything(residues(3), 3), "least_group": mpf(6)}],
    "modular.width": lambda: [{**phases(residues(5), 5), "width_needed": mpf(12)}],
    **dict.fromkeys(
        ("modular.least-gaps", "modular.one-neuron"),
        lambda: [{**everything(residues(3), 3, 1), "least_share": mpf(8) / 9}],
    ),
    "modular.conditions-needed": lambda: [{"independent": mpf(9)}],
    "modular.quarter-frequency-cost": lambda: [quarter(residues(4), 4)],
    "modular.third-harmonic": lambda: [third(residues(5), 5)],
    **dict.fromkeys(
        ("modular.alignment-preserved", "modular.only-third-harmonic"),
        lambda: [square_free(residues(5), 5)],
    ),
    "modular.odd-construction": lambda: [everything(residues(3), 3, 7, attained=True)],
    "modular.even-construction": lambda: [printed_phases(residues(3), 3)],
    "modular.plateau-function": lambda: [learned_plateau(residues(3), 3)],
    "modular.plateau-level": lambda: [learned_plateau(residues(5), 5)],
    "modular.independent-groups": lambda: [two_groups(residues(5), 5)],
    "modular.utility-after-two": lambda: [two_groups(residues(5), 5, 6, attained=True)],
    "modular.magnitude-constraint": lambda: [on_the_sphere()],
    "modular.learned-spectrum": lambda: [learned_wave()],
    "modular.nyquist": lambda: [even()],
    "modular.single-frequency-hessian": lambda: [critical([1]), critical([2])],
    "modular.mixture-hessian": lambda: [critical([1, 2])],
    "modular.summands-utility": lambda: [summands(2), summands(3)],
    "modular.summands-maximum": lambda: [largest_of_two()],
    "modular.summands-maxima": lambda: [local_maxima(1, 5), local_maxima(3, 5)],
    "modular.summands-bound": lambda: [first_jump(k) for k in (1, 2, 3)],
    "modular.one-hot": lambda: [one_hot()],
    "modular.figure-nyquist": lambda: [{"nyquist": mpf(0)}],
    "modular.product-terms": lambda: [
        {**residues(3), "xi": mpf(1), "terms": mpf(16), "terms_left": mpf(4)}
    ],
    "modular.wave-time": lambda: [waiting()],
    "modular.frequency-taken": lambda: [taking()],
    "modular.jump-bound": lambda: [racing()],
    "modular.dominant-first": lambda: [first_of_two()],
    "modular.flow-follows": lambda: [beside_the_dormant()],
    "modular.flow-norm": lambda: [leaving_the_origin()],
    "modular.alignment-kept": lambda: [coming_to_rest()],
    "modular.one-neuron-rest": lambda: [coming_to_rest()],
    "modular.jump-bound-finite": lambda: [jumping()],
    "modular.figure-parity": lambda: [{"parity": mpf(0)}],
    "modular.figure-magnitudes": lambda: [{"tied": mpf(7)}],
    **dict.fromkeys((f"modular.gradient-{name}" for name in "uvw"), lambda: [moving()]),
    **dict.fromkeys(
        ("modular.wave-growth", "modular.wave-momentum", "modular.first-jump"),
        lambda: [growing()],
    ),
    **dict.fromkeys((f"modular.{name}" for name in MAXIMISING), lambda: [maximising()]),
}


def instances(identifier):
    """Values of the letters at which a claim is tried."""
    return INSTANCES[identifier]() if identifier in INSTANCES else [residues()]
