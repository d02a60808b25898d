"""Bad arguments are named in one line; alpha may be any positive number, however written."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy

from numerics import (
    AttentionNetwork,
    DiagonalNetwork,
    alternating_gradient_flow,
    gradient_flow,
    validate,
)
from numerics.validate import log_inverse

NET = DiagonalNetwork([[1, 0], [0, 1]], [1, 2])


@pytest.mark.parametrize(
    "alpha",
    [
        1e-3,
        "1e-3",
        "0.001",
        Fraction(1, 1000),
        mpmath.mpf("0.001"),
        sympy.Rational(1, 1000),
        np.float64(1e-3),
    ],
)
def test_alpha_means_the_same_however_it_is_written(alpha):
    assert log_inverse(alpha) == pytest.approx(3 * np.log(10), rel=1e-15)


def test_the_logarithm_of_a_decimal_alpha_has_all_the_digits_asked_for():
    with mpmath.workdps(60):
        assert (
            abs(log_inverse("1e-1000", digits=50) - 1000 * mpmath.log(10)) < mpmath.mpf(10) ** -48
        )


@pytest.mark.parametrize("alpha", [0, -1e-3, float("nan"), float("inf"), "small", None, 1j])
@pytest.mark.parametrize("run", [gradient_flow, alternating_gradient_flow])
def test_an_initialisation_scale_that_is_not_positive_and_finite_is_refused(run, alpha):
    with pytest.raises(ValueError, match="^alpha is .*expected"):
        run(NET, alpha)


@pytest.mark.parametrize("run", [gradient_flow, alternating_gradient_flow])
def test_the_accelerated_rate_must_be_positive(run):
    with pytest.raises(ValueError, match=r"alpha is 0.8: expected alpha < 1/sqrt\(2\)"):
        run(NET, 0.8)


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([1, 2], [1], r"X has shape \(2,\)"),
        ([[1, 2]], [[1, 2]], r"y has shape \(1, 2\)"),
        ([[1, 2]], [1], r"y has shape \(1,\): expected \(2,\)"),
        ([[1, float("nan")]], [1, 2], "X has an entry that is not finite"),
        ([[1, 2]], [1, float("inf")], "y has an entry that is not finite"),
        (np.zeros((0, 3)), [1, 2, 3], "X has shape"),
        ("data", [1], "X is 'data'"),
    ],
)  # fmt: skip
def test_data_of_the_wrong_shape_or_not_finite_are_refused(X, y, message):
    with pytest.raises(ValueError, match=message):
        DiagonalNetwork(X, y)


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("digits", 0),
        ("digits", 1.5),
        ("digits", True),
        ("seed", -1),
        ("until", 0),
        ("until", float("nan")),
        ("until", "later"),
        ("until", np.ma.masked),
    ],
)
def test_every_other_argument_is_named_when_it_is_wrong(argument, value):
    with pytest.raises(ValueError, match=f"^{argument} is {value!r}: expected"):
        gradient_flow(NET, 1e-3, **{argument: value})


def test_an_unknown_engine_is_refused_with_the_known_ones():
    with pytest.raises(
        ValueError, match="engine is 'abacus': expected one of compiled, heyoka, portable"
    ):
        gradient_flow(NET, 1e-3, engine="abacus")


@pytest.mark.parametrize(
    "theta", ["12", ["12", "34"], [b"12"], {(0, 1): 2}, [{0: 1, 1: 2}], {(1, 2)}], ids=repr
)
def test_text_does_not_fall_apart_into_digits_nor_a_mapping_into_its_keys(theta):
    with pytest.raises(ValueError, match="theta is .*expected an array of real numbers"):
        validate.parameters(theta, 2)


def test_a_masked_entry_has_no_value():
    masked = np.ma.array([[1.0, 2.0]], mask=[[False, True]])
    for taken in (lambda: DiagonalNetwork(masked, [1, 2]), lambda: validate.parameters(masked, 2)):
        with pytest.raises(ValueError, match="masked entries"):
            taken()
    assert DiagonalNetwork(np.ma.array([[1.0, 2.0]]), [1, 2]).neurons == 1


def test_a_context_that_leaves_no_digits_is_refused():
    with pytest.raises(ValueError, match="context is"):
        AttentionNetwork([[1.0]], 10**30, 1)
