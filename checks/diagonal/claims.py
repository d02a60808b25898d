"""How the claims about diagonal networks are checked, each under its id; measured flows are in
``measured``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sympy import Abs, Ne, log, sign, sqrt

from checks.diagonal.definitions import (
    EDGE,
    EDGE_IS,
    IN_ETA_UTILITY,
    IN_ETA_WAITING,
    B,
    accelerated,
    arcosh_of_exp,
    at_the_jump,
    factor_in_plain_time,
    jump_cases,
    one_step,
    one_step_cases,
    ratio_of_rates,
    root_cases,
    sign_cases,
    smallest_positive_root,
    threshold_of_one,
    time_to_one,
    utility_at_scale,
    waiting_at_scale,
    waiting_cases,
)
from checks.diagonal.measured import FLOWS
from checks.diagonal.orbit import (
    FREE,
    any_neuron,
    crossing,
    expanded_signs,
    flow_in_dual,
    gradient_on_circle,
    in_angles,
    local_maxima,
    logs_of_angles,
    maximum,
    neuron_cases,
    one_less_square,
    one_sample,
    orbit_cases,
    passing_cases,
    q,
    riccati_from_the_flow,
    roots_of_squares,
    tanh_cases,
    utility_derivatives,
)
from checks.framework.cases import DerivedValue, InCases
from checks.methods.certified import Certified
from checks.methods.check import Check
from checks.methods.limit import Limiting
from checks.methods.proved import Symbolic
from theory import diagonal as paper
from theory.diagonal import (
    ACCELERATED,
    S_later,
    agf_utility,
    agf_waiting,
    dual,
    g,
    ratio,
    s,
    utility_at,
)
from theory.notation import U_star, alpha, eta, t

DORMANT = (Abs(dual) < EDGE / 2,)  # not yet at S = 1
INSIDE = (Ne(g, 0), s >= -1, s <= 1, sign(g) * s > -1)  # a candidate that the algorithm waits for
ORBIT = Certified("at exact points of a neuron's flow", any_neuron)


def on_the_orbit() -> InCases:
    """At every point of a neuron's flow, for any course of the gradient."""
    return InCases("on the orbit of the flow", orbit_cases, FREE, rewrite=roots_of_squares)


def for_every_sign() -> InCases:
    """A neuron with a past under a constant gradient, or none."""
    return InCases("on the orbit, for every sign", neuron_cases, FREE)


def from_any_start() -> InCases:
    """The same with any dual variable at the last jump."""
    return InCases(
        "from any start, for either sign of the gradient", in_angles, FREE, rewrite=logs_of_angles
    )


FORMULAS: Mapping[str, Sequence[Check]] = {
    "diagonal.utility": [Symbolic("the definition, sample by sample", one_sample)],
    "diagonal.maximal-utility": [
        Symbolic("the largest critical value on the circle", lambda: {U_star: maximum()})
    ],
    "diagonal.maximiser": [InCases("every local maximum on the circle", local_maxima)],
    "diagonal.conserved": [on_the_orbit(), ORBIT],
    "diagonal.conserved-appendix": [ORBIT, on_the_orbit()],
    "diagonal.product": [ORBIT, on_the_orbit()],
    "diagonal.parameters": [on_the_orbit(), ORBIT],
    "diagonal.sign-change": [Symbolic("the only zero of u v on the orbit", crossing)],
    "diagonal.dual-variable": [Symbolic("the exponential of the flow's matrix", flow_in_dual)],
    "diagonal.utility-gradient": [Symbolic("differentiate the utility", utility_derivatives)],
    "diagonal.gradient-norm": [
        Symbolic("differentiate the utility on the circle", gradient_on_circle)
    ],
    "diagonal.riccati": [
        Symbolic(
            "differentiate along the flow",
            riccati_from_the_flow,
            given=(Ne(paper.u**2 + paper.v**2, 0),),  # theta/|theta| has no value at 0
        )
    ],
    "diagonal.utility-solution": [from_any_start()],
    "diagonal.utility-interpolates": [
        Symbolic(
            "the limit of the solution",
            lambda: {utility_at: lambda when: paper.SOLUTION.xreplace({t: when})},
            examples=3,
        ),
        Limiting(
            "the solution at large times",
            lambda: {utility_at: lambda when: paper.SOLUTION.xreplace({t: when})},
        ),
    ],
    "diagonal.accumulated-utility-expanded": [from_any_start()],
    "diagonal.hyperbolic-identity": [
        InCases("at x = tanh(q)", tanh_cases, rewrite=one_less_square),
        Certified("at exact points"),
    ],
    "diagonal.delta-parameters": [for_every_sign(), ORBIT],
    "diagonal.delta-norm": [for_every_sign(), ORBIT],
    "diagonal.delta-accumulated": [for_every_sign(), ORBIT],
    "diagonal.norm": [on_the_orbit(), ORBIT],
    "diagonal.accumulated-utility-main": [for_every_sign(), ORBIT],
    "diagonal.accumulated-utility": [ORBIT, for_every_sign(), DerivedValue(S_later)],
    "diagonal.sign-recursion": [
        InCases(
            "through zero and without force, for every sign",
            passing_cases,
            FREE,
            rewrite=expanded_signs,
        ),
        ORBIT,
    ],
    "diagonal.mirror-potential": [ORBIT],
    "diagonal.sign-at-zero": [ORBIT],
    "diagonal.jump-time": [
        InCases(
            "where the moving neuron meets the threshold",
            waiting_cases,
            FREE,
            tied=EDGE_IS,
            only_for=(Ne(g, 0),),
            within=(2 * q <= B,),  # S <= 1
        ),
        Certified("against the roots of S = 1", time_to_one, given=DORMANT),
    ],
    "diagonal.unit-threshold": [Symbolic("where the norm is 1", threshold_of_one)],
    "diagonal.two-rates": [
        Symbolic("the limit", ratio_of_rates),
        Limiting("the ratio at small alpha", ratio_of_rates),
    ],
    "diagonal.two-rates-exact": [
        Symbolic(
            "from the two definitions",
            lambda: {ratio: log(alpha) / log(sqrt(2) * alpha), eta: ACCELERATED},
        )
    ],
    "diagonal.activation-sign": [
        InCases(
            "where the moving neuron meets the threshold",
            jump_cases,
            FREE,
            tied=EDGE_IS,
            only_for=(Ne(g, 0),),
        ),
        Certified("at the moment of the jump", at_the_jump, given=DORMANT),
    ],
    "diagonal.simplified-jump-time": [
        InCases(
            "the positive root, for either sign of g", root_cases, frozenset((s,)), only_for=INSIDE
        ),
        Certified("the smallest positive root", smallest_positive_root),
    ],
    "diagonal.boundary-sign": [Certified("the smallest positive root", smallest_positive_root)],
    "diagonal.arcosh-asymptotics": [
        Symbolic("the limit", arcosh_of_exp, examples=1),
        Limiting("at large x", arcosh_of_exp),
    ],
    "diagonal.log-cosh": [Limiting("at large x"), Symbolic("the limit", examples=1)],
    "diagonal.utility-limit": [
        InCases(
            "where sigma = A s, for every sign",
            sign_cases,
            restated=accelerated(agf_utility, IN_ETA_UTILITY),
            examples=1,
        ),
        Limiting("where sigma = A s", utility_at_scale),
    ],
    "diagonal.jump-time-limit": [
        InCases(
            "the corollary at S = |s|, for every sign",
            sign_cases,
            restated=accelerated(agf_waiting, IN_ETA_WAITING),
            only_for=INSIDE,
            examples=1,
        ),
        Limiting("the corollary at S = |s|", waiting_at_scale),
    ],
    "diagonal.exact-relation-step": [
        InCases("for every sign", one_step_cases, FREE, tied=EDGE_IS, only_for=INSIDE),
        Certified("at exact points", one_step),
    ],
    "diagonal.physical-factor": [
        Symbolic("the limit", factor_in_plain_time, examples=1),
        Limiting("the difference at small alpha", factor_in_plain_time),
    ],
}
CHECKS: Mapping[str, Sequence[Check]] = {
    name: [*FORMULAS.get(name, ()), *FLOWS.get(name, ())]
    for name in dict.fromkeys((*FORMULAS, *FLOWS))
}
