"""What really happens: gradient flow and Alternating Gradient Flows, computed."""
from numerics.agf import alternating_gradient_flow
from numerics.attention import AttentionNetwork
from numerics.diagonal import DiagonalNetwork
from numerics.flow import gradient_flow
from numerics.linear import LinearNetwork
from numerics.modular import ModularNetwork
from numerics.network import Network
from numerics.relu import ReluNetwork
from numerics.trajectory import Trajectory

__all__ = ["AttentionNetwork", "DiagonalNetwork", "LinearNetwork", "ModularNetwork", "Network", "ReluNetwork", "Trajectory", "alternating_gradient_flow", "gradient_flow"]
