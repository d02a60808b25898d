"""How far fewer than five neurons stay from the bound: the infimum over all groups."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import goal, scales
from theory.modular.kernel_proofs.cost.bounds import above_x, unit_x_square
from theory.modular.kernel_proofs.cost.few_neurons import DISTANCE, alone, four, up_to_three
from theory.modular.kernel_proofs.cost.forms import (
    SIZE,
    both_forms,
    gap_by_forms,
)
from theory.modular.kernel_proofs.cost.least_gap import GROUP
from theory.modular.kernel_proofs.cost.singular import unless
from theory.modular.kernel_proofs.script import defined, proof
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import p
from theory.modular.letters.cost import X
from theory.modular.letters.fewest import least_share, share_of
from theory.proof.lemmas import inv
from theory.proof.rules import (
    Theorem,
    instantiate,
    order,
)
from theory.proof.tactics import (
    at,
    by_cases,
    combine,
    contradiction,
    fact,
    inverse,
    obtain,
    parts,
    positive,
    ring,
)
from theory.proof.terms import (
    ONE,
    ZERO,
    Term,
    eq,
    le,
    lt,
    num,
)


@cache
def share_value() -> Theorem:
    """The share of a group = X^2/(54 p) times the squares of both forms."""
    value = gap_by_forms()
    scale = num(1, 54) * X**2 * inv(p)
    square = unit_x_square(inverse(X, [above_x()]))
    unit = combine(eq(p * inv(p), 1), (1, inverse(p, [above_zero()])))
    factor = ring(eq(p * inv(X) ** 2 * (num(1, 54) * X**4 * inv(p) ** 2), scale), square, unit)
    return combine(eq(share_of(), scale * DISTANCE), (p * inv(X) ** 2, value), (DISTANCE, factor))


def share_above(number: Term, far_: Theorem) -> Theorem:
    """c <= the share, from c T^2 <= the squares of both forms."""
    scale = num(1, 54) * X**2 * inv(p)
    unit = ring(eq(scale * SIZE**2, 1), unit_x_square(inverse(X, [above_x()])), *scales())
    above = positive(scale, [above_x(), above_zero()])
    return order(
        le(number, share_of()),
        ((num(-1), share_value()), (-1 * number, unit)),
        ((ONE, (above, far_), ONE),),
    )


def never_below(number: Term, share: Theorem) -> Theorem:
    """c <= the infimum, where every group has a share of at least c."""
    _, near = parts_of_infimum()
    goal_ = le(number, least_share)

    def below(less):
        excess = order(lt(ZERO, number - least_share), (), ((ONE, (less,), ONE),))
        there = at(near, number - least_share, excess)

        def use(found, letters):
            if found.conclusion.op == "exists":
                return obtain(found, lambda letter, one: use(one, [*letters, letter]))
            *_, close = parts(found)
            pairs = [part for pair in zip(GROUP, letters) for part in pair]
            own = instantiate(share, *pairs)
            false = order(lt(ZERO, ZERO), (), ((ONE, (own,), ONE), (ONE, (close,), ONE)))
            return contradiction(false, goal_)

        return use(there, [])

    return unless(goal_, below)


SHOWN = {num(8, 9): alone, num(2, 9): up_to_three, num(1, 9): four}


def share_floor(number: Term, condition: Theorem | None = None) -> Theorem:
    """c <= the share of every group with so many neurons; 0 for any number of them."""
    if condition is not None:
        return share_above(number, SHOWN[number](condition))
    squares = tuple((weight, (), root) for weight, root in both_forms())
    return share_above(number, order(le(number * SIZE**2, DISTANCE), (), squares))


def parts_of_infimum() -> list[Theorem]:
    """No group goes below; some come near."""
    return defined("modular.least-share")


@proof("modular.least-gaps")
def least_gaps() -> Theorem:
    """Case by case in N, as the statement has them."""
    statement = goal("modular.least-gaps")
    whole, _ = statement.args

    def case(rest, steps):
        """least_share >= the value of the whole, which is that of ``rest`` by these steps."""
        if rest.op != "ite":
            told = combine(eq(whole, rest), *((1, one) for one in steps))
            low = never_below(rest, share_floor(rest))
            return order(statement, ((num(1), told),), ((ONE, (low,), ONE),))
        condition, yes, no = rest.args
        values = {"P": condition, "z": yes, "w": no}

        def holds(known):
            told = combine(
                eq(whole, yes), *((1, one) for one in (*steps, fact("ite-true", known, **values)))
            )
            low = never_below(yes, share_floor(yes, known))
            return order(statement, ((num(1), told),), ((ONE, (low,), ONE),))

        return by_cases(
            condition,
            holds,
            lambda known: case(no, [*steps, fact("ite-false", known, **values)]),
        )

    return case(whole, [])
