"""Staircases of the attention setting: the paper's levels and bounds, and AGF's exact jump times
from given heads.

Public as ``theory.attention.staircase``, ``exact_jump_time``, ``limit_jump_time`` and
``exact_staircase``.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

import mpmath
from sympy import Matrix, Rational, sqrt

from theory.attention.exact_flow import Head
from theory.attention.race import number, race, read_head
from theory.staircase import Staircase
from theory.validate import abbreviated, entries, whole_digits


def read_covariance(Sigma: Any, digits: int = 30) -> tuple[list, Matrix]:
    """Eigenvalues in falling order and eigenvectors in columns; exact where Sigma is diagonal and
    rational."""
    rows = entries("Sigma", Sigma, 2, "a (d, d) covariance matrix")
    size = len(rows)
    if not size or any(len(row) != size for row in rows):
        raise ValueError(
            f"Sigma has rows of lengths {[len(row) for row in rows]}: expected a square matrix"
        )
    with mpmath.workdps(whole_digits(digits) + 10):
        dense = mpmath.matrix([[number("Sigma", entry) for entry in row] for row in rows])
        scale = mpmath.mnorm(dense, 1)
        gap = max(abs(dense[i, j] - dense[j, i]) for i in range(size) for j in range(size))
        if gap > scale * mpmath.mpf(10) ** -12:
            raise ValueError(
                f"Sigma differs from its transpose by {mpmath.nstr(gap, 3)}: expected a symmetric "
                "matrix"
            )
        found, vectors = mpmath.eigsy((dense + dense.T) / 2)
        order = sorted(range(size), key=lambda j: -found[j])
        values = [found[j] for j in order]
        if values[-1] <= scale * mpmath.mpf(10) ** -12:
            raise ValueError(
                f"Sigma has the eigenvalue {mpmath.nstr(values[-1], 5)}: expected a positive "
                "definite matrix"
            )
        for a, b in zip(values, values[1:]):
            if a - b <= scale * mpmath.mpf(10) ** -12:
                raise ValueError(
                    f"Sigma has the eigenvalue {mpmath.nstr(a, 8)} twice: expected distinct "
                    "eigenvalues, or the components have no order"
                )
        if all(i == j or dense[i, j] == 0 for i in range(size) for j in range(size)):
            places = sorted(range(size), key=lambda j: -dense[j, j])
            return [_exact(rows[j][j]) for j in places], Matrix(
                size, size, lambda i, j: int(places[j] == i)
            )
        return values, Matrix(size, size, lambda i, j: vectors[i, order[j]])


def _exact(value: Any) -> Any:
    value = value.item() if hasattr(value, "item") else value
    return Rational(value) if isinstance(value, float) else Rational(str(value))


def _context(context: Any) -> int:
    try:
        if isinstance(context, bool) or (read := index(context)) < 1:
            raise ValueError
    except (TypeError, ValueError):  # numpy says so of what is masked
        raise ValueError(
            f"context is {abbreviated(context)}: expected a whole number >= 1"
        ) from None
    return read


def level(values: Sequence, context: int, learned: Sequence[int]) -> Any:
    """Loss where these components are learned (eq:in-context-learning-sequence)."""
    trace = sum(values)
    return (
        trace - sum(context * values[j] ** 2 / (trace + (context + 1) * values[j]) for j in learned)
    ) / 2


def staircase(Sigma: Any, context: int, norms: Sequence | None = None, eta: Any = 1) -> Staircase:
    """Levels and A_k of eq:in-context-learning-sequence; jump times are lower bounds
    (attention.jump-bound-appendix, corrected).

    ``norms`` are mu^(0), mu^(1), ...: the largest norm of a dormant head at the start of each
    plateau. Without them every plateau is measured in units of 1/(eta mu^(l)) for alpha -> 0:
    sqrt(3)/(N lambda_k^2). ``points`` are the matrices W.

    >>> staircase([[2, 0], [0, 1]], context=1).levels
    (3/2, 17/14, 39/35)
    """
    context = _context(context)
    values, vectors = read_covariance(Sigma)
    rate = number("eta", eta)
    sizes = (
        [None] * len(values)
        if norms is None
        else [number("norms", one) for one in entries("norms", norms, 1, "a number a plateau")]
    )
    if len(sizes) < len(values) or any(one is not None and not 0 < one < 1 for one in sizes):
        raise ValueError(
            f"norms is {norms!r}: expected {len(values)} numbers between 0 and 1, one for each "
            "plateau"
        )
    if not rate > 0:
        raise ValueError(f"eta is {eta!r}: expected a number > 0")
    times, points, W, now = (
        [],
        [Matrix.zeros(len(values), len(values))],
        Matrix.zeros(len(values), len(values)),
        0,
    )
    for k, (value, size) in enumerate(zip(values, sizes)):
        wait = sqrt(3) / (context * value**2)
        now = now + wait * (1 if size is None else (1 / size - 1) / rate)
        W = W + vectors[:, k] * vectors[:, k].T / (sum(values) + (context + 1) * value)
        times.append(now)
        points.append(W)
    return Staircase(
        times,
        [level(values, context, range(k)) for k in range(len(values) + 1)],
        range(len(values)),
        points,
    )


def exact_jump_time(
    V: Any,
    Q: Sequence,
    K: Sequence,
    eigenvalues: Sequence,
    context: int,
    eta: Any = 1,
    digits: int = 20,
) -> mpmath.mpf:
    """tau = (1/eta) int dI/|V(I)| to norm one (attention.exact-jump-time); infinity if the head
    never jumps.

    Q and K are components in the eigenbasis of M = Sigma^2 - sum lambda_h^2 v_h v_h^T,
    ``eigenvalues`` those of M.

    Of an aligned head it is sqrt(3) (1/|theta| - 1)/(N lambda^2):

    >>> mpmath.nstr(exact_jump_time("0.1", ["0.1"], ["0.1"], [4], context=2), 15)
    '1.03349364905389'
    """
    with mpmath.workdps(whole_digits(digits) + 10):
        head, rate = read_head(V, Q, K, eigenvalues, context), number("eta", eta)
        if not rate > 0:
            raise ValueError(f"eta is {eta!r}: expected a number > 0")
        if not 0 < head.norm < 1:
            raise ValueError(
                f"the head has norm {mpmath.nstr(head.norm, 8)}: expected a dormant one, with 0 < "
                "norm < 1"
            )
        time = _time(head, 1) / rate
    with mpmath.workdps(digits):
        return +time


def limit_jump_time(
    V: Any, Q: Sequence, K: Sequence, eigenvalues: Sequence, context: int, digits: int = 15
) -> mpmath.mpf:
    """lim tau for theta(0) = alpha (V, Q, K), eta = 1/alpha -> infinity: int dI/|V(I)| to infinity
    (attention.exact-jump-time-limit).

    >>> mpmath.nstr(limit_jump_time(1, [1], [1], [1], context=1), 12)
    '1.0'
    """
    with mpmath.workdps(whole_digits(digits) + 10):
        # What is left from norm R on is of the order 1/R.
        time = _time(read_head(V, Q, K, eigenvalues, context), mpmath.mpf(10) ** (digits + 4))
    with mpmath.workdps(digits):
        return +time


def _time(head: Head, norm: Any) -> mpmath.mpf:
    """eta times the time to ``norm``, infinite if it never comes; close to a saddle with the digits
    that cancel there."""
    with mpmath.extradps(head.cancelled):
        found = (head.again() if head.cancelled else head).jump(norm)
    return mpmath.inf if found is None else found[0]


def _components(vectors: Matrix, part: Sequence) -> list:
    """v_j^T part for every j; where each v_j is a unit vector, the entries as they were given."""
    if all(entry.is_Integer for entry in vectors):
        return [part[list(vectors[:, j]).index(1)] for j in range(vectors.cols)]
    return list(
        mpmath.matrix(vectors.T.tolist()) * mpmath.matrix([number("theta", one) for one in part])
    )


def exact_staircase(
    Sigma: Any, context: int, theta: Any, eta: Any = 1, digits: int = 15
) -> Staircase:
    """AGF from the rows (V, Q, K) of ``theta``: exact jump times, features (head, component), exact
    levels.

    tau = min over dormant heads of (1/eta) int dI/|V(I)|, from the directions that the last plateau
    left.

    >>> exact_staircase([[1]], 1, [["0.1", "0.1", "0.1"]]).features
    ((0, 0),)
    """
    context = _context(context)
    values, vectors = read_covariance(Sigma)
    size = len(values)
    rows = entries("theta", theta, 2, "a row (V, Q, K) a head")
    if not rows or any(len(row) != 2 * size + 1 for row in rows):
        raise ValueError(
            f"theta has rows of lengths {[len(row) for row in rows]}: expected {2 * size + 1} "
            "entries (V, Q, K) a head"
        )
    with mpmath.workdps(whole_digits(digits) + 10):
        squares = [number("Sigma", v) ** 2 for v in values]
        exact = [
            None if isinstance(v, mpmath.mpf) else v**2 for v in values
        ]  # an exact one came from a diagonal Sigma
        heads: list[Head] = []
        for row in rows:
            for one in row:
                number("theta", one)
            Q, K = (_components(vectors, part) for part in (row[1 : size + 1], row[size + 1 :]))
            heads.append(read_head(row[0], Q, K, squares if None in exact else exact, context))
            if not 0 < heads[-1].norm < 1:
                raise ValueError(
                    f"theta has a row of norm {mpmath.nstr(heads[-1].norm, 8)}: expected dormant "
                    "heads, with 0 < norm < 1"
                )
        return race(
            heads,
            number("eta", eta),
            context,
            [number("Sigma", v) for v in values],
            lambda learned: level(values, context, learned),
        )
