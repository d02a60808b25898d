"""Small dormant neurons: the terms of a gradient, the residual and the loss, scaled by lambda."""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.letters.network import (
    HALF,
    A_all,
    G_all,
    U,
    W_all,
    a,
    b,
    g,
    mean,
    neuron_output,
    neurons,
    own,
    residual,
    samples,
    scale,
    seen,
    sigma,
    target,
    utility,
    v,
    w,
)
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, forall, total
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

R = function("R", REAL, REAL)
utility_slope = function("U_slope_of", REAL, REAL)
dormant_slope = function("D_slope_of", REAL, REAL)


def scaled_line(l: Term, o: Term, n: Term, x: Term) -> Term:
    """Output o of neuron i at (l a_i + x b, l w_i + x v) on sample n."""
    return (l * A_all(own, o) + x * b(o)) * sigma(
        seen(lambda j: l * W_all(own, j) + x * v(j), lambda j, n: G_all(own, j, n), n)
    )


def dormant_output(l: Term, o: Term, n: Term) -> Term:
    """What the dormant neurons put out at l Theta_D."""
    return total(
        1,
        neurons,
        lambda h: neuron_output(
            lambda h, o: l * A_all(h, o), lambda h, j: l * W_all(h, j), h, o, n
        ),
    )


def slope_at_zero(value: Term, body: Callable) -> Term:
    """The derivative at 0, in every interval around it."""
    return forall(lambda r: implies(lt(0, r), deriv(-r, r, 0, value, body)))


define(
    "framework.dormant-terms",
    ("R", "U_slope_of", "D_slope_of"),
    both(
        le(1, samples),
        le(1, neurons),
        negation(eq(utility_slope(1), 0)),
        forall(
            lambda l: implies(
                lt(0, l),
                both(
                    slope_at_zero(
                        utility_slope(l),
                        lambda x: mean(lambda o, n: scaled_line(l, o, n, x) * residual(o, n)),
                    ),
                    slope_at_zero(
                        dormant_slope(l),
                        lambda x: mean(
                            lambda o, n: scaled_line(l, o, n, x) * dormant_output(l, o, n)
                        ),
                    ),
                    eq(R(l), dormant_slope(l) * call("inv", utility_slope(l))),
                ),
            )
        ),
    ),
    "the two terms of the gradient along any direction of neuron i, dormant neurons at l Theta_D, "
    "and their ratio; the utility term is not 0 at l = 1",
)
reads("framework.dormant-negligible", "framework.sigma-homogeneous", "framework.dormant-terms")

# --- the residual and the loss --------------------------------------------------------------------

residual_at, residual_active = function("r_at", REAL, REAL), var("r_active")
output, sample = var("output_of", INT), var("sample_of", INT)
active_sum = function("f_active", INT, INT, REAL)  # what the active neurons put out
define(
    "framework.residual-near",
    ("r_at", "r_active"),
    both(
        le(1, neurons),
        eq(residual_active, target(output, sample) - active_sum(output, sample)),
        forall(
            lambda l: implies(
                lt(0, l),
                eq(
                    residual_at(l),
                    target(output, sample)
                    - active_sum(output, sample)
                    - dormant_output(l, output, sample),
                ),
            )
        ),
    ),
    "one entry of the residual on one sample, dormant neurons at l Theta_D, and without them",
)
reads("framework.residual-active", "framework.sigma-homogeneous", "framework.residual-near")

change, square = var("loss_change"), var("mean_square")


def put_out_at(l: Term, o: Term, n: Term) -> Term:
    """Output o of neuron i at (l a, l w) on sample n."""
    return l * a(o) * sigma(seen(lambda j: l * w(j), g, n))


define(
    "framework.loss-change",
    ("loss_change", "mean_square", "U"),
    both(
        le(1, samples),
        eq(U, utility(a, w)),
        eq(square, mean(lambda o, n: (a(o) * sigma(seen(w, g, n))) ** 2)),
        eq(
            change,
            mean(lambda o, n: HALF * (residual(o, n) - put_out_at(scale, o, n)) ** 2)
            - mean(lambda o, n: HALF * residual(o, n) ** 2),
        ),
    ),
    "the loss with neuron i at lambda theta less that with it at 0, the residual being that of the "
    "others; the utility and the mean square of its output at theta",
    sense="loss",
)
reads("framework.escape", "framework.sigma-homogeneous", "framework.loss-change")
