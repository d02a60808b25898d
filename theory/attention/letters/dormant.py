"""A dormant head by predicates: it follows the gradient of its utility N V sum_j mu_j Q_j K_j.

Components are those along the eigenvectors of the matrix in the utility, whose eigenvalues are
mu_1, ..., mu_m, for any m; the course is on [0, T], for any T.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.attention.letters import N, modes
from theory.attention.letters.slopes import moved
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, forall, total
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    negation,
    var,
)

end, eta, n_0 = var("T"), var("eta"), var("norm_0")
V, clock = function("V_of", REAL, REAL), function("I_of", REAL, REAL)
Q, K = function("Q_of", INT, REAL, REAL), function("K_of", INT, REAL, REAL)  # component, time
slope_V = function("gV_of", REAL, REAL)
slope_Q, slope_K = function("gQ_of", INT, REAL, REAL), function("gK_of", INT, REAL, REAL)
mu = function("mu_of", INT, REAL)
plus_of, minus_of = function("plus_of", INT, REAL), function("minus_of", INT, REAL)
one, first = var("index_of", INT), var("first_of", INT)
(I_V, V_0, V_sq, mu_j, mu_1, plus_0, minus_0, plus_t, minus_t, tilt_0, tilt, theta_sq) = map(
    var,
    (
        *("I_V", "V_0", "V_sq", "mu_j", "mu_1", "plus_0", "minus_0", "plus_t", "minus_t"),
        *("tilt_0", "tilt", "theta_sq"),
    ),
)


def along(statement: Callable) -> Term:
    """for all s in [0, T]."""
    return forall(lambda s: implies(le(0, s), le(s, end), statement(s)))


def each(statement: Callable) -> Term:
    """for every component."""
    return forall(lambda j: implies(le(1, j), le(j, modes), statement(j)), INT)


def utility(v: Term, query: Callable, key: Callable) -> Term:
    """N v sum_i mu_i query(i) key(i)."""
    return N * v * total(1, modes, lambda i: mu(i) * query(i) * key(i))


def squared_norm(s) -> Term:
    """V^2 + |Q|^2 + |K|^2 at time s."""
    queries = total(1, modes, lambda j: Q(j, s) ** 2)
    return V(s) ** 2 + queries + total(1, modes, lambda j: K(j, s) ** 2)


def slope_at_zero(value: Term, body: Callable) -> Term:
    """h -> body(h) has this derivative at 0."""
    return deriv(-1, 1, 0, value, body)


define(
    "attention.dormant-gradient",
    ("gV_of", "gQ_of", "gK_of"),
    along(
        lambda s: both(
            slope_at_zero(
                slope_V(s), lambda h: utility(V(s) + h, lambda i: Q(i, s), lambda i: K(i, s))
            ),
            each(
                lambda j: both(
                    slope_at_zero(
                        slope_Q(j, s),
                        lambda h: utility(
                            V(s), lambda i: Q(i, s) + moved(i, j, h), lambda i: K(i, s)
                        ),
                    ),
                    slope_at_zero(
                        slope_K(j, s),
                        lambda h: utility(
                            V(s), lambda i: Q(i, s), lambda i: K(i, s) + moved(i, j, h)
                        ),
                    ),
                )
            ),
        )
    ),
    "the slopes of the utility N V sum_i mu_i Q_i K_i of a dormant head in V and in each component "
    "of Q and K, at every time in [0, T]",
)
define(
    "attention.dormant-flow",
    ("V_of", "Q_of", "K_of"),
    both(
        le(0, end),
        le(1, modes),
        along(
            lambda s: both(
                deriv(0, end, s, eta * slope_V(s), V),
                each(
                    lambda j: both(
                        deriv(0, end, s, eta * slope_Q(j, s), lambda q: Q(j, q)),
                        deriv(0, end, s, eta * slope_K(j, s), lambda q: K(j, q)),
                    )
                ),
            )
        ),
    ),
    "a head that moves along the gradient of its utility, times eta, on [0, T]",
)
define(
    "attention.clock",
    ("I_V", "I_of"),
    both(
        eq(clock(0), 0),
        along(lambda s: deriv(0, end, s, eta * V(s), clock)),
        eq(I_V, clock(end)),
    ),
    "I starts at 0 and grows like eta V; I_V is its value at time T",
)
define(
    "attention.component",
    ("mu_j", "plus_0", "minus_0", "plus_t", "minus_t"),
    both(
        le(1, one),
        le(one, modes),
        eq(mu_j, mu(one)),
        eq(plus_0, Q(one, 0) + K(one, 0)),
        eq(minus_0, Q(one, 0) - K(one, 0)),
        eq(plus_t, Q(one, end) + K(one, end)),
        eq(minus_t, Q(one, end) - K(one, end)),
    ),
    "component j: its eigenvalue, and the sum and difference of query and key at times 0 and T",
)
define(
    "attention.tilt",
    ("mu_1", "tilt_0", "tilt"),
    both(
        le(1, first),
        le(first, modes),
        eq(mu_1, mu(first)),
        each(lambda j: le(mu(j), mu_1)),
        negation(eq(Q(first, 0) + K(first, 0), 0)),
        eq(tilt_0, (Q(one, 0) + K(one, 0)) * call("inv", Q(first, 0) + K(first, 0))),
        eq(tilt, (Q(one, end) + K(one, end)) * call("inv", Q(first, end) + K(first, end))),
    ),
    "the quotient (Q_j + K_j)/(Q_1 + K_1) at times 0 and T, where 1 is the largest eigenvalue and "
    "the denominator is not 0 at the start",
)
define(
    "attention.values",
    ("V_0", "V_sq"),
    both(eq(V_0, V(0)), eq(V_sq, V(end) ** 2)),
    "the value parameter at time 0, and its square at time T",
)
define(
    "attention.head-norm",
    ("norm_0", "theta_sq"),
    both(eq(n_0**2, squared_norm(ZERO)), eq(theta_sq, squared_norm(end))),
    "the positive number whose square is V^2 + |Q|^2 + |K|^2 at time 0, and that sum at time T",
    sense="head",
)
define(
    "attention.starts",
    ("plus_of", "minus_of"),
    forall(
        lambda j: both(eq(plus_of(j), Q(j, 0) + K(j, 0)), eq(minus_of(j), Q(j, 0) - K(j, 0))),
        INT,
    ),
    "the sum and the difference of query and key along every component at time 0",
)
FLOW = ("attention.dormant-gradient", "attention.dormant-flow")
reads("attention.dormant-sums", *FLOW, "attention.clock", "attention.component")
reads("attention.alignment", *FLOW, "attention.clock", "attention.component", "attention.tilt")
reads("attention.dormant-norm", *FLOW, "attention.values", "attention.head-norm")
reads("attention.dormant-value", *FLOW, "attention.clock", "attention.values", "attention.starts")
