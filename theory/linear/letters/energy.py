"""One mode of a commuting problem along gradient flow: u, v with B v = b u, B^T u = b v and
Sigma_xx v = lambda v, and the weights along it, |A^T u|^2 + |W v|^2.
"""

from __future__ import annotations

from theory.linear.letters.data import B, H, c, cov, d, entries, mean, x, y
from theory.linear.letters.time import during, t
from theory.proof.lemmas.inner_products import within
from theory.proof.letters import define, reads
from theory.proof.sums.any_range import delta
from theory.proof.tactics import deriv, total
from theory.proof.terms import INT, REAL, Term, both, eq, function, le, num, var

A, W, A_slope, W_slope = (
    function(name, INT, INT, REAL, REAL) for name in ("A_at", "W_at", "dL_dA", "dL_dW")
)
u, v = function("u_mode_of", INT, REAL), function("v_mode_of", INT, REAL)
b, lam, eta, energy_t, energy_0, loss_t = map(
    var, ("b_mode", "lam_mode", "eta", "energy_t", "energy_0", "loss_t")
)
HALF = num(1, 2)


def loss(left, right) -> Term:
    """E|y - A W x|^2/2."""
    return HALF * mean(
        lambda n: total(
            1,
            c,
            lambda k: (
                (
                    y(n, k)
                    - total(
                        1, H, lambda h: left(k, h) * total(1, d, lambda l: right(h, l) * x(n, l))
                    )
                )
                ** 2
            ),
        )
    )


def matrix_at(matrix, s):
    """The matrix at the time s."""
    return lambda k, l: matrix(k, l, s)


def bumped(matrix, k, l, q):
    """The matrix with q added to its entry (k, l)."""
    return lambda r, m: matrix(r, m) + q * (delta(r, k) * delta(m, l))


def energy(s) -> Term:
    """|A^T u|^2 + |W v|^2 at the time s."""
    return total(1, H, lambda h: total(1, c, lambda k: u(k) * A(k, h, s)) ** 2) + total(
        1, H, lambda h: total(1, d, lambda l: W(h, l, s) * v(l)) ** 2
    )


define(
    "linear.weights-flow",
    ("A_at", "W_at", "dL_dA", "dL_dW"),
    both(
        le(0, eta),
        during(
            t,
            lambda s: both(
                entries(
                    c,
                    H,
                    lambda k, h: both(
                        deriv(
                            -1, 1, 0, A_slope(k, h, s),
                            lambda q: loss(bumped(matrix_at(A, s), k, h, q), matrix_at(W, s)),
                        ),
                        deriv(0, t, s, -(eta * A_slope(k, h, s)), lambda q: A(k, h, q)),
                    ),
                ),
                entries(
                    H,
                    d,
                    lambda h, l: both(
                        deriv(
                            -1, 1, 0, W_slope(h, l, s),
                            lambda q: loss(matrix_at(A, s), bumped(matrix_at(W, s), h, l, q)),
                        ),
                        deriv(0, t, s, -(eta * W_slope(h, l, s)), lambda q: W(h, l, q)),
                    ),
                ),
            ),
        ),
    ),
    "A' = -eta dL/dA and W' = -eta dL/dW on [0, t], the slopes those of the loss E|y - A W x|^2/2 "
    "in each entry; any start, any width",
)  # fmt: skip
define(
    "linear.mode",
    ("b_mode", "lam_mode", "u_mode_of", "v_mode_of"),
    both(
        le(0, b),
        le(0, lam),
        eq(total(1, c, lambda k: u(k) ** 2), 1),
        eq(total(1, d, lambda l: v(l) ** 2), 1),
        within(1, c, lambda k: eq(total(1, d, lambda l: B(k, l) * v(l)), b * u(k))),
        within(1, d, lambda l: eq(total(1, c, lambda k: B(k, l) * u(k)), b * v(l))),
        within(1, d, lambda l: eq(total(1, d, lambda m: cov(l, m) * v(m)), lam * v(l))),
    ),
    "unit vectors with B v = b u, B^T u = b v and Sigma_xx v = lambda v",
)
define("linear.energy", ("energy_t",), eq(energy_t, energy(t)), "|A^T u|^2 + |W v|^2 at time t")
define("linear.energy-start", ("energy_0",), eq(energy_0, energy(0)), "the same at time 0")
define(
    "linear.loss-then",
    ("loss_t",),
    eq(loss_t, loss(matrix_at(A, t), matrix_at(W, t))),
    "the loss at time t",
)
reads(
    "linear.mode-energy",
    "linear.covariance",
    "linear.outputs",
    "linear.weights-flow",
    "linear.mode",
    "linear.energy",
    "linear.energy-start",
    "linear.loss-then",
)
