"""The figure's template and the one-hot encoding, by their transforms."""

from checks.methods.check import Effort
from checks.modular import encodings
from theory import modular as paper


def test_the_template_of_the_figure_has_an_even_length_and_no_nyquist_part():
    (seen,) = encodings._figure("", Effort())
    assert seen[paper.parity] == 0 and seen[paper.nyquist].contains(0)
    assert seen[paper.tied] == 7  # all that it lacks are 0


def test_every_coefficient_of_the_centred_one_hot_encoding_is_one_but_that_of_its_mean():
    for seen in encodings._one_hot(7, Effort()):
        expected = 0 if seen[paper.k] in (0, 7) else 1
        assert abs(float(seen[paper.x_hat](seen[paper.k])) - expected) < 1e-15
