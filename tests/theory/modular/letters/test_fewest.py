"""What the definitions of the fewest neurons and of the width say, in numbers at p = 3."""

import pytest
from mpmath import mp, mpf

from tests.theory.proof.definitions.modular.groups import ours
from tests.theory.proof.definitions.modular.residues import residues
from tests.theory.proof.evaluate import value
from theory.modular.letters import N, p, x, x_hat
from theory.modular.letters.cost import A_u, A_v, A_w, X, s_u, s_v, s_w, xi
from theory.modular.letters.fewest import share_of
from theory.modular.letters.learned import gap_of
from theory.modular.letters.width import own, own_gap
from theory.proof.terms import INT, var

AMPLITUDES, PHASES = dict(zip("uvw", (A_u, A_v, A_w))), dict(zip("uvw", (s_u, s_v, s_w)))


def encoding():
    """x, its transform, and the letters of the frequency 1."""
    values = residues(3)
    hat = values["x_hat"](1)
    letters = {p: mpf(3), xi: mpf(1), x: values["x"], x_hat: values["x_hat"], X: abs(hat)}
    return letters, abs(hat), mp.arg(hat)


def neurons(A, s):
    """Amplitudes and phases as functions of the neuron."""
    table = {AMPLITUDES[name]: lambda i, row=row: row[int(i) - 1] for name, row in A.items()}
    return table | {PHASES[name]: lambda i, row=row: row[int(i) - 1] for name, row in s.items()}


def test_our_six_attain_the_bound_and_a_seventh_neuron_breaks_it():
    letters, size, phase = encoding()
    A, s = ours(3, 6, size, phase)
    assert abs(value(gap_of(), {**letters, **neurons(A, s), N: mpf(6)})) < 1e-12
    A, s = ({name: [*row, mpf(1)] for name, row in table.items()} for table in (A, s))
    assert value(gap_of(), {**letters, **neurons(A, s), N: mpf(7)}) > 1e-3


def test_a_neuron_of_another_frequency_has_no_part_in_the_gap_of_a_frequency():
    letters, size, phase = encoding()
    A, s = ours(3, 6, size, phase)
    A, s = ({name: [*row, mpf(1)] for name, row in table.items()} for table in (A, s))
    k, count = var("k", INT), var("n", INT)
    at = {**letters, **neurons(A, s), k: mpf(1), count: mpf(7)}
    gaps = [
        value(own_gap(k, count), {**at, own: lambda i, last=last: mpf(last if i == 7 else 1)})
        for last in (2, 1)
    ]
    assert abs(gaps[0]) < 1e-12 and gaps[1] > 1e-3


def test_one_neuron_attains_eight_ninths_of_the_bound():
    letters, size, phase = encoding()
    root = mp.cbrt(mp.sqrt(54 * mpf(3)) / (9 * size))
    A, s = {name: [root] for name in "uvw"}, {"u": [mpf(0)], "v": [mpf(0)], "w": [-phase]}
    share = value(share_of(), {**letters, **neurons(A, s), N: mpf(1)})
    assert float(share) == pytest.approx(8 / 9)
