"""What the letters stand for where the diagonal claims are proved: the flow of a single neuron.

u' = -eta g v and v' = -eta g u from (sqrt(2) alpha, 0), with S' = 2 U(theta/|theta|) along it. Its
solution (u, v) = sqrt(2) alpha (cosh G, sinh G) is itself checked against the equation
(diagonal.dual-variable); the formulas of the paper are then compared with what they describe.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp
from sympy import Abs, Max, atanh, cos, cosh, log, sign, sin, sinh, sqrt, tanh

from theory.diagonal import (
    DISTANCE,
    S_0,
    U_0,
    S_later,
    U_later,
    beta,
    delta,
    dU_du,
    dU_dv,
    dual,
    g,
    pm,
    rho,
    rho_later,
    u,
    u_cross,
    v,
    v_cross,
    x,
)
from theory.framework import U, gradient_norm, rate_U, theta_sq
from theory.notation import U_bar, U_star, alpha, eta, t

p = sp.Symbol("p", positive=True)  # |g_i|
q = sp.Symbol("q", positive=True)  # |G_i|, or |s_i|
r = sp.Symbol("r", positive=True)  # |G_i| a time later, or |s_i|
angle = sp.Symbol("phi", real=True)
HALF = sp.Rational(1, 2)
SIGNS = (1, -1)
STARTS = (q, -q, sp.S.Zero)
FORCES = (p, -p, sp.S.Zero)
FREE = frozenset((alpha, eta, t))  # scale, rate and time, which may have any value


# --- the utility of one neuron --------------------------------------------------------------------
def one_sample() -> dict:
    """Utility and gradient of one sample: f_i = u v x_i times the residual, and d/dbeta_i of half
    its square.

    Both are averaged over the samples by the same sum, and u, v, g take every value with one sample
    already: what holds of U, u, v, g for one sample holds for all n and d.
    """
    target, entry, others, b = sp.symbols("y_j X_ij rest_j b_i", real=True)
    loss = (target - b * entry - others) ** 2 / 2
    return {U: u * v * entry * (target - beta * entry - others), g: sp.diff(loss, b).subs(b, beta)}


def on_circle(expr: sp.Expr) -> sp.Expr:
    """At (u, v) = (cos phi, sin phi)."""
    return expr.xreplace({u: cos(angle), v: sin(angle)})


def critical_angles() -> list[sp.Expr]:
    """Every critical point of -u v on the circle."""
    return sorted(
        sp.solveset(sp.diff(on_circle(-u * v), angle), angle, sp.Interval.Ropen(0, 2 * sp.pi))
    )


def maximum() -> sp.Expr:
    """The largest critical value of -g u v on the circle, with |.| for the maximum of a value and
    its negative.
    """
    values = {-g * on_circle(u * v).subs(angle, critical) for critical in critical_angles()}
    return Max(*values).rewrite(Abs)


def local_maxima() -> Iterator[dict]:
    """u, v and g at every critical point with negative second derivative; without a force,
    everywhere.
    """
    for side in SIGNS:
        height = -side * p * on_circle(u * v)
        for critical in critical_angles():
            if sp.diff(height, angle, 2).subs(angle, critical).is_negative:
                yield {u: cos(critical), v: sin(critical), g: side * p}
    yield {u: cos(angle), v: sin(angle), g: sp.S.Zero}


def utility_derivatives() -> dict:
    """Both partial derivatives of -u v g."""
    height = -u * v * g
    return {dU_du: sp.diff(height, u), dU_dv: sp.diff(height, v)}


def gradient_on_circle() -> dict:
    """|grad U| and the maximum of U on the circle."""
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


# --- along the flow -------------------------------------------------------------------------------
def flow_in_dual() -> dict:
    """du/dG = v, dv/dG = u from (sqrt(2) alpha, 0), by the exponential of the matrix; beta is their
    product.
    """
    first, second = (sp.Matrix([[0, 1], [1, 0]]) * dual).exp() * sp.Matrix([sqrt(2) * alpha, 0])
    first, second = sp.expand(first), sp.expand(second)
    return {u: first, v: second, beta: sp.expand(first * second)}


def orbit_cases() -> Iterator[dict]:
    """(u, v) = alpha (e + 1/e, +-(e - 1/e))/sqrt(2) with e = exp(|G|) written 1 + q, or 1, so that
    signs are known.
    """
    for e, side in ((1 + q, 1), (1 + q, -1), (sp.S.One, 0)):
        first, second = alpha * (e + 1 / e) / sqrt(2), alpha * sp.factor(e - 1 / e) / sqrt(2)
        size = sp.factor(first**2 + second**2)
        yield {
            u: first,
            v: side * second,
            beta: side * first * second,
            rho: sp.Integer(side),
            theta_sq: size,
            S_0: log(sp.cancel(size / (2 * alpha**2))) / (2 * eta),
            dual: side * log(e),
        }


def roots_of_squares(side: sp.Expr) -> sp.Expr:
    """What stands under a root is factored, since it is a square on the orbit."""

    def root(power: sp.Pow) -> sp.Expr:
        return sp.Pow(sp.factor(power.base), power.exp)

    return side.replace(
        lambda e: isinstance(e, sp.Pow) and e.exp == HALF and e.base.free_symbols, root
    )


def crossing() -> dict:
    """The only point of u^2 - v^2 = 2 alpha^2, u > 0 with u v = 0."""
    a, b = sp.Symbol("a", positive=True), sp.Symbol("b", real=True)
    (point,) = sp.solve([a**2 - b**2 - 2 * alpha**2, a * b], [a, b], dict=True)
    return {u_cross: point[a], v_cross: point[b]}


def neuron(start: sp.Expr, force: sp.Expr) -> dict:
    """Every letter of a neuron whose dual variable was ``start`` at the last jump, under the
    gradient ``force``.
    """
    now = start - eta * force * t
    first, second = sqrt(2) * alpha * cosh(start), sqrt(2) * alpha * sinh(start)
    size = 2 * alpha**2 * cosh(2 * start)
    turn = sign(force) * sign(start)
    moving = (
        {} if force == 0 else {delta: atanh((-first * second * force / size) / (Abs(force) / 2))}
    )
    return moving | {
        u: first,
        v: second,
        beta: first * second,
        dual: start,
        theta_sq: size,
        S_0: log(cosh(2 * start)) / (2 * eta),
        rho: sign(start),
        U_star: Abs(force) / 2,
        U_0: -force * tanh(2 * start) / 2,
        U_later: -force * tanh(2 * now) / 2,
        S_later: log(cosh(2 * now)) / (2 * eta),
        rho_later: sign(now),
        g: force,
        pm: -turn + (1 - Abs(turn)),
    }


def any_neuron() -> dict:
    """The letters of a neuron in terms of its G, g, alpha, eta and t."""
    return neuron(dual, g)


def neuron_cases() -> Iterator[dict]:
    """Every sign of the dual variable and of the gradient, with arcosh(cosh(2q)) = 2q where the
    formula asks for it.
    """
    for force in FORCES:
        for start in STARTS:
            letters = {DISTANCE: 2 * Abs(start), **neuron(start, force)}
            yield letters
            if force == 0 or start == 0:  # then the sign may be either
                yield letters | {pm: sp.S.NegativeOne}


def in_angles() -> Iterator[dict]:
    """Either sign of the gradient and any dual variable: delta = artanh(U_0/U*) is -+2 G."""
    for side in SIGNS:
        letters = neuron(dual, side * p)
        del letters[dual]
        yield letters | {delta: atanh(letters[U_0] / letters[U_star])}


def logs_of_angles(side: sp.Expr) -> sp.Expr:
    """artanh(tanh(y)) = y, and the logarithm of a quotient of positive numbers as a difference."""
    undone = side.replace(
        lambda e: isinstance(e, atanh) and isinstance(e.args[0], tanh), lambda e: e.args[0].args[0]
    )
    return sp.expand_log(undone)


def passing_cases() -> Iterator[dict]:
    """G runs from +-q or 0 to +-r or 0 in the time it takes, or stays where there is no force."""
    for start in STARTS:
        for force in FORCES[:2]:
            for end in (r, -r, sp.S.Zero):
                when = {t: (start - end) / (eta * force), rho_later: sign(end)}
                yield {DISTANCE: 2 * Abs(start), **neuron(start, force), **when}
        yield {DISTANCE: 2 * Abs(start), **neuron(start, sp.S.Zero)}


def expanded_signs(side: sp.Expr) -> sp.Expr:
    """sign(e) with e multiplied out, so that what cancels is gone."""
    return side.replace(sign, lambda e: sign(sp.expand(e)))


def tanh_cases() -> Iterator[dict]:
    """x = +-tanh(q) and 0: every x in (-1, 1); beyond, +-(1 + q) and +-1."""
    yield from ({x: value} for value in (tanh(q), -tanh(q), sp.S.Zero))
    yield from ({x: value} for value in (1 + q, -1 - q, sp.S.One, sp.S.NegativeOne))


def one_less_square(side: sp.Expr) -> sp.Expr:
    """1 - tanh^2 = 1/cosh^2 under a root."""
    return side.replace(lambda e: e == sqrt(1 - tanh(q) ** 2), lambda e: 1 / cosh(q))
