"""The paper line by line: no line twice, no claim of the paper outside a passage."""

from itertools import pairwise

from theory import claims
from theory.passages import ASIDE, STATED, open_passages, passages


def test_no_line_is_listed_twice():
    for one, following in pairwise(passages()):
        assert one.first <= one.last < following.first, (one, following)


def test_every_claim_is_about_a_passage_that_states_something():
    stated = {line for one in STATED for line in range(one.first, one.last + 1)}
    assert [one.id for one in claims() if one.line not in stated] == []


def test_lines_said_to_say_the_same_are_lines_of_passages():
    stated = {line for one in STATED for line in range(one.first, one.last + 1)}
    assert {line for one in STATED for line in one.repeats} <= stated


def test_what_states_nothing_says_why_and_has_no_claim():
    assert all(one.aside and not one.claims for one in ASIDE)


def test_a_passage_without_a_claim_is_counted_as_open():
    assert set(open_passages()) == {one for one in STATED if not one.claims}
