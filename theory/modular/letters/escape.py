"""The letters of what pulls aligned neurons to another frequency: slopes of the loss
along waves.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.letters import N, p, turn, x_hat
from theory.modular.letters.cost import (
    FREQUENCY,
    HARMONICS,
    multiple,
    response,
    u_in,
    v_in,
    w_in,
    xi,
)
from theory.modular.letters.gradient import h, i, moved_loss, slope_u, slope_v, slope_w
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, forall, lam, total
from theory.proof.terms import (
    INT,
    Term,
    both,
    call,
    eq,
    implies,
    le,
    negation,
    num,
    substituted,
    var,
)

SLOPES = (slope_u, slope_v, slope_w)
escape, escape_else, slope_res = var("escape"), var("escape_else"), var("slope_res")
X_3, s_x3, s_h = var("X_3"), var("s_x3"), var("s_h")


def along(frequency: Term, amplitude: Term, phase: Term) -> Term:
    """h[a] = A cos(2 pi xi' a/p + s)."""
    return lam(lambda q: amplitude * call("cos", turn(frequency * q) + phase), INT)


def pushed_loss(slope: Term, neuron: Term, direction: Term, t: Term) -> Term:
    """The loss of the aligned neurons, t h added to u, v or w of one of them."""
    table = {**dict(zip((u_in, v_in, w_in), HARMONICS)), h: direction, i: neuron}
    return substituted(moved_loss(slope, t), table)


def slope_along(slope: Term, neuron: Term, direction: Term, value: Term) -> Term:
    """<h, dL/du> (or dv, dw) of the neuron has this value."""
    return deriv(-1, 1, 0, value, lambda t: pushed_loss(slope, neuron, direction, t))


def outside(frequency: Term) -> Term:
    """1 <= xi' <= p - 1, neither xi nor -xi mod p."""
    return both(
        le(1, frequency),
        le(frequency, p - 1),
        negation(eq(frequency, xi)),
        negation(eq(frequency, p - xi)),
    )


def beyond(frequency: Term) -> Term:
    """The same, and neither 3 xi nor -3 xi mod p."""
    return both(
        outside(frequency),
        negation(multiple(frequency - 3 * xi)),
        negation(multiple(frequency + 3 * xi)),
    )


def at_most(size: Term, frequencies: Callable) -> Term:
    """|<h, dL/du>|, |<h, dL/dv>|, |<h, dL/dw>| <= size for every neuron and every such wave h."""

    def bounded(neuron, frequency, amplitude, phase, value):
        direction = along(frequency, amplitude, phase)
        limits = (
            implies(slope_along(slope, neuron, direction, value), le(call("abs", value), size))
            for slope in SLOPES
        )
        ranges = (le(1, neuron), le(neuron, N), le(-1, amplitude), le(amplitude, 1))
        return implies(frequencies(frequency), *ranges, both(*limits))

    return forall(
        lambda n: forall(
            lambda q: forall(lambda A: forall(lambda s: forall(lambda d: bounded(n, q, A, s, d)))),
            INT,
        ),
        INT,
    )


def largest(letter: Term, frequencies: Callable) -> Term:
    """The least number >= 0 that no slope exceeds."""
    return both(
        le(0, letter),
        at_most(letter, frequencies),
        forall(lambda e: implies(le(0, e), at_most(e, frequencies), le(letter, e))),
    )


define(
    "modular.escape",
    ("escape",),
    largest(escape, outside),
    "the largest |<h, dL/du>|, |<h, dL/dv>|, |<h, dL/dw>| of a neuron (0 if there is none), "
    "h = A cos(2 pi xi' a/p + s) with |A| <= 1 and xi' != 0, +-xi",
)
define(
    "modular.escape-else",
    ("escape_else",),
    largest(escape_else, beyond),
    "the same, for xi' != 0, +-xi, +-3 xi",
)


def square_terms(f: Term, q: Term, m: Term) -> Term:
    """sum_i w_i[m] <f_i, q.x>^2 of the aligned neurons."""
    return total(1, N, lambda k: HARMONICS[2](k, m) * response(f, k, q) ** 2)


define(
    "modular.square-free",
    ("A_u", "A_v", "A_w", "s_u", "s_v", "s_w"),
    forall(
        lambda q: forall(
            lambda m: implies(
                le(0, q),
                le(q, p - 1),
                le(0, m),
                le(m, p - 1),
                both(*(eq(square_terms(f, q, m), 0) for f in HARMONICS[:2])),
            ),
            INT,
        ),
        INT,
    ),
    "sum_i w_i <u_i, a.x>^2 = 0 = sum_i w_i <v_i, b.x>^2 for all a and b",
    sense="square-free",
)
define(
    "modular.third-magnitude",
    ("X_3",),
    eq(X_3, call("abs", x_hat(3 * xi))),
    "|x_hat[3 xi]|",
)
define(
    "modular.third-phase",
    ("s_x3",),
    eq(
        x_hat(3 * xi),
        call("abs", x_hat(3 * xi)) * (call("cos", s_x3) + call("i") * call("sin", s_x3)),
    ),
    "the phase of x_hat[3 xi]",
)
define(
    "modular.third-slope",
    ("slope_res",),
    slope_along(slope_u, num(1), along(3 * xi, num(1), s_h), slope_res),
    "<h, dL/du> of the first neuron, h = cos(2 pi 3 xi a/p + s_h)",
)
TASK = ("modular.cyclic-x", "modular.frequency")
reads("modular.alignment-preserved", *TASK, "modular.square-free", "modular.escape")
reads("modular.only-third-harmonic", *TASK, "modular.escape-else")
reads(
    "modular.third-harmonic",
    *FREQUENCY,
    "modular.third-magnitude",
    "modular.third-phase",
    "modular.third-slope",
)
