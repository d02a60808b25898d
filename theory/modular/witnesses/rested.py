"""The neuron of ``resting`` is aligned at every time: all that modular.one-neuron-rest defines.

It does not move: a neuron that does has an amplitude with y' = y^2 - y^5 up to factors, of which
the kernel has no solution in closed form (the tests follow one by numbers).
"""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.kernel_proofs.transforms.wave_encoding import WAVE as ENCODING
from theory.modular.kernel_proofs.transforms.wave_encoding import (
    cyclic,
    spectrum_there,
    strong,
)
from theory.modular.letters import p
from theory.modular.letters.alone import AMPLITUDES, PHASES, inputs_0, loss_0
from theory.modular.letters.cost import KAPPA, s_x
from theory.modular.letters.energy import loss_t
from theory.modular.witnesses import resting
from theory.modular.witnesses.maximum import at_three, transformed
from theory.modular.witnesses.resting import SIZES
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS, READINGS
from theory.proof.rules import Theorem, conjoin, reflexive
from theory.proof.tactics import (
    bound,
    combine,
    fact,
    inverse,
    lam,
    part_by_part,
    positive,
    ring,
    written,
)
from theory.proof.tactics.angles import sin_zero
from theory.proof.terms import INT, REAL, ZERO, Term, eq, num, substituted

NAMES = READINGS["modular.one-neuron-rest"]
UNIT = substituted(KAPPA, {p: num(3)})  # sqrt(2/9)
TABLE = {
    **resting.TABLE,
    **{A: lam(lambda i, s, a=a: a * inv(UNIT), INT, REAL) for A, a in zip(AMPLITUDES, SIZES)},
    **dict.fromkeys(PHASES, lam(lambda i, s: ZERO, INT, REAL)),
    s_x: ZERO,
    loss_0: resting.TABLE[loss_t],
}
(_, _inputs) = DEFINITIONS["modular.inputs-sq-0"].statement.args
TABLE[inputs_0] = substituted(_inputs, TABLE)


def aligned(statement: Term) -> Theorem:
    """a cos(2 pi l/3) = (a/sqrt(2/9)) sqrt(2/9) cos(2 pi l/3 + 0), for every neuron and time."""
    unit = inverse(UNIT, [positive(UNIT, [])])
    whole = combine(eq(UNIT * inv(UNIT), 1), (1, unit))

    return part_by_part(statement, lambda one, _: ring(one, whole))


def phased(statement: Term) -> Theorem:
    """x_hat[1] = 3/2 is real and positive: its phase is 0."""
    value, size = at_three(spectrum_there()), at_three(strong()[0])
    return ring(statement, value, size, fact("cos-zero"), sin_zero())


def rested() -> Theorem:
    """All of them at once."""
    shown = {
        "modular.transform-x": at_three(transformed(ENCODING)),
        "modular.cyclic-x": at_three(cyclic()),
    }
    own: dict[str, Callable[[Term], Theorem]] = {
        "modular.frequency": lambda one: bound(one),
        "modular.phase": phased,
        "modular.network-flow": resting.flowing,
        "modular.aligned-course": aligned,
    }
    pieces = []
    for name in NAMES:
        statement = substituted(DEFINITIONS[name].statement, TABLE)
        if name in shown:
            pieces.append(written(statement, shown[name]))
        elif name in own:
            pieces.append(own[name](statement))
        else:
            pieces.append(reflexive(statement.args[0]))
    return conjoin(*pieces)


WITNESSES = {"modular.aligned-course": rested}
BUNDLES = {"modular.aligned-course": NAMES}
TABLES = {"modular.aligned-course": TABLE}
