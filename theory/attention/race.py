"""AGF's race between dormant heads: who jumps, when, with which component; and heads read from what
a person gives."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import mpmath
from mpmath import mpf

from theory.attention.exact_flow import Head
from theory.attention.fate import Fate
from theory.staircase import Staircase
from theory.validate import abbreviated, entries, exact_fraction


def number(name: str, value: Any) -> mpf:
    """A finite real number, or an error that names the argument."""
    try:
        value = value.item() if hasattr(value, "item") else value
        if isinstance(value, Fraction) or (hasattr(value, "p") and hasattr(value, "q")):
            top, bottom = (
                (value.numerator, value.denominator)
                if isinstance(value, Fraction)
                else (int(value.p), int(value.q))
            )
            read = mpf(top) / bottom
        else:
            read = mpmath.mpmathify(value)
        good = isinstance(read, mpf) and bool(mpmath.isfinite(read))
    except (TypeError, ValueError, AttributeError, ZeroDivisionError):
        good = False
    if not good:
        raise ValueError(f"{name} is {abbreviated(value)}: expected a finite real number")
    return read


def read_head(V: Any, Q: Sequence, K: Sequence, eigenvalues: Sequence, context: Any) -> Head:
    """A head from its parameters and the eigenvalues of M, all checked."""
    Q, K = entries("Q", Q, 1, "d numbers"), entries("K", K, 1, "d numbers")
    eigenvalues = entries("eigenvalues", eigenvalues, 1, "d numbers")
    if not len(Q) == len(K) == len(eigenvalues) or not Q:
        raise ValueError(
            f"Q, K and eigenvalues have {len(Q)}, {len(K)} and {len(eigenvalues)} entries: "
            "expected as many of each, at least one"
        )
    if isinstance(context, bool) or int(context) != context or context < 1:
        raise ValueError(f"context is {context!r}: expected a whole number >= 1")
    values = [number("eigenvalues", one) for one in eigenvalues]
    if min(values) < 0:
        raise ValueError(
            f"eigenvalues has the entry {mpmath.nstr(min(values), 8)}: expected the eigenvalues >= "
            "0 of a positive semidefinite M"
        )
    exact = None
    if None not in (given := [rational(one) for one in (V, *Q, *K, *eigenvalues)]):
        known, d = [x for x in given if x is not None], len(Q)
        rates = tuple(int(context) * x for x in known[2 * d + 1 :])
        exact = (known[0], tuple(known[1 : d + 1]), tuple(known[d + 1 : 2 * d + 1]), rates)
    return Head(
        number("V", V),
        tuple(number("Q", q) for q in Q),
        tuple(number("K", k) for k in K),
        tuple(int(context) * v for v in values),
        exact,
    )


def rational(value: Any) -> Fraction | None:
    """The number as it was given, a float or an mpf as the dyadic number it is; None if it is none
    or cannot be meant.

    >>> rational("0.1"), rational(0.5)
    (Fraction(1, 10), Fraction(1, 2))
    """
    try:
        return exact_fraction(value)
    except (TypeError, ValueError, ArithmeticError):
        return None


def race(
    heads: Sequence[Head], eta: mpf, context: int, values: Sequence[mpf], levels: Any
) -> Staircase:
    """AGF with these dormant heads: who jumps, when, with which component; learned components leave
    M.

    A tie is an error. Two times are equal where they agree to all but the last digits, which the
    quadrature does not know.
    """
    dormant, learned, time = dict(enumerate(heads)), list[int](), mpf(0)
    times, features = [], []
    while dormant and len(learned) < len(values):
        due = {i: jump for i, head in dormant.items() if (jump := head.jump()) is not None}
        if not due:
            break
        first = _first(due, time, eta)
        clock, winner = due[first]
        others = {i: head.after(clock) for i, head in dormant.items() if i != first}
        learned.append(winner.component)
        time += clock / eta
        times.append(+time)
        features.append((first, winner.component))
        rates = tuple(mpf(0) if j in learned else context * v**2 for j, v in enumerate(values))
        caught = {i: head.exact for i, head in dormant.items() if _stays_caught(head, winner)}
        dormant = {
            i: Head(head.V, head.Q, head.K, rates, caught.get(i)) for i, head in others.items()
        }
    return Staircase(times, [levels(learned[:k]) for k in range(len(learned) + 1)], features)


def _first(due: dict[int, tuple[mpf, Head]], time: mpf, eta: mpf) -> int:
    """The head that jumps next; an error if another jumps with it."""
    first = min(due, key=lambda i: due[i][0])
    clock = due[first][0]
    slack = clock * mpf(10) ** (8 - mpmath.mp.dps)
    tied = [i for i in due if i != first and due[i][0] - clock <= slack]
    if tied:
        raise ValueError(
            f"theta has heads {first} and {tied[0]} that jump at the same time "
            f"{mpmath.nstr(time + clock / eta, 8)}: expected heads that differ, for AGF activates "
            "one at a time (and gradient flow keeps equal heads equal)"
        )
    return first


def _stays_caught(head: Head, winner: Head) -> bool:
    """A head that runs into a saddle goes on doing so unless the learned component is one of its
    own."""
    if head.fate is not Fate.SADDLE or head.exact is None:
        return False
    _, Q, K, _ = head.exact
    return not Q[winner.component] and not K[winner.component]
