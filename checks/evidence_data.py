"""Evidence as data: which fields it has in a file, and of which kind each is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from checks.evidence import Evidence

NUMBER, TEXT, COUNT, LINES = (int, float), (str,), (int,), (list,)
ROWS = (list, tuple)  # of three texts each
FIELDS: Mapping[
    str, tuple[tuple[type, ...], bool]
] = {  # field of Evidence: its type in JSON, and whether it may be null
    "check": (TEXT, False),
    "method": (TEXT, False),
    "outcome": (TEXT, False),
    "statement": (TEXT, False),
    "instances": (COUNT, False),
    "rejected": (COUNT, False),
    "max_error": (NUMBER, True),
    "digits": (COUNT, True),
    "alphas": (LINES, False),
    "rate": (NUMBER, True),
    "counterexample": (TEXT, True),
    "refuted_by": (TEXT, True),
    "ranges": (ROWS, False),
    "cites": (LINES, False),
    "seconds": (NUMBER, False),
    "detail": (LINES, False),
}


def _name_and_stretches(row: Any) -> bool:
    """A name, and two ends for each stretch that was drawn."""
    texts = isinstance(row, list) and all(isinstance(text, str) for text in row)
    return texts and len(row) >= 3 and len(row) % 2 == 1


def evidence_from(data: Any) -> Evidence:
    """Evidence from JSON, field by field; anything unexpected is a :class:`ValueError`."""
    if not isinstance(data, dict) or set(data) != set(FIELDS):
        raise ValueError("evidence has other fields")
    values: dict[str, Any] = {}
    for name, (types, optional) in FIELDS.items():
        value = data[name]
        if types is NUMBER and value in ("inf", "-inf", "nan"):
            value = float(value)
        fits = (
            isinstance(value, types) and not isinstance(value, bool) or optional and value is None
        )
        if (
            not fits
            or types is LINES
            and not all(isinstance(line, str) for line in value)
            or types is ROWS
            and not all(_name_and_stretches(row) for row in value)
            or types is COUNT
            and value is not None
            and value < 0
        ):
            raise ValueError(f"evidence has {name} = {str(value)[:40]!r}")
        values[name] = (
            tuple(value) if types is LINES else tuple(map(tuple, value)) if types is ROWS else value
        )
    if values["statement"] not in ("printed", "corrected"):
        raise ValueError(f"evidence is about {values['statement'][:40]!r}")
    return Evidence(**values)
