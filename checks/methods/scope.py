"""What was really drawn: the ranges of the numbers and sizes of all instances, recorded and never
typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from numbers import Number
from typing import Any

import sympy as sp
from mpmath import isfinite, mpf, nstr

from checks.methods.measured import Measured

Drawn = tuple[tuple[str, ...], ...]  # (name, smallest, largest, smallest, largest, ...)
Stretch = tuple[Any, Any]  # from a number to a number, both drawn, and every whole one between
NOT_A_RANGE = ("seed",)
LETTERS = 24  # more would be a list that nobody reads
STRETCHES = 32  # whole numbers in more pieces than this are told by the first and the last


@dataclass
class Ranges:
    """What each named number was: of whole numbers every one, of others the smallest and largest.

    A statement may be false at p = 7 alone, so 3 and 9 do not speak for what lies between.

    >>> seen = Ranges()
    >>> for p in (3, 4, 5, 9):
    ...     seen.note({"p": p})
    >>> seen.drawn
    (('p', '3', '5', '9', '9'),)
    """

    stretches: dict[str, list[Stretch]] = field(default_factory=dict)

    def note(self, instance: Any) -> None:
        """Widen the ranges by one instance: a mapping of letters to numbers, or an object with
        fields.
        """
        for name, value in _numbers(instance):
            self.widen(name, (value, value))

    def widen(self, name: str, stretch: Stretch) -> None:
        """The number of this name was everything in that stretch."""
        if name in self.stretches:
            self.stretches[name] = _united([*self.stretches[name], stretch])
        elif len(self.stretches) < LETTERS:
            self.stretches[name] = [stretch]

    @property
    def drawn(self) -> Drawn:
        """The ranges as text, by name."""
        return tuple(
            (name, *(_text(end) for stretch in stretches for end in stretch))
            for name, stretches in sorted(self.stretches.items())
        )


def joined(parts: Iterable[Drawn]) -> Drawn:
    """The ranges of several shards together."""
    whole = Ranges()
    for part in parts:
        for name, *ends in part:
            for low, high in in_pairs(ends):
                whole.widen(name, (_parsed(low), _parsed(high)))
    return whole.drawn


def in_pairs(ends: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The stretches of one number, each by its two ends."""
    return zip(ends[::2], ends[1::2])


def _united(stretches: list[Stretch]) -> list[Stretch]:
    """In order, with no whole number missing inside one of them; of other numbers, or of too many
    pieces, the one that has them all.
    """
    ordered = sorted(stretches)
    if not all(isinstance(end, int) for stretch in ordered for end in stretch):
        return [_hull(ordered)]
    united = ordered[:1]
    for low, high in ordered[1:]:
        if low <= united[-1][1] + 1:
            united[-1] = united[-1][0], max(high, united[-1][1])
        else:
            united.append((low, high))
    if len(united) <= STRETCHES:
        return united
    low, high = _hull(united)
    return [(mpf(low), mpf(high))]  # written 0.0 to 198.0: no longer every whole number between


def _hull(stretches: list[Stretch]) -> Stretch:
    return min(low for low, _ in stretches), max(high for _, high in stretches)


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
