"""The letters of the task: the centred one-hot encoding, and the template of the figure."""

from __future__ import annotations

from theory.modular.letters import p, transform, turn, x
from theory.proof.letters import define, reads
from theory.proof.tactics import forall, lam
from theory.proof.terms import INT, ONE, ZERO, call, eq, implies, le, make, num, substituted, var

nyquist = var("nyquist")
define(
    "modular.one-hot-vector",
    ("x",),
    forall(
        lambda a: implies(
            le(0, a),
            le(a, p - 1),
            eq(x(a), make("ite", None, (eq(a, 0), ONE, ZERO)) - call("inv", p)),
        ),
        INT,
    ),
    "x = e_0 less its mean 1/p",
    sense="one-hot",
)
reads("modular.one-hot", "modular.one-hot-vector", "modular.transform-x")

WAVES = ((1, num(1)), (3, num(1, 2)), (5, num(1, 4)))  # (frequency, height): x^[k] is 10 times it


def template(a):
    """cos(2 pi a/p) + cos(6 pi a/p)/2 + cos(10 pi a/p)/4."""
    one, two, three = (height * call("cos", turn(num(m) * a)) for m, height in WAVES)
    return one + two + three


TEMPLATE = lam(template, INT)
define(
    "modular.figure-nyquist",
    ("nyquist",),
    eq(nyquist, substituted(transform(TEMPLATE, num(10)), {p: num(20)})),
    "the transform at 10 of the template of the figure, p = 20",
)
reads("modular.figure-nyquist", "modular.figure-nyquist")
