"""Planted statements about diagonal linear networks: a table, as long as it has rows."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp
from hypothesis import strategies as st
from sympy import (
    Abs,
    Eq,
    Ge,
    Gt,
    Implies,
    Le,
    Limit,
    Lt,
    Ne,
    Rational,
    acosh,
    exp,
    log,
    oo,
    sign,
    sqrt,
    tanh,
)

from checks.diagonal.data import EXAMPLE, Data, problems, returned, saddles
from checks.methods.check import Effort
from checks.methods.property import Property
from checks.planted.plant import changed, plant
from theory import diagonal as paper
from theory.claim import equation
from theory.diagonal import (
    S_0,
    U_0,
    S_later,
    beta,
    g,
    rho,
    rho_later,
    s,
    tau_pf,
    theta_sq,
    u,
    v,
    waiting,
    x,
)
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

CONSERVED = equation(u**2 - v**2, 2 * alpha**2)
FIRST, SECOND, PRODUCT = (
    equation(u, sqrt(2) * alpha * sp.cosh(paper.dual)),
    equation(v, sqrt(2) * alpha * sp.sinh(paper.dual)),
    equation(beta, alpha**2 * sp.sinh(2 * paper.dual)),
)
WAITING = paper.jump_time.formula


def also(*parts: sp.Basic) -> sp.And:
    """All of them."""
    return sp.And(*parts, evaluate=False)


# Other relations, further conjuncts, dropped premises: what no mutant of a formula tries.
SHAPES = (
    changed(
        "diagonal.conserved",
        "conserved-differs",
        "!= for =",
        "refuted",
        Ne(u**2 - v**2, 2 * alpha**2, evaluate=False),
    ),
    changed(
        "diagonal.conserved",
        "conserved-exceeds",
        "> for =",
        "refuted",
        Gt(u**2 - v**2, 2 * alpha**2, evaluate=False),
    ),
    changed(
        "diagonal.conserved",
        "conserved-and-positive",
        "a further conjunct that is false where the force is positive",
        "refuted",
        also(CONSERVED, Ge(u * v, 0, evaluate=False)),
    ),
    changed(
        "diagonal.dual-variable",
        "dual-differs",
        "!= for = in one of three equations",
        "refuted",
        also(Ne(*FIRST.args, evaluate=False), SECOND, PRODUCT),
    ),
    changed(
        "diagonal.dual-variable",
        "dual-and-bounded",
        "a further conjunct, false only far from the start",
        "refuted",
        also(FIRST, SECOND, PRODUCT, Lt(u, 100 * alpha, evaluate=False)),
    ),
    changed(
        "diagonal.dual-variable",
        "dual-and-upwards",
        "a further conjunct, false for one sign of the force",
        "refuted",
        also(FIRST, SECOND, PRODUCT, Ge(v, 0, evaluate=False)),
    ),
    changed(
        "diagonal.norm",
        "norm-exceeds",
        "> for =",
        "refuted",
        Gt(theta_sq, 2 * alpha**2 * exp(2 * eta * S_0), evaluate=False),
    ),
    changed(
        "diagonal.parameters",
        "parameters-signed",
        "the sign of v is lost: right for one sign of the force",
        "refuted",
        also(
            equation(u, sqrt((theta_sq + 2 * alpha**2) / 2)),
            equation(v, sqrt((theta_sq - 2 * alpha**2) / 2)),
        ),
    ),
    changed(
        "diagonal.parameters",
        "parameters-unequal",
        "a further conjunct, false only at the start of the flow",
        "refuted",
        also(*paper.parameters.printed.args, Ne(v, 0, evaluate=False)),
    ),
    changed(
        "diagonal.sign-change",
        "crossing-differs",
        "!= for = in the second of two equations",
        "refuted",
        also(equation(paper.u_cross, sqrt(2) * alpha), Ne(paper.v_cross, 0, evaluate=False)),
        "the only zero of u v on the orbit",
    ),
    changed(
        "diagonal.utility-solution",
        "utility-above",
        "> for =, and its maximum for its value",
        "refuted",
        Gt(paper.U_later, U_star, evaluate=False),
        "from any start, for either sign of the gradient",
    ),
    changed(
        "diagonal.maximiser",
        "maximiser-no-force",
        "the premise g != 0 dropped: without a force every point is a maximum",
        "refuted",
        paper.maximiser.printed,
        "every local maximum on the circle",
        given=(),
    ),
    changed(
        "diagonal.jump-time",
        "waiting-differs",
        "!= for =",
        "refuted",
        Ne(waiting, WAITING, evaluate=False),
        "where the moving neuron meets the threshold",
        "against the roots of S = 1",
    ),
    changed(
        "diagonal.jump-time",
        "waiting-and-short",
        "a further conjunct, false where the past points the other way",
        "refuted",
        also(equation(waiting, WAITING), Le(waiting, 2 / Abs(g), evaluate=False)),
        "where the moving neuron meets the threshold",
        "against the roots of S = 1",
    ),
    changed(
        "diagonal.jump-time",
        "waiting-without-premise",
        "the premise g != 0 dropped: without a force nothing activates, and nothing is said",
        "unknown",
        equation(waiting, WAITING),
        "where the moving neuron meets the threshold",
        given=(eta > 0,),
    ),
    changed(
        "diagonal.simplified-jump-time",
        "root-beyond",
        "the premise |s| <= 1 weakened to 2: beyond the boundary another root comes first",
        "refuted",
        paper.simplified_jump_time.printed,
        "the positive root, for either sign of g",
        "the smallest positive root",
        given=(Ne(g, 0), s >= -2, s <= 2, sign(g) * s > -1),
    ),
    changed(
        "diagonal.activation-sign",
        "activation-large",
        "a further conjunct, false at small alpha",
        "refuted",
        also(paper.activation_sign.printed, Gt(Abs(u), 1, evaluate=False)),
        "where the moving neuron meets the threshold",
        "at the moment of the jump",
    ),
    changed(
        "diagonal.accumulated-utility-main",
        "accumulated-one-sign",
        "only one of the two signs, right for a neuron that starts afresh",
        "refuted",
        equation(S_later, paper.accumulated_utility_main.formula.xreplace({paper.pm: sp.S.One})),
    ),
    changed(
        "diagonal.exact-relation-step",
        "step-extra",
        "a further conjunct, false where s' = 0 only",
        "refuted",
        also(*paper.exact_relation_step.printed.args, Ne(paper.s_later, 0, evaluate=False)),
    ),
    changed(
        "diagonal.utility-limit",
        "limit-elsewhere",
        "the limit at another point, where the formula is not judged by its limit at 0",
        "refuted",
        equation(Limit(paper.agf_utility(alpha), alpha, Rational(1, 2)), Abs(s)),
        given=(s >= Rational(1, 4), s <= 1),
    ),
    changed(
        "diagonal.theorem",
        "theorem-strict",
        "> for =: the limit is 1, and no measurement tells 1 from a little more",
        "unknown",
        also(
            Gt(Limit(paper.agf_time(alpha), alpha, 0), paper.t_pf, evaluate=False),
            equation(Limit(paper.agf_gap(alpha), alpha, 0), 0),
        ),
    ),
    changed(
        "diagonal.exact-relation",
        "relation-at-zero",
        "the factor of the limit at every alpha",
        "refuted",
        also(equation(paper.t_agf, paper.t_pf), equation(paper.beta_gap, 0)),
        "every jump of the recursion, 40 digits",
    ),
    changed(
        "diagonal.unique-minimum",
        "no-minimum",
        "a count that is off by one",
        "refuted",
        Gt(paper.minimisers, 1, evaluate=False),
    ),
    # true, written in another way
    changed(
        "diagonal.conserved",
        "conserved-multiplied",
        "true: multiplied by the norm, so that it is no first integral off the orbit",
        "argued",
        equation(u**4 - v**4, 2 * alpha**2 * (u**2 + v**2)),
    ),
    changed(
        "diagonal.norm",
        "norm-exchanged",
        "true: sides exchanged, a difference set to 0",
        "argued",
        also(
            equation(2 * alpha**2 * exp(2 * eta * S_0), theta_sq),
            equation(theta_sq - 2 * alpha**2 * exp(2 * eta * S_0), 0),
        ),
    ),
    changed(
        "diagonal.dual-variable",
        "dual-exponentials",
        "true: in exponentials, multiplied out, in another order",
        "argued",
        also(
            equation(v * sqrt(2), alpha * (exp(paper.dual) - exp(-paper.dual))),
            equation(alpha * (exp(paper.dual) + exp(-paper.dual)), u * sqrt(2)),
            equation(2 * beta, 2 * u * v),
        ),
    ),
    changed(
        "diagonal.utility-solution",
        "utility-exchanged",
        "true: the same after artanh",
        "argued",
        equation(
            sp.atanh(U_0 / U_star) + 4 * eta * U_star * paper.t, sp.atanh(paper.U_later / U_star)
        ),
        "from any start, for either sign of the gradient",
    ),
    changed(
        "diagonal.jump-time",
        "waiting-multiplied",
        "true: multiplied out, sides exchanged",
        "argued",
        equation(
            acosh(exp(2 * eta)) + sign(g) * rho * acosh(exp(2 * eta * S_0)),
            4 * eta * U_star * waiting,
        ),
        "where the moving neuron meets the threshold",
        "against the roots of S = 1",
    ),
    changed(
        "diagonal.accumulated-utility",
        "accumulated-exponential",
        "true: in exponentials instead of logarithms",
        "argued",
        equation(
            exp(2 * eta * S_later), sp.cosh(rho * acosh(exp(2 * eta * S_0)) - 2 * eta * g * paper.t)
        ),
        "at exact points of a neuron's flow",
        "on the orbit, for every sign",
    ),
    changed(
        "diagonal.maximal-utility",
        "maximal-loose",
        "true, and weaker than what is known",
        "argued",
        Le(U_star, Abs(g), evaluate=False),
        "the largest critical value on the circle",
    ),
)

PLANTS = (
    *SHAPES,
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
