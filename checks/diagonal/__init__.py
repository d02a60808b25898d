"""Checks of the claims about diagonal linear networks: Section 3 and Appendix C."""

from checks.diagonal.claims import CHECKS
from checks.diagonal.drawn_letters import DRAWN

__all__ = ["CHECKS", "DRAWN"]
