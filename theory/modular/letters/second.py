"""The letters of a first group at its minimum, beside a second one on another frequency.

A_u, ..., s_w and N are those of the second group, A_u2, ..., s_w2 and N_2 those of the first, at
xi.
"""

from __future__ import annotations

from theory.modular.letters.cost import (
    FREQUENCY,
    A_u,
    A_v,
    A_w,
    harmonic,
    label,
    mean_square,
    output,
    s_u,
    s_v,
    s_w,
    u_in,
    v_in,
    w_in,
)
from theory.modular.letters.gradient import h, i, moved_group, slope_u, slope_v, slope_w
from theory.modular.letters.learned import N_2
from theory.modular.letters.maxima import VECTOR
from theory.modular.letters.pull import REST, other
from theory.proof.letters import DEFINITIONS, define, reads
from theory.proof.tactics import deriv, forall, lam
from theory.proof.terms import INT, Term, both, call, implies, le, lt, substituted, var

pull_first = var("pull_first")
SLOPES = (slope_u, slope_v, slope_w)
FIRST_GROUP = tuple(
    lam(lambda k, q, A=REST[A], s=REST[s]: harmonic(A(k), q, s(k)), INT, INT)
    for A, s in ((A_u, s_u), (A_v, s_v), (A_w, s_w))
)


def left_to_learn(q: Term, r: Term, m: Term) -> Term:
    """((q + r).x)[m] less the mean of x and the output of the second group."""
    return label(q, r, m) - other(q, r, m)


def pushed_loss(slope: Term, neuron: Term, direction: Term, t: Term) -> Term:
    """The loss of both groups, t h added to u, v or w of a neuron of the first."""
    table = dict(zip((u_in, v_in, w_in), FIRST_GROUP))
    group = moved_group(slope, t)

    def first(q, r, m):
        whole = output(q, r, m, group)
        return substituted(whole, {**table, h: direction, i: neuron, REST_N: N_2})

    return mean_square(lambda q, r, m: first(q, r, m) - left_to_learn(q, r, m))


REST_N = next(one for one, other_ in REST.items() if other_ is N_2)  # N, of the first group


def slope_along(slope: Term, neuron: Term, direction: Term, value: Term) -> Term:
    """<h, dL/du> (or dv, dw) of the neuron has this value."""
    return deriv(-1, 1, 0, value, lambda t: pushed_loss(slope, neuron, direction, t))


def at_most(size: Term) -> Term:
    """No slope in u, v or w of a neuron of the first group exceeds it, along h with |h[q]| <= 1."""

    def bounded(neuron, direction, value):
        limits = (
            implies(slope_along(slope, neuron, direction, value), le(call("abs", value), size))
            for slope in SLOPES
        )
        small = forall(lambda q: le(call("abs", direction(q)), 1), INT)
        return implies(le(1, neuron), le(neuron, N_2), small, both(*limits))

    return forall(lambda n: forall(lambda f: forall(lambda d: bounded(n, f, d)), VECTOR), INT)


define(
    "modular.pull-first",
    ("pull_first",),
    both(
        le(0, pull_first),
        at_most(pull_first),
        forall(lambda e: implies(le(0, e), at_most(e), le(pull_first, e))),
    ),
    "the largest slope of the loss of both groups in u, v or w of a neuron of the first, along any "
    "h with |h[q]| <= 1",
)
define(
    "modular.first-minimiser",
    ("N_2", "A_u2", "A_v2", "A_w2", "s_u2", "s_v2", "s_w2"),
    both(lt(0, N_2), substituted(DEFINITIONS["modular.minimiser"].statement, REST)),
    "the first group, of N_2 neurons, attains its lower bound -|x_hat[xi]|^2/p",
    sense="first",
)
reads(
    "modular.second-group",
    *FREQUENCY,
    "modular.second-frequency",
    "modular.second-magnitude",
    "modular.second-phase",
    "modular.first-minimiser",
    "modular.pull-first",
)
