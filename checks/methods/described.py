"""A counterexample as a person reads it: the numbers and records of an instance, by their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any


def described(value: Any, top: bool = True) -> str:
    """``x = (1, 1/4), N = 3`` for a record with these fields, ``1/4`` for a fraction; what has
    words of its own keeps them.

    >>> from collections import namedtuple
    >>> from fractions import Fraction
    >>> described(namedtuple("Drawn", "x N")((1, Fraction(1, 4)), 3))
    'x = (1, 1/4), N = 3'
    >>> described((2.0, (Fraction(3), Fraction(1, 2))))
    '(2, (3, 1/2))'
    """
    named = list(_fields(value))
    if named:
        text = ", ".join(f"{name} = {described(part, top=False)}" for name, part in named)
        return text if top else f"({text})"
    if type(value) in (tuple, list):
        return f"({', '.join(described(part, top=False) for part in value)})"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    text = str(value)
    return text if top or " = " not in text else f"({text})"


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a record that says of itself no more than what Python says of it."""
    if not str(value).startswith(f"{type(value).__name__}("):
        return
    if is_dataclass(value):
        yield from ((one.name, getattr(value, one.name)) for one in fields(value))
    elif hasattr(value, "_asdict"):
        yield from value._asdict().items()
