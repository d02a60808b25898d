"""Where the flow of k active vectors rests: the gradient of the loss in A (c x k) and W (k x d) is
0; which modes A W holds there.
"""

from __future__ import annotations

from theory.linear.letters.data import c, cross, d, entries, loss, mu, rank, step, u
from theory.linear.letters.energy import bumped
from theory.linear.letters.stages import product
from theory.proof.lemmas.elementary import inv
from theory.proof.lemmas.inner_products import orthonormal, within
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, total
from theory.proof.terms import INT, REAL, Term, both, eq, function, le, lt, var

A, W, a, b = (function(name, INT, INT, REAL) for name in ("A_rest", "W_rest", "a_rest", "b_rest"))
s, ell, kept = (function(name, INT, REAL) for name in ("s_rest", "ell_GLRL", "kept"))
count, index = var("rank_rest", INT), var("index", INT)
beta = product(A, W, step)


def decomposed(n) -> Term:
    """A W = sum_{q <= n} s_q a_q b_q^T with s_q > 0 and orthonormal a_q, b_q."""
    return both(
        orthonormal(a, c, n),
        orthonormal(b, d, n),
        within(1, n, lambda q: lt(0, s(q))),
        entries(c, d, lambda k, l: eq(beta(k, l), total(1, n, lambda q: s(q) * a(k, q) * b(l, q)))),
    )


def share(i) -> Term:
    """u_i^T A W Sigma_yx^T u_i/mu_i."""
    held = total(
        1,
        c,
        lambda k: total(
            1, c, lambda p: total(1, d, lambda l: u(k, i) * beta(k, l) * cross(p, l) * u(p, i))
        ),
    )
    return inv(mu(i)) * held


define(
    "linear.active-at-rest",
    ("A_rest", "W_rest"),
    both(
        entries(
            c,
            step,
            lambda k, h: deriv(-1, 1, 0, 0, lambda q: loss(product(bumped(A, k, h, q), W, step))),
        ),
        entries(
            step,
            d,
            lambda h, l: deriv(-1, 1, 0, 0, lambda q: loss(product(A, bumped(W, h, l, q), step))),
        ),
    ),
    "A (c x k) and W (k x d) at which the flow of k active vectors rests: no slope of the loss "
    "E|y - A W x|^2/2 in any entry",
)
define(
    "linear.rank-at-rest",
    ("rank_rest", "s_rest", "a_rest", "b_rest"),
    both(le(0, count), decomposed(count)),
    "the number of singular values s_q > 0 of A W, and their vectors",
    exists_by="the singular value decomposition",
)
define(
    "linear.level-at-rest",
    ("ell_GLRL",),
    eq(ell(step), loss(beta)),
    "the loss there",
)
define(
    "linear.kept",
    ("kept",),
    within(1, rank, lambda i: eq(kept(i), share(i))),
    "u_i^T A W Sigma_yx^T u_i/mu_i: 1 where A W = B along the mode, 0 where A W has nothing of it",
)
define(
    "linear.any-mode",
    ("index",),
    both(le(1, index), le(index, rank)),
    "any mode i = 1, ..., min(c, d)",
    sense="mode",
)
reads(
    "linear.greedy-low-rank",
    "linear.covariance",
    "linear.outputs",
    "linear.cross",
    "linear.inverse",
    "linear.rank",
    "linear.modes",
    "linear.active-at-rest",
    "linear.rank-at-rest",
    "linear.level-at-rest",
    "linear.kept",
    "linear.any-mode",
)
