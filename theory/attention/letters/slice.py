"""The parameters that start at zero, by predicates: the loss of the full formula and its slopes.

X has d + 1 rows and N + 1 columns at every point of the population; a head has W_V of (d + 1)^2
entries and vectors W_K, W_Q of d + 1. All of them are zero but V_h = W_V[d+1, d+1] and the first d
entries of W_K and W_Q.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.attention.letters.data import beta, components, in_context, mean, points, target, x
from theory.attention.letters.gradient import slope_at_zero
from theory.attention.letters.learning import squared
from theory.attention.letters.model import BOTTOM, LAST, N, d, full_K, full_Q, full_V, heads, rows
from theory.proof.lemmas.inner_products import within
from theory.proof.letters import define, reads
from theory.proof.sums.any_range import delta
from theory.proof.tactics import exists, total
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    both,
    call,
    eq,
    function,
    le,
    make,
    negation,
    var,
)

token = function("token_of", INT, INT, INT, REAL)  # row, column, point
grad_zero = var("grad_zero")
slope_V = function("zero_V_of", INT, INT, INT, REAL)  # head, row, column
slope_K, slope_Q = function("zero_K_of", INT, REAL), function("zero_Q_of", INT, REAL)


def _odd(betas: int, *groups) -> Term:
    """E[an odd number of beta's times the samples of these tokens, in pairs] = 0."""

    def statement(*letters):
        def body(w):
            product = beta(letters[0], w)
            for a in letters[1:betas]:
                product = product * beta(a, w)
            for place, a in enumerate(letters[betas:]):
                product = product * x(groups[place // 2], a, w)
            return product

        return eq(mean(body), 0)

    return components(betas + 2 * len(groups), statement)


define(
    "attention.odd-moments",
    ("beta_of",),
    both(
        _odd(1, LAST, LAST),
        in_context(lambda n: _odd(1, LAST, n)),
        in_context(lambda n: _odd(1, LAST, LAST, n)),
        in_context(lambda n: in_context(lambda m: _odd(1, LAST, n, m))),
        in_context(lambda n: _odd(3, LAST, n)),
        in_context(lambda n: in_context(lambda m: _odd(3, LAST, n, m))),
    ),
    "moments with one or three factors beta vanish: beta and -beta have the same distribution",
    sense="odd",
    exists_by="Tchakaloff (finitely many points with these moments)",
)
define(
    "attention.prompts",
    ("token_of",),
    within(
        1,
        points,
        lambda w: both(
            within(1, LAST, lambda n: within(1, d, lambda a: eq(token(a, n, w), x(n, a, w)))),
            within(1, N, lambda n: eq(token(BOTTOM, n, w), target(n, w))),
            eq(token(BOTTOM, LAST, w), 0),
        ),
    ),
    "the columns of X at every point: (x_n, y_n) for n <= N, and (x_{N+1}, 0)",
)


def full(V: Callable, K: Callable, Q: Callable, w: Term) -> Term:
    """The entry (d + 1, N + 1) of X + sum_h W_V X X^T W_K W_Q^T X at a point."""
    return token(BOTTOM, LAST, w) + total(
        1,
        heads,
        lambda h: (
            total(
                1,
                LAST,
                lambda n: (
                    rows(lambda a: V(h, BOTTOM, a) * token(a, n, w))
                    * rows(lambda b: token(b, n, w) * K(h, b))
                ),
            )
            * rows(lambda c: Q(h, c) * token(c, LAST, w))
        ),
    )


def full_loss(V: Callable, K: Callable, Q: Callable) -> Term:
    """E[(y - prediction)^2]/2 of the full formula."""
    return squared(lambda w: target(LAST, w) - full(V, K, Q, w))


def moved_V(h: Term, i: Term, j: Term, t: Term) -> Callable:
    """W_V with t added to the entry (i, j) of head h."""
    return lambda l, a, b: full_V(l, a, b) + t * (delta(l, h) * delta(a, i) * delta(b, j))


def moved_row(rows_: Callable, h: Term, t: Term) -> Callable:
    """A vector with t added to its last entry, in head h."""
    return lambda l, a: rows_(l, a) + t * (delta(l, h) * delta(a, BOTTOM))


define(
    "attention.zero-gradients",
    ("zero_V_of", "zero_K_of", "zero_Q_of"),
    within(
        1,
        heads,
        lambda h: both(
            within(
                1,
                BOTTOM,
                lambda i: within(
                    1,
                    BOTTOM,
                    lambda j: slope_at_zero(
                        slope_V(h, i, j),
                        lambda t: full_loss(moved_V(h, i, j, t), full_K, full_Q),
                    ),
                ),
            ),
            slope_at_zero(slope_K(h), lambda t: full_loss(full_V, moved_row(full_K, h, t), full_Q)),
            slope_at_zero(slope_Q(h), lambda t: full_loss(full_V, full_K, moved_row(full_Q, h, t))),
        ),
    ),
    "the slopes of the loss of the full formula in every entry of W_V, and in the last entries of "
    "W_K and W_Q",
)


def zero_entry(h: Term, i: Term, j: Term) -> Term:
    """(i, j) is an entry of W_V that starts at zero."""
    last = make("and", None, (eq(i, BOTTOM), eq(j, BOTTOM)))
    return both(
        *(le(1, h), le(h, heads), le(1, i), le(i, BOTTOM), le(1, j), le(j, BOTTOM)),
        negation(last),
    )


define(
    "attention.largest-zero-gradient",
    ("grad_zero",),
    exists(
        lambda h: exists(
            lambda i: exists(
                lambda j: both(
                    zero_entry(h, i, j),
                    call(
                        "or",
                        eq(grad_zero, call("abs", slope_V(h, i, j))),
                        eq(grad_zero, call("abs", slope_K(h))),
                        eq(grad_zero, call("abs", slope_Q(h))),
                    ),
                ),
                INT,
            ),
            INT,
        ),
        INT,
    ),
    "the size of the slope in some parameter that starts at zero, so of the largest one too",
)
reads(
    "attention.zero-slices",
    "attention.odd-moments",
    "attention.prompts",
    "attention.slices",
    "attention.zero-gradients",
    "attention.largest-zero-gradient",
)
