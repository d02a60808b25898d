"""Letters that are limits as alpha -> 0: a neuron on its way back, and the angle left in
accelerated time.
"""

from __future__ import annotations

from theory.framework.letters import RADIAL, S_of, end, index, n_0, near, norm_of, utility_of
from theory.proof.lemmas.limits import tends
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, exists, forall, lam
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    lt,
    make,
    substituted,
    var,
)

eta, t = var("eta"), var("t")
kappa = var("kappa", INT)


def threshold(x: Term) -> Term:
    """c_i of a start with the norm x: -log x for kappa = 2, -(x^(2 - kappa) - 1)/(2 -
    kappa) else.
    """
    first = -call("log", x)
    second = -((call("power", x, 2 - kappa) - 1) * call("inv", 2 - kappa))
    return make("ite", None, (eq(kappa, 2), first, second))


# --- a neuron whose norm is |theta(0)| = alpha at first and e later -------------------------------

norm_from, S_from, utility_from = (
    function(name, REAL, REAL, REAL) for name in ("norm_from", "S_from", "Ubar_from")
)  # alpha, time
time_of = function("T_from", REAL, REAL)
level, ratio = var("norm_back"), var("return_ratio")


def radial_from(x: Term) -> Term:
    """The radial dynamics of a neuron that starts with the norm x."""
    return substituted(
        RADIAL.statement,
        {
            n_0: x,
            end: time_of(x),
            norm_of: lam(lambda s: norm_from(x, s)),
            S_of: lam(lambda s: S_from(x, s)),
            utility_of: lam(lambda s: utility_from(x, s)),
        },
    )


def share(x: Term) -> Term:
    """eta S/c_i, where the norm is e."""
    return eta * S_from(x, time_of(x)) * call("inv", threshold(x))


define(
    "framework.returned",
    ("return_ratio", "norm_back"),
    both(
        lt(0, level),
        forall(
            lambda x: implies(
                lt(0, x),
                lt(x, 1),
                both(radial_from(x), eq(norm_from(x, time_of(x)), level)),
            )
        ),
        tends(share, ratio),
    ),
    "the limit of eta S/c_i as the initial norm vanishes, S being read where the norm is e > 0, "
    "for any course of the utility that leads there",
)
reads("framework.return-utility", "framework.returned")

# --- the angle to the maximiser, at a fixed accelerated time --------------------------------------

angle, angle_adaptive = var("angle"), var("angle_adaptive")
angle_of = function("angle_of", REAL, REAL)  # along the flow from theta_0, at its own time


def clock(x: Term) -> Term:
    """alpha^(kappa - 2) c t: the time of the unit course at the accelerated time t."""
    return call("power", x, kappa - 2) * threshold(x * n_0) * t


def stop() -> Term:
    """|theta_0|^(2 - kappa) t/(kappa - 2), where that clock stops for kappa > 2."""
    return call("power", n_0, 2 - kappa) * call("inv", kappa - 2) * t


def aligns() -> Term:
    """The angle tends to 0 in time."""
    return forall(
        lambda e: implies(
            lt(0, e),
            exists(
                lambda late: forall(lambda s: implies(lt(late, s), lt(call("abs", angle_of(s)), e)))
            ),
        )
    )


def continuous(place: Term) -> Term:
    """The angle is continuous at this time."""
    return forall(
        lambda e: implies(
            lt(0, e),
            exists(
                lambda d: both(
                    lt(0, d),
                    forall(
                        lambda s: implies(
                            lt(call("abs", s - place), d),
                            lt(call("abs", angle_of(s) - angle_of(place)), e),
                        )
                    ),
                )
            ),
        )
    )


def beside(place: Term, sign: int) -> Term:
    """The angle at place + h, or place - h, tends to that at the place as h falls to 0."""
    return forall(
        lambda e: implies(
            lt(0, e),
            exists(
                lambda d: both(
                    lt(0, d),
                    forall(
                        lambda h: implies(
                            lt(0, h),
                            lt(h, d),
                            lt(call("abs", angle_of(place + sign * h) - angle_of(place)), e),
                        )
                    ),
                )
            ),
        )
    )


def not_yet_aligned() -> Term:
    """0 < the angle where the clock stops, and the angle is continuous there."""
    return both(lt(0, angle_of(stop())), beside(stop(), 1), beside(stop(), -1))


define(
    "framework.angle",
    ("angle",),
    tends(lambda x: angle_of(clock(x)), angle),
    "the limit of the angle on the course alpha theta(alpha^(kappa - 2) .) at rate c and time t",
)
reads("framework.instantaneous-alignment", "framework.angle")
define(
    "framework.adaptive-angle",
    ("angle_adaptive",),
    tends(lambda x: angle_of(-call("log", x * n_0) * t), angle_adaptive),
    "the same limit where direction and norm follow the adaptive rate: no norm in the direction, "
    "and the threshold -log|theta(0)| of kappa = 2, whatever kappa is",
)
reads("framework.adaptive-alignment", "framework.adaptive-angle")

# --- the gradient at lambda theta -----------------------------------------------------------------

pull_at = function("gradU_at", REAL, REAL)
define(
    "framework.gradient-near",
    ("gradU_at",),
    forall(
        lambda l: implies(
            lt(0, l),
            deriv(-1, 1, 0, pull_at(l), lambda h: near(index, l, call("inv", l) * h)),
        )
    ),
    "one component of the utility's gradient at l theta",
)
reads(
    "framework.linearisation",
    "framework.flow",
    "framework.homogeneous",
    "framework.gradient",
    "framework.component",
    "framework.gradient-near",
)
