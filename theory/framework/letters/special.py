"""Gamma, digamma, Beta and Gauss's hypergeometric function, by their integrals.

A function is given by the integral of its law, and the law by a formula. The antiderivatives serve
to speak of the integrals over a closed part.
"""

from __future__ import annotations

from theory.proof.lemmas.open_interval import HALF_LINE, UNIT
from theory.proof.letters import define
from theory.proof.tactics import exists, forall
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
)

INTEGRABLE = "the fundamental theorem of calculus: a continuous function has an antiderivative"
gamma = function("gamma", REAL, REAL)
gamma_law, gamma_integral, log_gamma_integral = (
    function(name, REAL, REAL, REAL)
    for name in ("gamma_law", "gamma_integral", "log_gamma_integral")
)  # x, t
polygamma = function("polygamma", INT, REAL, REAL)
beta = function("beta", REAL, REAL, REAL)
beta_law, beta_integral = (
    function(name, REAL, REAL, REAL, REAL) for name in ("beta_law", "beta_integral")
)  # p, q, v
hyp2f1 = function("hyp2f1", REAL, REAL, REAL, REAL, REAL)
euler_law, euler_integral = (
    function(name, *[REAL] * 6) for name in ("euler_law", "euler_integral")
)  # a, b, c, z, v


def power(x, y) -> Term:
    """x^y."""
    return call("power", x, y)


def each(count: int, statement, *values) -> Term:
    """for all numbers, so many of them."""
    if not count:
        return statement(*values)
    return forall(lambda one: each(count - 1, statement, *values, one))


def is_slope(body, at: Term, value: Term) -> Term:
    """|f(x + h) - f(x) - h D| <= e |h| for small h, in epsilons: f has the derivative D at x."""

    def close(h, level):
        return le(
            call("abs", body(at + h) - body(at) - h * value),
            level * call("abs", h),
        )

    return forall(
        lambda level: implies(
            lt(0, level),
            exists(
                lambda radius: both(
                    lt(0, radius),
                    forall(lambda h: implies(lt(call("abs", h), radius), close(h, level))),
                )
            ),
        )
    )


define(
    "framework.gamma-law",
    ("gamma_law",),
    each(
        2,
        lambda x, t: implies(lt(0, t), eq(gamma_law(x, t), power(t, x - 1) * call("exp", -t))),
    ),
    "t^(x-1) exp(-t), for t > 0",
)
define(
    "framework.gamma-integral",
    ("gamma_integral",),
    forall(
        lambda x: HALF_LINE.antiderivative(
            lambda t: gamma_integral(x, t), lambda t: gamma_law(x, t)
        )
    ),
    "an antiderivative of t^(x-1) exp(-t) on every [a, b], a > 0",
    exists_by=INTEGRABLE,
)
define(
    "framework.gamma",
    ("gamma",),
    forall(lambda x: implies(lt(0, x), HALF_LINE.converges(lambda t: gamma_law(x, t), gamma(x)))),
    "Gamma(x) is the integral of t^(x-1) exp(-t) over (0, infinity), for x > 0",
    exists_by="Euler's integral for Gamma(x) converges for x > 0",
)
define(
    "framework.log-integral",
    ("log_gamma_integral",),
    forall(
        lambda x: HALF_LINE.antiderivative(
            lambda t: log_gamma_integral(x, t), lambda t: call("log", t) * gamma_law(x, t)
        )
    ),
    "an antiderivative of log(t) t^(x-1) exp(-t) on every [a, b], a > 0",
    exists_by=INTEGRABLE,
)
define(
    "framework.digamma",
    ("polygamma",),
    forall(lambda x: implies(lt(0, x), is_slope(gamma, x, polygamma(ZERO, x) * gamma(x)))),
    "digamma, the polygamma function of order 0, is Gamma'/Gamma: Gamma(x + h) - Gamma(x) - "
    "h psi(x) Gamma(x) is small beside h, for x > 0",
    exists_by="Gamma is differentiable, and nowhere zero",
)
define(
    "framework.beta-law",
    ("beta_law",),
    each(
        3,
        lambda p, q, v: implies(
            lt(0, v), lt(v, 1), eq(beta_law(p, q, v), power(v, p - 1) * power(1 - v, q - 1))
        ),
    ),
    "v^(p-1) (1-v)^(q-1), for 0 < v < 1",
)
define(
    "framework.beta-integral",
    ("beta_integral",),
    each(
        2,
        lambda p, q: UNIT.antiderivative(
            lambda v: beta_integral(p, q, v), lambda v: beta_law(p, q, v)
        ),
    ),
    "an antiderivative of v^(p-1) (1-v)^(q-1) on every [x, y] with 0 < x and y < 1",
    exists_by=INTEGRABLE,
)
define(
    "framework.beta",
    ("beta",),
    each(
        2,
        lambda p, q: implies(
            lt(0, p), lt(0, q), UNIT.converges(lambda v: beta_law(p, q, v), beta(p, q))
        ),
    ),
    "B(p, q) is the integral of v^(p-1) (1-v)^(q-1) over (0, 1), for p, q > 0",
    exists_by="Euler's integral for B(p, q) converges for p, q > 0",
)
define(
    "framework.euler-law",
    ("euler_law",),
    each(
        5,
        lambda a, b, c, z, v: implies(
            lt(0, v),
            lt(v, 1),
            eq(
                euler_law(a, b, c, z, v),
                power(v, b - 1) * power(1 - v, c - b - 1) * power(1 - z * v, -a),
            ),
        ),
    ),
    "v^(b-1) (1-v)^(c-b-1) (1 - z v)^(-a), for 0 < v < 1",
)
define(
    "framework.euler-integral",
    ("euler_integral",),
    each(
        4,
        lambda a, b, c, z: implies(
            lt(z, 1),
            UNIT.antiderivative(
                lambda v: euler_integral(a, b, c, z, v), lambda v: euler_law(a, b, c, z, v)
            ),
        ),
    ),
    "an antiderivative of it on every [x, y] with 0 < x and y < 1, for z < 1",
    exists_by=INTEGRABLE,
)
define(
    "framework.hypergeometric",
    ("hyp2f1",),
    each(
        4,
        lambda a, b, c, z: implies(
            lt(0, b),
            lt(b, c),
            lt(z, 1),
            UNIT.converges(lambda v: euler_law(a, b, c, z, v), hyp2f1(a, b, c, z) * beta(b, c - b)),
        ),
    ),
    "Euler's integral, for 0 < b < c and z < 1: 2F1(a, b; c; z) B(b, c - b) is the integral of "
    "v^(b-1) (1-v)^(c-b-1) (1 - z v)^(-a) over (0, 1)",
    exists_by="Euler's integral for 2F1(a, b; c; z) converges for 0 < b < c and z < 1",
)
GAMMA = ("framework.gamma-law", "framework.gamma-integral", "framework.gamma")
BETA = ("framework.beta-law", "framework.beta-integral", "framework.beta")
EULER = ("framework.euler-law", "framework.euler-integral", "framework.hypergeometric")
