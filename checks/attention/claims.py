"""How the claims about the linear transformer are checked, each under its id.

Moments are proved by Wick's theorem for every dimension and every N, the reduction of the full formula by block matrices
(``definitions``); expectations are enumerated from their definition (``population``), maxima are searched on the sphere
(``sphere``), and dormant heads, AGF and gradient flow are integrated (``jump_times``, ``flows``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from hypothesis import strategies as st

from checks.attention import expectations, flows, jump_times, population, sphere
from checks.attention.definitions import (
    balance,
    crossing,
    learning,
    loss_by_wick,
    moments,
    norms,
    one_head,
    reduced_output,
    solves_sums,
    solves_tilt,
)
from checks.attention.dormant_head import MANY_DIGITS, crowds, flights
from checks.methods.check import Check
from checks.methods.property import Property
from checks.methods.proved import ByDerivation, Symbolic

fractions = st.fractions


# --- the catalogue --------------------------------------------------------------------------------
def enumerated(name: str, observe, instances, examples=(12, 80, 600)) -> Property:
    """In rationals: a second look would see the same, so the first is its own confirmation."""
    return Property(
        name,
        instances,
        observe,
        population.EXACT,
        population.REASON,
        examples=examples,
        confirm=observe,
    )


def integrated(name: str, observe, instances, examples=(12, 100, 1000), **options) -> Property:
    """Heads in doubles, with companions for the error; the second look has 28 digits."""
    return Property(
        name, instances, observe, jump_times.TWELVE, "Taylor steps of order 32 in doubles",
        examples=examples, method="flow", confirm=partial(observe, arithmetic=MANY_DIGITS),
        **options,
    )  # fmt: skip


def optimised(name: str, observe, instances, confirm=None, examples=(12, 80, 600)) -> Property:
    return Property(
        name, instances, observe, sphere.OPTIMUM,
        "BFGS with exact gradients, then Newton steps on the sphere",
        examples=examples, confirm=confirm,
    )  # fmt: skip


def raced(name: str, observe, examples) -> Property:
    return Property(
        name, flows.raced(), observe, 1e-9, "exact steps of AGF in doubles, S by DOP853 to 1e-13",
        examples=examples, method="flow", confirm=partial(observe, integrated=True),
    )  # fmt: skip


def searched(name: str, instances, observe, examples=(12, 80, 600)) -> Property:
    """Maxima on the sphere by BFGS; the second look by fixed-point steps."""
    return optimised(name, observe, instances, partial(observe, search=sphere.iterate), examples)


def limiting(name: str, observe, instances, examples) -> Property:
    """Three alphas and the doubt of their extrapolation; the second look begins at a smaller one."""
    return Property(
        name, instances, observe, flows.READ,
        "jump times are read off gradient flow to nine digits",
        examples=examples, method="limit", confirm=partial(observe, closer=True),
    )  # fmt: skip


PLATEAUS = "expectations enumerated, magnitudes by least squares"
INTEGRATED, ALIGNED = "integrated heads", "attained by aligned heads"
ENUMERATED = "the gradient enumerated"
EVERY_GAP = "AGF of two or three heads, every l < k"
any_tasks, turned = population.tasks(), population.turned_tasks()
two_heads, one_head_each = population.with_heads(2, any_tasks), population.with_heads(1, turned)
late = population.with_heads(1, population.turned_tasks(least=2))
aligned = expectations.with_magnitudes()
head_and_scale = population.with_heads(1, any_tasks).flatmap(
    lambda pair: st.tuples(*map(st.just, pair), fractions(Fraction(1, 2), 3, max_denominator=4))
)
given_values = st.sampled_from([Fraction(x) for x in ("1/2", "-1/2", "1/3", "-4/5")])
by_enumeration = enumerated(PLATEAUS, expectations.plateaus, turned)
by_integration = integrated(INTEGRATED, jump_times.half_way, flights())
random_networks = flows.random_networks()

CHECKS: Mapping[str, Sequence[Check]] = {
    "attention.cubic": [
        enumerated("a prompt and a head, scaled", expectations.homogeneous, head_and_scale)
    ],
    "attention.reduced-prediction": [
        Symbolic("block matrices, any N and d", reduced_output),
        enumerated("the full formula on prompts", expectations.predicted, two_heads),
    ],
    "attention.zero-slices": [
        enumerated(
            "the full gradient on the enumerated population",
            expectations.frozen,
            population.with_heads(2, population.tasks(most=2)),
        )
    ],
    "attention.accelerated-rate": [
        Property(
            "quadrature over the density of |theta|",
            st.tuples(
                st.integers(1, 6), fractions(Fraction(1, 50), Fraction(9, 10), max_denominator=50)
            ),
            flows.expected_rates,
            1e-20,
            "25-digit quadrature",
            examples=(10, 60, 300),
            confirm=partial(flows.expected_rates, digits=40),
        )
    ],
    "attention.covariance-split": [
        Symbolic("Wick's theorem, any N and d", moments),
        enumerated("enumerated", expectations.second_moments, any_tasks),
    ],
    "attention.covariance-square": [
        Symbolic("Wick's theorem, any N and d", moments),
        enumerated("enumerated", expectations.second_moments, any_tasks),
    ],
    "attention.population-loss": [
        Symbolic("Wick's theorem, any N and d", loss_by_wick),
        enumerated("enumerated, from the full formula", expectations.losses, two_heads),
    ],
    "attention.initial-utility": [
        enumerated(
            "E[y f_i] enumerated",
            expectations.before_first_jump,
            population.with_heads(1, any_tasks),
        )
    ],
    "attention.magnitude-index": [
        Symbolic("the loss along v_h minimised", crossing),
        enumerated(PLATEAUS, expectations.after_a_jump, late),
    ],
    "attention.cross-term": [
        Symbolic("C by Wick's theorem along an eigenvector", crossing),
        enumerated("E[f_h f_i] enumerated", expectations.after_a_jump, late),
    ],
    "attention.utility": [
        enumerated("E[f_i (y - sum f_h)] enumerated", expectations.utilities, one_head_each)
    ],
    "attention.largest-eigenvalue": [
        Property(
            "eigenvalues of the matrix",
            turned,
            sphere.eigenvalues,
            1e-13,
            "eigenvalues of a symmetric matrix in doubles",
            examples=(12, 80, 600),
            confirm=sphere.rational_eigenvalues,
        )
    ],
    "attention.rayleigh": [
        optimised(
            "BFGS in (Q, K)",
            sphere.best_for_value,
            st.tuples(turned, given_values),
            sphere.eigenvalue_for_value,
        )
    ],
    "attention.maximal-utility": [
        ByDerivation(),
        searched("BFGS on the sphere", turned, sphere.distinct_maxima),
    ],
    "attention.maximiser": [searched("BFGS on the sphere", turned, sphere.distinct_maxima)],
    "attention.no-other-maxima": [
        Property(
            "Hessian at every critical point, in rationals",
            sphere.tied_tasks(),
            sphere.critical,
            population.EXACT,
            "inertia of rational matrices: nothing is rounded",
            examples=(12, 80, 600),
            method="critical-points",
            confirm=sphere.critical,
        ),
        searched("BFGS from many starts, ties included", sphere.tied_tasks(), sphere.maxima),
    ],
    "attention.decoupled-loss": [enumerated("enumerated", expectations.active_heads, aligned)],
    "attention.directions-preserved": [enumerated(ENUMERATED, expectations.active_heads, aligned)],
    "attention.gradient-alone": [enumerated(ENUMERATED, expectations.active_heads, aligned)],
    "attention.gradient": [
        Symbolic("the loss of one head differentiated", one_head),
        enumerated(ENUMERATED, expectations.active_heads, aligned),
    ],
    "attention.old-heads-rest": [
        enumerated(
            ENUMERATED, expectations.at_equilibrium, expectations.with_magnitudes(heads=2, least=2)
        )
    ],
    "attention.component-index": [
        Property(
            "AGF from random initialisations",
            random_networks,
            flows.agf_components,
            population.EXACT,
            "components are whole numbers",
            examples=(4, 40, 400),
            method="flow",
            confirm=partial(flows.agf_components, alpha=flows.CLOSER_ALPHA),
        )
    ],
    "attention.convex": [Symbolic("the second derivative", learning), by_enumeration],
    "attention.magnitude": [Symbolic("the loss along v_k minimised", learning), by_enumeration],
    "attention.learned-function": [
        Property(
            "plateaus of AGF",
            random_networks,
            flows.agf_plateaus,
            1e-10,
            "cost minimisation ends in Newton steps",
            examples=(4, 40, 400),
            method="flow",
            confirm=partial(flows.agf_plateaus, alpha=flows.CLOSER_ALPHA),
        ),
        Property(
            "best network of k heads, by BFGS",
            flows.random_networks(2),
            flows.best_networks,
            1e-10,
            "BFGS, then Newton steps",
            examples=(4, 30, 200),
            confirm=flows.reduced_rank,
        ),
    ],
    "attention.levels": [Symbolic("the loss at the best magnitude", learning), by_enumeration],
    "attention.levels-appendix": [
        Symbolic("the loss at the best magnitude", learning),
        by_enumeration,
    ],
    "attention.zhang-levels": [
        Symbolic("the loss at the best magnitude", learning),
        by_enumeration,
    ],
    "attention.gradient-flow": [
        limiting(
            "gradient flow and AGF from the same heads",
            flows.flow_and_agf,
            flows.random_networks(2, heads=2),
            (2, 12, 60),
        ),
        limiting("many heads, two jumps", flows.large_flow, flows.large_networks, (1, 2, 2)),
    ],
    "attention.accumulated-bound": [
        by_integration,
        integrated(
            ALIGNED, jump_times.half_way, flights(aligned=True), examples=(6, 30, 100), sharp=True
        ),
    ],
    "attention.threshold": [
        integrated("accumulated utility at norm one", jump_times.jumps, flights())
    ],
    "attention.jump-bound": [
        raced(EVERY_GAP, flows.limit_gaps, (6, 200, 1500)),
        integrated(
            ALIGNED, jump_times.far_jumps, flights(aligned=True), examples=(6, 30, 100), sharp=True
        ),
    ],
    "attention.jump-bound-appendix": [
        integrated("the first jump of one head", jump_times.jumps, flights()),
        raced(EVERY_GAP, flows.finite_gaps, (8, 200, 1500)),
        integrated(
            ALIGNED, jump_times.jumps, flights(aligned=True), examples=(8, 30, 100), sharp=True
        ),
    ],
    "attention.conserved": [
        Symbolic("the product rule, any force", balance),
        enumerated("velocities on networks", expectations.balanced, two_heads),
    ],
    "attention.dormant-sums": [
        Symbolic("solves the equation in I", into=solves_sums),
        by_integration,
    ],
    "attention.dormant-value": [
        ByDerivation(),
        integrated(INTEGRATED, jump_times.half_way, flights(most=1), examples=(6, 100, 1000)),
    ],
    "attention.dormant-norm": [Symbolic("from the conserved quantities", norms), by_integration],
    "attention.exact-jump-time": [
        integrated(
            "quadrature against the integrated flow, to 12 digits",
            jump_times.exact_times,
            flights(),
        )
    ],
    "attention.exact-jump-time-limit": [
        integrated(
            "starts of 1e-9 and 1e-11", jump_times.exact_limits, flights(), examples=(6, 60, 400)
        )
    ],
    "attention.first-head": [
        integrated("several heads under one M", jump_times.races, crowds(), examples=(4, 60, 400))
    ],
    "attention.alignment": [
        Symbolic("the quotient of two sums", into=solves_tilt),
        integrated(INTEGRATED, jump_times.tilted, flights()),
    ],
    "attention.alignment-rate": [
        integrated(
            "heads from 1e-5, 1e-7 and 1e-9",
            jump_times.tilt_exponents,
            jump_times.tilts(),
            (8, 60, 400),
        )
    ],
}
