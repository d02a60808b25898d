"""Wick's theorem: the number of matchings, and moments that are known."""

import sympy as sp

from theory.attention.gaussian_moments import Moment, expectation, matchings

a, b, N = sp.symbols("a b N")


def test_there_are_as_many_matchings_as_odd_numbers_multiply_to():
    counts = [len(list(matchings(tuple(range(n))))) for n in (0, 2, 4, 6, 8)]
    assert counts == [1, 1, 3, 15, 105]
    assert not list(matchings((0, 1, 2)))


def test_the_mean_of_an_odd_product_is_zero():
    assert expectation(Moment((("x", "n"),) * 3, ((0, 1, ""),)), N, {"S": a}) == 0


def test_a_squared_length_beside_two_entries_of_one_example():
    # E[x_i x_j |x|^2] = tr(S) S_ij + 2 (S S)_ij, summed over N examples
    moment = Moment((("x", "n"),) * 4, ((1, 2, ""),))
    trace = sp.Symbol("t")
    found = expectation(moment, N, {"S": a, "SS": b, "tr S": trace})
    assert sp.expand(found - N * (trace * a + 2 * b)) == 0
