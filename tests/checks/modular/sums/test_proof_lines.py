"""Lines of proofs: where every frequency is learned nothing is left, and before that the loops."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from checks.methods.check import Rejected
from checks.modular.sums import proof_lines
from checks.modular.sums.proof_lines import Learner, star, wave
from theory import modular as paper
from theory.modular import p, xi

FIVE = (3, -1, 0, -2, 0)
ORDER = sorted((1, 2), key=lambda f: -abs(np.fft.fft(FIVE)[f]))
NEURON = ((1, 0, -2, 2, 1), (0, 1, 1, -1, 2), (2, -1, 0, 1, 1))
LEARNER = Learner(FIVE, *ORDER, *NEURON)
THREE = Learner((2, -1, -1), 1, 0, (1, 0, -2), (0, 1, 1), (2, -1, 0))


def utility(encoding, labels, u, v, w):
    """The mean over all pairs of the square times <w, (a + b).labels>."""
    n = len(encoding)
    return (
        sum(
            (np.roll(encoding, a) @ u + np.roll(encoding, b) @ v) ** 2
            * (np.roll(labels, a + b) @ w)
            for a, b in product(range(n), repeat=2)
        )
        / n**2
    )


def part(encoding, *frequencies):
    """These frequencies of an encoding."""
    hat = np.fft.fft(encoding)
    kept = np.zeros_like(hat)
    for f in frequencies:
        kept[[f, -f]] = hat[[f, -f]]
    return np.fft.ifft(kept).real


def test_the_cross_correlation_of_shifted_units_is_a_shifted_unit():
    units = np.eye(4, dtype=int)
    # (e_1 * e_3)[a] = 1 where 1 + a = 3
    assert star(list(units[1]), list(units[3])) == [0, 0, 1, 0]
    assert star(list(units[3]), list(units[1])) == [0, 0, 1, 0]
    assert star(list(units[0]), list(units[3])) == [0, 0, 0, 1]


@pytest.mark.parametrize("f", [1, 2])
def test_a_wave_is_the_part_of_the_encoding_at_its_frequency(f):
    assert [float(q) for q in wave(FIVE, f)] == pytest.approx(part(FIVE, f))


def test_utilities_are_those_of_what_the_learned_frequencies_leave():
    (seen,) = proof_lines.exact_values(LEARNER)
    full, first = np.array(FIVE, dtype=float), part(FIVE, ORDER[0])
    assert float(seen[paper.U_init].real) == pytest.approx(utility(FIVE, full, *NEURON))
    assert float(seen[paper.U_new].real) == pytest.approx(utility(FIVE, full - first, *NEURON))
    # both frequencies of five residues learned: nothing is left
    assert abs(complex(seen[paper.U_two])) < 1e-12
    assert float(seen[paper.Delta].real) == pytest.approx(25 * utility(FIVE, first, *NEURON))
    assert (seen[p], seen[xi], seen[paper.xi_2]) == (5, *ORDER)


def test_three_residues_are_learned_with_their_one_frequency():
    (seen,) = proof_lines.exact_values(THREE)
    assert abs(complex(seen[paper.U_new])) < 1e-12
    assert complex(seen[paper.Delta]) == pytest.approx(9 * complex(seen[paper.U_init]))


def test_the_normalised_wave_has_height_one_and_the_phase_of_the_encoding():
    (seen,) = proof_lines.exact_values(LEARNER)
    hat = np.fft.fft(FIVE)[ORDER[0]]
    assert float(seen[paper.X]) == pytest.approx(abs(hat))
    assert complex(seen[paper.chi_hat](ORDER[0])) == pytest.approx(5 / 2 * hat / abs(hat))
    assert abs(complex(seen[paper.chi_hat](ORDER[1]))) < 1e-12


def test_the_triple_sum_is_that_of_loops():
    (seen,) = proof_lines.exact_values(LEARNER)
    u, v, w = map(np.array, NEURON)
    chi = part(FIVE, ORDER[0]) * 5 / (2 * abs(np.fft.fft(FIVE)[ORDER[0]]))
    total = sum(
        (np.roll(FIVE, a) @ u) * (np.roll(FIVE, b) @ v) * (np.roll(chi, a + b) @ w)
        for a, b in product(range(5), repeat=2)
    )
    assert float(seen[paper.chi_triple]) == pytest.approx(total)


def test_an_encoding_outside_of_the_assumptions_is_refused():
    with pytest.raises(Rejected, match="lacks a frequency"):
        list(proof_lines.exact_values(LEARNER._replace(x=(0,) * 5)))
    # (4, -1, -1, -1, -1) has both magnitudes 5
    with pytest.raises(Rejected, match="equal"):
        list(proof_lines.exact_values(LEARNER._replace(x=(4, -1, -1, -1, -1))))


@settings(max_examples=30)
@given(proof_lines.learners((3, 5, 7)))
def test_a_learner_names_its_two_strongest_frequencies(one):
    sizes = abs(np.fft.fft(one.x))[1 : (len(one.x) + 1) // 2]
    assert sum(one.x) == 0 and sizes[one.xi - 1] == pytest.approx(sizes.max())
    if one.xi_2:
        rest = np.delete(sizes, one.xi - 1)
        assert one.xi_2 != one.xi and sizes[one.xi_2 - 1] == pytest.approx(rest.max())
    else:
        assert len(one.x) == 3


@settings(max_examples=15)
@given(proof_lines.half_learners())
def test_half_of_an_even_p_is_learned_first_and_present(one):
    n = len(one.x)
    assert n % 2 == 0 and one.xi == n // 2 != one.xi_2
    assert abs(np.fft.fft(one.x)[n // 2]) > 0.5


def test_the_utility_of_any_neuron_is_that_of_loops_and_its_correlations_those_of_numpy():
    encoding, u, v, w = (1, 2, 0), (1, 0, -2), (0, 1, 1), (2, -1, 0)
    (seen,) = proof_lines._any_neuron(proof_lines.Neuron(encoding, u, v, w))
    expected = utility(encoding, np.array(encoding) - 1.0, u, v, w)
    assert isinstance(seen[paper.U_init], Fraction)
    assert float(seen[paper.U_init]) == pytest.approx(expected)
    for letter, weights in ((paper.z_u, u), (paper.z_v, v), (paper.z_w, w)):
        inner = [np.roll(encoding, s) @ weights for s in range(3)]
        assert [seen[letter](s) for s in range(3)] == inner
    assert (seen[paper.x_sum], seen[paper.w_sum]) == (3, 1)
