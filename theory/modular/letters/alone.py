"""Where one neuron along gradient flow starts: its loss, and the norm of its inputs."""

from __future__ import annotations

from theory.modular.letters import (
    kept,  # noqa: F401  # the start is defined there
    p,
)
from theory.modular.letters.cost import FREQUENCY
from theory.modular.letters.energy import NETS, loss_of, weights
from theory.proof.letters import define, reads
from theory.proof.tactics import total
from theory.proof.terms import eq, num, var

loss_0, inputs_0 = var("loss_net_0"), var("inputs_sq_0")

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
    "modular.third-magnitude",
    "modular.network-flow",
    "modular.aligned-start",
    "modular.loss-net",
    "modular.loss-net-0",
    "modular.inputs-sq-0",
)
