"""How the claims about the linear transformer are checked, each under its id.

Moments are proved by Wick's theorem for every dimension and every N, the reduction of the full
formula by block matrices (``definitions``); expectations are enumerated from their definition
(``population``), maxima are searched on the sphere (``sphere``), and dormant heads, AGF and
gradient flow are integrated (``jump_times``, ``flows``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from hypothesis import strategies as st

from checks.attention import (
    aligned_head,
    dormant_orbit,
    expectations,
    figure,
    flows,
    initial_scale,
    jump_times,
    plateaus,
    population,
    races,
    solved_race,
    sphere,
)
from checks.attention.definitions import (
    ONE_EIGENVALUE,
    TRACES,
    TWO_EIGENVALUES,
    crossing,
    largest_height,
    learning,
    loss_by_wick,
    moments,
    one_head,
)
from checks.attention.dormant_head import crowds, flights, short_flights
from checks.attention.taylor_flight import MANY_DIGITS
from checks.methods.assuming import Assuming
from checks.methods.check import Check
from checks.methods.exactly import Exactly
from checks.methods.proved import Symbolic


# --- the catalogue --------------------------------------------------------------------------------
def enumerated(name: str, observe, instances, examples=(12, 80, 600)) -> Assuming:
    """In rationals: a second look would see the same, so the first is its own confirmation."""
    return Assuming(
        name,
        instances,
        observe,
        population.EXACT,
        population.REASON,
        examples=examples,
        confirm=observe,
    )


def integrated(name: str, observe, instances, examples=(12, 100, 1000), **options) -> Assuming:
    """Heads in doubles, with companions for the error; the second look has 28 digits."""
    return Assuming(
        name, instances, observe, jump_times.TWELVE, "Taylor steps of order 32 in doubles",
        examples=examples, method="flow", confirm=partial(observe, arithmetic=MANY_DIGITS),
        **options,
    )  # fmt: skip


def optimised(name: str, observe, instances, confirm=None, examples=(12, 80, 600)) -> Assuming:
    """A maximum by BFGS; its error is what the last step left."""
    return Assuming(
        name, instances, observe, sphere.OPTIMUM,
        "BFGS with exact gradients, then Newton steps on the sphere",
        examples=examples, confirm=confirm,
    )  # fmt: skip


def raced(name: str, observe, examples) -> Assuming:
    """AGF of a few heads; the second look integrates them."""
    return Assuming(
        name, races.raced(), observe, 1e-9, "exact steps of AGF in doubles, S by DOP853 to 1e-13",
        examples=examples, method="flow", confirm=partial(observe, integrated=True),
    )  # fmt: skip


def searched(name: str, instances, observe, examples=(8, 80, 600)) -> Assuming:
    """Maxima on the sphere by BFGS; the second look by fixed-point steps."""
    return optimised(name, observe, instances, partial(observe, search=sphere.iterate), examples)


def limiting(name: str, observe, instances, examples) -> Assuming:
    """Three alphas and the doubt of their extrapolation; the second look begins at a smaller
    one."""
    return Assuming(
        name, instances, observe, flows.READ,
        "jump times are read off gradient flow to nine digits",
        examples=examples, method="limit", confirm=partial(observe, closer=True),
    )  # fmt: skip


PLATEAUS = "expectations enumerated, magnitudes by least squares"
INTEGRATED, ALIGNED = "integrated heads", "attained by aligned heads"
ENUMERATED = "the gradient enumerated"
EVERY_GAP = "AGF of two to four heads, every l < k"
SCALINGS = ("2", "1", "1/2", "3", "5/4", "1/3")
any_tasks, turned = population.tasks(), population.turned_tasks()
two_heads, one_head_each = population.with_heads(2, any_tasks), population.with_heads(1, turned)
late = population.with_heads(1, population.turned_tasks(least=2))
aligned = expectations.with_magnitudes()
head_and_scale = population.with_heads(1, any_tasks).flatmap(
    lambda pair: st.tuples(*map(st.just, pair), st.sampled_from([Fraction(x) for x in SCALINGS]))
)
given_values = st.sampled_from(
    [Fraction(x) for x in ("1/2", "-1/2", "1/3", "-4/5", "1", "-1", "3/2", "-2")]
)
by_enumeration = enumerated(PLATEAUS, expectations.plateaus, turned)
by_integration = integrated(INTEGRATED, jump_times.half_way, flights())
random_networks = plateaus.random_networks()

CHECKS: Mapping[str, Sequence[Check]] = {
    "attention.cubic": [
        enumerated("a prompt and a head, scaled", expectations.homogeneous, head_and_scale)
    ],
    "attention.reduced-prediction": [
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
        Assuming(
            "quadrature over the density of |theta|",
            initial_scale.dimensions(),
            initial_scale.order_of_threshold,
            1e-13,
            "18-digit quadrature",
            examples=(11, 40, 67),
            method="limit",
            confirm=partial(initial_scale.order_of_threshold, digits=30),
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
        Symbolic("Wick's theorem, any N and d", loss_by_wick, given=TRACES),
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
        Symbolic("the loss along v_h minimised", crossing, given=TWO_EIGENVALUES),
        enumerated(PLATEAUS, expectations.after_a_jump, late),
    ],
    "attention.cross-term": [
        Symbolic("E[f_h f_i] by Wick's theorem", crossing, given=TWO_EIGENVALUES),
        enumerated("E[f_h f_i] enumerated", expectations.after_a_jump, late),
    ],
    "attention.utility": [
        enumerated("E[f_i (y - sum f_h)] enumerated", expectations.utilities, one_head_each)
    ],
    "attention.largest-eigenvalue": [
        enumerated("eigenvalues of the matrix, in rationals", sphere.eigenvalues, turned)
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
        Symbolic("the largest height over |V|", largest_height),
        searched("BFGS on the sphere", turned, sphere.maxima),
    ],
    "attention.maximiser": [searched("BFGS on the sphere", turned, sphere.maxima)],
    "attention.no-other-maxima": [
        Assuming(
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
    "attention.decoupled-loss": [
        enumerated("enumerated", expectations.active_heads, aligned, (24, 80, 600))
    ],
    "attention.directions-preserved": [enumerated(ENUMERATED, expectations.active_heads, aligned)],
    "attention.gradient-alone": [enumerated(ENUMERATED, expectations.active_heads, aligned)],
    "attention.gradient": [
        Symbolic("the loss of one head differentiated", one_head, given=ONE_EIGENVALUE),
        enumerated(ENUMERATED, expectations.active_heads, aligned),
    ],
    "attention.old-heads-rest": [
        enumerated(
            ENUMERATED, expectations.at_equilibrium, expectations.with_magnitudes(heads=2, least=2)
        )
    ],
    "attention.component-index": [
        Assuming(
            "AGF from random initialisations",
            random_networks,
            plateaus.agf_components,
            population.EXACT,
            "components are whole numbers",
            examples=(4, 40, 400),
            method="flow",
            confirm=partial(plateaus.agf_components, alpha=plateaus.CLOSER_ALPHA),
        ),
        Assuming(
            "every component with the largest utility, ties included",
            sphere.tied_tasks(),
            sphere.best_components,
            population.EXACT,
            "rational matrices: nothing is rounded",
            examples=(20, 100, 600),
            confirm=sphere.best_components,
        ),
    ],
    "attention.convex": [Symbolic("the second derivative", learning), by_enumeration],
    "attention.magnitude": [Symbolic("the loss along v_k minimised", learning), by_enumeration],
    "attention.learned-function": [
        Assuming(
            "plateaus of AGF",
            random_networks,
            plateaus.agf_plateaus,
            1e-10,
            "cost minimisation ends in Newton steps",
            examples=(4, 40, 400),
            method="flow",
            confirm=partial(plateaus.agf_plateaus, alpha=plateaus.CLOSER_ALPHA),
        ),
        Assuming(
            "best network of k heads, by BFGS",
            plateaus.random_networks(2),
            plateaus.best_networks,
            1e-10,
            "BFGS, then Newton steps",
            examples=(4, 30, 200),
            confirm=plateaus.reduced_rank,
        ),
    ],
    "attention.levels": [by_enumeration],
    "attention.levels-appendix": [by_enumeration],
    "attention.zhang-levels": [
        Symbolic("the loss at the best magnitude", learning),
        by_enumeration,
    ],
    "attention.gradient-flow": [
        limiting(
            "gradient flow and AGF from the same heads",
            flows.flow_and_agf,
            plateaus.random_networks(3, heads=4),
            (2, 12, 60),
        ),
        limiting("many heads, two jumps", flows.large_flow, flows.large_networks, (1, 2, 2)),
    ],
    "attention.accumulated-bound": [
        by_integration,
        Exactly("aligned heads, exactly", aligned_head.accumulated),
        integrated(
            ALIGNED, jump_times.half_way, flights(aligned=True), examples=(6, 30, 100), sharp=True
        ),
    ],
    "attention.threshold": [
        Exactly("aligned heads, exactly", aligned_head.threshold),
        integrated("accumulated utility at norm one", jump_times.jumps, flights()),
    ],
    "attention.jump-bound": [
        solved_race.solved,
        raced(EVERY_GAP, races.limit_gaps, (6, 200, 1500)),
        Exactly("aligned heads, exactly", aligned_head.vanishing_start),
        integrated(
            ALIGNED, jump_times.far_jumps, flights(aligned=True), examples=(6, 30, 100), sharp=True
        ),
    ],
    "attention.jump-bound-appendix": [
        Exactly("aligned heads, exactly", aligned_head.first_jump),
        integrated("the first jump of one head", jump_times.jumps, flights()),
        raced(EVERY_GAP, races.finite_gaps, (8, 200, 1500)),
        integrated(
            ALIGNED, jump_times.jumps, flights(aligned=True), examples=(8, 30, 100), sharp=True
        ),
    ],
    "attention.figure-singular-values": [
        Assuming(
            "gradient flow of the figure's network, from Gaussian heads",
            figure.starts,
            figure.singular_values,
            1e-6,
            "a plateau is off by a power of alpha; two alphas measure it",
            examples=(3, 30, 200),
            method="limit",
            confirm=partial(figure.singular_values, alphas=figure.CLOSER),
        )
    ],
    "attention.figure-bounds": [
        Assuming(
            "AGF of the figure's network, from Gaussian heads",
            figure.starts,
            figure.gaps,
            1e-9,
            "exact steps of AGF in doubles, S by DOP853 to 1e-13",
            examples=(4, 60, 600),
            method="flow",
            confirm=partial(figure.gaps, integrated=True),
        ),
        Exactly("aligned heads, exactly", aligned_head.vanishing_start),
        integrated(
            ALIGNED, jump_times.far_jumps, flights(aligned=True), examples=(6, 30, 100), sharp=True
        ),
    ],
    "attention.conserved": [
        Symbolic("the product rule, any force", dormant_orbit.balance),
        enumerated("velocities on networks", expectations.balanced, two_heads),
    ],
    "attention.dormant-sums": [
        Symbolic("the linear system in I, solved", dormant_orbit.sums),
        by_integration,
    ],
    "attention.dormant-value": [by_integration],
    "attention.dormant-norm": [
        Symbolic("from the conserved quantities", dormant_orbit.norms, given=dormant_orbit.REAL_QK),
        by_integration,
    ],
    "attention.exact-jump-time": [
        integrated(
            "quadrature against the integrated flow, to 12 digits",
            jump_times.exact_times,
            st.one_of(short_flights(), flights()),
        )
    ],
    "attention.exact-jump-time-limit": [
        integrated(
            "starts of 1e-9 and 1e-11", jump_times.exact_limits, flights(), examples=(6, 60, 400)
        )
    ],
    "attention.first-head": [
        integrated("several heads under one M", jump_times.races, crowds(), examples=(3, 60, 400))
    ],
    "attention.alignment": [
        Symbolic("the quotient of two sums", dormant_orbit.tilted, given=dormant_orbit.FALLING),
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
