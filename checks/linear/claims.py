"""How the claims about linear networks are checked, each under its id; measured flows are in
``flows``.

Optima are found by ascent and by alternating least squares, gradients by differencing the loss;
eigenvectors and singular vectors stand only on the side of the formula that is being checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from hypothesis import strategies as st

from checks.linear import (
    aligned_mode,
    definitions,
    energy,
    figure,
    flows,
    greedy,
    jump_times,
    problems,
    remarks,
    whole_numbers,
)
from checks.linear.commuting import (
    ANY,
    SOME,
    TARGETS,
    VARIANCES,
    descended,
    fastest_volume_growth,
    later_waits,
    left_over_values,
    optimum,
    recursion_of_plateaus,
    simultaneous,
    volume,
    volume_growth,
)
from checks.linear.decompositions import FORTY_DIGITS
from checks.linear.optima import (
    aligned_utilities,
    best_frames,
    critical_points,
    cross_covariances,
    dormant_modes,
    least_squares_optima,
    ranks_of_products,
    sizes_again,
)
from checks.linear.problems import in_order, rotations, spectral_problems
from checks.linear.refutation import too_early
from checks.methods.by_hand import by_hand
from checks.methods.check import Check
from checks.methods.exactly import Exactly
from checks.methods.property import Property

# Doubles and matrices of size at most 5, of the size that cancels: some 1e-14 is left.
ROUNDING = 1e-11
ROUNDING_REASON = (
    "double precision through small dense matrices; gaps of 3 % between eigenvalues cost two digits"
)

SQUARE = spectral_problems(
    VARIANCES, TARGETS, ((2, 2), (4, 4), (3, 3), (2, 3), (3, 2), (5, 5), (4, 5)), False
)
# c, H, d and a seed: three sizes, or one for all three, so that no size is hidden behind a smaller
# one
shapes_and_seeds = st.tuples(
    st.one_of(st.tuples(*[st.integers(1, 6)] * 3), st.integers(1, 9).map(lambda n: (n, n, n))),
    st.integers(0, 9),
)
# sigma = 20, 14, 10 and mu = 20, 28, 40: every stage learns the mode with the smallest singular
# value.
REVERSED = st.builds(
    lambda size, axes: problems.problem(
        size * np.diag([1.0, 2.0, 4.0]) @ axes.T, axes @ np.diag([20.0, 7.0, 2.5]) @ axes.T, 3
    ),
    st.sampled_from((1.0, 0.5, 1.5)),
    rotations(3),
)
COMMUTING = flows.MISORDERED
# sigma and mu in the same order through every mode, whatever the width
IN_ORDER = spectral_problems((3.0, 2.0, 1.0), (3.0, 2.0, 1.0), ((2, 2), (3, 3)), True).filter(
    lambda one: in_order(replace(one, width=len(one.B)))
)
TURNED = spectral_problems(
    (1.0, 3.0, 2.2, 0.6), (2.0, 1.0, 0.7, 3.1), ((2, 2), (3, 3), (4, 4)), True
)


def algebra(
    name: str, instances: st.SearchStrategy, observe: Callable, examples: tuple = SOME, **more
) -> Property:
    """Observed in doubles; what seems to break there is observed again in forty digits."""
    return Property(
        name,
        instances,
        observe,
        ROUNDING,
        ROUNDING_REASON,
        examples=examples,
        confirm=partial(observe, by=FORTY_DIGITS),
        **more,
    )


least_squares = descended("alternating least squares from four starts", least_squares_optima)
frames = optimum("ascent over orthonormal frames", best_frames, partial(best_frames, start=1))
recursion = algebra("the conjecture's recursion, to 15 digits", COMMUTING, recursion_of_plateaus)
left_over = algebra(
    "singular values of the projected cross-covariance", COMMUTING, left_over_values
)
# Where covariances commute the values of two plateaus coincide: what is strict is not decided
# there.
consecutive = algebra(
    "singular values of consecutive plateaus",
    st.one_of(SQUARE, IN_ORDER, REVERSED),
    left_over_values,
)

CHECKS: Mapping[str, Sequence[Check]] = {
    "linear.cross-covariance": [
        algebra("an ensemble of 2d points with this covariance", ANY, cross_covariances)
    ],
    "linear.symmetry": [definitions.symmetry],
    "linear.conserved-matrix": [definitions.conserved],
    "linear.basis-size": [
        Property(
            "rank of random products",
            shapes_and_seeds,
            ranks_of_products,
            ROUNDING,
            "whole numbers",
            examples=(60, 200, 500),
            confirm=sizes_again,
        )
    ],
    "linear.utility-main": [definitions.utility],
    "linear.utility": [definitions.utility],
    "linear.aligned-utility": [
        by_hand(whole_numbers.aligned_utilities, whole_numbers.OTHER_ORDER, whole_numbers.IN_ORDER),
        descended("utility at singular pairs after every stage", aligned_utilities),
    ],
    "linear.single-maximum": [
        descended(
            "Riemannian Hessian at every critical point", critical_points, method="critical-points"
        )
    ],
    "linear.total-utility": [frames],
    "linear.individual-utility": [
        by_hand(whole_numbers.turned_frame, whole_numbers.OTHER_ORDER, whole_numbers.IN_ORDER),
        frames,
    ],
    "linear.dormant-count": [
        by_hand(whole_numbers.dormant_modes, whole_numbers.WIDE, whole_numbers.IN_ORDER),
        descended("singular modes left after every stage", dormant_modes),
    ],
    "linear.reduced-rank-regression": [least_squares],
    "linear.level": [least_squares],
    "linear.gradient-main": [
        by_hand(whole_numbers.gradient, whole_numbers.OTHER_ORDER, whole_numbers.IN_ORDER),
        least_squares,
    ],
    "linear.gradient": [least_squares],
    "linear.greedy-low-rank": [
        by_hand(whole_numbers.greedy, whole_numbers.OTHER_ORDER, whole_numbers.IN_ORDER),
        greedy.stage_by_stage,
        greedy.unmoved,
    ],
    "linear.greedy-ends": [figure.loop, figure.unmoved],
    "linear.figure-singular-values": [figure.caption],
    "linear.conjecture": [too_early, *flows.FAMILIES],
    "linear.recovers-gidel": [
        by_hand(whole_numbers.sequence, whole_numbers.OTHER_ORDER, whole_numbers.IN_ORDER),
        recursion,
    ],
    "linear.accumulated-utility": [
        by_hand(whole_numbers.accumulated, whole_numbers.IN_ORDER),
        jump_times.accumulated,
    ],
    "linear.jump-recursion": [
        by_hand(whole_numbers.waiting, whole_numbers.IN_ORDER),
        jump_times.waiting,
    ],
    "linear.recursion-unrolled": [definitions.unrolled],
    "linear.order-kept": [definitions.order_kept, definitions.order_tied],
    "linear.simultaneous": [
        by_hand(whole_numbers.simultaneous, whole_numbers.TURNED_OUTPUTS),
        algebra("commuting covariances", TURNED, simultaneous),
    ],
    "linear.bottom-singular-values": [
        by_hand(whole_numbers.left_over, whole_numbers.OTHER_ORDER, whole_numbers.IN_ORDER),
        left_over,
    ],
    "linear.commuting-waits": [
        by_hand(whole_numbers.later_waits, whole_numbers.OTHER_ORDER, whole_numbers.IN_ORDER),
        algebra("the conjecture's recursion, to 15 digits", COMMUTING, later_waits),
    ],
    "linear.commuting-times": [
        by_hand(whole_numbers.sequence, whole_numbers.OTHER_ORDER, whole_numbers.IN_ORDER),
        recursion,
    ],
    "linear.commuting-flow": [too_early, jump_times.commuting, jump_times.out_of_order],
    "linear.interlaced-below": [
        consecutive,
        algebra(
            "attained where the largest mode is learned", IN_ORDER, left_over_values, sharp=True
        ),
    ],
    "linear.interlaced-above": [
        consecutive,
        algebra(
            "attained where the smallest mode is learned", REVERSED, left_over_values, sharp=True
        ),
    ],
    "linear.volume-growth": [
        volume("random columns, differenced", volume_growth),
        volume("attained by columns in the leading eigenspace", fastest_volume_growth, sharp=True),
    ],
    "linear.unique-decomposition": [
        by_hand(
            whole_numbers.two_decompositions,
            whole_numbers.TwoWays((1, 1)),
            whole_numbers.TwoWays((2, 1)),
        ),
        remarks.unique,
    ],
    "linear.vectors-align": [
        by_hand(whole_numbers.turned_frame, whole_numbers.OTHER_ORDER, whole_numbers.IN_ORDER),
        remarks.aligned,
    ],
    "linear.descent-in-span": [
        by_hand(whole_numbers.leaving, whole_numbers.TURNED_INPUTS, whole_numbers.IN_ORDER),
        remarks.in_the_span(st.one_of(TURNED, SQUARE)),
    ],
    "linear.alternate": [
        by_hand(whole_numbers.left_over, whole_numbers.THREE),
        consecutive,
        algebra(
            "attained where the largest modes are learned", IN_ORDER, left_over_values, sharp=True
        ),
    ],
    "linear.mode-energy": [
        energy.followed_modes,
        energy.attained,
        Exactly("one neuron at the start, exactly", energy.at_the_start, "starts"),
    ],
    "linear.aligned-mode": [aligned_mode.one_mode],
    "linear.turning": [jump_times.turning],
    "linear.turning-rate": [
        jump_times.turning_rate,
        Exactly("two modes equally good, exactly", jump_times.equally_good, "ties of the modes"),
    ],
    "linear.one-block-saddle": [greedy.saddle],
    "linear.half-turn": [greedy.half_turn],
}
