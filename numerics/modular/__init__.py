"""Modular addition with a quadratic network."""

from numerics.modular.blow_up import blow_up_times
from numerics.modular.network import ModularNetwork

__all__ = ["ModularNetwork", "blow_up_times"]
