"""Greedy Low-Rank Learning: its stages, where they rest, and half a turn of the problem."""
