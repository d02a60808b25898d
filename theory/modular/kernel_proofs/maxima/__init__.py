"""Proofs about the largest utility on the unit sphere: what attains it, for odd and even p."""
