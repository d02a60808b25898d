"""Identities of matrices of any size are one call; a false one is not shown, whatever the rules."""

from __future__ import annotations

import pytest

from theory.proof.lemmas.inner_products import bessel, cauchy_schwarz, dot, orthonormal, within
from theory.proof.rules import Refused, assume
from theory.proof.sums.any_range import delta
from theory.proof.sums.nested import normal_sums, same_sums
from theory.proof.sums.slopes import same_slope, sum_derivative
from theory.proof.tactics import bound, deriv, lam, total
from theory.proof.terms import INT, ONE, REAL, ZERO, call, eq, function, implies, le, var

c, d, H, i, j = (var(name, INT) for name in ("c", "d", "H", "i", "j"))
A, W, S, T, U = (function(name, INT, INT, REAL) for name in "AWSTU")
x = function("x", INT, REAL)
columns = assume(orthonormal(U, c, H))
symmetric = assume(within(1, c, lambda a: within(1, c, lambda b: eq(S(a, b), S(b, a)))))
inverse = assume(
    within(
        1,
        c,
        lambda a: within(1, c, lambda b: eq(total(1, c, lambda l: S(a, l) * T(l, b)), delta(a, b))),
    )
)


def projector(a, b):
    """(U U^T)_ab."""
    return total(1, H, lambda k: U(a, k) * U(b, k))


def test_the_square_of_a_norm_is_a_trace_of_gram_matrices():
    norm = total(
        1, c, lambda a: total(1, d, lambda b: total(1, H, lambda k: A(a, k) * W(k, b)) ** 2)
    )
    gram = total(
        1,
        H,
        lambda k: total(
            1,
            H,
            lambda l: (
                total(1, c, lambda a: A(a, k) * A(a, l)) * total(1, d, lambda b: W(k, b) * W(l, b))
            ),
        ),
    )
    theorem = same_sums(eq(norm, gram))
    assert theorem.conclusion is eq(norm, gram) and not theorem.hypotheses


def test_a_projector_is_its_own_square_because_its_columns_are_orthonormal():
    goal = eq(total(1, c, lambda b: projector(i, b) * projector(b, j)), projector(i, j))
    assert same_sums(goal, columns).hypotheses == {columns.conclusion}
    with pytest.raises(Refused):
        same_sums(goal)


def test_an_inverse_matrix_is_summed_away_also_where_a_symmetric_one_is_turned():
    left = total(
        1,
        c,
        lambda a: total(1, c, lambda b: total(1, c, lambda k: x(a) * S(b, a) * T(b, k) * x(k))),
    )
    goal = eq(left, dot(x, x, c))
    assert same_sums(goal, symmetric, inverse)
    with pytest.raises(Refused):
        same_sums(goal, inverse)


def test_a_transposed_matrix_is_another_one():
    goal = eq(
        total(1, c, lambda a: total(1, c, lambda b: x(a) * S(a, b) * A(b, 1))),
        total(1, c, lambda a: total(1, c, lambda b: x(a) * S(b, a) * A(b, 1))),
    )
    with pytest.raises(Refused):
        same_sums(goal)
    assert same_sums(goal, symmetric)


def test_a_delta_needs_its_index_in_range():
    goal = eq(total(1, c, lambda k: delta(k, i) * x(k)), x(i))
    with pytest.raises(Refused):
        same_sums(goal)
    inside = [assume(le(1, i)), assume(le(i, c))]
    assert same_sums(goal, facts=inside).hypotheses == {one.conclusion for one in inside}


def test_a_rule_is_not_used_where_a_summed_index_stands_elsewhere_too():
    goal = eq(total(1, c, lambda l: U(l, 1) * U(l, 1) * x(l)), total(1, c, lambda l: x(l)))
    one = [assume(le(1, H))]
    with pytest.raises(Refused):
        same_sums(goal, columns, facts=one)


def test_ranges_that_differ_are_not_exchanged_for_each_other():
    with pytest.raises(Refused):
        same_sums(eq(total(1, c, x), total(1, d, x)))
    triangle = total(1, c, lambda a: total(1, a, lambda b: A(a, b)))
    assert normal_sums(triangle).conclusion.args[1] is triangle


def test_sums_inside_functions_have_the_normal_form_too():
    one = call("sqrt", total(1, c, lambda a: 2 * x(a)))
    other = call("sqrt", 2 * total(1, c, x))
    assert same_sums(eq(one, other))


def test_cauchy_schwarz_and_bessel_for_any_size():
    y = lam(lambda k: A(k, 1), INT)
    assert cauchy_schwarz(lam(lambda k: x(k), INT), y, d).conclusion.op == "le"
    found = bessel(lam(lambda a, b: U(a, b), INT, INT), lam(lambda k: x(k), INT), c, H, columns)
    assert found.hypotheses == {columns.conclusion}


def test_the_slope_of_a_quadratic_form_is_twice_the_matrix_times_the_vector():
    z = function("z", INT, REAL, REAL)
    v = function("v", INT, REAL)
    moving = assume(within(1, c, lambda a: deriv(0, 1, 1, v(a), lambda s: z(a, s))))
    inside = (bound(le(ZERO, ONE)), bound(le(ONE, ONE)))

    def form(s):
        return total(1, c, lambda a: total(1, c, lambda b: z(a, s) * S(a, b) * z(b, s)))

    slope = sum_derivative(form, 0, 1, 1, inside, [moving])
    value = 2 * total(1, c, lambda a: total(1, c, lambda b: v(a) * S(a, b) * z(b, ONE)))
    found = same_slope(slope, value, symmetric)
    assert found.hypotheses == {moving.conclusion, symmetric.conclusion}
    with pytest.raises(Refused):
        same_slope(slope, value)


def test_a_rule_with_a_premise_is_used_only_where_it_is_known():
    even = assume(within(1, c, lambda k: implies(le(i, k), eq(x(k), 0))))
    goal = eq(total(i, j, lambda k: x(k)), total(i, j, lambda k: ZERO * x(k)))
    known = [assume(le(1, i)), assume(le(j, c))]
    assert same_sums(goal, even, facts=known)
    with pytest.raises(Refused):
        same_sums(goal, even)
