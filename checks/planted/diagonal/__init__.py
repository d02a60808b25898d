"""Planted statements about diagonal linear networks: other shapes, what is true in other words, and
other formulas.
"""

from checks.planted.diagonal import formulas, rewritten, shapes

PLANTS = (*shapes.PLANTS, *rewritten.PLANTS, *formulas.PLANTS)
