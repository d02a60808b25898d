"""Local maxima of the utility with k summands, on the unit sphere of (u_1, ..., u_k, w)."""

from __future__ import annotations

from theory.modular.letters import p
from theory.modular.letters.maxima import TASK, of_frequency
from theory.modular.letters.summands import k
from theory.modular.letters.summands_maximum import every, some, sums_of, unit, utility
from theory.proof.letters import define, reads
from theory.proof.tactics import exists, forall, lam, total
from theory.proof.terms import INT, ONE, ZERO, Term, both, eq, implies, le, lt, make, var

maxima_k = var("maxima_k", INT)


def distance(f: Term, h: Term, f_other: Term, h_other: Term) -> Term:
    """|(u_1, ..., u_k, w) - (u_1', ..., u_k', w')|^2."""
    inner = total(1, k, lambda j: total(0, p - 1, lambda a: (f_other(j, a) - f(j, a)) ** 2))
    return inner + total(0, p - 1, lambda a: (h_other(a) - h(a)) ** 2)


def near(f: Term, h: Term, s: Term, radius: Term) -> Term:
    """No unit vector whose squared distance is less than this has more utility."""
    return every(
        lambda f_other, h_other, s_other: implies(
            sums_of(f_other, h_other, s_other),
            unit(f_other, h_other),
            lt(distance(f, h, f_other, h_other), radius),
            le(utility(s_other), utility(s)),
        )
    )


def local_maximum(f: Term, h: Term, s: Term) -> Term:
    """A unit vector near which no unit vector has more utility."""
    around = exists(lambda radius: both(lt(0, radius), near(f, h, s, radius)))
    return both(unit(f, h), around)


def row(f: Term, j: Term) -> Term:
    """u_j as a vector."""
    return lam(lambda a: f(j, a), INT)


def inputs_of_frequency(f: Term, q: Term) -> Term:
    """The transforms of u_1, ..., u_k are 0 but at +-q."""
    return forall(lambda j: implies(le(1, j), le(j, k), of_frequency(row(f, j), q)), INT)


def carries(q: Term) -> Term:
    """Some local maximum has the frequency q alone."""
    return some(
        lambda f, h, s: both(
            sums_of(f, h, s),
            local_maximum(f, h, s),
            inputs_of_frequency(f, q),
            of_frequency(h, q),
        )
    )


define(
    "modular.summands-maxima",
    ("maxima_k",),
    eq(
        maxima_k,
        total(1, p - 1, lambda q: make("ite", None, (both(lt(2 * q, p), carries(q)), ONE, ZERO))),
    ),
    "how many of the frequencies below p/2 carry a local maximum on the unit sphere of (u_1, ..., "
    "u_k, w)",
)
reads(
    "modular.summands-maxima",
    *TASK,
    "modular.factorial",
    "modular.powers",
    "modular.least",
    "modular.alone",
    "modular.summands-maxima",
)
