"""How the claims about diagonal networks are checked, each under its id; measured flows are in ``measured``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sympy import Abs, acosh, exp, log, sqrt

from checks.diagonal.definitions import (
    IN_ETA_UTILITY,
    IN_ETA_WAITING,
    accelerated_limit,
    any_neuron,
    at_the_jump,
    crossing,
    first_integral,
    gradient_on_circle,
    in_cases,
    integrates_utility,
    jump_cases,
    later_sign,
    local_maxima,
    logarithmic,
    maximum,
    neuron_cases,
    neuron_cases_and_no_force,
    of_tanh,
    on_the_orbit,
    one_sample,
    one_step,
    one_step_cases,
    reaches_one,
    riccati_from_the_flow,
    root_cases,
    smallest_positive_root,
    solves_riccati,
    solves_the_flow,
    threshold_of_one,
    through_the_relation,
    time_to_one,
    utility_at_scale,
    utility_derivatives,
    waiting_at_scale,
)
from checks.diagonal.measured import FLOWS
from checks.methods.certified import Certified
from checks.methods.check import Check
from checks.methods.limit import Limiting
from checks.methods.proved import ByDerivation, Symbolic
from theory import diagonal as paper
from theory.diagonal import ACCELERATED, agf_utility, agf_waiting, dual, ratio, utility_at
from theory.notation import U_star, alpha, eta, t

ORBIT = Certified("at exact points of a neuron's flow", any_neuron)

CHECKS: Mapping[str, Sequence[Check]] = {
    "diagonal.utility": [Symbolic("the definition, sample by sample", one_sample)],
    "diagonal.maximal-utility": [
        Symbolic("the largest critical value on the circle", lambda: {U_star: maximum()})
    ],
    "diagonal.maximiser": [
        Symbolic("every local maximum on the circle", into=in_cases(local_maxima))
    ],
    "diagonal.conserved": [
        Symbolic("constant along the flow, right at the start", into=first_integral),
        ORBIT,
    ],
    "diagonal.conserved-appendix": [
        ORBIT,
        Symbolic("constant along the flow, right at the start", into=first_integral),
    ],
    "diagonal.product": [ORBIT, Symbolic("on the orbit of the flow", into=on_the_orbit)],
    "diagonal.parameters": [Symbolic("on the orbit of the flow", into=on_the_orbit), ORBIT],
    "diagonal.sign-change": [Symbolic("the only zero of u v on the orbit", crossing)],
    "diagonal.dual-variable": [Symbolic("it solves the flow", into=solves_the_flow)],
    "diagonal.utility-gradient": [Symbolic("differentiate the utility", utility_derivatives)],
    "diagonal.gradient-norm": [
        Symbolic("differentiate the utility on the circle", gradient_on_circle)
    ],
    "diagonal.riccati": [Symbolic("differentiate along the flow", riccati_from_the_flow)],
    "diagonal.utility-solution": [
        Symbolic("it solves the Riccati equation from its initial value", into=solves_riccati)
    ],
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
    "diagonal.accumulated-utility-expanded": [
        Symbolic("its derivative is twice the utility", into=integrates_utility)
    ],
    "diagonal.hyperbolic-identity": [
        Symbolic("at x = tanh(q)", into=of_tanh),
        Certified("at exact points"),
    ],
    "diagonal.delta-parameters": [
        Symbolic("on the orbit, for every sign", into=in_cases(neuron_cases)),
        ORBIT,
    ],
    "diagonal.delta-norm": [
        Symbolic("on the orbit, for every sign", into=in_cases(neuron_cases)),
        ORBIT,
    ],
    "diagonal.delta-accumulated": [
        Symbolic("on the orbit, for every sign", into=in_cases(neuron_cases)),
        ORBIT,
    ],
    "diagonal.norm": [
        Symbolic("constant along the flow, right at the start", into=logarithmic),
        ORBIT,
    ],
    "diagonal.accumulated-utility-main": [
        Symbolic("on the orbit, for every sign", into=in_cases(neuron_cases_and_no_force)),
        ORBIT,
    ],
    "diagonal.accumulated-utility": [
        ORBIT,
        Symbolic("on the orbit, for every sign", into=in_cases(neuron_cases_and_no_force)),
        ByDerivation(),
    ],
    "diagonal.sign-recursion": [
        Symbolic("through zero and without force, for every sign", into=later_sign),
        ORBIT,
    ],
    "diagonal.jump-time": [
        Symbolic("after this time the utility is 1", into=reaches_one),
        Certified(
            "against the roots of S = 1", time_to_one, given=(Abs(dual) < acosh(exp(2 * eta)) / 2,)
        ),
    ],
    "diagonal.unit-threshold": [Symbolic("where the norm is 1", threshold_of_one)],
    "diagonal.two-rates": [Symbolic("the limit"), Limiting("the ratio at small alpha")],
    "diagonal.two-rates-exact": [
        Symbolic(
            "from the two definitions",
            lambda: {ratio: log(alpha) / log(sqrt(2) * alpha), eta: ACCELERATED},
        )
    ],
    "diagonal.activation-sign": [
        Symbolic("where the moving neuron meets the threshold", into=in_cases(jump_cases)),
        Certified(
            "at the moment of the jump", at_the_jump, given=(Abs(dual) < acosh(exp(2 * eta)) / 2,)
        ),
    ],
    "diagonal.simplified-jump-time": [
        Symbolic("the larger root, for either sign of g", into=in_cases(root_cases)),
        Certified("the larger root", smallest_positive_root),
    ],
    "diagonal.arcosh-asymptotics": [Symbolic("the limit", examples=1), Limiting("at large x")],
    "diagonal.log-cosh": [Limiting("at large x"), Symbolic("the limit", examples=1)],
    "diagonal.utility-limit": [
        Symbolic(
            "where sigma = A s, for every sign",
            into=accelerated_limit(agf_utility, IN_ETA_UTILITY),
            examples=1,
        ),
        Limiting("where sigma = A s", utility_at_scale),
    ],
    "diagonal.jump-time-limit": [
        Symbolic(
            "the corollary at S = |s|, for every sign",
            into=accelerated_limit(agf_waiting, IN_ETA_WAITING),
            examples=1,
        ),
        Limiting("the corollary at S = |s|", waiting_at_scale),
    ],
    "diagonal.exact-relation-step": [
        Symbolic("for every sign", into=in_cases(one_step_cases)),
        Certified("at exact points", one_step),
    ],
    "diagonal.theorem": [
        Symbolic(
            "through the exact relation (same beta, times A(alpha) t_PF): A(alpha) -> 1",
            through_the_relation,
            examples=1,
        )
    ],
    "diagonal.physical-factor": [
        Symbolic("the limit", examples=1),
        Limiting("the difference at small alpha"),
    ],
}
for _id, _found in FLOWS.items():
    CHECKS.setdefault(_id, []).extend(_found)  # type: ignore[attr-defined]
