"""Planted statements about modular addition: checks of our own, sums over Z/p, groups of aligned
neurons, flows and maxima.
"""

from checks.planted.modular import flows, groups, own, sums

PLANTS = (*own.PLANTS, *sums.PLANTS, *groups.PLANTS, *flows.PLANTS)
