"""Which measured checks a claim about diagonal networks has: flows, data sets, limits as alpha ->
0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import sympy as sp
from hypothesis import strategies as st

from checks.diagonal.agf import (
    SCALES,
    agf_limit,
    by_its_limits,
    exact_jumps,
    exact_limit,
    numeric_jumps,
    reused_levels,
    tied_processes,
)
from checks.diagonal.constrained_minimum import active_flow, count_minimisers
from checks.diagonal.data import (
    EXAMPLE,
    any_spectrum,
    appearing,
    candidates,
    dormant_starts,
    enumerated_root,
    plateaus,
    problems,
    returned,
    small,
)
from checks.diagonal.gradient_flow import (
    activation_in_flow,
    active_integrals,
    bounded_integrals,
    by_sign_only,
    exact_example,
    flow_limit,
    further,
    straight_integrals,
    the_example,
    zero_crossings,
)
from checks.diagonal.integrated_neuron import (
    DIRECTION,
    MOVING,
    NEURON,
    WAITING,
    History,
    again,
    first_to_activate,
    histories,
)
from checks.diagonal.symmetric import NETWORKS
from checks.framework.cases import Rewritten
from checks.methods.assuming import Assuming
from checks.methods.check import Check
from checks.methods.property import Property

EXACT = 1e-40  # exact rationals in, balls of 192 bits (57 digits) through

# --- the table ------------------------------------------------------------------------------------
# eight digits: 1e-13 of the integrator over plain times of 1e3, and what close events leave in the
# extrapolation
LIMIT = 1e-8
LIMIT_REASON = (
    "extrapolated in 1/log(1/alpha); the remainder is exponentially small "
    "but for events that nearly coincide"
)
SAMPLED_REASON = (
    "extrapolated in 1/log(1/alpha); linear interpolation between points of the trajectory "
    "adds nothing to a straight line"
)

DOUBLES_REASON = "doubles; what cancels, and what a jump makes of the ones before, is carried along"


def exactly(name: str, observe: Callable, **more) -> Property:
    """Measurements in exact rationals, on data with any spectrum."""
    return Property(
        name,
        any_spectrum(),
        observe,
        EXACT,
        "exact rationals",
        examples=(40, 400, 4000),
        **more,
    )


def in_the_limit(
    name: str, observe: Callable, reason: str, examples: tuple[int, int, int], **more
) -> Property:
    """Gradient flow at shrinking alpha, extrapolated; looked at again with smaller ones."""
    return Property(
        name,
        small,
        observe,
        LIMIT,
        reason,
        examples=examples,
        method="limit",
        confirm=further(observe),
        **more,
    )


FLOWS: Mapping[str, Sequence[Check]] = {
    "diagonal.symmetry": [NETWORKS],
    "diagonal.maximal-utility": [DIRECTION],
    "diagonal.maximiser": [DIRECTION],
    "diagonal.sign-change": [
        Property(
            "where u v vanishes along the flow of (u, v)",
            st.tuples(
                st.just(EXAMPLE),
                st.sampled_from([sp.Rational(1, 10), sp.Rational(1, 20), sp.Rational(1, 50)]),
            ),
            zero_crossings,
            1e-8,
            "LSODA at 1e-11 of u, three digits lost along the flow",
            examples=(3, 3, 3),
            method="flow",
            confirm=lambda instance, effort: zero_crossings(instance, effort, raw=False),
        )
    ],
    "diagonal.utility-solution": [MOVING],
    "diagonal.accumulated-utility-expanded": [MOVING],
    "diagonal.accumulated-utility-main": [NEURON],
    "diagonal.accumulated-utility": [NEURON],
    "diagonal.sign-recursion": [NEURON],
    "diagonal.delta-accumulated": [MOVING],
    "diagonal.jump-time": [WAITING],
    "diagonal.activation-sign": [
        WAITING,
        Rewritten(
            Property(
                "gradient flow",
                small,
                activation_in_flow,
                1e-9,
                "levels of a flow held to 1e-11",
                examples=(2, 100, 500),
                method="flow",
                confirm=further(activation_in_flow),
            ),
            by_sign_only,
        ),
    ],
    "diagonal.next-neuron": [
        Property(
            "integrated utility flows of several neurons",
            st.lists(histories(False), min_size=2, max_size=5).map(
                lambda group: tuple(
                    History(group[0].eta, h.g_before, h.t_before, h.g_now, h.t_now) for h in group
                )
            ),
            first_to_activate,
            1e-9,
            "indices",
            examples=(15, 150, 1500),
            method="flow",
            confirm=again(first_to_activate),
        )
    ],
    "diagonal.constrained-minimum": [
        Property(
            "flow from random starts, all Kuhn-Tucker points, nnls, lsq_linear",
            small,
            active_flow,
            1e-6,
            "LSODA at 1e-10, stopped after 60 times of the slowest rate, and at rest",
            examples=(12, 120, 1000),
            method="flow",
            confirm=lambda problem, effort: active_flow(problem, effort, patience=10),
        )
    ],
    "diagonal.unique-minimum": [
        Property(
            "all supports, on every plateau",
            small,
            count_minimisers,
            EXACT,
            "counted",
            examples=(25, 200, 1000),
        )
    ],
    "diagonal.candidates": [exactly("every coordinate on every plateau", plateaus)],
    "diagonal.dormant-integral": [
        exactly("coordinates with a non-zero gradient", candidates),
        exactly("coordinates that have just returned", returned, sharp=True),
    ],
    "diagonal.dormant-set": [exactly("every coordinate on every plateau", plateaus)],
    "diagonal.inward-candidates": [
        Assuming(
            "coordinates with a non-zero gradient",
            any_spectrum(),
            plateaus,
            EXACT,
            "exact rationals",
            examples=(40, 400, 4000),
            confirm=plateaus,
        )
    ],
    "diagonal.new-coefficient": [exactly("every jump", appearing)],
    "diagonal.dormant-start": [
        Property(
            "dormant neurons at the start of every plateau",
            any_spectrum(),
            dormant_starts,
            1e-30,
            "40 digits carried",
            examples=(20, 200, 2000),
        )
    ],
    "diagonal.boundary-sign": [
        exactly("the smallest positive root on every plateau", enumerated_root)
    ],
    "diagonal.simplified-jump-time": [
        exactly("the smallest positive root on every plateau", enumerated_root)
    ],
    "diagonal.exact-relation": [
        Property(
            "every jump of the recursion, 40 digits",
            st.tuples(any_spectrum(), SCALES),
            exact_jumps,
            1e-30,
            "40 digits carried",
            examples=(80, 800, 8000),
            confirm=lambda instance, effort: exact_jumps(instance, effort, 80),
        ),
        Property(
            "AGF in doubles",
            st.tuples(problems(5), SCALES.filter(lambda a: a > sp.Rational(1, 10**11))),
            numeric_jumps,
            1e-12,
            DOUBLES_REASON,
            examples=(20, 200, 2000),
            method="flow",
            confirm=exact_jumps,
        ),
    ],
    "diagonal.ties": [
        Property(
            "data on which several coordinates are due at once",
            reused_levels(),
            tied_processes,
            EXACT,
            "exact rationals",
            examples=(30, 600, 6000),
        )
    ],
    "diagonal.theorem": [
        Rewritten(
            Property(
                "AGF at shrinking alpha",
                small,
                agf_limit,
                1e-12,
                DOUBLES_REASON,
                examples=(12, 200, 1000),
                method="limit",
                confirm=exact_limit,
            ),
            by_its_limits,
        )
    ],
    "diagonal.gradient-flow-limit": [
        in_the_limit("gradient flow at shrinking alpha", flow_limit, LIMIT_REASON, (8, 200, 1000))
    ],
    "diagonal.integral-bounded": [
        in_the_limit(
            "gradient flow at shrinking alpha", bounded_integrals, SAMPLED_REASON, (3, 60, 300)
        ),
        in_the_limit(
            "active coordinates of gradient flow",
            active_integrals,
            SAMPLED_REASON,
            (3, 60, 300),
            sharp=True,
        ),
    ],
    "diagonal.integral-linear": [
        in_the_limit(
            "gradient flow at shrinking alpha", straight_integrals, SAMPLED_REASON, (3, 60, 300)
        )
    ],
    "diagonal.example": [
        Property(
            "gradient flow, AGF and the algorithm",
            st.just(EXAMPLE),
            the_example,
            1e-6,
            "a level of 1e-6 is zero",
            examples=(1, 1, 1),
            method="flow",
            confirm=exact_example,
        )
    ],
}
