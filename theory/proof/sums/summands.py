"""A sum taken apart by the monomials of its summand, and evaluated by what is known of these. Not
trusted.

sum_k (c f(k) + d f(k) g(k) + e) = c sum_k f(k) + d sum_k f(k) g(k) + e (high - low + 1): whatever
does not speak of k comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..polynomials import atom_of, combined, polynomial, term_of
from ..rules import Theorem, algebra
from ..tactics import combine, fresh, lam
from ..tactics.angles import rewritten
from ..terms import INT, ONE, Term, add, apply, bind, eq, mul
from .finite import added, constant_sum, scaled, sum_of, summand_equal


def _by_index(body: Term, k: Term) -> list[tuple[Term, Term]]:
    """[(coefficient, monomial)]: the body as a sum of products, the first free of k."""
    groups: dict[tuple, dict] = {}
    for monomial, value in polynomial(body).items():
        inside = tuple(pair for pair in monomial if k in atom_of(pair[0]).free)
        outside = tuple(pair for pair in monomial if pair not in inside)
        groups[inside] = combined(((1, groups.get(inside, {})), (1, {outside: value})))
    return [(term_of(value), term_of({key: 1})) for key, value in sorted(groups.items())]


def taken_apart(summand: Term, low, high, ordered: Theorem) -> Theorem:
    """sum of f = sum of coefficient * (sum of monomial); low <= high + 1 is given."""
    k = fresh(INT, "k")
    body = apply(summand, (k,))
    groups = _by_index(body, k)
    if not groups:
        groups = [(term_of({}), ONE)]
    pieces = [bind("lam", k, mul(coefficient, one)) for coefficient, one in groups]
    sums = []
    for coefficient, one in groups:
        if one is ONE:
            sums.append(constant_sum(mul(coefficient, one), low, high, ordered))
        else:
            sums.append(scaled(coefficient, bind("lam", k, one), low, high, ordered))
    whole = bind("lam", k, _chain([apply(one, (k,)) for one in pieces]))
    same = summand_equal(
        summand,
        whole,
        low,
        high,
        lambda q, *_: algebra(eq(apply(summand, (q,)), apply(whole, (q,)))),
    )
    split = [
        added(
            pieces[place],
            bind("lam", k, _chain([apply(one, (k,)) for one in pieces[place + 1 :]])),
            low,
            high,
            ordered,
        )
        for place in range(len(pieces) - 1)
    ]
    value = add(*(one.conclusion.args[1] for one in sums))
    goal = eq(sum_of(summand, low, high), value)
    return algebra(goal, *((ONE, one) for one in (same, *split, *sums)))


def _chain(terms: list[Term]) -> Term:
    """a + (b + (c + ...))."""
    *first, last = terms
    for one in reversed(first):
        last = one + last
    return last


def evaluated(
    body: Callable[[Term], Term],
    low,
    high,
    ordered: Theorem,
    inside: Callable[[Term], Sequence[Theorem]] = lambda k: (),
    values: Sequence[Theorem] = (),
) -> Theorem:
    """sum_k body(k) = ..., where inside(k) rewrites the summand and ``values`` the sums of
    monomials.
    """
    summand = lam(body, INT)
    k = fresh(INT, "k")
    known = rewritten(apply(summand, (k,)), inside(k))
    new = bind("lam", k, known.conclusion.args[1])
    same = summand_equal(
        summand,
        new,
        low,
        high,
        lambda q, *_: rewritten(apply(summand, (q,)), inside(q)),
    )
    apart = taken_apart(new, low, high, ordered)
    value = rewritten(apart.conclusion.args[1], values)
    goal = eq(sum_of(summand, low, high), value.conclusion.args[1])
    return combine(goal, (1, same), (1, apart), (1, value))
