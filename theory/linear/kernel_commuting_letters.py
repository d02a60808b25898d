"""Commuting covariances: Sigma_xx commutes with Sigma_yx^T Sigma_yx."""

from __future__ import annotations

from theory.linear.kernel_data_letters import DATA, c, cov, cross, d, entries, gram
from theory.proof.inner_products import within
from theory.proof.letters import define, reads
from theory.proof.tactics import total
from theory.proof.terms import INT, REAL, Term, both, eq, function, lt, var

inner = function("gram_x_of", INT, INT, REAL)
right_xx, left_mu, s_one, s_two = map(var, ("right_xx", "left_mu", "sigma_one", "sigma_two"))
u_one, u_two, v_one, v_two = (
    function(name, INT, REAL) for name in ("u_one", "u_two", "v_one", "v_two")
)


def pair(u, v, value) -> Term:
    """Sigma_yx v = sigma u and Sigma_yx^T u = sigma v for unit vectors."""
    return both(
        eq(total(1, c, lambda k: u(k) ** 2), 1),
        eq(total(1, d, lambda l: v(l) ** 2), 1),
        within(1, c, lambda k: eq(total(1, d, lambda l: cross(k, l) * v(l)), value * u(k))),
        within(1, d, lambda l: eq(total(1, c, lambda k: cross(k, l) * u(k)), value * v(l))),
    )


define(
    "linear.commuting",
    ("gram_x_of",),
    both(
        entries(
            d, d, lambda l, m: eq(inner(l, m), total(1, c, lambda k: cross(k, l) * cross(k, m)))
        ),
        entries(
            d,
            d,
            lambda l, m: eq(
                total(1, d, lambda q: cov(l, q) * inner(q, m)),
                total(1, d, lambda q: inner(l, q) * cov(q, m)),
            ),
        ),
    ),
    "Sigma_xx K = K Sigma_xx for K = Sigma_yx^T Sigma_yx",
)
define(
    "linear.two-pairs",
    ("u_one", "u_two", "v_one", "v_two", "sigma_one", "sigma_two"),
    both(lt(0, s_two), lt(s_two, s_one), pair(u_one, v_one, s_one), pair(u_two, v_two, s_two)),
    "two singular pairs of Sigma_yx with different singular values",
)
define(
    "linear.turned-covariance",
    ("right_xx",),
    eq(right_xx, total(1, d, lambda l: total(1, d, lambda m: v_one(l) * cov(l, m) * v_two(m)))),
    "v_i^T Sigma_xx v_j",
)
define(
    "linear.turned-gram",
    ("left_mu",),
    eq(left_mu, total(1, c, lambda k: total(1, c, lambda l: u_one(k) * gram(k, l) * u_two(l)))),
    "u_i^T Sigma_yx Sigma_xx^-1 Sigma_yx^T u_j",
)
reads(
    "linear.simultaneous",
    *DATA,
    "linear.inverse",
    "linear.commuting",
    "linear.two-pairs",
    "linear.turned-covariance",
    "linear.turned-gram",
)
