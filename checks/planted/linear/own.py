"""Planted statements about fully connected linear networks with checks of our own, of every kind a
false one.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import sympy as sp
from sympy import Eq, Ge, Implies, Limit, Sum, exp, log

from checks.linear.claims import COMMUTING, REVERSED
from checks.linear.optima import lifted
from checks.linear.problems import (
    Problem,
    best_of_rank,
    in_order,
    integer_problems,
    require_assumptions,
    spectral_problems,
    spectrum,
)
from checks.methods.certified import Certified
from checks.methods.check import Effort
from checks.methods.limit import Limiting
from checks.methods.measured import Measured
from checks.methods.property import Property
from checks.methods.proved import Symbolic
from checks.planted.plant import changed, plant
from theory import linear as paper
from theory.claim import equation
from theory.notation import alpha, d, t

s, s_0, sigma = sp.symbols("s s_0 sigma", positive=True)
l, j = paper.l, paper.j
found, deflated, curvature, ordered, below = sp.symbols(
    "found deflated curvature ordered below", real=True
)
ROUNDING, REASON = 1e-7, "alternating least squares and eigenvalues in doubles"


def logistic(statement: sp.Basic) -> sp.Basic:
    """s = f says that f solves s' = 2 s (sigma - s) from s_0; nothing else is read."""
    if not isinstance(statement, Eq) or statement.lhs != s:
        raise ValueError(f"{statement}: expected s = a formula")
    formula = statement.rhs
    return sp.And(
        Eq(sp.diff(formula, t), 2 * formula * (sigma - formula), evaluate=False),
        Eq(formula.subs(t, 0), s_0, evaluate=False),
        evaluate=False,
    )


def truncated(problem: Problem, effort: Effort) -> Iterator[dict]:
    """The loss of the best network of rank one, and of B's first singular pair, without Sigma."""
    require_assumptions(problem)
    net = problem.net
    U, sizes, V = np.linalg.svd(net.B)
    first = net.loss_of(np.zeros_like(net.B))
    yield {
        found: Measured(net.loss_of(best_of_rank(net, 1)), first),
        deflated: Measured(net.loss_of(sizes[0] * np.outer(U[:, 0], V[0])), first),
    }


def second_mode(problem: Problem, effort: Effort) -> Iterator[dict]:
    """The largest curvature of the utility at the second singular pair, along the sphere."""
    require_assumptions(problem)
    M = lifted(problem.net.slope_of(np.zeros_like(problem.net.B)))
    values, vectors = np.linalg.eigh(M)
    at = vectors[:, -2]
    tangent = np.linalg.svd(at[None])[2][1:]
    bent = np.linalg.eigvalsh(tangent @ (M - values[-2] * np.eye(len(M))) @ tangent.T)[-1]
    yield {
        curvature: Measured(float(bent), float(values[-1])),
        below: Measured(float(values[-2]), float(values[-1])),
    }


def learning_order(problem: Problem, effort: Effort) -> Iterator[dict]:
    """Are the singular values learned in the printed order?"""
    require_assumptions(problem)
    yield {ordered: int(in_order(problem)), below: spectrum(problem).rank}


TURNED = spectral_problems((3.0, 1.0, 2.0), (2.0, 1.5, 0.6), ((2, 2), (3, 3), (2, 3)), False)
searched = Property(
    "alternating least squares", TURNED, truncated, ROUNDING, REASON, examples=(6, 60, 300)
)
saddle = Property(
    "Riemannian Hessian at the second pair",
    TURNED,
    second_mode,
    1e-9,
    "eigenvalues in doubles",
    examples=(6, 60, 300),
    method="critical-points",
)
order = Property(
    "covariances that commute",
    COMMUTING,
    learning_order,
    1e-12,
    "whole numbers",
    examples=(12, 60, 300),
)
reversed_order = Property(
    "modes in reverse order", REVERSED, learning_order, 1e-12, "whole numbers", examples=(5, 20, 50)
)
ranks = Property(
    "problems in whole numbers",
    integer_problems(3),
    lambda problem, effort: [{found: spectrum(problem).rank, below: min(np.shape(problem.B))}],
    1e-12,
    "whole numbers",
    examples=(12, 60, 300),
)
BERNOULLI = sigma * exp(2 * sigma * t) / (exp(2 * sigma * t) - 1 + sigma / s_0)
HALF_TIME = log(sigma / alpha - 1) / (2 * sigma * log(1 / alpha))

PLANTS = (
    changed(
        "linear.cross-covariance",
        "covariance-twice",
        "a definition with a factor 2",
        "refuted",
        equation(paper.cross, 2 * Sum(paper.target(l) * paper.covariance(l), (l, 1, d))),
        kind="definition",
    ),
    changed(
        "linear.level",
        "level-index",
        "a sum that starts one too early",
        "refuted",
        equation(paper.level(paper.step), Sum(paper.mu(l), (l, paper.step, paper.rank)) / 2),
    ),
    plant(
        "linear.growth-start",
        "ode-solution",
        "solves the equation, but not from the initial value",
        "refuted",
        equation(s, sigma * exp(2 * sigma * t) / (exp(2 * sigma * t) + 1 + sigma / s_0)),
        Symbolic("it solves the equation", rewrite=logistic),
    ),
    plant(
        "linear.second-pair",
        "optimum",
        "a saddle printed as a local maximum",
        "refuted",
        sp.Le(curvature, 0, evaluate=False),
        saddle,
    ),
    changed(
        "linear.single-maximum",
        "single-maximum-twice",
        "wrong constant: a factor 2",
        "refuted",
        equation(paper.U_local, paper.sigma_top),
    ),
    changed(
        "linear.interlaced-above",
        "interlaced-strict",
        "the order reversed",
        "refuted",
        Ge(
            paper.sigma(paper.index, paper.step),
            paper.sigma(paper.index, paper.step - 1),
            evaluate=False,
        ),
        "singular values of consecutive plateaus",
    ),
    plant(
        "linear.half-time",
        "limit",
        "false limit: a factor 2",
        "refuted",
        equation(Limit(HALF_TIME, alpha, 0), 1 / sigma),
        Limiting("followed to 1e-800"),
    ),
    changed(
        "linear.recursion-unrolled",
        "recursion-bound",
        "a sum that ends one too late",
        "refuted",
        equation(
            paper.delta(paper.step),
            (1 - Sum(paper.delta(j + 1) * paper.sigma(paper.step - j, j), (j, 0, paper.step - 1)))
            / paper.sigma(1, paper.step - 1),
        ),
    ),
    plant(
        "linear.truncated-target",
        "algorithm",
        "cost minimisation by the singular pairs of B, without Sigma",
        "refuted",
        equation(found, deflated),
        searched,
    ),
    plant(
        "linear.by-singular-value",
        "conjecture",
        "modes are learned by decreasing sigma wherever covariances commute",
        "refuted",
        equation(ordered, 1),
        order,
    ),
    plant(
        "linear.missing-full-rank",
        "identity",
        "missing assumption: B may have dependent rows",
        "refuted",
        equation(found, sp.S(2) * below - found),
        Property(
            "the rank counted",
            integer_problems(3),
            lambda problem, effort: [
                {
                    found: int(np.linalg.matrix_rank(np.array(problem.B))),
                    below: min(np.shape(problem.B)),
                }
            ],
            1e-12,
            "whole numbers",
            examples=(40, 60, 300),
        ),
    ),
    # true
    plant(
        "linear.growth",
        "ode-solution",
        "true: Bernoulli's equation",
        "argued",
        equation(s, BERNOULLI),
        Symbolic("it solves the equation", rewrite=logistic),
    ),
    plant(
        "linear.half-time-true",
        "limit",
        "true",
        "tested",
        equation(Limit(HALF_TIME, alpha, 0), 1 / (2 * sigma)),
        Limiting("followed to 1e-800"),
    ),
    plant(
        "linear.truncated-bound",
        "inequality",
        "true: the best network of rank one is not worse",
        "tested",
        sp.Le(found, deflated, evaluate=False),
        searched,
    ),
    plant(
        "linear.rank-bound",
        "conjecture",
        "true",
        "supported",
        sp.Le(found, below, evaluate=False),
        ranks,
    ),
    plant(
        "linear.growth-balls",
        "inequality",
        "true, with equality where s_0 = sigma",
        "certified",
        sp.Le(sp.Min(s_0, sigma), BERNOULLI, evaluate=False),
        Certified("balls"),
        given=(t <= 2, sigma <= 3, s_0 <= 3),
    ),
    # vacuous
    plant(
        "linear.never-in-order",
        "recursion",
        "said of problems in order, tried on none",
        "vacuous",
        Implies(Eq(ordered, 1), Eq(below, 7)),
        reversed_order,
    ),
)
