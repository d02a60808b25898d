"""The bound on jump times for vanishing initialisation: heads for every scale alpha, by
predicates.
"""

from __future__ import annotations

from theory.attention.letters import bound as bounds
from theory.proof.lemmas.limits import tends_from_above
from theory.proof.letters import DEFINITIONS, define, reads
from theory.proof.tactics import forall, lam
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    both,
    call,
    function,
    implies,
    lt,
    substituted,
    var,
)

weighted_limit, mu_limit = var("weighted_limit"), var("mu_limit")
weighted_in, mu_in = function("weighted_in", REAL, REAL), function("mu_in", REAL, REAL)  # alpha
V_in = function("V_scale", REAL, REAL, REAL)  # alpha, time
Q_in, K_in = (function(name, REAL, INT, REAL, REAL) for name in ("Q_scale", "K_scale"))
times_in, norms_in = (function(name, REAL, INT, REAL) for name in ("tau_scale", "norm_scale"))
slope_V_in = function("gV_scale", REAL, INT, REAL, REAL)
slope_Q_in, slope_K_in = (
    function(name, REAL, INT, INT, REAL, REAL) for name in ("gQ_scale", "gK_scale")
)
jumper_in = function("jumper_scale", REAL, INT)


def at_scale(alpha: Term) -> dict[Term, Term]:
    """The letters of a race at the scale alpha, with eta = 1/alpha."""
    return {
        bounds.eta: call("inv", alpha),
        bounds.V: lam(lambda s: V_in(alpha, s)),
        bounds.Q: lam(lambda j, s: Q_in(alpha, j, s), INT, REAL),
        bounds.K: lam(lambda j, s: K_in(alpha, j, s), INT, REAL),
        bounds.times: lam(lambda j: times_in(alpha, j), INT),
        bounds.norms: lam(lambda i: norms_in(alpha, i), INT),
        bounds.slope_V: lam(lambda j, s: slope_V_in(alpha, j, s), INT, REAL),
        bounds.slope_Q: lam(lambda j, i, s: slope_Q_in(alpha, j, i, s), INT, INT, REAL),
        bounds.slope_K: lam(lambda j, i, s: slope_K_in(alpha, j, i, s), INT, INT, REAL),
        bounds.jumper: jumper_in(alpha),
        bounds.mu: mu_in(alpha),
        bounds.weighted: weighted_in(alpha),
    }


RACE = ("attention.jumps", "attention.largest-norm")


def race(alpha: Term) -> Term:
    """The definitions of a race, at the scale alpha."""
    whole = both(*(DEFINITIONS[name].statement for name in RACE))
    return substituted(whole, at_scale(alpha))


define(
    "attention.races",
    ("weighted_in", "mu_in"),
    forall(lambda alpha: implies(lt(0, alpha), lt(alpha, 1), race(alpha))),
    "for every scale alpha < 1, with eta = 1/alpha: a head that is dormant from jump l to jump k, "
    "the weighted sum of the plateaus between, and the largest norm at jump l",
)
define(
    "attention.limits",
    ("weighted_limit", "mu_limit"),
    both(
        tends_from_above(lambda alpha: weighted_in(alpha), weighted_limit),
        tends_from_above(lambda alpha: mu_in(alpha) * call("inv", alpha), mu_limit),
    ),
    "the limits of the weighted sum and of the largest norm over alpha, as alpha -> 0",
)
reads("attention.jump-bound", "attention.ordered-spectrum", "attention.races", "attention.limits")
