"""A two-layer network on finitely many weighted samples: any numbers of neurons, inputs, outputs.

The expectation is a weighted sum, sigma any function with sigma(0) = 0 and a derivative. A gradient
is taken along any line of parameters, (a + x b, w + x v): with b or v a unit vector it is one
entry.
"""

from __future__ import annotations

from collections.abc import Callable

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
    make,
    negation,
    num,
    var,
)

c, d, samples, neurons = (var(name, INT) for name in ("c", "d", "samples", "neurons"))
k, own = var("k", INT), var("own", INT)  # the activation's degree; the number of neuron i
sigma, sigma_slope = (function(name, REAL, REAL) for name in ("sigma", "sigma_slope"))
weight = function("weight_of", INT, REAL)  # of a sample
target = function("y_of", INT, INT, REAL)  # output, sample
HALF = num(1, 2)


def each(size, statement: Callable) -> Term:
    """for every whole number from 1 to the size."""
    return forall(lambda i: implies(le(1, i), le(i, size), statement(i)), INT)


def mean(body: Callable) -> Term:
    """The expectation over samples of a sum over outputs: E sum_o body(o, n)."""
    return total(1, samples, lambda n: weight(n) * total(1, c, lambda o: body(o, n)))


def seen(weights: Callable, feature: Callable, n: Term) -> Term:
    """<w, g(x_n)>, the weights and features given entry by entry."""
    return total(1, d, lambda j: weights(j) * feature(j, n))


def squared_loss(prediction: Callable) -> Term:
    """E |y - f|^2/2, the prediction given by output and sample."""
    return mean(lambda o, n: HALF * (target(o, n) - prediction(o, n)) ** 2)


define(
    "framework.samples",
    ("samples", "neurons"),
    both(le(1, samples), le(1, neurons)),
    "there are samples and neurons, any numbers of them",
)
define(
    "framework.sigma",
    ("sigma", "sigma_slope"),
    both(
        eq(sigma(0), 0),
        forall(
            lambda z: forall(
                lambda r: implies(lt(0, r), deriv(z - r, z + r, z, sigma_slope(z), sigma))
            )
        ),
    ),
    "an activation through the origin, with a derivative everywhere",
)

# --- all neurons at once: which are active, and where dormant ones are zero -----------------------

active = function("active_of", INT, INT)
A_all, W_all = (function(name, INT, INT, REAL) for name in ("a_all", "w_all"))  # neuron, entry
B_all, V_all = (function(name, INT, INT, REAL) for name in ("b_all", "v_all"))  # a direction
G_all = function("g_all", INT, INT, INT, REAL)  # neuron, entry, sample
grad_dormant, grad_active, grad_restricted = map(
    var, ("grad_dormant", "grad_active", "grad_restricted")
)


def neuron_output(outer: Callable, inner: Callable, h: Term, o: Term, n: Term) -> Term:
    """a_ho sigma(<w_h, g_h(x_n)>)."""
    return outer(h, o) * sigma(seen(lambda j: inner(h, j), lambda j, n: G_all(h, j, n), n))


def whole_loss(outer: Callable, inner: Callable) -> Term:
    """The loss of the whole network."""
    return squared_loss(
        lambda o, n: total(1, neurons, lambda h: neuron_output(outer, inner, h, o, n))
    )


def restricted_loss(outer: Callable, inner: Callable) -> Term:
    """The loss of the active neurons alone."""
    return squared_loss(
        lambda o, n: total(1, neurons, lambda h: active(h) * neuron_output(outer, inner, h, o, n))
    )


def dormant_line(x: Term) -> tuple[Callable, Callable]:
    """Active neurons anywhere, dormant ones at x times a direction, which is 0 at x = 0."""
    return (
        lambda h, o: active(h) * A_all(h, o) + x * ((1 - active(h)) * B_all(h, o)),
        lambda h, j: active(h) * W_all(h, j) + x * ((1 - active(h)) * V_all(h, j)),
    )


def active_line(x: Term) -> tuple[Callable, Callable]:
    """Active neurons on a line, dormant ones at zero."""
    return (
        lambda h, o: active(h) * (A_all(h, o) + x * B_all(h, o)),
        lambda h, j: active(h) * (W_all(h, j) + x * V_all(h, j)),
    )


def free_line(x: Term) -> tuple[Callable, Callable]:
    """Every neuron on a line."""
    return (
        lambda h, o: A_all(h, o) + x * B_all(h, o),
        lambda h, j: W_all(h, j) + x * V_all(h, j),
    )


define(
    "framework.partition",
    ("active_of",),
    each(neurons, lambda h: call("or", eq(active(h), 0), eq(active(h), 1))),
    "each neuron is active (1) or dormant (0)",
)
define(
    "framework.saddle-gradients",
    ("grad_dormant", "grad_active", "grad_restricted"),
    both(
        deriv(-1, 1, 0, grad_dormant, lambda x: whole_loss(*dormant_line(x))),
        deriv(-1, 1, 0, grad_active, lambda x: whole_loss(*active_line(x))),
        deriv(-1, 1, 0, grad_restricted, lambda x: restricted_loss(*free_line(x))),
    ),
    "slopes of the loss where dormant neurons are 0: along any direction of theirs, along any "
    "direction of the active ones, and that of the restricted loss along the same direction",
)
reads(
    "framework.critical-points",
    "framework.samples",
    "framework.sigma",
    "framework.partition",
    "framework.saddle-gradients",
)

reads(
    "framework.loop-test",
    "framework.samples",
    "framework.sigma",
    "framework.partition",
    "framework.saddle-gradients",
)

# --- neuron i on a line of parameters, the others anywhere ----------------------------------------

theta, phi, descent = var("theta"), var("phi"), var("descent")
a, b = function("a_i_of", INT, REAL), function("b_i_of", INT, REAL)
w, v = function("w_i_of", INT, REAL), function("v_i_of", INT, REAL)
g = function("g_i_of", INT, INT, REAL)  # entry, sample
others = function("f_of", INT, INT, INT, REAL)  # neuron, output, sample: what the others put out
C = function("C", REAL, REAL, REAL)
C_A, C_D = function("C_A", REAL, REAL), function("C_D", REAL, REAL, REAL)


def line(o: Term, n: Term, x: Term) -> Term:
    """Output o of neuron i at (a + x b, w + x v) on sample n."""
    return (a(o) + x * b(o)) * sigma(seen(lambda j: w(j) + x * v(j), g, n))


def put_out(h: Term, o: Term, n: Term, x: Term) -> Term:
    """What neuron h puts out, neuron i being at x."""
    return make("ite", None, (eq(h, own), line(o, n, x), others(h, o, n)))


def prediction(o: Term, n: Term, x: Term) -> Term:
    """The sum over all neurons."""
    return total(1, neurons, lambda h: put_out(h, o, n, x))


def share_of(which: Callable, o: Term, n: Term, x: Term) -> Term:
    """The sum over the neurons marked by 1 (which gives 0 or 1)."""
    return total(1, neurons, lambda h: which(h) * put_out(h, o, n, x))


PLACE = (theta - 1, theta + 1, theta)
define(
    "framework.descent",
    ("descent", "own"),
    both(
        le(1, own),
        le(own, neurons),
        deriv(*PLACE, -descent, lambda x: squared_loss(lambda o, n: prediction(o, n, x))),
    ),
    "minus the slope of the loss along any line of neuron i's parameters",
)
define("framework.held", ("phi",), eq(phi, theta), "where the line is, not differentiated")
define(
    "framework.correlation",
    ("C",),
    forall(
        lambda x: forall(
            lambda q: eq(
                C(x, q), mean(lambda o, n: line(o, n, x) * (target(o, n) - prediction(o, n, q)))
            )
        )
    ),
    "E<f_i, y - f>, neuron i at the first place in f_i and at the second in f",
)
define(
    "framework.split-correlations",
    ("C_A", "C_D"),
    both(
        eq(active(own), 0),
        forall(
            lambda x: eq(
                C_A(x),
                mean(lambda o, n: line(o, n, x) * (target(o, n) - share_of(active, o, n, x))),
            )
        ),
        forall(
            lambda x: forall(
                lambda q: eq(
                    C_D(x, q),
                    mean(lambda o, n: line(o, n, x) * share_of(lambda h: 1 - active(h), o, n, q)),
                )
            )
        ),
    ),
    "E<f_i, y - sum over active neurons>, i dormant, and E<f_i, sum over dormant neurons>, where "
    "f_i in the sum is at the second place",
)
reads(
    "framework.residual-gradient",
    "framework.samples",
    "framework.sigma",
    "framework.descent",
    "framework.held",
    "framework.correlation",
)
reads(
    "framework.gradient-split",
    "framework.samples",
    "framework.sigma",
    "framework.partition",
    "framework.descent",
    "framework.held",
    "framework.split-correlations",
)

# --- the utility of a neuron, and how it scales ---------------------------------------------------

residual = function("r_of", INT, INT, REAL)  # output, sample
U, U_scaled, scale = var("U"), var("U_scaled"), var("lambda")


def utility(outer: Callable, inner: Callable) -> Term:
    """E<a sigma(<w, g(x)>), r(x)>."""
    return mean(lambda o, n: outer(o) * sigma(seen(inner, g, n)) * residual(o, n))


define(
    "framework.sigma-homogeneous",
    ("sigma",),
    forall(
        lambda l: implies(
            lt(0, l), forall(lambda z: eq(sigma(l * z), call("power", l, k) * sigma(z)))
        )
    ),
    "sigma(l z) = l^k sigma(z) for l > 0",
    sense="homogeneous",
)
define(
    "framework.utility",
    ("U", "U_scaled"),
    both(
        le(1, samples),
        eq(U, utility(a, w)),
        eq(U_scaled, utility(lambda o: scale * a(o), lambda j: scale * w(j))),
    ),
    "the utility of (a, w), any residual, and of (lambda a, lambda w)",
)
reads("framework.homogeneity", "framework.sigma-homogeneous", "framework.utility")

# --- its order at the origin ----------------------------------------------------------------------

order_of = var("ord_U", INT)
taylor = function("U_derivative", INT, REAL, REAL)  # order, place
define(
    "framework.order",
    ("ord_U", "U_derivative"),
    both(
        le(1, samples),
        forall(
            lambda l: implies(
                le(-1, l),
                le(l, 1),
                eq(taylor(0, l), utility(lambda o: l * a(o), lambda j: l * w(j))),
            )
        ),
        forall(
            lambda m: implies(
                le(0, m),
                forall(
                    lambda l: implies(
                        le(-1, l),
                        le(l, 1),
                        deriv(-1, 1, l, taylor(m + 1, l), lambda x: taylor(m, x)),
                    )
                ),
            ),
            INT,
        ),
        forall(lambda m: implies(le(0, m), lt(m, order_of), eq(taylor(m, 0), 0)), INT),
        negation(eq(taylor(order_of, 0), 0)),
    ),
    "the first derivative of l -> U(l theta) that is not 0 at l = 0, for a utility with all "
    "derivatives along theta",
)
reads("framework.leading-order", "framework.sigma", "framework.order")
