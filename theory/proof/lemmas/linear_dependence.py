"""n linear equations in n + 1 unknowns have a solution that is not zero, by induction on n. Not
trusted.
"""

from __future__ import annotations

from functools import cache

from ..rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    discharge,
    generalise,
    order,
    specialise,
    witness,
)
from ..sums import MATRIX, VECTOR
from ..sums.any_range import counted, delta, zero_sum
from ..sums.finite import step as sum_step
from ..sums.finite import summand_equal
from ..sums.nested import same_sums
from ..tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    everywhere,
    exists,
    fact,
    forall,
    fresh,
    given,
    induction,
    lam,
    obtain,
    parts,
    total,
    written,
)
from ..terms import FALSE, INT, ONE, ZERO, Term, both, eq, le, lt, make, negation, num, opened
from . import inv, trichotomy
from .inner_products import within


def _solved(Y, n):
    """There is an x with 0 < |x|^2 and sum_j Y_hj x_j = 0 for h = 1..n; j = 1..n + 1."""
    return exists(
        lambda x: both(
            lt(0, total(1, n + 1, lambda j: x(j) ** 2)),
            within(1, n, lambda h: eq(total(1, n + 1, lambda j: Y(h, j) * x(j)), 0)),
        ),
        VECTOR,
    )


def statement(n) -> Term:
    """for all Y: there is such an x."""
    return forall(lambda Y: _solved(Y, n), MATRIX)


@cache
def dependence() -> Theorem:
    """for all n >= 0, for all Y: a solution that is not zero."""
    return induction(statement, ZERO, _base(), _step)


def _solution_is(Y, n, x: Term, size: Theorem, rows: Theorem) -> Theorem:
    goal = _solved(Y, n)
    wanted = opened(goal, (x,))
    return witness(goal, x, conjoin(written(wanted.args[0], size), written(wanted.args[1], rows)))


def _base() -> Theorem:
    """No equations: x = 1."""
    Y = fresh(MATRIX, "Y")
    x = lam(lambda j: ONE, INT)
    once = counted(1, ZERO + 1, bound(le(1, ZERO + 1 + 1)))
    size = bound(lt(0, total(1, ZERO + 1, lambda j: ONE**2)), [once])
    h = fresh(INT, "h")
    premises = (le(1, h), le(h, ZERO))
    false = bound(lt(0, 0), (), [[assume(premises[0])], [assume(premises[1])]])
    wanted = eq(total(1, ZERO + 1, lambda j: Y(h, j) * ONE), 0)
    rows = everywhere(h, contradiction(false, wanted), *premises)
    return generalise(_solution_is(Y, ZERO, x, size, rows), Y)


def _step(n: Term, low: Theorem, now: Theorem) -> Theorem:
    Y = fresh(MATRIX, "Y")
    last = n + 2

    def pivot(row):
        return both(le(1, row), le(row, n + 1), negation(eq(Y(row, last), 0)))

    some = exists(pivot, INT)
    found = by_cases(
        some,
        lambda there: obtain(there, lambda row, own: _eliminated(Y, n, low, now, row, parts(own))),
        lambda none: _last_alone(Y, n, low, none, pivot),
    )
    return generalise(found, Y)


def _last_alone(Y, n, low: Theorem, none: Theorem, pivot) -> Theorem:
    """The last column is zero: x is 1 there and 0 elsewhere."""
    last = n + 2
    x = lam(lambda j: delta(j, last), INT)
    inside = [bound(le(1, last), (), [[low]]), bound(le(last, n + 1 + 1))]
    ends = n + 1 + 1
    one = same_sums(eq(total(1, ends, lambda j: x(j) ** 2), ONE), facts=inside)
    size = bound(lt(0, total(1, ends, lambda j: x(j) ** 2)), [one])
    h = fresh(INT, "h")
    premises = (le(1, h), le(h, n + 1))
    facts = list(map(assume, premises))
    picked = same_sums(
        eq(total(1, ends, lambda j: Y(h, j) * x(j)), Y(h, last)), facts=[*inside, *facts]
    )
    zero = eq(Y(h, last), 0)

    def not_zero(differ):
        existence = exists(pivot, INT)
        there = witness(existence, h, conjoin(*facts, differ))
        return absurd(given(none, there), zero)

    flat = by_cases(zero, lambda same: same, not_zero)
    row = combine(eq(total(1, ends, lambda j: Y(h, j) * x(j)), 0), (1, picked), (1, flat))
    return _solution_is(Y, n + 1, x, size, everywhere(h, row, *premises))


def _eliminated(Y, n, low: Theorem, now: Theorem, p: Term, own: list[Theorem]) -> Theorem:
    """Row p eliminates the last unknown; the other n rows have n + 1 unknowns left."""
    p_low, p_high, apart = own
    last = n + 2
    g = inv(Y(p, last))
    unit = fact("inverse", apart, z=Y(p, last))

    def Z(h, j):
        return Y(h, j) - Y(h, last) * g * Y(p, j)

    def smaller(h, j):
        return make("ite", None, (lt(h, p), Z(h, j), Z(h + 1, j)))

    reduced = specialise(now, lam(smaller, INT, INT))

    def solved(x, both_):
        size, rows = parts(both_)
        return _extended(Y, n, low, p, p_low, p_high, unit, Z, smaller, x, size, rows)

    return obtain(reduced, solved)


def _all_rows(n, p, p_in, unit, Y, Z, smaller, x, rows: Theorem) -> Theorem:
    """sum_j Z_hj x_j = 0 for every row h = 1..n + 1."""
    h = fresh(INT, "h")
    premises = (le(1, h), le(h, n + 1))
    h_low, h_high = map(assume, premises)
    goal = eq(total(1, n + 1, lambda j: Z(h, j) * x(j)), 0)
    p_low, p_high = p_in

    def chosen(row, condition, name):
        """The row of the smaller system is this row of Z."""
        own = lam(lambda j: smaller(row, j) * x(j), INT)
        other = lam(lambda j: Z(h, j) * x(j), INT)

        def same(j, *_):
            value = fact(name, condition, P=lt(row, p), z=Z(row, j), w=Z(row + 1, j))
            return combine(eq(own(j), other(j)), (x(j), value))

        return summand_equal(own, other, ONE, n + 1, same)

    def before(less):
        top = fact("discrete", less, n=h, m=p)
        inside = bound(le(h, n), (), [[top], [p_high]])
        zero = at(rows, h, h_low, inside)
        return combine(goal, (1, chosen(h, less, "ite-true")), (1, zero))

    def here(same):
        """Z_p = 0."""
        own = lam(lambda j: Z(h, j) * x(j), INT)

        def flat(j, *_):
            moved = equal_inside(Z(h, j), same)
            value = combine(eq(moved.conclusion.args[1], 0), (Y(p, j), unit))
            return combine(eq(own(j), 0), (x(j), moved), (x(j), value))

        return written(goal, zero_sum(own, 1, n + 1, flat))

    def after(more):
        row = h - 1
        top = fact("discrete", more, n=p, m=h)
        row_low = bound(le(1, row), (), [[top], [p_low]])
        inside = bound(le(row, n), (), [[h_high]])
        zero = at(rows, row, row_low, inside)
        late = bound(
            lt(0, 0),
            (),
            [[assume(lt(row, p))], [fact("discrete", assume(lt(row, p)), n=row, m=p)], [more]],
        )
        differ = discharge(lt(row, p), contradiction(late, FALSE))
        own = lam(lambda j: smaller(row, j) * x(j), INT)
        other = lam(lambda j: Z(h, j) * x(j), INT)

        def same(j, *_):
            value = fact("ite-false", differ, P=lt(row, p), z=Z(row, j), w=Z(row + 1, j))
            return combine(eq(own(j), other(j)), (x(j), value))

        equal = summand_equal(own, other, ONE, n + 1, same)
        return combine(goal, (1, equal), (1, zero))

    found = by_cases(trichotomy(h, p), before, here, after)
    return everywhere(h, found, *premises)


def _extended(Y, n, low, p, p_low, p_high, unit, Z, smaller, x, size, rows) -> Theorem:
    """The last unknown from row p."""
    last = n + 2
    g = inv(Y(p, last))
    tail = -(g * total(1, n + 1, lambda m: Y(p, m) * x(m)))
    whole = lam(lambda j: make("ite", None, (eq(j, last), tail, x(j))), INT)
    every = _all_rows(n, p, (p_low, p_high), unit, Y, Z, smaller, x, rows)
    start = bound(le(ONE - 1, n + 1), (), [[low]])
    on = fact(
        "ite-true", combine(eq(n + 1 + 1, last)), P=eq(n + 1 + 1, last), z=tail, w=x(n + 1 + 1)
    )

    def inner(scale):
        """sum over the first n + 1 of scale(j) x_j."""
        own = lam(lambda j: scale(j, whole(j)), INT)
        other = lam(lambda j: scale(j, x(j)), INT)

        def same(j, j_low, j_high):
            strict = bound(lt(j, last), (), [[j_high]])
            off = fact(
                "ite-false", differs(strict, negation(eq(j, last))), P=eq(j, last), z=tail, w=x(j)
            )
            return equal_inside(own(j), off)

        return sum_step(own, ONE, n + 1, start), summand_equal(own, other, ONE, n + 1, same)

    grown, kept = inner(lambda j, value: value**2)
    end = equal_inside(whole(n + 1 + 1) ** 2, on)
    total_size = order(
        lt(0, total(1, n + 1 + 1, lambda j: whole(j) ** 2)),
        ((num(-1), grown), (num(-1), kept), (num(-1), end)),
        ((ONE, (size,), ONE), (ONE, (), tail)),
    )
    h = fresh(INT, "h")
    premises = (le(1, h), le(h, n + 1))
    zero = at(every, h, *map(assume, premises))
    grown, kept = inner(lambda j, value: Y(h, j) * value)
    end = equal_inside(Y(h, n + 1 + 1) * whole(n + 1 + 1), on)
    spread = same_sums(
        eq(
            total(1, n + 1, lambda j: Z(h, j) * x(j)),
            total(1, n + 1, lambda j: Y(h, j) * x(j)) + Y(h, last) * tail,
        )
    )
    row = combine(
        eq(total(1, n + 1 + 1, lambda j: Y(h, j) * whole(j)), 0),
        (1, grown), (1, kept), (1, end), (1, spread), (1, zero),
    )  # fmt: skip
    return _solution_is(Y, n + 1, whole, total_size, everywhere(h, row, *premises))
