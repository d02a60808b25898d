"""How far fewer than five neurons stay from the bound: the infimum over all groups."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import goal, scales
from theory.modular.kernel_proofs.cost.bounds import above_x, unit_x_square
from theory.modular.kernel_proofs.cost.forms import SIZE, both_forms, form, g, gap_by_forms, out
from theory.modular.kernel_proofs.fewest import singular
from theory.modular.kernel_proofs.fewest.few_neurons import DISTANCE, alone, four, up_to_three
from theory.modular.kernel_proofs.fewest.least_gap import GROUP
from theory.modular.kernel_proofs.fewest.singular import unless
from theory.modular.kernel_proofs.fewest.smallest_group import written_out
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import N, p
from theory.modular.letters.cost import X, s_x
from theory.modular.letters.fewest import least_share, share_of
from theory.proof.lemmas import inv
from theory.proof.rules import (
    Theorem,
    algebra,
    assume,
    generalise,
    instantiate,
    order,
)
from theory.proof.sums.finite import sum_of
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    equal_inside,
    fact,
    filled,
    fresh,
    inverse,
    obtain,
    parts,
    positive,
    ring,
)
from theory.proof.tactics.angles import rewritten, sin_zero
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    eq,
    le,
    lt,
    num,
    substituted,
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


# --- one neuron -----------------------------------------------------------------------------------
BEST = dict(
    zip(
        GROUP,
        (
            *[fn(lambda i: ONE)] * 2,
            fn(lambda i: num(1, 9) * SIZE),
            *[fn(lambda i: ZERO)] * 2,
            fn(lambda i: -s_x),
        ),
    )
)


@cache
def best_share(same: Theorem) -> Theorem:
    """8/9 is the share of one neuron with A_u = A_v = 1, A_w = T/9, s_u = s_v = 0, s_w = -s_x."""
    rules = [fact("cos-zero"), sin_zero()]
    for j in (1, 2):
        for k, m in singular.ENTRY:
            summand = fn(lambda i, j=j, k=k, m=m: filled_term(out(j, i) * g(k, i) * g(m, i)))
            moved = equal_inside(sum_of(summand, 1, N), same)
            one = combine(
                eq(filled_term(form(j, k, m)), summand(ONE)),
                (1, moved),
                (1, written_out(summand, 1)),
            )
            rules.append(one)
    steps, target = [], ZERO
    for weight, root in both_forms():
        value = rewritten(filled_term(root), rules)
        before, after = value.conclusion.args
        steps.append((weight * (before + after), value))
        target = target + weight * after**2
    distance = algebra(eq(filled_term(DISTANCE), target), *steps)
    scale = num(1, 54) * X**2 * inv(p)
    unit = ring(eq(scale * SIZE**2, 1), unit_x_square(inverse(X, [above_x()])), *scales())
    share = filled(share_value(), BEST)
    return combine(
        eq(share.conclusion.args[0], num(8, 9)),
        (1, share),
        (scale, distance),
        (num(8, 9), unit),
    )


def filled_term(whole: Term) -> Term:
    """A term about any group, for this one."""
    return substituted(whole, BEST)


@proof("modular.one-neuron")
def one_neuron() -> Theorem:
    """No neuron has a share below 8/9, and one has it."""
    same = assume(eq(N, 1))
    every, _ = parts_of_infimum()
    share = best_share(same)
    i = fresh(INT)
    size_up = positive(SIZE, [above_x(), above_zero()])
    signs = [
        generalise(one, i)
        for one in (
            bound(le(0, ONE)),
            bound(le(0, ONE)),
            bound(le(0, num(1, 9) * SIZE), (), [[size_up]]),
        )
    ]
    told = at(every, *BEST.values(), *signs)
    most = order(le(least_share, num(8, 9)), ((num(1), share),), ((ONE, (told,), ONE),))
    low = never_below(num(8, 9), share_floor(num(8, 9), same))
    return fact("antisymmetric", most, low, x=least_share, y=num(8, 9))
