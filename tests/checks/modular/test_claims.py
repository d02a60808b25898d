"""The measurements behind the claims of modular addition, against values known by other means; and
planted errors that must be found.
"""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from checks.catalogue import checks_for
from checks.methods import check
from checks.methods.balls import precision
from checks.methods.check import Effort
from checks.modular import CHECKS, task
from checks.modular.counts_over_seeds import (
    Share,
    dormant_counts,
    first_jump,
    gradient_flow_counts,
    template,
)
from checks.modular.first_frequency.dominance import near_ties
from checks.modular.first_frequency.first_jump import extrapolated
from checks.modular.neuron_groups import constructions
from checks.modular.neuron_groups.minimisers import Recipe
from checks.modular.sphere import summands as modular_summands
from checks.modular.sums import whole_numbers
from checks.modular.sums.proof_lines import Learner, exact_values, star
from checks.modular.sums.transforms import Later, evaluate, number
from checks.modular.sums.whole_numbers import exact
from numerics import ModularNetwork
from numerics.modular.blow_up import blow_up_times
from theory import claim, claims
from theory import modular as paper
from theory.claim import equation
from theory.modular import dft_lemma, p
from theory.modular.proofs.harmonics import Resonant, average, laurent
from theory.notation import k

turn, s = sp.symbols("turn s", real=True)


def test_every_claim_of_the_setting_has_a_check():
    assert {claim.id for claim in claims() if claim.setting == "modular"} == set(CHECKS)


@pytest.mark.parametrize(
    "identifier",
    ["modular.dft-lemma", "modular.initial-utility", "modular.cost-cosines", "modular.cosine-sum"],
)
def test_a_doubled_right_side_is_refuted(identifier):
    (claim,) = (one for one in claims() if one.id == identifier)
    planted = equation(claim.printed.args[0], 2 * claim.printed.args[1])
    doubled, stated = (
        {check.run(claim, statement, Effort()).outcome for check in checks_for(claim)}
        for statement in (planted, claim.printed)
    )
    assert "fails" in doubled and stated == {"holds"}


def test_the_dft_lemma_holds_to_fifty_digits_at_even_p_too():
    evidence = exact(sizes=(4, 6, 8)).run(dft_lemma, dft_lemma.printed, Effort())
    assert evidence.outcome == "holds" and evidence.digits == 50


def test_the_mean_of_a_squared_cosine_is_one_half_and_the_third_harmonic_is_refused():
    assert average(sp.cos(turn + s) ** 2, turn) == sp.Rational(1, 2)
    assert average(sp.cos(turn) * sp.cos(3 * turn), turn) == 0
    with pytest.raises(Resonant):
        average(sp.cos(3 * turn + s), turn)


def test_units_turn_the_addition_theorem_into_algebra():
    assert (
        sp.expand(laurent(sp.cos(s + turn) - sp.cos(s) * sp.cos(turn) + sp.sin(s) * sp.sin(turn)))
        == 0
    )


@pytest.mark.parametrize("count", range(1, 15))
def test_our_phases_attain_the_bound_exactly_from_six_neurons_on(count):
    group = constructions.our_minimiser((2, -1, 0, 0, -1, 1, -1), 1, count)
    assert (constructions.gap(group) < 1e-12) == (count >= 6)


@pytest.mark.parametrize("count", range(2, 15, 2))
def test_the_printed_phases_attain_the_bound_for_even_numbers_from_six_on(count):
    assert (
        constructions.gap(constructions.printed_minimiser((2, -1, 0, 0, -1, 1, -1), 1, count))
        < 1e-12
    ) == (count >= 6)


def test_one_neuron_alone_leaves_eight_ninths():
    # min over S of S^2 (1 + 4 + 4/4 + 3)/1 - 2 S with equal amplitudes: nine squares of equal size,
    # 1 - 1/9
    assert constructions.gap(constructions.searched((2, -1, -1), 1, 1, 0)) == pytest.approx(
        8 / 9, abs=1e-9
    )


@settings(max_examples=20, deadline=None)
@given(task.groups())
def test_the_gap_is_the_sum_of_the_squares_of_the_conditions(group):
    if group.magnitude < 1e-6:
        return
    squares = np.sum(constructions.WEIGHTS**2 * np.abs(constructions.violations(group)) ** 2)
    assert constructions.gap(group) == pytest.approx(squares, rel=1e-9, abs=1e-9)


def test_the_maximum_of_the_utility_for_p_three_by_hand():
    # x = (2, -1, -1): |x_hat[1]| = 3, sqrt(2/(27 * 27)) * 27 = sqrt 2
    summands = modular_summands.Summands((2, -1, -1), 2)
    best = max(
        summands.utility(summands.ascend(np.random.default_rng(n).normal(size=9))) for n in range(3)
    )
    assert best == pytest.approx(np.sqrt(2), rel=1e-9)


def test_a_weaker_frequency_is_a_local_maximum_and_a_mixture_is_not():
    summands = modular_summands.Summands((3, -1, 0, -2, 0), 2)
    weak = summands.mixture((2,))
    assert np.sort(np.linalg.eigvalsh(summands.hessian(weak)))[-1] < 1e-9
    mixed = summands.mixture((1, 2))
    assert np.linalg.norm(summands.gradient(mixed) - 3 * summands.utility(mixed) * mixed) < 1e-12
    assert np.linalg.eigvalsh(summands.hessian(mixed)).max() == pytest.approx(
        3 * summands.utility(mixed), rel=1e-6
    )


# --- counts over seeds ----------------------------------------------------------------------------
@given(st.integers(0, 50), st.integers(1, 50))
def test_an_exact_confidence_interval_leaves_a_fortieth_on_either_side(successes, trials):
    successes = min(successes, trials)
    low, high = Share(successes, trials).interval
    # Clopper and Pearson's definition: at the lower end at least this many successes have the
    # probability 1/40, at the upper at most this many
    assert (
        low == 0
        if successes == 0
        else binom.sf(successes - 1, trials, low) == pytest.approx(0.025, rel=1e-6)
    )
    assert (
        high == 1
        if successes == trials
        else binom.cdf(successes, trials, high) == pytest.approx(0.025, rel=1e-6)
    )


def test_the_dominant_frequency_is_first_more_often_where_stronger_and_no_draw_breaks_the_bound():
    table = dormant_counts((5,), (0.95, 0.5), (1,), seeds=150)
    near, far = (row.shares["dominant first"].successes for row in table.rows)
    assert near < far < 151 and near < 140
    assert all(row.shares["bound kept"] == Share(150, 150) for row in table.rows)
    assert "p = 5, H = 2, ratio 0.95: dominant first" in str(table)


def test_gradient_flow_takes_a_weaker_frequency_first_where_the_exact_times_say_so():
    net = ModularNetwork(template(5, 0.95), 2)
    seed = next(
        n for n in range(100) if np.argmin(blow_up_times(net.x, net.initial(1, n)).min(axis=0)) == 1
    )
    found = first_jump(net, 1e-4, seed)
    assert found.frequency == found.predicted == 2
    assert found.time == pytest.approx(found.blow_up, rel=1e-3)


def test_gradient_flow_to_the_end_is_counted_and_stops_at_plateaus_that_the_paper_does_not_have():
    shares = gradient_flow_counts(5, 0.6, 3e-2, seeds=2, agf=False).shares
    assert (
        shares["all learned"]
        == shares["bound kept"]
        == shares["half learned first what jumps first"]
        == Share(2, 2)
    )
    # one neuron alone rests at 8/9 of its frequency's part
    assert shares["all plateaus printed"] == Share(0, 2)


def test_two_powers_of_alpha_are_removed_and_the_third_is_left():
    values = [2 + 3 * a - 4 * a**2 + 5 * a**3 for a in (1e-1, 1e-2, 1e-3)]
    found = extrapolated(values)
    assert float(found) - 2 == pytest.approx(5e-6, rel=1e-6) and found.error >= abs(
        float(found) - 2
    )


def test_a_seed_that_cannot_be_integrated_is_counted_and_the_others_are_kept(monkeypatch):
    def answers(net, alpha, seed, agf):
        if seed == 1:
            raise ArithmeticError("too stiff")
        return {"printed order": seed == 0}

    monkeypatch.setattr("checks.modular.counts_over_seeds._answers", answers)
    shares = gradient_flow_counts(5, 0.6, 1e-5, seeds=3).shares
    assert shares == {"integrated to the end": Share(2, 3), "printed order": Share(1, 2)}


@pytest.mark.parametrize(
    "arguments, message",
    [
        ((4, 0.5), "p is 4"),
        ((1, 0.5), "p is 1"),
        ((5, 1.0), "ratio is 1.0"),
        ((5, 0), "ratio is 0"),
    ],
)
def test_a_template_outside_the_assumptions_is_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        template(*arguments)


@pytest.mark.parametrize("name", ["modular.initial-utility", "modular.updated-utility"])
@pytest.mark.parametrize(
    "data",
    [
        ((2, -1, -1), (1, 0, -2), (3, 1, 1), (0, 2, 1)),
        ((3, -1, 0, -2, 0), (1, 2, 0, 0, -1), (0, 1, 1, 2, 0), (2, 0, -1, 1, 1)),
    ],
    ids=["p = 3", "p = 5"],
)
def test_every_line_of_a_derivation_has_the_value_that_the_task_gives(name, data):
    """Summed over all pairs of residues in balls: nothing is used of the orthogonality that the
    derivation's own check rests on.
    """
    chain = claim(name).derivation
    observed = {"modular.initial-utility": paper.U_init, "modular.updated-utility": paper.U_new}[
        name
    ]
    sequences = dict(zip((paper.x, paper.u, paper.v, paper.w), data))
    with precision(256):
        for values in (
            whole_numbers._exact(data)
            if observed == paper.U_init
            else exact_values(Learner(data[0], 1, 0, *data[1:]))
        ):
            values |= {
                head: (lambda q, entries=entries: entries[q % len(entries)])
                for head, entries in sequences.items()
            }
            measured = values[observed]
            measured = measured.value if isinstance(measured, Later) else measured
            for expr in (chain.start, *(step.expr for step in chain.steps)):
                assert (
                    abs(evaluate(expr, values) - number(measured)) < 1e-50
                )  # 256 bits are 77 digits; a few hundred terms lose three


# --- lines of the proofs --------------------------------------------------------------------------
def test_cross_correlation_is_not_associative_and_the_printed_chain_needs_its_brackets():
    x, u, v, w = (1, 0, 0), (0, 1, 2), (1, 3, 0), (2, 0, 1)
    triple = sum(
        star(x, u)[a] * star(x, v)[b] * star(x, w)[(a + b) % 3] for a in range(3) for b in range(3)
    )
    inner = [
        sum(q * r for q, r in zip(star(x, u), chain))
        for chain in (star(star(x, v), star(x, w)), star(star(star(x, v), x), w))
    ]
    assert inner[0] == triple != inner[1]


@pytest.mark.parametrize("width, most", [(5, 2), (7, 1)])
def test_encodings_near_a_tie_satisfy_what_the_paper_assumes(width, most):
    for x in near_ties(width, most):
        sizes = np.sort(np.abs(np.fft.rfft(x))[1:])
        assert sum(x) == 0 and len(x) % 2 and np.all(np.diff(sizes) > 0.04 * sizes[-1])


def test_a_network_as_wide_as_the_paper_asks_takes_a_weaker_frequency_first():
    claim = next(one for one in claims() if one.id == "modular.dominant-first")
    found = CHECKS[claim.id][0].run(claim, claim.printed, Effort())
    assert (
        found.outcome == "fails" and "ModularNetwork(x, 15).initial(1, 89)" in found.counterexample
    )


def test_the_printed_product_of_amplitudes_alone_does_not_attain_the_bound():
    # one neuron with A_u/A_v = 4, five with 1: each sum of the list that has A_w A_u^2 or A_w A_v^2
    # is short of five sixths of its terms' cancellation
    uneven = Recipe((0, 1, -1), 6, (1.0, 1.0), (2.0, 0.5)).group
    assert constructions.gap(uneven) == pytest.approx(
        (4 + 1 / 4 - 2) ** 2 / 36 + (3**2 + (3 / 4) ** 2) * 2 / 4 / 36, rel=1e-9
    )
    assert constructions.gap(Recipe((0, 1, -1), 6, (2.0, 0.5), (2.0, 2.0)).group) < 1e-12


@pytest.mark.parametrize(
    "identifier, drawn_once",
    [
        ("modular.one-neuron", p <= 7),
        ("modular.product-terms", p <= 9),
        ("modular.five-neurons", p <= 9),
        ("modular.gap-distance", p <= 9),
        ("modular.plateau-level", p <= 9),
        ("modular.odd-construction", p <= 7),
        ("modular.wave-time", p <= 5),
        ("modular.jump-bound", p <= 5),
        ("modular.summands-maximum", p <= 5),
        ("modular.summands-maximum", k <= 4),
    ],
)
def test_what_is_true_at_the_smallest_sizes_alone_is_refuted(identifier, drawn_once, monkeypatch):
    monkeypatch.setattr(check, "SHRINKS_EACH", 0)
    ours = claim(identifier)
    only_there = sp.And(ours.expr, drawn_once, evaluate=False)
    ways = [one for one in checks_for(ours) if one.method != "theorem"]
    assert "fails" in {one.run(ours, only_there, Effort()).outcome for one in ways}
