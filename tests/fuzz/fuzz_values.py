"""Bad input made by hand: numbers, arrays and words that someone, some day, will pass."""
from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import sympy as sp

nan, inf = float("nan"), float("inf")
EVIL = "__import__('pathlib').Path('{}').touch()"  # what must never be evaluated

NUMBERS = [nan, inf, -inf, 0, -1, 1e-3, "1e-3", "abc", "", None, True, 1j, b"1", [], {}, object(), np.float64(nan), "1e-5000", 10**400, "1e-10000000000",
           "1e999999999", sp.Symbol("x"), sp.Rational(1, 1000), Fraction(1, 1000), Decimal("0.001"), EVIL, "\x00", np.array([1e-3]), np.array(1e-3),
           mpmath.mpc(1, 1), mpmath.mpf("1e-10000000000"), "1/0", "0/0", "nan", "inf", 2**-1074, np.int64(1), "ٱ", "１e-3", 1e-300, 0.7, 1, "9" * 5000]
MATRICES = [nan, None, "data", [], [[]], [[], []], [[1, 2], [3]], [[1, nan], [0, 1]], [[1, inf], [0, 1]], [[1, 2], [3, 4]], [[0, 0], [0, 0]], [[1, 0], [0, 1]],
            [[1, 0], [0, -1]], [[1, 1], [1, 1]], [["1", "x"], ["2", "3"]], [["1e400", "0"], ["0", "1"]], [[1j, 0], [0, 1]], [[True, False], [False, True]],
            [[None, 1], [1, 2]], [[object(), 1], [1, 1]], np.zeros((0, 0)), np.zeros((2, 2, 2)), np.array([[1, 2], [3, 4]], dtype=object), np.eye(2) * 1j,
            [[1e308, 0], [0, 1e308]], [[1e-320, 0], [0, 1e-320]], [[1e200, 0], [0, 1e-200]], [["1/3", "0"], ["0", "1/0"]], {}, {(0, 0): 1}, [[2, 1], [1, 2]],
            [[2, 1], [0, 2]], [[10**400, 0], [0, 1]], [[Fraction(1, 3), 0], [0, 1]], [[Decimal("1"), 0], [0, Decimal("2")]], sp.eye(2), [[sp.Symbol("x"), 0], [0, 1]],
            range(4), EVIL, [[EVIL] * 2] * 2, [["1e-10000000000", "0"], ["0", "1"]], [[mpmath.mpf("1e-10000000000"), 0], [0, 1]]]
ENCODINGS = [[1], [1, -1], [0, 0, 0], [1, -1, 0, 0], [1e308, -1e308, 0], [1e-320, -1e-320, 0], [1, 2, 3], ["1", "-1", "0"], [nan] * 3, [0.1] * 3, [1, 1, -2],
             [3, -1, 0, -2, 0], [[1], [-1], [0]], "102", None, [EVIL] * 3]
