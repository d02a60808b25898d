"""Six neurons are the fewest, and come as near as one likes: p = 3, x = cos(2 pi a/3)."""

from __future__ import annotations

from theory.modular.kernel_proofs.fewest.least_gap import GROUP, our_group
from theory.modular.kernel_proofs.fewest.least_gaps import share_floor
from theory.modular.kernel_proofs.fewest.smallest_group import (
    SIX,
    at_least_six,
    by_ours,
    ours_of_six,
    zero_of_six,
)
from theory.modular.kernel_proofs.maxima.single import there
from theory.modular.letters import N, p, x, x_hat
from theory.modular.letters.cost import X, s_x, xi
from theory.modular.letters.fewest import least_group, least_share, share_of
from theory.modular.letters.learned import amplitudes
from theory.modular.witnesses.three_residues import HAT, THREE, WAVE, at_three, periodic
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    order,
    reflexive,
    witness,
)
from theory.proof.tactics import (
    bound,
    combine,
    discharged,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    ring,
)
from theory.proof.tactics.angles import sin_zero
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    call,
    digest,
    eq,
    le,
    lt,
    num,
    opened,
    substituted,
)

HEIGHT = num(3, 2)  # |x_hat[1]|
TASK = {p: THREE, xi: ONE, x: WAVE, x_hat: HAT, X: HEIGHT, s_x: ZERO}


def transformed() -> Theorem:
    """x_hat[1] = 3/2."""
    known = at_three(there(ONE, ZERO, ONE, [bound(le(1, ONE)), assume(le(ONE, p - 1))]))
    return combine(eq(HAT(ONE), HEIGHT), (1, known))


def size() -> Theorem:
    """|x_hat[1]| = 3/2."""
    moved = equal_inside(call("abs", HAT(ONE)), transformed())
    own = fact("abs-nonnegative", bound(le(0, HEIGHT)), x=HEIGHT)
    return combine(eq(call("abs", HAT(ONE)), HEIGHT), (1, moved), (1, own))


def of_task(theorem: Theorem) -> Theorem:
    """A theorem about any encoding, for this one."""
    premises = sorted(theorem.hypotheses, key=digest)
    own = [one for one in premises if not one.free.isdisjoint(TASK)]
    for one in own:
        theorem = discharge(one, theorem)
    theorem = instantiate(theorem, *(part for pair in TASK.items() for part in pair))
    for _ in own:
        theorem = given(theorem, holds(theorem.conclusion.args[0]))
    return theorem


def holds(statement: Term) -> Theorem:
    """What is asked of an encoding: it is cyclic, its transform is one, the phase is 0."""
    q = fresh(INT)
    if statement.op == "forall":
        here = opened(statement, (q,))
        left, right = here.args
        known = reflexive(left) if left is right else periodic(q)
        return generalise(known, q)
    if statement.op == "exists":
        return witness(statement, ONE, ring(opened(statement, (ONE,))))
    if statement.op == "eq":
        return ring(statement, size(), transformed(), fact("cos-zero"), sin_zero())
    return bound(statement)


def six_are_fewest() -> Theorem:
    """Our six, and no group of fewer."""
    statement = substituted(DEFINITIONS["modular.least-group"].statement, {least_group: SIX})
    n = fresh(INT, "n")
    above, rest = opened(statement.args[1], (n,)).args
    low = at_least_six(assume(rest.args[0]), n, assume(above))
    return of_task(conjoin(ours_of_six(), everywhere(n, low, above, rest.args[0])))


def six_come_near() -> Theorem:
    """No share is below 0, and that of our six is 0."""
    statement = substituted(
        DEFINITIONS["modular.least-share"].statement, {least_share: ZERO, N: SIX}
    )
    _, near = statement.args
    told = instantiate(discharge(lt(0, N), share_floor(ZERO)), N, SIX)
    low = everywhere_group(given(told, bound(lt(0, SIX))))
    e = fresh()
    above, existence = opened(near, (e,)).args
    ours = [substituted(one, {N: SIX}) for one in our_group()]
    share = substituted(share_of(), {N: SIX, **dict(zip(GROUP, ours))})
    zero = combine(eq(share, 0), (p * call("inv", X) ** 2, zero_of_six()))
    small = order(lt(share, ZERO + e), ((num(1), zero),), ((ONE, (assume(above),), ONE),))
    return of_task(conjoin(low, everywhere(e, by_ours(existence, small), above)))


def everywhere_group(theorem: Theorem) -> Theorem:
    """For all amplitudes >= 0 and all phases."""
    theorem = discharged(theorem, *amplitudes())
    for letter in reversed(GROUP):
        theorem = generalise(theorem, letter)
    return theorem


WITNESSES = {"modular.least-group": six_are_fewest, "modular.least-share": six_come_near}
BUNDLES: dict[str, tuple[str, ...]] = {}
TABLES = {
    "modular.least-group": {**TASK, least_group: SIX},
    "modular.least-share": {**TASK, least_share: ZERO, N: SIX},
}
