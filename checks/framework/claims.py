"""How the claims of Section 2 and Appendix B are checked, each under its id.

Proofs use invariants (norm, inner products), so they hold in every dimension; what they are
compared with comes from the definition of a neuron (``neuron``), from an integrated flow, or from a
quadrature.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import sympy as sp

from checks.framework import (
    alignment,
    clocks,
    expectation,
    flows,
    networks,
    norms,
    returning,
    ties,
)
from checks.framework.cases import DerivedValue, InCases, Rewritten
from checks.framework.definitions import (
    a,
    aligned,
    any_layers,
    b,
    balances,
    bounded_by_maximum,
    conserved,
    degrees,
    dormant_ratio,
    gradient_at_saddle,
    grown_norms,
    homogeneous,
    in_rates,
    initial_moments,
    j,
    leading_definitions,
    leaving,
    monomial,
    no_inputs,
    no_outputs,
    polar_definitions,
    r,
    residual_definitions,
    scaled_solution,
    scaled_velocities,
    share,
    split_definitions,
    thresholds,
    v,
    w,
    with_own_rate,
    x,
    y,
    z_1,
    z_2,
)
from checks.framework.neuron import DIGITS, Neuron, observations, on_neurons
from checks.methods.certified import Certified
from checks.methods.check import Check, Effort
from checks.methods.exactly import Exactly
from checks.methods.limit import Limiting
from checks.methods.property import Property
from checks.methods.proved import Symbolic
from theory import framework as paper
from theory.notation import S, U_bar, U_star, alpha, eta, k, kappa, n, n_0, n_t, t, tau


def from_neurons(name: str, **options) -> Property:
    """Measure the letters of a claim on random neurons, straight from the definition of the
    utility.
    """

    def observe(neuron: Neuron, effort: Effort, digits: int = DIGITS) -> Iterator[dict]:
        return observations(neuron, digits)

    return on_neurons(name, observe, **options)


def gradient_check(definitions) -> list[Check]:
    """One neuron among others on one data point with a cubic activation: exact instances, no proof
    of the rest.
    """
    # The copy of the parameter that is held fixed is set equal to the parameter after
    # differentiating.
    return [
        Symbolic(
            f"from the squared loss, gradient in {parameter}",
            partial(definitions, parameter),
            afterwards=((paper.phi, paper.theta),),
            method="certified",
        )
        for parameter in ("a", "w")
    ]


FREE = frozenset((alpha, eta, n_0, n_t, U_star, paper.epsilon, paper.A_sq, paper.W_sq))


def proved_limit(examples: int = 4) -> list[Check]:
    """A limit by computer algebra for all parameters, and the formula followed numerically to the
    limit.
    """
    return [
        Limiting("the formula followed to its limit"),
        InCases("limit by computer algebra, for all parameters", degrees, FREE, examples=examples),
    ]


def norm_is_one() -> InCases:
    """The accumulated utility at which the norm is 1, by separation of variables."""
    return InCases("where the norm is 1, for every kappa", thresholds, FREE)


def kept_bound(degree: sp.Expr | int) -> list[Check]:
    """The bound at S <= kappa U* tau, kept and attained where the neuron is aligned."""
    return [
        Certified(
            "S <= kappa U* tau", lambda: {tau: bounded_by_maximum(degree)[tau].subs(j, kappa - 2)}
        ),
        *(
            Certified(f"{words} by an aligned neuron", aligned(degree), sharp=sharp)
            for words, sharp in (("kept", False), ("attained", True))
        ),
    ]


CHECKS: Mapping[str, Sequence[Check]] = {
    "framework.time-rescaling": [flows.time_rescaling],
    "framework.critical-points": [
        Certified(
            "the gradient at a dormant neuron, any activation to third order", gradient_at_saddle
        ),
        networks.saddle_gradients,
    ],
    "framework.loop-test": [
        Certified(
            "the gradient at a dormant neuron, any activation to third order", gradient_at_saddle
        ),
        networks.saddle_gradients,
    ],
    "framework.residual-active": [
        Limiting(
            "one output of a dormant neuron beside an active one",
            {
                paper.residual_at: lambda scale: y - b - scale * a * (scale * w * x) ** k,
                paper.r_active: y - b,
            },
            given=(k <= 4, sp.Ne(a, 0), sp.Ne(w, 0), sp.Ne(x, 0)),
        )
    ],
    "framework.escape": [
        Certified("the loss on two data points", leaving, given=(k <= 4,)),
    ],
    "framework.projection-size": [networks.parameter_count],
    "framework.leading-order": [networks.lowest_order, networks.lowest_order_attained],
    "framework.residual-gradient": gradient_check(residual_definitions),
    "framework.gradient-split": gradient_check(split_definitions),
    "framework.dormant-negligible": [
        Limiting(
            "ratio of the two terms, followed to lambda = 0",
            dormant_ratio,
            given=(k <= 4, sp.Ne(r, 0), sp.Ne(w, 0), sp.Ne(x, 0)),
        ),
    ],
    "framework.linearisation": [
        Limiting(
            "the gradient of U = r a w^(kappa - 1) over the scale",
            {paper.gradient_at: lambda scale: r * (scale * w) ** (kappa - 1)},
            given=(kappa <= 6, sp.Ne(r, 0), sp.Ne(w, 0)),
        )
    ],
    "framework.polar-direction": [
        Symbolic("chain rule in any dimension", polar_definitions),
        from_neurons("finite differences on neurons"),
    ],
    "framework.polar-norm": [
        Symbolic("chain rule in any dimension", polar_definitions),
        from_neurons("finite differences on neurons"),
    ],
    "framework.homogeneity": [
        Certified(
            "scaling a neuron on two data points",
            {
                paper.U: a * r * w**k + a * y * v**k,
                paper.U_scaled: paper.lam
                * a
                * (r * (paper.lam * w) ** k + y * (paper.lam * v) ** k),
            },
        ),
        networks.scaled_utility,
    ],
    "framework.euler": [from_neurons("utility and gradient of neurons")],
    "framework.gradient-homogeneity": [from_neurons("gradients of neurons at two norms")],
    "framework.faster-direction": [networks.rates_by_hand, networks.velocities_at_two_scales],
    "framework.utility-rises": [
        from_neurons("finite differences on neurons"),
        Exactly("a neuron at its largest utility, exactly", ties.at_rest, "neurons that rest"),
    ],
    "framework.dormant-direction": [
        Symbolic("Euler's theorem in the polar dynamics, any dimension", homogeneous),
        from_neurons("finite differences on neurons"),
    ],
    "framework.dormant-norm": [
        Symbolic("Euler's theorem in the polar dynamics, any dimension", homogeneous),
        from_neurons("finite differences on neurons"),
    ],
    "framework.dynamics-scale": [
        Symbolic("the dormant dynamics at lambda |theta|", scaled_velocities),
        networks.velocities_at_two_scales,
    ],
    "framework.leading-dynamics": [
        Limiting(
            f"{name}: the first power is {degree}",
            partial(leading_definitions, function, degree),
            given=tuple(sp.Ne(s, 0) for s in (a, r, w, x)),
        )
        for name, function, degree in (
            ("tanh", sp.tanh, 2),
            ("1 - cos", lambda z: 1 - sp.cos(z), 3),
            ("exp(z) - 1 - z", lambda z: sp.exp(z) - 1 - z, 3),
            ("z - sin", lambda z: z - sp.sin(z), 4),
        )
    ],
    "framework.riccati": [
        DerivedValue(paper.rate_U),
        Certified("U = r a w^k, every letter computed from it", monomial, examples=(25, 100, 1000)),
        from_neurons("finite differences on neurons"),
    ],
    "framework.riccati-norm-free": [
        Certified(
            "derivative of the right-hand side in the norm",
            {
                paper.rate_in_norm: sp.diff(
                    eta
                    * kappa**2
                    * n ** (kappa - 2)
                    * (paper.gradient_norm**2 / kappa**2 - U_bar**2),
                    n,
                )
            },
        )
    ],
    "framework.norm-solution": [
        norms.norm_by_hand,
        norms.integrated_norm,
        InCases("d|theta|/dS = eta |theta|^(kappa-1), separated", grown_norms, FREE, examples=12),
    ],
    "framework.jump-threshold": [
        DerivedValue(paper.S_jump, degrees),
        norm_is_one(),
        norms.integrated_threshold,
    ],
    "framework.jump-threshold-appendix": [
        norm_is_one(),
        norms.integrated_threshold,
    ],
    "framework.first-crossing": [
        norms.integrated_crossing,
        *(
            Exactly(
                f"the crossing itself, kappa = {degree}", ties.at_crossing(degree), "crossings of 1"
            )
            for degree in (2, 3, 5)
        ),
    ],
    "framework.threshold-continuity": proved_limit(),
    "framework.algorithm-threshold": [
        Certified(
            "both integrals of a utility q + s t",
            {
                paper.accumulated: eta * kappa * sp.Integral(U_bar + share * t, (t, 0, tau)),
                S: kappa * sp.Integral(U_bar + share * t, (t, 0, tau)),
            },
        ),
        Exactly(
            "where the threshold is reached, exactly",
            ties.at_threshold,
            "crossings",
            given=(sp.Gt(paper.c_i, 0, evaluate=False),),
        ),
    ],
    "framework.jump-diverges": proved_limit(examples=0),  # an infinite limit has no samples
    "framework.accelerated-rate": [expectation.near_the_origin, expectation.finite_expectation],
    "framework.expected-threshold": [expectation.expectation_by_quadrature],
    "framework.expected-threshold-quadratic": [expectation.expectation_by_quadrature_quadratic],
    "framework.jump-bound-quadratic": [*kept_bound(2), norms.integrated_jump_quadratic],
    "framework.jump-bound-higher": [*kept_bound(j + 2), norms.integrated_jump_higher],
    "framework.conserved-quantity": [
        Rewritten(
            Certified(
                "both norms under gradient flow, two data points",
                conserved,
                given=(sp.Ne(z_1, 0), sp.Ne(z_2, 0)),
            ),
            in_rates,
        ),
        Rewritten(networks.conserved_on_networks, in_rates),
    ],
    "framework.norm-lower-bound": [
        InCases("|a|^2 and |w|^2 not negative", balances, FREE),
        flows.kept_along,
        Certified("attained at w = 0", no_inputs, sharp=True),
        Certified("attained at a = 0", no_outputs, sharp=True),
    ],
    "framework.norm-split": [flows.kept_along],
    "framework.norm-bound-attained": [
        Certified("at w = 0", no_inputs, given=(paper.A_sq >= 0,)),
        Certified("at a = 0", no_outputs, given=(paper.W_sq >= 0,)),
        Certified("at any a and w", any_layers, given=(paper.A_sq >= 0, paper.W_sq >= 0)),
    ],
    "framework.vanishing-imbalance": proved_limit(),
    "framework.balanced-start": [Certified("second moments, integrated", initial_moments)],
    "framework.return-utility": [
        returning.returned_neuron,
        Exactly(
            "the limit of both integrals, exactly",
            clocks.returned,
            "norms on the way back",
            given=(kappa <= clocks.LARGEST,),
        ),
    ],
    "framework.scaling-symmetry": [
        flows.scaled_flow,
        Rewritten(
            Symbolic("a field of degree kappa - 1 and the initial value", examples=0),
            scaled_solution,
        ),
    ],
    "framework.alignment-correspondence": [flows.corresponding_directions],
    "framework.threshold-asymptotics-quadratic": [Limiting("the formula followed to its limit")],
    "framework.threshold-asymptotics-higher": proved_limit(),
    "framework.alignment-speed": proved_limit(),
    "framework.alignment-limit-quadratic": proved_limit(examples=1),
    "framework.alignment-limit-higher": proved_limit(),
    "framework.instantaneous-alignment": [
        alignment.alignment,
        # what the premises exclude is a corner: kappa = 1, an angle that closes, and not at once
        Exactly(
            "angles that are known, exactly",
            clocks.instantaneous,
            "exponential angles",
            examples=100,
        ),
    ],
    "framework.adaptive-rate": [
        Certified(f"the directional dynamics at {words}", partial(with_own_rate, rate))
        for words, rate in (
            ("the printed rate", n ** (2 - kappa) * eta),
            ("any rate", paper.eta_i),
        )
    ]
    + [Exactly("a component of any speed, exactly", clocks.turning, "components")],
    "framework.adaptive-alignment": [
        alignment.adaptive_alignment,
        Exactly("angles that are known, exactly", clocks.adaptive, "exponential angles"),
    ],
    "framework.adaptive-dynamics": [
        Symbolic(
            "the dormant dynamics at the adaptive rate",
            lambda: {
                rate: value.subs(eta, n ** (2 - kappa) * eta)
                for rate, value in homogeneous().items()
            },
        ),
        networks.adaptive_velocities,
    ],
    "framework.termination": [returning.at_termination],
}
