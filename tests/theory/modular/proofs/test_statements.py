"""Statements are read whole: what is another relation, or more than an equation, is not read at
all.
"""

import pytest
import sympy as sp

from theory import claim
from theory import modular as paper
from theory.claim import equation
from theory.modular.proofs import few_neurons, task
from theory.modular.proofs.statements import conjuncts, formula, lower_bound, zeros

x, y = sp.symbols("x y", real=True)


@pytest.mark.parametrize(
    "statement", [equation(x, y), equation(y, x), equation(3 * x - 3 * y, 0), equation(x - y, 0)]
)
def test_an_equation_gives_its_letter_in_whatever_way_it_is_written(statement):
    assert formula(statement, x) == y


@pytest.mark.parametrize(
    "statement",
    [
        sp.Ne(x, y),
        sp.Ge(x, y),
        sp.Lt(x, y),
        equation(x, x * y),
        equation(x**2, y),
        equation(y * x, 1),
        sp.And(equation(x, y), equation(x, 0), evaluate=False),
    ],
)
def test_nothing_is_read_from_another_relation_or_an_implicit_one(statement):
    assert formula(statement, x) is None


def test_a_bound_is_read_from_either_side_and_not_upside_down():
    assert lower_bound(sp.Ge(x, y, evaluate=False), x) == y
    assert lower_bound(sp.Le(y - x, 0, evaluate=False), x) == y
    assert lower_bound(sp.Le(x, y, evaluate=False), x) is None
    assert lower_bound(sp.Ge(-x, y, evaluate=False), x) is None
    assert lower_bound(sp.Gt(x, y, evaluate=False), x) is None


def test_only_equations_say_what_vanishes():
    both = sp.And(equation(x, y), equation(x, 1), evaluate=False)
    assert set(zeros(both)) == {x - y, x - 1}
    assert zeros(sp.And(equation(x, y), x > 0, evaluate=False)) is None
    assert conjuncts(equation(x, y)) == (equation(x, y),)


PROOFS = {
    "loss-split": task.loss_split,
}


@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_of_an_equation_proves_no_other_relation_and_no_further_conjunct(name):
    statement, proof = claim(f"modular.{name}").printed, PROOFS[name]
    assert proof(equation(statement.rhs, statement.lhs))
    for relation in (sp.Ne, sp.Gt, sp.Le):
        assert not proof(relation(*statement.args, evaluate=False))
    assert not proof(sp.And(statement, equation(paper.p, 3), evaluate=False))


def test_a_condition_that_is_none_at_one_p_has_not_the_same_zeros():
    one, other = (
        sp.Add(*few_neurons.in_moments(paper.over_neurons(C * sp.cos(angle))).as_ordered_terms())
        for C, angle in paper.LISTED[:2]
    )
    turned = [one, other]
    assert few_neurons.same_zeros([other, one], turned)
    assert few_neurons.same_zeros([one + other, 2 * other], turned)
    assert not few_neurons.same_zeros([(paper.p - 11) * one, other], turned)
    assert not few_neurons.same_zeros([one, one], turned)
    assert not few_neurons.same_zeros([one], turned)
