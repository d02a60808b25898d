"""Prompts, losses and heads by predicates: an expectation is a weighted sum over points.

The points have the moments of beta ~ N(0, 1) and x_1, ..., x_{N+1} ~ N(0, Sigma), all independent,
of the orders that losses and gradients ask for; N, d, the number of points and that of heads are
letters. (For every N, d and Sigma such points exist, by Tchakaloff's theorem on cubature; what is
claimed of expectations of these polynomials does not depend on which.)
"""

from __future__ import annotations

from collections.abc import Callable

from theory.attention.letters import N
from theory.attention.letters import modes as d
from theory.proof.lemmas.inner_products import dot, orthonormal, within
from theory.proof.letters import define, reads
from theory.proof.sums.any_range import delta
from theory.proof.tactics import total
from theory.proof.terms import INT, ONE, REAL, Term, both, eq, function, le, lt, num, var

HALF = num(1, 2)
points, k = var("points", INT), var("iteration", INT)
trace, lam_k = var("trace"), var("lam_k")
weight = function("weight_of", INT, REAL)
beta = function("beta_of", INT, INT, REAL)  # component, point
x = function("x_of", INT, INT, INT, REAL)  # token, component, point
Sigma = function("Sigma_of", INT, INT, REAL)
eigenvalue = function("lambda_of", INT, REAL)
vector = function("v_of", INT, INT, REAL)  # number, component
LAST = N + 1


def mean(body: Callable) -> Term:
    """E[body]: the sum of weight(w) body(w) over the points w."""
    return total(1, points, lambda w: weight(w) * body(w))


def components(count: int, statement: Callable) -> Term:
    """for all a, b, ... from 1 to d, as many as counted."""

    def more(left, found):
        if not left:
            return statement(*found)
        return within(1, d, lambda a: more(left - 1, (*found, a)))

    return more(count, ())


def in_context(statement: Callable) -> Term:
    """for all n from 1 to N."""
    return within(1, N, statement)


def _samples(places: tuple, w: Term) -> Term:
    """The product of x_n[a] over these (n, a); 1 where there is none."""
    product = ONE
    for n, a in places:
        product = product * x(n, a, w)
    return product


def _independent(*places) -> Callable:
    """E[beta_a beta_b x_c x_e m] = delta_ab Sigma_ce E[m], x the query and m of these samples."""

    def statement(a, b, c, e):
        return eq(
            mean(
                lambda w: (
                    beta(a, w) * beta(b, w) * x(LAST, c, w) * x(LAST, e, w) * _samples(places, w)
                )
            ),
            delta(a, b) * Sigma(c, e) * mean(lambda w: _samples(places, w)),
        )

    return statement


def _without_query(*places) -> Callable:
    """E[beta_a beta_b m] = delta_ab E[m]."""

    def statement(a, b):
        return eq(
            mean(lambda w: beta(a, w) * beta(b, w) * _samples(places, w)),
            delta(a, b) * mean(lambda w: _samples(places, w)),
        )

    return statement


def _pairings(n, m, a, b, c, e) -> Term:
    """Isserlis: Sigma_ab Sigma_ce and, for n = m, Sigma_ac Sigma_be + Sigma_ae Sigma_bc."""
    crossed = Sigma(a, c) * Sigma(b, e) + Sigma(a, e) * Sigma(b, c)
    return Sigma(a, b) * Sigma(c, e) + delta(n, m) * crossed


define(
    "attention.population",
    ("weight_of", "beta_of", "x_of", "Sigma_of"),
    both(
        within(1, points, lambda w: le(0, weight(w))),
        eq(mean(lambda w: ONE), 1),
        components(2, lambda a, b: eq(Sigma(a, b), Sigma(b, a))),
        components(4, _independent()),
        components(
            4,
            lambda a, b, c, e: in_context(
                lambda n: components(2, lambda f, g: _independent((n, f), (n, g))(a, b, c, e))
            ),
        ),
        components(
            4,
            lambda a, b, c, e: in_context(
                lambda n: in_context(
                    lambda m: components(
                        4,
                        lambda f, g, h, i: _independent((n, f), (n, g), (m, h), (m, i))(a, b, c, e),
                    )
                )
            ),
        ),
        components(
            2,
            lambda a, b: in_context(
                lambda n: in_context(
                    lambda m: components(
                        4,
                        lambda f, g, h, i: _without_query((n, f), (n, g), (m, h), (m, i))(a, b),
                    )
                )
            ),
        ),
        in_context(
            lambda n: components(
                2, lambda a, b: eq(mean(lambda w: x(n, a, w) * x(n, b, w)), Sigma(a, b))
            )
        ),
        in_context(
            lambda n: in_context(
                lambda m: components(
                    4,
                    lambda a, b, c, e: eq(
                        mean(lambda w: x(n, a, w) * x(n, b, w) * x(m, c, w) * x(m, e, w)),
                        _pairings(n, m, a, b, c, e),
                    ),
                )
            )
        ),
    ),
    "weights >= 0 of sum 1 on points (beta, x_1, ..., x_{N+1}) with the moments of independent "
    "beta ~ N(0, 1) and x_n ~ N(0, Sigma), where they occur: beta and the query x_{N+1} in pairs, "
    "independent of the context, and the context's second and fourth moments by Isserlis' formula",
    exists_by="Tchakaloff (finitely many points with these moments) and Isserlis (that they are "
    "those "
    "of Gaussians)",
)
define(
    "attention.trace",
    ("trace",),
    eq(trace, total(1, d, lambda a: Sigma(a, a))),
    "the sum of the diagonal entries of Sigma",
)
define(
    "attention.eigenbasis",
    ("lambda_of", "v_of"),
    both(
        within(
            1,
            d,
            lambda j: components(
                1,
                lambda a: eq(
                    total(1, d, lambda b: Sigma(a, b) * vector(j, b)), eigenvalue(j) * vector(j, a)
                ),
            ),
        ),
        orthonormal(lambda a, j: vector(j, a), d, d),
        components(
            2, lambda a, b: eq(total(1, d, lambda j: vector(j, a) * vector(j, b)), delta(a, b))
        ),
        within(1, d, lambda j: lt(0, eigenvalue(j))),
        within(1, d, lambda j: within(j, d, lambda i: le(eigenvalue(i), eigenvalue(j)))),
    ),
    "an orthonormal basis of eigenvectors of Sigma, with positive eigenvalues that do not grow",
    exists_by="the spectral theorem",
)
define(
    "attention.iteration",
    ("lam_k",),
    both(le(1, k), le(k, d), eq(lam_k, eigenvalue(k))),
    "the k-th largest eigenvalue of Sigma, for some k from 1 to d",
    sense="covariance",
)


# --- predictions ----------------------------------------------------------------------------------


def target(n: Term, w: Term) -> Term:
    """y_n = beta^T x_n."""
    return total(1, d, lambda a: beta(a, w) * x(n, a, w))


def output(query: Callable, key: Callable, w: Term) -> Term:
    """sum_n y_n x_n^T K Q^T x_{N+1}."""
    keys = total(1, N, lambda n: target(n, w) * dot(key, lambda a: x(n, a, w), d))
    return keys * dot(query, lambda a: x(LAST, a, w), d)


def unit(h: Term, w: Term) -> Term:
    """g_h = sum_n y_n x_n^T v_h v_h^T x_{N+1}."""
    return output(lambda a: vector(h, a), lambda a: vector(h, a), w)


# --- the squared empirical covariance -------------------------------------------------------------

row, column = var("row_of", INT), var("column_of", INT)
C_ab, s_ab, s2_ab, squares_ab, pairs_ab = map(
    var, ("C_ab", "s_ab", "s2_ab", "squares_ab", "pairs_ab")
)


def chain(n: Term, m: Term, w: Term) -> Term:
    """(x_n x_n^T x_m x_m^T)_ab."""
    return total(
        1,
        d,
        lambda c: x(n, row, w) * x(n, c, w) * (x(m, c, w) * x(m, column, w)),
    )


define(
    "attention.entry",
    ("s_ab", "s2_ab"),
    both(
        *(le(1, row), le(row, d), le(1, column), le(column, d)),
        eq(s_ab, Sigma(row, column)),
        eq(s2_ab, total(1, d, lambda c: Sigma(row, c) * Sigma(c, column))),
    ),
    "the entries (a, b) of Sigma and of its square",
)
define(
    "attention.covariance",
    ("C_ab",),
    eq(
        C_ab,
        mean(
            lambda w: total(
                1,
                d,
                lambda c: (
                    total(1, N, lambda n: x(n, row, w) * x(n, c, w))
                    * total(1, N, lambda n: x(n, c, w) * x(n, column, w))
                ),
            )
        ),
    ),
    "the entry (a, b) of E[(sum_n x_n x_n^T)^2]",
)
define(
    "attention.covariance-parts",
    ("squares_ab", "pairs_ab"),
    both(
        eq(squares_ab, mean(lambda w: total(1, N, lambda n: chain(n, n, w)))),
        eq(
            pairs_ab,
            mean(lambda w: total(1, N, lambda j: total(1, j - 1, lambda i: chain(i, j, w)))),
        ),
    ),
    "the entries (a, b) of E[sum_n (x_n x_n^T)^2] and of E[sum_{i<j} x_i x_i^T x_j x_j^T]",
)
ENTRY = ("attention.population", "attention.entry", "attention.covariance")
reads("attention.covariance-square", *ENTRY, "attention.trace")
reads("attention.covariance-split", *ENTRY, "attention.covariance-parts")
