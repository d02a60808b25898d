"""Two-layer ReLU networks on given data."""

from numerics.relu.data import digits
from numerics.relu.network import ReluNetwork, tracking_gap

__all__ = ["ReluNetwork", "digits", "tracking_gap"]
