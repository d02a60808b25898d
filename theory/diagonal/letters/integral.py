"""The integral of the gradient along gradient flow, as alpha -> 0, in accelerated time."""

from __future__ import annotations

from theory.diagonal.letters import (
    DUAL,
    FLOW,
    G_of,
    alpha,
    dual,
    eta,
    g_of,
    last,
    s_i,
    u,
    u_of,
    v,
    v_of,
)
from theory.proof.letters import define, reads
from theory.proof.tactics import exists, forall, lam
from theory.proof.terms import (
    ONE,
    REAL,
    Term,
    both,
    call,
    function,
    implies,
    le,
    lt,
    substituted,
    var,
)

u_scale, v_scale, g_scale, G_scale = (
    function(name, REAL, REAL, REAL) for name in ("u_scale", "v_scale", "g_scale", "G_scale")
)
moment, cap = var("moment"), var("cap")


def plain_time(a: Term) -> Term:
    """-log(a) t: the plain time of the accelerated time t."""
    return -call("log", a) * moment


def course(a: Term) -> dict:
    """The letters of one neuron's flow at scale a, up to that time."""
    return {
        alpha: a,
        eta: ONE,
        last: plain_time(a),
        u_of: lam(lambda r: u_scale(a, r)),
        v_of: lam(lambda r: v_scale(a, r)),
        g_of: lam(lambda r: g_scale(a, r)),
        G_of: lam(lambda r: G_scale(a, r)),
        u: u_scale(a, plain_time(a)),
        v: v_scale(a, plain_time(a)),
        dual: G_scale(a, plain_time(a)),
    }


def integral_at(a: Term) -> Term:
    """S = G/(-log a): minus the integral of the gradient in accelerated time."""
    return G_scale(a, plain_time(a)) * call("inv", -call("log", a))


INTEGRAL = define(
    "diagonal.integral-limit",
    ("s_i",),
    both(
        le(0, moment),
        forall(
            lambda a: implies(
                lt(0, a),
                lt(a, 1),
                both(
                    substituted(FLOW.statement, course(a)),
                    substituted(DUAL.statement, course(a)),
                    le(call("abs", u_scale(a, plain_time(a)) * v_scale(a, plain_time(a))), cap),
                ),
            )
        ),
        forall(
            lambda level: implies(
                lt(0, level),
                exists(
                    lambda near: both(
                        lt(0, near),
                        forall(
                            lambda a: implies(
                                lt(0, a),
                                lt(a, near),
                                lt(a, 1),
                                lt(call("abs", integral_at(a) - s_i), level),
                            )
                        ),
                    )
                ),
            )
        ),
    ),
    "the limit as alpha -> 0 of minus the integral of the gradient along gradient flow at an "
    "accelerated time t, where the coefficient there stays bounded in alpha",
    sense="gradient flow",
)
reads("diagonal.integral-bounded", "diagonal.integral-limit")
