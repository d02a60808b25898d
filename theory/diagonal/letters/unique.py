"""Uniqueness of the constrained minimiser: inputs in general position, the algorithm with any
minimiser, and how many there are.
"""

from __future__ import annotations

from theory.diagonal.letters.regression import X, count, samples, vector
from theory.diagonal.letters.staircase import (
    each,
    integral,
    jumps,
    on_boundary,
    one_of_the_best,
    signed_by,
)
from theory.proof.lemmas.enumeration import LIST, up_to
from theory.proof.letters import define, reads
from theory.proof.sums import VECTOR
from theory.proof.tactics import exists, forall, total
from theory.proof.terms import INT, REAL, Term, both, eq, function, implies, le, var


def independent(m: Term, i: Term, sign: Term) -> Term:
    """The points sign_p x_i(p), p = 1..m, are affinely independent."""

    def weights(w):
        flat = eq(total(1, m, lambda p: w(p)), 0)
        rows = up_to(samples, lambda j: eq(total(1, m, lambda p: w(p) * (sign(p) * X(i(p), j))), 0))
        return implies(flat, rows, up_to(m, lambda p: eq(w(p), 0)))

    return forall(weights, VECTOR)


def distinct(m: Term, i: Term) -> Term:
    """i(1), ..., i(m) are different numbers of 1..d."""
    return both(
        up_to(m, lambda p: both(le(1, i(p)), le(i(p), count))),
        up_to(m, lambda p: up_to(m, lambda q: implies(eq(i(p), i(q)), eq(p, q)))),
    )


GENERAL = define(
    "diagonal.general-position",
    ("X_of",),
    forall(
        lambda m: implies(
            le(0, m),
            le(m, samples + 1),
            forall(
                lambda i: forall(
                    lambda sign: implies(
                        distinct(m, i),
                        up_to(m, lambda p: on_boundary(sign(p))),
                        independent(m, i, sign),
                    ),
                    VECTOR,
                ),
                LIST,
            ),
        ),
        INT,
    ),
    "inputs in general position (Tibshirani): at most n + 1 of them, with any signs, are affinely "
    "independent",
)
minimisers, stage = var("minimisers", INT), var("stage", INT)
listed_best = function("listed_best", INT, INT, REAL)


def minimal(c: Term) -> Term:
    """c minimises the loss with the signs of the integrals on this plateau."""
    return one_of_the_best(c, signed_by(lambda i: integral(stage, i)))


NUMBER = define(
    "diagonal.number-of-minimisers",
    ("minimisers",),
    both(
        le(1, stage),
        le(stage, jumps),
        le(0, minimisers),
        up_to(minimisers, lambda q: minimal(vector(lambda i: listed_best(q, i)))),
        up_to(
            minimisers,
            lambda q: up_to(
                minimisers,
                lambda r: implies(
                    each(lambda i: eq(listed_best(q, i), listed_best(r, i))), eq(q, r)
                ),
            ),
        ),
        forall(
            lambda c: implies(
                minimal(vector(lambda i: c(i))),
                exists(
                    lambda q: both(
                        le(1, q),
                        le(q, minimisers),
                        each(lambda i: eq(c(i), listed_best(q, i))),
                    ),
                    INT,
                ),
            ),
            VECTOR,
        ),
    ),
    "how many minimisers the constrained problem of a jump has: they are listed, each once",
)
reads(
    "diagonal.unique-minimum",
    "diagonal.algorithm",
    "diagonal.general-position",
    "diagonal.number-of-minimisers",
)
