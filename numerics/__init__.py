"""What really happens: gradient flow and Alternating Gradient Flows, computed."""

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
