"""Harmonics, moments and the proofs built on them: against direct sums, and with errors planted
that must not be shown.
"""

import cmath
from itertools import product

import pytest
import sympy as sp

from checks.catalogue import checks_for
from checks.methods.balls import judge
from checks.methods.check import Effort
from checks.methods.proved import Symbolic
from checks.modular.neuron_groups import constructions, minimisers
from tests.theory.modular.proofs.mutated import shown_of_mutants
from theory import argument
from theory import modular as paper
from theory.catalogue import claim
from theory.claim import equation
from theory.modular import a, b, cycle, p, vanishes_for_every_p, x
from theory.modular.proofs import (
    dormant,
    few_neurons,
    group,
    plateaus,
    slopes,
    summands,
    task,
    utility_maxima,
)
from theory.modular.proofs.harmonics import (
    Resonant,
    mean_product,
    never_zero,
    two_frequencies,
)
from theory.modular.proofs.moments import AMPLITUDES, PHASES, in_moments, moment

ODD = (3, 5, 7, 9, 11, 13, 15, 21, 25)


@pytest.mark.parametrize("n", ODD)
def test_a_harmonic_called_safe_is_never_zero(n):
    for m, f in product(range(-6, 7), range(1, n)):
        if never_zero((m,)):
            assert m * f % n


@pytest.mark.parametrize("apart", [(1,), (1, 3)])
def test_a_combination_of_two_frequencies_called_safe_is_never_zero(apart):
    rule = two_frequencies(apart)
    for n in ODD:
        for f, g, m, q in product(range(1, n), range(1, n), range(-4, 5), range(-2, 3)):
            if (
                all((g - c * f) % n and (g + c * f) % n for c in apart)
                and (m, q) != (0, 0)
                and rule((m, q))
            ):
                assert (m * f + q * g) % n


def test_a_sum_over_neurons_is_its_moments_whatever_their_number():
    neurons = [(1, 2, 1, 0.3, -0.4, 1.1), (2, 1, 3, 1.7, 0.2, -2.0), (1, 1, 2, -0.6, 2.5, 0.9)]
    s_x, i = 0.7, paper.i
    total = paper.over_neurons(
        paper.A_w(i) * paper.A_u(i) ** 2 * sp.cos(paper.s_w(i) - 2 * paper.s_u(i) + paper.ph_x)
    )
    direct = sum(row[2] * row[0] ** 2 * cmath.cos(row[5] - 2 * row[3] + s_x) for row in neurons)
    key = (2, 0, 1, 2, 0, -1)
    value = sum(
        row[0] ** 2 * row[2] * cmath.exp(1j * (2 * row[3] - row[5] - s_x)) for row in neurons
    )
    found = in_moments(total).subs({sp.re(moment(key)): value.real, sp.im(moment(key)): value.imag})
    assert complex(found) == pytest.approx(direct)


def test_the_mean_of_a_product_of_waves_by_hand():
    turn = sp.Symbol("turn", real=True)
    wave = 3 * sp.cos(turn) + 4 * sp.sin(turn)
    assert mean_product(wave, wave, turn) == sp.Rational(25, 2)
    with pytest.raises(Resonant):
        mean_product(sp.cos(turn), sp.cos(2 * turn), turn)  # 1 + 2 = 3 vanishes for p = 3


def test_a_sum_of_ones_is_p():
    assert vanishes_for_every_p(cycle(cycle(x(a - b), a), b) - p * cycle(x(a), a))
    assert not vanishes_for_every_p(cycle(cycle(x(a - b), a), b) - cycle(x(a), a))


PROOFS = {
    "modular.loss-split": task.loss_split,
    "modular.aligned-input": task.aligned_input,
    "modular.summands-utility": summands.same_summand,
}


@pytest.mark.parametrize("identifier", PROOFS)
def test_a_proof_shows_the_statement_and_neither_its_double_nor_its_negative(identifier):
    statement = claim(identifier).expr
    assert PROOFS[identifier](statement)
    for factor in (2, -1):
        assert not PROOFS[identifier](equation(statement.args[0], factor * statement.args[1]))


WITHOUT_INSTANCES = {
    "modular.plateau-function": plateaus.function,
    "modular.summands-bound": dormant.summands_bound,
}


@pytest.mark.parametrize("identifier", WITHOUT_INSTANCES)
def test_a_proof_alone_shows_no_mutant_of_its_statement(identifier):
    assert shown_of_mutants(identifier, WITHOUT_INSTANCES[identifier]) == []


def test_no_bound_is_shown_from_a_larger_utility_than_there_is(monkeypatch):
    largest = utility_maxima.largest
    monkeypatch.setattr(utility_maxima, "largest", lambda degree: 2 * largest(degree))
    assert not dormant.summands_bound(claim("modular.summands-bound").expr)


def test_a_plateau_is_not_shown_where_groups_pull_on_each_other(monkeypatch):
    mixed = sp.Symbol("mixed")
    monkeypatch.setattr(
        slopes,
        "groups_apart",
        lambda: {paper.loss_both: paper.loss_one + paper.loss_two - paper.loss_none + mixed},
    )
    with pytest.raises(argument.ArgumentBroken, match="its own bound"):
        plateaus.width()


def test_a_group_that_misses_its_bound_leaves_another_function(monkeypatch):
    exact = group.minimiser()
    monkeypatch.setattr(
        group, "minimiser", lambda: {**exact, sp.re(group.LAST): 2 * exact[sp.re(group.LAST)]}
    )
    assert not plateaus.function(claim("modular.plateau-function").expr)


@pytest.mark.parametrize("n", (3, 5, 7, 9))
def test_the_width_is_six_neurons_for_each_pair_of_frequencies(n):
    assert plateaus.width()[paper.width_needed].subs(p, n) == 6 * len(
        {frozenset((f, n - f)) for f in range(1, n)}
    )


@pytest.mark.parametrize("identifier", ["modular.learned-function", "modular.cross-pull"])
def test_a_statement_about_a_group_is_shown_and_its_double_is_not(identifier):
    one = claim(identifier)
    check = next(found for found in checks_for(one) if hasattr(found, "_settled"))
    assert check._settled(one.expr)
    assert not check._settled(equation(one.expr.args[0], 2 * one.expr.args[1]))


def test_the_gap_is_a_sum_of_squares_only_with_the_whole_list(monkeypatch):
    assert group.gap_is_squares()
    monkeypatch.setattr(paper, "LISTED", paper.LISTED[:-1])
    assert not group.gap_is_squares()


@pytest.mark.parametrize(
    "phases, build",
    [
        (few_neurons.OURS, constructions.our_minimiser),
        (few_neurons.PRINTED, constructions.printed_minimiser),
    ],
)
def test_the_exact_gap_of_a_construction_is_the_one_over_all_pairs(phases, build):
    gaps, _ = few_neurons.resonant_sizes(phases)
    for count, value in gaps.items():
        assert constructions.gap(build((2, -1, 0, 0, -1, 1, -1), 2, count)) == pytest.approx(
            float(value), abs=1e-9
        )


def test_a_bound_above_the_floor_is_not_shown():
    bound = claim("modular.least-gaps").expr
    assert few_neurons.floors(bound)
    assert not few_neurons.floors(sp.Ge(bound.args[0], sp.Rational(1, 8), evaluate=False))


def test_a_bound_behind_a_premise_is_asked_for_at_those_sizes_alone():
    share = claim("modular.least-gaps").expr.args[0]
    at_least = sp.Ge(share, sp.Rational(2, 9), evaluate=False)
    assert few_neurons.floors(sp.Implies(paper.N <= 3, at_least))
    assert not few_neurons.floors(sp.Implies(paper.N <= 4, at_least))
    assert not few_neurons.floors(sp.Implies(sp.Ge(paper.N, 6), at_least))


def test_amplitudes_and_phases_are_read_in_the_same_order():
    assert [str(one) for one in (*AMPLITUDES, *PHASES)] == [
        "A_u",
        "A_v",
        "A_w",
        "s_u",
        "s_v",
        "s_w",
    ]


@pytest.mark.parametrize("name", ["modular.summands-maximum", "modular.summands-maxima"])
def test_a_claim_about_every_k_is_not_proved_where_only_six_factors_and_more_are_wrong(
    monkeypatch, name
):
    right, one = utility_maxima.eigenvalues, claim(name)
    (proof,) = (check for check in checks_for(one) if isinstance(check, Symbolic))
    assert proof.run(one, one.printed, Effort()).outcome == "holds"
    monkeypatch.setattr(
        utility_maxima,
        "eigenvalues",
        lambda n, U: (
            right(n, U)
            if n.is_Integer and n <= 5
            else {kind: 2 * value for kind, value in right(n, U).items()}
        ),
    )
    with pytest.raises(argument.ArgumentBroken):
        proof.run(one, one.printed, Effort())


def listed_conditions():
    """(the claim, "the gap vanishes", the eighteen real conditions)."""
    one = claim("modular.equality-conditions")
    attained, listed = sorted(one.printed.args, key=lambda part: isinstance(part, sp.And))
    return one, attained, listed.args


def weaker(number):
    """The equivalence with one condition left out."""
    _, attained, listed = listed_conditions()
    parts = [part for n, part in enumerate(listed) if n != number]
    return sp.Equivalent(attained, sp.And(*parts, evaluate=False), evaluate=False)


@pytest.mark.parametrize("number", range(18))
def test_without_any_one_of_the_listed_conditions_the_equivalence_is_not_shown(number):
    assert not few_neurons.conditions(weaker(number))


def test_without_any_one_of_the_listed_conditions_the_bound_need_not_be_attained():
    """For each of the eighteen there is a group that breaks it alone, and its gap is not zero."""
    _, attained, listed = listed_conditions()
    observed = [
        one.values for one in minimisers.equality.observe(minimisers.Searched(6, 0), Effort())
    ]
    tolerance = minimisers.equality.tolerance
    holds = [[judge(part, values, tolerance).holds for part in listed] for values in observed]
    alone = {
        kept.index(False)
        for kept, values in zip(holds, observed)
        if kept.count(True) == 17 and judge(attained, values, tolerance).holds is False
    }
    assert alone == set(range(18))


def test_the_check_refutes_the_equivalence_without_its_first_condition():
    one, _, _ = listed_conditions()
    assert minimisers.equality.run(one, weaker(0), Effort()).outcome == "fails"


def test_the_conditions_may_be_stated_in_other_combinations():
    _, attained, listed = listed_conditions()
    first, second, *rest = listed
    added = equation(first.lhs + second.lhs, first.rhs + second.rhs)
    assert few_neurons.conditions(
        sp.Equivalent(attained, sp.And(first, added, *rest, evaluate=False), evaluate=False)
    )
    assert not few_neurons.conditions(
        sp.Equivalent(attained, sp.And(added, *rest, evaluate=False), evaluate=False)
    )
