"""The numbers of the figure that the proofs use, beside a transform in floating point."""

import numpy as np
import pytest

from theory.modular.kernel_proofs.figure.numbers import each_number, height_at, shares
from theory.proof.rules import Refused, assume
from theory.proof.tactics import ring
from theory.proof.terms import INT, eq, le, num, var

a = np.arange(20)
TEMPLATE = sum(h * np.cos(2 * np.pi * k * a / 20) for k, h in ((1, 1), (3, 0.5), (5, 0.25)))


@pytest.mark.parametrize("frequency", range(1, 20))
def test_the_height_at_a_frequency_is_the_magnitude_of_the_transform(frequency):
    top, bottom = height_at(frequency).data
    assert top / bottom == pytest.approx(abs(np.fft.fft(TEMPLATE)[frequency]))


def test_a_frequency_of_the_template_has_a_magnitude_of_its_own_and_another_has_not():
    assert [shares(one).conclusion.args[1] for one in (1, 2)] == [num(0), num(1)]


def test_what_fails_at_one_number_is_not_shown_for_all():
    n = var("n", INT)
    inside = assume(le(1, n)), assume(le(n, 3))
    with pytest.raises(Refused):
        each_number(n, *inside, 3, lambda k, is_k: ring(eq(n * n, 3 * n - 2), is_k))
