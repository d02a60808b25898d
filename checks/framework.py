"""How the claims of Section 2 and Appendix B are checked.

Proofs use invariants (norm, inner products), so they hold in every dimension; what they are compared with comes
from the definition of a neuron (``neuron.py``), from an integrated flow, or from a quadrature.
"""
from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import sympy as sp

from theory import framework as fw
from theory.symbols import NOTATION, S, U_bar, U_star, alpha, eta, k, kappa, n, n_0, t, tau

from . import framework_flows as flows
from .certify import Certified
from .check import Check, Effort
from .converge import Limiting
from .neuron import CLOSER, DIGITS, REASON, TOLERANCE, Neuron, neurons, observations
from .property import Property
from .prove import ByDerivation, Symbolic

LETTERS = {symbol.name: symbol for symbol in NOTATION}
j = sp.Symbol("j", integer=True, positive=True)        # kappa = 2 + j: the cases above two, all at once
slack, share = sp.symbols("slack share", nonnegative=True)
a, w, b, v, r, x, y = sp.symbols("a w b v r x y", real=True)
# coefficients of an activation; in this order a counterexample shrinks to a linear one
cubic, quadratic, slope = sp.symbols("sigma_cubic sigma_quadratic sigma_slope", real=True)


def two_cases(statement: sp.Basic) -> sp.Basic:
    """kappa = 2 and kappa > 2 together are every kappa."""
    return sp.And(statement.subs(kappa, 2), statement.subs(kappa, j + 2), evaluate=False)


def from_neurons(name: str, **options) -> Property:
    """Measure the letters of a claim on random neurons, straight from the definition of the utility."""
    def observe(neuron: Neuron, effort: Effort, digits: int = DIGITS) -> Iterator[dict]:
        return observations(neuron, LETTERS, digits)

    return Property(name, neurons(), observe, TOLERANCE, REASON, examples=(20, 150, 1500),
                    confirm=lambda neuron, effort: observe(neuron, effort, CLOSER), **options)


# --- gradients: one dormant and one other neuron on one data point; expectations only add such terms -----------------
def sigma(z: sp.Expr) -> sp.Expr:
    """An activation through the origin, to third order with free coefficients."""
    return slope * z + quadratic * z**2 + cubic * z**3


def loss(output: sp.Expr) -> sp.Expr:
    return (y - output)**2 / 2


def gradient_at_saddle() -> dict:
    """Neuron (a, w) dormant, neuron (b, v) anywhere; both parts of the dormant gradient, in any combination."""
    whole = loss(a * sigma(w * x) + b * sigma(v * x))
    dormant = (share * sp.diff(whole, a) + slack * sp.diff(whole, w)).subs({a: 0, w: 0})
    return {fw.grad_dormant: dormant, fw.grad_active: sp.diff(whole, b).subs({a: 0, w: 0}) + slack * sp.diff(whole, v).subs({a: 0, w: 0}),
            fw.grad_restricted: sp.diff(loss(b * sigma(v * x)), b) + slack * sp.diff(loss(b * sigma(v * x)), v)}


def neuron_at(parameter: str):
    """f_i as a function of one of its parameters, the other one fixed."""
    return (lambda value: value * sigma(w * x)) if parameter == "a" else (lambda value: a * sigma(value * x))


def residual_definitions(parameter: str) -> dict:
    f = neuron_at(parameter)
    others = b * sigma(v * x)
    return {fw.descent: -sp.diff(loss(f(fw.theta) + others), fw.theta),
            fw.correlation: lambda one, fixed: f(one) * (y - f(fixed) - others)}


def split_definitions(parameter: str) -> dict:
    """Neuron i and neuron (b, v) dormant, a third contributes r_A = y - (active output) through y."""
    f = neuron_at(parameter)
    return {fw.descent: -sp.diff(loss(f(fw.theta) + b * sigma(v * x)), fw.theta),
            fw.active_correlation: lambda one: f(one) * y,
            fw.dormant_correlation: lambda one, fixed: f(one) * (f(fixed) + b * sigma(v * x))}


def gradient_check(definitions) -> list[Check]:
    # The copy of the parameter that is held fixed is set equal to the parameter after differentiating.
    return [Symbolic(f"from the squared loss, gradient in {parameter}", partial(definitions, parameter), then=((fw.phi, fw.theta),))
            for parameter in ("a", "w")]


def dormant_ratio() -> dict:
    """All dormant neurons scaled by lambda: dormant-dormant gradient over utility gradient, for degree k."""
    def ratio(scale: sp.Expr) -> sp.Expr:
        f = scale * a * (scale * w * x)**k
        other = scale * b * (scale * v * x)**k
        return (f + other) * sp.diff(f, a) / (sp.diff(f, a) * r)

    return {fw.dormant_term: ratio}


# --- polar coordinates --------------------------------------------------------------------------------------------------
def polar_definitions() -> dict:
    """theta' = eta grad U, by the chain rule, in any dimension: theta_j(t) and N(t) = |theta(t)|^2."""
    component, square = sp.Function("x")(t), sp.Function("N")(t)
    velocity = {component.diff(t): eta * fw.G_j, square.diff(t): 2 * eta * fw.inner}
    state = {component: fw.theta_j, square: n**2}
    return {fw.rate_bar_j: sp.diff(component / sp.sqrt(square), t).subs(velocity).subs(state),
            fw.rate_n: sp.diff(sp.sqrt(square), t).subs(velocity).subs(state)}


def homogeneous() -> dict:
    """The polar dynamics with grad U(theta) = |theta|^(kappa-1) grad U(direction) and Euler's theorem."""
    scaled = {fw.G_j: n**(kappa - 1) * fw.Gbar_j, fw.theta_j: n * fw.bar_j, fw.inner: kappa * n**kappa * U_bar}
    return {rate: value.subs(scaled) for rate, value in polar_definitions().items()}


def scaled_velocities() -> dict:
    at = homogeneous()
    scaled = {fw.rate_bar_scaled: fw.rate_bar_j, fw.rate_n_scaled: fw.rate_n}
    return at | {name: at[rate].subs(n, fw.lam * n) for name, rate in scaled.items()}


def monomial() -> dict:
    """U = r a w^k with every letter computed from it: the smallest neuron, any degree."""
    a_, w_ = sp.symbols("a w", positive=True)
    size = sp.sqrt(a_**2 + w_**2)
    utility = r * a_ * w_**k
    slope = [sp.diff(utility, a_), sp.diff(utility, w_)]
    at_direction = [g / size**k for g in slope]
    normalised = utility / size**(k + 1)
    rate = sum(sp.diff(normalised, q) * eta * g for q, g in zip((a_, w_), slope))
    return {kappa: k + 1, n: size, U_bar: normalised, fw.rate_U: rate,
            fw.gradient_norm: sp.sqrt(sum(g**2 for g in at_direction))}


def leading_definitions(function, degree: int) -> dict:
    """U(lambda) = lambda a r sigma(lambda w x), and the coefficient of its first non-vanishing power."""
    def utility(scale: sp.Expr) -> sp.Expr:
        return scale * a * r * function(scale * w * x)

    return {fw.utility_of: utility, kappa: degree,
            fw.leading: (sp.diff(utility(fw.lam), fw.lam, degree) / sp.factorial(degree)).subs(fw.lam, 0)}


# --- norms and thresholds ---------------------------------------------------------------------------------------------------
def solves_norm_equation(statement: sp.Basic) -> sp.Basic:
    """|theta| as a function of S: d|theta|/dS = eta |theta|^(kappa-1), from |theta(0)|."""
    formula = statement.args[1]
    return sp.And(sp.Eq(sp.diff(formula, S), eta * formula**(kappa - 1), evaluate=False),
                  sp.Eq(formula.subs(S, 0), n_0, evaluate=False), evaluate=False)


def reaches_one(statement: sp.Basic) -> sp.Basic:
    """At the stated accumulated utility the norm, as the flow gives it, is 1."""
    return sp.Eq(fw.norm_after(statement.args[1], eta), 1, evaluate=False)


def bounded_by_maximum(degree) -> dict:
    """S(tau) = c/eta and S(tau) <= kappa U* tau: the difference is a slack that is not negative."""
    return {tau: (fw.threshold(n_0, degree) / eta + slack) / (degree * U_star)}


def aligned(degree):
    """The same without slack: a neuron whose utility is maximal from the start."""
    return lambda: {tau: bounded_by_maximum(degree)[tau].subs(slack, 0).subs(j, kappa - 2)}


def scaled_solution(statement: sp.Basic) -> sp.Basic:
    """m theta(q, s(t)) solves theta' = F(theta) with F of degree kappa - 1, and starts at alpha theta_0."""
    formula = statement.args[1]
    (solution,) = formula.atoms(sp.core.function.AppliedUndef)
    start, clock = solution.args
    factor = formula / solution
    return sp.And(sp.Eq(factor * sp.diff(clock, t), factor**(kappa - 1), evaluate=False),
                  sp.Eq(factor * start, alpha, evaluate=False), sp.Eq(clock.subs(t, 0), 0, evaluate=False), evaluate=False)


conserved = {  # <a, r_i> and w . x_i on two data points; sigma'(z) z by differentiation
    fw.a_sq: lambda time: 2 * eta * (b * a**k + v * w**k) * time,
    fw.w_sq: lambda time: 2 * eta * (b * sp.diff(a**k, a) * a + v * sp.diff(w**k, w) * w) * time,
}
balance = {fw.theta_sq: fw.A_sq + fw.W_sq, fw.imbalance: (kappa - 1) * fw.A_sq - fw.W_sq}
no_inputs = {fw.theta_sq: fw.A_sq, fw.imbalance: (kappa - 1) * fw.A_sq}
no_outputs = {fw.theta_sq: fw.W_sq, fw.imbalance: -fw.W_sq}


def higher(statement: sp.Basic) -> sp.Basic:
    return statement.subs(kappa, j + 2)


def proved_limit(cases=lambda statement: statement, examples: int = 4) -> list[Check]:
    """A limit by computer algebra for all parameters, and the formula followed numerically to the limit."""
    return [Limiting("the formula followed to its limit"), Symbolic("limit by computer algebra, for all parameters", cases=cases, examples=examples)]


def positive_degree(statement: sp.Basic) -> sp.Basic:
    return statement.subs(kappa, j + 1)


CHECKS: dict[str, list[Check]] = {
    "framework.time-rescaling": [flows.time_rescaling],
    "framework.critical-points": [
        Symbolic("the gradient at a dormant neuron, any activation to third order", gradient_at_saddle), flows.saddle_gradients],
    "framework.projection-size": [flows.parameter_count],
    "framework.leading-order": [flows.lowest_order, flows.lowest_order_attained],
    "framework.residual-gradient": gradient_check(residual_definitions),
    "framework.gradient-split": gradient_check(split_definitions),
    "framework.dormant-negligible": [
        Symbolic("ratio of the two terms for a neuron of degree k", dormant_ratio, given=(k <= 4, sp.Ne(r, 0))),
        Limiting("ratio of the two terms, followed to lambda = 0", dormant_ratio, given=(k <= 4, sp.Ne(r, 0), sp.Ne(w, 0), sp.Ne(x, 0)))],
    "framework.polar-direction": [Symbolic("chain rule in any dimension", polar_definitions), from_neurons("finite differences on neurons")],
    "framework.polar-norm": [Symbolic("chain rule in any dimension", polar_definitions), from_neurons("finite differences on neurons")],
    "framework.homogeneity": [
        Symbolic("scaling a neuron on two data points", {
            fw.U: a * r * w**k + a * y * v**k, fw.U_scaled: fw.lam * a * (r * (fw.lam * w)**k + y * (fw.lam * v)**k)}),
        flows.scaled_utility],
    "framework.dormant-direction": [
        Symbolic("Euler's theorem in the polar dynamics, any dimension", homogeneous), from_neurons("finite differences on neurons")],
    "framework.dormant-norm": [
        Symbolic("Euler's theorem in the polar dynamics, any dimension", homogeneous), from_neurons("finite differences on neurons")],
    "framework.dynamics-scale": [
        Symbolic("the dormant dynamics at lambda |theta|", scaled_velocities), flows.velocities_at_two_scales],
    "framework.leading-dynamics": [
        Limiting(f"{name}: the first power is {degree}", partial(leading_definitions, function, degree),
                 given=tuple(sp.Ne(s, 0) for s in (a, r, w, x)))
        for name, function, degree in (("tanh", sp.tanh, 2), ("1 - cos", lambda z: 1 - sp.cos(z), 3),
                                       ("exp(z) - 1 - z", lambda z: sp.exp(z) - 1 - z, 3), ("z - sin", lambda z: z - sp.sin(z), 4))],
    "framework.riccati": [
        ByDerivation(), Symbolic("U = r a w^k, every letter computed from it", monomial), from_neurons("finite differences on neurons")],
    "framework.riccati-norm-free": [Certified("derivative of the right-hand side in the norm", {
        fw.rate_in_norm: sp.diff(eta * kappa**2 * n**(kappa - 2) * (fw.gradient_norm**2 / kappa**2 - U_bar**2), n)})],
    "framework.norm-solution": [
        flows.integrated_norm, Symbolic("solves d|theta|/dS = eta |theta|^(kappa-1)", into=solves_norm_equation, cases=two_cases)],
    "framework.jump-threshold": [ByDerivation(cases=two_cases), Symbolic("the norm there is 1", into=reaches_one, cases=two_cases), flows.integrated_threshold],
    "framework.jump-threshold-appendix": [Symbolic("the norm there is 1", into=reaches_one, cases=two_cases), flows.integrated_threshold],
    "framework.threshold-continuity": proved_limit(),
    "framework.algorithm-threshold": [Symbolic("both integrals of a utility q + s t", {
        fw.accumulated: eta * kappa * sp.Integral(U_bar + share * t, (t, 0, tau)), S: kappa * sp.Integral(U_bar + share * t, (t, 0, tau))})],
    "framework.jump-diverges": proved_limit(two_cases, examples=0),  # an infinite limit has no samples
    "framework.accelerated-rate": [flows.finite_expectation],
    "framework.expected-threshold": [flows.expectation_by_quadrature],
    "framework.expected-threshold-quadratic": [flows.expectation_by_quadrature_quadratic],
    "framework.jump-bound-quadratic": [
        Symbolic("S <= 2 U* t", partial(bounded_by_maximum, 2)),
        *(Certified(f"{words} by an aligned neuron", aligned(2), sharp=sharp) for words, sharp in (("kept", False), ("attained", True))),
        flows.integrated_jump_quadratic],
    "framework.jump-bound-higher": [
        Symbolic("S <= kappa U* t", lambda: {tau: bounded_by_maximum(j + 2)[tau].subs(j, kappa - 2)}),
        *(Certified(f"{words} by an aligned neuron", aligned(j + 2), sharp=sharp) for words, sharp in (("kept", False), ("attained", True))),
        flows.integrated_jump_higher],
    "framework.conserved-quantity": [
        Symbolic("both norms under gradient flow, two data points", conserved, given=(sp.Ne(a, 0), sp.Ne(w, 0))), flows.conserved_on_networks],
    "framework.norm-lower-bound": [
        Symbolic("|a|^2 and |w|^2 not negative", balance, cases=positive_degree),
        Certified("attained at w = 0", no_inputs, sharp=True), Certified("attained at a = 0", no_outputs, sharp=True)],
    "framework.norm-bound-attained": [
        Certified("at w = 0", no_inputs, given=(fw.A_sq >= 0,)), Certified("at a = 0", no_outputs, given=(fw.W_sq >= 0,))],
    "framework.vanishing-imbalance": proved_limit(),
    "framework.return-utility": [flows.returned_neuron],
    "framework.scaling-symmetry": [
        flows.scaled_flow, Symbolic("a field of degree kappa - 1 and the initial value", into=scaled_solution)],
    "framework.alignment-correspondence": [flows.corresponding_directions],
    "framework.threshold-asymptotics-quadratic": proved_limit(),
    "framework.threshold-asymptotics-higher": proved_limit(higher),
    "framework.alignment-speed": proved_limit(higher),
    "framework.alignment-limit-quadratic": proved_limit(examples=1),
    "framework.alignment-limit-higher": proved_limit(higher),
    "framework.instantaneous-alignment": [flows.alignment],
    "framework.adaptive-rate": [Symbolic("what the rate is for", {fw.eta_i: sp.exp(sp.log(eta) - (kappa - 2) * sp.log(n))})],
    "framework.adaptive-dynamics": [Symbolic("the dormant dynamics at the adaptive rate", lambda: {
        rate: value.subs(eta, n**(2 - kappa) * eta) for rate, value in homogeneous().items()}), flows.adaptive_velocities],
    "framework.termination": [flows.at_termination],
}
