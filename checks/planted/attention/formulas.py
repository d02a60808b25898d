"""Another formula than the catalogue has: a constant, an exponent, a sign, an index; of every kind
a false one, and some true ones.
"""

from __future__ import annotations

import sympy as sp
from sympy import Eq, Ge, Implies, Le, Limit, Rational, exp, gamma, log, sqrt

from checks.methods.certified import Certified
from checks.methods.limit import Limiting
from checks.methods.proved import Symbolic
from checks.planted.attention.letters import DROP, N, T, lam
from checks.planted.plant import changed, plant
from theory import attention as paper
from theory.claim import equation
from theory.notation import S, U_star, alpha, d, t

followed = Limiting("followed to 1e-800")
# attention.accelerated-rate
EXPECTED = sqrt(2) * gamma(d) / (2 * sqrt(alpha) * gamma(d + Rational(1, 2))) - 1

PLANTS = (
    changed(
        "attention.magnitude-index",
        "magnitude-constant",
        "wrong constant: N for N + 1",
        "refuted",
        equation(paper.A_h, 1 / (paper.lam_h * N + T)),
        "the loss along v_h minimised",
    ),
    changed(
        "attention.covariance-square",
        "covariance-pairs",
        "N^2 for N (N + 1): the squares are forgotten",
        "refuted",
        equation(paper.C_ab, N**2 * paper.s2_ab + N * paper.s_ab * T),
    ),
    changed(
        "attention.cubic",
        "cubic-inputs",
        "wrong exponent in one part of two",
        "refuted",
        sp.And(
            equation(paper.head_by_input, paper.head_part * paper.lam**2),
            equation(paper.head_by_weights, paper.head_part * paper.lam**3),
            evaluate=False,
        ),
    ),
    changed(
        "attention.dormant-sums",
        "sums-grow",
        "the wrong sign in one of two solutions",
        "refuted",
        sp.And(
            equation(paper.plus_t, paper.plus_0 * exp(paper.integral_V * N * paper.mu_j)),
            equation(paper.minus_t, paper.minus_0 * exp(paper.integral_V * N * paper.mu_j)),
            evaluate=False,
        ),
        "the linear system in I, solved",
    ),
    changed(
        "attention.alignment",
        "tilt-start",
        "solves the equation, but not from the initial value",
        "refuted",
        equation(paper.tilt, exp(-paper.integral_V * N * (paper.mu_1 - paper.mu_j))),
        "the quotient of two sums",
    ),
    changed(
        "attention.no-other-maxima",
        "no-other",
        "false 'no other': repeated eigenvalues are not excluded",
        "refuted",
        equation(paper.other_maxima, 0),
    ),
    changed(
        "attention.maximal-utility",
        "maximal-utility-linear",
        "wrong exponent of the eigenvalue",
        "refuted",
        equation(U_star, sqrt(3) * N * lam / 9),
        "BFGS on the sphere",
    ),
    changed(
        "attention.largest-eigenvalue",
        "shifted-eigenvalue",
        "a constant term too many",
        "refuted",
        equation(paper.top, paper.lam_k**2 - 1),
    ),
    changed(
        "attention.accumulated-bound",
        "bound-too-strong",
        "too strong a bound",
        "refuted",
        Le(S, sqrt(3) * N * lam**2 * t / 4, evaluate=False),
        "aligned heads, exactly",
    ),
    changed(
        "attention.convex",
        "concave",
        "the opposite inequality",
        "refuted",
        Le(paper.curvature, 0, evaluate=False),
        "expectations enumerated, magnitudes by least squares",
    ),
    plant(
        "attention.rate-in-alpha",
        "limit",
        "false rate: 1/sqrt(alpha) printed as 1/alpha",
        "refuted",
        equation(Limit(EXPECTED * alpha, alpha, 0), 1),
        followed,
        given=(d <= 6,),
    ),
    plant(
        "attention.drop-limit",
        "limit",
        "false limit of long contexts: the factor 1/2 is lost",
        "refuted",
        equation(Limit(DROP.subs(N, 1 / alpha), alpha, 0), lam),
        followed,
        given=(T > lam,),
    ),
    changed(
        "attention.levels",
        "level-drop",
        "an index off by one in the recursion",
        "refuted",
        sp.And(
            equation(paper.level_0, T / 2),
            equation(paper.drop, N * lam / (2 * (N + T / lam))),
            evaluate=False,
        ),
    ),
    changed(
        "attention.component-index",
        "component-late",
        "the algorithm learns component k + 1 in iteration k",
        "refuted",
        equation(paper.component - paper.iteration, 1),
    ),
    plant(
        "attention.quarter-drop",
        "conjecture",
        "true for short contexts, false for long ones",
        "refuted",
        Le(DROP, lam / 4, evaluate=False),
        Certified("balls"),
        given=(T > lam,),
    ),
    # true
    changed(
        "attention.maximal-utility",
        "maximal-utility-rewritten",
        "true, written in another way",
        "tested",
        equation(U_star, N * lam**2 / (3 * sqrt(3))),
        "BFGS on the sphere",
    ),
    plant(
        "attention.half-drop",
        "conjecture",
        "true: no instance breaks it",
        "supported",
        Le(DROP, lam / 2, evaluate=False),
        Certified("balls"),
        given=(T > lam,),
    ),
    plant(
        "attention.rate-true",
        "limit",
        "true, with a factor that depends on d",
        "tested",
        equation(
            Limit(EXPECTED * sqrt(alpha), alpha, 0),
            sqrt(2) * gamma(d) / (2 * gamma(d + Rational(1, 2))),
        ),
        followed,
        given=(d <= 6,),
    ),
    changed(
        "attention.convex",
        "convex-weaker",
        "true, and weaker than what is known",
        "argued",
        Ge(paper.curvature, -1, evaluate=False),
        "the second derivative",
    ),
    plant(
        "attention.levels-telescope",
        "recursion",
        "true: both printed forms of a drop",
        "argued",
        equation(DROP, N * lam / (2 * (N + 1 + T / lam))),
        Symbolic("proof"),
    ),
    # vacuous
    changed(
        "attention.no-other-maxima",
        "negative-eigenvalue",
        "true, but no covariance has a negative eigenvalue",
        "vacuous",
        Implies(sp.Lt(paper.lam_k, 0, evaluate=False), Eq(paper.other_maxima, 7, evaluate=False)),
        "Hessian at every critical point, in rationals",
    ),
    plant(
        "attention.trace-too-small",
        "inequality",
        "a trace below the largest eigenvalue: no such covariance",
        "vacuous",
        Le(log(T), DROP, evaluate=False),
        Certified("balls"),
        given=(T > lam, T < lam),
    ),
)
