"""Networks of several heads by predicates: their loss, and its slopes in every parameter.

The heads are V_h, Q_h, K_h for h = 1, ..., H; slopes in Q_h and K_h are taken along the
eigenvectors v_j, so that they are the components of the gradient in the eigenbasis.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.attention.letters.data import (
    LAST,
    N,
    Sigma,
    d,
    eigenvalue,
    mean,
    output,
    target,
    unit,
    vector,
    x,
)
from theory.attention.letters.learning import DATA, magnitude, squared
from theory.proof.lemmas.inner_products import dot, within
from theory.proof.letters import define, reads
from theory.proof.sums.any_range import delta
from theory.proof.tactics import deriv, exists, total
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    both,
    eq,
    function,
    le,
    make,
    var,
)

heads, active, old = (var(name, INT) for name in ("heads_of", "active", "old_of"))
value = function("value_of", INT, REAL)
queries, keys = function("queries_of", INT, INT, REAL), function("keys_of", INT, INT, REAL)
L_W, linear_term, quad_1, quad_2 = map(var, ("L_W", "tr_SSW", "tr_SWSW", "tr_SWSSW"))


def weights(a: Term, b: Term) -> Term:
    """W_ab = sum_h V_h Q_h[a] K_h[b]."""
    return total(1, heads, lambda h: value(h) * queries(h, a) * keys(h, b))


def network(count: Term, values: Callable, query: Callable, key: Callable, w: Term) -> Term:
    """sum_h V_h sum_n y_n x_n^T K_h Q_h^T x_{N+1}."""
    return total(
        1,
        count,
        lambda h: values(h) * output(lambda a: query(h, a), lambda a: key(h, a), w),
    )


def loss(count: Term, values: Callable, query: Callable, key: Callable) -> Term:
    """E[(y - prediction)^2]/2."""
    return squared(lambda w: target(LAST, w) - network(count, values, query, key, w))


define(
    "attention.population-loss",
    ("L_W",),
    eq(L_W, loss(heads, value, queries, keys)),
    "E[(y - sum_h f_h)^2]/2 of any number of heads",
)
define(
    "attention.traces",
    ("tr_SSW", "tr_SWSW", "tr_SWSSW"),
    both(
        eq(
            linear_term,
            total(
                1,
                d,
                lambda a: total(
                    1, d, lambda b: total(1, d, lambda c: Sigma(a, b) * Sigma(b, c) * weights(c, a))
                ),
            ),
        ),
        eq(
            quad_1,
            total(
                1,
                d,
                lambda a: total(
                    1,
                    d,
                    lambda b: total(
                        1,
                        d,
                        lambda c: total(
                            1,
                            d,
                            lambda e: Sigma(a, b) * weights(b, c) * Sigma(c, e) * weights(a, e),
                        ),
                    ),
                ),
            ),
        ),
        eq(
            quad_2,
            total(
                1,
                d,
                lambda a: total(
                    1,
                    d,
                    lambda b: total(
                        1,
                        d,
                        lambda c: total(
                            1,
                            d,
                            lambda e: total(
                                1,
                                d,
                                lambda f: (
                                    Sigma(a, b)
                                    * weights(b, c)
                                    * (Sigma(c, e) * Sigma(e, f))
                                    * weights(a, f)
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    "tr(Sigma^2 W), tr(Sigma W Sigma W^T), tr(Sigma W Sigma^2 W^T) of W = sum_h V_h Q_h K_h^T",
)
reads(
    "attention.population-loss",
    "attention.population",
    "attention.trace",
    "attention.population-loss",
    "attention.traces",
)

# --- heads along eigenvectors ---------------------------------------------------------------------

L_A, L_sum = var("L_A"), var("L_sum")
size = function("size_of", INT, REAL)
define(
    "attention.active-losses",
    ("active", "L_A", "L_sum"),
    both(
        *(le(1, active), le(active, d)),
        eq(
            L_A,
            squared(lambda w: target(LAST, w) - total(1, active, lambda h: size(h) * unit(h, w))),
        ),
        eq(
            L_sum,
            total(1, active, lambda h: squared(lambda w: target(LAST, w) - size(h) * unit(h, w))),
        ),
    ),
    "the loss of heads c_1 g_1, ..., c_k g_k along the first k eigenvectors together, and the sum "
    "of the losses of each alone, for any magnitudes c_h",
)
reads("attention.decoupled-loss", *DATA, "attention.active-losses")

chosen, along = var("chosen_of", INT), var("along_of", INT)
grad_Q, grad_Q_alone, response = map(var, ("grad_Q", "grad_Q_alone", "response"))
V_h, Q_j, K_j, lam_j = map(var, ("V_h", "Q_j", "K_j", "lam_j"))
across_Q, across_K, grad_old = map(var, ("across_Q", "across_K", "grad_old"))
slope_V = function("grad_V_of", INT, REAL)
slope_Q, slope_K = function("grad_Q_of", INT, INT, REAL), function("grad_K_of", INT, INT, REAL)
stretch_Q, stretch_K = function("stretch_Q_of", INT, REAL), function("stretch_K_of", INT, REAL)


def slope_at_zero(slope: Term, body: Callable) -> Term:
    """t -> body(t) has this derivative at 0."""
    return deriv(-1, 1, 0, slope, body)


def turned(rows: Callable, h: Term, j: Term, t: Term) -> Callable:
    """Row h moved by t v_j, the other rows as they are."""
    return lambda i, a: rows(i, a) + t * delta(i, h) * vector(j, a)


define(
    "attention.gradients",
    ("grad_V_of", "grad_Q_of", "grad_K_of"),
    within(
        1,
        active,
        lambda h: both(
            slope_at_zero(
                slope_V(h),
                lambda t: loss(active, lambda i: value(i) + t * delta(i, h), queries, keys),
            ),
            within(
                1,
                d,
                lambda j: both(
                    slope_at_zero(
                        slope_Q(h, j),
                        lambda t: loss(active, value, turned(queries, h, j, t), keys),
                    ),
                    slope_at_zero(
                        slope_K(h, j),
                        lambda t: loss(active, value, queries, turned(keys, h, j, t)),
                    ),
                ),
            ),
        ),
    ),
    "the slopes of the loss of all active heads in V_h, and in Q_h and K_h along every v_j",
)
define(
    "attention.aligned",
    ("queries_of", "keys_of"),
    both(
        *(le(1, active), le(active, d)),
        within(
            1,
            active,
            lambda h: within(
                1,
                d,
                lambda a: both(
                    eq(queries(h, a), stretch_Q(h) * vector(h, a)),
                    eq(keys(h, a), stretch_K(h) * vector(h, a)),
                ),
            ),
        ),
    ),
    "Q_h and K_h are multiples of v_h, for the active heads h = 1, ..., k",
)
define(
    "attention.head-and-component",
    ("V_h", "Q_j", "K_j", "lam_j"),
    both(
        *(le(1, along), le(along, d)),
        eq(V_h, value(chosen)),
        eq(Q_j, dot(lambda a: vector(along, a), lambda a: queries(chosen, a), d)),
        eq(K_j, dot(lambda a: vector(along, a), lambda a: keys(chosen, a), d)),
        eq(lam_j, eigenvalue(along)),
    ),
    "V_h, and v_j^T Q_h, v_j^T K_h with the eigenvalue of v_j, of a head h",
)
define(
    "attention.response",
    ("response",),
    eq(
        response,
        mean(
            lambda w: (
                (
                    value(chosen)
                    * total(
                        1,
                        N,
                        lambda n: (
                            target(n, w) * dot(lambda a: keys(chosen, a), lambda a: x(n, a, w), d)
                        ),
                    )
                )
                ** 2
            )
        ),
    ),
    "E[(V_h sum_n y_n x_n^T K_h)^2]",
)
define(
    "attention.gradient-alone",
    ("grad_Q_alone",),
    slope_at_zero(
        grad_Q_alone,
        lambda t: squared(
            lambda w: (
                target(LAST, w)
                - value(chosen)
                * output(
                    lambda a: queries(chosen, a) + t * vector(along, a),
                    lambda a: keys(chosen, a),
                    w,
                )
            )
        ),
    ),
    "the slope of the loss of head h alone in Q_h along v_j",
)
define(
    "attention.gradient-together",
    ("grad_Q",),
    both(
        *(le(1, chosen), le(chosen, active), le(1, along), le(along, d)),
        eq(grad_Q, slope_Q(chosen, along)),
    ),
    "the slope of the loss of all active heads in Q_h along v_j",
)
reads(
    "attention.gradient",
    *DATA,
    "attention.head-and-component",
    "attention.response",
    "attention.gradient-alone",
)
ALIGNED = (*DATA, "attention.gradients", "attention.aligned")
reads(
    "attention.gradient-alone",
    *ALIGNED,
    "attention.gradient-alone",
    "attention.gradient-together",
)


def off(j: Term, h: Term, square: Term) -> Term:
    """The square where j is not h, else 0."""
    return make("ite", None, (eq(j, h), ZERO, square))


define(
    "attention.across",
    ("across_Q", "across_K"),
    both(
        *(le(1, chosen), le(chosen, active)),
        eq(across_Q**2, total(1, d, lambda j: off(j, chosen, slope_Q(chosen, j) ** 2))),
        eq(across_K**2, total(1, d, lambda j: off(j, chosen, slope_K(chosen, j) ** 2))),
    ),
    "the numbers >= 0 whose squares are the sums of the squared slopes in Q_h and K_h along the "
    "v_j with j != h: the lengths of the gradient's parts across v_h",
)
reads("attention.directions-preserved", *ALIGNED, "attention.across")


def squared_slopes(h: Term) -> Term:
    """|gradient of the loss in (V_h, Q_h, K_h)|^2."""
    return (
        slope_V(h) ** 2
        + total(1, d, lambda j: slope_Q(h, j) ** 2)
        + total(1, d, lambda j: slope_K(h, j) ** 2)
    )


define(
    "attention.old-gradients",
    ("grad_old",),
    both(
        le(old, active),
        within(1, old, lambda h: le(squared_slopes(h), grad_old**2)),
        exists(lambda h: both(*(le(1, h), le(h, old), eq(grad_old**2, squared_slopes(h)))), INT),
    ),
    "the largest length of the loss gradient in (V_h, Q_h, K_h) of the heads that were active "
    "before, among the active ones",
)
define(
    "attention.old-optima",
    ("value_of",),
    within(1, old, lambda h: eq(value(h) * stretch_Q(h) * stretch_K(h), magnitude(h))),
    "each of these heads has its magnitude A_h = V_h |Q_h| |K_h| (with signs), the best one",
)
reads(
    "attention.old-heads-rest",
    *ALIGNED,
    "attention.magnitudes",
    "attention.old-optima",
    "attention.old-gradients",
)
