"""Accumulated utility and jump times of heads that stay dormant, by predicates.

On the plateau after jump j the heads 1, ..., j have learned their eigenvalues: the utility of a
dormant head is N V sum_i l_i^2 Q_i K_i with l_i = 0 for i <= j and l_i = lambda_i beyond.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.attention.letters import N, on_sphere, utility
from theory.attention.letters import modes as d
from theory.attention.letters.slopes import moved
from theory.proof.lemmas.inner_products import within
from theory.proof.letters import define, reads
from theory.proof.sums import VECTOR
from theory.proof.tactics import deriv, exists, forall, total
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
    lt,
    make,
    negation,
    var,
)

S, t, eta, mu, weighted = map(var, ("S", "t", "eta", "mu", "weighted_gap"))
V = function("V_at", REAL, REAL)
Q, K = function("Q_at", INT, REAL, REAL), function("K_at", INT, REAL, REAL)  # component, time
accumulated = function("accumulated_of", REAL, REAL)


def squared(s: Term) -> Term:
    """|theta|^2 = V^2 + |Q|^2 + |K|^2 at time s."""
    queries = total(1, d, lambda j: Q(j, s) ** 2)
    return V(s) ** 2 + queries + total(1, d, lambda j: K(j, s) ** 2)


def below_norm(s: Term) -> Term:
    """1/|theta| at time s."""
    return call("inv", call("sqrt", squared(s)))


define(
    "attention.accumulated",
    ("S", "accumulated_of"),
    both(
        eq(accumulated(0), 0),
        eq(S, accumulated(t)),
        forall(
            lambda s: implies(
                le(0, s),
                le(s, t),
                both(
                    lt(0, squared(s)),
                    deriv(
                        0,
                        t,
                        s,
                        3
                        * utility(
                            V(s) * below_norm(s),
                            lambda j: Q(j, s) * below_norm(s),
                            lambda j: K(j, s) * below_norm(s),
                        ),
                        accumulated,
                    ),
                ),
            )
        ),
    ),
    "S starts at 0 and grows like 3 U(theta/|theta|), for any course of a head that is not 0",
)
reads("attention.accumulated-bound", "attention.spectrum", "attention.accumulated")

# --- from jump l to jump k ------------------------------------------------------------------------

first, last, count, jumper = (
    var(name, INT) for name in ("l_of", "k_of", "dormant_of", "jumper_of")
)
times, value = function("tau_of", INT, REAL), function("lambda_of", INT, REAL)
norms = function("norm_at", INT, REAL)  # of the heads that are dormant after jump l, at that time
slope_V = function("gV_at", INT, REAL, REAL)  # plateau, time
slope_Q = function("gQ_at", INT, INT, REAL, REAL)  # plateau, component, time
slope_K = function("gK_at", INT, INT, REAL, REAL)


def left(j: Term, i: Term) -> Term:
    """The eigenvalue i on plateau j: 0 where a head has learned it."""
    return make("ite", None, (le(i, j), ZERO, value(i)))


def utility_on(j: Term, v: Term, query: Callable, key: Callable) -> Term:
    """The utility of (v, query, key) on plateau j."""
    return N * v * total(1, d, lambda i: left(j, i) ** 2 * query(i) * key(i))


def slope_at_zero(slope: Term, body: Callable) -> Term:
    """h -> body(h) has this derivative at 0."""
    return deriv(-1, 1, 0, slope, body)


def on_plateau(j: Term, s: Term) -> Term:
    """At time s the head is not 0 and moves along the gradient of its utility, times eta."""
    place = (times(j), times(j + 1), s)

    def entry(i):
        return both(
            slope_at_zero(
                slope_Q(j, i, s),
                lambda h: utility_on(
                    j, V(s), lambda c: Q(c, s) + moved(c, i, h), lambda c: K(c, s)
                ),
            ),
            slope_at_zero(
                slope_K(j, i, s),
                lambda h: utility_on(
                    j, V(s), lambda c: Q(c, s), lambda c: K(c, s) + moved(c, i, h)
                ),
            ),
            deriv(*place, eta * slope_Q(j, i, s), lambda q: Q(i, q)),
            deriv(*place, eta * slope_K(j, i, s), lambda q: K(i, q)),
        )

    return both(
        lt(0, squared(s)),
        slope_at_zero(
            slope_V(j, s),
            lambda h: utility_on(j, V(s) + h, lambda c: Q(c, s), lambda c: K(c, s)),
        ),
        deriv(*place, eta * slope_V(j, s), V),
        within(1, d, entry),
    )


define(
    "attention.ordered-spectrum",
    ("lambda_of",),
    both(
        within(1, d, lambda j: lt(0, value(j))),
        within(1, d, lambda j: within(j, d, lambda i: le(value(i), value(j)))),
    ),
    "positive eigenvalues that do not grow",
    sense="bound",
)
define(
    "attention.jumps",
    ("weighted_gap", "tau_of"),
    both(
        *(le(0, first), lt(first, last), le(last, d)),
        within(first, last - 1, lambda j: le(times(j), times(j + 1))),
        within(
            first,
            last - 1,
            lambda j: forall(
                lambda s: implies(le(times(j), s), le(s, times(j + 1)), on_plateau(j, s))
            ),
        ),
        eq(call("sqrt", squared(times(last))), 1),
        eq(
            weighted,
            total(first, last - 1, lambda j: value(j + 1) ** 2 * (times(j + 1) - times(j))),
        ),
    ),
    "a head that is dormant from jump l to jump k, when its norm is 1: on each plateau between it "
    "follows the gradient of the utility there; and the sum of lambda_{j+1}^2 (tau_{j+1} - tau_j)",
)
define(
    "attention.largest-norm",
    ("mu", "norm_at"),
    both(
        *(le(1, jumper), le(jumper, count)),
        eq(norms(jumper), call("sqrt", squared(times(first)))),
        within(1, count, lambda i: le(norms(i), mu)),
        exists(lambda i: both(le(1, i), le(i, count), eq(norms(i), mu)), INT),
    ),
    "the largest norm, at jump l, of the heads that are dormant then; the one that jumps is one",
)
reads(
    "attention.jump-bound-appendix",
    "attention.ordered-spectrum",
    "attention.jumps",
    "attention.largest-norm",
)


# --- which component a head takes after k - 1 jumps -----------------------------------------------

component, iteration = var("component", INT), var("iteration", INT)
lam_k, lam_after = var("lam_k"), var("lam_after")
define(
    "attention.two-eigenvalues",
    ("lam_k", "lam_after"),
    both(
        *(le(1, iteration), le(iteration, d)),
        eq(lam_k, value(iteration)),
        within(iteration + 1, d, lambda j: le(value(j), lam_after)),
    ),
    "the k-th eigenvalue, and a number that none behind it exceeds",
    sense="component",
)
define(
    "attention.component-taken",
    ("component",),
    both(
        *(le(1, component), le(component, d)),
        exists(
            lambda v: exists(
                lambda query: exists(
                    lambda key: both(
                        on_sphere(v, query, key),
                        negation(eq(query(component), 0)),
                        forall(
                            lambda u: forall(
                                lambda q: forall(
                                    lambda p: implies(
                                        on_sphere(u, q, p),
                                        le(
                                            utility_on(iteration - 1, u, q, p),
                                            utility_on(iteration - 1, v, query, key),
                                        ),
                                    ),
                                    VECTOR,
                                ),
                                VECTOR,
                            )
                        ),
                    ),
                    VECTOR,
                ),
                VECTOR,
            )
        ),
    ),
    "a direction in which the query of some maximiser of the utility after k - 1 jumps is not 0",
)
reads(
    "attention.component-index",
    "attention.ordered-spectrum",
    "attention.two-eigenvalues",
    "attention.component-taken",
)
