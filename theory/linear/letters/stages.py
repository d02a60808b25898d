"""The stages of Greedy Low-Rank Learning: W_r = A_r W_r with r vectors, where its descent rests;
the test of its loop, the largest eigenvalue of -grad L.
"""

from __future__ import annotations

from theory.linear.letters.data import c, d, entries, loss, rank
from theory.linear.letters.energy import bumped
from theory.linear.letters.optima import squares
from theory.proof.lemmas.inner_products import within
from theory.proof.letters import define, reads
from theory.proof.sums import MATRIX, VECTOR
from theory.proof.sums.any_range import delta
from theory.proof.tactics import deriv, exists, forall, total
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    both,
    eq,
    function,
    implies,
    le,
    lt,
    make,
    var,
)

A, W, grad = (function(name, INT, INT, INT, REAL) for name in ("A_stage", "W_stage", "grad_stage"))
top_slope = function("top_slope", INT, REAL)
settled = var("settled", INT)


def stage(matrix, r):
    """The matrix after stage r."""
    return lambda k, l: matrix(r, k, l)


def product(left, right, r):
    """(A W)_kl with r vectors."""
    return lambda k, l: total(1, r, lambda h: left(k, h) * right(h, l))


def learned(r):
    """W_r of the algorithm."""
    return product(stage(A, r), stage(W, r), r)


def descends(r, a, w) -> Term:
    """2 a^T (-grad L) w = z^T M z for z = (a; w) and M = (0, -grad L; -grad L^T, 0)."""
    return 2 * total(1, c, lambda k: total(1, d, lambda l: a(k) * -grad(r, k, l) * w(l)))


def distance(left, right, r) -> Term:
    """|A' - A|^2 + |W' - W|^2."""
    return total(1, c, lambda k: total(1, r, lambda h: (left(k, h) - A(r, k, h)) ** 2)) + total(
        1, r, lambda h: total(1, d, lambda l: (right(h, l) - W(r, h, l)) ** 2)
    )


def local_minimum(r) -> Term:
    """No factors near by have a smaller loss."""

    def near(radius) -> Term:
        return forall(
            lambda left: forall(
                lambda right: implies(
                    lt(distance(left, right, r), radius),
                    le(loss(learned(r)), loss(product(left, right, r))),
                ),
                MATRIX,
            ),
            MATRIX,
        )

    return exists(lambda radius: both(lt(0, radius), near(radius)))


define(
    "linear.stages",
    ("A_stage", "W_stage"),
    within(
        0,
        rank,
        lambda r: both(
            entries(
                c,
                r,
                lambda k, h: deriv(
                    -1, 1, 0, 0,
                    lambda q: loss(product(bumped(stage(A, r), k, h, q), stage(W, r), r)),
                ),
            ),
            entries(
                r,
                d,
                lambda h, l: deriv(
                    -1, 1, 0, 0,
                    lambda q: loss(product(stage(A, r), bumped(stage(W, r), h, l, q), r)),
                ),
            ),
        ),
    ),
    "the factors A_r (c x r) and W_r (r x d) after stage r = 0, 1, ..., min(c, d): the descent of "
    "the loss E|y - A W x|^2/2 rests there",
)  # fmt: skip
define(
    "linear.stage-gradient",
    ("grad_stage",),
    within(
        0,
        rank,
        lambda r: entries(
            c,
            d,
            lambda k, l: deriv(
                -1, 1, 0, grad(r, k, l),
                lambda s: loss(lambda b, m: learned(r)(b, m) + s * (delta(b, k) * delta(m, l))),
            ),
        ),
    ),
    "the gradient of the loss in the matrix A_r W_r",
)  # fmt: skip
define(
    "linear.top-slope",
    ("top_slope",),
    within(
        0,
        rank,
        lambda r: both(
            forall(
                lambda a: forall(
                    lambda w: implies(eq(squares(a, w), 1), le(descends(r, a, w), top_slope(r))),
                    VECTOR,
                ),
                VECTOR,
            ),
            exists(
                lambda a: exists(
                    lambda w: both(eq(squares(a, w), 1), eq(top_slope(r), descends(r, a, w))),
                    VECTOR,
                ),
                VECTOR,
            ),
        ),
    ),
    "the largest eigenvalue of M = (0, -grad L; -grad L^T, 0) after stage r: the largest z^T M z "
    "over unit vectors z, a bound and attained",
)
define(
    "linear.settled",
    ("settled",),
    eq(settled, make("ite", None, (local_minimum(rank), ONE, ZERO))),
    "1 where the factors of the last stage, r = min(c, d), are a local minimum of the loss",
)
reads(
    "linear.greedy-ends",
    "linear.covariance",
    "linear.outputs",
    "linear.cross",
    "linear.inverse",
    "linear.rank",
    "linear.modes",
    "linear.stages",
    "linear.stage-gradient",
    "linear.top-slope",
    "linear.settled",
)
