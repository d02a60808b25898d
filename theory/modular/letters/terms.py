"""The terms of the product of two expanded squares (line 1669), as functions of the two neurons."""

from __future__ import annotations

from theory.modular.letters import over_pairs, turn
from theory.modular.letters.cost import xi
from theory.proof.letters import define, reads
from theory.proof.tactics import exists, forall, total
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    call,
    eq,
    implies,
    le,
    lt,
    make,
    negation,
    num,
    var,
)

terms, terms_left = var("terms", INT), var("terms_left", INT)
HALF = num(1, 2)


def expanded(r: Term, neuron: tuple[Term, ...], a: Term, b: Term) -> Term:
    """The r-th term of (A cos al + B cos be)^2, al = s - 2 pi xi a/p and be = t - 2 pi xi b/p.

    (A^2 + B^2)/2, A^2 cos(2 al)/2, B^2 cos(2 be)/2, A B (cos(al + be) + cos(al - be)).
    """
    A, B, s, t = neuron
    al, be = s - turn(xi * a), t - turn(xi * b)
    values = (
        HALF * (A**2 + B**2),
        HALF * A**2 * call("cos", 2 * al),
        HALF * B**2 * call("cos", 2 * be),
        A * B * (call("cos", al + be) + call("cos", al - be)),
    )
    found = values[3]
    for place in (3, 2, 1):
        found = make("ite", None, (eq(r, place), values[place - 1], found))
    return found


def some_neurons(body) -> Term:
    """There are two neurons, each with two amplitudes and two phases, with body(one, other)."""

    def chosen(found: tuple[Term, ...]) -> Term:
        if len(found) == 8:
            return body(found[:4], found[4:])
        return exists(lambda value: chosen((*found, value)))

    return chosen(())


def left_over(r: Term, s: Term) -> Term:
    """The product of the terms r and s has a mean over a and b, for some two neurons."""
    return some_neurons(
        lambda one, other: negation(
            eq(
                over_pairs(lambda a, b: expanded(r, one, a, b) * expanded(s, other, a, b)),
                0,
            )
        )
    )


def differ(r: Term, s: Term, q: Term, t: Term) -> Term:
    """The products r s and q t are different, for some two neurons, a and b."""

    def at_residues(one, other):
        return exists(
            lambda a: exists(
                lambda b: negation(
                    eq(
                        expanded(r, one, a, b) * expanded(s, other, a, b),
                        expanded(q, one, a, b) * expanded(t, other, a, b),
                    )
                ),
                INT,
            ),
            INT,
        )

    return some_neurons(at_residues)


def new(r: Term, s: Term) -> Term:
    """The product differs from every earlier one."""
    return forall(
        lambda q: forall(
            lambda t: implies(
                le(1, q),
                le(q, 4),
                le(1, t),
                le(t, 4),
                lt(4 * q + t, 4 * r + s),
                differ(r, s, q, t),
            ),
            INT,
        ),
        INT,
    )


def counted(statement) -> Term:
    """How many of the 16 pairs (r, s) have this property."""
    return total(
        1,
        4,
        lambda r: total(1, 4, lambda s: make("ite", None, (statement(r, s), ONE, ZERO))),
    )


define(
    "modular.terms",
    ("terms",),
    eq(terms, counted(new)),
    "how many products of a term of one expanded square with a term of another are different, as "
    "functions of the two neurons, a and b",
)
define(
    "modular.terms-left",
    ("terms_left",),
    eq(terms_left, counted(left_over)),
    "how many of them have, for some two neurons, a mean over a and b that is not 0",
)
reads("modular.product-terms", "modular.frequency", "modular.terms", "modular.terms-left")
