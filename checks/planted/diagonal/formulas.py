"""Another formula than the catalogue has: a constant, a sign, a start, a rate; of every kind a
false one, and some true or empty ones.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp
from hypothesis import strategies as st
from sympy import Abs, Eq, Ge, Implies, Le, Limit, Rational, acosh, exp, log, oo, sign, sqrt, tanh

from checks.diagonal.data import EXAMPLE, Data, problems, returned, saddles
from checks.methods.check import Effort
from checks.methods.property import Property
from checks.planted.plant import changed, plant
from theory import diagonal as paper
from theory.claim import equation
from theory.diagonal import S_0, U_0, beta, g, rho, rho_later, s, tau_pf, u, v, waiting, x
from theory.notation import U_star, alpha, eta

jumps, d, dropped, slope_left = (
    sp.Symbol(name, real=True) for name in ("jumps", "d", "dropped", "slope_left")
)
EXACT, REASON = 1e-15, "exact rationals"


def processes(problem: Data, effort: Effort) -> Iterator[dict]:
    """The exact algorithm: its jumps, coordinates that leave the support, and what is left of the
    gradient.
    """
    path = saddles(problem)
    lost = sum(
        bool(a) and not b for one, two in zip(path, path[1:]) for a, b in zip(one.beta, two.beta)
    )
    yield {
        jumps: len(path) - 1,
        d: len(problem.X),
        dropped: lost,
        slope_left: max(map(abs, path[-1].gradient)),
    }


def apart(d: int, n: int) -> Data:
    """Orthogonal inputs: no coordinate ever returns."""
    return Data(
        tuple(tuple(sp.Integer(int(i == j)) * (i + 1) for j in range(n)) for i in range(d)),
        tuple(sp.Integer(j + 2) for j in range(n)),
    )


algorithm = Property(
    "the exact algorithm",
    st.one_of(st.just(EXAMPLE), problems(4)),
    processes,
    EXACT,
    REASON,
    examples=(30, 200, 1000),
)
orthogonal = Property(
    "orthogonal inputs",
    st.builds(lambda d: apart(d, d), st.integers(2, 5)),
    returned,
    EXACT,
    REASON,
    examples=(4, 4, 4),
)


PLANTS = (
    changed(
        "diagonal.two-rates-exact",
        "rates-swapped",
        "a definition with the two rates exchanged: wrong sign",
        "refuted",
        equation(paper.ratio, 1 - log(2) / (2 * eta)),
        kind="definition",
    ),
    changed(
        "diagonal.conserved",
        "conserved-constant",
        "wrong constant",
        "refuted",
        equation(u**2 - v**2, alpha**2),
    ),
    changed(
        "diagonal.conserved",
        "conserved-digits",
        "wrong in the sixtieth digit",
        "refuted",
        equation(u**2 - v**2, (2 + Rational(1, 10**60)) * alpha**2),
        "at exact points of a neuron's flow",
    ),
    changed(
        "diagonal.hyperbolic-identity",
        "arcosh-sign",
        "a branch cut: right for x >= 0 only",
        "refuted",
        equation(sp.atanh(x), acosh(1 / sqrt(1 - x**2))),
    ),
    changed(
        "diagonal.utility-solution",
        "utility-start",
        "solves the equation, but not from the initial value",
        "refuted",
        equation(paper.U_later, U_star * tanh(4 * U_star * eta * paper.t)),
        "from any start, for either sign of the gradient",
    ),
    changed(
        "diagonal.utility-solution",
        "utility-speed",
        "starts right, but does not solve the equation",
        "refuted",
        equation(paper.U_later, U_star * tanh(2 * U_star * eta * paper.t + sp.atanh(U_0 / U_star))),
        "from any start, for either sign of the gradient",
    ),
    changed(
        "diagonal.maximiser",
        "axis-maximum",
        "a saddle of the utility printed as its maximum",
        "refuted",
        equation(u * v, 0),
        "every local maximum on the circle",
    ),
    changed(
        "diagonal.maximal-utility",
        "maximal-utility-square",
        "wrong exponent, right at |g| = 1 and 0",
        "refuted",
        equation(U_star, g**2 / 2),
        "the largest critical value on the circle",
    ),
    changed(
        "diagonal.dormant-integral",
        "integral-inside",
        "an inequality that is strict only before the first return",
        "refuted",
        sp.Lt(Abs(s), 1, evaluate=False),
        "coordinates with a non-zero gradient",
    ),
    changed(
        "diagonal.dormant-integral",
        "integral-tight",
        "too strong a bound",
        "refuted",
        Le(Abs(s), Rational(99, 100), evaluate=False),
        "coordinates with a non-zero gradient",
    ),
    changed(
        "diagonal.physical-factor",
        "factor-rate",
        "false rate: alpha^4 printed as alpha^2",
        "refuted",
        equation(
            Limit((log(alpha) + acosh(1 / (2 * alpha**2)) / 2) / alpha**2, alpha, 0),
            -Rational(1, 2),
        ),
    ),
    changed(
        "diagonal.arcosh-asymptotics",
        "arcosh-digits",
        "false limit, in the ninth digit",
        "refuted",
        equation(Limit(acosh(exp(x)) - x, x, oo), log(2) + Rational(1, 10**9)),
    ),
    changed(
        "diagonal.jump-time",
        "waiting-sign",
        "the sign of the past is wrong",
        "refuted",
        equation(
            waiting,
            (-rho * acosh(exp(2 * S_0 * eta)) * sign(g) + acosh(exp(2 * eta))) / (4 * U_star * eta),
        ),
        "against the roots of S = 1",
    ),
    changed(
        "diagonal.sign-recursion",
        "sign-kept",
        "a sign that never changes",
        "refuted",
        equation(rho_later, rho),
        "at exact points of a neuron's flow",
    ),
    changed(
        "diagonal.simplified-jump-time",
        "smaller-root",
        "false only where the coordinate has a past",
        "refuted",
        equation(tau_pf, 1 / Abs(g)),
        "the smallest positive root",
    ),
    plant(
        "diagonal.jumps-by-width",
        "algorithm",
        "at most d jumps: coordinates that return are forgotten",
        "refuted",
        Le(jumps, d, evaluate=False),
        algorithm,
    ),
    plant(
        "diagonal.support-grows",
        "conjecture",
        "the support only grows: false where a coordinate is unlearned",
        "refuted",
        Eq(dropped, 0, evaluate=False),
        algorithm,
    ),
    # true
    plant(
        "diagonal.ends-at-rest",
        "algorithm",
        "true: it ends where the gradient vanishes",
        "tested",
        equation(slope_left, 0),
        algorithm,
    ),
    plant(
        "diagonal.some-jump",
        "conjecture",
        "true: something is learned",
        "supported",
        Ge(jumps, 1, evaluate=False),
        algorithm,
    ),
    changed(
        "diagonal.conserved",
        "conserved-rewritten",
        "true, written in another way",
        "argued",
        equation((u - v) * (u + v), 2 * alpha**2),
    ),
    changed(
        "diagonal.integral-bounded",
        "integral-loose",
        "true, and weaker than what is known",
        "tested",
        Le(Abs(s), 2, evaluate=False),
        "gradient flow at shrinking alpha",
        kind="inequality",
    ),
    # vacuous
    plant(
        "diagonal.never-returns",
        "identity",
        "said of returned coordinates, on data where none returns",
        "vacuous",
        equation(s, 7),
        orthogonal,
    ),
    changed(
        "diagonal.dormant-set",
        "outside-the-box",
        "true, but its premise never holds",
        "vacuous",
        Implies(sp.Gt(Abs(s), 1, evaluate=False), Eq(beta, 7, evaluate=False)),
    ),
)
