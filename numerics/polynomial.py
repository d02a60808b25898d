"""A network from the formula of one neuron: loss, gradient, utility and kappa by differentiating a
SymPy expression.

``PolynomialNetwork(a * b * z, parameters=(a, b), inputs=(z,), data=[((1,), 2)])`` computes f(z) =
sum_i a_i b_i z and has the mean squared error L = 1/(2 n) sum_k |f(z_k) - y_k|^2. A polynomial in
the parameters whose lowest order is kappa: the utility of a neuron is <f_kappa(theta), r>, the part
of that order against the residual r, as in eq:utility-defn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp

from numerics import validate
from numerics.generic import GenericNetwork
from theory.validate import abbreviated, plural


class PolynomialNetwork(GenericNetwork):
    """f(x) = sum over neurons of one expression in its parameters and the inputs.

    >>> from sympy import symbols
    >>> a, b, z = symbols("a b z", real=True)
    >>> net = PolynomialNetwork(a * b * z, parameters=(a, b), inputs=(z,), data=[((1,), 2)])
    >>> net
    PolynomialNetwork: sum over 1 neuron of a*b*z, in (a, b); kappa = 2, 1 sample
    >>> net.kappa, net.loss(net.initial(0)).item()
    (2, 2.0)
    >>> net.gradient([[1.0, 1.0]])
    array([[-1., -1.]])
    """

    def __init__(
        self,
        expression: Any,
        *,
        parameters: Sequence[sp.Symbol],
        inputs: Sequence[sp.Symbol],
        data: Sequence[tuple[Sequence[Any], Any]],
        neurons: int = 1,
    ) -> None:
        self.expression = sp.sympify(expression)
        self.parameters, self.inputs = tuple(parameters), tuple(inputs)
        self.neurons = validate.whole("neurons", neurons, 1)
        unknown = self.expression.free_symbols - {*self.parameters, *self.inputs}
        if unknown:
            names = ", ".join(sorted(map(str, unknown)))
            raise ValueError(
                f"the neuron {self.expression} has {names}: expected only parameters and inputs"
            )
        if not self.expression.is_polynomial(*self.parameters):
            raise ValueError(f"the neuron {self.expression} is no polynomial in its parameters")
        told = f"data is {abbreviated(data)}: expected pairs (inputs, one number)"
        if not data or any(not isinstance(row, (tuple, list)) or len(row) != 2 for row in data):
            raise ValueError(told)
        self.outputs = [np.asarray(y, dtype=float).reshape(-1) for _, y in data]
        if {len(y) for y in self.outputs} != {1} or any(np.ndim(x) != 1 for x, _ in data):
            raise ValueError(told)
        for x, _ in data:
            if len(x) != len(self.inputs):
                raise ValueError(
                    f"an input is {abbreviated(tuple(x))}: expected {len(self.inputs)} numbers"
                )
        self.points = [tuple(map(sp.sympify, x)) for x, _ in data]
        self.targets = np.array([y[0] for y in self.outputs])
        _ = self.kappa  # a neuron without one is refused here, not in the middle of a flow

    def __repr__(self) -> str:
        letters = ", ".join(map(str, self.parameters))
        return (
            f"PolynomialNetwork: sum over {plural(self.neurons, 'neuron')} of {self.expression}, "
            f"in ({letters}); kappa = {self.kappa}, {plural(len(self.targets), 'sample')}"
        )

    @property
    def kappa(self) -> int:
        """The lowest order of the neuron in its parameters."""
        powers = sp.Poly(self.expression, *self.parameters).monoms()
        lowest = min(map(sum, powers))
        if lowest < 2:
            raise ValueError(
                f"the neuron {self.expression} has order {lowest} at the origin: expected 2 or "
                "more, "
                "where neurons can be dormant"
            )
        return lowest

    @cached_property
    def _leading(self) -> sp.Expr:
        """The part of the lowest order."""
        poly = sp.Poly(self.expression, *self.parameters)
        return sp.Add(
            *(
                value * sp.Mul(*(p**e for p, e in zip(self.parameters, powers)))
                for powers, value in poly.terms()
                if sum(powers) == self.kappa
            )
        )

    def _compiled(self, expression: sp.Expr) -> tuple[Any, Any]:
        """(value, gradient) of an expression at the data: theta (H, p) -> (H, n) and (H, n, p)."""
        at_data = [expression.subs(list(zip(self.inputs, x))) for x in self.points]
        slopes = [[sp.diff(one, p) for p in self.parameters] for one in at_data]
        value = sp.lambdify(self.parameters, at_data, "numpy")
        slope = sp.lambdify(self.parameters, slopes, "numpy")

        def values(theta: np.ndarray) -> np.ndarray:
            found = value(*theta.T)
            return np.stack([np.broadcast_to(one, len(theta)) for one in found], axis=1).astype(
                float
            )

        def gradients(theta: np.ndarray) -> np.ndarray:
            found = slope(*theta.T)
            rows = [
                np.stack([np.broadcast_to(d, len(theta)) for d in row], axis=1) for row in found
            ]
            return np.stack(rows, axis=1).astype(float)

        return values, gradients

    @cached_property
    def _neuron(self) -> tuple[Any, Any]:
        return self._compiled(self.expression)

    @cached_property
    def _lowest(self) -> tuple[Any, Any]:
        return self._compiled(self._leading)

    def function(self, theta: np.ndarray) -> np.ndarray:
        """f at the data points."""
        return self._neuron[0](np.asarray(theta, dtype=float)).sum(axis=0)

    def _residual(self, theta: np.ndarray) -> np.ndarray:
        return self.targets - self.function(theta)

    def loss(self, theta: np.ndarray) -> Any:
        """1/(2 n) sum_k (f(x_k) - y_k)^2."""
        return np.mean(self._residual(theta) ** 2) / 2

    def gradient(self, theta: np.ndarray) -> np.ndarray:
        """-1/n sum_k r_k grad f_i(x_k), one row a neuron."""
        theta = np.asarray(theta, dtype=float)
        return -np.einsum("k,ikp->ip", self._residual(theta), self._neuron[1](theta)) / len(
            self.targets
        )

    def initial(self, alpha: Any, seed: int = 0) -> np.ndarray:
        """alpha times Gaussian rows."""
        draw = np.random.default_rng(seed)
        shape = (self.neurons, len(self.parameters))
        return float(alpha) * draw.standard_normal(shape)

    def utility(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """1/n sum_k r_k f_kappa(x_k; direction), the residual r taken at theta."""
        directions = np.asarray(directions, dtype=float)
        return self._lowest[0](directions) @ self._residual(theta) / len(self.targets)

    def utility_gradient(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """Its gradient in the direction, one row a neuron."""
        slopes = self._lowest[1](np.asarray(directions, dtype=float))
        return np.einsum("k,ikp->ip", self._residual(theta), slopes) / len(self.targets)
