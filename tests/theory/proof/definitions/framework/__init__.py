"""Which numbers a claim of the framework is tried at."""

from mpmath import mpf

from tests.theory.proof.definitions.framework.courses import (
    angles,
    courses_of_layers,
    decaying,
    growing,
    initialised,
    returning,
)
from tests.theory.proof.definitions.framework.dormant import (
    clocks,
    dormant,
    in_the_norm,
    layers,
    radial,
)
from tests.theory.proof.definitions.framework.expectation import on_a_ray
from tests.theory.proof.definitions.framework.means import gaussian_layer
from tests.theory.proof.definitions.framework.network import (
    active,
    dormant_terms,
    homogeneous,
    on_a_line,
    order,
    saddle,
    small_neurons,
    utility,
)

# "Some point attains it", "with some phase": no sample does; "for every velocity": functions are
# not sampled.
SAMPLED = {
    "framework.rate-utility",
    "framework.finite-mean",  # "some number bounds all integrals"
    # Limits of integrals, and functions of four and five numbers: tests/theory/framework/
    # test_means.py has their numbers.
    "framework.mean-threshold",
    "framework.gamma",
    "framework.digamma",
    "framework.log-integral",
    "framework.beta",
    "framework.beta-integral",
    "framework.euler-law",
    "framework.euler-integral",
    "framework.hypergeometric",
}
DORMANT = (
    "polar-norm",
    "polar-direction",
    "dormant-norm",
    "dormant-direction",
    "riccati",
    "dynamics-scale",
    "euler",
    "gradient-homogeneity",
    "faster-direction",
    "utility-rises",
    "linearisation",
)
INSTANCES = {
    **dict.fromkeys(
        ("framework.norm-lower-bound", "framework.norm-split", "framework.norm-bound-attained"),
        courses_of_layers,
    ),
    "framework.return-utility": lambda: [returning(2), returning(3), returning(5)],
    "framework.instantaneous-alignment": lambda: [angles(2), angles(3)],
    "framework.adaptive-alignment": lambda: [angles(2), angles(3)],
    "framework.critical-points": lambda: [saddle()],
    "framework.residual-gradient": lambda: [on_a_line()],
    "framework.gradient-split": lambda: [on_a_line()],
    "framework.homogeneity": lambda: [homogeneous()],
    "framework.leading-order": lambda: [order()],
    "framework.leading-dynamics": lambda: [order()],
    "framework.dormant-negligible": lambda: [dormant_terms()],
    "framework.loop-test": lambda: [saddle()],
    "framework.residual-active": lambda: [small_neurons()],
    "framework.escape": lambda: [small_neurons()],
    "framework.time-rescaling": lambda: [decaying()],
    "framework.scaling-symmetry": lambda: [growing(lambda alpha, t: alpha * t)],
    "framework.alignment-correspondence": lambda: [growing(lambda alpha, t: t)],
    "framework.balanced-start": lambda: [initialised()],
    "framework.projection-size": lambda: [initialised()],
    "framework.accelerated-rate": lambda: [
        on_a_ray(1, mpf("0.7")),
        on_a_ray(2, mpf(1), cone=("0.5", "0.5")),
        on_a_ray(3, mpf("0.4")),
    ],
    "framework.expected-threshold": lambda: [
        gaussian_layer(3, 1, 3, mpf("0.7")),
        gaussian_layer(4, 3, 1, mpf("0.4")),
    ],
    "framework.expected-threshold-quadratic": lambda: [gaussian_layer(2, 3, 3, mpf("0.3"))],
    "framework.conserved-quantity": lambda: [layers()],
    "framework.adaptive-dynamics": lambda: [dormant(adaptive=True)],
    "framework.adaptive-rate": lambda: [dormant(), dormant(adaptive=True)],
    "framework.first-crossing": lambda: [
        radial(kappa, mpf(part)) for kappa in (2, 3, 5) for part in ("0.5", "1.001")
    ],
    "framework.algorithm-threshold": lambda: [clocks()],
    "framework.riccati-norm-free": lambda: [in_the_norm(2), in_the_norm(3), in_the_norm(4)],
    **dict.fromkeys((f"framework.{name}" for name in DORMANT), lambda: [dormant()]),
}


def instances(identifier):
    """Values of the letters at which a claim is tried."""
    if identifier in INSTANCES:
        return INSTANCES[identifier]()
    if identifier == "framework.norm-solution":  # before the jump
        return [radial(2, mpf("0.5")), radial(3, mpf("0.5")), radial(5, mpf("0.9"))]
    if identifier == "framework.jump-bound-higher":
        return [radial(3), radial(4)]
    if identifier == "framework.jump-bound-quadratic":
        return [radial(2)]
    return [radial(2), radial(3)]
