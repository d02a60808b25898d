"""The letters of the pull of a second group, at xi_2, on the outputs of a first one, at xi.

In this claim A_u, ..., s_w and N are those of the second group; a neuron of the first one has the
amplitudes and phases amp_u, ..., ph_w, and beside it there are N_2 more.
"""

from __future__ import annotations

from theory.modular.letters import against, turn, x_hat
from theory.modular.letters.cost import (
    FREQUENCY,
    HARMONICS,
    a,
    amp_u,
    amp_v,
    amp_w,
    b,
    c,
    harmonic,
    label,
    mean_square,
    output,
    ph_u,
    ph_v,
    ph_w,
    xi,
)
from theory.modular.letters.learned import SECOND, X, s_x, s_x2, xi_2
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, lam
from theory.proof.terms import INT, Term, call, eq, substituted, var

slope_cross, s_h = var("slope_cross"), var("s_h")
REST = {
    letter: other for letter, other in SECOND.items() if letter not in (xi, X, s_x)
}  # more neurons of the first group: amplitudes and phases of their own, the same frequency


def neuron(amplitude: Term, phase: Term) -> Term:
    """A vector of the neuron that is pulled."""
    return lam(lambda q: harmonic(amplitude, q, phase), INT)


def hidden(q: Term, r: Term) -> Term:
    """(<u, q.x> + <v, r.x>)^2 of that neuron."""
    return (against(neuron(amp_u, ph_u), q) + against(neuron(amp_v, ph_v), r)) ** 2


def direction(m: Term) -> Term:
    """h[m] = cos(2 pi xi_2 m/p + s_h)."""
    return call("cos", turn(xi_2 * m) + s_h)


def rest(q: Term, r: Term, m: Term) -> Term:
    """The output of the other neurons of the first group."""
    return substituted(output(a, b, c, HARMONICS), {**REST, a: q, b: r, c: m})


def other(q: Term, r: Term, m: Term) -> Term:
    """The output of the second group."""
    return substituted(output(a, b, c, HARMONICS), {xi: xi_2, a: q, b: r, c: m})


def moved_loss(t: Term) -> Term:
    """The loss with w + t h for the output vector w of the neuron."""
    return mean_square(
        lambda q, r, m: (
            hidden(q, r) * (harmonic(amp_w, m, ph_w) + t * direction(m))
            + rest(q, r, m)
            + other(q, r, m)
            - label(q, r, m)
        )
    )


define(
    "modular.pull",
    ("slope_cross",),
    deriv(-1, 1, 0, slope_cross, moved_loss),
    "the derivative of the loss of both groups, as w of a neuron of the first one moves along h",
)
define(
    "modular.second-phase",
    ("s_x2",),
    eq(
        x_hat(xi_2),
        call("abs", x_hat(xi_2)) * (call("cos", s_x2) + call("i") * call("sin", s_x2)),
    ),
    "the phase of x_hat[xi_2]",
    sense="pull",
)
reads(
    "modular.cross-pull",
    *FREQUENCY,
    "modular.second-frequency",
    "modular.second-magnitude",
    "modular.second-phase",
    "modular.pull",
)
