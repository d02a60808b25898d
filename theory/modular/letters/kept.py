"""Neurons that start aligned with the frequency xi, and what they have outside of it at the time
t.
"""

from __future__ import annotations

from theory.modular.letters import (
    escape,  # noqa: F401  # X_3 is defined there
    p,
    turn,
)
from theory.modular.letters.cost import harmonic, xi
from theory.modular.letters.energy import NETS, energy_of, t, weights
from theory.modular.letters.follows import each_entry
from theory.proof.letters import define, reads
from theory.proof.tactics import lam, total
from theory.proof.terms import INT, REAL, Term, both, call, eq, function, num, var

away = var("away_sq")
AMPLITUDES = tuple(function(f"amp_{name}_start", INT, REAL) for name in "uvw")
PHASES = tuple(function(f"ph_{name}_start", INT, REAL) for name in "uvw")


def coordinate(f: Term, i: Term, wave: str) -> Term:
    """2/p <f_i, cos> or 2/p <f_i, sin>, the waves of the frequency xi."""
    inner = total(0, p - 1, lambda l: f(i, l) * call(wave, turn(xi * l)))
    return 2 * call("inv", p) * inner


def kept_part(f: Term) -> Term:
    """The part of f at the frequency xi, for every neuron."""

    def entry(i, l):
        cosine, sine = (call(wave, turn(xi * l)) for wave in ("cos", "sin"))
        return coordinate(f, i, "cos") * cosine + coordinate(f, i, "sin") * sine

    return lam(entry, INT, INT)


def away_part(f: Term) -> Term:
    """What is left of f without that."""
    return lam(lambda i, l: f(i, l) - kept_part(f)(i, l), INT, INT)


def outside(group) -> list[Term]:
    """(u, v, w) of all neurons without their parts at the frequency xi."""
    return [away_part(f) for f in group]


define(
    "modular.aligned-start",
    tuple(letter.data[0] for letter in (*AMPLITUDES, *PHASES)),
    both(
        *(
            each_entry(lambda i, l, f=f, A=A, s=s: eq(f(i, l, num(0)), harmonic(A(i), l, s(i))))
            for f, A, s in zip(NETS, AMPLITUDES, PHASES)
        )
    ),
    "at the time 0 the neurons are aligned with xi: any amplitudes, in units of sqrt(2/(3p)), and "
    "any phases",
)
define(
    "modular.away-sq",
    ("away_sq",),
    eq(away, energy_of(outside(weights(t)))),
    "the squared distance at the time t of all weights from their parts at the frequency xi: "
    "|f - 2/p <f, cos> cos - 2/p <f, sin> sin|^2, added over u, v, w and all neurons",
)
reads(
    "modular.alignment-kept",
    "modular.transform-x",
    "modular.cyclic-x",
    "modular.frequency",
    "modular.third-magnitude",
    "modular.network-flow",
    "modular.aligned-start",
    "modular.away-sq",
)
