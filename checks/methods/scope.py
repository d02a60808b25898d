"""What was really drawn: the ranges of the numbers and sizes of all instances, recorded and never
typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from numbers import Number
from typing import Any

import sympy as sp
from mpmath import isfinite, mpf, nstr

from checks.methods.measured import Measured

Drawn = tuple[tuple[str, str, str], ...]  # (name, smallest, largest)
NOT_A_RANGE = ("seed",)
LETTERS = 24  # more would be a list that nobody reads


@dataclass
class Ranges:
    """The smallest and the largest value of each named number that was drawn.

    >>> seen = Ranges()
    >>> seen.note({"p": 3}), seen.note({"p": 31})
    (None, None)
    >>> seen.drawn
    (('p', '3', '31'),)
    """

    bounds: dict[str, tuple[Any, Any]] = field(default_factory=dict)

    def note(self, instance: Any) -> None:
        """Widen the ranges by one instance: a mapping of letters to numbers, or an object with
        fields.
        """
        for name, value in _numbers(instance):
            if name in self.bounds:
                low, high = self.bounds[name]
                self.bounds[name] = min(low, value), max(high, value)
            elif len(self.bounds) < LETTERS:
                self.bounds[name] = value, value

    @property
    def drawn(self) -> Drawn:
        """The ranges as text, by name."""
        return tuple(
            (name, _text(low), _text(high)) for name, (low, high) in sorted(self.bounds.items())
        )


def joined(parts: Iterable[Drawn]) -> Drawn:
    """The ranges of several shards together."""
    whole = Ranges()
    for part in parts:
        for name, low, high in part:
            whole.note({name: _parsed(low)})
            whole.note({name: _parsed(high)})
    return whole.drawn


def _numbers(instance: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(instance, Mapping):
        named = [
            (str(key), value)
            for key, value in instance.items()
            if isinstance(key, (str, sp.Symbol))
        ]
    elif is_dataclass(instance):
        named = [(one.name, getattr(instance, one.name)) for one in fields(instance)]
    elif hasattr(instance, "_asdict"):
        named = list(instance._asdict().items())
    else:
        return
    for name, value in named:
        yield from _sizes(name, value)


def _sizes(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """A number by its value, a matrix by its rows and columns, a list by its length."""
    if name in NOT_A_RANGE or isinstance(value, (bool, str)) or callable(value):
        return
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and shape:
        for axis, size in zip(("rows", "columns"), shape):
            yield f"{axis} of {name}", int(size)
    elif isinstance(value, (tuple, list)):
        nested = bool(value) and isinstance(value[0], (tuple, list))
        yield f"{'rows' if nested else 'length'} of {name}", len(value)
        if nested:
            yield f"columns of {name}", len(value[0])
    elif (number := _number(value.value if isinstance(value, Measured) else value)) is not None:
        yield name, number


def _number(value: Any) -> int | mpf | None:
    """A whole number as it is, any other real number in 15 digits; None for what is neither."""
    if isinstance(value, (int, sp.Integer)):
        return int(value)
    if isinstance(value, Fraction):
        return mpf(value.numerator) / value.denominator
    if isinstance(value, (Number, mpf, sp.Expr)):
        try:
            number = mpf(value)
        except (TypeError, ValueError):
            return None
        return number if isfinite(number) else None
    return None


def _text(value: int | mpf) -> str:
    return str(value) if isinstance(value, int) and abs(value) < 10**9 else nstr(mpf(value), 4)


def _parsed(text: str) -> int | mpf:
    return int(text) if text.lstrip("-").isdigit() else mpf(text)
