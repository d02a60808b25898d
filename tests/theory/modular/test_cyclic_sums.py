"""Sums over Z/p for every p: what orthogonality shows, and what it must not."""

import pytest
import sympy as sp

from theory.modular import REMOVED, p, vanishes_for_every_p, x, xi
from theory.modular.transforms import a, k


def over(body, low=0, index=k):
    return sp.Sum(body, (index, low, p - 1))


WHOLE = over(x(k))
ONCE = over(x(k) * REMOVED(k, xi))


@pytest.mark.parametrize(
    "expr, nonzero",
    [
        (ONCE - WHOLE + x(xi), ()),
        (over(x(k) * REMOVED(k, xi) ** 2) - ONCE, ()),
        (over(x(k) * (1 + REMOVED(k, xi)) / 2) - WHOLE + x(xi) / 2, ()),
        (over(x(k) * REMOVED(k, xi), low=1) - ONCE + x(0), (xi,)),
        (over(x(k) * REMOVED(k, xi) * REMOVED(k, -xi)) - ONCE + x(-xi), (2 * xi,)),
        (over(x(a), index=a) - WHOLE, ()),
    ],
)
def test_a_mark_takes_one_term_out_of_its_sum(expr, nonzero):
    assert vanishes_for_every_p(expr, frozenset(nonzero))


@pytest.mark.parametrize(
    "expr, nonzero",
    [
        # [7 != 0 mod p] is 0 at p = 7
        (over(x(k) * REMOVED(7, 0)) - WHOLE, ()),
        (over(x(k) * (1 + REMOVED(k, xi)) / 2) - ONCE, ()),
        # 4 xi = xi where 3 xi = 0, -xi = xi where 2 xi = 0, xi = 0 where nothing forbids it
        (over(x(k) * REMOVED(k, xi) * REMOVED(k, 4 * xi)) - ONCE + x(4 * xi), (xi,)),
        (over(x(k) * REMOVED(k, xi) * REMOVED(k, -xi)) - ONCE + x(-xi), (xi,)),
        (over(x(k) * REMOVED(k, xi), low=1) - ONCE + x(0), ()),
        # a mark about the index of another sum
        (over(x(k) * over(x(a) * REMOVED(k, xi), index=a)) - ONCE * over(x(a), index=a), ()),
        (sp.Sum(x(k), (k, 0, p)) - WHOLE, ()),
    ],
)
def test_what_holds_for_most_p_alone_is_not_shown(expr, nonzero):
    assert not vanishes_for_every_p(expr, frozenset(nonzero))
