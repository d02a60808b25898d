"""How the claims of Section 5 and Appendix F are checked, each under its id.

Identities between sums over Z/p are proved for every p (``every_p``), those about aligned neurons
for every odd p and every number of neurons (``every_group``); what they are compared with is summed
over all pairs (``task``), searched for (``groups``, ``minimisers``, ``maxima``,
``critical_points``), or integrated (``dormant``, ``training``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy as sp
from hypothesis import strategies as st

from checks.methods.check import Check
from checks.methods.exactly import Exactly
from checks.methods.proved import ProvedAfterTrying, Symbolic
from checks.modular import encodings
from checks.modular.first_frequency import (
    aligned_neuron,
    alignment_kept,
    dominance,
    earlier_frequency,
    first_jump,
    flow_follows,
    flow_norm,
    jump_bounds,
    one_neuron_rest,
)
from checks.modular.first_frequency import dormant as flows
from checks.modular.neuron_groups import few_neurons as modular_few_neurons
from checks.modular.neuron_groups import groups, learned_groups, minimisers
from checks.modular.neuron_groups.every_group import (
    ForEveryGroup,
    Harmonic,
    double_sum,
    double_sums,
    one_utility,
    outputs_of_minimisers,
    pair,
    two_outputs,
)
from checks.modular.sphere import critical_points, maxima
from checks.modular.sums import product_terms
from checks.modular.sums.equations import OfEquations
from checks.modular.sums.every_p import Geometric, every_p, for_every_k, summands_for_every_p
from checks.modular.sums.proof_lines import expanded, lines, sampled
from checks.modular.sums.whole_numbers import (
    cosines,
    imaginary_part,
    summands,
    symmetric,
    wave_values,
)
from checks.modular.trained import figure_training, training
from theory import modular as paper
from theory.modular.proofs import (
    dormant,
    few_neurons,
    group,
    plateaus,
    slopes,
    task,
    utility_maxima,
)
from theory.modular.proofs.moments import VECTORS

SIZES = (3, 5, 7, 9, 11)  # where left sides are summed over all pairs
ALIGNED = "an aligned neuron of three residues, exactly"

CHECKS: Mapping[str, Sequence[Check]] = {
    "modular.transform-real": [OfEquations(imaginary_part)],
    "modular.mean-frequency": every_p(),
    "modular.conjugate-symmetry": [OfEquations(symmetric)],
    "modular.cross-correlation": every_p(),
    "modular.plancherel": every_p(),
    "modular.correlation-theorem": every_p(),
    "modular.chained-correlation": every_p(),
    "modular.triple-spectrum": every_p(),
    "modular.dft-lemma": every_p(),
    "modular.zero-frequency": every_p(),
    "modular.utility-expanded": expanded(),
    "modular.utility-cross": every_p(),
    "modular.initial-utility": every_p(),
    "modular.frequency-constraint": every_p(),
    "modular.magnitude-utility": [groups.magnitudes],
    "modular.magnitude-constraint": [groups.magnitudes],
    "modular.maximal-utility": [maxima.maximum],
    "modular.maximiser-amplitude": [maxima.maximum],
    "modular.maximiser-magnitude": [maxima.maximum],
    "modular.maximal-value-line": [maxima.maximum],
    "modular.maximiser-form": [maxima.maximum],
    "modular.maximiser-waves": [maxima.maximum],
    "modular.maximiser-phases": [maxima.maximum],
    "modular.no-other-maxima": [
        critical_points.weakest,
        critical_points.hessians,
    ],
    "modular.single-frequency-hessian": [
        Symbolic(
            "block by block, every odd p",
            lambda: {paper.hess_single: utility_maxima.classified(2)["single"] * paper.U_single},
        ),
        critical_points.hessians_larger,
    ],
    "modular.mixture-hessian": [
        Symbolic(
            "block by block, every odd p",
            lambda: {paper.hess_mix: utility_maxima.classified(2)["mixture"] * paper.U_mix},
        ),
        critical_points.hessians_larger,
    ],
    "modular.nyquist": [maxima.nyquist],
    "modular.one-hot": [encodings.one_hot],
    "modular.figure-parity": [encodings.figure],
    "modular.figure-nyquist": [encodings.figure],
    "modular.figure-magnitudes": [encodings.figure],
    "modular.figure-order": [figure_training.experiment],
    "modular.figure-levels": [figure_training.experiment],
    "modular.figure-groups": [figure_training.learned],
    "modular.cosine-sum": [Geometric(), OfEquations(cosines)],
    "modular.loss-split": [
        ProvedAfterTrying("the square multiplied out, every p", groups.split, task.loss_split)
    ],
    "modular.aligned-utility": [Harmonic("harmonics, every odd p", one_utility, groups.single)],
    "modular.aligned-output": [Harmonic("harmonics, every odd p", two_outputs, groups.single)],
    "modular.aligned-input": [
        ProvedAfterTrying("two characters, every p", groups.single, task.aligned_input)
    ],
    "modular.squared-cosines": [
        Symbolic(
            "the square multiplied out",
            {paper.square: (paper.amp_u * sp.cos(paper.al) + paper.amp_v * sp.cos(paper.be)) ** 2},
        )
    ],
    "modular.product-terms": [product_terms.counted_terms],
    "modular.gradient-u": [groups.gradients_outside, groups.gradients],
    "modular.gradient-v": [groups.gradients_outside, groups.gradients],
    "modular.gradient-w": [groups.gradients],
    "modular.alignment-preserved": [groups.preserved],
    "modular.third-harmonic": [groups.third],
    "modular.only-third-harmonic": [groups.preserved],
    "modular.cost-cosines": [
        ForEveryGroup("harmonics of every pair of neurons, every odd p", pair, groups.aligned)
    ],
    "modular.quarter-frequency-cost": [groups.quarter],
    "modular.double-sum": [
        ForEveryGroup(
            "the square of a sum of vectors, every N", double_sum, double_sums, of=VECTORS
        )
    ],
    "modular.cost-bound": [
        ForEveryGroup(
            "a sum of squares, every N", group.group, groups.aligned, values=group.first_line
        ),
        minimisers.attaining,
        minimisers.cancelling,
    ],
    "modular.net-bound": [
        ForEveryGroup(
            "a sum of squares, every N", group.group, groups.aligned, values=group.first_line
        ),
        minimisers.attaining,
        minimisers.cancelling,
    ],
    "modular.square-completed": [
        Symbolic("multiplied out", {paper.S_aligned: sp.Symbol("S", real=True)})
    ],
    "modular.lower-bound": [
        ForEveryGroup(
            "a sum of squares, every N", group.group, groups.aligned, values=group.about_the_minimum
        ),
        minimisers.attaining,
    ],
    "modular.equality-conditions": [
        ProvedAfterTrying(
            "the gap is a positive sum of the squares of the conditions, every N",
            minimisers.equality,
            few_neurons.conditions,
        )
    ],
    "modular.tightness": [
        modular_few_neurons.Construction(
            "our phases, every N", few_neurons.OURS, minimisers.searched
        )
    ],
    "modular.even-construction": [
        modular_few_neurons.Construction(
            "the printed phases, every even N",
            few_neurons.PRINTED,
            minimisers.printed_construction,
            may_differ=True,
        )
    ],
    "modular.odd-construction": [minimisers.our_construction],
    "modular.every-construction": [
        modular_few_neurons.Construction(
            "our phases, every N", few_neurons.OURS, minimisers.our_construction
        )
    ],
    "modular.smallest-group": [
        Symbolic("rank of a pencil from below, our phases from above", few_neurons.proved_fewest),
        minimisers.smallest,
    ],
    "modular.gap-distance": [
        ForEveryGroup(
            "harmonics of the squared distance, every N and odd p",
            group.distance,
            modular_few_neurons.distances,
        )
    ],
    "modular.conditions-needed": [
        Symbolic("exact rank at Gaussian integers", few_neurons.independent_conditions)
    ],
    "modular.least-gaps": [
        ProvedAfterTrying(
            "distance from singular forms, exact",
            modular_few_neurons.searched_shares,
            few_neurons.floors,
        )
    ],
    "modular.one-neuron": [modular_few_neurons.best_neuron],
    "modular.five-neurons": [modular_few_neurons.five_measured],
    "modular.loss-bound": [
        ForEveryGroup(
            "a sum of squares, every N", group.group, groups.aligned, values=group.about_the_minimum
        ),
        minimisers.attaining,
        minimisers.attaining_uncentred,
    ],
    "modular.learned-expansion": [outputs_of_minimisers],
    "modular.learned-factored": [outputs_of_minimisers],
    "modular.learned-function": [outputs_of_minimisers],
    "modular.wave-transform": [
        ProvedAfterTrying(
            "orthogonality of the characters, every odd p",
            OfEquations(wave_values),
            task.wave_transform,
        )
    ],
    "modular.residual-utility": lines(*SIZES),
    "modular.learned-triple": lines(*SIZES),
    "modular.learned-spectrum": [OfEquations(sampled(*SIZES))],
    "modular.learned-correlation": lines(*SIZES),
    "modular.updated-utility": lines(*SIZES),
    "modular.utility-after-two": lines(*SIZES[1:]),
    "modular.independent-groups": [
        ForEveryGroup(
            "harmonics of xi and xi', every odd p", slopes.groups_apart, learned_groups.independent
        )
    ],
    "modular.cross-pull": [
        ForEveryGroup(
            "harmonics of xi and xi', every odd p and every N",
            slopes.cross_pull,
            modular_few_neurons.crossed,
        )
    ],
    "modular.plateau-function": [
        ProvedAfterTrying(
            "every group at its bound, every odd p and every N",
            learned_groups.plateaus,
            plateaus.function,
        )
    ],
    "modular.plateau-level": [learned_groups.plateaus],
    "modular.width": [
        Symbolic("the smallest group for each frequency, every odd p", plateaus.width),
        learned_groups.widths,
        learned_groups.plateaus,
    ],
    "modular.jump-bound": [
        jump_bounds.waiting(align=False),
        jump_bounds.waiting(align=True),
        training.since_earlier,
        training.out_of_order(align=False),
        training.out_of_order(align=True),
        Exactly(ALIGNED, aligned_neuron.vanishing_start, "aligned neurons"),
    ],
    "modular.jump-bound-finite": [
        jump_bounds.bounds(st.just(2), align=False, later=True),
        jump_bounds.bounds(st.just(2), align=True, later=True),
        Exactly(ALIGNED, aligned_neuron.finite, "aligned neurons"),
    ],
    "modular.dominant-first": [earlier_frequency.earlier, dominance.dominant],
    "modular.wave-growth": [flows.waves],
    "modular.wave-momentum": [flows.waves],
    "modular.wave-time": [flows.wave_time],
    "modular.first-jump": [flows.first_jump],
    "modular.frequency-taken": [flows.taken],
    "modular.flow-norm": [
        flow_norm.followed_norms,
        flow_norm.attained,
        Exactly(
            "a network without weights, exactly",
            flow_norm.without_weights,
            "zero weights",
            given=flow_norm.PARSEVAL,
        ),
    ],
    "modular.alignment-kept": [
        alignment_kept.kept,
        Exactly("a neuron at its least loss, exactly", alignment_kept.at_rest, "at rest"),
    ],
    "modular.one-neuron-rest": [
        one_neuron_rest.losses,
        one_neuron_rest.begun,
        Exactly(
            "a neuron at its least loss, exactly",
            one_neuron_rest.at_rest,
            "at rest",
            given=flow_norm.PARSEVAL,
        ),
    ],
    "modular.flow-follows": [flow_follows.followed_both, flow_follows.begun],
    "modular.flow-first-jump": [first_jump.first_times],
    "modular.flow-first-frequency": [first_jump.first_frequencies],
    "modular.summands-utility": [
        for_every_k(summands(1, 4)),
        summands_for_every_p(1),
        summands_for_every_p(2),
    ],
    "modular.summands-maximum": [
        Symbolic(
            "every critical point, every k", lambda: {paper.U_top_k: utility_maxima.largest()}
        ),
        maxima.maximum_k,
    ],
    "modular.summands-maxima": [
        Symbolic(
            "every critical point, every k",
            lambda: {paper.maxima_k: utility_maxima.frequencies_with_maximum()},
        ),
        critical_points.hessians_k,
    ],
    "modular.summands-bound": [
        ProvedAfterTrying(
            "Euler's identity and the largest utility, every k",
            jump_bounds.bounds(st.integers(1, 4), align=False, later=False),
            dormant.summands_bound,
        ),
        jump_bounds.bounds(st.integers(1, 4), align=True, later=False),
    ],
    **training.CHECKS,
}
