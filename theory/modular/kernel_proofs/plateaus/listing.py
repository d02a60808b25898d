"""The frequencies of a plateau differ, and their waves are orthogonal."""

from __future__ import annotations

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.cost.aligned_utility import pairwise
from theory.modular.kernel_proofs.cost.loss import (
    constant_pairs,
)
from theory.modular.kernel_proofs.plateaus.groups import mixed_sums
from theory.modular.kernel_proofs.script import cos
from theory.modular.kernel_proofs.transforms.waves import full, next_
from theory.modular.letters import p, turn
from theory.modular.letters.cost import xi
from theory.modular.letters.learned import xi_2
from theory.modular.letters.plateau import freq_of, listed, mag, phase_of
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    disjoin,
    instantiate,
    reflexive,
)
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    combine,
    given,
    obtain,
    parts,
)
from theory.proof.tactics.angles import spread
from theory.proof.terms import ZERO, Term, eq, le


def wave_of(g: Term, q: Term, r: Term, m: Term) -> Term:
    """What the g-th group has learned."""
    return 2 * mag(g) * inv(p) * cos(turn(freq_of(g) * (m - q - r)) + phase_of(g))


# --- different groups -----------------------------------------------------------------------------
def order() -> list[Theorem]:
    """0 <= n <= (p - 1)/2, what each frequency is, and that each is listed once."""
    return parts(assume(DEFINITIONS["modular.plateau-order"].statement))


def below_half(g: Term, high: Theorem) -> Theorem:
    """g <= (p - 1)/2, for a group that is learned."""
    return bound(le(g, half), (), [[high], [order()[1]]])


def frequency(g: Term, low: Theorem, high: Theorem) -> list[Theorem]:
    """0 < xi(g), xi(g) < p, mag(g) = |x^(xi(g))|; g <= (p - 1)/2 is given."""
    return parts(at(order()[2], g, low, high))


def within_range(g: Term, low: Theorem, high: Theorem) -> tuple[Theorem, Theorem]:
    """1 <= xi(g) <= p - 1."""
    above, below, _ = frequency(g, low, high)
    k = freq_of(g)
    return (
        bound(le(1, k), (), [[next_(ZERO, k, above)]]),
        bound(le(k, p - 1), (), [[next_(k, p, below)]]),
    )


def other_frequency(g: Term, k: Term, ends: dict, apart: Theorem) -> Theorem:
    """xi(k) < p, xi(k) != xi(g), xi(k) != p - xi(g), for g != k: each frequency is listed once."""
    own = freq_of(g)
    low, high = within_range(g, *ends[g])
    once = at(order()[3], own, low, high)

    def clash(place):
        statement = listed(k, own).args[place]
        same = assume(statement)

        def use(i, found):
            *_, unique = parts(found)
            hits = []
            for j, hit in ((g, reflexive(own)), (k, same)):
                disjunct = disjoin(listed(j, own), hit)
                hits.append(at(unique, j, *ends[j], disjunct))
            return given(apart, combine(eq(g, k), (1, hits[0]), (1, hits[1])))

        return discharge(statement, obtain(once, use))

    _, below, _ = frequency(k, *ends[k])
    return conjoin(below, clash(0), clash(1))


def pieces(g: Term, q: Term, r: Term, m: Term) -> Theorem:
    """The g-th wave in cosines and sines of q, r, m and its phase."""
    k, s = freq_of(g), phase_of(g)
    return spread(
        turn(k * (m - q - r)) + s, [(1, turn(k * m)), (-1, turn(k * q)), (-1, turn(k * r)), (1, s)]
    )[0]


def orthogonal(g: Term, k: Term, ends: dict, apart: Theorem) -> Theorem:
    """sum_abm of two different waves is 0."""
    values = [
        supplied(
            one,
            {xi: freq_of(g), xi_2: freq_of(k)},
            [*frequency(g, *ends[g]), *frequency(k, *ends[k]), other_frequency(g, k, ends, apart)],
        )
        for one in mixed_sums()
    ]

    def row(q, r):
        return evaluated(
            lambda m: wave_of(g, q, r, m) * wave_of(k, q, r, m),
            0,
            TOP,
            full(),
            lambda m: [pieces(g, q, r, m), pieces(k, q, r, m)],
            values,
        )

    rows = pairwise(
        lambda q, r: row(q, r).conclusion.args[0], lambda q, r: ZERO, lambda q, r: row(q, r)
    )
    return combine(eq(rows.conclusion.args[0], 0), (1, rows), (1, constant_pairs(ZERO)))


def supplied(theorem: Theorem, table: dict, facts: list[Theorem]) -> Theorem:
    """The theorem with these terms for letters, its hypotheses about them given."""
    own = [one for one in theorem.hypotheses if not one.free.isdisjoint(table)]
    for one in own:
        theorem = discharge(one, theorem)
    known = {one.conclusion: one for one in facts}
    pairs = [part for pair in table.items() if pair[0] in theorem.conclusion.free for part in pair]
    theorem = instantiate(theorem, *pairs)
    for _ in own:
        theorem = given(theorem, known[theorem.conclusion.args[0]])
    return theorem
