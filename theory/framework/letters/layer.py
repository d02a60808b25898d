"""The two layers of a neuron, a sigma(<w, x>), along gradient flow: for any numbers of weights.

The descent direction is a' = eta F(w), w' = eta sum_i a_i grad F_i(w), where F_i(w) is
E[r_i sigma(<w, x>)] with the residual held fixed; F is homogeneous like sigma.
"""

from __future__ import annotations

from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, forall, total
from theory.proof.terms import INT, REAL, Term, both, call, eq, function, implies, le, lt, num, var

k, outputs, inputs = (var(name, INT) for name in ("k", "outputs", "inputs"))
eta, t = var("eta"), var("t")
a, w = function("a_of", INT, REAL, REAL), function("w_of", INT, REAL, REAL)
A, W = function("A", REAL, REAL), function("W", REAL, REAL)
F = function("F_near", INT, REAL, REAL)  # i, l: the i-th correlation at l w(t)
slope = function("F_slope", INT, INT, REAL)  # i, j: its derivative along the j-th input weight
PLACE = (t - 1, t + 1, t)


def each(size, statement):
    """for every whole number from 1 to the size."""
    return forall(lambda i: implies(le(1, i), le(i, size), statement(i)), INT)


def outward(s) -> Term:
    """|a(s)|^2."""
    return total(1, outputs, lambda i: a(i, s) ** 2)


def inward(s) -> Term:
    """|w(s)|^2."""
    return total(1, inputs, lambda j: w(j, s) ** 2)


def pull(j) -> Term:
    """sum_i a_i dF_i/dw_j."""
    return total(1, outputs, lambda i: a(i, t) * slope(i, j))


define(
    "framework.squared-weights",
    ("A", "W"),
    both(forall(lambda s: eq(A(s), outward(s))), forall(lambda s: eq(W(s), inward(s)))),
    "the squared norms of output and input weights at time s",
)
define(
    "framework.layers",
    ("a_of", "w_of"),
    both(
        le(1, outputs),
        le(1, inputs),
        each(outputs, lambda i: deriv(*PLACE, eta * F(i, 1), lambda s: a(i, s))),
        each(inputs, lambda j: deriv(*PLACE, eta * pull(j), lambda s: w(j, s))),
    ),
    "a_i' = eta F_i and w_j' = eta sum_i a_i dF_i/dw_j at time t",
)
define(
    "framework.activation",
    ("F_near", "F_slope"),
    each(
        outputs,
        lambda i: both(
            forall(lambda l: implies(lt(0, l), eq(F(i, l), call("power", l, k) * F(i, 1)))),
            deriv(
                num(1, 2),
                2,
                1,
                total(1, inputs, lambda j: w(j, t) * slope(i, j)),
                lambda l: F(i, l),
            ),
        ),
    ),
    "F_i(l w) = l^k F_i(w) for l > 0, and <w, grad F_i> is its slope along w",
)
reads(
    "framework.conserved-quantity",
    "framework.squared-weights",
    "framework.layers",
    "framework.activation",
)

F_along = function("F_along", INT, REAL, REAL, REAL)  # i, l, s: the correlation at l w(s)
slope_along = function("F_slope_along", INT, INT, REAL, REAL)
kappa = var("kappa", INT)
imbalance, theta_sq = var("imbalance"), var("theta_sq")
define(
    "framework.layer-course",
    ("a_of", "w_of", "F_along", "F_slope_along"),
    both(
        le(1, outputs),
        le(1, inputs),
        lt(0, t),
        forall(
            lambda s: implies(
                le(0, s),
                le(s, t),
                both(
                    each(
                        outputs,
                        lambda i: deriv(0, t, s, eta * F_along(i, 1, s), lambda q: a(i, q)),
                    ),
                    each(
                        inputs,
                        lambda j: deriv(
                            0,
                            t,
                            s,
                            eta * total(1, outputs, lambda i: a(i, s) * slope_along(i, j, s)),
                            lambda q: w(j, q),
                        ),
                    ),
                    each(
                        outputs,
                        lambda i: both(
                            forall(
                                lambda l: implies(
                                    lt(0, l),
                                    eq(
                                        F_along(i, l, s),
                                        call("power", l, k) * F_along(i, 1, s),
                                    ),
                                )
                            ),
                            deriv(
                                num(1, 2),
                                2,
                                1,
                                total(1, inputs, lambda j: w(j, s) * slope_along(i, j, s)),
                                lambda l: F_along(i, l, s),
                            ),
                        ),
                    ),
                ),
            )
        ),
    ),
    "gradient flow of both layers on [0, t]: a_i' = eta F_i, w_j' = eta sum_i a_i dF_i/dw_j, "
    "F homogeneous of degree k like the activation",
    sense="course",
)
define(
    "framework.imbalance",
    ("imbalance", "theta_sq", "kappa"),
    both(
        eq(kappa, k + 1),
        eq(imbalance, (kappa - 1) * outward(num(0)) - inward(num(0))),
        eq(theta_sq, outward(t) + inward(t)),
    ),
    "(kappa - 1)|a|^2 - |w|^2 at time 0, |a|^2 + |w|^2 at time t, kappa one more than the degree "
    "of the activation",
)
A_t, W_t = var("A_t"), var("W_t")
define(
    "framework.weights",
    ("A_t", "W_t"),
    both(eq(A_t, outward(t)), eq(W_t, inward(t))),
    "|a|^2 and |w|^2 at time t",
)
reads("framework.norm-lower-bound", "framework.layer-course", "framework.imbalance")
reads(
    "framework.norm-bound-attained",
    "framework.layer-course",
    "framework.imbalance",
    "framework.weights",
)
reads("framework.norm-split", "framework.layer-course", "framework.imbalance", "framework.weights")

c, d, alpha = var("c", INT), var("d", INT), var("alpha")
mean_a, mean_w = var("mean_a_sq"), var("mean_w_sq")
a_moment, w_moment = function("a_moment", INT, REAL), function("w_moment", INT, REAL)
define(
    "framework.initial-moments",
    ("mean_a_sq", "mean_w_sq", "a_moment", "w_moment"),
    both(
        each(c, lambda i: eq(a_moment(i), alpha**2 * call("inv", 2 * c))),
        each(d, lambda j: eq(w_moment(j), alpha**2 * call("inv", 2 * d))),
        eq(mean_a, total(1, c, lambda i: a_moment(i))),
        eq(mean_w, total(1, d, lambda j: w_moment(j))),
    ),
    "the second moments alpha^2/(2c) and alpha^2/(2d) of the entries, added up",
)
reads("framework.balanced-start", "framework.initial-moments")
