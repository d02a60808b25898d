"""Checks of the claims about fully connected linear networks: Section 4 and Appendix D."""

from checks.linear.claims import CHECKS
from checks.linear.drawn_letters import DRAWN

__all__ = ["CHECKS", "DRAWN"]
