"""Exact instances of modular addition: what is observed in fractions and balls, and looked at with
twice the bits.

An encoding is whole numbers and a neuron fractions, so what is summed over all pairs has no error
but the radius of a ball.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from flint import arb

from checks.methods.balls import Undefined, ball, precision
from checks.methods.check import Effort
from checks.methods.measured import Unsettled
from checks.methods.property import Observation, Property

BITS = 320  # of what is summed; judged with 192
# No letter is off by more than this: 320 bits are 96 digits, and what is added or cancelled is
# below 1e6.
ENCLOSED = 1e-50
REASON = "ball arithmetic with 320 bits over all p^2 pairs, from exact numbers"


def pairs(
    name: str, instances: Any, observe: Any, kind: type[Property] = Property, **options: Any
) -> Property:
    """A property measured over all pairs (a, b) in fractions or balls; what it refutes is looked at
    with twice the bits.
    """
    return kind(
        name,
        instances,
        looking(observe, BITS),
        ENCLOSED,
        REASON,
        **{"examples": (15, 150, 1500), "confirm": looking(observe, 2 * BITS), **options},
    )


def looking(observe: Any, bits: int) -> Callable[[Any, Effort], tuple]:
    """``observe`` with so many bits; a ball that is not narrow would agree with anything, and is no
    observation.
    """

    def look(instance: Any, effort: Effort) -> tuple:
        with precision(bits):
            found = tuple(observe(instance, effort))
        for one in found:
            narrow(one.values if isinstance(one, Observation) else one)
        return found

    return look


def narrow(values: Mapping) -> None:
    """Unsettled where a value is a ball wider than ``ENCLOSED``, relative to its size."""
    for letter, value in values.items():
        if isinstance(value, arb) and not value.rad() <= ENCLOSED * abs(value.mid()).max(arb(1)):
            raise Unsettled(f"{letter} is enclosed in {value.str(5)} only")


def balls(values: Any) -> np.ndarray:
    """An array of balls, each around one number (a float is the number that it is)."""
    values = np.asarray(values, dtype=object)
    return np.array([ball(value) for value in values.ravel()], dtype=object).reshape(values.shape)


def counted(entries: Any, what: str) -> Callable[[float], Any]:
    """i -> the i-th entry, counted from 1; elsewhere there is none, and a formula that asks for it
    has no value.
    """

    def entry(index: float) -> Any:
        if not 1 <= round(index) <= len(entries):
            raise Undefined(f"there is no {what} {round(index)} among {len(entries)}")
        return entries[round(index) - 1]

    return entry


def cyclic(entries: Any) -> Callable[..., Any]:
    """Entries of a vector or a matrix with indices mod p."""
    return lambda *indices: entries[tuple(round(index) % len(entries) for index in indices)]
