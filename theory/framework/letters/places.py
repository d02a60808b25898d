"""How many parameters a neuron has: theta is a list of m numbers in which each of its weights has a
place.
"""

from __future__ import annotations

from theory.framework.letters.layer import c, d, each
from theory.proof.letters import define, reads
from theory.proof.tactics import exists
from theory.proof.terms import INT, Term, both, eq, function, implies, joined, le, negation, var

parameters = var("m", INT)
w_place, a_place = function("w_place", INT, INT), function("a_place", INT, INT)


def within(place: Term, size: Term) -> Term:
    """Every weight of a layer has its place among the m."""
    return each(size, lambda j: both(le(1, place(j)), le(place(j), parameters)))


def apart(place: Term, size: Term) -> Term:
    """No two weights of a layer have one place."""
    return each(size, lambda j: each(size, lambda k: implies(eq(place(j), place(k)), eq(j, k))))


def taken(place: Term, size: Term, n: Term) -> Term:
    """The n-th place is that of some weight of the layer."""
    return exists(lambda j: both(le(1, j), le(j, size), eq(n, place(j))), INT)


define(
    "framework.parameter-count",
    ("m", "w_place", "a_place"),
    both(
        within(w_place, d),
        within(a_place, c),
        apart(w_place, d),
        apart(a_place, c),
        each(d, lambda j: each(c, lambda i: negation(eq(w_place(j), a_place(i))))),
        each(parameters, lambda n: joined("or", taken(w_place, d, n), taken(a_place, c, n))),
    ),
    "theta = (w, a) has the places 1, ..., m: each of the d input weights and of the c output "
    "weights has one, no two have the same, and none is empty",
)
reads("framework.projection-size", "framework.parameter-count")
