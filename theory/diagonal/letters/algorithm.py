"""AGF beside the limiting algorithm: one step of either, and AGF at a scale alpha -> 0."""

from __future__ import annotations

from theory.diagonal.letters import COURSES, S_0, S_later, eta, g, rho, rho_later, s_i, t
from theory.proof.letters import define, reads
from theory.proof.tactics import forall
from theory.proof.terms import REAL, Term, both, call, eq, function, implies, le, lt, num, var

SORT = ("Fun", (REAL,), REAL)
s_later, sigma_later, step = map(var, ("s_later", "sigma_later", "T_step"))


def edge() -> Term:
    """A = arcosh(exp(2 eta))/(2 eta): the |sigma| at which the accumulated utility is 1."""
    return num(1, 2) * call("inv", eta) * call("acosh", call("exp", 2 * eta))


def signed_root(sign, amount) -> Term:
    """sigma = rho arcosh(exp(2 eta S))/(2 eta)."""
    return num(1, 2) * call("inv", eta) * sign * call("acosh", call("exp", 2 * eta * amount))


STRETCHED = define(
    "diagonal.stretched",
    ("s_i",),
    eq(signed_root(rho, S_0), edge() * s_i),
    "the integral of the limiting algorithm at the last jump, of which AGF's sigma is A times",
)
STEP = define(
    "diagonal.step",
    ("s_later", "sigma_later"),
    both(
        le(0, step),
        eq(t, edge() * step),
        eq(s_later, s_i - step * g),
        eq(sigma_later, signed_root(rho_later, S_later)),
    ),
    "the integral a time T_step after the last jump of the algorithm, and AGF's sigma a time "
    "A T_step after its own",
)
SCALED = function("S_AGF", REAL, REAL)


def rate_at(scale) -> Term:
    """eta = -log(sqrt(2) alpha)."""
    return -call("log", call("sqrt", 2) * scale)


def reach_at(scale) -> Term:
    """2 eta A = arcosh(exp(2 eta)) at this scale."""
    return call("acosh", call("exp", 2 * rate_at(scale)))


AT_SCALE = define(
    "diagonal.at-scale",
    ("S_AGF",),
    forall(
        lambda a: implies(
            lt(0, a),
            lt(call("sqrt", 2) * a, 1),
            both(
                le(0, SCALED(a)),
                eq(
                    call("acosh", call("exp", 2 * rate_at(a) * SCALED(a))),
                    reach_at(a) * call("abs", s_i),
                ),
            ),
        )
    ),
    "AGF's accumulated utility at scale a where its |sigma| is A |s|, not negative",
)
WAITED = function("Dtau_AGF", REAL, REAL)


def start_at(scale) -> Term:
    """arcosh(exp(2 eta |s|)): |2 G| where the accumulated utility is |s|."""
    return call("acosh", call("exp", 2 * rate_at(scale) * call("abs", s_i)))


WAIT_AT_SCALE = define(
    "diagonal.wait-at-scale",
    ("Dtau_AGF",),
    forall(
        lambda a: implies(
            lt(0, a),
            lt(call("sqrt", 2) * a, 1),
            eq(
                WAITED(a),
                num(1, 2)
                * call("inv", rate_at(a))
                * call("inv", call("abs", g))
                * (reach_at(a) + call("sign", g) * call("sign", s_i) * start_at(a)),
            ),
        )
    ),
    "the time that diagonal.jump-time gives at scale a, where S = |s| and rho = sgn(s)",
)

reads(
    "diagonal.exact-relation-step",
    *COURSES,
    "diagonal.later",
    "diagonal.later-sign",
    "diagonal.activation",
    "diagonal.maximum",
    "diagonal.first-root",
    "diagonal.stretched",
    "diagonal.step",
)
reads("diagonal.utility-limit", "diagonal.at-scale")
reads("diagonal.jump-time-limit", "diagonal.wait-at-scale")
