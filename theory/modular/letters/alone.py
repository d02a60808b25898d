"""Neurons that are aligned with the frequency xi at every time of gradient flow, and where one of
them starts.
"""

from __future__ import annotations

from theory.modular.letters import N, p
from theory.modular.letters.cost import FREQUENCY, harmonic
from theory.modular.letters.energy import NETS, loss_of, t, weights
from theory.proof.letters import define, reads
from theory.proof.tactics import forall, total
from theory.proof.terms import INT, REAL, Term, both, eq, function, implies, le, num, var

loss_0, inputs_0 = var("loss_net_0"), var("inputs_sq_0")
AMPLITUDES = tuple(function(f"amp_{name}_net", INT, REAL, REAL) for name in "uvw")
PHASES = tuple(function(f"ph_{name}_net", INT, REAL, REAL) for name in "uvw")


def aligned_at(s: Term) -> Term:
    """Every neuron is aligned with xi at the time s."""

    def entry(i, a):
        return both(
            *(
                eq(f(i, a, s), harmonic(A(i, s), a, phase(i, s)))
                for f, A, phase in zip(NETS, AMPLITUDES, PHASES)
            )
        )

    return forall(
        lambda i: implies(
            le(1, i),
            le(i, N),
            forall(lambda a: implies(le(0, a), le(a, p - 1), entry(i, a)), INT),
        ),
        INT,
    )


define(
    "modular.aligned-course",
    tuple(letter.data[0] for letter in (*AMPLITUDES, *PHASES)),
    forall(lambda s: implies(le(0, s), le(s, t), aligned_at(s))),
    "at every time of [0, t] the neurons are aligned with xi: amplitudes in units of sqrt(2/(3p)), "
    "phases, which may all change",
)
define(
    "modular.loss-net-0",
    ("loss_net_0",),
    eq(loss_0, loss_of(weights(num(0)))),
    "the loss at the time 0: half the mean over a, b of |f(a.x, b.x) - (a + b).x + its mean|^2",
)
define(
    "modular.inputs-sq-0",
    ("inputs_sq_0",),
    eq(
        inputs_0,
        total(0, p - 1, lambda a: NETS[0](num(1), a, num(0)) ** 2)
        + total(0, p - 1, lambda a: NETS[1](num(1), a, num(0)) ** 2),
    ),
    "|u|^2 + |v|^2 of the first neuron at the time 0",
)
reads(
    "modular.one-neuron-rest",
    *FREQUENCY,
    "modular.x-sq",
    "modular.entries-x",
    "modular.network-flow",
    "modular.aligned-course",
    "modular.loss-net",
    "modular.loss-net-0",
    "modular.inputs-sq-0",
)
