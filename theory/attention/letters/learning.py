"""Heads that have learned eigenvectors, and one that is dormant, by predicates.

g_h = sum_n y_n x_n^T v_h v_h^T x_{N+1} is what a head along v_h predicts, up to its magnitude.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.attention.letters.data import (
    HALF,
    LAST,
    Sigma,
    d,
    eigenvalue,
    k,
    mean,
    output,
    target,
    unit,
    vector,
)
from theory.proof.lemmas.inner_products import dot, within
from theory.proof.letters import define, reads
from theory.proof.sums import VECTOR
from theory.proof.tactics import deriv, exists, forall, total
from theory.proof.terms import INT, REAL, Term, both, eq, function, implies, le, lt, var

A_h, lam_h, A_k, V, U, cross = map(var, ("A_h", "lam_h", "A_k", "V_i", "U", "cross"))
Q_h, K_h, QSSK, captured, curvature = map(var, ("Q_h", "K_h", "QSSK", "captured", "curvature"))
level_0, level_k, drop = map(var, ("level_0", "level_k", "drop"))
magnitude = function("A_of", INT, REAL)
query, key = function("query_of", INT, REAL), function("key_of", INT, REAL)
head = var("head_of", INT)
slope = function("slope_of", REAL, REAL)
DATA = ("attention.population", "attention.trace", "attention.eigenbasis")


def squared(residual: Callable) -> Term:
    """E[residual^2]/2."""
    return mean(lambda w: HALF * residual(w) ** 2)


def learned(top: Term, w: Term) -> Term:
    """sum_{h=1}^{top} A_h g_h."""
    return total(1, top, lambda h: magnitude(h) * unit(h, w))


def loss_with(h: Term, size: Term) -> Term:
    """The loss where head h has this magnitude, beside those of the heads before it."""
    return squared(lambda w: target(LAST, w) - learned(h - 1, w) - size * unit(h, w))


def level(top: Term) -> Term:
    """The loss of the heads 1, ..., top with their magnitudes."""
    return squared(lambda w: target(LAST, w) - learned(top, w))


define(
    "attention.magnitudes",
    ("A_of",),
    within(1, d, lambda h: forall(lambda size: le(loss_with(h, magnitude(h)), loss_with(h, size)))),
    "A_h is the magnitude with which head h, along v_h, minimises the loss beside the heads before "
    "it: E[(y - sum_{i<h} A_i g_i - A g_h)^2]/2 is nowhere smaller than at A = A_h",
)
define(
    "attention.old-head",
    ("A_h", "lam_h"),
    both(
        *(le(1, head), le(head, d)),
        eq(A_h, magnitude(head)),
        eq(lam_h, eigenvalue(head)),
    ),
    "magnitude and eigenvalue of a head h, whatever h is from 1 to d",
)
define(
    "attention.new-magnitude", ("A_k",), eq(A_k, magnitude(k)), "the magnitude that head k learns"
)
define(
    "attention.curvature",
    ("curvature", "slope_of"),
    forall(
        lambda size: both(
            deriv(size - 1, size + 1, size, slope(size), lambda c: loss_with(k, c)),
            deriv(size - 1, size + 1, size, curvature, slope),
        )
    ),
    "the second derivative of the loss in the magnitude of head k, which is the same everywhere",
)
define(
    "attention.level-zero",
    ("level_0",),
    eq(level_0, squared(lambda w: target(LAST, w))),
    "the loss E[y^2]/2 of the network that predicts 0",
)
define(
    "attention.level",
    ("level_k",),
    eq(level_k, level(k)),
    "the loss E[(y - sum_{h<=k} A_h g_h)^2]/2 after jump k",
)
define(
    "attention.drop",
    ("drop",),
    eq(drop, level(k - 1) - level(k)),
    "the loss after jump k - 1 less that after jump k",
)
K_TH = (*DATA, "attention.iteration", "attention.magnitudes")
reads("attention.magnitude-index", *K_TH, "attention.old-head")
reads("attention.magnitude", *K_TH, "attention.new-magnitude")
reads("attention.convex", *K_TH, "attention.curvature")
LEVELS = (*K_TH, "attention.level-zero", "attention.level")
reads("attention.levels", *LEVELS)
reads("attention.levels-appendix", *LEVELS)
reads("attention.zhang-levels", *K_TH, "attention.drop")

W_ab, mode_1, mode_2 = var("W_ab"), var("mode_1", INT), var("mode_2", INT)
define(
    "attention.learned-entry",
    ("W_ab",),
    both(
        *(le(mode_1, d), le(mode_2, d)),
        eq(
            W_ab,
            total(
                1,
                d,
                lambda a: total(
                    1,
                    d,
                    lambda b: (
                        vector(mode_1, a)
                        * total(1, k, lambda h: magnitude(h) * vector(h, a) * vector(h, b))
                        * vector(mode_2, b)
                    ),
                ),
            ),
        ),
    ),
    "v_i^T W v_j of W = sum_{h<=k} A_h v_h v_h^T, which the network has learned after jump k",
)
reads("attention.learned-function", *K_TH, "attention.learned-entry")

# --- a dormant head beside them -------------------------------------------------------------------


def own(w: Term) -> Term:
    """f_i = V_i sum_n y_n x_n^T K_i Q_i^T x_{N+1}."""
    return V * output(query, key, w)


define(
    "attention.utility",
    ("U",),
    eq(U, mean(lambda w: (target(LAST, w) - learned(k - 1, w)) * own(w))),
    "E[(y - sum_{h<k} A_h g_h) f_i] of a dormant head f_i = V sum_n y_n x_n^T K Q^T x_{N+1}",
)
define("attention.first", ("iteration",), eq(k, 1), "before the first jump", sense="first")
define(
    "attention.overlap",
    ("QSSK",),
    eq(
        QSSK,
        total(
            1,
            d,
            lambda a: total(
                1,
                d,
                lambda b: total(1, d, lambda c: query(a) * Sigma(a, b) * (Sigma(b, c) * key(c))),
            ),
        ),
    ),
    "Q^T Sigma^2 K",
)
define(
    "attention.captured",
    ("captured",),
    eq(
        captured,
        total(
            1,
            k - 1,
            lambda h: (
                eigenvalue(h) ** 2
                * dot(query, lambda a: vector(h, a), d)
                * dot(lambda a: vector(h, a), key, d)
            ),
        ),
    ),
    "sum_{h<k} lambda_h^2 Q^T v_h v_h^T K",
)
define(
    "attention.cross",
    ("cross",),
    eq(cross, mean(lambda w: A_h * unit(head, w) * own(w))),
    "E[f_h f_i] of the head h, with its magnitude, and the dormant head i",
)
define(
    "attention.along",
    ("Q_h", "K_h"),
    both(
        eq(Q_h, dot(lambda a: vector(head, a), query, d)),
        eq(K_h, dot(lambda a: vector(head, a), key, d)),
    ),
    "v_h^T Q_i and v_h^T K_i",
)
reads("attention.utility", *K_TH, "attention.utility", "attention.overlap", "attention.captured")
reads(
    "attention.initial-utility",
    "attention.population",
    "attention.utility",
    "attention.first",
    "attention.overlap",
)
reads("attention.cross-term", *K_TH, "attention.old-head", "attention.cross", "attention.along")


# --- the matrix in the utility --------------------------------------------------------------------

largest = var("top")


def left_over(a: Term, b: Term) -> Term:
    """(Sigma^2 - sum_{h<k} lambda_h^2 v_h v_h^T)_ab."""
    square = total(1, d, lambda c: Sigma(a, c) * Sigma(c, b))
    taken = total(1, k - 1, lambda h: eigenvalue(h) ** 2 * vector(h, a) * vector(h, b))
    return square - taken


def eigenpair(value: Term, u: Callable) -> Term:
    """u is not 0, and the matrix times u is value times u."""
    return both(
        lt(0, dot(u, u, d)),
        within(1, d, lambda a: eq(total(1, d, lambda b: left_over(a, b) * u(b)), value * u(a))),
    )


define(
    "attention.largest-eigenvalue",
    ("top",),
    both(
        exists(lambda u: eigenpair(largest, u), VECTOR),
        forall(
            lambda value: forall(lambda u: implies(eigenpair(value, u), le(value, largest)), VECTOR)
        ),
    ),
    "an eigenvalue of Sigma^2 - sum_{h<k} lambda_h^2 v_h v_h^T, and no eigenvalue is larger",
)
reads(
    "attention.largest-eigenvalue",
    "attention.eigenbasis",
    "attention.iteration",
    "attention.largest-eigenvalue",
)
