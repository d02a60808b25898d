"""Fractions as ``hypothesis.strategies.fractions`` draws them, one for one, at half of the cost.

Hypothesis builds and checks a new strategy for the numerator at every draw; here there is one for
each denominator, kept.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from hypothesis import strategies as st

from numerics.internals import keep_expansions


@lru_cache(maxsize=512)
def fractions(
    low: Fraction | int, high: Fraction | int, max_denominator: int
) -> st.SearchStrategy[Fraction]:
    """low <= p/q <= high with q <= ``max_denominator``."""
    return keep_expansions(st.fractions(low, high, max_denominator=max_denominator))
