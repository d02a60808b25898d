"""Which numbers a claim of the linear setting is tried at."""

from functools import partial

from mpmath import mpf

from tests.theory.proof.definitions.linear.data import (
    basis_change,
    commuting_problem,
    linear_problem,
    selected_pair,
    singular_pair,
    singular_system,
    two_decompositions,
)
from tests.theory.proof.definitions.linear.flows import (
    greedy_stages,
    growing_columns,
    growing_mode,
    half_turned,
    leaving_mode,
    mode_alone,
    network,
    second_mode,
)
from tests.theory.proof.definitions.linear.plateaus import (
    common_modes,
    plateau,
    plateaus,
)

# "Some point attains it", "with some phase": no sample does; "for every velocity": functions are
# not sampled.
SAMPLED = {
    "linear.largest-total",
    "linear.best-frame",
    "linear.local-maximum",
    "linear.best-loss",
    "linear.best-matrix",
    "linear.most-modes",
    "linear.top-slope",
    "linear.turn-rate",
    "linear.mode-limit",
    "linear.settled",
    "linear.first-stage",  # a flow from every start, up to every time: the witness has it
}


def widths():
    """c = 2, H = 5, d = 3: two modes at most."""
    sizes = {"c": mpf(2), "width": mpf(5), "d": mpf(3)}
    return {**sizes, "rank_AW": mpf(2), "step": mpf(1), "modes": mpf(1)}


PLATEAUS = {
    "basis-size": widths,
    "dormant-count": widths,
    **dict.fromkeys(("interlaced-above", "interlaced-below", "alternate"), plateaus),
    **dict.fromkeys(("bottom-singular-values", "recovers-gidel"), common_modes),
    **dict.fromkeys(("commuting-times", "commuting-waits"), partial(common_modes, 2)),
    "mode-energy": growing_mode,
    "aligned-mode": mode_alone,
    **dict.fromkeys(
        ("cross-covariance", "utility", "utility-main", "gradient", "gradient-main", "level",
         "reduced-rank-regression"),
        linear_problem,
    ),
    "symmetry": basis_change,
    "volume-growth": growing_columns,
    "half-turn": half_turned,
    "greedy-ends": greedy_stages,
    "greedy-low-rank": second_mode,
    "turning-rate": leaving_mode,
    "unique-decomposition": two_decompositions,
    "descent-in-span": selected_pair,
    **dict.fromkeys(
        ("total-utility", "individual-utility", "single-maximum", "vectors-align"), singular_system
    ),
    **dict.fromkeys(
        ("accumulated-utility", "jump-recursion", "order-kept", "recursion-unrolled"), plateau
    ),
    "simultaneous": commuting_problem,
}  # fmt: skip
INSTANCES = {
    **{f"linear.{name}": lambda make=make: [make()] for name, make in PLATEAUS.items()},
    "linear.aligned-utility": lambda: [singular_pair()],
    "linear.conserved-matrix": lambda: [network()],
}


def instances(identifier):
    """Values of the letters at which a claim is tried."""
    return INSTANCES[identifier]()
