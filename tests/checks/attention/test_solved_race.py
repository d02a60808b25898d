"""The race that is solved by hand is the one that AGF runs."""

from fractions import Fraction

import pytest
import sympy as sp

from checks.attention import races, solved_race
from checks.methods.check import Effort
from theory import attention as paper

HEADS = solved_race.TwoHeads(sp.S.One, (sp.Rational(4, 5), sp.Rational(3, 5)))


def test_the_second_jump_comes_nine_fortieths_of_log_three_after_the_first():
    whole, first, second = solved_race.race(HEADS, Effort())
    assert first[paper.gap_limit] == sp.Rational(1, 2)
    assert sp.simplify(second[paper.gap_limit] - sp.Rational(9, 40) * sp.log(3)) == 0
    assert sp.simplify(whole[paper.gap_limit] - first[paper.gap_limit]) == second[paper.gap_limit]


def test_agf_measures_the_same_times_and_norms():
    rows = ((1, 1, 0, 1, 0), (1, "4/5", "3/5", "4/5", "3/5"))
    root = Fraction(str(sp.sqrt(2).evalf(20)))
    race = races.Race(
        (root, Fraction(1)), 1, tuple(tuple(Fraction(x) for x in row) for row in rows)
    )
    letters = (paper.gap_limit, paper.weighted_limit, paper.mu_limit)

    def numbers(observations):
        return sorted(tuple(float(one[letter]) for letter in letters) for one in observations)

    exact = numbers(solved_race.race(HEADS, Effort()))
    for one, other in zip(exact, numbers(races.limit_gaps(race, Effort())), strict=True):
        assert one == pytest.approx(other, rel=1e-4)


def test_a_formula_that_does_not_solve_the_flow_is_refused():
    with pytest.raises(ArithmeticError):
        solved_race._vanishes(sp.Symbol("x") - 1)
