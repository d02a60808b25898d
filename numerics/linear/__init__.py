"""Fully connected linear networks, with dormant modes in the log domain."""

from numerics.linear.greedy import greedy_low_rank
from numerics.linear.matrices import reduced_rank_solution
from numerics.linear.network import LinearNetwork, LinearTrajectory

__all__ = ["LinearNetwork", "LinearTrajectory", "greedy_low_rank", "reduced_rank_solution"]
