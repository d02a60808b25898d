"""What the letters of the framework stand for where it is proved: neurons of any activation, polar
coordinates, norms.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp
from sympy.core.function import AppliedUndef

from checks.framework.cases import Case, Unreadable
from checks.methods.certified import on_sides
from theory import framework as paper
from theory.notation import S, U_bar, U_star, alpha, c, d, eta, k, kappa, n, n_0, n_t, t, tau

j = sp.Symbol("j", integer=True, positive=True)  # kappa = 2 + j: the cases above two, all at once
slack, share = sp.symbols("slack share", nonnegative=True)
a, w, b, v, r, x, y = sp.symbols("a w b v r x y", real=True)
# coefficients of an activation; in this order a counterexample shrinks to a linear one
z_1, z_2, pull_1, pull_2 = sp.symbols("z_1 z_2 pull_1 pull_2", real=True)
cubic, quadratic, slope = sp.symbols("sigma_cubic sigma_quadratic sigma_slope", real=True)
# |a|^2 and |w|^2 at a moment, and their rates of change there
now_a_sq, now_w_sq = sp.symbols("a_sq w_sq", nonnegative=True)
rate_a_sq, rate_w_sq = sp.symbols("a_sq_rate w_sq_rate", real=True)


# --- gradients: one dormant and one other neuron on one data point; expectations only add such term
def sigma(z: sp.Expr) -> sp.Expr:
    """An activation through the origin, to third order with free coefficients."""
    return slope * z + quadratic * z**2 + cubic * z**3


def loss(output: sp.Expr) -> sp.Expr:
    """Half the squared residual."""
    return (y - output) ** 2 / 2


def gradient_at_saddle() -> dict:
    """Neuron (a, w) dormant, neuron (b, v) anywhere; both parts of the dormant gradient, in any
    combination.
    """
    whole = loss(a * sigma(w * x) + b * sigma(v * x))
    dormant = (share * sp.diff(whole, a) + slack * sp.diff(whole, w)).subs({a: 0, w: 0})
    return {
        paper.grad_dormant: dormant,
        paper.grad_active: sp.diff(whole, b).subs({a: 0, w: 0})
        + slack * sp.diff(whole, v).subs({a: 0, w: 0}),
        paper.grad_restricted: sp.diff(loss(b * sigma(v * x)), b)
        + slack * sp.diff(loss(b * sigma(v * x)), v),
    }


def neuron_at(parameter: str):
    """f_i as a function of one of its parameters, the other one fixed."""
    return (
        (lambda value: value * sigma(w * x))
        if parameter == "a"
        else (lambda value: a * sigma(value * x))
    )


def residual_definitions(parameter: str) -> dict:
    """Neuron i among others: minus the loss gradient, and the correlation with the residual."""
    f = neuron_at(parameter)
    others = b * sigma(v * x)
    return {
        paper.descent: -sp.diff(loss(f(paper.theta) + others), paper.theta),
        paper.correlation: lambda one, fixed: f(one) * (y - f(fixed) - others),
    }


def split_definitions(parameter: str) -> dict:
    """Neurons i and (b, v) dormant, a third contributes r_A = y - (active output) through y."""
    f = neuron_at(parameter)
    return {
        paper.descent: -sp.diff(loss(f(paper.theta) + b * sigma(v * x)), paper.theta),
        paper.active_correlation: lambda one: f(one) * y,
        paper.dormant_correlation: lambda one, fixed: f(one) * (f(fixed) + b * sigma(v * x)),
    }


def dormant_ratio() -> dict:
    """All dormant neurons scaled by lambda: dormant-dormant gradient over utility gradient, for
    degree k.
    """

    def ratio(scale: sp.Expr) -> sp.Expr:
        f = scale * a * (scale * w * x) ** k
        other = scale * b * (scale * v * x) ** k
        return (f + other) * sp.diff(f, a) / (sp.diff(f, a) * r)

    return {paper.dormant_term: ratio}


def leaving() -> dict:
    """The loss of a neuron at lambda (a, w) on two data points, from its definition."""
    scale = paper.lam

    def outputs(size: sp.Expr) -> list[sp.Expr]:
        return [size * a * (size * w * point) ** k for point in (x, b)]

    def mean(values: list[sp.Expr]) -> sp.Expr:
        return sum(values) / 2

    rest = (r, y)  # the residual of the others
    return {
        paper.loss_change: mean(
            [(one - f) ** 2 / 2 - one**2 / 2 for one, f in zip(rest, outputs(scale))]
        ),
        paper.U: mean([one * f for one, f in zip(rest, outputs(sp.Integer(1)))]),
        paper.mean_square: mean([f**2 for f in outputs(sp.Integer(1))]),
    }


# --- polar coordinates ----------------------------------------------------------------------------
def polar_definitions() -> dict:
    """theta' = eta grad U by the chain rule, in any dimension: theta_j(t) and N(t) = |theta|^2."""
    component, square = sp.Function("x")(t), sp.Function("N")(t)
    velocity = {component.diff(t): eta * paper.G_j, square.diff(t): 2 * eta * paper.inner}
    state = {component: paper.theta_j, square: n**2}
    return {
        paper.rate_bar_j: sp.diff(component / sp.sqrt(square), t).subs(velocity).subs(state),
        paper.rate_n: sp.diff(sp.sqrt(square), t).subs(velocity).subs(state),
    }


def homogeneous() -> dict:
    """The polar dynamics with grad U(theta) = |theta|^(kappa-1) grad U(direction) and Euler's
    theorem.
    """
    scaled = {
        paper.G_j: n ** (kappa - 1) * paper.Gbar_j,
        paper.theta_j: n * paper.bar_j,
        paper.inner: kappa * n**kappa * U_bar,
    }
    return {rate: value.subs(scaled) for rate, value in polar_definitions().items()}


def scaled_velocities() -> dict:
    """The velocities at theta and at lambda theta."""
    here = homogeneous()
    scaled = {paper.rate_bar_scaled: paper.rate_bar_j, paper.rate_n_scaled: paper.rate_n}
    return here | {name: here[rate].subs(n, paper.lam * n) for name, rate in scaled.items()}


def monomial() -> dict:
    """U = r a w^k with every letter computed from it: the smallest neuron, any degree."""
    a_, w_ = sp.symbols("a w", positive=True)
    size = sp.sqrt(a_**2 + w_**2)
    utility = r * a_ * w_**k
    slope = [sp.diff(utility, a_), sp.diff(utility, w_)]
    at_direction = [g / size**k for g in slope]
    normalised = utility / size ** (k + 1)
    rate = sum(sp.diff(normalised, q) * eta * g for q, g in zip((a_, w_), slope))
    return {
        kappa: k + 1,
        n: size,
        U_bar: normalised,
        paper.rate_U: rate,
        paper.gradient_norm: sp.sqrt(sum(g**2 for g in at_direction)),
    }


def leading_definitions(function, degree: int) -> dict:
    """U(lambda) = lambda a r sigma(lambda w x), and the coefficient of its first non-vanishing
    power.
    """

    def utility(scale: sp.Expr) -> sp.Expr:
        return scale * a * r * function(scale * w * x)

    return {
        paper.utility_of: utility,
        kappa: degree,
        paper.leading: (sp.diff(utility(paper.lam), paper.lam, degree) / sp.factorial(degree)).subs(
            paper.lam, 0
        ),
    }


# --- norms and thresholds -------------------------------------------------------------------------
def degrees() -> Iterator[dict]:
    """kappa = 1, kappa = 2 and kappa > 2: every order."""
    yield from ({kappa: sp.S.One}, {kappa: sp.S(2)}, {kappa: j + 2})


def accumulated_to(norm: sp.Expr, case: Case) -> sp.Expr:
    """S where the norm has grown from |theta(0)| to ``norm``: dS = d|theta|/(eta
    |theta|^(kappa-1)), integrated.
    """
    size = sp.Symbol("x", positive=True)
    power = sp.simplify((1 - kappa).subs(case))
    whole = sp.log(size) if power == -1 else size ** (power + 1) / (power + 1)
    return (whole.subs(size, norm) - whole.subs(size, n_0)) / eta


def grown_norms() -> Iterator[dict]:
    """S in terms of the norm that was reached."""
    yield from ({**case, S: accumulated_to(n_t, case)} for case in degrees())


def thresholds() -> Iterator[dict]:
    """S where the norm is 1."""
    yield from ({**case, paper.S_jump: accumulated_to(sp.S.One, case)} for case in degrees())


def bounded_by_maximum(degree) -> dict:
    """S(tau) = c/eta and S(tau) <= kappa U* tau: the difference is a slack that is not negative."""
    return {tau: (paper.threshold(n_0, degree) / eta + slack) / (degree * U_star)}


def aligned(degree):
    """The same without slack: a neuron whose utility is maximal from the start."""
    return lambda: {tau: bounded_by_maximum(degree)[tau].subs(slack, 0).subs(j, kappa - 2)}


def scaled_solution(statement: sp.Basic) -> sp.Basic:
    """theta(alpha, t) = m theta(q, s(t)): the right side solves theta' = F(theta), F of degree
    kappa - 1, from alpha theta_0.

    The two sides may stand either way round; of any other statement nothing is said.
    """
    sides: tuple[sp.Basic, ...] = statement.args if isinstance(statement, sp.Eq) else ()
    own = paper.solution(alpha, t)
    if own not in sides:
        raise Unreadable("judged only where one side is the solution from alpha theta_0 at time t")
    formula = sides[1] if sides[0] == own else sides[0]
    other = formula.atoms(AppliedUndef)
    solution = next(iter(other), own)
    factor = formula / solution
    if len(other) != 1 or solution.func != paper.solution or factor.has(paper.solution):
        raise Unreadable("judged only where the other side is a multiple of one solution")
    start, clock = solution.args
    return sp.And(
        sp.Eq(factor * sp.diff(clock, t), factor ** (kappa - 1), evaluate=False),
        sp.Eq(factor * start, alpha, evaluate=False),
        sp.Eq(clock.subs(t, 0), 0, evaluate=False),
        sp.Gt(factor, 0, evaluate=False),
        evaluate=False,
    )


conserved = {  # pull = <a, r_i> and z = w . x_i on two data points; sigma'(z) z by differentiation
    rate_a_sq: 2 * eta * (pull_1 * z_1**k + pull_2 * z_2**k),
    rate_w_sq: 2
    * eta
    * (pull_1 * sp.diff(z_1**k, z_1) * z_1 + pull_2 * sp.diff(z_2**k, z_2) * z_2),
}


def in_rates(statement: sp.Basic) -> sp.Basic:
    """d/dt of an expression in |a(t)|^2 and |w(t)|^2 by the chain rule, in the letters of their
    values and rates.
    """
    values = {paper.a_sq(t): now_a_sq, paper.w_sq(t): now_w_sq}

    def rate(derivative: sp.Derivative) -> sp.Expr:
        inner = derivative.expr.xreplace(values)
        if derivative.variables != (t,) or inner.atoms(AppliedUndef):
            raise Unreadable(f"{derivative}: only d/dt of |a(t)|^2 and |w(t)|^2 is measured")
        return (
            sp.diff(inner, now_a_sq) * rate_a_sq
            + sp.diff(inner, now_w_sq) * rate_w_sq
            + sp.diff(inner, t)
        )

    def rewritten(side: sp.Basic) -> sp.Basic:
        return side.replace(lambda e: isinstance(e, sp.Derivative), rate).xreplace(values)

    read = on_sides(statement, rewritten)
    if read.atoms(AppliedUndef) or t in read.free_symbols:
        raise Unreadable("judged only at one moment, whichever it is")
    return read


def balances() -> Iterator[dict]:
    """The norm and the conserved quantity in terms of |a|^2 and |w|^2, for every order."""
    for case in degrees():
        yield {
            **case,
            paper.theta_sq: paper.A_sq + paper.W_sq,
            paper.imbalance: (case[kappa] - 1) * paper.A_sq - paper.W_sq,
        }


no_inputs = {
    paper.theta_sq: paper.A_sq,
    paper.imbalance: (kappa - 1) * paper.A_sq,
    paper.A_now: paper.A_sq,
    paper.W_now: sp.Integer(0),
}
no_outputs = {
    paper.theta_sq: paper.W_sq,
    paper.imbalance: -paper.W_sq,
    paper.A_now: sp.Integer(0),
    paper.W_now: paper.W_sq,
}
any_layers = {
    paper.theta_sq: paper.A_sq + paper.W_sq,
    paper.imbalance: (kappa - 1) * paper.A_sq - paper.W_sq,
    paper.A_now: paper.A_sq,
    paper.W_now: paper.W_sq,
}


def with_own_rate(rate: sp.Expr) -> dict:
    """The velocity of the direction at a learning rate of the neuron's own."""
    velocity = homogeneous()[paper.rate_bar_j].subs(eta, rate)
    return {paper.eta_i: rate, paper.rate_bar_j: velocity}


def initial_moments() -> dict:
    """Mean squares of the two layers: one entry's second moment, integrated, times the entries."""
    spread = sp.Symbol("spread", positive=True)
    density = sp.exp(-(x**2) / (2 * spread**2)) / (sp.sqrt(2 * sp.pi) * spread)
    moment = sp.integrate(x**2 * density, (x, -sp.oo, sp.oo))
    return {
        mean: size * moment.subs(spread, alpha / sp.sqrt(2 * size))
        for mean, size in ((paper.mean_a_sq, c), (paper.mean_w_sq, d))
    }
