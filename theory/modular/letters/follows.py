"""The dormant flow of every neuron by itself, and how far a network along gradient flow from alpha
times the same start is from it, over alpha.
"""

from __future__ import annotations

from theory.modular.letters import N, p, utility_of
from theory.modular.letters.energy import NETS, energy_of, eta, t
from theory.proof.letters import define, reads
from theory.proof.sums.any_range import delta
from theory.proof.tactics import deriv, forall, lam
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
    num,
    var,
)

alpha, apart, most = map(var, ("alpha", "apart_sq", "dormant_most"))
DORMANT = tuple(function(f"{name}_dormant", INT, INT, REAL, REAL) for name in "uvw")
PULLS = tuple(function(f"G_{name}_dormant", INT, INT, REAL, REAL) for name in "uvw")


def asleep(s: Term) -> list[Term]:
    """(u, v, w) of all neurons of the dormant flow at the time s."""
    return [lam(lambda i, a, f=f: f(i, a, s), INT, INT) for f in DORMANT]


def difference(s: Term) -> list[Term]:
    """eta times the weights of the network less those of the dormant flow."""
    return [
        lam(lambda i, a, f=f, g=g: eta * f(i, a, s) - g(i, a, s), INT, INT)
        for f, g in zip(NETS, DORMANT)
    ]


def pushed(f: Term, l: Term, e: Term) -> Term:
    """The vector f with e added to entry l."""
    return lam(lambda a: f(a) + e * delta(a, l), INT)


def own_utility(number: int, k: Term, l: Term, s: Term, e: Term) -> Term:
    """The utility of neuron k at the time s, with e added to entry l of its u, v or w."""
    vectors = [lam(lambda a, f=f: f(k, a, s), INT) for f in DORMANT]
    vectors[number] = pushed(vectors[number], l, e)
    return utility_of(*vectors)


def each_entry(statement) -> Term:
    """For every neuron k and every entry l: the statement."""
    return forall(
        lambda k: implies(
            le(1, k),
            le(k, N),
            forall(lambda l: implies(le(0, l), le(l, p - 1), statement(k, l)), INT),
        ),
        INT,
    )


def dormant_flow(number: int) -> Term:
    """Every entry of u, v or w of every neuron moves along the slope of the neuron's utility."""
    f, G = DORMANT[number], PULLS[number]

    def moves(k, l, s):
        return both(
            deriv(num(-1), num(1), num(0), G(k, l, s), lambda e: own_utility(number, k, l, s, e)),
            deriv(num(0), t, s, G(k, l, s), lambda r: f(k, l, r)),
        )

    return forall(lambda s: implies(le(0, s), le(s, t), each_entry(lambda k, l: moves(k, l, s))))


define(
    "modular.dormant-flow",
    tuple(f.data[0] for f in (*DORMANT, *PULLS)),
    both(*(dormant_flow(number) for number in range(3))),
    "u' = dU/du, v' = dU/dv and w' = dU/dw on [0, t], entry by entry, U the utility of the neuron "
    "by itself; any start, any number of neurons",
)
define(
    "modular.scaled-start",
    ("alpha", "eta"),
    both(
        eq(eta, call("inv", alpha)),
        *(
            each_entry(lambda k, l, f=f, g=g: eq(f(k, l, num(0)), alpha * g(k, l, num(0))))
            for f, g in zip(NETS, DORMANT)
        ),
    ),
    "eta = 1/alpha, and the network starts at alpha times the start of the dormant flow",
)
define(
    "modular.dormant-most",
    ("dormant_most",),
    forall(lambda s: implies(le(0, s), le(s, t), le(energy_of(asleep(s)), most))),
    "the squared norm of all weights of the dormant flow is at most this on [0, t]",
)
define(
    "modular.apart",
    ("apart_sq",),
    eq(apart, energy_of(difference(t))),
    "the squared distance at the time t of eta times all weights from those of the dormant flow",
)
reads(
    "modular.flow-follows",
    "modular.cyclic-x",
    "modular.x-sq",
    "modular.network-flow",
    "modular.dormant-flow",
    "modular.scaled-start",
    "modular.dormant-most",
    "modular.apart",
)
