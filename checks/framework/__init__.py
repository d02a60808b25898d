"""Checks of the framework's claims: Section 2 and Appendix B."""

from checks.framework.claims import CHECKS

__all__ = ["CHECKS"]
