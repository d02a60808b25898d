"""One neuron (a, w) of two outputs and two inputs at the first plateau, and how fast it leaves it.

B = diag(b_1, b_2), Sigma_xx = diag(lambda_1, lambda_2); the neuron has learned the first mode,
a = w = (sqrt(b_1), 0). The rate is the largest eigenvalue of minus the Hessian there.
"""

from __future__ import annotations

from theory.proof.lemmas.elementary import sqrt
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, exists, forall
from theory.proof.terms import REAL, Term, both, eq, implies, le, num, var

b_1, b_2, lam_1, lam_2, s_1, s_2, turn_rate = map(
    var, ("b_1", "b_2_of", "lam_1", "lam_2", "s_1", "s_2", "turn_rate")
)
COURSE = ("Fun", (REAL,), REAL)


def loss(a_1, a_2, w_1, w_2) -> Term:
    """E|y - a w^T x|^2/2 = sum_ij lambda_j (B_ij - a_i w_j)^2/2."""
    return num(1, 2) * (
        lam_1 * (b_1 - a_1 * w_1) ** 2
        + lam_2 * (a_1 * w_2) ** 2
        + lam_1 * (a_2 * w_1) ** 2
        + lam_2 * (b_2 - a_2 * w_2) ** 2
    )


def moved(direction, q) -> Term:
    """The loss after a step q from the plateau."""
    x_1, x_2, y_1, y_2 = direction
    root = sqrt(b_1)
    return loss(root + q * x_1, q * x_2, root + q * y_1, q * y_2)


def curved(direction, value) -> Term:
    """The second derivative of the loss along a direction: the slope of its slope D at 0."""
    return exists(
        lambda D: both(
            forall(
                lambda q: implies(
                    le(-1, q), le(q, 1), deriv(-1, 1, q, D(q), lambda t: moved(direction, t))
                )
            ),
            deriv(-1, 1, 0, value, lambda t: D(t)),
        ),
        COURSE,
    )


def unit(direction) -> Term:
    """|x|^2 + |y|^2 = 1."""
    x_1, x_2, y_1, y_2 = direction
    return eq(x_1**2 + x_2**2 + y_1**2 + y_2**2, 1)


def four(quantifier, body, *found) -> Term:
    """for all directions, or there is one."""
    if len(found) == 4:
        return body(found)
    return quantifier(lambda one: four(quantifier, body, *found, one))


define(
    "linear.two-commuting-modes",
    ("s_1", "s_2"),
    both(eq(s_1, b_1 * lam_1), eq(s_2, b_2 * lam_2)),
    "the singular values b_i lambda_i of Sigma_yx = B Sigma_xx",
)
define(
    "linear.turn-rate",
    ("turn_rate",),
    both(
        four(
            forall,
            lambda h: implies(unit(h), forall(lambda v: implies(curved(h, v), le(-v, turn_rate)))),
        ),
        four(exists, lambda h: both(unit(h), curved(h, -turn_rate))),
    ),
    "the largest eigenvalue of minus the Hessian of E|y - a w^T x|^2/2 at a = w = (sqrt(b_1), 0): "
    "minus the second derivative along unit directions, a bound and attained",
)
reads("linear.turning-rate", "linear.two-commuting-modes", "linear.turn-rate")
