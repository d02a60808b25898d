"""Does a network say of itself what is true? Shapes, gradient, order at the origin, utility.

A doubled utility gradient, or kappa = 2 for 4, gives a plausible staircase. So the flows look once
at a network that is not one of ours, by a few gradients; ``check_network(net)`` looks at any.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

import numpy as np

from numerics.generic import read_off_utility_gradient

ASKED = ("neurons", "kappa", "loss", "gradient", "initial")
STEP = 1e-5  # of central differences: their error is STEP^2, that of the loss's rounding 1e-16/STEP
CLOSE = 1e-4  # relative, to the largest entry
COORDINATES = 12  # entries of the gradient that are compared
SCALE = 0.01  # the initialisation at which shapes are looked at

_seen: WeakSet = WeakSet()


def check_network(net: Any) -> None:
    """gradient = dL/dtheta, loss of order kappa, utility = its leading part, shapes: a ValueError
    names what is wrong.

    >>> from numerics import DiagonalNetwork
    >>> check_network(DiagonalNetwork([[1, 2]], [1, 1]))
    >>> class Doubled(DiagonalNetwork):
    ...     def utility_gradient(self, theta, directions):
    ...         return 2 * super().utility_gradient(theta, directions)
    >>> check_network(Doubled([[1, 2]], [1, 1]))
    Traceback (most recent call last):
        ...
    ValueError: Doubled.utility_gradient gives 2 times what the gradient of the loss has at small
    neurons
    """
    name = type(net).__name__
    missing = [one for one in ASKED if getattr(net, one, None) is None]
    if missing:
        raise ValueError(f"{name} has no {', '.join(missing)}: a network needs {', '.join(ASKED)}")
    theta = _initial(net, name)
    draw = np.random.default_rng(0)
    theta = draw.standard_normal(theta.shape) / np.sqrt(theta.shape[1])
    _compare_gradient(net, name, theta, draw)
    _compare_order(net, name, theta)
    _compare_utility(net, name, theta)


def check_once(net: Any) -> None:
    """``check_network``, of networks that are not ours, the first time one is seen."""
    if type(net).__module__.startswith("numerics.") or _was_seen(net):
        return
    check_network(net)


def _was_seen(net: Any) -> bool:
    try:
        seen = net in _seen
        _seen.add(net)
    except TypeError:  # it cannot be remembered, and is looked at each time
        return False
    return seen


def _initial(net: Any, name: str) -> np.ndarray:
    theta = np.asarray(net.initial(SCALE, 0), dtype=float)
    if theta.ndim != 2 or len(theta) != net.neurons:
        raise ValueError(
            f"{name}.initial has shape {theta.shape}: expected one row for each of {net.neurons} "
            "neurons"
        )
    if not isinstance(net.kappa, (int, np.integer)) or net.kappa < 2:
        raise ValueError(f"{name}.kappa is {net.kappa!r}: expected a whole number of 2 or more")
    for method, shape in (("loss", ()), ("gradient", theta.shape)):
        found = np.shape(getattr(net, method)(theta))
        if found != shape:
            raise ValueError(f"{name}.{method} has shape {found}: expected {shape}")
    return theta


def _compare_gradient(net: Any, name: str, theta: np.ndarray, draw: np.random.Generator) -> None:
    """grad L against central differences of L."""
    gradient = np.asarray(net.gradient(theta), dtype=float)
    places = [divmod(int(k), theta.shape[1]) for k in draw.permutation(theta.size)[:COORDINATES]]
    size = max(float(np.abs(gradient).max()), abs(float(net.loss(theta))) * 1e-3, 1e-300)
    for place in places:
        up, down = theta.copy(), theta.copy()
        up[place] += STEP
        down[place] -= STEP
        measured = (float(net.loss(up)) - float(net.loss(down))) / (2 * STEP)
        if not abs(measured - gradient[place]) <= CLOSE * size:
            raise ValueError(
                f"{name}.gradient[{place[0]}, {place[1]}] is {gradient[place]:.6g}, and the loss "
                "changes there at the "
                f"rate {measured:.6g}"
            )


def _compare_order(net: Any, name: str, theta: np.ndarray) -> None:
    """The gradient at small neurons grows like eps^(kappa - 1)."""
    sizes = [float(np.abs(net.gradient(eps * theta)).max()) for eps in (1e-3, 5e-4)]
    if not all(size > 0 for size in sizes):
        return  # no neuron feels anything at the origin
    order = 1 + np.log2(sizes[0] / sizes[1])
    if abs(order - net.kappa) > 0.1:
        raise ValueError(
            f"{name}.kappa is {net.kappa}, and the loss of small neurons has order {order:.3g}: "
            f"expected kappa = {round(order)}"
        )


def _compare_utility(net: Any, name: str, theta: np.ndarray) -> None:
    """utility and utility_gradient against what the gradient of the loss says of small neurons."""
    if not hasattr(net, "utility_gradient") or not hasattr(net, "utility"):
        return  # gradient flow needs neither; AGF asks for them
    zeros = np.zeros_like(theta)
    wanted = read_off_utility_gradient(net, zeros, theta)
    found = {
        "utility_gradient": np.asarray(net.utility_gradient(zeros, theta), dtype=float),
        "utility": np.asarray(net.utility(zeros, theta), dtype=float),
    }
    said = {"utility_gradient": wanted, "utility": np.sum(theta * wanted, axis=1) / net.kappa}
    for method, value in found.items():
        if value.shape != said[method].shape:
            raise ValueError(
                f"{name}.{method} has shape {value.shape}: expected {said[method].shape}"
            )
        size = float(np.abs(said[method]).max())
        if not np.abs(value - said[method]).max() <= 10 * CLOSE * max(size, 1e-300):
            ratio = (
                float(np.sum(value * said[method]) / np.sum(said[method] ** 2)) if size else np.inf
            )
            raise ValueError(
                f"{name}.{method} gives {ratio:.3g} times what the gradient of the loss has at "
                "small neurons"
            )
