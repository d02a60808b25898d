"""Planted statements about fully connected linear networks: with checks of our own, and claims of
the catalogue with another statement.
"""

from checks.planted.linear import changed, own

PLANTS = (*own.PLANTS, *changed.PLANTS)
