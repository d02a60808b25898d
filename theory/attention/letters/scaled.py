"""One head at every scale alpha, with eta = 1/alpha: it starts at alpha times a fixed head."""

from __future__ import annotations

from theory.attention.letters import dormant as one_head
from theory.attention.letters import modes
from theory.attention.letters import orbit as one_orbit
from theory.attention.letters.dormant import each, first, mu, one
from theory.proof.lemmas.limits import tends
from theory.proof.letters import DEFINITIONS, define, reads
from theory.proof.tactics import forall, lam
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    negation,
    substituted,
    var,
)

top_scale = var("scale_top")  # the heads jump at every scale below it
V_hat = var("V_hat")
Q_hat, K_hat = (function(name, INT, REAL) for name in ("Q_hat", "K_hat"))
V_at, I_at = (function(name, REAL, REAL, REAL) for name in ("V_at_scale", "I_at_scale"))
Q_at, K_at = (function(name, REAL, INT, REAL, REAL) for name in ("Q_at_scale", "K_at_scale"))
slope_V_at = function("gV_at_scale", REAL, REAL, REAL)
slope_Q_at, slope_K_at = (
    function(name, REAL, INT, REAL, REAL) for name in ("gQ_at_scale", "gK_at_scale")
)
end_at, tau_at = (function(name, REAL, REAL) for name in ("T_at_scale", "tau_at_scale"))
lam_k, lam_j, tilt_rate = map(var, ("lam_k", "lam_j", "tilt_rate"))


def plus_hat(j: Term) -> Term:
    """Q_j + K_j of the fixed head."""
    return Q_hat(j) + K_hat(j)


def minus_hat(j: Term) -> Term:
    """Q_j - K_j of the fixed head."""
    return Q_hat(j) - K_hat(j)


def at_scale(alpha: Term) -> dict[Term, Term]:
    """The letters of one head at the scale alpha, with eta = 1/alpha."""
    return {
        one_head.eta: call("inv", alpha),
        one_head.end: end_at(alpha),
        one_orbit.tau: tau_at(alpha),
        one_head.V: lam(lambda s: V_at(alpha, s)),
        one_head.Q: lam(lambda j, s: Q_at(alpha, j, s), INT, REAL),
        one_head.K: lam(lambda j, s: K_at(alpha, j, s), INT, REAL),
        one_head.slope_V: lam(lambda s: slope_V_at(alpha, s)),
        one_head.slope_Q: lam(lambda j, s: slope_Q_at(alpha, j, s), INT, REAL),
        one_head.slope_K: lam(lambda j, s: slope_K_at(alpha, j, s), INT, REAL),
        one_head.clock: lam(lambda s: I_at(alpha, s)),
        one_head.I_V: I_at(alpha, end_at(alpha)),
    }


FLIGHT = (*one_head.FLOW, "attention.clock", "attention.first-norm-one")


def flight(alpha: Term) -> Term:
    """The definitions of a head up to its jump, at the scale alpha."""
    whole = both(*(DEFINITIONS[name].statement for name in FLIGHT))
    return substituted(whole, at_scale(alpha))


def below_top(statement) -> Term:
    """for all alpha between 0 and the top scale."""
    return forall(lambda alpha: implies(lt(0, alpha), lt(alpha, top_scale), statement(alpha)))


def start(alpha: Term) -> Term:
    """theta(0) = alpha times the fixed head."""
    return both(
        eq(V_at(alpha, 0), alpha * V_hat),
        forall(
            lambda j: both(
                eq(Q_at(alpha, j, 0), alpha * Q_hat(j)), eq(K_at(alpha, j, 0), alpha * K_hat(j))
            ),
            INT,
        ),
    )


def tilt_at(alpha: Term) -> Term:
    """(Q_j + K_j)/(Q_1 + K_1) at the jump."""
    s = end_at(alpha)
    below = Q_at(alpha, first, s) + K_at(alpha, first, s)
    return (Q_at(alpha, one, s) + K_at(alpha, one, s)) * call("inv", below)


def order_at(alpha: Term) -> Term:
    """log|tilt|/log(alpha)."""
    return call("log", call("abs", tilt_at(alpha))) * call("inv", call("log", alpha))


define(
    "attention.scaled-heads",
    ("V_at_scale", "Q_at_scale", "K_at_scale", "I_at_scale", "T_at_scale", "tau_at_scale"),
    both(lt(0, top_scale), below_top(lambda alpha: both(flight(alpha), start(alpha)))),
    "for every small scale alpha, with eta = 1/alpha: a dormant head that starts at alpha times a "
    "fixed head, up to the first time at which its norm is 1",
)
define(
    "attention.tilt-rate",
    ("tilt_rate", "lam_k", "lam_j"),
    both(
        *(le(1, first), le(first, modes), le(1, one), le(one, modes)),
        *(eq(mu(first), lam_k**2), eq(mu(one), lam_j**2)),
        each(lambda j: both(le(0, mu(j)), le(mu(j), mu(first)))),
        *(negation(eq(plus_hat(one), 0)), negation(eq(plus_hat(first), 0))),
        below_top(lambda alpha: le(0, I_at(alpha, end_at(alpha)))),
        tends(order_at, tilt_rate),
    ),
    "the limit of log|tilt|/log(alpha) as alpha -> 0, where tilt is (Q_j + K_j)/(Q_1 + K_1) at the "
    "jump, neither sum zero at the start, 1 is the largest eigenvalue, and the signs of V and K "
    "are those for which I >= 0 at the jump",
    sense="rate",
)
reads("attention.alignment-rate", "attention.scaled-heads", "attention.tilt-rate")
