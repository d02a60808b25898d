"""Checks of the statements about ReLU networks."""

from checks.relu.claims import CHECKS

__all__ = ["CHECKS"]
