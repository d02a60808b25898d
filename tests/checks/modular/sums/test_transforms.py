"""Statements about transforms on Z/p: judged in complex balls with two precisions, and only if they
are equations.
"""

import cmath
from fractions import Fraction

import pytest
import sympy as sp
from flint import acb, arb, ctx

from checks.methods.balls import precision
from checks.modular.sums.transforms import BITS, evaluate, judged, sequence, transform, twice
from theory.claim import equation
from theory.modular import REMOVED, p, u, u_hat

k = sp.Symbol("k", integer=True)
total = sp.Symbol("total", real=True)
PARSEVAL = equation(total, sp.Sum(sp.Abs(u_hat(k)) ** 2, (k, 0, p - 1)) / p)


def observed(values):
    """A sequence of whole numbers, its transform, and the sum of its squares."""
    yield {
        p: len(values),
        u: sequence(values),
        u_hat: transform(values),
        total: sum(v * v for v in values),
    }


@pytest.mark.parametrize("values", [(1, 2), (0, 3, -1), (1, 0, 0, 2, -5, 7, 1)])
def test_the_transform_is_the_sum_that_the_standard_library_gives(values):
    n, hat = len(values), transform(values)
    for f in range(-1, n + 1):
        direct = sum(v * cmath.exp(-2j * cmath.pi * f * a / n) for a, v in enumerate(values))
        assert abs(complex(hat(f)) - direct) < 1e-12
    assert hat(0) == sum(values) and hat(n).overlaps(hat(0))
    assert sequence(values)(n + 1) == values[1]


def test_a_fraction_is_transformed_without_rounding():
    with precision(200):
        assert (3 * transform([Fraction(1, 3), 0])(1)).contains(1)


def test_parseval_holds_and_a_thousandth_beside_it_does_not():
    held = twice(PARSEVAL, observed, (1, 2, -3))
    assert held.holds is True and held.digits == 50
    left, right = PARSEVAL.args
    wrong = twice(equation(left, right * sp.Rational(1001, 1000)), observed, (1, 2, -3))
    assert (wrong.holds, wrong.means) == (False, "enclosed") and "total = 14" in wrong.sides


@pytest.mark.parametrize("relation", [sp.Ge, sp.Le, sp.Gt, sp.Lt, sp.Ne])
def test_what_is_no_equation_is_not_judged_as_if_it_were_one(relation):
    left, right = PARSEVAL.args
    found = twice(relation(left, right, evaluate=False), observed, (1, 2, -3))
    assert found.holds is None and "is not an equation" in found.why


def test_of_several_equations_one_that_is_false_decides():
    values = next(observed((1, 2)))
    both = sp.And(PARSEVAL, equation(total, p), evaluate=False)
    assert judged(both, values, []).holds is False
    assert (
        judged(sp.And(PARSEVAL, equation(2 * total, 10), evaluate=False), values, []).holds is True
    )


def test_a_side_without_a_value_is_a_violation_and_both_without_one_are_no_instance():
    values = next(observed((1, 2)))
    broken = judged(equation(total, sp.factorial(p - 5)), values, [])
    assert broken.holds is False and "but" in broken.sides


def test_a_frequency_that_is_removed_counts_zero_and_any_other_one():
    values = {p: 5}
    assert evaluate(REMOVED(k, 7), {**values, k: 2}) == 0
    assert evaluate(REMOVED(k, -2), {**values, k: 3}) == 0
    assert evaluate(REMOVED(k, 7), {**values, k: 3}) == 1


def test_two_precisions_that_do_not_meet_are_an_error():
    def moving(_):
        yield {total: acb(arb(ctx.prec))}

    with pytest.raises(ArithmeticError, match="do not meet"):
        twice(equation(total, BITS), moving, None)


def test_nothing_observed_decides_nothing():
    assert twice(PARSEVAL, lambda _: iter(()), None).why == "nothing was observed"
