"""Checks of the claims about fully connected linear networks: Section 4 and Appendix D."""

from checks.linear.claims import CHECKS

__all__ = ["CHECKS"]
