"""The expected threshold of a head that is drawn from N(0, alpha), and its order in alpha."""

from __future__ import annotations

from theory.attention.letters import modes
from theory.proof.lemmas.improper import antiderivative, converges
from theory.proof.lemmas.limits import tends
from theory.proof.letters import define, reads
from theory.proof.tactics import exists, forall
from theory.proof.terms import REAL, Term, both, call, eq, function, implies, lt, negation, num, var

law, law_integral, inverse_integral = (
    function(name, REAL, REAL) for name in ("radius_law", "law_integral", "inverse_integral")
)
mass, order = var("law_mass"), var("rate_order")
mean = function("mean_threshold", REAL, REAL)  # of alpha
INTEGRABLE = "the fundamental theorem of calculus: a continuous function has an antiderivative"


def threshold(alpha: Term, r: Term) -> Term:
    """c_i = 1/|theta| - 1 of theta = sqrt(alpha) z, |z| = r."""
    return call("inv", call("sqrt", alpha)) * call("inv", r) - 1


def weighted(alpha: Term, r: Term) -> Term:
    """The threshold times the density of |z|, up to its factor."""
    return threshold(alpha, r) * law(r)


define(
    "attention.radius-law",
    ("radius_law",),
    forall(
        lambda r: implies(
            lt(0, r),
            eq(law(r), call("power", r, 2 * modes) * call("exp", -(num(1, 2) * r**2))),
        )
    ),
    "the density of |z| for 2d + 1 independent numbers from N(0, 1), up to a factor: r^(2d) "
    "exp(-r^2/2)",
)
define(
    "attention.radius-integrals",
    ("law_integral", "inverse_integral"),
    both(
        antiderivative(law_integral, law),
        antiderivative(inverse_integral, lambda r: law(r) * call("inv", r)),
    ),
    "antiderivatives of the density, and of the density over r, on every [x, 1/x]",
    exists_by=INTEGRABLE,
)
define(
    "attention.expected-threshold",
    ("mean_threshold", "law_mass"),
    both(
        converges(law, mass),
        forall(
            lambda alpha: implies(
                lt(0, alpha),
                converges(lambda r: weighted(alpha, r), mean(alpha) * mass),
            )
        ),
    ),
    "E[c_i] at every alpha > 0: the integral of c_i times the density over (0, infinity), divided "
    "by that of the density; theta from N(0, alpha) is sqrt(alpha) z",
    exists_by="the moments of the normal distribution are finite",
)
define(
    "attention.rate-order",
    ("rate_order",),
    exists(
        lambda limit: both(
            negation(eq(limit, 0)),
            tends(lambda alpha: call("power", alpha, -order) * mean(alpha), limit),
        )
    ),
    "the power q for which alpha^(-q) E[c_i] has a limit other than 0 as alpha -> 0",
)
reads(
    "attention.accelerated-rate",
    "attention.radius-law",
    "attention.radius-integrals",
    "attention.expected-threshold",
    "attention.rate-order",
)
