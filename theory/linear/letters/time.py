"""Accumulated utilities and jump times: on a plateau the utility of an aligned pair stays
a^T M w at (u, v)/sqrt(2), and the accumulated utility grows at twice that rate (kappa = 2).
"""

from __future__ import annotations

from theory.linear.letters import HALVED, U_on_descent
from theory.proof.lemmas.inner_products import within
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, forall, total
from theory.proof.terms import INT, REAL, Term, both, eq, function, implies, le, lt, var

c, d, step, last = (var(name, INT) for name in ("c", "d", "step", "plateau_of"))
t, wait, S_after, S_start, S_before, sigma_last, S_one, S_two = map(
    var,
    ("t", "wait", "S_after", "S_start", "S_before", "sigma_last", "S_one", "S_two"),
)
S_on, S_wait = function("S_on", REAL, REAL), function("S_wait", REAL, REAL)
M_last = function("M_last", INT, INT, REAL)
u_last, v_last = function("u_last", INT, REAL), function("v_last", INT, REAL)


def during(end, statement) -> Term:
    """for all s in [0, end]."""
    return forall(lambda s: implies(le(0, s), le(s, end), statement(s)))


define(
    "linear.accumulation",
    ("S_after", "S_start", "S_on"),
    both(
        le(0, t),
        during(t, lambda s: deriv(0, t, s, 2 * U_on_descent, lambda q: S_on(q))),
        eq(S_start, S_on(0)),
        eq(S_after, S_on(t)),
    ),
    "S' = 2 U on plateau k, U the utility at an aligned pair; S at its start and after the time t",
)
reads(
    "linear.accumulated-utility",
    "linear.singular-pair",
    "linear.utility-on-descent",
    "linear.accumulation",
)


def pair_utility() -> Term:
    """<M, a w^T> at a = u/sqrt(2), w = v/sqrt(2), on the plateau before the jump."""
    return total(
        1,
        c,
        lambda l: total(1, d, lambda m: (u_last(l) * HALVED) * M_last(l, m) * (v_last(m) * HALVED)),
    )


define(
    "linear.last-pair",
    ("sigma_last", "u_last", "v_last"),
    both(
        eq(total(1, c, lambda l: u_last(l) ** 2), 1),
        eq(total(1, d, lambda m: v_last(m) ** 2), 1),
        within(
            1,
            c,
            lambda l: eq(total(1, d, lambda m: M_last(l, m) * v_last(m)), sigma_last * u_last(l)),
        ),
        within(
            1,
            d,
            lambda m: eq(total(1, c, lambda l: u_last(l) * M_last(l, m)), sigma_last * v_last(m)),
        ),
    ),
    "M v = sigma u, M^T u = sigma v for the pair that jumps next and M = -grad L on plateau k - 1",
)
define(
    "linear.waiting",
    ("wait", "S_before", "S_wait"),
    both(
        during(wait, lambda s: deriv(0, wait, s, 2 * pair_utility(), lambda q: S_wait(q))),
        eq(S_before, S_wait(0)),
        eq(S_wait(wait), 1),
        forall(lambda s: implies(le(0, s), lt(s, wait), lt(S_wait(s), 1))),
    ),
    "S' = 2 U from the jump before; the wait is the first time at which S = 1",
)
reads("linear.jump-recursion", "linear.last-pair", "linear.waiting")

# --- plateau by plateau ---------------------------------------------------------------------------
wait_of = function("wait_of", INT, REAL)
first, second = function("sigma_first_of", INT, REAL), function("sigma_second_of", INT, REAL)
S_first, S_second = function("S_first_of", INT, REAL), function("S_second_of", INT, REAL)


def accumulates(total_, rate) -> Term:
    """S(0) = 0 and S(k + 1) = S(k) + sigma(k) Delta tau(k), k = 0, 1, ..."""
    return both(
        eq(total_(0), 0),
        within(0, last - 1, lambda k: eq(total_(k + 1), total_(k) + rate(k) * wait_of(k))),
    )


define(
    "linear.ordered-modes",
    ("S_one", "S_two", "S_first_of", "S_second_of"),
    both(
        le(0, last),
        le(0, t),
        within(0, last - 1, lambda k: le(0, wait_of(k))),
        within(0, last, lambda k: le(second(k), first(k))),
        accumulates(S_first, first),
        accumulates(S_second, second),
        eq(S_one, S_first(last) + first(last) * t),
        eq(S_two, S_second(last) + second(last) * t),
    ),
    "two modes, the first with the larger singular value on every plateau; both start at S = 0; "
    "their S at the time t of any plateau",
)
reads("linear.order-kept", "linear.ordered-modes")

sigma, S_at = function("sigma", INT, INT, REAL), function("S_at", INT, INT, REAL)
delta_tau = function("Delta_tau", INT, REAL)
define(
    "linear.jumps",
    ("Delta_tau", "sigma", "S_at"),
    both(
        within(0, step - 1, lambda k: lt(0, sigma(1, k))),
        within(
            1,
            step,
            lambda n: both(
                eq(S_at(n, 0), 0),
                within(
                    0,
                    n - 1,
                    lambda j: eq(S_at(n, j + 1), S_at(n, j) + sigma(n - j, j) * delta_tau(j + 1)),
                ),
                eq(S_at(n, n), 1),
            ),
        ),
    ),
    "mode n has the singular value sigma_{n-j}^{(j)} on plateau j < n; its accumulated utility "
    "starts at 0, grows at that rate for the time between the jumps, and is 1 at jump n",
)
reads("linear.recursion-unrolled", "linear.jumps")
