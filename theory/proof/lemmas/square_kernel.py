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
    discharged,
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


def _shorter(h, j) -> Term:
    """X without row k_0."""
    return make("ite", None, (lt(h, k0), X(h, j), X(h + 1, j)))


def _row(z: Term, k) -> Term:
    """(X z)_k."""
    return total(1, SIZE, lambda h: X(k, h) * z(h))


def _other_rows(z: Term, solved: Theorem) -> Theorem:
    """for all k != k_0: (X z)_k = 0, as rows of the smaller system."""
    _, k_low, k_high, *_ = map(assume, PREMISES)
    k = fresh(INT, "k")
    k_in = (le(1, k), le(k, SIZE))
    first, last = map(assume, k_in)
    goal = eq(_row(z, k), 0)

    def kept(h, name, condition, inside):
        """Row h of the smaller system is row k."""
        own = at(solved, h, *inside)
        one, other = (
            lam(lambda j: row_(j) * z(j), INT)
            for row_ in (lambda j: _shorter(h, j), lambda j: X(k, j))
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

    apart = negation(eq(k, k0))
    found = by_cases(
        trichotomy(k, k0),
        before,
        lambda same: absurd(given(assume(apart), same), goal),
        after,
    )
    return everywhere(k, discharge(apart, found), *k_in)


def _left_out(z: Term, others: Theorem) -> Theorem:
    """(X z)_{k_0} = 0, since sum_k g_k (X z)_k = 0 and g at k_0 is not 0."""
    _, k_low, k_high, apart, rows = map(assume, PREMISES)
    weighted = lam(lambda q: g(q) * _row(z, q), INT)
    whole = same_sums(eq(total(1, SIZE, lambda q: weighted(q)), 0), rows)
    single = only_inside(
        weighted, k0, 1, SIZE, k_low, k_high,
        lambda q, q_low, q_high, differ: combine(
            eq(weighted(q), 0), (g(q), at(others, q, q_low, q_high, differ))
        ),
    )  # fmt: skip
    own = combine(eq(g(k0) * _row(z, k0), 0), (1, single), (1, whole))
    return product_zero(own, apart)


@cache
def _square_kernel() -> Theorem:
    """Without row k_0 there are n equations in n + 1 unknowns; that row follows from the others."""
    there = at(dependence(), n, assume(PREMISES[0]), lam(_shorter, INT, INT))

    def from_witness(z, both_):
        size, solved = parts(both_)
        others = _other_rows(z, solved)
        zero = _left_out(z, others)
        k = fresh(INT, "k")
        k_in = (le(1, k), le(k, SIZE))
        every = by_cases(
            eq(k, k0),
            lambda same: combine(eq(_row(z, k), 0), (1, equal_inside(_row(z, k), same)), (1, zero)),
            lambda differ: at(others, k, *map(assume, k_in), differ),
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
    return discharged(theorem, *PREMISES)


def square_kernel(matrix: Term, relation: Term, row: Term, size: Term, *premises) -> Theorem:
    """There is a z != 0 with X z = 0, for X of this size and g^T X = 0 with g_row != 0.

    ``premises``: 0 <= size - 1, 1 <= row, row <= size, g_row != 0, g^T X = 0.
    """
    found = instantiate(_square_kernel(), n, size - 1, k0, row, X, matrix, g, relation)
    return written(kernel_vector(matrix, size), given(found, *premises))
