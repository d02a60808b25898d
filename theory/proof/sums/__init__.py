"""Finite sums of any size, by induction on their ends: linear, nested, differentiated, in order.
Not trusted.

A vector is a function of one whole number, a matrix one of two: ``VECTOR`` and ``MATRIX`` are their
sorts.
"""

from ..terms import INT, REAL

VECTOR, MATRIX = ("Fun", (INT,), REAL), ("Fun", (INT, INT), REAL)
