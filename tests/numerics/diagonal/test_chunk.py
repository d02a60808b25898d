"""A polynomial by Horner's rule, for numbers, arrays and balls."""

import flint
import numpy as np

from numerics.diagonal.chunk import horner


def test_coefficients_and_powers_are_summed():
    t = np.array([0.0, 0.5, 2.0])
    assert np.allclose(horner([1.0, -2.0, 3.0], t), 1 - 2 * t + 3 * t**2)
    assert horner([flint.fmpq(1, 2), flint.fmpq(1, 3)], flint.fmpq(3)) == flint.fmpq(3, 2)
