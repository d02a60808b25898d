"""Another formula than the catalogue has, of every kind a false one; and true ones that must not be
refuted.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp
from hypothesis import strategies as st
from sympy import Ge, Gt, Limit, Piecewise, Rational, atan, exp, gamma, log, sin, sqrt

from checks.framework.neuron import monomial_maximum
from checks.methods.check import Effort
from checks.methods.measured import alone
from checks.methods.property import Property
from checks.methods.proved import Symbolic
from checks.planted.framework.letters import angle, balls, degree, p, x
from checks.planted.plant import changed, plant
from theory import framework as paper
from theory.claim import equation
from theory.notation import S, U_bar, U_star, alpha, eta, kappa, n, n_0, n_t, tau

count = sp.Symbol("count", integer=True, nonnegative=True)
prime = sp.Symbol("prime", real=True)
QUADRATIC, HIGHER = (
    n_0 * exp(S * eta),
    (S * eta * (2 - kappa) + n_0 ** (2 - kappa) + kappa - 2) ** (1 / (2 - kappa)),
)


def steepest(instance: int, effort: Effort) -> Iterator[dict]:
    """The maximum of cos(phi) sin(phi)^k by golden section."""
    yield {angle: alone(monomial_maximum(instance)[0]), degree: instance}


def euler(instance: int, effort: Effort) -> Iterator[dict]:
    """Is n^2 + n + 41 a prime number?"""
    yield {prime: int(sp.isprime(instance**2 + instance + 41)), count: instance}


optimum = Property(
    "golden section",
    st.integers(1, 6),
    steepest,
    1e-6,
    "half of the digits of a double at a flat maximum",
    examples=(6, 6, 6),
)
primes = Property(
    "counted", st.integers(0, 60), euler, 1e-12, "whole numbers", examples=(61, 61, 61)
)


PLANTS = (
    # every kind
    changed(
        "framework.adaptive-rate",
        "rate-inverted",
        "exponent with the wrong sign, right at kappa = 2",
        "refuted",
        equation(paper.eta_i, eta * n ** (kappa - 2)),
    ),
    changed(
        "framework.dormant-norm",
        "norm-degree",
        "kappa - 1 for kappa",
        "refuted",
        equation(paper.rate_n, U_bar * eta * (kappa - 1) * n ** (kappa - 1)),
        "Euler's theorem in the polar dynamics, any dimension",
    ),
    changed(
        "framework.polar-norm",
        "norm-digits",
        "wrong in the thirtieth digit",
        "refuted",
        equation(paper.rate_n, (1 + Rational(1, 10**30)) * eta * paper.inner / n),
        "chain rule in any dimension",
    ),
    changed(
        "framework.norm-solution",
        "norm-start",
        "solves the equation, from another initial value (kappa > 2)",
        "refuted",
        equation(n_t, Piecewise((QUADRATIC, sp.Eq(kappa, 2)), (HIGHER, True))),
        "d|theta|/dS = eta |theta|^(kappa-1), separated",
    ),
    plant(
        "framework.steepest-angle",
        "optimum",
        "the optimum of degree 1 for every degree",
        "refuted",
        equation(angle, sp.pi / 4 + 0 * degree),
        optimum,
    ),
    changed(
        "framework.jump-bound-quadratic",
        "bound-doubled",
        "a bound that is too strong by a factor 2",
        "refuted",
        Ge(tau, -log(n_0) / (U_star * eta), evaluate=False),
        "kept by an aligned neuron",
    ),
    changed(
        "framework.threshold-asymptotics-quadratic",
        "threshold-twice",
        "false limit",
        "refuted",
        equation(Limit(log(alpha * n_0) / log(alpha), alpha, 0), 2),
    ),
    plant(
        "framework.gamma-index",
        "recursion",
        "an index off by one",
        "refuted",
        equation(gamma(degree + 2), degree * gamma(degree + 1)),
        balls,
    ),
    changed(
        "framework.algorithm-threshold",
        "threshold-unscaled",
        "the learning rate is missing",
        "refuted",
        equation(paper.accumulated - paper.c_i, S - paper.c_i / eta),
    ),
    plant(
        "framework.euler-primes",
        "conjecture",
        "broken first at the 41st instance",
        "refuted",
        equation(prime, 1),
        primes,
    ),
    # true: not to be refuted
    plant(
        "framework.euler-primes-below",
        "conjecture",
        "true: no instance breaks it",
        "supported",
        Ge(prime + count / 40, 1, evaluate=False),
        primes,
    ),
    changed(
        "framework.jump-bound-quadratic",
        "bound-halved",
        "true, and weaker than what is known",
        "certified",
        Ge(tau, -log(n_0) / (4 * U_star * eta), evaluate=False),
        "kept by an aligned neuron",
    ),
    plant(
        "framework.steepest-angle-true",
        "optimum",
        "true, measured",
        "tested",
        equation(angle, atan(sqrt(degree))),
        optimum,
    ),
    plant(
        "framework.denested-root",
        "identity",
        "true: a root that simplify does not denest",
        "certified",
        equation(
            p * sqrt(sqrt(2) + sqrt(3) + sqrt(5 + 2 * sqrt(6))), p * sqrt(2 * sqrt(2) + 2 * sqrt(3))
        ),
        balls,
    ),
    plant(
        "framework.simplify-says-no",
        "identity",
        "true: simplify finds no proof, which is no refutation",
        "unknown",
        equation(
            sin(p) ** 2 * sp.polygamma(0, 1 + p), sin(p) ** 2 * (sp.polygamma(0, p) + 1 / p) + 0
        ),
        Symbolic(
            "proof", cases=lambda s: sp.And(s, Gt(x**2 + x + 1, 0, evaluate=False), evaluate=False)
        ),
    ),
)
