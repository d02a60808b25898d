"""Appendix B.2: the norm of a dormant neuron, the threshold c_i, and bounds on the jump time."""

from __future__ import annotations

from sympy import (
    Eq,
    Equivalent,
    Ge,
    Integral,
    Limit,
    Lt,
    Piecewise,
    Rational,
    digamma,
    exp,
    gamma,
    log,
    oo,
    sympify,
)

from theory.claim import Claim, equation
from theory.derivation import Derivation, derive
from theory.notation import S, U_star, alpha, c, d, eta, kappa, letter, n_0, n_t, tau
from theory.special import hyp2f1

S_jump = letter("S_jump", r"\mathcal{S}(\tau)", "accumulated utility at the jump", real=True)
c_i = letter("c_i", "c_{i}", "threshold of neuron i", positive=True)
expected = letter(
    "E_c", r"\mathbb{E}[c_{i}]", "expectation of the threshold over the initialisation", real=True
)
finite = letter(
    "finite",
    r"\mathbf{1}[\mathbb{E}[c_{i}]<\infty]",
    "1 where the expectation is finite, else 0",
    integer=True,
    nonnegative=True,
)
size_of = letter("x", "x", "norm on the way, an integration variable", positive=True)
epsilon = letter("epsilon", r"\epsilon", "kappa - 2", positive=True)

accumulated = letter(
    "S_alg",
    r"\mathcal{S}^{\mathrm{alg}}",
    "accumulated utility as Algorithm 1 counts it",
    real=True,
)


def threshold(norm, degree=kappa):
    """c_i of eq:jump-time-neuron: -log|theta| at kappa = 2, (|theta|^(2-kappa) - 1)/(kappa - 2)
    above.

    >>> from sympy import Rational
    >>> threshold(Rational(1, 2), 3)
    1
    """
    higher = -(norm ** (2 - degree) - 1) / (2 - degree)
    if degree == 2:
        return -log(norm)
    return (
        higher
        if getattr(degree, "is_number", True)
        else Piecewise((-log(norm), Eq(degree, 2)), (higher, True))
    )


def norm_after(accumulated_utility, rate, norm=n_0, degree=kappa):
    """|theta(t)| = |theta(0)| e^(eta S) at kappa = 2, else (|theta(0)|^(2-kappa) + (2-kappa) eta
    S)^(1/(2-kappa)) (eq:dormant-norm-sol).

    >>> from sympy import Rational
    >>> norm_after(1, 1, Rational(1, 2), 3)
    1
    """
    degree = sympify(degree)  # at 2 the second case is infinite, and not looked at
    return Piecewise(
        (norm * exp(rate * accumulated_utility), Eq(degree, 2)),
        (
            (norm ** (2 - degree) + (2 - degree) * rate * accumulated_utility)
            ** (1 / (2 - degree)),
            True,
        ),
    )


# --- Appendix B.2: norms, thresholds, jump times --------------------------------------------------
norm_solution = Claim(
    id="framework.norm-solution",
    title="The norm of a dormant neuron in terms of its accumulated utility",
    kind="ode-solution",
    label="eq:dormant-norm-sol",
    line=786,
    printed=equation(n_t, norm_after(S, 1)),
    corrected=equation(n_t, norm_after(S, eta)),
    given=(eta > 0, kappa >= 2, kappa <= 6, n_0 > 0, n_0 < 1, S >= 0, S < threshold(n_0) / eta),
    rests_on=("framework.dormant-norm",),
    severity="slip",
    erratum="The learning rate is missing: the norm grows at the rate eta kappa U, and S "
    "integrates kappa U alone.",
)


def _derive_threshold() -> Derivation:
    """dS = d|theta| / (eta |theta|^(kappa-1)), integrated from |theta(0)| to 1."""
    return (
        derive(
            Integral(size_of ** (1 - kappa), (size_of, n_0, 1)) / eta,
            norm_0=(Rational(1, 10), Rational(9, 10)),
        )
        .integrate(because="separate the radial dynamics: dS = d|theta| / (eta |theta|^(kappa-1))")
        .equals(threshold(n_0) / eta, because="collect")
    )


jump_threshold = Claim(
    id="framework.jump-threshold",
    title="The accumulated utility at which a neuron activates",
    kind="identity",
    label="eq:jump-time-neuron",
    line=196,
    printed=equation(S_jump, threshold(n_0) / eta),
    given=(eta > 0, kappa >= 2, kappa <= 6, n_0 > 0, n_0 < 1),
    rests_on=("framework.norm-solution",),
    derive=_derive_threshold,
    reading="S(tau) is the accumulated utility when the norm reaches 1; that this is where S "
    "passes c/eta for the first time is framework.first-crossing.",
)

jump_threshold_appendix = Claim(
    id="framework.jump-threshold-appendix",
    title="The same threshold as the appendix prints it",
    kind="identity",
    label="eq:jump-time-neuron-app",
    line=796,
    printed=equation(
        S_jump,
        Piecewise((-log(n_0), Eq(kappa, 2)), (-(n_0 ** (2 - kappa) - 1) / (2 - kappa), True)) / eta,
    ),
    given=(eta > 0, kappa >= 2, kappa <= 6, n_0 > 0, n_0 < 1),
    rests_on=("framework.norm-solution",),
)

first_crossing = Claim(
    id="framework.first-crossing",
    title="The accumulated utility exceeds the threshold exactly while the norm exceeds 1",
    kind="identity",
    label="eq:jump-time-neuron",
    line=191,
    printed=Equivalent(S > threshold(n_0) / eta, n_t > 1),
    given=(eta > 0, kappa >= 2, kappa <= 6, n_0 > 0, n_0 < 1),
    rests_on=("framework.norm-solution",),
    reading="At every time, whatever the course of the utility: so the infimum of the times with "
    "S > c/eta is that of the times with |theta| > 1, also where the utility changes its sign.",
)

threshold_continuity = Claim(
    id="framework.threshold-continuity",
    title="The threshold is continuous at kappa = 2",
    kind="limit",
    label="eq:jump-time-neuron-app",
    line=804,
    printed=equation(Limit(-(n_0 ** (-epsilon) - 1) / (-epsilon), epsilon, 0), -log(n_0)),
    given=(n_0 > 0, n_0 < 1),
    reading="kappa = 2 + epsilon with epsilon -> 0.",
)

algorithm_threshold = Claim(
    id="framework.algorithm-threshold",
    title="Algorithm 1 and the text activate a neuron at the same moment",
    kind="algorithm",
    label="alg:alternating-gradient-flows",
    line=227,
    printed=Equivalent(accumulated > c_i, S > c_i / eta),
    given=(eta > 0, c_i > 0),
    reading="Algorithm 1 integrates eta kappa U and goes on while it is at most c_i, the text "
    "integrates kappa U and jumps where it exceeds c_i/eta, for any course of the utility.",
)

jump_diverges = Claim(
    id="framework.jump-diverges",
    title="Without acceleration the jump time diverges as alpha -> 0",
    kind="limit",
    label="eq:jump-time-neuron",
    line=204,
    printed=equation(Limit(threshold(alpha) / (kappa * U_star), alpha, 0), oo),
    given=(kappa >= 2, kappa <= 6, U_star > 0),
    rests_on=("framework.jump-threshold",),
    reading="The earliest possible jump time at learning rate 1, |theta(0)| = alpha.",
)

accelerated_rate = Claim(
    id="framework.accelerated-rate",
    title="The accelerated learning rate is an expectation: is it finite?",
    kind="definition",
    label="eq:jump-time-neuron",
    line=205,
    printed=equation(finite, 1),
    corrected=Equivalent(equation(finite, 1), Lt(kappa, c + d + 2)),
    given=(kappa >= 2,),
    rests_on=("framework.jump-threshold",),
    severity="error",
    erratum="Near the origin |theta| has density |theta|^(c+d-1), so E|theta|^(2-kappa) is "
    "finite only for kappa < c + d + 2. "
    "A cubic activation with one input and one output (kappa = 4) already gives eta = infinity.",
    reading="[E c_i < oo] is 1 where the expectation over the paper's Gaussian initialisation is "
    "finite and 0 where not. The expectation is taken in polar coordinates: on a ray on which "
    "|a|^2 is the share u of |theta|^2 = r^2 the density is r^(c+d-1) exp(-(c u + d (1 - u)) "
    "r^2/alpha^2) up to a factor, and c_i is positive below r = 1 and negative above. Finite "
    "says that one number bounds the integrals of both parts on all rays of a cone, which may be "
    "all rays or those of one share: so for kappa < c + d + 2 one number serves for all rays, and "
    "for kappa >= c + d + 2 the integral diverges on every single one.",
)

expected_threshold = Claim(
    id="framework.expected-threshold",
    title="Closed form of the accelerated learning rate for kappa > 2",
    kind="identity",
    label="eq:jump-time-neuron",
    line=205,
    origin="ours",
    printed=equation(
        expected,
        (
            d ** ((kappa - 2) * Rational(1, 2))
            * alpha ** (2 - kappa)
            * gamma((c + d + 2 - kappa) * Rational(1, 2))
            / gamma((c + d) * Rational(1, 2))
            * hyp2f1(
                (kappa - 2) * Rational(1, 2),
                c * Rational(1, 2),
                (c + d) * Rational(1, 2),
                1 - d / c,
            )
            - 1
        )
        / (kappa - 2),
    ),
    given=(
        alpha > 0,
        alpha < 1,
        kappa >= 3,
        kappa <= 6,
        c >= 1,
        c <= 4,
        d >= 1,
        d <= 4,
        kappa < c + d + 2,
    ),
    rests_on=("framework.accelerated-rate",),
    reading="The mean over the paper's Gaussian initialisation, in the polar coordinates of "
    "framework.accelerated-rate: over |theta| on the ray of a share u of |a|^2 in |theta|^2, then "
    "over u. Gamma and Beta are Euler's integrals, and so is the hypergeometric function: 2F1(a, "
    "b; c; z) B(b, c - b) is that of v^(b-1) (1-v)^(c-b-1) (1 - z v)^(-a) over (0, 1), also at z "
    "<= -1 (d >= 2c), where the series diverges. Behind it: Q = 2c|a|^2/alpha^2 + "
    "2d|w|^2/alpha^2 is chi-squared with c + d degrees of freedom and independent of the "
    "Beta(c/2, d/2) share of its first part.",
)

expected_threshold_quadratic = Claim(
    id="framework.expected-threshold-quadratic",
    title="Closed form of the accelerated learning rate for kappa = 2, c = d",
    kind="identity",
    label="eq:jump-time-neuron",
    line=205,
    origin="ours",
    printed=equation(expected, -log(alpha) + (log(d) - digamma(d)) / 2),
    given=(alpha > 0, alpha < 1, d >= 1, d <= 6),
    rests_on=("framework.jump-threshold",),
    reading="The mean of a logarithm of a chi-squared number, in the same coordinates, for kappa "
    "= 2 and c = d. Gamma is Euler's integral and digamma is Gamma'/Gamma; that Gamma'(x) is the "
    "integral of log(t) t^(x-1) exp(-t) is shown, not taken for granted.",
)

jump_bound_quadratic = Claim(
    id="framework.jump-bound-quadratic",
    title="Lower bound on the jump time, kappa = 2",
    kind="inequality",
    label="eq:lower_jump_time",
    line=812,
    printed=Ge(tau, -log(n_0) / (2 * U_star), evaluate=False),
    corrected=Ge(tau, -log(n_0) / (2 * eta * U_star), evaluate=False),
    given=(eta > 0, U_star > 0, n_0 > 0, n_0 < 1),
    rests_on=("framework.jump-threshold",),
    severity="slip",
    erratum="The threshold is c_i/eta, so the bound is c_i/(2 eta U*); for eta > 1 an aligned "
    "neuron jumps earlier than printed.",
)

jump_bound_higher = Claim(
    id="framework.jump-bound-higher",
    title="Lower bound on the jump time, kappa > 2",
    kind="inequality",
    label="eq:lower_jump_time",
    line=813,
    printed=Ge(tau, -(n_0 ** (2 - kappa)) / (kappa * (2 - kappa) * U_star), evaluate=False),
    corrected=Ge(
        tau, -(n_0 ** (2 - kappa) - 1) / (kappa * (2 - kappa) * eta * U_star), evaluate=False
    ),
    given=(eta > 0, U_star > 0, n_0 > 0, n_0 < 1, kappa >= 3, kappa <= 6),
    rests_on=("framework.jump-threshold",),
    severity="slip",
    erratum="The learning rate and the -1 of the threshold are missing: even at eta = 1 an "
    "aligned neuron jumps earlier.",
)
