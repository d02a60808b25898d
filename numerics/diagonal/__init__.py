"""Diagonal linear networks: exact steps, and gradient flow at any alpha."""

from numerics.diagonal.network import DiagonalNetwork, DiagonalTrajectory
from numerics.diagonal.saddles import successive_saddles

__all__ = ["DiagonalNetwork", "DiagonalTrajectory", "successive_saddles"]
