"""Largest utilities: frames of orthonormal vectors (a_i, w_i) of R^(c+d), and singular values of M.

M = -grad L is any c x d matrix; its singular values are those of M = sum_q sigma_q u_q v_q^T with
orthonormal u_q and v_q, sorted downwards.
"""

from __future__ import annotations

from theory.linear.letters import M
from theory.linear.letters.data import c, d
from theory.linear.letters.data import rank as size
from theory.proof.lemmas.inner_products import orthonormal, within
from theory.proof.letters import define, reads
from theory.proof.sums import MATRIX, VECTOR
from theory.proof.sums.any_range import delta
from theory.proof.tactics import exists, forall, total
from theory.proof.terms import INT, REAL, Term, both, eq, function, implies, le, lt, var

modes = var("modes", INT)
sigma, utility_of = (function(name, INT, REAL) for name in ("sigma_grad", "U_frame"))
left, right = function("u_system", INT, INT, REAL), function("v_system", INT, INT, REAL)
a_best, w_best = function("a_best", INT, INT, REAL), function("w_best", INT, INT, REAL)
a_top, w_top = function("a_top", INT, REAL), function("w_top", INT, REAL)
U_total, U_local, sigma_top = map(var, ("U_total", "U_local", "sigma_top"))


def framed(a, w, count) -> Term:
    """(a_i, w_i), i = 1..count, are orthonormal vectors of R^(c+d)."""
    return within(
        1,
        count,
        lambda i: within(
            1,
            count,
            lambda j: eq(
                total(1, c, lambda l: a(l, i) * a(l, j)) + total(1, d, lambda q: w(q, i) * w(q, j)),
                delta(i, j),
            ),
        ),
    )


def paired(a, w) -> Term:
    """a^T M w."""
    return total(1, c, lambda l: total(1, d, lambda q: a(l) * M(l, q) * w(q)))


def frame_utility(a, w, i) -> Term:
    """The utility a_i^T M w_i of one vector of a frame."""
    return paired(lambda l: a(l, i), lambda q: w(q, i))


def frame_total(a, w, count) -> Term:
    """sum_i a_i^T M w_i."""
    return total(1, count, lambda i: frame_utility(a, w, i))


def of_all_frames(statement) -> Term:
    """for all frames of |D| vectors."""
    return forall(
        lambda a: forall(lambda w: implies(framed(a, w, modes), statement(a, w)), MATRIX), MATRIX
    )


define(
    "linear.singular-system",
    ("sigma_grad", "u_system", "v_system"),
    both(
        orthonormal(left, c, size),
        orthonormal(right, d, size),
        within(
            1,
            c,
            lambda l: within(
                1,
                d,
                lambda m: eq(
                    M(l, m), total(1, size, lambda q: sigma(q) * left(l, q) * right(m, q))
                ),
            ),
        ),
        within(1, size, lambda q: le(0, sigma(q))),
        within(1, size - 1, lambda q: le(sigma(q + 1), sigma(q))),
    ),
    "M = sum_q sigma_q u_q v_q^T, u_q and v_q orthonormal, sigma_1 >= sigma_2 >= ... >= 0, "
    "q = 1..min(c, d)",
    exists_by="the singular value decomposition",
)
define(
    "linear.count",
    ("modes",),
    both(le(0, modes), le(modes, size)),
    "as many vectors as there are singular modes, or fewer",
)
define(
    "linear.largest-total",
    ("U_total",),
    both(
        of_all_frames(lambda a, w: le(frame_total(a, w, modes), U_total)),
        exists(
            lambda a: exists(
                lambda w: both(framed(a, w, modes), eq(frame_total(a, w, modes), U_total)), MATRIX
            ),
            MATRIX,
        ),
    ),
    "the largest sum of a_i^T M w_i over |D| orthonormal vectors (a_i, w_i): a bound, and attained",
)
reads(
    "linear.total-utility",
    "linear.rank",
    "linear.singular-system",
    "linear.count",
    "linear.largest-total",
)
define(
    "linear.best-frame",
    ("U_frame", "a_best", "w_best"),
    both(
        framed(a_best, w_best, modes),
        of_all_frames(
            lambda a, w: le(frame_total(a, w, modes), frame_total(a_best, w_best, modes))
        ),
        within(1, modes, lambda i: eq(utility_of(i), frame_utility(a_best, w_best, i))),
    ),
    "the utilities of the vectors of a frame whose total no frame exceeds",
)
reads(
    "linear.individual-utility",
    "linear.rank",
    "linear.singular-system",
    "linear.count",
    "linear.best-frame",
)


# --- one vector -----------------------------------------------------------------------------------
def squares(a, w) -> Term:
    """|a|^2 + |w|^2."""
    return total(1, c, lambda l: a(l) ** 2) + total(1, d, lambda q: w(q) ** 2)


define(
    "linear.local-maximum",
    ("U_local", "a_top", "w_top"),
    both(
        eq(squares(a_top, w_top), 1),
        eq(U_local, paired(a_top, w_top)),
        exists(
            lambda radius: both(
                lt(0, radius),
                forall(
                    lambda a: forall(
                        lambda w: implies(
                            eq(squares(a, w), 1),
                            lt(
                                squares(lambda l: a(l) - a_top(l), lambda q: w(q) - w_top(q)),
                                radius,
                            ),
                            le(paired(a, w), U_local),
                        ),
                        VECTOR,
                    ),
                    VECTOR,
                ),
            )
        ),
    ),
    "a^T M w at a point of the sphere that no point of it near by exceeds",
)
define("linear.top-value", ("sigma_top",), eq(sigma_top, sigma(1)), "the largest singular value")
reads(
    "linear.single-maximum",
    "linear.rank",
    "linear.singular-system",
    "linear.local-maximum",
    "linear.top-value",
)
