"""Planted statements about where one neuron comes to rest."""

from __future__ import annotations

import sympy as sp
from sympy import And, Le, Lt, Rational, exp, sqrt

from checks.planted.modular.words import rows
from checks.planted.plant import changed
from theory import modular as paper
from theory.modular import p
from theory.notation import eta, t

rest_kept, loss_falls = paper.one_neuron_rest.printed.args
empty = (paper.x_sq - paper.x_sum**2 / p) / 2
rest = empty - paper.X**2 / (9 * p)


def falls(factor: sp.Expr, level: sp.Expr = rest) -> sp.Le:
    """The loss above this level falls at ``factor`` times the printed rate, in place of 32/27."""
    left = 1 - 3 * sqrt(p) * sqrt(paper.loss_net_0 - rest) / paper.X
    rate = factor * eta * paper.X**2 * left**2 / (p * paper.inputs_sq_0)
    above = (paper.loss_net_0 - level) * exp(-rate * t)
    return Le(paper.loss_net, level + above, evaluate=False)


# (claim, name, what was planted, verdict, statement)
FALSE = (
    (
        "one-neuron-rest",
        "rest-above",
        "< for <=: at rest they are equal",
        "refuted",
        And(Lt(*rest_kept.args, evaluate=False), loss_falls, evaluate=False),
    ),
    (
        "one-neuron-rest",
        "rest-faster",
        "a rate an eighth too large",
        "refuted",
        And(rest_kept, falls(Rational(4, 3)), evaluate=False),
    ),
    (
        "one-neuron-rest",
        "rest-at-three",
        "true at p = 3 alone",
        "refuted",
        And(rest_kept, falls(Rational(32, 81) * p), evaluate=False),
    ),
    (
        "one-neuron-rest",
        "rest-lower",
        "a whole frequency's part, which one neuron does not take",
        "refuted",
        And(rest_kept, falls(Rational(32, 27), empty - paper.X**2 / p), evaluate=False),
    ),
    (
        "one-neuron-rest",
        "rest-of-centred",
        "true of a centred encoding alone",
        "refuted",
        And(
            Le(paper.x_sq / 2 - paper.X**2 / (9 * p), paper.loss_net, evaluate=False),
            loss_falls,
            evaluate=False,
        ),
    ),
    (
        "one-neuron-rest",
        "rest-at-once",
        "an extra conjunct: it is there already",
        "refuted",
        And(rest_kept, loss_falls, Le(paper.loss_net, rest, evaluate=False), evaluate=False),
    ),
)
PLANTS = (
    *rows(FALSE, ()),
    changed(
        "modular.one-neuron-rest",
        "rest-slower",
        "true, and weaker: a smaller rate",
        "tested",
        And(rest_kept, falls(Rational(1, 2)), evaluate=False),
    ),
    changed(
        "modular.one-neuron-rest",
        "rest-below-start",
        "true, and weaker: the loss does not grow",
        "tested",
        Le(paper.loss_net, paper.loss_net_0, evaluate=False),
    ),
)
