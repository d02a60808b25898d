"""What the letters of a jump stand for: the time at which S = 1, one step of either process, and
the limit alpha -> 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sympy as sp
from sympy import Abs, Max, Min, acosh, cosh, exp, log, sign, sinh, sqrt

from checks.diagonal.orbit import FORCES, SIGNS, STARTS, any_neuron, neuron, p, r
from checks.framework.cases import Unreadable
from checks.methods.certified import on_sides
from theory import diagonal as paper
from theory.diagonal import (
    ACCELERATED,
    DISTANCE,
    S_0,
    agf_utility,
    agf_waiting,
    arcosh_exp,
    dual,
    g,
    plain_factor,
    ratio_at,
    rho,
    s,
    s_later,
    sigma_later,
    tau_pf,
    u,
    v,
    waiting,
)
from theory.framework import S_jump
from theory.notation import U_star, alpha, eta, t

FROM_ABOVE = sp.Symbol("+")  # how SymPy writes the direction of a limit
EDGE = acosh(exp(2 * eta))  # |2 G| where S = 1
B = sp.Symbol("B", positive=True)  # the same as a letter, ...
EDGE_IS = {eta: log(cosh(B)) / 2}  # ... which every eta > 0 has


# --- when S = 1 -----------------------------------------------------------------------------------
def time_to_one() -> dict:
    """S = 1 where |2 G| = arcosh(exp(2 eta)): of the two times at which the moving G meets +- that,
    the later one.
    """
    state = any_neuron()
    roots = [(2 * dual - side * EDGE) / (2 * eta * g) for side in SIGNS]
    return {waiting: Max(*roots), rho: state[rho], S_0: state[S_0], U_star: state[U_star]}


def waiting_cases() -> Iterator[dict]:
    """The same with the edge as a letter: under the gradient +-p it is where 2 G = -+B."""
    for side in SIGNS:
        for start in STARTS:
            state = {DISTANCE: 2 * Abs(start), EDGE: B, **neuron(start, side * p)}
            yield {letter: state[letter] for letter in (DISTANCE, EDGE, S_0, rho, U_star, g)} | {
                waiting: sp.cancel((2 * start + side * B) / (2 * eta * side * p))
            }


def at_the_jump() -> dict:
    """(u, v) at the moment where S = 1."""
    now = dual - eta * g * time_to_one()[waiting]
    return {u: sqrt(2) * alpha * cosh(now), v: sqrt(2) * alpha * sinh(now)}


def jump_cases() -> Iterator[dict]:
    """The same for either sign of g: 2 G = -+B there, wherever it started."""
    for side in SIGNS:
        now = -side * B / 2
        yield {
            EDGE: B,
            u: sqrt(2) * alpha * cosh(now),
            v: sqrt(2) * alpha * sinh(now),
            g: side * p,
        }


def threshold_of_one() -> dict:
    """The accumulated utility at which 2 alpha^2 exp(2 eta S) = 1."""
    size, rate = sp.Symbol("S", real=True), sp.Symbol("e", positive=True)
    (reached,) = sp.solve(2 * alpha**2 * exp(2 * rate * size) - 1, size)
    return {S_jump: reached.subs(rate, ACCELERATED)}


def smallest_positive_root() -> dict:
    """Of the roots of s - tau g = +-1 the smaller where both are positive, else the one that is."""
    roots = (s - 1) / g, (s + 1) / g
    low, high = Min(*roots), Max(*roots)
    return {tau_pf: sp.Piecewise((low, low > 0), (high, high > 0))}


def root_cases() -> Iterator[dict]:
    """The positive root for either sign of g, for |s| <= 1 off the outward boundary."""
    yield {g: p, tau_pf: (s + 1) / p}
    yield {g: -p, tau_pf: (1 - s) / p}


# --- alpha -> 0 -----------------------------------------------------------------------------------
def utility_at_scale() -> dict:
    """S of AGF where sigma = A s."""

    def utility(scale: sp.Expr) -> sp.Expr:
        rate = ACCELERATED.xreplace({alpha: scale})
        return log(cosh(2 * rate * paper.jump_factor(scale) * s)) / (2 * rate)

    return {agf_utility: utility}


def waiting_at_scale() -> dict:
    """The corollary's time at S = |s|, rho = sgn(s)."""

    def time(scale: sp.Expr) -> sp.Expr:
        return IN_ETA_WAITING.xreplace({eta: ACCELERATED.xreplace({alpha: scale})})

    return {agf_waiting: time}


def ratio_of_rates() -> dict:
    """log(alpha)/log(sqrt(2) alpha)."""
    return {ratio_at: lambda scale: log(scale) / log(sqrt(2) * scale)}


def arcosh_of_exp() -> dict:
    """arcosh(exp(x))."""
    return {arcosh_exp: lambda number: acosh(exp(number))}


def factor_in_plain_time() -> dict:
    """A eta with A = arcosh(1/(2 alpha^2))/(2 eta)."""
    return {
        plain_factor: lambda scale: paper.jump_factor(scale) * ACCELERATED.xreplace({alpha: scale})
    }


def accelerated(function: sp.Function, formula: sp.Expr) -> Callable[[sp.Basic], sp.Basic]:
    """alpha -> 0 as eta -> oo with alpha = exp(-eta)/sqrt(2); ``formula`` is the function in terms
    of eta.
    """

    def value(scale: sp.Expr) -> sp.Expr:
        if scale != alpha:
            raise Unreadable(f"the function at {scale}: only its limit as alpha -> 0 is judged")
        return formula

    def turned(limit: sp.Limit) -> sp.Limit:
        inner, letter, point, direction = limit.args
        if letter != alpha or point != 0 or direction != FROM_ABOVE:
            raise Unreadable(f"{limit}: only alpha -> 0 from above is judged")
        inner = inner.replace(function, value).xreplace({alpha: exp(-eta) / sqrt(2)})
        return sp.Limit(inner, eta, sp.oo)

    def rewrite(statement: sp.Basic) -> sp.Basic:
        if eta in statement.free_symbols:
            raise Unreadable("eta depends on alpha, which tends to 0")
        changed = {limit: turned(limit) for limit in statement.atoms(sp.Limit)}
        return on_sides(statement, lambda side: side.xreplace(changed))

    return rewrite


IN_ETA_UTILITY = log(cosh(EDGE * s)) / (2 * eta)
IN_ETA_WAITING = paper.jump_time.formula.xreplace({S_0: Abs(s), rho: sign(s), U_star: Abs(g) / 2})


def sign_cases() -> Iterator[dict]:
    """Every sign of s and of g."""
    yield from ({s: start, g: force} for start in STARTS for force in FORCES)


# --- one step of either process -------------------------------------------------------------------
def one_step() -> dict:
    """The letters of one step from sigma = A s: the corollary's time, and S, rho after the time A
    tau (any tau > 0).
    """
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
    """The same with every sign known: s = +-q or 0, s' = +-r or 0, g = +-p, and 2 eta A = B for the
    boundary.
    """
    for start in STARTS:
        for end in (r, -r, sp.S.Zero):
            for side in SIGNS:
                yield _step(start, end, side)


def _step(start: sp.Expr, end: sp.Expr, side: int) -> dict:
    """From s = start to s' = end under the gradient side p."""
    edge = {EDGE: B}
    before = {
        S_0: log(cosh(B * start)) / (2 * eta),
        rho: sign(start),
        U_star: p / 2,
        g: side * p,
    }
    when = {t: B / (2 * eta) * sp.cancel((start - end) / (side * p))}
    known = {DISTANCE: B * Abs(start)}  # arcosh(exp(2 eta S)) = arcosh(cosh(B s))

    def after(formula: sp.Expr) -> sp.Expr:
        return formula.xreplace(known).xreplace({**before, **when, **edge})

    S_after = after(paper.accumulated_utility.formula)
    rho_after = sign(sp.expand(after(paper.sign_recursion.formula.args[0])))
    return {
        s: start,
        g: side * p,
        waiting: after(paper.jump_time.formula),
        tau_pf: (start + 1) / p if side > 0 else (1 - start) / p,
        s_later: end,
        sigma_later: rho_after * acosh(exp(sp.expand(2 * eta * S_after))) / (2 * eta),
        **edge,
    }
