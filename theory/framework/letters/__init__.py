"""The letters of the framework, each by a predicate: a dormant neuron's norm and accumulated
utility along the flow.
"""

from __future__ import annotations

from importlib import import_module

from theory.proof.letters import DEFINITIONS, FUNCTIONS, define, reads
from theory.proof.tactics import deriv, forall, total
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    num,
    substituted,
    var,
)

eta, n_0, n_t, S, S_jump, U_star, tau = map(
    var, ("eta", "norm_0", "norm_t", "S", "S_jump", "U_star", "tau")
)
kappa, end = var("kappa", INT), var("T")
norm_of, S_of, utility_of = (function(name, REAL, REAL) for name in ("norm_of", "S_of", "Ubar_of"))


def along(low, high, statement):
    """for all s in [low, high]."""
    return forall(lambda s: implies(le(low, s), le(s, high), statement(s)))


RADIAL = define(
    "framework.radial",
    ("norm_0", "norm_of", "S_of"),
    both(
        le(0, end),
        eq(norm_of(0), n_0),
        eq(S_of(0), 0),
        along(
            0,
            end,
            lambda s: both(
                lt(0, norm_of(s)),
                deriv(
                    0,
                    end,
                    s,
                    eta * kappa * call("power", norm_of(s), kappa - 1) * utility_of(s),
                    norm_of,
                ),
                deriv(0, end, s, kappa * utility_of(s), S_of),
            ),
        ),
    ),
    "the norm grows like eta kappa |theta|^(kappa-1) U and the accumulated utility "
    "like kappa U, on [0, T], for any course of U",
)
END = define(
    "framework.end",
    ("norm_t", "S"),
    both(eq(n_t, norm_of(end)), eq(S, S_of(end))),
    "the norm and the accumulated utility at time T",
)
JUMP = define(
    "framework.jump",
    ("S_jump",),
    both(eq(norm_of(end), 1), eq(S_jump, S_of(end))),
    "the accumulated utility where the norm is 1",
)
JUMP_TIME = define(
    "framework.jump-time",
    ("tau", "U_star"),
    both(eq(tau, end), eq(norm_of(end), 1), along(0, end, lambda s: le(utility_of(s), U_star))),
    "the norm is 1 at time tau, and U* bounds the normalised utility until then",
)
QUADRATIC = define(
    "framework.quadratic",
    ("kappa",),
    eq(kappa, 2),
    "the utility starts at order two",
    sense="quadratic",
)

reads("framework.norm-solution", "framework.radial", "framework.end")
reads("framework.jump-threshold", "framework.radial", "framework.jump")
reads("framework.jump-threshold-appendix", "framework.radial", "framework.jump")
reads(
    "framework.jump-bound-quadratic",
    "framework.radial",
    "framework.jump-time",
    "framework.quadratic",
)
reads("framework.jump-bound-higher", "framework.radial", "framework.jump-time")

# --- a dormant neuron at time T: its parameters theta_1, ..., theta_m follow theta_i' = eta g_i ---

norm, rate_norm, inner, U_bar, gradU_norm, rate_U = map(
    var, ("norm", "rate_norm", "inner", "U_bar", "gradU_norm", "rate_U")
)
theta_j, gradU_j, dir_j, gradU_dir_j, rate_dir_j = map(
    var, ("theta_j", "gradU_j", "dir_j", "gradU_dir_j", "rate_dir_j")
)
size, index = var("parameters", INT), var("index_of", INT)
theta = function("theta_of", INT, REAL, REAL)  # parameter, time
grad = function("gradU_of", INT, REAL)  # the utility's gradient at theta(T)
near = function("U_near", INT, REAL, REAL, REAL)  # i, l, h: the utility at l (theta(T) + h e_i)


def rate(value, body):
    """The derivative at time T, from the left."""
    return deriv(0, end, end, value, body)


def each(statement):
    """for every parameter."""
    return forall(lambda i: implies(le(1, i), le(i, size), statement(i)), INT)


def squared(s):
    """|theta(s)|^2."""
    return total(1, size, lambda i: theta(i, s) ** 2)


def length(s):
    """|theta(s)|."""
    return call("sqrt", squared(s))


def radial_part():
    """<theta, grad U>."""
    return total(1, size, lambda i: theta(i, end) * grad(i))


define(
    "framework.flow",
    ("theta_of",),
    both(lt(0, end), le(1, size), each(lambda i: rate(eta * grad(i), lambda s: theta(i, s)))),
    "the parameters move along the utility's gradient, times eta, at time T",
)
define(
    "framework.norm",
    ("norm",),
    eq(norm**2, squared(end)),
    "the positive number whose square is the sum of the squared parameters at time T",
)
define(
    "framework.rate-norm",
    ("rate_norm",),
    rate(rate_norm, length),
    "the derivative of the norm at time T",
)
define("framework.inner", ("inner",), eq(inner, radial_part()), "<theta, grad U(theta)> at time T")
define(
    "framework.component",
    ("theta_j", "gradU_j"),
    both(le(1, index), le(index, size), eq(theta_j, theta(index, end)), eq(gradU_j, grad(index))),
    "one parameter and its component of the utility's gradient at theta(T)",
)
define(
    "framework.rate-direction",
    ("rate_dir_j",),
    both(
        le(1, index),
        le(index, size),
        rate(rate_dir_j, lambda s: theta(index, s) * call("inv", length(s))),
    ),
    "the derivative of theta_j/|theta| at time T",
)
define(
    "framework.homogeneous",
    ("U_near",),
    both(
        each(
            lambda i: forall(
                lambda scale: forall(
                    lambda h: implies(
                        lt(0, scale),
                        eq(near(i, scale, h), call("power", scale, kappa) * near(i, 1, h)),
                    )
                )
            )
        ),
        each(lambda i: forall(lambda scale: eq(near(i, scale, 0), near(1, scale, 0)))),
    ),
    "U(l (theta + h e_i)) = l^kappa U(theta + h e_i) for l > 0; at h = 0 it is U(l theta)",
)
define(
    "framework.gradient",
    ("gradU_of",),
    both(
        each(
            lambda i: forall(
                lambda r: implies(lt(0, r), deriv(-r, r, 0, grad(i), lambda h: near(i, 1, h)))
            )
        ),
        deriv(num(1, 2), 2, 1, radial_part(), lambda scale: near(ONE, scale, 0)),
    ),
    "g_i is the utility's slope at theta along e_i, and <theta, g> that along theta",
)
define(
    "framework.direction-utility",
    ("U_bar",),
    eq(U_bar, near(1, call("inv", norm), 0)),
    "the utility of theta/|theta|",
)
define(
    "framework.direction",
    ("dir_j",),
    eq(dir_j, theta(index, end) * call("inv", norm)),
    "theta_j/|theta|",
)
define(
    "framework.direction-gradient",
    ("gradU_dir_j",),
    deriv(-1, 1, 0, gradU_dir_j, lambda h: near(index, call("inv", norm), norm * h)),
    "the utility's slope along e_j at theta/|theta|, which is (theta + |theta| h e_j)/|theta|",
)
POLAR = ("framework.flow", "framework.norm", "framework.inner")
EULER = ("framework.homogeneous", "framework.gradient", "framework.direction-utility")
reads("framework.polar-norm", *POLAR, "framework.rate-norm")
reads("framework.polar-direction", *POLAR, "framework.component", "framework.rate-direction")
reads("framework.dormant-norm", *POLAR, *EULER, "framework.rate-norm")
reads(
    "framework.dormant-direction",
    *POLAR,
    *EULER,
    "framework.rate-direction",
    "framework.direction",
    "framework.direction-gradient",
)

grad_there = function("gradU_dir_of", INT, REAL)  # the utility's gradient at theta(T)/|theta(T)|
course = function("Ubar_at", REAL, REAL)  # the utility of theta(s)/|theta(s)|
define(
    "framework.direction-gradients",
    ("gradU_dir_of",),
    each(lambda i: deriv(-1, 1, 0, grad_there(i), lambda h: near(i, call("inv", norm), norm * h))),
    "the utility's slopes at theta/|theta| along every e_i",
)
define(
    "framework.gradient-norm",
    ("gradU_norm",),
    eq(gradU_norm**2, total(1, size, lambda i: grad_there(i) ** 2)),
    "the number >= 0 whose square is the sum of the squared slopes there",
)
define(
    "framework.rate-utility",
    ("rate_U", "Ubar_at"),
    both(
        rate(rate_U, course),
        forall(
            lambda velocity: implies(
                each(lambda i: rate(velocity(i), lambda s: theta(i, s) * call("inv", length(s)))),
                rate(total(1, size, lambda i: grad_there(i) * velocity(i)), course),
            ),
            ("Fun", (INT,), REAL),
        ),
    ),
    "the derivative of the direction's utility, which is <gradient there, velocity of the "
    "direction>",
)
reads(
    "framework.riccati",
    *POLAR,
    *EULER,
    "framework.direction-gradients",
    "framework.gradient-norm",
    "framework.rate-utility",
)
define(
    "framework.adaptive-flow",
    ("theta_of",),
    substituted(
        DEFINITIONS["framework.flow"].statement, {eta: eta * call("power", norm, 2 - kappa)}
    ),
    "the flow with eta |theta|^(2 - kappa) in the place of eta",
    sense="adaptive",
)
reads(
    "framework.adaptive-dynamics",
    "framework.adaptive-flow",
    *POLAR[1:],
    *EULER,
    "framework.rate-norm",
    "framework.rate-direction",
    "framework.direction",
    "framework.direction-gradient",
)


def register_functions() -> None:
    """The sorts of the functions of the catalogue, and the letters of the other files."""
    import sympy

    from theory import framework as claims
    from theory.framework.letters import courses, network, small, special, taylor
    from theory.framework.letters import layer as layers
    from theory.framework.letters import limit as limits
    from theory.special import hyp2f1

    for name in (
        "speed",
        "expectation",
        "mean",
        "places",
    ):  # which have no function of the catalogue
        import_module(f"theory.framework.letters.{name}")
    FUNCTIONS.update(
        {
            claims.a_sq: layers.A.sort,
            claims.w_sq: layers.W.sort,
            claims.correlation: network.C.sort,
            claims.active_correlation: network.C_A.sort,
            claims.dormant_correlation: network.C_D.sort,
            claims.dormant_term: small.R.sort,
            claims.utility_of: taylor.utility_of.sort,
            claims.gradient_at: limits.pull_at.sort,
            claims.residual_at: small.residual_at.sort,
            claims.angle_at: limits.angle_of.sort,
            claims.solution: courses.solution.sort,
            claims.direction: courses.direction.sort,
            sympy.gamma: special.gamma.sort,
            sympy.polygamma: special.polygamma.sort,
            hyp2f1: special.hyp2f1.sort,
        }
    )
