"""The staircase of a fully connected linear network: the printed sequence, and the union of the
sequences of its blocks.

Where B^T B and Sigma_xx have a common invariant subspace the problem splits, and gradient flow
shows the union of what the blocks do (linear.conjecture). All in mpmath, to the digits asked
for.

>>> staircase([[2]], [[1]]).levels[-1] == 0
True
"""

from __future__ import annotations

import warnings
from typing import Any

import mpmath

from theory.staircase import Staircase
from theory.validate import abbreviated, entries, whole_digits


def staircase(B: Any, Sigma: Any, width: int | None = None, digits: int = 50) -> Staircase:
    """The sequence of conj:fully-connected-linear as printed: f^(k), ell^(k), tau^(k) to
    ``digits`` digits.

    Features are the eigenvalues mu_k, points the matrices P_{U_k} B. Where the problem splits
    into blocks that learn in another order this is not what gradient flow does, and an
    `OtherOrder` warning says so: see `union_staircase`.

    >>> staircase([[2, 0], [0, 1]], [[3, 0], [0, 1]])
    Staircase with 2 jumps
      start            level 6.5
      t = 0.1666666667 level 0.5          12.0
      t = 1            level 0            1.0
    """
    with mpmath.workdps(whole_digits(digits) + 15):
        B, Sigma, most = _read(B, Sigma, width)
        stairs = _printed(B, Sigma, most, digits)
        flow = [_loss(B, Sigma, point) for point in _merged(B, Sigma, most, digits)[1]]
        edge = mpmath.mpf(10) ** -(digits // 2) * stairs.levels[0]
        if any(abs(a - b) > edge for a, b in zip(flow, stairs.levels)):
            warnings.warn(
                f"gradient flow rests at {_listed(flow)}, not at {_listed(stairs.levels)}: the "
                "blocks "
                "of this problem learn in another order (union_staircase; linear.mode-energy)",
                OtherOrder,
                stacklevel=2,
            )
        return stairs


class OtherOrder(UserWarning):
    """mu_1 > mu_2 and s_1 < s_2: the printed sequence has another order than gradient flow.

    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as told:
    ...     warnings.simplefilter("always")
    ...     stairs = staircase([[1, 0], [0, 2]], [[3, 0], [0, 1]])
    >>> told[0].category.__name__
    'OtherOrder'
    """


def _listed(levels: Any) -> str:
    return ", ".join(mpmath.nstr(level, 4) for level in levels)


def _merged(B: Any, Sigma: Any, most: int, digits: int) -> tuple[list, list, int]:
    """(jumps of all blocks by time, the points after them, how many there would be in all)."""
    jumps = []
    for _, F in split(B, Sigma):
        part = _printed(B * F, F.T * Sigma * F, min(B.rows, F.cols), digits)
        before = mpmath.zeros(B.rows, B.cols)
        for time, feature, point in zip(part.jump_times, part.features, part.points[1:]):
            whole = point * F.T
            if feature > mpmath.mpf(10) ** -digits:
                jumps.append((time, feature, whole - before))
            before = whole
    jumps.sort(key=lambda jump: jump[0])
    points = [mpmath.zeros(B.rows, B.cols)]
    for _, _, change in jumps[:most]:
        points.append(points[-1] + change)
    return jumps[:most], points, len(jumps)


def union_staircase(B: Any, Sigma: Any, width: int | None = None, digits: int = 50) -> Staircase:
    """What gradient flow does as alpha -> 0 (the corrected linear.conjecture): the staircases of
    the blocks, merged by time.

    It is this where the flow of the active vectors ends each stage at the best matrix of its rank,
    which is not looked at here; for a counterexample see linear.one-block-saddle.
    For ``width`` < min(c, d) the first ``width`` jumps, and an error where they would not be
    the whole story.

    >>> union_staircase([[1, 0], [0, 2]], [[3, 0], [0, 1]])
    Staircase with 2 jumps
      start            level 3.5
      t = 0.3333333333 level 2            3.0
      t = 0.5          level 0            4.0
    """
    with mpmath.workdps(whole_digits(digits) + 15):
        B, Sigma, most = _read(B, Sigma, width)
        jumps, points, kept = _merged(B, Sigma, most, digits)
        levels = [_loss(B, Sigma, point) for point in points]
        if most < kept and any(
            a - b > mpmath.mpf(10) ** -(digits // 2) * levels[0]
            for a, b in zip(levels, _levels(B, Sigma, most))
        ):
            raise ValueError(
                f"width is {width}: below min(c, d) = {min(B.rows, B.cols)} the blocks must be "
                "learned by decreasing mu, "
                "else active vectors turn later (linear.turning)"
            )
        return Staircase(
            [+j[0] for j in jumps],
            [
                mpmath.mpf(0) if abs(v) < mpmath.mpf(10) ** -digits * levels[0] else +v
                for v in levels
            ],
            [+j[1] for j in jumps],
            points,
        )


def split(B: Any, Sigma: Any) -> list[tuple[mpmath.matrix, mpmath.matrix]]:
    """The blocks (indices in the eigenbasis of Sigma, that part of the basis): finest common
    splitting of Sigma and B^T B.

    F_b^T Sigma F_c = 0 and F_b^T B^T B F_c = 0 for two blocks b != c.

    >>> B, Sigma = mpmath.matrix([[1, 0, 1], [0, 2, 0]]), mpmath.diag([1, 2, 3])
    >>> [indices for indices, _ in split(B, Sigma)]
    [[0, 2], [1]]
    """
    values, F = mpmath.eigsy(Sigma)
    inner = F.T * B.T * B * F
    scale, edge = mpmath.mnorm(inner, "f"), mpmath.mpf(10) ** (-mpmath.mp.dps // 2)
    found, left = [], list(range(Sigma.rows))
    while left:
        block, front = {left[0]}, [left[0]]
        while front:
            i = front.pop()
            new = {m for m in left if m not in block and abs(inner[i, m]) > edge * scale}
            block |= new
            front += new
        left = [i for i in left if i not in block]
        chosen = sorted(block)
        found.append(
            (chosen, mpmath.matrix([[F[row, col] for col in chosen] for row in range(F.rows)]))
        )
    return found


def _printed(B: mpmath.matrix, Sigma: mpmath.matrix, most: int, digits: int) -> Staircase:
    mu, U = _modes(B, Sigma)
    cross, points, spectra = B * Sigma, [mpmath.zeros(B.rows, B.cols)], []
    for k in range(most):
        spectra.append(
            sorted(
                (+s for s in mpmath.svd_r(cross - _onto(U, k) * cross, compute_uv=False)),
                reverse=True,
            )
        )
        points.append(_onto(U, k + 1) * B)
    waits: list[Any] = []
    for i in range(1, most + 1):
        if spectra[i - 1][0] <= mpmath.mpf(10) ** -digits * spectra[0][0]:
            break
        waits.append(
            (1 - sum(spectra[j][i - j - 1] * waits[j] for j in range(i - 1))) / spectra[i - 1][0]
        )
    reached = len(waits)
    times = [mpmath.fsum(waits[: k + 1]) for k in range(reached)]
    return Staircase(times, _levels(B, Sigma, reached), mu[:reached], points[: reached + 1])


def _modes(B: mpmath.matrix, Sigma: mpmath.matrix) -> tuple[list, mpmath.matrix]:
    """Eigenvalues of B Sigma B^T downwards, and their eigenvectors."""
    values, vectors = mpmath.eigsy(B * Sigma * B.T)
    order = sorted(range(len(values)), key=lambda i: -values[i])
    return [values[i] for i in order], mpmath.matrix(
        [[vectors[row, i] for i in order] for row in range(B.rows)]
    )


def _onto(U: mpmath.matrix, k: int) -> mpmath.matrix:
    return U[:, :k] * U[:, :k].T if k else mpmath.zeros(U.rows, U.rows)


def _levels(B: mpmath.matrix, Sigma: mpmath.matrix, most: int) -> list:
    mu, tiny = _modes(B, Sigma)[0], mpmath.mpf(10) ** (-mpmath.mp.dps + 15)
    levels = [mpmath.fsum(mu[k:]) / 2 for k in range(most + 1)]
    return [mpmath.mpf(0) if abs(v) < tiny * levels[0] else v for v in levels]


def _loss(B: mpmath.matrix, Sigma: mpmath.matrix, beta: mpmath.matrix) -> mpmath.mpf:
    rest = B - beta
    square = rest * Sigma * rest.T
    return mpmath.fsum(square[i, i] for i in range(square.rows)) / 2


def _read(B: Any, Sigma: Any, width: int | None) -> tuple[mpmath.matrix, mpmath.matrix, int]:
    """Both matrices in mpmath and the number of jumps, after every assumption of the section has
    been looked at.
    """
    B, Sigma = _matrix("B", B), _matrix("Sigma", Sigma)
    if Sigma.rows != Sigma.cols:
        raise ValueError(f"Sigma has shape ({Sigma.rows}, {Sigma.cols}): expected a square matrix")
    if B.cols != Sigma.rows:
        raise ValueError(
            f"B has shape ({B.rows}, {B.cols}): expected (c, {Sigma.rows}), one column for each "
            "row of Sigma"
        )
    if width is not None and (isinstance(width, bool) or not isinstance(width, int) or width < 1):
        raise ValueError(
            f"width is {width!r}: expected a whole number >= 1, or None for a wide network"
        )
    gap = max(abs(Sigma[i, m] - Sigma[m, i]) for i in range(Sigma.rows) for m in range(Sigma.rows))
    if gap > mpmath.mpf(10) ** -12 * mpmath.mnorm(Sigma, "f"):
        raise ValueError(
            f"Sigma differs from its transpose by {mpmath.nstr(gap, 3)}: expected a symmetric "
            "matrix"
        )
    Sigma = (Sigma + Sigma.T) / 2
    _require_distinct(
        "Sigma",
        "eigenvalues",
        sorted(mpmath.eigsy(Sigma, eigvals_only=True), reverse=True),
        positive=True,
    )
    r = min(B.rows, B.cols)
    _require_distinct(
        "B Sigma",
        "singular values",
        sorted(mpmath.svd_r(B * Sigma, compute_uv=False), reverse=True)[:r],
        positive=True,
    )
    _require_distinct("B Sigma B^T", "eigenvalues", _modes(B, Sigma)[0][:r], positive=True)
    return B, Sigma, r if width is None else min(r, width)


def _require_distinct(name: str, what: str, values: list, positive: bool) -> None:
    texts = [mpmath.nstr(v, 6) for v in values]
    least = mpmath.mpf(10) ** -14 * max(abs(v) for v in values)
    if positive and values[-1] <= least:
        raise ValueError(
            f"{name} has the {what} {', '.join(texts)}: expected them positive (full rank, "
            "positive definite)"
        )
    if any(a - b <= least for a, b in zip(values, values[1:])):
        raise ValueError(f"{name} has the {what} {', '.join(texts)}: expected them distinct")


def _matrix(name: str, value: Any) -> mpmath.matrix:
    def number(entry: Any) -> mpmath.mpf:
        entry = entry.item() if hasattr(entry, "item") else entry
        if (
            hasattr(entry, "numerator")
            and hasattr(entry, "denominator")
            and not isinstance(entry, float)
        ):
            return mpmath.mpf(int(entry.numerator)) / int(entry.denominator)
        found = mpmath.mpmathify(entry)
        if not isinstance(found, mpmath.mpf) or not mpmath.isfinite(found):
            raise ValueError
        return found

    given = entries(name, value, 2, "a matrix of finite real numbers")
    try:
        rows = [[number(entry) for entry in row] for row in given]
    except (TypeError, ValueError, AttributeError, ZeroDivisionError):
        raise ValueError(
            f"{name} is {abbreviated(value)}: expected a matrix of finite real numbers"
        ) from None
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError(
            f"{name} has rows of lengths {[len(row) for row in rows]}: expected a matrix"
        )
    return mpmath.matrix(rows)
