"""The letters of the task: the centred one-hot encoding, and the template of the figure."""

from __future__ import annotations

from theory.modular.letters import p, transform, turn, x
from theory.proof.letters import define, reads
from theory.proof.tactics import exists, forall, lam, total
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    both,
    call,
    eq,
    implies,
    le,
    lt,
    make,
    negation,
    num,
    substituted,
    var,
)

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

parity, tied = var("parity", INT), var("tied", INT)
SIZE = 20  # the p of the figure
define(
    "modular.figure-parity",
    ("parity",),
    both(
        le(0, parity),
        lt(parity, 2),
        exists(lambda q: eq(num(SIZE), 2 * q + parity), INT),
    ),
    "the remainder of 20 by 2",
)
reads("modular.figure-parity", "modular.figure-parity")


def figure_magnitude(q):
    """|x^(q)| of the template of the figure, p = 20."""
    return call("abs", substituted(transform(TEMPLATE, q), {p: num(SIZE)}))


def has_rival(q):
    """Some frequency other than +-q has the same magnitude."""
    return exists(
        lambda other: both(
            le(1, other),
            le(other, SIZE - 1),
            negation(eq(other, q)),
            negation(eq(other, SIZE - q)),
            eq(figure_magnitude(other), figure_magnitude(q)),
        ),
        INT,
    )


define(
    "modular.figure-tied",
    ("tied",),
    eq(tied, total(1, SIZE // 2, lambda q: make("ite", None, (has_rival(q), ONE, ZERO)))),
    "how many of the frequencies 1, ..., 10 of the figure's template share their magnitude with "
    "another, p = 20",
)
reads("modular.figure-magnitudes", "modular.figure-tied")
