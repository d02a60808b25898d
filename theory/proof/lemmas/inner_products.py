"""Sums of squares: Cauchy and Schwarz, Bessel, for vectors of any size. Not trusted.

A vector is a ``lam`` of one whole number, a system of vectors one of (entry, number).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ..rules import Theorem, assume, discharge
from ..sums.any_range import delta, nonnegative
from ..sums.nested import same_sums
from ..tactics import bound, forall, given, lam, put, total
from ..terms import INT, REAL, Term, apply, eq, function, implies, le, term, var

n, m = var("size'", INT), var("count'", INT)
x, y = function("x'", INT, REAL), function("y'", INT, REAL)
u = function("u'", INT, INT, REAL)


def dot(one: Callable, other: Callable, size, low=1) -> Term:
    """sum_{k=low}^{size} x_k y_k."""
    return total(low, size, lambda k: one(k) * other(k))


def within(low, high, statement: Callable) -> Term:
    """for all whole numbers k from low to high: statement(k)."""
    return forall(lambda k: implies(le(low, k), le(k, high), statement(k)), INT)


def orthonormal(system: Callable, size, count) -> Term:
    """sum_l u(l, i) u(l, j) = delta(i, j) for i, j from 1 to count."""
    return within(
        1,
        count,
        lambda i: within(
            1,
            count,
            lambda j: eq(total(1, size, lambda l: system(l, i) * system(l, j)), delta(i, j)),
        ),
    )


def square_sum(body: Callable, low, high) -> Theorem:
    """0 <= sum_k body(k)^2."""
    summand = lam(lambda k: body(k) ** 2, INT)
    return nonnegative(
        summand, low, high, lambda k, *_: bound(le(0, body(k) ** 2), (), [], [body(k)])
    )


@cache
def _cauchy_schwarz(low: int) -> Theorem:
    """(x y)^2 <= (x x) (y y): sum_k sum_l (x_k y_l - x_l y_k)^2 >= 0."""

    def row(k):
        return total(low, n, lambda l: (x(k) * y(l) - x(l) * y(k)) ** 2)

    above = nonnegative(
        lam(row, INT),
        low,
        n,
        lambda k, *_: square_sum(lambda l: x(k) * y(l) - x(l) * y(k), low, n),
    )
    xx, yy, xy = dot(x, x, n, low), dot(y, y, n, low), dot(x, y, n, low)
    same = same_sums(eq(total(low, n, row), 2 * xx * yy - 2 * xy**2))
    return bound(le(xy**2, xx * yy), [same], [[above]])


def cauchy_schwarz(one: Term, other: Term, size, low: int = 1) -> Theorem:
    """(sum_k x_k y_k)^2 <= (sum_k x_k^2) (sum_k y_k^2), k from ``low`` to ``size``."""
    return put(_cauchy_schwarz(low), **{"x'": one, "y'": other, "size'": term(size)})


@cache
def _bessel() -> Theorem:
    """|x|^2 - sum_i (u_i x)^2 = |x - sum_i (u_i x) u_i|^2 >= 0."""
    orthogonal = assume(orthonormal(u, n, m))

    def part(i):
        return total(1, n, lambda l: u(l, i) * x(l))

    def rest(l):
        return x(l) - total(1, m, lambda i: part(i) * u(l, i))

    squares = total(1, m, lambda i: part(i) ** 2)
    left = total(1, n, lambda l: rest(l) ** 2)
    same = same_sums(eq(left, dot(x, x, n) - squares), orthogonal)
    found = bound(le(squares, dot(x, x, n)), [same], [[square_sum(rest, 1, n)]])
    return discharge(orthogonal.conclusion, found)


def bessel(system: Term, vector: Term, size, count, orthogonal: Theorem) -> Theorem:
    """sum_i (sum_l u(l, i) x_l)^2 <= sum_l x_l^2, for orthonormal columns."""
    values = {"u'": system, "x'": vector, "size'": term(size), "count'": term(count)}
    return given(put(_bessel(), **values), orthogonal)


def entry(vector: Term, k) -> Term:
    """x_k."""
    return apply(vector, (term(k),))
