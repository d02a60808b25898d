"""The expectation of the threshold c_i over random neurons, by quadrature: is it finite, and what
is it?
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

import mpmath
import sympy as sp
from hypothesis import strategies as st

from checks.methods.assuming import Assuming
from checks.methods.by_hand import by_hand
from checks.methods.check import Effort
from checks.methods.drawing import fractions
from checks.methods.measured import Measured
from checks.methods.property import Observation
from theory import framework as paper
from theory.notation import alpha, c, d, kappa


# --- the expectation of the threshold -------------------------------------------------------------
@lru_cache(maxsize=32)
def log_norm_density(outputs: int, inputs: int, digits: int) -> Callable[[mpmath.mpf], mpmath.mpf]:
    """Density of log(|theta|^2/alpha^2): |theta|^2/alpha^2 is the sum of two independent gammas
    with rates c and d, whose densities are convolved (Kummer's function).

    Whatever the degree and whatever alpha, quadratures ask for it at the same nodes in the same
    precision: it costs most, and is computed once at each.
    """
    with mpmath.workdps(digits):
        p, q = mpmath.mpf(outputs) / 2, mpmath.mpf(inputs) / 2
        front = mpmath.mpf(outputs) ** p * mpmath.mpf(inputs) ** q / mpmath.gamma(p + q)

    def density(z: mpmath.mpf) -> mpmath.mpf:
        s = mpmath.exp(z)
        power = mpmath.exp((p + q) * z - outputs * s)
        return front * power * mpmath.hyp1f1(q, p + q, (outputs - inputs) * s)

    return cache(density)


def _finite(instance: tuple[int, int, int], effort: Effort) -> Iterator[Observation]:
    """Whether it converges, at the degree drawn and at the first at which it does not."""
    degree, outputs, inputs = instance
    for order in dict.fromkeys((degree, outputs + inputs + 2)):
        yield _converging(order, outputs, inputs)


def _converging(degree: int, outputs: int, inputs: int) -> Observation:
    """Cut the integral at 1e-12, 1e-24, 1e-48: what is added shrinks if it converges, and does not
    if it diverges.
    """
    density = log_norm_density(outputs, inputs, 30)
    with mpmath.workdps(30):

        def piece(low: str, high: str) -> mpmath.mpf:
            # in the logarithm of |theta|^2, where a power law is smooth
            return mpmath.quad(
                lambda z: (
                    density(z)
                    * (mpmath.exp(z * (2 - degree) / mpmath.mpf(2)) if degree != 2 else -z / 2)
                ),
                [mpmath.log(mpmath.mpf(low)), mpmath.log(mpmath.mpf(high))],
            )

        first, second = piece("1e-24", "1e-12"), piece("1e-48", "1e-24")
        converges = second < first / 2
        return Observation(
            {paper.finite: int(converges), kappa: degree, c: outputs, d: inputs},
            detail=f"kappa={degree}, c={outputs}, d={inputs}: 1e-24..1e-12 adds "
            f"{mpmath.nstr(first, 3)}, 1e-48..1e-24 adds {mpmath.nstr(second, 3)}",
        )


_layers = st.tuples(st.integers(1, 5), st.integers(1, 5))
# Most degrees are far from c + d + 2, where the answer changes: half of the draws are next to it.
_near = st.tuples(_layers, st.integers(-1, 1)).map(
    lambda drawn: (sum(drawn[0]) + 2 + drawn[1], *drawn[0])
)


class Degrees(NamedTuple):
    """kappa, and how many outputs and inputs a neuron has."""

    degree: int
    outputs: int
    inputs: int

    def __str__(self) -> str:
        power = self.outputs + self.inputs + 1 - self.degree
        return f"the integral of r^{power} from 0 to 1, r the norm"


def _at_the_origin(instance: Degrees, effort: Effort) -> Iterator[dict]:
    """E|theta|^(2-kappa) near the origin: up to factors with bounds there, the integral of
    r^(2-kappa) r^(c+d-1), the density of |theta| = r, over (0, 1).
    """
    r = sp.Symbol("r", positive=True)
    power = 2 - instance.degree + instance.outputs + instance.inputs - 1
    finite = int(sp.integrate(r**power, (r, 0, 1)).is_finite)
    yield {paper.finite: finite, kappa: instance.degree, c: instance.outputs, d: instance.inputs}


near_the_origin = by_hand(
    _at_the_origin, Degrees(4, 1, 1), Degrees(3, 1, 1), Degrees(5, 1, 1), Degrees(5, 2, 1)
)

finite_expectation = Assuming(
    "the integral over |theta|^2 down to 1e-48",
    st.one_of(_near, st.tuples(st.integers(1, 13), st.integers(1, 5), st.integers(1, 5))),
    _finite,
    1e-15,
    "whole numbers",
    examples=(25, 225, 225),
    confirm=_finite,
)


def _as_float(scale: Fraction) -> mpmath.mpf:
    return mpmath.mpf(scale.numerator) / scale.denominator


def expected_threshold(
    degree: int, outputs: int, inputs: int, scale: Fraction, digits: int = 20
) -> Measured:
    """E c_i with the quadrature's own estimate of its error.

    For kappa > 2 it is E|theta|^(2-kappa)/(kappa-2) less 1/(kappa-2); for kappa = 2, E
    log(1/|theta|) of both signs, the negative part of which is below E|theta|^2/2 = alpha^2/2 <
    1/2.
    """
    density = log_norm_density(outputs, inputs, digits)
    with mpmath.workdps(digits):
        middle = 2 * mpmath.log(_as_float(scale))

        def integrand(u: mpmath.mpf) -> mpmath.mpf:
            z = middle + u
            value = (
                -z / 2
                if degree == 2
                else (mpmath.exp(z * (2 - degree) / mpmath.mpf(2)) - 1) / (degree - 2)
            )
            return value * density(u)

        cuts = [-110, -40, -10, -3, 0, 2, 5.5]
        value, error = mpmath.quad(integrand, cuts, error=True)
        return Measured(
            value, abs(value) + (1 if degree == 2 else mpmath.mpf(2) / (degree - 2)), error
        )


_scales = fractions(Fraction(1, 20), Fraction(9, 10), max_denominator=20)


def _expected(instance: tuple, effort: Effort, digits: int = 20) -> Iterator[dict]:
    """The expectation, and what the claim does not speak of, to see whether it has to say so:
    kappa = 2, alpha = 1 and beyond, an infinite expectation and the first such.

    Of an infinite one it is what lies above a small norm, which is more than any finite formula.
    """
    degree, outputs, inputs, scale = instance
    infinite = outputs + inputs + 2
    beside = (
        (2, scale),
        (infinite, scale),
        (infinite + 1, scale),
        (degree, Fraction(1)),
        (degree, Fraction(3, 2)),
    )
    for order, size in ((degree, scale), *beside):
        found = expected_threshold(order, outputs, inputs, size, digits)
        yield {
            paper.expected: Measured(found.value, found.size) if order >= infinite else found,
            kappa: order,
            c: outputs,
            d: inputs,
            alpha: size,
        }


expectation_by_quadrature = Assuming(
    "quadrature over the density of |theta|^2",
    st.tuples(st.integers(3, 8), st.integers(1, 6), st.integers(1, 6), _scales).filter(
        lambda drawn: drawn[0] < drawn[1] + drawn[2] + 2
    ),
    _expected,
    1e-9,
    "20-digit quadrature over log|theta|^2, cut where the integrand is below 1e-20",
    examples=(12, 60, 400),
    confirm=lambda instance, effort: _expected(instance, effort, 30),
)


def _expected_quadratic(instance: tuple, effort: Effort, digits: int = 20) -> Iterator[dict]:
    """The same for kappa = 2, at alpha = 1 and beyond too."""
    inputs, scale = instance
    for size in (scale, Fraction(1), Fraction(3, 2)):
        found = expected_threshold(2, inputs, inputs, size, digits)
        yield {paper.expected: found, d: inputs, alpha: size}


expectation_by_quadrature_quadratic = Assuming(
    "quadrature over the density of |theta|^2",
    st.tuples(st.integers(1, 9), _scales),
    _expected_quadratic,
    1e-9,
    "20-digit quadrature",
    examples=(12, 60, 400),
    confirm=lambda instance, effort: _expected_quadratic(instance, effort, 30),
)
