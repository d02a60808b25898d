"""Two-layer ReLU networks on given data."""

from numerics.relu.network import ReluNetwork, digits, tracking_gap

__all__ = ["ReluNetwork", "digits", "tracking_gap"]
