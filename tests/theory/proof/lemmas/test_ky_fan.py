"""No weights of sum m do better than the first m values."""

import pytest

from theory.proof.lemmas.inner_products import within
from theory.proof.lemmas.ky_fan import ky_fan, weighted_gap
from theory.proof.rules import Refused, assume
from theory.proof.tactics import lam, total
from theory.proof.terms import INT, REAL, function, le, num, var

m, r = var("m", INT), var("r", INT)
s, p = function("s", INT, REAL), function("p", INT, REAL)
VALUES, WEIGHTS = lam(lambda i: s(i), INT), lam(lambda i: p(i), INT)
PREMISES = [
    le(0, m),
    le(m, r),
    within(1, r, lambda i: le(0, s(i))),
    within(1, r - 1, lambda i: le(s(i + 1), s(i))),
    within(1, r, lambda i: le(0, p(i))),
    within(1, r, lambda i: le(p(i), 1)),
    le(total(1, r, lambda i: p(i)), m),
]


def test_the_first_values_are_the_largest_weighted_sum():
    found = ky_fan(VALUES, WEIGHTS, m, r, *map(assume, PREMISES))
    goal = le(total(1, r, lambda i: s(i) * p(i)), total(1, m, lambda i: s(i)))
    assert found.conclusion is goal and found.hypotheses == set(PREMISES)


def test_every_premise_is_asked_for():
    wrong = [*PREMISES[:3], within(1, r - 1, lambda i: le(s(i), s(i + 1))), *PREMISES[4:]]
    with pytest.raises(Refused):
        ky_fan(VALUES, WEIGHTS, m, r, *map(assume, wrong))
    with pytest.raises(Refused):
        weighted_gap(VALUES, WEIGHTS, m, r, num(1), num(-1), *map(assume, PREMISES))
