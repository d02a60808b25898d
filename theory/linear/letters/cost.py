"""Cost minimisation: the best matrix of rank k and its loss.

A c x d matrix of rank at most k <= c is Q R with k orthonormal columns Q (c x k) and any R (k x d).
"""

from __future__ import annotations

from theory.linear.letters.data import DATA, c, i, j, loss, step
from theory.linear.letters.optima import MATRIX
from theory.proof.lemmas.inner_products import orthonormal
from theory.proof.letters import define, reads
from theory.proof.tactics import exists, forall, total
from theory.proof.terms import INT, REAL, Term, both, eq, function, implies, le, var

ell = function("ell", INT, REAL)
best_ij = var("best")
Q, R = function("Q_best", INT, INT, REAL), function("R_best", INT, INT, REAL)


def product(q, r):
    """(Q R)_kl, Q with k columns."""
    return lambda k, l: total(1, step, lambda h: q(k, h) * r(h, l))


def of_rank(statement) -> Term:
    """for all matrices Q R of rank at most k."""
    return forall(
        lambda q: forall(
            lambda r: implies(orthonormal(q, c, step), statement(product(q, r))), MATRIX
        ),
        MATRIX,
    )


define(
    "linear.best-loss",
    ("ell",),
    both(
        of_rank(lambda matrix: le(ell(step), loss(matrix))),
        exists(
            lambda q: exists(
                lambda r: both(orthonormal(q, c, step), eq(ell(step), loss(product(q, r)))), MATRIX
            ),
            MATRIX,
        ),
    ),
    "the least loss of a matrix of rank at most k: a bound, and attained",
)
define(
    "linear.best-matrix",
    ("best", "Q_best", "R_best"),
    both(
        orthonormal(Q, c, step),
        of_rank(lambda matrix: le(loss(product(Q, R)), loss(matrix))),
        eq(best_ij, product(Q, R)(i, j)),
    ),
    "entry (i, j) of a matrix of rank at most k whose loss no other one undercuts",
)
SPECTRUM = (*DATA, "linear.inverse", "linear.rank", "linear.modes", "linear.projector")
reads("linear.level", *SPECTRUM, "linear.best-loss")
reads(
    "linear.reduced-rank-regression",
    *SPECTRUM,
    "linear.place",
    "linear.projector-row",
    "linear.least-squares-column",
    "linear.best-matrix",
)
