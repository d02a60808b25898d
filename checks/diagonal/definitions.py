"""What the letters stand for where the diagonal claims are proved: the flow of a single neuron.

u' = -eta g v and v' = -eta g u from (sqrt(2) alpha, 0), with S' = 2 U(theta/|theta|) along it. Its solution
(u, v) = sqrt(2) alpha (cosh G, sinh G) is itself checked against the equation (diagonal.dual-variable); the formulas of
the paper are then compared with what they describe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sympy as sp
from sympy import Abs, And, Eq, Max, acosh, atanh, cos, cosh, exp, log, sign, sin, sinh, sqrt, tanh

from theory import diagonal as paper
from theory.diagonal import (
    ACCELERATED,
    DISTANCE,
    S_0,
    U_0,
    S_later,
    agf_utility,
    agf_waiting,
    beta,
    delta,
    dU_du,
    dU_dv,
    dual,
    g,
    pm,
    rho,
    rho_later,
    s,
    s_later,
    sigma_later,
    tau_pf,
    u,
    u_cross,
    v,
    v_cross,
    waiting,
    x,
)
from theory.framework import S_jump, U, gradient_norm, rate_U, theta_sq
from theory.notation import U_bar, U_star, alpha, eta, t

p = sp.Symbol("p", positive=True)  # |g_i|
q = sp.Symbol("q", positive=True)  # |G_i|, or |s_i|
r = sp.Symbol("r", positive=True)  # |s_i| a time later
A = sp.Symbol("A", positive=True)  # the boundary arcosh(exp(2 eta))/(2 eta)
angle = sp.Symbol("phi", real=True)
HALF = sp.Rational(1, 2)
SIGNS = (1, -1)
Into = Callable[[sp.Basic], sp.Basic]


# --- the utility of one neuron ---------------------------------------------------------------------------------------
def one_sample() -> dict:
    """Utility and gradient of one sample: f_i = u v x_i times the residual, and d/dbeta_i of half its square.

    Both are averaged over the samples by the same sum, so the identity for one sample is the identity for all n, d.
    """
    target, entry, others, b = sp.symbols("y_j X_ij rest_j b_i", real=True)
    loss = (target - b * entry - others) ** 2 / 2
    return {U: u * v * entry * (target - beta * entry - others), g: sp.diff(loss, b).subs(b, beta)}


def on_circle(expr: sp.Expr) -> sp.Expr:
    return expr.xreplace({u: cos(angle), v: sin(angle)})


def critical_angles() -> list[sp.Expr]:
    """Every critical point of -u v on the circle."""
    return sorted(
        sp.solveset(sp.diff(on_circle(-u * v), angle), angle, sp.Interval.Ropen(0, 2 * sp.pi))
    )


def maximum() -> sp.Expr:
    """The largest critical value of -g u v on the circle, with |.| for the maximum of a value and its negative."""
    values = {-g * on_circle(u * v).subs(angle, at) for at in critical_angles()}
    return Max(*values).rewrite(Abs)


def local_maxima() -> Iterator[dict]:
    """u, v and g at every critical point with negative second derivative, for either sign of g."""
    for side in SIGNS:
        height = -side * p * on_circle(u * v)
        for at in critical_angles():
            if sp.diff(height, angle, 2).subs(angle, at).is_negative:
                yield {u: cos(at), v: sin(at), g: side * p}


def in_cases(cases: Callable[[], Iterator[dict]]) -> Into:
    """The statement in every case at once."""
    return lambda statement: And(
        *dict.fromkeys(statement.xreplace(case) for case in cases()), evaluate=False
    )


def utility_derivatives() -> dict:
    height = -u * v * g
    return {dU_du: sp.diff(height, u), dU_dv: sp.diff(height, v)}


def gradient_on_circle() -> dict:
    height = -u * v * g
    return {
        gradient_norm: sp.sqrt(on_circle(sp.diff(height, u) ** 2 + sp.diff(height, v) ** 2)),
        U_star: maximum(),
    }


def riccati_from_the_flow() -> dict:
    """d/dt of U(theta/|theta|) = -g u v/(u^2 + v^2) along u' = -eta g v, v' = -eta g u."""
    height = -g * u * v / (u**2 + v**2)
    return {
        rate_U: sp.diff(height, u) * (-eta * g * v) + sp.diff(height, v) * (-eta * g * u),
        U_bar: height,
        U_star: maximum(),
    }


# --- along the flow ----------------------------------------------------------------------------------------------------
def first_integral(statement: sp.Basic) -> sp.Basic:
    """left - right does not change along the flow, and vanishes at the start: then it vanishes always."""
    parts = []
    for part in statement.args if isinstance(statement, And) else (statement,):
        gap = (part.args[0] - part.args[1]).xreplace({theta_sq: u**2 + v**2})
        rate = (
            sp.diff(gap, u) * (-eta * g * v)
            + sp.diff(gap, v) * (-eta * g * u)
            + sp.diff(gap, S_0) * 2 * (-g * u * v / (u**2 + v**2))
        )
        start = gap.xreplace({u: sqrt(2) * alpha, v: sp.S.Zero, S_0: sp.S.Zero})
        parts += [Eq(rate, 0, evaluate=False), Eq(start, 0, evaluate=False)]
    return And(*parts, evaluate=False)


def logarithmic(statement: sp.Basic) -> sp.Basic:
    return first_integral(Eq(*(log(side) for side in statement.args), evaluate=False))


def orbit_cases() -> Iterator[dict]:
    """(u, v) = alpha (e + 1/e, +-(e - 1/e))/sqrt(2) with e = exp(G) >= 1 written 1 + q, so that signs are known."""
    e = 1 + q
    for side in SIGNS:
        first, second = alpha * (e + 1 / e) / sqrt(2), alpha * sp.factor(e - 1 / e) / sqrt(2)
        yield {u: first, v: side * second, theta_sq: sp.factor(first**2 + second**2)}


def on_the_orbit(statement: sp.Basic) -> sp.Basic:
    """The statement there; what stands under a root is factored, since it is a square."""

    def root(power: sp.Pow) -> sp.Expr:
        return sp.Pow(sp.factor(power.base), power.exp)

    return in_cases(orbit_cases)(statement).replace(
        lambda e: isinstance(e, sp.Pow) and e.exp == HALF and e.base.free_symbols, root
    )


def solves_the_flow(statement: sp.Basic) -> sp.Basic:
    """The stated u, v of G solve du/dG = v, dv/dG = u (that is u' = -eta g v at G' = -eta g); beta is their product."""
    stated = {part.args[0]: part.args[1] for part in statement.args}
    first, second = stated[u], stated[v]
    return And(
        Eq(sp.diff(first, dual), second, evaluate=False),
        Eq(sp.diff(second, dual), first, evaluate=False),
        Eq(first.subs(dual, 0), sqrt(2) * alpha, evaluate=False),
        Eq(second.subs(dual, 0), 0, evaluate=False),
        Eq(stated[beta], first * second, evaluate=False),
        evaluate=False,
    )


def crossing() -> dict:
    """The only point of u^2 - v^2 = 2 alpha^2, u > 0 with u v = 0."""
    a, b = sp.Symbol("a", positive=True), sp.Symbol("b", real=True)
    (found,) = sp.solve([a**2 - b**2 - 2 * alpha**2, a * b], [a, b], dict=True)
    return {u_cross: found[a], v_cross: found[b]}


def neuron(start: sp.Expr, force: sp.Expr) -> dict:
    """Every letter of a neuron whose dual variable was ``start`` at the last jump, under the gradient ``force``."""
    now = start - eta * force * t
    first, second = sqrt(2) * alpha * cosh(start), sqrt(2) * alpha * sinh(start)
    size = 2 * alpha**2 * cosh(2 * start)
    return {
        u: first,
        v: second,
        theta_sq: size,
        S_0: log(cosh(2 * start)) / (2 * eta),
        rho: sign(start),
        U_star: Abs(force) / 2,
        S_later: log(cosh(2 * now)) / (2 * eta),
        rho_later: sign(now),
        g: force,
        delta: atanh((-first * second * force / size) / (Abs(force) / 2)) if force != 0 else delta,
        pm: -sign(force) * sign(start) + (1 - Abs(sign(force) * sign(start))),
    }


def neuron_cases() -> Iterator[dict]:
    """Every sign of the dual variable and of the gradient, with arcosh(cosh(2q)) = 2q where the formula asks for it."""
    for side in SIGNS:
        for start in (q, -q, sp.S.Zero):
            yield {DISTANCE: 2 * Abs(start), **neuron(start, side * p)}


def neuron_cases_and_no_force() -> Iterator[dict]:
    yield from neuron_cases()
    yield from (
        {DISTANCE: 2 * Abs(start), **neuron(start, sp.S.Zero)} for start in (q, -q, sp.S.Zero)
    )


def later_sign(statement: sp.Basic) -> sp.Basic:
    """G runs from +-q or 0 to +-r or 0 in the time it takes, or stays where there is no force; arcosh(cosh(2q)) = 2q."""
    cases = []
    for start in (q, -q, sp.S.Zero):
        for end in (r, -r, sp.S.Zero):
            cases += [(start, end, side * p, (start - end) / (eta * side * p)) for side in SIGNS]
        cases.append((start, start, sp.S.Zero, t))
    parts = [
        statement.xreplace(
            {DISTANCE: 2 * Abs(start), **neuron(start, force), t: when, rho_later: sign(end)}
        ).replace(sign, lambda e: sign(sp.expand(e)))
        for start, end, force, when in cases
    ]
    return And(*parts, evaluate=False)


def any_neuron() -> dict:
    return neuron(dual, g)


def solves_riccati(statement: sp.Basic) -> sp.Basic:
    height = statement.args[1]
    return And(
        Eq(sp.diff(height, t), 4 * eta * (U_star**2 - height**2), evaluate=False),
        Eq(height.subs(t, 0), U_0, evaluate=False),
        evaluate=False,
    )


def integrates_utility(statement: sp.Basic) -> sp.Basic:
    """d/dt of the stated S is 2 U, and it starts at S_0."""
    stated = statement.args[1]
    return And(
        Eq(sp.diff(stated, t), 2 * U_star * tanh(delta + 4 * eta * U_star * t), evaluate=False),
        Eq(stated.subs(t, 0), S_0, evaluate=False),
        evaluate=False,
    )


def of_tanh(statement: sp.Basic) -> sp.Basic:
    """x = +-tanh(q) and 0: every x in (-1, 1), with 1 - tanh^2 = 1/cosh^2."""

    def simpler(case: sp.Basic) -> sp.Basic:
        return case.replace(lambda e: e == sqrt(1 - tanh(q) ** 2), lambda e: 1 / cosh(q))

    return And(
        *(simpler(statement.xreplace({x: value})) for value in (tanh(q), -tanh(q), sp.S.Zero)),
        evaluate=False,
    )


# --- jump times --------------------------------------------------------------------------------------------------------
def time_to_one() -> dict:
    """S = 1 where |2 G| = arcosh(exp(2 eta)): of the two times at which the moving G meets +- that, the later one."""
    edge, state = acosh(exp(2 * eta)), any_neuron()
    roots = [(2 * dual - side * edge) / (2 * eta * g) for side in SIGNS]
    return {waiting: Max(*roots), rho: state[rho], S_0: state[S_0], U_star: state[U_star]}


def reaches_one(statement: sp.Basic) -> sp.Basic:
    """Put the stated time into log cosh(2G - 2 eta g t)/(2 eta), with arcosh(exp(2 eta)) = 2 eta A: it must give 1."""
    parts = []
    for side in SIGNS:
        for start in (q, -q, sp.S.Zero):
            state = neuron(start, side * p)
            when = statement.args[1].xreplace(state)
            arrived = cosh(2 * start - 2 * eta * side * p * when).replace(acosh(cosh(2 * q)), 2 * q)
            parts.append(Eq(sp.simplify(arrived), exp(2 * eta), evaluate=False))
    return And(*parts, evaluate=False)


def at_the_jump() -> dict:
    found = time_to_one()
    now = dual - eta * g * found[waiting]
    return {u: sqrt(2) * alpha * cosh(now), v: sqrt(2) * alpha * sinh(now)}


def jump_cases() -> Iterator[dict]:
    """The same with arcosh(exp(2 eta)) = 2 eta A, where the later root is known for either sign of g."""
    for side in SIGNS:
        when = (dual + side * eta * A) / (eta * side * p)
        now = sp.expand(dual - eta * side * p * when)
        yield {u: sqrt(2) * alpha * cosh(now), v: sqrt(2) * alpha * sinh(now), g: side * p}


def threshold_of_one() -> dict:
    """The accumulated utility at which 2 alpha^2 exp(2 eta S) = 1."""
    size, rate = sp.Symbol("S", real=True), sp.Symbol("e", positive=True)
    (found,) = sp.solve(2 * alpha**2 * exp(2 * rate * size) - 1, size)
    return {S_jump: found.subs(rate, ACCELERATED)}


def smallest_positive_root() -> dict:
    """Of the roots of s - tau g = +-1 one is not positive while |s| <= 1; the other is the larger."""
    return {tau_pf: Max((s - 1) / g, (s + 1) / g)}


def root_cases() -> Iterator[dict]:
    yield {g: p, tau_pf: (s + 1) / p}
    yield {g: -p, tau_pf: (1 - s) / p}


def utility_at_scale() -> dict:
    """S of AGF where sigma = A s."""

    def at(scale: sp.Expr) -> sp.Expr:
        rate = ACCELERATED.xreplace({alpha: scale})
        return log(cosh(2 * rate * paper.jump_factor(scale) * s)) / (2 * rate)

    return {agf_utility: at}


def waiting_at_scale() -> dict:
    """The corollary's time at S = |s|, rho = sgn(s)."""

    def at(scale: sp.Expr) -> sp.Expr:
        return IN_ETA_WAITING.xreplace({eta: ACCELERATED.xreplace({alpha: scale})})

    return {agf_waiting: at}


def accelerated_limit(function: sp.Function, formula: sp.Expr) -> Into:
    """alpha -> 0 as eta -> oo, for every sign of s and g; ``formula`` is the function in terms of eta."""

    def turned(statement: sp.Basic) -> sp.Basic:
        inner = statement.replace(
            lambda e: isinstance(e, sp.Limit),
            lambda e: sp.Limit(e.args[0].replace(function, lambda scale: formula), eta, sp.oo),
        )
        cases = [{s: value, g: side * p} for value in (q, -q, sp.S.Zero) for side in SIGNS]
        return And(*dict.fromkeys(inner.xreplace(case) for case in cases), evaluate=False)

    return turned


IN_ETA_UTILITY = log(cosh(acosh(exp(2 * eta)) * s)) / (2 * eta)
IN_ETA_WAITING = paper.jump_time.formula.xreplace({S_0: Abs(s), rho: sign(s), U_star: Abs(g) / 2})


def one_step() -> dict:
    """The letters of one step from sigma = A s: the corollary's time, and S, rho after the time A tau (any tau > 0)."""
    tau = t
    before = {
        S_0: log(cosh(2 * eta * paper.boundary() * s)) / (2 * eta),
        rho: sign(s),
        U_star: Abs(g) / 2,
    }
    later = {**before, t: paper.boundary() * tau}
    S_after = paper.accumulated_utility.formula.xreplace(later)
    rho_after = paper.sign_recursion.formula.xreplace(later)
    return {
        waiting: paper.jump_time.formula.xreplace(before),
        **smallest_positive_root(),
        s_later: s - tau * g,
        sigma_later: rho_after * acosh(exp(2 * eta * S_after)) / (2 * eta),
    }


def one_step_cases() -> Iterator[dict]:
    """The same with every sign known: s = +-q, s' = +-r, g = +-p, and A for the boundary."""
    edge = {acosh(exp(2 * eta)): 2 * eta * A}
    for start in (q, -q, sp.S.Zero):
        for end in (r, -r):
            for side in SIGNS:
                before = {
                    S_0: log(cosh(2 * eta * A * start)) / (2 * eta),
                    rho: sign(start),
                    U_star: p / 2,
                    g: side * p,
                }
                duration = sp.cancel((start - end) / (side * p))
                root = (start + 1) / p if side > 0 else (1 - start) / p
                when = {t: A * duration}
                distance = DISTANCE.xreplace(before).replace(
                    acosh, lambda e: e.args[0] if e.func is cosh else acosh(e)
                )
                known = {DISTANCE: distance}
                S_after = paper.accumulated_utility.formula.xreplace(known).xreplace(
                    {**before, **when}
                )
                rho_after = sign(
                    sp.expand(
                        paper.sign_recursion.formula.args[0]
                        .xreplace(known)
                        .xreplace({**before, **when})
                    )
                )
                yield {
                    waiting: paper.jump_time.formula.xreplace(known).xreplace({**before, **edge}),
                    tau_pf: root,
                    s_later: end,
                    sigma_later: rho_after * acosh(exp(sp.expand(2 * eta * S_after))) / (2 * eta),
                    **edge,
                }


def through_the_relation() -> dict:
    """diagonal.exact-relation: t_AGF/t_PF = A(alpha) at every jump, and the coefficients are the same."""
    return {paper.t_ratio: sp.Limit(paper.jump_factor(), alpha, 0), paper.beta_gap: sp.S.Zero}
