"""AGF of a few given heads, and the gaps between its jumps."""

from fractions import Fraction

import pytest

from checks.attention import races
from checks.methods.check import Effort, Rejected
from theory import attention as paper
from theory.catalogue import claim


def test_heads_that_differ_by_signs_or_by_query_for_key_jump_together():
    one = tuple(Fraction(x) for x in (1, 2, "1/2", 1, "-1/2"))
    V, Q, K = one[0], one[1:3], one[3:]
    minus = lambda part: tuple(-x for x in part)
    twins = [(V, *K, *Q), (V, *minus(Q), *minus(K)), (-V, *Q, *minus(K)), (-V, *minus(K), *Q)]
    assert all(races.tied(one, other) for other in twins)
    assert not races.tied(one, (V, *Q, *minus(K)))
    race = races.Race((Fraction(2), Fraction(1)), 1, (one, twins[0]))
    with pytest.raises(Rejected, match="two heads jump together"):
        list(races.finite_gaps(race, Effort()))


def test_the_second_look_at_a_race_is_at_the_same_race():
    rows = ((1, 1, "1/4", 1, "1/4"), (1, 1, "1/8", 1, "1/8"))
    race = races.Race(
        (Fraction(2), Fraction(1)), 1, tuple(tuple(map(Fraction, row)) for row in rows)
    )
    first, second = (
        list(races.finite_gaps(race, Effort(), integrated=one)) for one in (False, True)
    )
    for one, two in zip(first, second):
        assert abs(float(one[paper.gap]) / float(two[paper.gap]) - 1) < 1e-7
        assert abs(float(one[paper.mu]) / float(two[paper.mu]) - 1) < 1e-7


def test_two_close_heads_break_the_printed_bound_and_keep_the_sum_over_plateaus(holds):
    seen = list(races.limit_gaps(races.CLOSE, Effort()))
    assert holds("attention.jump-bound", seen, 1e-9) == {True}
    far = [one for one in seen if one[paper.lam_k] != one[paper.lam_now]]
    assert holds("attention.jump-bound", far, 1e-9, claim("attention.jump-bound").printed) == {
        False
    }


def test_what_is_weighted_is_each_plateau_by_its_own_eigenvalue():
    found = {(gap.l, gap.k): gap for gap in races.gaps(races.CLOSE, 0.05, False)}
    first, second, both = found[0, 1], found[1, 2], found[0, 2]
    assert abs(first.weighted.value - 4 * first.time.value) < 1e-12
    assert abs(both.weighted.value - 4 * first.time.value - second.time.value) < 1e-12
