"""The verdict that computer algebra can earn."""

from checks.evidence import VERDICTS

# True for every value of its letters, by an algebra that no kernel has checked.
BY_ALGEBRA = next(word for word in ("argued", "proved") if word in VERDICTS)
