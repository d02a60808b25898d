"""Ten neurons without loss at p = 5: what the enclosure accepts and what it refuses."""

import numpy as np
import pytest
import sympy as sp

from checks.methods.check import Effort, Rejected
from checks.modular.neuron_groups import unaligned
from checks.modular.neuron_groups.unaligned import Enclosed, enclosed, network, solution
from theory import modular as paper
from theory.catalogue import claim
from theory.modular import p

X = (3, -1, 0, -2, 0)
ANY = claim("modular.every-construction")  # no statement of its own is looked at here


def test_ten_neurons_that_were_searched_for_have_no_loss_for_any_encoding(loops):
    found = solution(10, 0)
    for x in (X, (4, -1, -1, -1, -1)):
        assert loops.sums(x, network(np.array(x), found))[2] == pytest.approx(0, abs=1e-12)


def test_neurons_of_the_unit_are_carried_to_another_encoding_with_the_same_inputs():
    flat = np.arange(1.0, 13.0)
    ((u, v, w),) = network(np.array(X), flat)
    for weights, values in ((u, flat[:4]), (v, flat[4:8])):
        inner = [np.roll(X, a) @ weights for a in range(5)]
        assert inner == pytest.approx([*values, -sum(values)])
    # the outputs are what x makes of those for e_0: a sum of its shifts
    outputs = [*flat[8:], -sum(flat[8:])]
    assert w == pytest.approx(sum(q * np.roll(X, c) for c, q in enumerate(outputs)))


def test_an_exact_solution_is_enclosed_near_the_one_in_doubles_and_not_farther_off():
    found = solution(10, 0)
    assert enclosed(found)
    moved = found.copy()
    moved[:3] += 1e-6
    assert not enclosed(moved)


def test_fewer_unknowns_than_equations_are_not_enclosed():
    assert not enclosed(np.ones(12 * 8))


def test_a_statement_is_judged_at_no_loss_or_not_at_all(monkeypatch):
    none = sp.Eq(paper.least_loss, 0, evaluate=False)
    some = sp.Gt(paper.least_loss, 0, evaluate=False)
    check = Enclosed("ten neurons", 10)
    monkeypatch.setattr(unaligned, "solution", lambda count, seed: np.ones(12 * count))
    for exact, outcomes in ((True, ["holds", "fails"]), (False, ["unknown"] * 2)):
        monkeypatch.setattr(unaligned, "enclosed", lambda flat, exact=exact: exact)
        evidence = [check.run(ANY, one, Effort()) for one in (none, some)]
        assert [one.outcome for one in evidence] == outcomes
        assert bool(evidence[1].counterexample) == exact


def test_the_loss_is_observed_in_units_of_the_first_one(monkeypatch):
    monkeypatch.setattr(unaligned, "solution", lambda count, seed: np.zeros(12 * count))
    (seen,) = unaligned.any_encoding.observe((X, 10), Effort())
    assert float(seen[paper.least_loss]) == pytest.approx(1) and seen[paper.H] == 10
    assert seen[p] == 5


def test_an_encoding_that_lacks_a_frequency_has_no_network():
    with pytest.raises(Rejected, match="missing"):
        list(unaligned.any_encoding.observe(((0,) * 5, 10), Effort()))
