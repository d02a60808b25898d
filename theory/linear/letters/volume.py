"""The volume of n columns of Z = (A; W^T): base times height, column after column.

z_q = sum_{p <= q} r_pq e_p with orthonormal e_p (Gram and Schmidt) and heights r_qq > 0; the volume
is their product, so its logarithm is the sum of theirs. No determinant is needed.
"""

from __future__ import annotations

from theory.linear.letters import M, end
from theory.linear.letters.data import c, d, entries
from theory.linear.letters.optima import framed, modes
from theory.linear.letters.time import during
from theory.proof.lemmas.inner_products import within
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, total
from theory.proof.terms import INT, REAL, Term, both, call, eq, function, implies, lt, var

volume_rate = var("volume_rate")
a, w, e_a, e_w, r = (
    function(name, INT, INT, REAL, REAL)
    for name in ("a_column", "w_column", "a_axis", "w_axis", "r_part")
)
slope_a, slope_w, slope_r = (
    function(name, INT, INT, REAL) for name in ("a_axis_slope", "w_axis_slope", "r_slope")
)


def matrix_at(matrix, s):
    """The matrix at the time s."""
    return lambda k, l: matrix(k, l, s)


def log_volume(s) -> Term:
    """log of the product of the heights."""
    return total(1, modes, lambda q: call("log", r(q, q, s)))


def slopes(rows, columns, values, functions) -> Term:
    """Each entry has this derivative at the instant T, within [0, T]."""
    return entries(
        rows,
        columns,
        lambda k, q: deriv(0, end, end, values(k, q), lambda s: functions(k, q, s)),
    )


define(
    "linear.moving-columns",
    ("a_column", "w_column"),
    both(
        lt(0, end),
        slopes(c, modes, lambda l, q: total(1, d, lambda m: M(l, m) * w(m, q, end)), a),
        slopes(d, modes, lambda m, q: total(1, c, lambda l: M(l, m) * a(l, q, end)), w),
    ),
    "n columns of Z = (A; W^T) at the instant T of gradient flow: A' = M W^T and W' = A^T M with "
    "M = -grad L, so that Z' = (0, M; M^T, 0) Z",
)
define(
    "linear.column-frame",
    ("a_axis", "w_axis", "r_part", "a_axis_slope", "w_axis_slope", "r_slope"),
    both(
        during(
            end,
            lambda s: both(
                framed(matrix_at(e_a, s), matrix_at(e_w, s), modes),
                entries(
                    c,
                    modes,
                    lambda l, q: eq(
                        a(l, q, s), total(1, modes, lambda p: e_a(l, p, s) * r(p, q, s))
                    ),
                ),
                entries(
                    d,
                    modes,
                    lambda m, q: eq(
                        w(m, q, s), total(1, modes, lambda p: e_w(m, p, s) * r(p, q, s))
                    ),
                ),
                entries(modes, modes, lambda p, q: implies(lt(q, p), eq(r(p, q, s), 0))),
                within(1, modes, lambda q: lt(0, r(q, q, s))),
            ),
        ),
        slopes(c, modes, slope_a, e_a),
        slopes(d, modes, slope_w, e_w),
        slopes(modes, modes, slope_r, r),
    ),
    "z_q = sum_{p <= q} r_pq e_p, e_p orthonormal, r_qq > 0 the height of column q over those "
    "before it; all of them move smoothly at T",
    exists_by="the process of Gram and Schmidt, for columns that are linearly independent",
)
define(
    "linear.volume",
    ("volume_rate",),
    deriv(0, end, end, volume_rate, log_volume),
    "the rate at which the logarithm of the volume, the product of the heights, grows at T",
)
reads(
    "linear.volume-growth",
    "linear.rank",
    "linear.singular-system",
    "linear.count",
    "linear.moving-columns",
    "linear.column-frame",
    "linear.volume",
)
