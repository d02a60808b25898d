"""Several dormant heads on one plateau, each with its jump time and its quadrature."""

from __future__ import annotations

from theory.attention.letters import dormant, orbit
from theory.proof.lemmas.inner_products import within
from theory.proof.letters import DEFINITIONS, READINGS, define, reads
from theory.proof.tactics import lam
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    both,
    eq,
    function,
    implies,
    le,
    lt,
    negation,
    substituted,
    var,
)

heads, first, least = (var(name, INT) for name in ("heads_of", "first_head", "least_quadrature"))
NUMBERS = (
    dormant.end, dormant.I_V, orbit.tau, orbit.turn, orbit.before, orbit.after, orbit.I_low,
    orbit.I_high, orbit.quadrature,
)  # fmt: skip
COURSES = (
    dormant.V, dormant.Q, dormant.K, dormant.slope_V, dormant.slope_Q, dormant.slope_K,
    dormant.clock, dormant.plus_of, dormant.minus_of, orbit.primitive,
)  # fmt: skip
ALONE = READINGS["attention.exact-jump-time"]


def _every(letter: Term) -> Term:
    """The letter as a function of the head too."""
    sorts = letter.sort[1] if letter in COURSES else ()
    return function(f"{letter.data[0]}_heads", INT, *sorts, REAL)


EVERY = {letter: _every(letter) for letter in (*NUMBERS, *COURSES)}


def of_head(i: Term) -> dict[Term, Term]:
    """What the letters of one head are for head i."""
    table = {letter: EVERY[letter](i) for letter in NUMBERS}
    for letter in COURSES:
        table[letter] = lam(lambda *x, f=EVERY[letter]: f(i, *x), *letter.sort[1])
    return table


def alone() -> Term:
    """All that is said of one head and its jump time."""
    return both(*(DEFINITIONS[name].statement for name in ALONE))


def due(i: Term) -> Term:
    """The jump time of head i."""
    return EVERY[orbit.tau](i)


def length(i: Term) -> Term:
    """The quadrature of head i."""
    return EVERY[orbit.quadrature](i)


define(
    "attention.racing-heads",
    tuple(one.data[0] for one in EVERY.values()),
    within(1, heads, lambda i: substituted(alone(), of_head(i))),
    "heads on one plateau that all jump: what attention.exact-jump-time says of one holds of each, "
    "with its own V, Q, K, times and quadrature; N, eta and the eigenvalues are the same",
)
define(
    "attention.first-head",
    ("first_head",),
    both(
        *(le(1, first), le(first, heads)),
        within(1, heads, lambda j: implies(negation(eq(j, first)), lt(due(first), due(j)))),
    ),
    "the head whose norm is 1 before that of any other",
)
define(
    "attention.least-quadrature",
    ("least_quadrature",),
    both(
        *(le(1, least), le(least, heads)),
        within(1, heads, lambda j: le(length(least), length(j))),
    ),
    "a head whose quadrature none falls below",
)
reads(
    "attention.first-head",
    "attention.racing-heads",
    "attention.first-head",
    "attention.least-quadrature",
)
