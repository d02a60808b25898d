"""The conjecture is refuted by a theorem at exact numbers; what learns nothing too early is not."""

from dataclasses import replace

import sympy as sp

from checks.linear.refutation import TooEarly, value_of
from checks.methods.check import Effort
from theory import linear as paper

CHECK = TooEarly()


def test_the_printed_sequence_learns_a_mode_too_early():
    assert value_of(paper.conjecture.printed, paper.delta, 1) == sp.Rational(1, 3)
    second = value_of(paper.conjecture.printed, paper.delta, 2)
    assert second.subs(paper.delta(1), sp.Rational(1, 3)) == sp.Rational(1, 9)
    found = CHECK.run(paper.conjecture, paper.conjecture.printed, Effort())
    assert found.outcome == "fails" and found.refuted_by == "exact"


def test_a_sequence_with_the_loss_of_the_flow_is_not_called_false():
    entry, level, delta, count = paper.conjecture.printed.args
    for other in (
        sp.Eq(paper.level(paper.step), sp.Integer(2), evaluate=False),
        sp.Eq(paper.level(paper.step), sp.Rational(5, 2), evaluate=False),
    ):
        parts = [other if part.lhs == paper.level(paper.step) else part
                 for part in (entry, level, delta, count)]  # fmt: skip
        statement = sp.And(*parts, evaluate=False)
        assert CHECK.run(paper.conjecture, statement, Effort()).outcome == "unknown"


def test_a_statement_without_times_is_left_open():
    level = sp.Eq(paper.level(paper.step), sp.Integer(1), evaluate=False)
    assert CHECK.run(paper.conjecture, level, Effort()).outcome == "unknown"
    assert CHECK.run(paper.conjecture, paper.conjecture.corrected, Effort()).outcome == "unknown"


def test_premises_that_the_instance_may_break_leave_it_open():
    narrower = replace(paper.conjecture, given=(sp.Eq(paper.width, 3, evaluate=False),))
    assert CHECK.run(narrower, narrower.printed, Effort()).outcome == "unknown"
