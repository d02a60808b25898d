"""Something satisfies the definitions of groups at the bound: our construction and the
printed one.
"""

from __future__ import annotations

from theory.modular import letters
from theory.modular.letters import cost, learned
from theory.proof.lemmas import exp, exp_sum, log
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    conjoin,
    discharge,
    generalise,
    witness,
)
from theory.proof.tactics import (
    bound,
    combine,
    fact,
    fresh,
    lam,
    positive,
    ring,
)
from theory.proof.tactics.angles import spread
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    both,
    call,
    eq,
    le,
    num,
    opened,
    substituted,
)


def no_size() -> Theorem:
    """|0| = 0."""
    return fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)


# --- our construction -----------------------------------------------------------------------------
OURS = {cost.X: ONE, letters.p: ONE, letters.N: ONE, cost.s_x: ZERO}


def ours() -> Theorem:
    """Amplitudes exp(log(3 sqrt(6))/3), all phases those of the construction, N = p = X = 1."""
    return satisfied_by_root(substituted(DEFINITIONS["modular.our-group"].statement, OUR_TABLE))


AMPLITUDE = substituted(learned.AMPLITUDE, OURS)
ROOT = exp(num(1, 3) * log(AMPLITUDE))
OUR_TABLE = {
    **OURS,
    **dict.fromkeys((cost.A_u, cost.A_v, cost.A_w), lam(lambda i: ROOT, INT)),
    cost.s_u: lam(lambda i: substituted(learned.round_(num(2), i), OURS), INT),
    cost.s_v: lam(lambda i: -substituted(learned.round_(ONE, i), OURS), INT),
    cost.s_w: lam(lambda i: substituted(learned.round_(ONE, i), OURS) - ZERO, INT),
}


def cube_of_root() -> Theorem:
    """exp(log(a)/3)^3 = a."""
    above = positive(AMPLITUDE, [])
    third = num(1, 3) * log(AMPLITUDE)
    twice = combine(eq(exp(num(2, 3) * log(AMPLITUDE)), ROOT**2), (1, exp_sum(third, third)))
    return combine(
        eq(ROOT**3, AMPLITUDE),
        (1, exp_sum(num(2, 3) * log(AMPLITUDE), third)),
        (ROOT, twice),
        (1, fact("exp-log", above, x=AMPLITUDE)),
    )


def satisfied_by_root(statement: Term) -> Theorem:
    """For every neuron: the cube of the root, and equations that say the same on both sides."""
    i, cube = fresh(INT, "i"), cube_of_root()
    parts = [cube if one is cube.conclusion else ring(one) for one in opened(statement, (i,)).args]
    return generalise(conjoin(*parts), i)


# --- the printed construction ---------------------------------------------------------------------
PI = call("pi")


def alternating(i: Term) -> Term:
    """0 for odd i, pi for even i."""
    return num(1, 2) * PI * (1 + call("cos", PI * i))


def psi(i: Term) -> Term:
    """2 pi i/N for N = 1."""
    return substituted(learned.round_(ONE, i), OURS)


PRINTED = {
    **OURS,
    **dict.fromkeys((cost.A_u, cost.A_v, cost.A_w), lam(lambda i: ROOT, INT)),
    cost.s_u: lam(lambda i: num(1, 2) * (psi(i) + alternating(i)), INT),
    cost.s_v: lam(lambda i: num(1, 2) * (psi(i) - alternating(i)), INT),
    cost.s_w: lam(psi, INT),
    learned.unequal: ZERO,
}
PRINTED_BUNDLE = ("modular.printed-group", "modular.spread")


def printed() -> Theorem:
    """Equal amplitudes, s_u - s_v = 0, pi, 0, pi, ..."""
    from theory.modular.kernel_proofs.cost.even import turned_half

    statement = substituted(
        both(*(DEFINITIONS[name].statement for name in PRINTED_BUNDLE)), PRINTED
    )
    group, unequal = statement.args
    first, every = group.args
    i = fresh(INT, "i")
    half = turned_half()
    cube = cube_of_root()
    onward = spread(PI * (i + 1), [(1, PI * i), (1, PI)])
    start = combine(eq(call("cos", PI * ONE), -1), (1, half[0]))
    each = [
        combine(one, (1, cube)) if place == 0 else ring(one, onward[0], *half)
        for place, one in enumerate(opened(every, (i,)).args)
    ]
    above, some = unequal.args
    j = fresh(INT, "j")
    low, rest = opened(above, (j,)).args
    none = bound(rest.args[1], [no_size()])
    most = generalise(discharge(low, discharge(rest.args[0], none)), j)
    here = opened(some, (ONE,))
    at_one = conjoin(bound(here.args[0]), bound(here.args[1]), ring(here.args[2], no_size()))
    return conjoin(
        conjoin(ring(first, start), generalise(conjoin(*each), i)),
        conjoin(most, witness(some, ONE, at_one)),
    )
