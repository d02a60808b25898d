"""Inequalities about function values: true ones are shown, those that fail at one point are not."""

import pytest
from sympy import Eq, cos, cosh, exp, log, sin, sqrt, symbols, tanh

from theory import prove
from theory.own.proving import NotShown

x, y, s, b = symbols("x y s b", positive=True)
r, q = symbols("r q", real=True)
T = symbols("T", nonnegative=True)
logistic = s * exp(2 * s * T) / (exp(2 * s * T) - 1 + s / b)


@pytest.mark.parametrize(
    ("statement", "given"),
    [
        (Eq(log(x * y), log(x) + log(y)), []),
        (Eq(log(x**3 / y), 3 * log(x) - log(y)), []),
        (Eq(x**r * x**q, x ** (r + q)), []),
        (log(1 + x) < x, []),
        (log(x) <= x - 1, []),
        (log(x) >= 1 - 1 / x, []),
        (log(s / b - 1) > 0, [2 * b < s]),
        (log(x) <= log(y), [x <= y]),
        (exp(x) < exp(y), [x < y]),
        (exp(-x) < 1, []),
        (sqrt(x) < sqrt(y), [x < y]),
        (sqrt(x**2 + y**2) <= x + y, []),
        (x**3 < y**3, [x < y]),
        (r**2 / (1 + r**2) < 1, []),
        (x**y > 1, [x > 1]),
        (cosh(r) >= 1, []),
        (tanh(r) < 1, []),
        (sin(r) <= 1, []),
        (cos(r) >= -1, []),
        (logistic < s, [b < s]),
        (Eq(logistic, s / (1 + (s / b - 1) * exp(-2 * s * T))), []),
    ],
    ids=str,
)
def test_what_is_true_is_shown(statement, given):
    assert prove(statement, given).statement == statement


@pytest.mark.parametrize(
    ("statement", "given"),
    [
        (Eq(log(x + y), log(x) + log(y)), []),
        (Eq(log(x**3 / y), 3 * log(x) + log(y)), []),
        (log(x) < x - 1, []),  # not at 1
        (log(1 + x) > x, []),
        (log(s / b - 1) > 0, [b < s]),
        (log(x) < log(y), [x <= y]),
        (exp(x) < exp(y), [x <= y]),
        (exp(r) > 1 + r, []),  # not at 0
        (exp(r) >= 1, []),
        (sqrt(x) < sqrt(y), [x <= y]),
        (sqrt(x**2 + y**2) >= x + y, []),
        (r**3 < q**3, [r <= q]),
        (r**2 < q**2, [r < q]),  # not for negative ones
        (x**y > 1, []),
        (cosh(r) > 1, []),  # not at 0
        (tanh(r) > 0, []),
        (sin(r) < 1, []),
        (logistic < s, [b <= s]),  # not at b = s
        (1 / r < 1 / q, [q < r]),  # not across 0
    ],
    ids=str,
)
def test_what_fails_somewhere_is_not(statement, given):
    with pytest.raises(NotShown):
        prove(statement, given)
