"""Checks of the claims about diagonal linear networks: Section 3 and Appendix C."""

from checks.diagonal.claims import CHECKS

__all__ = ["CHECKS"]
