"""Finite sums of any size, by induction on their ends: linear, nested, differentiated, in order.
Not trusted.
"""
