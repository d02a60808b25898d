"""The letters of diagonal linear networks, each by a predicate; witnesses are in
``witnesses``.

A neuron (u, v) follows u' = -eta g v, v' = -eta g u from (sqrt(2) alpha, 0), for any course g(s) of
the gradient up to the last jump (time ``T_last``), and with constant gradient g_i after it, while
it is dormant.
"""

from __future__ import annotations

from theory.proof.letters import DEFINITIONS, FUNCTIONS, define, reads
from theory.proof.tactics import deriv, exists, forall
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    negation,
    var,
)

u, v, g, beta, alpha, eta, t = map(var, ("u_i", "v_i", "g_i", "beta_i", "alpha", "eta", "t"))
U, U_star, U_bar, rate_U, U_0, U_later = map(
    var, ("U", "U_star", "U_bar", "rate_U", "U_0", "U_later")
)
S_0, S_later, S_jump, delta, dual, theta_sq = map(
    var, ("S_0", "S_later", "S_jump", "delta_i", "G_i", "theta_sq")
)
slope, dU_du, dU_dv, waiting = map(var, ("gradU_norm", "dU_du", "dU_dv", "Delta_tau"))
rho, rho_later, pm = (var(name, INT) for name in ("rho_i", "rho_later", "pm"))
u_cross, v_cross, s_i, tau_pf = map(var, ("u_cross", "v_cross", "s_i", "tau_pf"))
last = var("T_last")
u_of, v_of, g_of, G_of, S_of = (
    function(name, REAL, REAL) for name in ("u_of", "v_of", "g_of", "G_of", "S_of")
)
u_on, v_on, S_on = (
    function(name, REAL, REAL) for name in ("u_on", "v_on", "S_on")
)  # after the last jump


def along(low, high, statement) -> Term:
    """for all s in [low, high]."""
    return forall(lambda s: implies(le(low, s), le(s, high), statement(s)))


def utility_of(a, b) -> Term:
    """-g a b: the utility of (a, b)."""
    return -(g * a * b)


def normalised(a, b, gradient=g) -> Term:
    """-g a b/(a^2 + b^2): the utility of the direction of (a, b)."""
    return -(gradient * a * b) * call("inv", a**2 + b**2)


def circle(a, b) -> Term:
    """a^2 + b^2 = 1."""
    return eq(a**2 + b**2, 1)


FLOW = define(
    "diagonal.flow",
    ("u_i", "v_i"),
    both(
        le(0, last),
        eq(u_of(0), call("sqrt", 2) * alpha),
        eq(v_of(0), 0),
        eq(u, u_of(last)),
        eq(v, v_of(last)),
        along(
            0,
            last,
            lambda s: both(
                deriv(0, last, s, -(eta * g_of(s) * v_of(s)), u_of),
                deriv(0, last, s, -(eta * g_of(s) * u_of(s)), v_of),
            ),
        ),
    ),
    "(u_i, v_i) at some time T_last >= 0 of the flow u' = -eta g(s) v, "
    "v' = -eta g(s) u from (sqrt(2) alpha, 0)",
)
DUAL = define(
    "diagonal.dual",
    ("G_i",),
    both(
        eq(G_of(0), 0),
        eq(dual, G_of(last)),
        along(0, last, lambda s: deriv(0, last, s, -(eta * g_of(s)), G_of)),
    ),
    "the dual variable at that time: G' = -eta g(s), G(0) = 0",
)
ACCUMULATED = define(
    "diagonal.accumulated",
    ("S_0",),
    both(
        eq(S_of(0), 0),
        eq(S_0, S_of(last)),
        along(
            0, last, lambda s: deriv(0, last, s, 2 * normalised(u_of(s), v_of(s), g_of(s)), S_of)
        ),
    ),
    "the accumulated utility at that time: S' is twice the normalised utility, S(0) = 0",
)
NORM = define(
    "diagonal.norm", ("theta_sq",), eq(theta_sq, u**2 + v**2), "the squared norm u^2 + v^2"
)
SIGN = define(
    "diagonal.sign", ("rho_i",), eq(rho, call("sign", u * v)), "the sign of u v at the last jump"
)
PRODUCT = define("diagonal.beta", ("beta_i",), eq(beta, u * v), "the coefficient u v")
DORMANT = define(
    "diagonal.dormant",
    ("u_on", "v_on"),
    both(
        eq(u_on(0), u),
        eq(v_on(0), v),
        forall(
            lambda end: along(
                0,
                end,
                lambda s: both(
                    deriv(0, end, s, -(eta * g * v_on(s)), u_on),
                    deriv(0, end, s, -(eta * g * u_on(s)), v_on),
                ),
            )
        ),
    ),
    "after the last jump the neuron goes on from (u_i, v_i) with the constant gradient g_i",
)
LATER = define(
    "diagonal.later",
    ("S_later",),
    both(
        eq(S_on(0), S_0),
        eq(S_later, S_on(t)),
        forall(
            lambda end: along(
                0, end, lambda s: deriv(0, end, s, 2 * normalised(u_on(s), v_on(s)), S_on)
            )
        ),
    ),
    "the accumulated utility a time t after the last jump",
)
LATER_SIGN = define(
    "diagonal.later-sign",
    ("rho_later",),
    eq(rho_later, call("sign", u_on(t) * v_on(t))),
    "sign of u v then",
)
START_UTILITY = define(
    "diagonal.start-utility",
    ("U_0",),
    eq(U_0, normalised(u, v)),
    "-g u v/(u^2 + v^2) at the last jump",
)
LATER_UTILITY = define(
    "diagonal.later-utility",
    ("U_later",),
    eq(U_later, normalised(u_on(t), v_on(t))),
    "the same at time t",
)
RATE = define(
    "diagonal.rate",
    ("U_bar", "rate_U"),
    both(
        lt(0, t),
        lt(0, u_on(t) ** 2 + v_on(t) ** 2),
        eq(U_bar, normalised(u_on(t), v_on(t))),
        deriv(0, t, t, rate_U, lambda s: normalised(u_on(s), v_on(s))),
    ),
    "the normalised utility of a dormant neuron that is not at the origin, and its velocity",
)
UTILITY_AT = function("Ubar", REAL, REAL)
COURSE = define(
    "diagonal.course",
    ("Ubar",),
    forall(lambda s: implies(le(0, s), eq(UTILITY_AT(s), normalised(u_on(s), v_on(s))))),
    "the normalised utility a time s after the last jump",
)
MAXIMUM = define(
    "diagonal.maximum",
    ("U_star",),
    both(
        forall(lambda a: forall(lambda b: implies(circle(a, b), le(utility_of(a, b), U_star)))),
        exists(lambda a: exists(lambda b: both(circle(a, b), eq(utility_of(a, b), U_star)))),
    ),
    "the largest utility on the unit circle: no point has more, some point has it",
)
LOCAL = define(
    "diagonal.local-maximum",
    ("u_i", "v_i"),
    both(
        circle(u, v),
        exists(
            lambda near: both(
                lt(0, near),
                forall(
                    lambda a: forall(
                        lambda b: implies(
                            circle(a, b),
                            lt((a - u) ** 2 + (b - v) ** 2, near),
                            le(utility_of(a, b), utility_of(u, v)),
                        )
                    )
                ),
            )
        ),
    ),
    "(u_i, v_i) is a local maximum of the utility on the unit circle",
    sense="maximiser",
)
PARTIALS = define(
    "diagonal.partials",
    ("dU_du", "dU_dv"),
    both(
        deriv(u - 1, u + 1, u, dU_du, lambda a: utility_of(a, v)),
        deriv(v - 1, v + 1, v, dU_dv, lambda b: utility_of(u, b)),
    ),
    "the partial derivatives of the utility at (u_i, v_i)",
)
ON_CIRCLE = define(
    "diagonal.on-circle",
    ("u_i", "v_i"),
    circle(u, v),
    "(u_i, v_i) on the unit circle",
    sense="direction",
)
SLOPE = define(
    "diagonal.slope",
    ("gradU_norm",),
    both(le(0, slope), eq(slope**2, dU_du**2 + dU_dv**2)),
    "the norm of the utility's gradient",
)
DELTA = define(
    "diagonal.delta",
    ("delta_i",),
    eq(delta, call("atanh", U_0 * call("inv", U_star))),
    "artanh of U_0 over the maximum",
)
CROSSING = define(
    "diagonal.crossing",
    ("u_cross", "v_cross"),
    both(eq(u_cross, u), eq(v_cross, v), eq(u * v, 0)),
    "(u_i, v_i) where u_i v_i = 0",
)
EITHER_SIGN = define(
    "diagonal.either-sign",
    ("pm",),
    both(
        call("or", eq(pm, 1), eq(pm, -1)),
        implies(negation(eq(g * rho, 0)), eq(pm, -(call("sign", g) * rho))),
    ),
    "sgn(-g) rho, and either sign where that is zero",
)
ACTIVATION = define(
    "diagonal.activation",
    ("Delta_tau",),
    both(
        le(0, waiting),
        along(0, waiting, lambda s: le(S_on(s), 1)),
        forall(lambda s: implies(lt(waiting, s), lt(1, S_on(s)))),
    ),
    "the time up to which the accumulated utility is at most 1, and after which it is more",
)
FIRST_ROOT = define(
    "diagonal.first-root",
    ("tau_pf",),
    both(
        lt(0, tau_pf),
        call("or", eq(s_i - tau_pf * g, 1), eq(s_i - tau_pf * g, -1)),
        forall(
            lambda s: implies(
                lt(0, s),
                lt(s, tau_pf),
                negation(call("or", eq(s_i - s * g, 1), eq(s_i - s * g, -1))),
            )
        ),
    ),
    "the smallest positive time at which s_i - tau g_i is 1 or -1",
)
ratio = var("rate_ratio")
ACCELERATED = define(
    "diagonal.accelerated",
    ("eta",),
    eq(eta, -call("log", call("sqrt", 2) * alpha)),
    "the accelerated learning rate of the theorem",
)
RATIO = define(
    "diagonal.rate-ratio",
    ("rate_ratio",),
    eq(ratio, call("log", alpha) * call("inv", call("log", call("sqrt", 2) * alpha))),
    "log(alpha)/log(sqrt(2) alpha): the two learning rates of the section against each other",
)
UNIT = define(
    "diagonal.unit-norm",
    ("S_jump",),
    both(eq(u**2 + v**2, 1), eq(S_jump, S_0)),
    "the accumulated utility where the norm is 1",
)

DEFINED = DEFINITIONS
ORBIT = ("diagonal.flow", "diagonal.dual")
reads("diagonal.maximal-utility", "diagonal.maximum")
reads("diagonal.maximiser", "diagonal.local-maximum")
reads("diagonal.conserved", "diagonal.flow")
reads("diagonal.conserved-appendix", "diagonal.flow")
reads("diagonal.product", "diagonal.flow", "diagonal.norm")
reads("diagonal.parameters", "diagonal.flow", "diagonal.norm")
reads("diagonal.sign-change", *ORBIT, "diagonal.crossing")
reads("diagonal.dual-variable", *ORBIT, "diagonal.beta")
reads("diagonal.utility-gradient", "diagonal.partials")
reads(
    "diagonal.gradient-norm",
    "diagonal.partials",
    "diagonal.on-circle",
    "diagonal.slope",
    "diagonal.maximum",
)
reads("diagonal.riccati", "diagonal.dormant", "diagonal.rate", "diagonal.maximum")
AFTER = (*ORBIT, "diagonal.dormant", "diagonal.maximum", "diagonal.start-utility")
reads("diagonal.utility-solution", *AFTER, "diagonal.later-utility")
reads("diagonal.utility-interpolates", *AFTER, "diagonal.course")
reads(
    "diagonal.accumulated-utility-expanded",
    *AFTER,
    "diagonal.delta",
    "diagonal.accumulated",
    "diagonal.later",
)
STARTED = (
    *ORBIT,
    "diagonal.start-utility",
    "diagonal.maximum",
    "diagonal.delta",
    "diagonal.norm",
    "diagonal.sign",
)
reads("diagonal.delta-parameters", *STARTED)
reads("diagonal.delta-norm", *STARTED)
reads("diagonal.delta-accumulated", *STARTED, "diagonal.accumulated")
reads("diagonal.norm", *ORBIT, "diagonal.norm", "diagonal.accumulated")
COURSES = (*ORBIT, "diagonal.accumulated", "diagonal.sign", "diagonal.dormant")
reads("diagonal.accumulated-utility", *COURSES, "diagonal.later")
reads(
    "diagonal.accumulated-utility-main",
    *COURSES,
    "diagonal.later",
    "diagonal.either-sign",
    "diagonal.maximum",
)
reads("diagonal.sign-recursion", *COURSES, "diagonal.later-sign")
reads("diagonal.two-rates-exact", "diagonal.accelerated", "diagonal.rate-ratio")
reads(
    "diagonal.unit-threshold",
    *ORBIT,
    "diagonal.accumulated",
    "diagonal.accelerated",
    "diagonal.unit-norm",
)
reads("diagonal.simplified-jump-time", "diagonal.first-root")
reads("diagonal.jump-time", *COURSES, "diagonal.later", "diagonal.activation", "diagonal.maximum")


def register_functions() -> None:
    """The sorts of the functions of the catalogue (SymPy's heads), asked for when claims are
    translated.
    """
    from theory import diagonal as claims
    from theory.diagonal.letters import (
        algorithm,
        cost,  # they enter definitions
        integral,
        scale,
        sequence,
        stretch,
        symmetry,
    )

    FUNCTIONS[claims.utility_at] = ("Fun", (REAL,), REAL)
    FUNCTIONS[claims.loss_of] = FUNCTIONS[claims.utility_of] = symmetry.PAIR
    FUNCTIONS[claims.agf_utility] = algorithm.SORT
    FUNCTIONS[claims.agf_waiting] = algorithm.SORT
    for one in (
        claims.agf_time,
        claims.agf_gap,
        claims.plain_factor,
        claims.ratio_at,
        claims.arcosh_exp,
    ):
        FUNCTIONS[one] = algorithm.SORT
