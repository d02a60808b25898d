"""The infimum of the gap over all groups of N >= 6 neurons is 0."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import goal
from theory.modular.kernel_proofs.cost.bounds import above_x
from theory.modular.kernel_proofs.cost.constructions import attained, some
from theory.modular.kernel_proofs.cost.distance import distance_nonnegative
from theory.modular.kernel_proofs.cost.learned import of_harmonics
from theory.modular.kernel_proofs.cost.loss import eliminated
from theory.modular.kernel_proofs.script import defined, proof
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters.cost import A_u, A_v, A_w, s_u, s_v, s_w, s_x
from theory.modular.letters.learned import AMPLITUDE, least_gap, round_
from theory.proof.lemmas import exp, exp_sum, log
from theory.proof.letters import DEFINITIONS
from theory.proof.polynomials import normal
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    order,
)
from theory.proof.tactics import (
    at,
    combine,
    fact,
    fresh,
    given,
    lam,
    obtain,
    parts,
    positive,
    ring,
    weaker,
    written,
)
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    eq,
    le,
    num,
    opened,
)

# --- the least gap --------------------------------------------------------------------------------
GROUP = (A_u, A_v, A_w, s_u, s_v, s_w)


@cache
def never_below() -> Theorem:
    """0 <= gap for every group."""
    return of_harmonics(distance_nonnegative())


def cube_root() -> tuple[Term, Theorem, Theorem]:
    """A = exp(log(a)/3) with A^3 = a and 0 <= A, for a = sqrt(54p)/(N X)."""
    above = positive(AMPLITUDE, [some(), above_x(), above_zero()])
    third = num(1, 3) * log(AMPLITUDE)
    root = exp(third)
    twice = combine(eq(exp(num(2, 3) * log(AMPLITUDE)), root**2), (1, exp_sum(third, third)))
    whole = exp_sum(num(2, 3) * log(AMPLITUDE), third)
    power = combine(
        eq(root**3, AMPLITUDE),
        (1, whole),
        (root, twice),
        (1, fact("exp-log", above, x=AMPLITUDE)),
    )
    return root, power, weaker(fact("exp-positive", x=third))


def our_group() -> list[Term]:
    """Amplitudes and phases of the construction, as functions of the neuron."""
    root, _, _ = cube_root()
    amplitude = lam(lambda i: root, INT)
    return [
        amplitude,
        amplitude,
        amplitude,
        lam(lambda i: round_(num(2), i), INT),
        lam(lambda i: -round_(ONE, i), INT),
        lam(lambda i: round_(ONE, i) - s_x, INT),
    ]


def attained_by_ours(enough: Theorem) -> Theorem:
    """gap = 0 for this group, N >= 6 given; cost and utility written out."""
    from theory.modular.letters.cost import gap

    known = of_harmonics(eliminated(attained(eq(gap, 0), enough), "modular.gap"))
    statement = DEFINITIONS["modular.our-group"].statement
    pairs = [part for pair in zip(GROUP, our_group()) for part in pair]
    told = instantiate(discharge(statement, known), *pairs)
    wanted = told.conclusion.args[0]
    i = fresh(INT, "i")
    _, power, _ = cube_root()
    each = [
        written(one, power) if normal(one) is normal(power.conclusion) else ring(one)
        for one in opened(wanted, (i,)).args
    ]
    return given(told, generalise(conjoin(*each), i))


def not_negative(existence: Theorem, chosen: list[Term]) -> Theorem:
    """0 <= the least gap, because the group that has it has no negative one."""
    if existence.conclusion.op == "exists":
        return obtain(existence, lambda letter, found: not_negative(found, [*chosen, letter]))
    *_, value = parts(existence)
    pairs = [part for pair in zip(GROUP, chosen) for part in pair]
    above = instantiate(never_below(), *pairs)
    return order(le(ZERO, least_gap), ((num(1), value),), ((ONE, (above,), ONE),))


@proof("modular.tightness")
def tightness() -> Theorem:
    """No group goes below 0, and ours is there."""
    statement = goal("modular.tightness")
    enough = assume(statement.args[0])
    lower, attained_somewhere = defined("modular.least-gap")
    low = not_negative(attained_somewhere, [])
    root, _, above = cube_root()
    i = fresh(INT, "i")
    nonnegative = generalise(above, i)
    here = at(lower, *our_group(), nonnegative, nonnegative, nonnegative)
    zero = attained_by_ours(enough)
    high = order(le(least_gap, ZERO), ((num(1), zero),), ((ONE, (here,), ONE),))
    value = fact("antisymmetric", high, low, x=least_gap, y=ZERO)
    return discharge(statement.args[0], written(statement.args[1], value))
