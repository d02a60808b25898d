"""Checks of the claims about modular addition: Section 5 and Appendix F."""

from checks.modular.claims import CHECKS

__all__ = ["CHECKS"]
