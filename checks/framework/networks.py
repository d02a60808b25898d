"""Random networks from their definition: gradients at a saddle, orders, homogeneity, what the flow
conserves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import mpmath
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from checks.framework.definitions import now_a_sq, now_w_sq, rate_a_sq, rate_w_sq
from checks.framework.neuron import (
    CLOSER,
    DIGITS,
    REASON,
    TOLERANCE,
    Neuron,
    differentiate,
    neurons,
    observations,
    on_neurons,
    sizes,
    times,
)
from checks.methods.by_hand import by_hand
from checks.methods.check import Effort, Rejected
from checks.methods.drawing import fractions
from checks.methods.measured import Measured, alone
from checks.methods.property import Property
from theory import framework as paper
from theory.notation import c, d, eta, k, kappa, n

# --- random networks from their definition --------------------------------------------------------
SIGMAS = {
    "tanh": mpmath.tanh,
    "square": lambda z: z * z,
    "relu": lambda z: max(z, mpmath.mpf(0)),
    "sine": mpmath.sin,
    "cubic + linear": lambda z: z**3 + z,
}
LARGER = {
    "tanh": "relu",
    "sine": "relu",
}  # of |z| they are below |z|, and so are their slopes below one


@st.composite
def networks(draw: st.DrawFn) -> dict:
    """Up to three neurons, two inputs, two outputs, three data points; the first neuron will be put
    to sleep.
    """
    neuron_count, points = draw(st.integers(2, 3)), draw(st.integers(1, 3))
    small = fractions(-2, 2, max_denominator=3)
    vector = st.lists(small, min_size=2, max_size=2)
    return {
        "sigma": draw(st.sampled_from(sorted(SIGMAS))),
        "a": [draw(vector) for _ in range(neuron_count)],
        "w": [draw(vector) for _ in range(neuron_count)],
        "x": [draw(vector) for _ in range(points)],
        "y": [draw(vector) for _ in range(points)],
    }


def _loss(network: dict, a: list, w: list) -> mpmath.mpf:
    sigma, total = SIGMAS[network["sigma"]], mpmath.mpf(0)
    for x, y in zip(network["x"], network["y"]):
        hidden = [sigma(sum(mpmath.mpf(p) * mpmath.mpf(q) for p, q in zip(row, x))) for row in w]
        total += (
            sum(
                (mpmath.mpf(y[i]) - sum(a[h][i] * hidden[h] for h in range(len(a)))) ** 2
                for i in range(2)
            )
            / 2
        )
    return total / len(network["x"])


def _size(data: dict, a: list, w: list) -> mpmath.mpf:
    """Every term of the loss made positive, one step of length one further out: above every slope
    of its terms at (a, w).
    """

    def larger(rows: list, more: int) -> list:
        return [[abs(value) + more for value in row] for row in rows]

    bound = {
        "sigma": LARGER.get(data["sigma"], data["sigma"]),
        "x": larger(data["x"], 0),
        "y": [[-value for value in row] for row in larger(data["y"], 0)],
    }
    return _loss(bound, larger(a, 1), larger(w, 1))


def _numbers(rows: list) -> list:
    return [[mpmath.mpf(value.numerator) / value.denominator for value in row] for row in rows]


def _saddle(network: dict, effort: Effort, digits: int = DIGITS) -> Iterator[dict]:
    with mpmath.workdps(digits):
        data = {**network, "x": _numbers(network["x"]), "y": _numbers(network["y"])}
        a, w = _numbers(network["a"]), _numbers(network["w"])
        a[0], w[0] = [mpmath.mpf(0)] * 2, [mpmath.mpf(0)] * 2

        def slope(rows_a: list, rows_w: list, layer: str, neuron: int, entry: int) -> Measured:
            def moved(h: mpmath.mpf) -> mpmath.mpf:
                shifted_a, shifted_w = [list(row) for row in rows_a], [list(row) for row in rows_w]
                (shifted_a if layer == "a" else shifted_w)[neuron][entry] += h
                return _loss(data, shifted_a, shifted_w)

            return Measured(differentiate(moved), size)

        size = _size(data, a, w)
        for layer in ("a", "w"):
            for entry in (0, 1):
                yield {
                    paper.grad_dormant: slope(a, w, layer, 0, entry),
                    paper.grad_active: slope(a, w, layer, 1, entry),
                    paper.grad_restricted: slope(a[1:], w[1:], layer, 0, entry),
                }


saddle_gradients = Property(
    "finite differences on networks with five activations",
    networks(),
    _saddle,
    1e-18,
    "central differences across the kink of relu leave the step itself, 1e-20",
    examples=(20, 150, 1500),
    confirm=lambda network, effort: _saddle(network, effort, CLOSER),
)


def _count(instance: tuple[int, int], effort: Effort) -> Iterator[dict]:
    inputs, outputs = instance
    neuron = np.concatenate([np.zeros(inputs), np.zeros(outputs)])  # theta_i = (w_i, a_i)
    projected = np.eye(neuron.size) - np.outer(neuron, neuron)
    yield {paper.size: projected.shape[0], d: inputs, c: outputs}


parameter_count = Property(
    "shape of the projection that acts on (w, a)",
    # a counterexample in several dimensions says more than one in one
    st.tuples(st.sampled_from((2, 1, 3, 4, 5, 6)), st.sampled_from((3, 2, 1, 4, 5, 6))),
    _count,
    1e-15,
    "whole numbers",
    examples=(36, 36, 36),
)


# --- orders and homogeneity -----------------------------------------------------------------------
ORIGIN_PASSING = {
    "tanh": sp.tanh,
    "sin": sp.sin,
    "exp - 1": lambda z: sp.exp(z) - 1,
    "z^2": lambda z: z**2,
    "z^3": lambda z: z**3,
    "1 - cos": lambda z: 1 - sp.cos(z),
    "z + z^2": lambda z: z + z**2,
}
LINEAR = ("tanh", "sin", "exp - 1", "z + z^2")  # sigma'(0) does not vanish


def _orders(names: tuple[str, ...]) -> st.SearchStrategy:
    whole = st.integers(-2, 2)
    return st.tuples(
        st.sampled_from(names), whole, st.lists(st.tuples(whole, whole), min_size=1, max_size=3)
    )


def _lowest(instance: tuple, effort: Effort, generic: bool = False) -> Iterator[dict]:
    name, output, data = instance
    scale = sp.Symbol("lambda")
    if generic and (output == 0 or sum(x * r for x, r in data) == 0):
        raise Rejected("E[g r] vanishes: not generic")
    utility = sum(scale * output * r * ORIGIN_PASSING[name](scale * x) for x, r in data)
    for power in range(8):
        if sp.diff(utility, scale, power).subs(scale, 0) != 0:
            yield {paper.order: power}
            return
    raise Rejected("a utility that vanishes identically has no order")


lowest_order = Property(
    "first non-vanishing derivative of U(lambda theta)",
    _orders(tuple(ORIGIN_PASSING)),
    _lowest,
    1e-15,
    "whole numbers",
    examples=(40, 200, 1000),
)
lowest_order_attained = Property(
    "order two where sigma'(0) and E[g r] do not vanish",
    _orders(LINEAR),
    lambda instance, effort: _lowest(instance, effort, generic=True),
    1e-15,
    "whole numbers",
    examples=(25, 100, 500),
    sharp=True,
)


def _homogeneous(
    instance: tuple[Neuron, Fraction], effort: Effort, digits: int = DIGITS
) -> Iterator[dict]:
    neuron, scale = instance
    with mpmath.workdps(digits):
        theta, large = neuron.start(), neuron.majorant.start()
        factor = mpmath.mpf(scale.numerator) / scale.denominator
        here, there = (
            Measured(
                neuron.utility([q * at for q in theta]),
                neuron.majorant.utility([q * at for q in large]),
            )
            for at in (mpmath.mpf(1), factor)
        )
        yield {paper.U: here, paper.U_scaled: there, paper.lam: scale, k: neuron.degree}


scaled_utility = Property(
    "neurons with power and relu-power activations",
    st.tuples(neurons(), fractions(Fraction(1, 4), 3, max_denominator=4)),
    _homogeneous,
    TOLERANCE,
    "60-digit arithmetic",
    examples=(30, 200, 2000),
    confirm=lambda instance, effort: _homogeneous(instance, effort, CLOSER),
)


def _conserved(neuron: Neuron, effort: Effort, digits: int = DIGITS) -> Iterator[dict]:
    """Squared norms of both layers, stepped along the flow of the loss through the residuals of the
    data.
    """
    with mpmath.workdps(digits):
        theta, large = neuron.start(), sizes(neuron, digits)
        gradient = neuron.gradient(theta)
        if any(
            sum(p * q for p, q in zip(theta[neuron.outputs :], x)) == 0 for x, _ in _numeric(neuron)
        ):
            raise Rejected("on the kink of its activation")

        def square(part: slice) -> Measured:
            rate = differentiate(
                lambda h: sum((q + h * g) ** 2 for q, g in zip(theta[part], gradient[part]))
            )
            return Measured(
                rate, sum(2 * q * g for q, g in zip(large.theta[part], large.gradient[part]))
            )

        outer, inner = slice(0, neuron.outputs), slice(neuron.outputs, None)
        yield {
            rate_a_sq: square(outer),
            rate_w_sq: square(inner),
            now_a_sq: alone(sum(q**2 for q in theta[outer])),
            now_w_sq: alone(sum(q**2 for q in theta[inner])),
            k: neuron.degree,
        }


def _numeric(neuron: Neuron) -> list:
    return [([mpmath.mpf(q.numerator) / q.denominator for q in x], r) for x, r in neuron.data]


conserved_on_networks = on_neurons("finite differences on neurons", _conserved)


def _adaptive(neuron: Neuron, effort: Effort, digits: int = DIGITS) -> Iterator[dict]:
    """The measured velocities with every rate multiplied by |theta|^(2-kappa): a change of clock,
    nothing else.
    """
    for seen in observations(neuron, digits):
        with mpmath.workdps(digits):
            clock = seen[n].value ** (2 - seen[kappa])
            yield {
                **seen,
                paper.rate_bar_j: times(seen[paper.rate_bar_j], clock),
                paper.rate_n: times(seen[paper.rate_n], clock),
            }


adaptive_velocities = on_neurons(
    "finite differences on neurons, with the adaptive clock", _adaptive, examples=(15, 100, 1000)
)


def _two_scales(
    instance: tuple[Neuron, Fraction], effort: Effort, digits: int = DIGITS
) -> Iterator[dict]:
    """Velocities measured at theta and at lambda theta."""
    neuron, scale = instance
    larger = replace(neuron, theta=tuple(scale * value for value in neuron.theta))
    for here, there in zip(observations(neuron, digits), observations(larger, digits)):
        yield {
            **here,
            paper.lam: scale,
            paper.rate_bar_scaled: there[paper.rate_bar_j],
            paper.rate_n_scaled: there[paper.rate_n],
        }


class Weights(NamedTuple):
    """theta = (a, w)."""

    theta: tuple[int, int]

    def __str__(self) -> str:
        return f"theta = {self.theta}, with the utility a w of (a, w)"


def _one_weight_each(instance: Weights, effort: Effort) -> Iterator[dict]:
    """U = a w (sigma(z) = z, x = r = 1), so that theta' = (w, a): the rates of |theta| and of the
    direction theta/|theta|, by differentiating them along theta', at theta and at lambda theta.
    """
    a, w = symbols = sp.symbols("a w", real=True)
    size = sp.sqrt(a**2 + w**2)

    def rate(of: sp.Expr, scale: sp.Rational) -> sp.Expr:
        here = dict(zip(symbols, (scale * sp.Integer(one) for one in instance.theta)))
        return (of.diff(a) * w + of.diff(w) * a).subs(here)

    for scale in (sp.Rational(1, 2), sp.Integer(2)):
        for weight in symbols:
            yield {
                kappa: 2,
                eta: 1,
                paper.lam: scale,
                n: size.subs(dict(zip(symbols, instance.theta))),
                paper.rate_bar_j: rate(weight / size, sp.S.One),
                paper.rate_bar_scaled: rate(weight / size, scale),
                paper.rate_n: rate(size, sp.S.One),
                paper.rate_n_scaled: rate(size, scale),
            }


rates_by_hand = by_hand(_one_weight_each, Weights((3, 4)))

velocities_at_two_scales = Property(
    "finite differences on neurons at two scales",
    st.tuples(neurons(), fractions(Fraction(1, 4), 3, max_denominator=4)),
    _two_scales,
    TOLERANCE,
    REASON,
    examples=(12, 80, 800),
    confirm=lambda instance, effort: _two_scales(instance, effort, CLOSER),
)
