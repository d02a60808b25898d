"""A theorem refutes another value of the same thing, and nothing that may be true."""

import pytest
import sympy as sp

from checks import verify
from checks.methods.rival import attained, contradicted, rival
from theory import claim

LIMIT, COUNT = claim("framework.threshold-asymptotics-higher"), claim("modular.no-other-maxima")
(kappa,) = LIMIT.corrected.rhs.free_symbols
(p,) = COUNT.corrected.rhs.free_symbols


def stated(one, relation, right, exchanged=False):
    """left (relation) right, or with its sides exchanged; left as in the corrected form."""
    sides = (one.corrected.lhs, sp.sympify(right))
    return relation(*(sides[::-1] if exchanged else sides), evaluate=False)


@pytest.mark.parametrize("exchanged", [False, True])
@pytest.mark.parametrize(
    "one, right", [(LIMIT, 1), (LIMIT, kappa), (COUNT, 1), (COUNT, p), (COUNT, p - 3)]
)
def test_another_value_is_refuted_exactly(one, right, exchanged):
    found = verify(one.id, stated(one, sp.Eq, right, exchanged))
    assert (found.verdict, found.refuted_by) == ("refuted", "exact")


@pytest.mark.parametrize(
    "one, relation, right",
    [
        (LIMIT, sp.Eq, (kappa - 2) / (kappa - 2) ** 2),
        (LIMIT, sp.Le, 1),  # attained at the end of what is assumed, kappa = 3
        (LIMIT, sp.Ge, sp.Rational(1, 5) / kappa),
        (LIMIT, sp.Ne, 2),
        (COUNT, sp.Eq, (p**2 - 1) / (2 * p + 2)),
        (COUNT, sp.Ge, 1),
        (COUNT, sp.Lt, p),
    ],
)
def test_what_is_true_is_not_refuted(one, relation, right):
    assert verify(one.id, stated(one, relation, right)).verdict not in ("refuted", "error")
    exchanged = stated(one, relation, right).reversed
    assert verify(one.id, exchanged).verdict not in ("refuted", "error")


def test_letters_with_definitions_are_not_free():
    """Nothing says that S_before = 0, sigma_last = 1 and sigma_here = 2 occur together."""
    one = claim("linear.jump-recursion")
    assert rival(one, one.printed) is None
    assert rival(claim("framework.faster-direction"), LIMIT.printed) is None


def test_only_the_same_side_is_spoken_of():
    assert rival(LIMIT, sp.Implies(sp.Eq(kappa, 3), LIMIT.printed)) is None
    assert rival(LIMIT, sp.Eq(kappa, 3)) is None
    assert rival(LIMIT, LIMIT.corrected) is None


def test_the_data_have_to_keep_what_is_assumed():
    from dataclasses import replace

    other = rival(COUNT, COUNT.printed)
    assert attained(COUNT) is not None and other is not None
    assert contradicted(COUNT, other, 0)[0].outcome == "fails"
    larger = replace(COUNT, given=(*COUNT.given, sp.Ge(p, 7)))
    assert contradicted(larger, other, 0)[0].outcome == "unknown"
