"""Checks of the claims about the attention-only linear transformer: Section 4 and Appendix E."""

from checks.attention.claims import CHECKS
from checks.attention.drawn_letters import DRAWN

__all__ = ["CHECKS", "DRAWN"]
