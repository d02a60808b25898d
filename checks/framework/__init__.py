"""Checks of the framework's claims: Section 2 and Appendix B."""

from checks.framework.claims import CHECKS
from checks.framework.drawn_letters import DRAWN

__all__ = ["CHECKS", "DRAWN"]
