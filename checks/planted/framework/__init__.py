"""Planted statements about the framework: thresholds, dormant norms, limits in alpha; and traps for
the machinery itself.
"""

from checks.planted.framework import formulas, limits, means, rewritten, shapes, traps

PLANTS = (
    *shapes.PLANTS,
    *rewritten.PLANTS,
    *formulas.PLANTS,
    *limits.PLANTS,
    *means.PLANTS,
    *traps.PLANTS,
)
