"""Planted statements about modular addition: checks of our own, sums over Z/p, groups of aligned
neurons, flows and maxima, where a neuron rests, and what keeps it on its frequency.
"""

from checks.planted.modular import flows, groups, kept, own, rest, sums

PLANTS = (*own.PLANTS, *sums.PLANTS, *groups.PLANTS, *flows.PLANTS, *rest.PLANTS, *kept.PLANTS)
