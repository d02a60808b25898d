"""A square matrix whose rows are linearly dependent takes a vector that is not 0 to 0.
Not trusted.
"""

from __future__ import annotations

from functools import cache

from ..rules import Theorem, absurd, assume, conjoin, discharge, instantiate, witness
from ..sums import MATRIX, VECTOR
from ..sums.finite import summand_equal
from ..sums.nested import same_sums
from ..sums.single_terms import only_inside
from ..tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    equal_inside,
    everywhere,
    exists,
    fact,
    fresh,
    given,
    lam,
    obtain,
    parts,
    total,
    written,
)
from ..terms import FALSE, INT, Term, both, eq, le, lt, make, negation, opened, var
from . import product_zero, trichotomy
from .inner_products import within
from .linear_dependence import dependence

n, k0 = var("last'", INT), var("row'", INT)
X, g = var("X'", MATRIX), var("g'", VECTOR)
SIZE = n + 1


def kernel_vector(matrix, size) -> Term:
    """There is a z with 0 < |z|^2 and sum_h X_kh z_h = 0 for every k."""
    return exists(
        lambda z: both(
            lt(0, total(1, size, lambda h: z(h) ** 2)),
            within(1, size, lambda k: eq(total(1, size, lambda h: matrix(k, h) * z(h)), 0)),
        ),
        VECTOR,
    )


PREMISES = (
    le(0, n),
    le(1, k0),
    le(k0, SIZE),
    negation(eq(g(k0), 0)),
    within(1, SIZE, lambda h: eq(total(1, SIZE, lambda k: g(k) * X(k, h)), 0)),
)


@cache
def _square_kernel() -> Theorem:
    """Without row k_0 there are n equations in n + 1 unknowns; that row follows from the others."""
    low, k_low, k_high, apart, rows = map(assume, PREMISES)

    def shorter(h, j):
        return make("ite", None, (lt(h, k0), X(h, j), X(h + 1, j)))

    there = at(dependence(), n, low, lam(shorter, INT, INT))

    def from_witness(z, both_):
        size, solved = parts(both_)

        def row(k):
            return total(1, SIZE, lambda h: X(k, h) * z(h))

        k = fresh(INT, "k")
        k_in = (le(1, k), le(k, SIZE))
        first, last = map(assume, k_in)
        goal = eq(row(k), 0)

        def kept(h, name, condition, inside):
            """Row h of the smaller system is row k."""
            own = at(solved, h, *inside)
            one, other = (
                lam(lambda j: row_(j) * z(j), INT)
                for row_ in (lambda j: shorter(h, j), lambda j: X(k, j))
            )

            def each(j, *_):
                value = fact(name, condition, P=lt(h, k0), z=X(h, j), w=X(h + 1, j))
                return combine(eq(one(j), other(j)), (z(j), value))

            return combine(goal, (1, summand_equal(one, other, 1, SIZE, each)), (1, own))

        def before(less):
            top = fact("discrete", less, n=k, m=k0)
            inside = (first, bound(le(k, n), (), [[top], [k_high]]))
            return kept(k, "ite-true", less, inside)

        def after(more):
            top = fact("discrete", more, n=k0, m=k)
            inside = (
                bound(le(1, k - 1), (), [[top], [k_low]]),
                bound(le(k - 1, n), (), [[last]]),
            )
            late = assume(lt(k - 1, k0))
            less = fact("discrete", late, n=k - 1, m=k0)
            false = contradiction(bound(lt(0, 0), (), [[less], [more]]), FALSE)
            return kept(k - 1, "ite-false", discharge(late.conclusion, false), inside)

        def other_row(differ):
            return by_cases(
                trichotomy(k, k0),
                before,
                lambda same: absurd(given(differ, same), goal),
                after,
            )

        others = everywhere(
            k,
            discharge(negation(eq(k, k0)), other_row(assume(negation(eq(k, k0))))),
            *k_in,
        )
        weighted = lam(lambda q: g(q) * row(q), INT)
        whole = same_sums(eq(total(1, SIZE, lambda q: weighted(q)), 0), rows)
        single = only_inside(
            weighted, k0, 1, SIZE, k_low, k_high,
            lambda q, q_low, q_high, differ: combine(
                eq(weighted(q), 0), (g(q), at(others, q, q_low, q_high, differ))
            ),
        )  # fmt: skip
        own = combine(eq(g(k0) * row(k0), 0), (1, single), (1, whole))
        zero = product_zero(own, apart)
        every = by_cases(
            eq(k, k0),
            lambda same: combine(goal, (1, equal_inside(row(k), same)), (1, zero)),
            lambda differ: at(others, k, first, last, differ),
        )
        existence = kernel_vector(X, SIZE)
        wanted = opened(existence, (z,))
        return witness(
            existence,
            z,
            conjoin(
                written(wanted.args[0], size),
                written(wanted.args[1], everywhere(k, every, *k_in)),
            ),
        )

    theorem = obtain(there, from_witness)
    for premise in reversed(PREMISES):
        theorem = discharge(premise, theorem)
    return theorem


def square_kernel(matrix: Term, relation: Term, row: Term, size: Term, *premises) -> Theorem:
    """There is a z != 0 with X z = 0, for X of this size and g^T X = 0 with g_row != 0.

    ``premises``: 0 <= size - 1, 1 <= row, row <= size, g_row != 0, g^T X = 0.
    """
    found = instantiate(_square_kernel(), n, size - 1, k0, row, X, matrix, g, relation)
    return written(kernel_vector(matrix, size), given(found, *premises))
