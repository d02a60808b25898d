"""The neuron of ``resting`` starts aligned, and its encoding has no third harmonic: all that
modular.one-neuron-rest and modular.alignment-kept define.

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
from theory.modular.letters.alone import inputs_0, loss_0
from theory.modular.letters.cost import KAPPA, s_x
from theory.modular.letters.energy import loss_t
from theory.modular.letters.escape import X_3
from theory.modular.letters.kept import AMPLITUDES, PHASES, away
from theory.modular.witnesses import resting
from theory.modular.witnesses.maximum import at_three, transformed
from theory.modular.witnesses.resting import SIZES
from theory.modular.witnesses.three_residues import known, three_terms
from theory.proof.lemmas import inv
from theory.proof.lemmas.third_turn import THIRD
from theory.proof.letters import DEFINITIONS, READINGS
from theory.proof.rules import Theorem, conjoin, reflexive
from theory.proof.tactics import (
    bound,
    combine,
    equal_inside,
    fact,
    inverse,
    lam,
    part_by_part,
    positive,
    ring,
    written,
)
from theory.proof.tactics.angles import sin_zero, spread
from theory.proof.terms import INT, ZERO, Term, call, eq, le, num, substituted

REST, KEPT = (READINGS[f"modular.{name}"] for name in ("one-neuron-rest", "alignment-kept"))
UNIT = substituted(KAPPA, {p: num(3)})  # sqrt(2/9)
TABLE = {
    **resting.TABLE,
    **{A: lam(lambda i, a=a: a * inv(UNIT), INT) for A, a in zip(AMPLITUDES, SIZES)},
    **dict.fromkeys(PHASES, lam(lambda i: ZERO, INT)),
    s_x: ZERO,
    X_3: ZERO,
    loss_0: resting.TABLE[loss_t],
}
for letter, name in ((inputs_0, "inputs-sq-0"), (away, "away-sq")):
    (_, value) = DEFINITIONS[f"modular.{name}"].statement.args
    TABLE[letter] = substituted(value, TABLE)


def aligned(statement: Term) -> Theorem:
    """a cos(2 pi l/3) = (a/sqrt(2/9)) sqrt(2/9) cos(2 pi l/3 + 0), of every neuron."""
    unit = inverse(UNIT, [positive(UNIT, [])])
    whole = combine(eq(UNIT * inv(UNIT), 1), (1, unit))

    return part_by_part(statement, lambda one, _: ring(one, whole))


def phased(statement: Term) -> Theorem:
    """x_hat[1] = 3/2 is real and positive: its phase is 0."""
    value, size = at_three(spectrum_there()), at_three(strong()[0])
    return ring(statement, value, size, fact("cos-zero"), sin_zero())


def no_third(statement: Term) -> Theorem:
    """x_hat[3] = x_hat[0] = 1 - 1/2 - 1/2."""
    whole = statement.args[1].args[0]
    turns = [one for n in (-3, -6) for one in spread(n * THIRD, [(n, THIRD)])]
    plain = three_terms(whole)
    zero = ring(eq(plain.conclusion.args[1], 0), *turns, *known(), sin_zero())
    none = combine(eq(whole, 0), (1, plain), (1, zero))
    size = equal_inside(call("abs", whole), none)
    flat = fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
    return combine(statement, (1, size), (1, flat))


def all_of(names: tuple[str, ...]) -> Theorem:
    """These definitions at once."""
    shown = {
        "modular.transform-x": at_three(transformed(ENCODING)),
        "modular.cyclic-x": at_three(cyclic()),
    }
    own: dict[str, Callable[[Term], Theorem]] = {
        "modular.frequency": lambda one: bound(one),
        "modular.phase": phased,
        "modular.third-magnitude": no_third,
        "modular.network-flow": resting.flowing,
        "modular.aligned-start": aligned,
    }
    pieces = []
    for name in names:
        statement = substituted(DEFINITIONS[name].statement, TABLE)
        if name in shown:
            pieces.append(written(statement, shown[name]))
        elif name in own:
            pieces.append(own[name](statement))
        else:
            pieces.append(reflexive(statement.args[0]))
    return conjoin(*pieces)


WITNESSES = {
    "modular.aligned-start": lambda: all_of(REST),
    "modular.away-sq": lambda: all_of(KEPT),
}
BUNDLES = {"modular.aligned-start": REST, "modular.away-sq": KEPT}
TABLES = dict.fromkeys(BUNDLES, TABLE)
