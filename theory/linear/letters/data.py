"""Data, loss, gradient and utility of a linear network: weighted points x_n, y = B x, any c and d.

An expectation is a sum over points with weights p_n >= 0: nothing here uses more of it than that it
is linear and not negative, and every covariance matrix is one of such points.
"""

from __future__ import annotations

from theory.proof.lemmas.inner_products import orthonormal, within
from theory.proof.letters import define, reads
from theory.proof.sums.any_range import delta
from theory.proof.tactics import deriv, total
from theory.proof.terms import INT, REAL, Term, both, call, eq, function, le, lt, num, var

c, d, H, i, j, N = (var(name, INT) for name in ("c", "d", "width", "i_of", "j_of", "points_of"))
step, rank = var("step", INT), var("rank", INT)
HALF = num(1, 2)
p = function("weight_of", INT, REAL)
x, y, B, cov, prec, cross, beta, grad, u, P = (
    function(name, INT, INT, REAL)
    for name in (
        "x_of", "y_of", "B_of", "cov_of", "prec_of", "cross_of", "beta_of", "grad_of", "u_of",
        "P_of",
    )
)  # fmt: skip
mu = function("mu", INT, REAL)
rows = {name: function(name, INT, REAL) for name in ("B", "Sigma_xx", "P", "beta_ols", "beta")}
cross_ij, descent_ij, grad_ij, projected_ij = map(
    var, ("Sigma_yx_ij", "descent_entry", "grad_entry", "projected")
)
U_basis, pairing = var("U_basis"), var("pairing")
a, w = function("a_of", INT, REAL), function("w_of", INT, REAL)


def entries(rows_, columns, statement):
    """for all (k, l) of a matrix of this shape."""
    return within(1, rows_, lambda k: within(1, columns, lambda l: statement(k, l)))


def mean(body) -> Term:
    """E[body(n)] = sum_n p_n body(n)."""
    return total(1, N, lambda n: p(n) * body(n))


def residual(n, k, matrix) -> Term:
    """(y - beta x)_k at the point n."""
    return y(n, k) - total(1, d, lambda m: matrix(k, m) * x(n, m))


def loss(matrix) -> Term:
    """E|y - beta x|^2 / 2."""
    return HALF * mean(lambda n: total(1, c, lambda k: residual(n, k, matrix) ** 2))


def moved(k, l, s):
    """beta with s added to its entry (k, l)."""
    return lambda b, m: beta(b, m) + s * (delta(b, k) * delta(m, l))


define(
    "linear.covariance",
    ("cov_of", "weight_of", "x_of"),
    both(
        within(1, N, lambda n: le(0, p(n))),
        entries(d, d, lambda l, m: eq(cov(l, m), mean(lambda n: x(n, l) * x(n, m)))),
    ),
    "Sigma_xx = E[x x^T] over points x_n with weights p_n >= 0",
)
define(
    "linear.outputs",
    ("y_of",),
    entries(N, c, lambda n, k: eq(y(n, k), total(1, d, lambda l: B(k, l) * x(n, l)))),
    "y = B x at every point",
)
define(
    "linear.cross",
    ("cross_of",),
    entries(c, d, lambda k, l: eq(cross(k, l), mean(lambda n: y(n, k) * x(n, l)))),
    "Sigma_yx = E[y x^T]",
)
define(
    "linear.place",
    ("i_of", "j_of"),
    both(le(1, i), le(i, c), le(1, j), le(j, d)),
    "the entry (i, j) of a c x d matrix",
)
define("linear.cross-entry", ("Sigma_yx_ij",), eq(cross_ij, cross(i, j)), "(Sigma_yx)_ij")
define(
    "linear.target-row",
    ("B",),
    within(1, d, lambda l: eq(rows["B"](l), B(i, l))),
    "row i of B",
)
define(
    "linear.covariance-column",
    ("Sigma_xx",),
    within(1, d, lambda l: eq(rows["Sigma_xx"](l), cov(l, j))),
    "column j of Sigma_xx",
)
DATA = ("linear.covariance", "linear.outputs", "linear.cross")
PLACED = (*DATA, "linear.place", "linear.cross-entry", "linear.covariance-column")
reads("linear.cross-covariance", *PLACED, "linear.target-row")

# --- gradient and utility at any beta -------------------------------------------------------------
define(
    "linear.loss-gradient",
    ("grad_of",),
    entries(
        c,
        d,
        lambda k, l: deriv(-1, 1, 0, grad(k, l), lambda s: loss(moved(k, l, s))),
    ),
    "the derivative of the loss E|y - beta x|^2/2 in the entry (k, l) of beta",
)
define("linear.gradient-entry", ("grad_entry",), eq(grad_ij, grad(i, j)), "(grad L)_ij")
define("linear.descent-entry", ("descent_entry",), eq(descent_ij, -grad(i, j)), "(-grad L)_ij")
define(
    "linear.basis-utility",
    ("U_basis",),
    eq(
        U_basis,
        mean(
            lambda n: total(
                1,
                c,
                lambda k: a(k) * total(1, d, lambda m: w(m) * x(n, m)) * residual(n, k, beta),
            )
        ),
    ),
    "E<a w^T x, r> with the residual r = y - beta x",
)
define(
    "linear.pairing",
    ("pairing",),
    eq(pairing, total(1, c, lambda k: total(1, d, lambda m: a(k) * grad(k, m) * w(m)))),
    "a^T grad L w",
)
UTILITY = ("linear.loss-gradient", "linear.basis-utility", "linear.pairing")
reads("linear.utility", *UTILITY)
reads("linear.utility-main", *UTILITY)

# --- the modes of the target, and the matrix that the k leading ones give -------------------------


def gram(k, l) -> Term:
    """(Sigma_yx Sigma_xx^-1 Sigma_yx^T)_kl."""
    return total(1, d, lambda m: total(1, d, lambda q: cross(k, m) * prec(m, q) * cross(l, q)))


def least_squares(k, l) -> Term:
    """(Sigma_yx Sigma_xx^-1)_kl."""
    return total(1, d, lambda m: cross(k, m) * prec(m, l))


define(
    "linear.inverse",
    ("prec_of",),
    both(
        entries(d, d, lambda l, m: eq(total(1, d, lambda q: cov(l, q) * prec(q, m)), delta(l, m))),
        entries(d, d, lambda l, m: eq(total(1, d, lambda q: prec(l, q) * cov(q, m)), delta(l, m))),
    ),
    "Sigma_xx^-1, inverse from both sides",
)
define("linear.rank", ("rank",), eq(rank, call("min", c, d)), "min(c, d)")
define(
    "linear.modes",
    ("mu", "u_of"),
    both(
        orthonormal(u, c, rank),
        entries(
            c, c, lambda k, l: eq(gram(k, l), total(1, rank, lambda q: mu(q) * u(k, q) * u(l, q)))
        ),
        within(1, rank, lambda q: lt(0, mu(q))),
        within(1, rank - 1, lambda q: lt(mu(q + 1), mu(q))),
    ),
    "the eigenvectors and eigenvalues mu_1 > mu_2 > ... > 0 of Sigma_yx Sigma_xx^-1 Sigma_yx^T, "
    "which has rank min(c, d)",
    exists_by="the spectral theorem",
)
define(
    "linear.projector",
    ("P_of", "step"),
    both(
        le(step, rank),
        entries(c, c, lambda k, l: eq(P(k, l), total(1, step, lambda q: u(k, q) * u(l, q)))),
    ),
    "the projection onto the first k eigenvectors",
)
define(
    "linear.projector-row", ("P",), within(1, c, lambda l: eq(rows["P"](l), P(i, l))), "its row i"
)
define(
    "linear.least-squares-column",
    ("beta_ols",),
    within(1, c, lambda l: eq(rows["beta_ols"](l), least_squares(l, j))),
    "column j of Sigma_yx Sigma_xx^-1",
)
define(
    "linear.learned",
    ("beta_of",),
    entries(
        c, d, lambda k, l: eq(beta(k, l), total(1, c, lambda b: P(k, b) * least_squares(b, l)))
    ),
    "beta^(k) = P_{U_k} Sigma_yx Sigma_xx^-1 (eq:app_betak)",
)
define(
    "linear.learned-row",
    ("beta",),
    within(1, d, lambda l: eq(rows["beta"](l), beta(i, l))),
    "its row i",
)
define(
    "linear.projected",
    ("projected",),
    eq(projected_ij, cross(i, j) - total(1, c, lambda b: P(i, b) * cross(b, j))),
    "((I - P_{U_k}) Sigma_yx)_ij",
)
LEARNED = (
    *PLACED, "linear.inverse", "linear.rank", "linear.modes", "linear.projector", "linear.learned",
    "linear.loss-gradient", "linear.projected",
)  # fmt: skip
reads("linear.gradient", *LEARNED, "linear.learned-row", "linear.descent-entry")
reads("linear.gradient-main", *LEARNED, "linear.gradient-entry")

# --- a change of the hidden basis -----------------------------------------------------------------
A, W, G, G_inv = (
    function(name, INT, INT, REAL) for name in ("A_map", "W_map", "basis_map", "basis_inverse")
)
f_entry, f_moved = var("f_entry"), var("f_moved")
define(
    "linear.basis-change",
    ("basis_map", "basis_inverse"),
    both(
        entries(H, H, lambda k, l: eq(total(1, H, lambda q: G_inv(k, q) * G(q, l)), delta(k, l))),
        entries(H, H, lambda k, l: eq(total(1, H, lambda q: G(k, q) * G_inv(q, l)), delta(k, l))),
    ),
    "G in GL_H: a matrix and its inverse from both sides",
)
define(
    "linear.map-entry",
    ("f_entry",),
    eq(f_entry, total(1, H, lambda k: A(i, k) * W(k, j))),
    "(A W)_ij",
)
define(
    "linear.moved-entry",
    ("f_moved",),
    eq(
        f_moved,
        total(
            1,
            H,
            lambda k: (
                total(1, H, lambda l: A(i, l) * G_inv(l, k))
                * total(1, H, lambda m: G(k, m) * W(m, j))
            ),
        ),
    ),
    "((A G^-1)(G W))_ij",
)
reads("linear.symmetry", "linear.basis-change", "linear.map-entry", "linear.moved-entry")
