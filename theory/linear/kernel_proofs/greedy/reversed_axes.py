"""Half a turn reverses two axes: R after = m R before with m = (-1, -1, 1, ...)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.linear.kernel_proofs.entry import known
from theory.linear.letters.half_turn import (
    ENDS,
    PI,
    n,
)
from theory.proof.lemmas import trichotomy
from theory.proof.lemmas.half_circle import half_circle
from theory.proof.lemmas.inner_products import within
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    order,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    ring,
    weaker,
)
from theory.proof.tactics.angles import cos, sin, sin_zero
from theory.proof.terms import INT, ONE, REAL, TWO, ZERO, Term, eq, function, le, lt, make, num

BEFORE, AFTER = ENDS
m = function("mirror'", INT, REAL)

SQUARES = within(1, n, lambda i: eq(m(i) ** 2, 1))
REVERSED = within(1, n, lambda i: within(1, n, lambda q: eq(AFTER.R(i, q), m(i) * BEFORE.R(i, q))))
FIRST = eq(m(1), -1)
MIRROR = lam(lambda i: make("ite", None, (le(i, 2), num(-1), ONE)), INT)


def mirror_at(i: Term, known_: Theorem, early: bool) -> Theorem:
    """m_i = -1 for i <= 2, else 1."""
    name = "ite-true" if early else "ite-false"
    return fact(name, known_, P=le(i, TWO), z=num(-1), w=ONE)


def by_rows(i: Term, early: Callable, late: Callable) -> Theorem:
    """early(i <= 2), or late(not i <= 2, 3 <= i)."""

    def far(no):
        def never(found):
            return absurd(given(no, found), le(3, i))

        more = by_cases(
            trichotomy(i, TWO),
            lambda less: never(weaker(less)),
            lambda same: never(order(le(i, 2), ((ONE, same),), ())),
            lambda more: bound(le(3, i), (), [[fact("discrete", more, n=TWO, m=i)]]),
        )
        return late(no, more)

    return by_cases(le(i, 2), early, far)


@cache
def mirrored() -> list[Theorem]:
    """m_i^2 = 1, R_after = m R_before and m_1 = -1 for m = (-1, -1, 1, ...)."""
    i, q = fresh(INT, "i"), fresh(INT, "q")
    i_in, q_in = (le(1, i), le(i, n)), (le(1, q), le(q, n))
    squared = by_rows(
        i,
        lambda few: ring(eq(MIRROR(i) ** 2, 1), mirror_at(i, few, True)),
        lambda no, _: ring(eq(MIRROR(i) ** 2, 1), mirror_at(i, no, False)),
    )
    turned = _reversed_row(i, q, list(map(assume, i_in)), list(map(assume, q_in)))
    return [
        everywhere(i, squared, *i_in),
        everywhere(i, everywhere(q, turned, *q_in), *i_in),
        ring(eq(MIRROR(ONE), -1), mirror_at(ONE, bound(le(ONE, TWO)), True)),
    ]


def _reversed_row(i: Term, q: Term, rows: list[Theorem], columns: list[Theorem]) -> Theorem:
    """(R after)_iq = m_i (R before)_iq, row by row."""
    ends = known("loop-ends")
    sides = (ends[4:7], ends[:3])
    goal = eq(AFTER.R(i, q), MIRROR(i) * BEFORE.R(i, q))

    def one_of_two(few):
        def row(number):
            def proof_from(same):
                there = [at(side[number - 1], q, *columns) for side in sides]
                here = [equal_inside(end.R(i, q), same) for end in (AFTER, BEFORE)]
                return ring(goal, *here, mirror_at(i, few, True), *there, *turned_angles())

            return proof_from

        def second(more):
            least = bound(le(2, i), (), [[fact("discrete", more, n=ONE, m=i)]])
            return row(2)(fact("antisymmetric", few, least, x=i, y=TWO))

        return by_cases(
            trichotomy(i, ONE),
            lambda less: contradiction(bound(lt(0, 0), (), [[less], [rows[0]]]), goal),
            row(1),
            second,
        )

    def later(no, far):
        there = [at(side[2], i, far, rows[1], q, *columns) for side in sides]
        return ring(goal, mirror_at(i, no, False), *there)

    return by_rows(i, one_of_two, later)


def turned_angles() -> list[Theorem]:
    """cos and sin of pi times 0 and 1."""
    found = []
    for turns, values in ((ZERO, (fact("cos-zero"), sin_zero())), (ONE, half_circle())):
        for function_, value in zip((cos, sin), values):
            angle = PI * turns
            plain = value.conclusion.args[0].args[0]
            same = ring(eq(angle, plain))
            inside = equal_inside(function_(angle), same)
            found.append(
                combine(eq(function_(angle), value.conclusion.args[1]), (1, inside), (1, value))
            )
    return found
