"""Checks of the claims about modular addition: Section 5 and Appendix F."""

from checks.modular.attained import ATTAINED
from checks.modular.claims import CHECKS
from checks.modular.drawn_letters import DRAWN

__all__ = ["ATTAINED", "CHECKS", "DRAWN"]
