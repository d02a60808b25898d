"""How many singular modes a product A W has: the largest number over all A (c x H) and
W (H x d).
"""

from __future__ import annotations

from theory.linear.letters.data import H, c, d, entries, step
from theory.linear.letters.optima import modes
from theory.proof.lemmas.inner_products import orthonormal, within
from theory.proof.letters import define, reads
from theory.proof.sums import MATRIX, VECTOR
from theory.proof.tactics import exists, forall, total
from theory.proof.terms import INT, Term, both, eq, implies, le, lt, var

tilde_H = var("rank_AW", INT)


def decomposed(A, W, n, s, a, b) -> Term:
    """A W = sum_{q <= n} s_q a_q b_q^T with s_q > 0 and orthonormal a_q, b_q."""
    return both(
        le(0, n),
        orthonormal(a, c, n),
        orthonormal(b, d, n),
        within(1, n, lambda q: lt(0, s(q))),
        entries(
            c,
            d,
            lambda l, m: eq(
                total(1, H, lambda h: A(l, h) * W(h, m)),
                total(1, n, lambda q: s(q) * a(l, q) * b(m, q)),
            ),
        ),
    )


def quantified(quantifier, body, *sorts) -> Term:
    """A quantifier over several functions, the first outermost."""
    if not sorts:
        return body()
    return quantifier(
        lambda one: quantified(quantifier, lambda *rest: body(one, *rest), *sorts[1:]), sorts[0]
    )


define(
    "linear.most-modes",
    ("rank_AW",),
    both(
        quantified(
            forall,
            lambda A, W, n, s, a, b: implies(decomposed(A, W, n, s, a, b), le(n, tilde_H)),
            MATRIX,
            MATRIX,
            INT,
            VECTOR,
            MATRIX,
            MATRIX,
        ),
        quantified(
            exists,
            lambda A, W, s, a, b: decomposed(A, W, tilde_H, s, a, b),
            MATRIX,
            MATRIX,
            VECTOR,
            MATRIX,
            MATRIX,
        ),
    ),
    "the largest number of non-zero singular values that a product A W has, as generic A and W "
    "have",
)
reads("linear.basis-size", "linear.most-modes")
define(
    "linear.dormant-vectors",
    ("modes", "step"),
    both(le(0, step), le(step, tilde_H), eq(modes, tilde_H - step)),
    "the basis vectors that are left where k of all are active",
    sense="dormant",
)
reads("linear.dormant-count", "linear.most-modes", "linear.dormant-vectors")
