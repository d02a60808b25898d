"""What really happens: gradient flow and Alternating Gradient Flows, computed."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numerics.agf import alternating_gradient_flow
    from numerics.attention.network import AttentionNetwork
    from numerics.checking import check_network
    from numerics.diagonal.network import DiagonalNetwork
    from numerics.flow import gradient_flow
    from numerics.generic import GenericNetwork
    from numerics.linear.network import LinearNetwork
    from numerics.modular.network import ModularNetwork
    from numerics.network import Network
    from numerics.polynomial import PolynomialNetwork
    from numerics.relu.network import ReluNetwork
    from numerics.trajectory import Trajectory

_FILES = {
    "AttentionNetwork": "attention.network",
    "DiagonalNetwork": "diagonal.network",
    "GenericNetwork": "generic",
    "LinearNetwork": "linear.network",
    "ModularNetwork": "modular.network",
    "Network": "network",
    "PolynomialNetwork": "polynomial",
    "ReluNetwork": "relu.network",
    "Trajectory": "trajectory",
    "alternating_gradient_flow": "agf",
    "check_network": "checking",
    "gradient_flow": "flow",
}

__all__ = [
    "AttentionNetwork",
    "DiagonalNetwork",
    "GenericNetwork",
    "LinearNetwork",
    "ModularNetwork",
    "Network",
    "PolynomialNetwork",
    "ReluNetwork",
    "Trajectory",
    "alternating_gradient_flow",
    "check_network",
    "gradient_flow",
]


def __getattr__(name: str) -> Any:
    """A network or a flow, from its file: who wants one does not wait for the other settings."""
    if name in _FILES:
        return getattr(import_module(f"{__name__}.{_FILES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
