"""A statement at a few instances of small numbers that are known exactly, each to be checked by
hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from checks.methods.property import Property


def by_hand(
    observe: Callable, *instances: Any, name: str = "small whole numbers, exactly"
) -> Property:
    """``by_hand(observe, instance, ...)``: every letter is a fraction, a radical or a constant that
    ``observe`` computes from the definitions; the first instance is the one shown.
    """
    return Property(
        name,
        st.sampled_from(instances),
        observe,
        0.0,
        "exact numbers",
        examples=(2 * len(instances),) * 3,
        confirm=observe,
    )
