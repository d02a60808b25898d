"""The letters of the jump bound as alpha -> 0: one dormant neuron for every scale alpha, from one
plateau to a later one, with eta = 1/alpha.

On plateau j the first j frequencies are learned; it lasts from t(alpha, j) to t(alpha, j + 1).
"""

from __future__ import annotations

from theory.modular.letters import jump, p, transform
from theory.modular.letters.flow import COURSES, GRADIENTS, squared_norm, vector
from theory.modular.letters.plateau import freq_of, mag, steps
from theory.modular.letters.utility import half
from theory.proof.lemmas.limits import tends_from_above
from theory.proof.letters import DEFINITIONS, define, reads
from theory.proof.tactics import exists, forall, lam
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    substituted,
    var,
)

wait_limit, mu_limit, share = var("wait_limit"), var("mu_over_alpha"), var("share_race")
first, count = var("first_plateau", INT), var("dormants", INT)
courses = tuple(function(f"{name}_race", REAL, INT, REAL, REAL) for name in "uvw")
slopes = tuple(function(f"G_{name}_race", REAL, INT, INT, REAL, REAL) for name in "uvw")
t, norm_of = (function(name, REAL, INT, REAL) for name in ("t_race", "norm_race"))
mu, jumper = function("mu_race", REAL, REAL), function("jumper_race", REAL, INT)


def neuron(alpha: Term) -> dict[Term, Term]:
    """The neuron at the scale alpha."""
    return {
        letter: lam(lambda a, s, f=f: f(alpha, a, s), INT, REAL)
        for letter, f in zip(COURSES, courses)
    }


def on_plateau(alpha: Term, j: Term) -> dict[Term, Term]:
    """The letters of a wait between two jumps, on plateau j at the scale alpha."""
    pulls = {
        letter: lam(lambda a, s, f=f: f(alpha, j, a, s), INT, REAL)
        for letter, f in zip(GRADIENTS, slopes)
    }
    return {
        **neuron(alpha),
        **pulls,
        steps: j,
        jump.eta: call("inv", alpha),
        jump.tau_l: t(alpha, j),
        jump.tau: t(alpha, j + 1),
    }


def course(alpha: Term, j: Term) -> Term:
    """On plateau j the neuron follows eta times the gradient of its utility with the residual."""
    told = both(le(jump.tau_l, jump.tau), *(DEFINITIONS[name].statement for name in jump.COURSE))
    return substituted(told, on_plateau(alpha, j))


def part(m: Term, s: Term) -> Term:
    """(2/p) (|u^|^2 + |v^|^2 + |w^|^2) at the frequency m: what it adds to |theta|^2 at the time
    s.
    """
    one, two, three = (call("abs", transform(vector(f, s), m)) ** 2 for f in COURSES)
    return 2 * call("inv", p) * (one + two + three)


def race(alpha: Term) -> Term:
    """Norms at the start, the course, and the part that has the next frequency at the end."""
    return both(
        forall(lambda j: implies(le(first, j), le(j, steps), course(alpha, j)), INT),
        forall(
            lambda i: implies(
                le(1, i),
                le(i, count),
                both(le(0, norm_of(alpha, i)), le(norm_of(alpha, i), mu(alpha))),
            ),
            INT,
        ),
        exists(lambda i: both(le(1, i), le(i, count), eq(norm_of(alpha, i), mu(alpha))), INT),
        le(1, jumper(alpha)),
        le(jumper(alpha), count),
        eq(
            norm_of(alpha, jumper(alpha)) ** 2,
            substituted(squared_norm(t(alpha, first)), neuron(alpha)),
        ),
        le(
            share**2,
            substituted(part(freq_of(steps + 1), t(alpha, steps + 1)), neuron(alpha)),
        ),
    )


define(
    "modular.next-frequency",
    ("first_plateau", "share_race"),
    both(
        le(0, first),
        le(first, steps),
        le(steps + 1, half),
        lt(0, mag(steps + 1)),
        lt(0, share),
    ),
    "an earlier plateau; xi(n + 1) is a frequency of x; what the neuron has of it when it jumps is "
    "at least a share > 0, the same for all alpha: it is the frequency learned next",
    sense="race",
)
define(
    "modular.races",
    ("t_race", "norm_race", "mu_race", "jumper_race", "dormants")
    + tuple(f"{name}_race" for name in "uvw")
    + tuple(f"G_{name}_race" for name in "uvw"),
    forall(lambda alpha: implies(lt(0, alpha), lt(alpha, 1), race(alpha))),
    "for every scale alpha < 1, with eta = 1/alpha: a neuron that is dormant from an earlier "
    "plateau to the one with n frequencies learned, its course between the jumps, and the largest "
    "norm of a dormant neuron at the start",
    sense="race",
)
define(
    "modular.race-limits",
    ("wait_limit", "mu_over_alpha"),
    both(
        tends_from_above(lambda alpha: t(alpha, steps + 1) - t(alpha, first), wait_limit),
        tends_from_above(lambda alpha: mu(alpha) * call("inv", alpha), mu_limit),
    ),
    "the limits of the waiting time and of the largest norm over alpha, as alpha -> 0",
)
reads(
    "modular.jump-bound",
    "modular.half",
    "modular.transform-x",
    "modular.cyclic-x",
    "modular.plateau",
    "modular.plateau-order",
    "modular.next-frequency",
    "modular.races",
    "modular.race-limits",
)
