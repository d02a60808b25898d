"""The terms of two expanded squares: the numbers that tell the 16 products apart, and their
means.
"""

from itertools import product

import numpy as np
import pytest

from theory.modular.kernel_proofs.cost.terms import VALUES, left
from theory.proof.terms import num


def terms(A, B, al, be):
    """Line 1669."""
    return [
        (A * A + B * B) / 2 * np.ones_like(al + be),
        A * A * np.cos(2 * al) / 2 + 0 * be,
        B * B * np.cos(2 * be) / 2 + 0 * al,
        A * B * (np.cos(al + be) + np.cos(al - be)),
    ]


def test_the_values_are_those_of_the_terms_and_all_products_differ():
    zero = np.zeros(1)
    for values, (A, B) in zip(VALUES, ((1, 2), (1, 3))):
        assert [float(one[0]) for one in terms(A, B, zero, zero)] == list(
            map(float, values.values())
        )
    assert len({one * other for one, other in product(*(v.values() for v in VALUES))}) == 16


@pytest.mark.parametrize("r, s", [(1, 1), (1, 2), (2, 2), (2, 4), (4, 4)])
def test_a_product_is_left_exactly_where_it_has_a_mean_over_a_and_b(r, s):
    turns = 2 * np.pi * 2 * np.arange(7) / 7
    al, be = 0.4 - turns[:, None], 1.1 - turns[None, :]
    mean = np.mean(terms(1, 2, al, be)[r - 1] * terms(3, 1, al + 0.3, be - 0.2)[s - 1])
    assert left(r, s).conclusion.args[1] is num(int(abs(mean) > 1e-9))
