"""One mode alone: a network a w with one input, one output and one neuron, from a = w = alpha."""

from __future__ import annotations

from theory.proof.lemmas.limits import tends
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, forall
from theory.proof.terms import REAL, Term, both, call, eq, function, implies, le, lt, num, var

a, w, slope_a, slope_w = (
    function(name, REAL, REAL, REAL) for name in ("a_from", "w_from", "dL_da", "dL_dw")
)  # of alpha and time
b_mode, lam_mode, t, limit = map(var, ("b_mode", "lam_mode", "t", "mode_limit"))


def loss(left: Term, right: Term) -> Term:
    """lambda (b - a w)^2/2."""
    return num(1, 2) * (lam_mode * (b_mode - left * right) ** 2)


def course(alpha: Term) -> Term:
    """a' = -eta dL/da and w' = -eta dL/dw on [0, t] at eta = -log(alpha), from a = w = alpha."""
    eta = -call("log", alpha)

    def there(x):
        here, other = a(alpha, x), w(alpha, x)
        return both(
            deriv(-1, 1, 0, slope_a(alpha, x), lambda q: loss(here + q, other)),
            deriv(-1, 1, 0, slope_w(alpha, x), lambda q: loss(here, other + q)),
            deriv(0, t, x, -eta * slope_a(alpha, x), lambda r: a(alpha, r)),
            deriv(0, t, x, -eta * slope_w(alpha, x), lambda r: w(alpha, r)),
        )

    return both(
        eq(a(alpha, 0), alpha),
        eq(w(alpha, 0), alpha),
        forall(lambda x: implies(le(0, x), le(x, t), there(x))),
    )


define(
    "linear.aligned-course",
    ("a_from", "w_from", "dL_da", "dL_dw"),
    forall(lambda alpha: implies(lt(0, alpha), lt(alpha, 1), course(alpha))),
    "gradient flow of the loss lambda (b - a w)^2/2 on [0, t], in accelerated time, from a = w = "
    "alpha, for every 0 < alpha < 1",
)
define(
    "linear.mode-limit",
    ("mode_limit",),
    tends(lambda alpha: a(alpha, t) * w(alpha, t), limit),
    "the limit of a w at time t as alpha -> 0",
)
reads("linear.aligned-mode", "linear.aligned-course", "linear.mode-limit")
