"""Planted statements about the linear transformer: other formulas, other relations, ranges that are
too wide, and what is true in other words.
"""

from checks.planted.attention import formulas, ranges, relations, rewritten

PLANTS = (*formulas.PLANTS, *relations.PLANTS, *ranges.PLANTS, *rewritten.PLANTS)
