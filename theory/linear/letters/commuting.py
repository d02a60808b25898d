"""Commuting covariances: Sigma_xx commutes with Sigma_yx^T Sigma_yx."""

from __future__ import annotations

from collections.abc import Callable

from theory.linear.letters.data import DATA, HALF, c, cov, cross, d, entries, gram
from theory.proof.lemmas.inner_products import orthonormal, within
from theory.proof.letters import define, reads
from theory.proof.tactics import total
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    both,
    call,
    eq,
    function,
    le,
    lt,
    make,
    var,
)

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

# --- a problem with commuting covariances, mode by mode -------------------------------------------
step, rank, index, ordered = (var(name, INT) for name in ("step", "rank", "index", "ordered"))
u_c, v_c = function("u_common", INT, INT, REAL), function("v_common", INT, INT, REAL)
s_c, lam = function("s_common", INT, REAL), function("lambda", INT, REAL)
sigma = function("sigma", INT, INT, REAL)
left, right = (function(name, INT, INT, INT, REAL) for name in ("u_plateau", "v_plateau"))


def falls() -> Term:
    """s_1 > s_2 > ... in the order of decreasing mu."""
    return within(1, rank - 1, lambda q: lt(s_c(q + 1), s_c(q)))


def left_over(k, row, column) -> Term:
    """(P^perp_{U_k} Sigma_yx)_{row, column}."""
    return cross(row, column) - total(
        1,
        c,
        lambda b: total(1, k, lambda q: u_c(row, q) * u_c(b, q)) * cross(b, column),
    )


define(
    "linear.common-modes",
    ("u_common", "v_common", "s_common", "lambda"),
    both(
        orthonormal(u_c, c, rank),
        orthonormal(v_c, d, rank),
        entries(
            c,
            d,
            lambda k, l: eq(cross(k, l), total(1, rank, lambda q: s_c(q) * u_c(k, q) * v_c(l, q))),
        ),
        within(1, rank, lambda q: lt(0, s_c(q))),
        within(1, rank, lambda q: lt(0, lam(q))),
        within(
            1,
            rank,
            lambda q: within(
                1,
                d,
                lambda l: eq(total(1, d, lambda m: cov(l, m) * v_c(m, q)), lam(q) * v_c(l, q)),
            ),
        ),
        within(
            1,
            rank - 1,
            lambda q: lt(s_c(q + 1) ** 2 * lam(q), s_c(q) ** 2 * lam(q + 1)),
        ),
    ),
    "Sigma_yx = sum_q s_q u_q v_q^T with orthonormal u_q, v_q and Sigma_xx v_q = lambda_q v_q "
    "(linear.simultaneous), numbered by decreasing mu_q = s_q^2/lambda_q",
)
define(
    "linear.order",
    ("ordered",),
    eq(ordered, make("ite", None, (falls(), ONE, ZERO))),
    "1 where the singular values of Sigma_yx decrease in the order of decreasing mu, else 0",
)


def decomposed(matrix: Callable) -> Term:
    """matrix(k, l, m) = sum_q sigma_q u_q v_q^T on each plateau k < r, u_q and v_q orthonormal and
    sigma_1 >= sigma_2 >= ... >= 0.
    """
    return within(
        0,
        rank - 1,
        lambda k: both(
            orthonormal(lambda l, q: left(l, q, k), c, rank),
            orthonormal(lambda m, q: right(m, q, k), d, rank),
            entries(
                c,
                d,
                lambda l, m: eq(
                    matrix(k, l, m),
                    total(1, rank, lambda q: sigma(q, k) * left(l, q, k) * right(m, q, k)),
                ),
            ),
            within(1, rank, lambda q: le(0, sigma(q, k))),
            within(1, rank - 1, lambda q: le(sigma(q + 1, k), sigma(q, k))),
        ),
    )


define(
    "linear.plateau-spectra",
    ("sigma", "u_plateau", "v_plateau"),
    decomposed(left_over),
    "the singular values of P^perp_{U_k} Sigma_yx, sorted downwards, on each plateau k < r",
    sense="matrices",
    exists_by="the singular value decomposition",
)
define(
    "linear.indices",
    ("index",),
    both(le(1, index), le(0, step), le(index + step, rank)),
    "one of the modes that are left",
)
COMMON = (*DATA, "linear.rank", "linear.common-modes", "linear.order", "linear.plateau-spectra")
reads("linear.bottom-singular-values", *COMMON, "linear.indices")

# --- the conjecture's recursion and levels --------------------------------------------------------
delta_tau, mu, level_rec = (function(name, INT, REAL) for name in ("Delta_tau", "mu", "ell_rec"))
tau_rec, wait_rec, s_k, s_before = map(var, ("tau_rec", "wait_rec", "s_k", "s_before"))


def waiting_time(n) -> Term:
    """(1 - sum_{j=0}^{n-2} sigma_{n-j}^{(j)} Delta tau^{(j+1)})/sigma_1^{(n-1)}."""
    spent = total(0, n - 2, lambda j: sigma(n - j, j) * delta_tau(j + 1))
    return (1 - spent) * call("inv", sigma(1, n - 1))


define(
    "linear.recursion",
    ("Delta_tau",),
    both(
        le(1, step),
        le(step, rank),
        within(1, step, lambda n: eq(delta_tau(n), waiting_time(n))),
    ),
    "the waiting times of the conjecture's recursion, up to k <= r",
    sense="recursion",
)
define(
    "linear.recursion-time",
    ("tau_rec",),
    eq(tau_rec, total(1, step, lambda n: delta_tau(n))),
    "their sum",
)
define("linear.recursion-wait", ("wait_rec",), eq(wait_rec, delta_tau(step)), "the k-th of them")
define("linear.value", ("s_k",), eq(s_k, sigma(step, 0)), "the k-th singular value of Sigma_yx")
define(
    "linear.value-before",
    ("s_before",),
    both(le(2, step), eq(s_before, sigma(step - 1, 0))),
    "the singular value before it, k >= 2",
)
reads(
    "linear.commuting-times", *COMMON, "linear.recursion", "linear.recursion-time", "linear.value"
)
reads(
    "linear.commuting-waits",
    *COMMON,
    "linear.recursion",
    "linear.recursion-wait",
    "linear.value",
    "linear.value-before",
)
define(
    "linear.common-eigenvalues",
    ("mu",),
    within(
        1,
        rank,
        lambda q: within(
            1,
            c,
            lambda k: eq(total(1, c, lambda b: gram(k, b) * u_c(b, q)), mu(q) * u_c(k, q)),
        ),
    ),
    "Sigma_yx Sigma_xx^-1 Sigma_yx^T u_q = mu_q u_q",
    sense="common",
)
define(
    "linear.recursion-level",
    ("ell_rec",),
    both(
        le(0, step),
        le(step, rank),
        eq(level_rec(step), HALF * total(step + 1, rank, lambda q: mu(q))),
    ),
    "the conjecture's loss after k jumps",
)
reads(
    "linear.recovers-gidel",
    *COMMON,
    "linear.inverse",
    "linear.common-eigenvalues",
    "linear.recursion-level",
)
