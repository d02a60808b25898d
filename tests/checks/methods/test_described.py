"""Counterexamples are read by people: names for what has fields, fractions as they are written."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import pytest

from checks.methods.described import described


class Drawn(NamedTuple):
    eigenvalues: tuple
    N: int


@dataclass(frozen=True)
class Neuron:
    theta: tuple
    eta: Fraction


@dataclass(frozen=True)
class Problem:
    B: tuple

    def __str__(self):
        return f"B = {self.B}"


@pytest.mark.parametrize(
    "instance, text",
    [
        (Drawn((Fraction(1), Fraction(2, 3)), 2), "eigenvalues = (1, 2/3), N = 2"),
        (Neuron((Fraction(1, 4), 1.0), Fraction(3)), "theta = (1/4, 1), eta = 3"),
        (((2.0, 2.5), 0), "((2, 2.5), 0)"),
        ((Neuron((1,), Fraction(1, 2)), 7), "((theta = (1), eta = 1/2), 7)"),
        (float("inf"), "inf"),
    ],
)
def test_fields_have_names_and_fractions_a_bar(instance, text):
    assert described(instance) == text


def test_what_has_words_of_its_own_keeps_them_and_stands_in_brackets_inside_another():
    assert described(Problem((1, 2))) == "B = (1, 2)"
    assert described((Problem((1, 2)), 3)) == "((B = (1, 2)), 3)"
