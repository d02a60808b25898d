"""The full attention formula by predicates: matrices of d + 1 rows, any number of heads.

X has the tokens (x_n, y_n) for n <= N and (x_{N+1}, 0) as columns; f = X + sum_h W_V X X^T W_K
W_Q^T X, of which the entry (d + 1, N + 1) is the prediction.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.attention.letters.data import N, d
from theory.attention.letters.gradient import loss, slope_at_zero
from theory.proof.lemmas.inner_products import within
from theory.proof.letters import define, reads
from theory.proof.sums.any_range import delta
from theory.proof.tactics import deriv, total
from theory.proof.terms import INT, REAL, Term, both, eq, function, le, var

BOTTOM, LAST = d + 1, N + 1
scale, head, head_input, head_weights, y_hat = map(
    var, ("lambda", "head", "head_input", "head_weights", "y_hat")
)
row, column, rank, heads = (var(name, INT) for name in ("row_of", "column_of", "rank_of", "heads"))
X = function("X_of", INT, INT, REAL)
W_V, W_K, W_Q = (function(name, INT, INT, REAL) for name in ("WV_of", "WK_of", "WQ_of"))


def rows(body: Callable) -> Term:
    """The sum over the d + 1 rows."""
    return total(1, BOTTOM, body)


def attention(X: Callable, W_V: Callable, W_K: Callable, W_Q: Callable) -> Term:
    """(W_V X X^T W_K W_Q^T X)_ij, i the row and j the column."""
    return total(
        1,
        LAST,
        lambda n: (
            rows(lambda a: W_V(row, a) * X(a, n))
            * rows(
                lambda b: (
                    X(b, n)
                    * total(1, rank, lambda r: W_K(b, r) * rows(lambda c: W_Q(c, r) * X(c, column)))
                )
            )
        ),
    )


def scaled(matrix: Callable) -> Callable:
    """lambda times a matrix."""
    return lambda a, b: scale * matrix(a, b)


define(
    "attention.head",
    ("head", "head_input", "head_weights"),
    both(
        eq(head, attention(X, W_V, W_K, W_Q)),
        eq(head_input, attention(scaled(X), W_V, W_K, W_Q)),
        eq(head_weights, attention(X, scaled(W_V), scaled(W_K), scaled(W_Q))),
    ),
    "an entry of W_V X X^T W_K W_Q^T X; the same for lambda X; and for lambda times all weights",
)
reads("attention.cubic", "attention.head")

# --- the prediction of rank-one heads with the zero slices at zero --------------------------------

label = function("y_of", INT, REAL)
sample = function("input_of", INT, INT, REAL)  # token, component
values = function("head_value", INT, REAL)
key_response, query_response = (
    function("head_key", INT, REAL),
    function("head_query", INT, REAL),
)
full_V = function("full_V_of", INT, INT, INT, REAL)  # head, row, column
full_K, full_Q = (
    function("full_K_of", INT, INT, REAL),
    function("full_Q_of", INT, INT, REAL),
)  # head, row
define(
    "attention.tokens",
    ("X_of",),
    both(
        within(1, LAST, lambda n: within(1, d, lambda a: eq(X(a, n), sample(n, a)))),
        within(1, N, lambda n: eq(X(BOTTOM, n), label(n))),
        eq(X(BOTTOM, LAST), 0),
    ),
    "the columns of X: (x_n, y_n) for n <= N, and (x_{N+1}, 0)",
    sense="prompt",
)
define(
    "attention.slices",
    ("full_V_of", "full_K_of", "full_Q_of"),
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
                    lambda j: eq(full_V(h, i, j), delta(i, BOTTOM) * delta(j, BOTTOM) * values(h)),
                ),
            ),
            eq(full_K(h, BOTTOM), 0),
            eq(full_Q(h, BOTTOM), 0),
        ),
    ),
    "all entries of W_V but the last one, and the last entries of W_K and W_Q, are 0 in every head",
)
define(
    "attention.prediction",
    ("y_hat",),
    eq(
        y_hat,
        X(BOTTOM, LAST)
        + total(
            1,
            heads,
            lambda h: (
                total(
                    1,
                    LAST,
                    lambda n: (
                        rows(lambda a: full_V(h, BOTTOM, a) * X(a, n))
                        * rows(lambda b: X(b, n) * full_K(h, b))
                    ),
                )
                * rows(lambda c: full_Q(h, c) * X(c, LAST))
            ),
        ),
    ),
    "the entry (d + 1, N + 1) of X + sum_h W_V X X^T W_K W_Q^T X, for heads of rank one",
)
define(
    "attention.responses",
    ("head_key", "head_query"),
    within(
        1,
        heads,
        lambda h: both(
            eq(
                key_response(h),
                total(
                    1,
                    N,
                    lambda n: label(n) * total(1, d, lambda a: sample(n, a) * full_K(h, a)),
                ),
            ),
            eq(query_response(h), total(1, d, lambda a: full_Q(h, a) * sample(LAST, a))),
        ),
    ),
    "sum_n y_n x_n^T K_h over n <= N, and Q_h^T x_{N+1}",
)
reads(
    "attention.reduced-prediction",
    "attention.tokens",
    "attention.slices",
    "attention.prediction",
    "attention.responses",
)

# --- what gradient flow conserves -----------------------------------------------------------------

t, eta, rate_VQ, rate_VK = map(var, ("t", "eta", "rate_VQ", "rate_VK"))
number, count = var("number_of", INT), var("heads_of", INT)
value_at = function("V_in", INT, REAL, REAL)  # head, time
query_at, key_at = (
    function("Q_in", INT, INT, REAL, REAL),
    function("K_in", INT, INT, REAL, REAL),
)  # head, component, time
slope_V = var("LV_of")
slope_Q, slope_K = function("LQ_of", INT, REAL), function("LK_of", INT, REAL)
PLACE = (t - 1, t + 1, t)


def entry_moved(matrix: Callable, a: Term, h: Term) -> Callable:
    """The entry (number, a) moved by h."""
    return lambda i, c: matrix(i, c) + h * (delta(i, number) * delta(c, a))


define(
    "attention.head-flow",
    ("LV_of", "LQ_of", "LK_of"),
    both(
        *(le(1, number), le(number, count)),
        slope_at_zero(
            slope_V,
            lambda h: loss(
                count,
                lambda i: value_at(i, t) + h * delta(i, number),
                lambda i, a: query_at(i, a, t),
                lambda i, a: key_at(i, a, t),
            ),
        ),
        deriv(*PLACE, -(eta * slope_V), lambda s: value_at(number, s)),
        within(
            1,
            d,
            lambda a: both(
                slope_at_zero(
                    slope_Q(a),
                    lambda h: loss(
                        count,
                        lambda i: value_at(i, t),
                        entry_moved(lambda i, c: query_at(i, c, t), a, h),
                        lambda i, c: key_at(i, c, t),
                    ),
                ),
                slope_at_zero(
                    slope_K(a),
                    lambda h: loss(
                        count,
                        lambda i: value_at(i, t),
                        lambda i, c: query_at(i, c, t),
                        entry_moved(lambda i, c: key_at(i, c, t), a, h),
                    ),
                ),
                deriv(*PLACE, -(eta * slope_Q(a)), lambda s: query_at(number, a, s)),
                deriv(*PLACE, -(eta * slope_K(a)), lambda s: key_at(number, a, s)),
            ),
        ),
    ),
    "a head of any network at time t: it moves against the slopes of the population loss, times "
    "eta, in V and in every component of Q and K",
)
define(
    "attention.imbalances",
    ("rate_VQ", "rate_VK"),
    both(
        *(
            deriv(
                *PLACE,
                rate,
                lambda s, f=f: (
                    value_at(number, s) ** 2 - total(1, d, lambda a: f(number, a, s) ** 2)
                ),
            )
            for rate, f in ((rate_VQ, query_at), (rate_VK, key_at))
        )
    ),
    "the derivatives of V^2 - |Q|^2 and V^2 - |K|^2 at time t",
)
reads("attention.conserved", "attention.head-flow", "attention.imbalances")
