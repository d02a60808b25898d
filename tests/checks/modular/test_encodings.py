"""The figure's template and the one-hot encoding, by their transforms."""

from checks.methods.check import Effort
from checks.modular import encodings
from theory import modular as paper


def test_the_template_of_the_figure_has_an_even_length_and_no_nyquist_part():
    (seen,) = encodings._figure("", Effort())
    assert seen[paper.parity] == 0 and seen[paper.nyquist].contains(0)
    assert seen[paper.tied] == 7  # all that it lacks are 0


def test_every_coefficient_of_the_centred_one_hot_encoding_is_one():
    for seen in encodings._one_hot(7, Effort()):
        assert abs(float(seen[paper.x_hat](seen[paper.k])) - 1) < 1e-15
