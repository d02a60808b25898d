"""Gradient flow at every scale alpha on a stretch of accelerated time in which it stays."""

from __future__ import annotations

from theory.diagonal.letters.regression import SIZES, count, gradient, vector
from theory.diagonal.letters.sequence import coordinate
from theory.diagonal.letters.staircase import each
from theory.proof.lemmas.limits import tends
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, exists, forall
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    num,
    var,
)

u_net, v_net, G_net = (
    function(name, REAL, INT, REAL, REAL) for name in ("u_net", "v_net", "G_net")
)  # scale, neuron, plain time
stay = function("stay_of", INT, REAL)
left, right = var("stretch_left"), var("stretch_right")
s_left, s_mid, s_right = map(var, ("s_left", "s_mid", "s_right"))
MIDDLE = num(1, 2) * (left + right)


def plain_time(a: Term, moment: Term) -> Term:
    """-log(a) t: the plain time of the accelerated time t."""
    return -call("log", a) * moment


def coefficients(a: Term, r: Term) -> Term:
    """u v at plain time r."""
    return vector(lambda m: u_net(a, m, r) * v_net(a, m, r))


def integral_at(a: Term, moment: Term) -> Term:
    """S_i = G_i/(-log a): minus the integral of the gradient in accelerated time."""
    return G_net(a, coordinate, plain_time(a, moment)) * call("inv", -call("log", a))


def moving(a: Term, i: Term) -> Term:
    """u' = -g v, v' = -g u and G' = -g from u = sqrt(2) a, v = G = 0, up to the end of the
    stretch.
    """
    end = plain_time(a, right)

    def course(r):
        g = gradient(coefficients(a, r), i)
        return both(
            deriv(0, end, r, -(g * v_net(a, i, r)), lambda q: u_net(a, i, q)),
            deriv(0, end, r, -(g * u_net(a, i, r)), lambda q: v_net(a, i, q)),
            deriv(0, end, r, -g, lambda q: G_net(a, i, q)),
        )

    return both(
        eq(u_net(a, i, ZERO), call("sqrt", 2) * a),
        eq(v_net(a, i, ZERO), 0),
        eq(G_net(a, i, ZERO), 0),
        forall(lambda r: implies(le(0, r), le(r, end), course(r))),
    )


def staying(level: Term, near: Term) -> Term:
    """Every coefficient is within ``level`` of its value all along, at the scales below
    ``near``.
    """

    def close(a, t):
        def entry(i):
            gap = u_net(a, i, plain_time(a, t)) * v_net(a, i, plain_time(a, t)) - stay(i)
            return lt(call("abs", gap), level)

        return each(entry)

    return forall(
        lambda a: implies(
            *(lt(0, a), lt(a, near), lt(a, 1)),
            forall(lambda t: implies(le(left, t), le(t, right), close(a, t))),
        )
    )


NETWORK = define(
    "diagonal.network-flow",
    ("u_net", "v_net", "G_net"),
    both(
        *SIZES,
        forall(lambda a: implies(lt(0, a), lt(a, 1), each(lambda i: moving(a, i)))),
    ),
    "gradient flow of the loss from u = sqrt(2) alpha, v = 0 for every scale alpha < 1, up to the "
    "end of the stretch, and the integrals G_i of minus the gradient",
)
STRETCH = define(
    "diagonal.stretch",
    ("stay_of", "stretch_left", "stretch_right"),
    both(
        *(le(0, left), le(left, right)),
        forall(
            lambda level: implies(
                lt(0, level), exists(lambda near: both(lt(0, near), staying(level, near)))
            )
        ),
    ),
    "a stretch of accelerated time in which, as alpha -> 0, the coefficients tend to one point, "
    "uniformly: what gradient flow does between two jumps",
)
INTEGRALS = define(
    "diagonal.integrals-on-stretch",
    ("s_left", "s_mid", "s_right"),
    both(
        *(le(1, coordinate), le(coordinate, count)),
        *(
            tends(lambda a, t=t: integral_at(a, t), value)
            for t, value in ((left, s_left), (MIDDLE, s_mid), (right, s_right))
        ),
    ),
    "the limits as alpha -> 0 of minus the integral of the gradient along one coefficient, at the "
    "start, in the middle and at the end of the stretch",
)
reads(
    "diagonal.integral-linear",
    "diagonal.network-flow",
    "diagonal.stretch",
    "diagonal.integrals-on-stretch",
)
