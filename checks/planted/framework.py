"""Planted statements about the framework: thresholds, dormant norms, limits in alpha; and traps for
the machinery itself. A table, as long as it has rows.
"""

from __future__ import annotations

from collections.abc import Iterator

import flint
import sympy as sp
from hypothesis import strategies as st
from sympy import (
    Derivative,
    Ge,
    Gt,
    Implies,
    Integral,
    Le,
    Limit,
    Ne,
    Piecewise,
    Rational,
    acosh,
    atan,
    cosh,
    exp,
    gamma,
    log,
    sin,
    sqrt,
)

from checks.framework.neuron import monomial_maximum
from checks.methods.certified import Certified
from checks.methods.check import Effort
from checks.methods.limit import Limiting
from checks.methods.measured import alone
from checks.methods.property import Property
from checks.methods.proved import ByDerivation, Symbolic
from checks.planted.plant import changed, plant
from theory import derive
from theory import framework as paper
from theory.claim import equation
from theory.notation import S, U_bar, U_star, alpha, c, d, eta, k, kappa, n, n_0, n_t, t, tau

x, y = sp.symbols("x y", real=True)
p = sp.Symbol("p", positive=True)
degree = sp.Symbol("degree", integer=True, positive=True)
count = sp.Symbol("count", integer=True, nonnegative=True)
angle, prime = sp.symbols("angle prime", real=True)

balls, proof, followed = Certified("balls"), Symbolic("proof"), Limiting("followed to its limit")
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


def broken_measurement(instance: int, effort: Effort) -> Iterator[dict]:
    """A measurement that stops being a number."""
    yield {angle: alone(float("nan")) if instance > 3 else 0, degree: instance}


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
not_a_number = Property(
    "a measurement that breaks down",
    st.integers(1, 6),
    broken_measurement,
    1e-6,
    "none",
    examples=(6, 6, 6),
)


def endless(statement: sp.Basic) -> sp.Basic:
    """Symbolic work that never comes back from compiled code: the factors of a number of 400
    digits.
    """
    flint.fmpz(10**200 + 357).__mul__(flint.fmpz(10**199 + 153)).factor()
    return statement


GROWN = paper.norm_after(S, eta)
THRESHOLD = paper.jump_threshold.printed
SCALED = paper.scaling_symmetry.printed
CHANGE = Derivative(k * paper.a_sq(t) - paper.w_sq(t), t)

# Other relations, further conjuncts, boundaries: what no mutant of a formula tries.
SHAPES = (
    changed(
        "framework.norm-solution",
        "norm-differs",
        "!= for =",
        "refuted",
        Ne(n_t, GROWN, evaluate=False),
        "d|theta|/dS = eta |theta|^(kappa-1), separated",
    ),
    changed(
        "framework.norm-solution",
        "norm-and-half",
        "a further conjunct, false near the jump",
        "refuted",
        sp.And(equation(n_t, GROWN), Le(n_t, Rational(3, 4), evaluate=False), evaluate=False),
        "d|theta|/dS = eta |theta|^(kappa-1), separated",
    ),
    changed(
        "framework.jump-threshold",
        "threshold-exceeds",
        "> for =",
        "refuted",
        Gt(*THRESHOLD.args, evaluate=False),
        "where the norm is 1, for every kappa",
    ),
    changed(
        "framework.jump-threshold",
        "threshold-quadratic",
        "the threshold of kappa = 2 for every kappa",
        "refuted",
        equation(paper.S_jump, -log(n_0) / eta),
        "where the norm is 1, for every kappa",
    ),
    changed(
        "framework.scaling-symmetry",
        "scaled-other-start",
        "right side as printed, left side from another start",
        "refuted",
        equation(paper.solution(2 * alpha, t), SCALED.args[1]),
    ),
    changed(
        "framework.scaling-symmetry",
        "scaled-exceeds",
        "> for =: equal as far as flows can tell",
        "unknown",
        Gt(*SCALED.args, evaluate=False),
    ),
    changed(
        "framework.conserved-quantity",
        "imbalance-grows",
        "> for =",
        "refuted",
        Gt(CHANGE, 0, evaluate=False),
    ),
    changed(
        "framework.conserved-quantity",
        "imbalance-degree-two",
        "true for activations of degree two only",
        "refuted",
        equation(Derivative(2 * paper.a_sq(t) - paper.w_sq(t), t), 0),
    ),
    changed(
        "framework.norm-lower-bound",
        "norm-bound-strict",
        "> for >=: false where one of the two layers is zero",
        "refuted",
        Gt(*paper.norm_lower_bound.printed.args, evaluate=False),
        "|a|^2 and |w|^2 not negative",
    ),
    changed(
        "framework.jump-bound-quadratic",
        "bound-strict",
        "> for >=: equal for an aligned neuron, to as many digits as are asked for",
        "unknown",
        Gt(*paper.jump_bound_quadratic.expr.args, evaluate=False),
        "S <= kappa U* tau",
        "kept by an aligned neuron",
    ),
    changed(
        "framework.accelerated-rate",
        "finite-at-the-boundary",
        "false only at kappa = c + d + 2",
        "refuted",
        sp.Equivalent(equation(paper.finite, 1), Le(kappa, c + d + 2)),
    ),
    changed(
        "framework.leading-order",
        "order-above-two",
        "> for >=: false where the activation has a slope at 0",
        "refuted",
        Gt(paper.order, 2, evaluate=False),
        "first non-vanishing derivative of U(lambda theta)",
    ),
    changed(
        "framework.projection-size",
        "projection-product",
        "true where one of the dimensions is 1",
        "refuted",
        equation(paper.size, c * d + 1),
    ),
    changed(
        "framework.homogeneity",
        "homogeneity-and-grows",
        "a further conjunct, false for negative utilities or small factors",
        "refuted",
        sp.And(
            paper.homogeneity.printed, Ge(paper.U_scaled, paper.U, evaluate=False), evaluate=False
        ),
    ),
    changed(
        "framework.critical-points",
        "critical-and-restless",
        "a further conjunct: the other neuron never rests",
        "refuted",
        sp.And(
            *paper.critical_points.printed.args,
            Ne(paper.grad_active, 0, evaluate=False),
            evaluate=False,
        ),
        "the gradient at a dormant neuron, any activation to third order",
    ),
    # true, written in another way
    changed(
        "framework.norm-solution",
        "norm-inverted",
        "true: solved for the accumulated utility",
        "argued",
        equation(
            S,
            Piecewise(
                (log(n_t / n_0) / eta, sp.Eq(kappa, 2)),
                ((n_0 ** (2 - kappa) - n_t ** (2 - kappa)) / (eta * (kappa - 2)), True),
            ),
        ),
        "d|theta|/dS = eta |theta|^(kappa-1), separated",
    ),
    changed(
        "framework.scaling-symmetry",
        "scaled-exchanged",
        "true: sides exchanged",
        "argued",
        equation(SCALED.args[1], SCALED.args[0]),
        "a field of degree kappa - 1 and the initial value",
    ),
    changed(
        "framework.conserved-quantity",
        "imbalance-negative",
        "true: the negative of what is conserved, and its square",
        "certified",
        sp.And(
            equation(Derivative(paper.w_sq(t) - k * paper.a_sq(t), t), 0),
            equation(Derivative((k * paper.a_sq(t) - paper.w_sq(t)) ** 2, t), 0),
            evaluate=False,
        ),
    ),
    changed(
        "framework.norm-lower-bound",
        "norm-bound-half",
        "true: one of the two bounds",
        "argued",
        Ge(paper.theta_sq, -paper.imbalance, evaluate=False),
        "|a|^2 and |w|^2 not negative",
    ),
    changed(
        "framework.residual-gradient",
        "residual-difference",
        "true: a difference set to 0",
        "certified",
        equation(
            Derivative(paper.correlation(paper.theta, paper.phi), paper.theta) - paper.descent, 0
        ),
    ),
)


PLANTS = (
    *SHAPES,
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
    # limits
    plant(
        "framework.rate-without-log",
        "limit",
        "false rate: alpha^2 log(1/alpha) is not of the order alpha^2",
        "refuted",
        equation(Limit(p * alpha**2 * log(1 / alpha) / alpha**2, alpha, 0), p),
        followed,
    ),
    plant(
        "framework.slow-limit",
        "limit",
        "true, with an error of log log/log: slow, and followed far enough",
        "tested",
        equation(Limit(p * log(-log(alpha)) / log(alpha), alpha, 0), 0),
        followed,
    ),
    plant(
        "framework.slower-limit",
        "limit",
        "true, with an error of 1/log log: too slow to be followed, not false",
        "unknown",
        equation(Limit(p / log(-log(alpha)), alpha, 0), 0),
        followed,
    ),
    plant(
        "framework.log-limit",
        "limit",
        "true, with an error of 1/log",
        "tested",
        equation(Limit(log(p * alpha**2) / log(alpha), alpha, 0), 2),
        followed,
    ),
    plant(
        "framework.log-log",
        "limit",
        "an infinite limit, printed as finite",
        "refuted",
        equation(Limit(log(-p * log(alpha)), alpha, 0), p),
        followed,
        given=(p >= 1,),
    ),
    # traps
    plant(
        "framework.only-simple",
        "identity",
        "true at every fraction with a small denominator",
        "refuted",
        equation(sin(5342931457063200 * sp.pi * x), 0),
        balls,
    ),
    plant(
        "framework.only-whole",
        "identity",
        "true at whole numbers only",
        "refuted",
        equation(sin(sp.pi * x) ** 2 + x, x),
        balls,
    ),
    plant(
        "framework.root-of-square",
        "identity",
        "missing assumption: the root of a square",
        "refuted",
        equation(sqrt(x**2), x),
        proof,
    ),
    plant(
        "framework.log-left",
        "identity",
        "missing assumption: the left side has no value",
        "refuted",
        equation(2 * log(x), log(x**2)),
        balls,
    ),
    plant(
        "framework.arcosh-branch",
        "identity",
        "the other branch of arcosh",
        "refuted",
        equation(acosh(cosh(x)), x),
        proof,
    ),
    plant(
        "framework.arctan-branch",
        "identity",
        "an addition theorem beyond its branch",
        "refuted",
        equation(atan(x) + atan(y), atan((x + y) / (1 - x * y))),
        balls,
    ),
    plant(
        "framework.tie",
        "inequality",
        "a weak inequality printed as strict: false on a line",
        "refuted",
        Gt(x**2 + y**2, 2 * x * y, evaluate=False),
        balls,
    ),
    plant(
        "framework.at-the-boundary",
        "inequality",
        "false only at the boundary |theta(0)| = 1",
        "refuted",
        Gt(-log(n_0), 0, evaluate=False),
        balls,
        given=(n_0 <= 1,),
    ),
    plant(
        "framework.narrow-dip",
        "inequality",
        "violated on one percent of the range",
        "refuted",
        Ge((p - Rational(31, 100)) ** 2, Rational(9, 10000), evaluate=False),
        Certified("balls", examples=(100, 400, 4000)),
    ),
    plant(
        "framework.one-way",
        "identity",
        "if and only if: one direction is false",
        "refuted",
        sp.Equivalent(Gt(x, 1, evaluate=False), Gt(x**2, 1, evaluate=False)),
        balls,
    ),
    # vacuous
    plant(
        "framework.false-premise",
        "identity",
        "true, but its premise never holds",
        "vacuous",
        Implies(Gt(-(x**2), 1, evaluate=False), sp.Eq(x, x + 1, evaluate=False)),
        balls,
    ),
    plant(
        "framework.no-such-number",
        "identity",
        "true of no number: the assumptions contradict each other",
        "vacuous",
        equation(x + y, y + x + 1),
        balls,
        given=(x < y, y < x),
    ),
    plant(
        "framework.empty-interval",
        "identity",
        "assumptions that leave one letter no value",
        "vacuous",
        equation((x + 1) ** 2, x**2 + 2 * x + 1),
        proof,
        given=(x > 1, x < 0),
    ),
    plant(
        "framework.no-value",
        "identity",
        "neither side has a value anywhere",
        "vacuous",
        equation(log(-p), log(-p) + 1),
        balls,
    ),
    plant(
        "framework.unchecked", "identity", "nothing checks it", "vacuous", equation(x + y, y + x)
    ),
    # derivations, measurements, time
    plant(
        "framework.wrong-step",
        "identity",
        "a derivation with a wrong step and the right end",
        "error",
        equation(p, x**2),
        ByDerivation(),
        derive=lambda: derive(x**2).equals((x + 1) ** 2 - 1).equals(x**2),
    ),
    plant(
        "framework.divided-by-zero",
        "identity",
        "a step that divides by zero",
        "error",
        equation(p, sp.S(2)),
        ByDerivation(),
        derive=lambda: (
            derive(sp.S(1))
            .equals(sp.Mul(x - x, 1 / sp.Add(x, -x, evaluate=False), evaluate=False))
            .equals(2)
        ),
    ),
    plant(
        "framework.across-a-pole",
        "identity",
        "an antiderivative across a pole",
        "error",
        equation(p, sp.S(-2)),
        ByDerivation(),
        derive=lambda: derive(Integral(x**-2, (x, -1, 1))).integrate(antiderivative=-1 / x),
    ),
    plant(
        "framework.other-end",
        "identity",
        "a sound derivation of something else",
        "refuted",
        equation(p, 2 * y**2),
        ByDerivation(),
        derive=lambda: derive(Integral(2 * x, (x, 0, y))).integrate(),
    ),
    plant(
        "framework.not-a-number",
        "definition",
        "a measurement that is NaN",
        "error",
        equation(angle, 0),
        not_a_number,
    ),
    plant(
        "framework.endless",
        "identity",
        "symbolic work that never ends, in compiled code",
        "unknown",
        equation(x, x + 0 * y),
        Symbolic("proof", rewrite=endless),
        seconds=3.0,
    ),
)
