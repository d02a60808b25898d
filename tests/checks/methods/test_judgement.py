"""Judgements of parts joined: "and" asks for all, "or" for one, and what is open stays open."""

from itertools import product

import pytest

from checks.methods.judgement import Judgement, combine

WORDS = (True, False, None)


@pytest.mark.parametrize("words", list(product(WORDS, repeat=3)))
def test_the_table_of_three_values(words):
    parts = [Judgement(word) for word in words]
    everyone = False if False in words else None if None in words else True
    someone = True if True in words else None if None in words else False
    assert (combine(True, parts).holds, combine(False, parts).holds) == (everyone, someone)


def test_what_holds_is_known_as_badly_as_its_worst_part():
    parts = [Judgement(True, 1e-9, 50, "a", margin=0.5), Judgement(True, 1e-3, 20, "b", margin=0.1)]
    whole = combine(True, parts)
    assert (whole.error, whole.digits, whole.sides, whole.margin) == (1e-3, 20, "a; b", 0.1)


def test_a_part_that_two_looks_disagree_about_is_what_is_told():
    parts = [Judgement(None, why="too close"), Judgement(None, contested=True)]
    assert combine(True, parts).contested


def test_nothing_was_asserted_only_where_every_part_asserts_nothing():
    idle, said = Judgement(True, idle=True), Judgement(True)
    assert combine(True, [idle, idle]).idle and not combine(True, [idle, said]).idle
