"""Six neurons are what a network needs at p = 3, x = cos(2 pi a/3), whose one frequency is 1."""

from __future__ import annotations

from theory.modular.kernel_proofs.fewest.width import at_least
from theory.modular.kernel_proofs.fewest.width_above import enough_neurons
from theory.modular.kernel_proofs.fewest.width_below import HALF
from theory.modular.kernel_proofs.transforms.waves import next_
from theory.modular.letters import p, x, x_hat
from theory.modular.letters.plateau import phase_of
from theory.modular.letters.width import attains, width_needed
from theory.modular.witnesses.fewest import HEIGHT, holds, size, transformed
from theory.modular.witnesses.three_residues import HAT, THREE, WAVE, periodic
from theory.modular.witnesses.utility import together
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    replace,
)
from theory.proof.tactics import (
    bound,
    combine,
    differs,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    ring,
    written,
)
from theory.proof.tactics.angles import sin_zero
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    bind,
    digest,
    eq,
    le,
    lt,
    negation,
    num,
    opened,
    substituted,
)

SIX = num(6)
TASK = {p: THREE, x: WAVE, x_hat: HAT, phase_of: lam(lambda k: ZERO, INT)}
BUNDLE = ("modular.every-frequency", "modular.phases", "modular.width-needed")


def alone(statement: Term, shown: Theorem) -> Theorem:
    """For all k, 1 <= k and 2 k < 3: what holds of 1, the only one."""
    k = fresh(INT)
    low, rest = opened(statement, (k,)).args
    high, wanted = rest.args
    twice = next_(2 * k, THREE, assume(high))
    most = bound(le(k, ONE), (), [[twice]])
    same = fact("antisymmetric", assume(low), most, x=ONE, y=k)
    here = written(substituted(wanted, {k: ONE}), shown)
    return everywhere(k, replace(same, bind("lam", k, wanted), here), low, high)


def task() -> tuple[Theorem, Theorem]:
    """x is cyclic and has its one frequency, with the phase 0."""
    present, phases = substituted(together(BUNDLE[:2]), TASK).args
    cyclic, every = present.args
    q = fresh(INT)
    zero = eq(HAT(ONE), 0)
    apart = differs(bound(lt(0, HEIGHT)), negation(eq(HEIGHT, 0)))
    there = discharge(
        zero, given(apart, combine(eq(HEIGHT, 0), (1, transformed()), (1, assume(zero))))
    )
    statement = opened(phases, (ONE,)).args[1].args[1]
    phase = ring(statement, size(), transformed(), fact("cos-zero"), sin_zero())
    return (
        conjoin(written(cyclic, generalise(periodic(q), q)), alone(every, there)),
        alone(phases, phase),
    )


def six_needed() -> Theorem:
    """All of these definitions at once: our six, and no network of fewer."""
    n = fresh(INT, "n")
    above, some_network = lt(0, n), attains(n)
    low = at_least(assume(some_network), n, assume(above))
    theorem = conjoin(enough_neurons(), everywhere(n, low, above, some_network))
    premises = sorted(theorem.hypotheses, key=digest)
    for one in premises:
        theorem = discharge(one, theorem)
    table = {**TASK, HALF: ONE}
    theorem = instantiate(theorem, *(part for pair in table.items() for part in pair))
    present, phases = task()
    known = {one.conclusion: one for one in (present, phases)}
    for _ in premises:
        premise = theorem.conclusion.args[0]
        theorem = given(theorem, known.get(premise) or holds(premise))
    statement = substituted(together(BUNDLE), TABLE)
    return conjoin(present, phases, written(statement.args[2], theorem))


TABLE = {**TASK, width_needed: SIX}
WITNESSES = {"modular.width-needed": six_needed}
BUNDLES = {"modular.width-needed": BUNDLE}
TABLES = {"modular.width-needed": TABLE}
