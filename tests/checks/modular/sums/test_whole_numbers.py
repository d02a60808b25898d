"""Left sides in whole numbers: what is observed is what other sums, or NumPy, give."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from checks.modular.neuron_groups.groups import EncodedNeuron
from checks.modular.sums import whole_numbers
from theory import modular as paper
from theory.modular import a, k, p, u, u_hat, v, v_hat, w, w_hat, x, x_hat
from theory.notation import k as degree

NEURON = EncodedNeuron((1, 2, 0, -1, 2), (1, 0, -2, 2, 1), (0, 1, 1, -1, 2), (2, -1, 0, 1, 1))


def utility(X, inputs, W):
    """The mean over all tuples of the power of what is put in, times <w, label>."""
    n, mean = len(X), Fraction(sum(X), len(X))
    total = Fraction(0)
    for chosen in product(range(n), repeat=len(inputs)):
        z = sum(q[l] * X[(l - s) % n] for q, s in zip(inputs, chosen) for l in range(n))
        label = sum(W[l] * (X[(l - sum(chosen)) % n] - mean) for l in range(n))
        total += z ** len(inputs) * label
    return total / n ** len(inputs)


def test_the_utility_in_whole_numbers_is_that_of_the_definition():
    first, *_ = whole_numbers.exact().observe(NEURON)
    X, U, V, W = NEURON
    assert first[paper.U_init].value == utility(X, (U, V), W) != 0
    assert first[paper.norm_sq] == sum(q * q for q in (*U, *V, *W))
    assert first[paper.inner_xu] == 1 * 1 + 0 - 0 - 2 + 2


def test_the_chained_correlation_is_the_sum_over_all_pairs():
    first, *_ = whole_numbers.exact().observe(NEURON)
    assert first[paper.chained].value == first[paper.triple].value != 0


def test_the_term_of_the_frequency_zero_is_the_product_of_the_sums():
    first, *_ = whole_numbers.exact().observe(NEURON)
    # each inner product sums to the sum of the vector times that of x: 4 * 2, 4 * 3, 4 * 3
    assert first[paper.zero_term].value == Fraction(2 * 8 * 12 * 12, 125)


def test_transforms_and_sequences_are_those_of_numpy():
    first, *_ = whole_numbers.exact().observe(NEURON)
    for part, plain, hat in zip(NEURON, (x, u, v, w), (x_hat, u_hat, v_hat, w_hat)):
        assert [first[plain](n) for n in (-1, 0, 6)] == [part[4], part[0], part[1]]
        assert [complex(first[hat](f)) for f in range(5)] == pytest.approx(np.fft.fft(part))


def test_one_inner_product_and_its_transform_are_observed_at_each_frequency():
    X, U, *_ = NEURON
    inner = [np.roll(X, s) @ U for s in range(5)]
    seen = list(whole_numbers.exact().observe(NEURON))
    assert [one[k] for one in seen] == [1, 2, 3, 4]
    for one in seen:
        assert one[paper.inner_u].value == inner[one[a] % 5]
        assert complex(one[paper.correlated].value) == pytest.approx(np.fft.fft(inner)[one[k]])


def test_half_of_an_even_p_is_no_frequency_here_and_of_a_large_p_there_are_a_few():
    even = EncodedNeuron(*[(1, 0, 2, -1)] * 4)
    assert [one[k] for one in whole_numbers.exact().observe(even)] == [1, 3]
    long = EncodedNeuron(*[tuple(range(12))] * 4)
    assert [one[k] for one in whole_numbers.exact().observe(long)] == [1, 2, 3, 8]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_utility_of_several_summands_is_that_of_the_definition(count):
    X, U, V, W = ((1, 2, 0), (1, 0, -2), (0, 1, 1), (2, -1, 0))
    inputs = (U, V, X, W)
    (seen,) = whole_numbers.summands(1, 4).observe((count, X, W, inputs))
    assert seen[paper.U_k] == utility(X, inputs[:count], W)
    assert (seen[p], seen[degree]) == (3, count)
    hats = np.prod([np.fft.fft(q) * np.fft.fft(X).conj() for q in inputs[:count]], axis=0)
    assert [complex(seen[paper.prod_hat](f)) for f in range(3)] == pytest.approx(hats)


@pytest.mark.parametrize("n, f, s", [(5, 2, 1), (7, 1, -3)])
def test_a_wave_has_its_two_frequencies_and_no_other(n, f, s):
    seen = list(whole_numbers.wave_values.observe((n, f, s)))
    assert len(seen) == n - 2
    for one in seen:
        turn = n / 2 * np.exp(1j * s)
        assert complex(one[paper.chi_plus]) == pytest.approx(turn)
        assert complex(one[paper.chi_minus]) == pytest.approx(turn.conjugate())
        assert abs(complex(one[paper.chi_else])) < 1e-12


def test_at_half_of_an_even_p_a_wave_has_one_frequency_of_twice_the_height():
    first, *_ = whole_numbers.wave_values.observe((6, 3, 1))
    assert complex(first[paper.chi_plus]) == pytest.approx(6 * math.cos(1))


def test_cosines_around_the_circle_cancel_unless_they_do_not_turn():
    seen = list(whole_numbers.cosines.observe((8, 4, 2)))
    assert [one[p] for one in seen] == list(range(1, 9))
    for one in seen:
        expected = one[p] * math.cos(2) if 4 % one[p] == 0 else 0
        assert float(one[paper.cosine_sum]) == pytest.approx(expected, abs=1e-12)


def test_the_imaginary_part_is_a_sum_of_sines():
    seen = list(whole_numbers.imaginary_part.observe(NEURON))
    assert [float(one[paper.im_hat]) for one in seen] == pytest.approx(
        np.fft.fft(NEURON.u).imag, abs=1e-12
    )


def test_the_transform_of_a_real_vector_is_observed_on_both_sides_of_zero():
    seen = list(whole_numbers.symmetric.observe(NEURON))
    assert [one[k] for one in seen] == list(range(-5, 5))
    for one in seen:
        found = complex(one[paper.u_hat](one[k]))
        assert found == pytest.approx(np.fft.fft(NEURON.u)[one[k] % 5])
