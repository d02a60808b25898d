"""Random instances obey the assumptions they are drawn from."""

import pytest
import sympy as sp
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from checks.methods.balls import Judgement
from checks.methods.check import Rejected, search
from checks.methods.functions import NotJudged
from checks.methods.instances import rationals, require, strategy

p, q = sp.Symbol("p", positive=True), sp.Symbol("q", real=True)
n = sp.Symbol("n", integer=True, positive=True)


def first(instances, condition):
    return find(instances, condition, settings=settings(max_examples=200, database=None))


@settings(max_examples=30)
@given(st.data(), st.integers(-3, 3), st.integers(1, 4), st.sampled_from([1, 7, 100, 1000]))
def test_a_drawn_number_lies_strictly_between_open_bounds(data, low, width, scale):
    low, high = sp.Rational(low, scale), sp.Rational(low + width, scale)
    value = data.draw(strategy((q > low, q < high), {q}))[q]
    assert low < value < high and value.is_Rational


def test_a_range_narrower_than_the_usual_grid_still_has_instances():
    """Between 0 and 1/100 there is no fraction with denominator 40."""
    seen = set()
    search(
        strategy((p < sp.Rational(1, 100),), {p}),
        lambda v: seen.add(v[p]) or Judgement(True),
        20,
        0,
    )
    assert len(seen) > 3 and all(0 < v < sp.Rational(1, 100) for v in seen)


def test_closed_ends_are_drawn_and_open_ends_are_not():
    assert first(strategy((q >= 1, q <= 2), {q}), lambda v: v[q] == 2)[q] == 2
    with pytest.raises(NoSuchExample):
        first(strategy((q >= 1, q < 2), {q}), lambda v: v[q] == 2)


@given(strategy((n >= 2, n < 5), {n}))
def test_an_integer_is_drawn_within_half_open_bounds(values):
    assert values[n] in (2, 3, 4) and values[n].is_Integer


@given(strategy((), {p, q, n}))
def test_a_symbol_without_bounds_keeps_its_own_sign(values):
    assert values[p] > 0 and values[n] >= 1 and abs(values[q]) <= 6


@pytest.mark.parametrize("holds", [lambda v: v[p] + v[q] > sp.Rational(5, 2), lambda v: v[q] < -4])
def test_what_is_found_at_any_denominator_shrinks_to_a_readable_instance(holds):
    assert max(v.q for v in first(strategy((), {p, q, n}), holds).values()) <= 40


def test_now_and_then_a_denominator_divides_nothing():
    """sin(40! pi q) = 0 at every fraction with a small denominator."""
    assert first(strategy((), {q}), lambda v: sp.factorial(40) % v[q].q != 0)[q].q == 10007


def test_simple_values_come_first_so_that_boundary_cases_are_tried():
    """Zero has probability about 1/20 where it is one of ten simple values; one in 10^2 draws would
    miss it often.
    """
    assert first(strategy((q >= 0,), {q}), lambda v: True)[q] == 0


def test_an_instance_that_breaks_a_relation_between_symbols_is_rejected():
    require((p < q,), {p: sp.Integer(1), q: sp.Integer(2)})
    with pytest.raises(Rejected):
        require((p < q,), {p: sp.Integer(2), q: sp.Integer(2)})


def test_an_assumption_about_other_symbols_is_not_this_instance_s_business():
    require((p < q,), {q: sp.Integer(-10)})


def test_contradictory_bounds_leave_nothing_to_try_and_that_is_said():
    found = search(strategy((q > 2, q < 1), {q}), lambda v: Judgement(True), 20, 0)
    assert (found.tried, found.outcome, dict(found.reasons)) == (
        0,
        "unknown",
        {"no instance satisfies the assumptions": 1},
    )


@pytest.mark.parametrize("bounds", [(sp.Or(q > 2, q < 1),), (q**2 > 3,), (q * sp.sin(q) > 1,)])
def test_bounds_in_several_pieces_are_kept_by_rejecting_what_lies_between(bounds):
    def judge(values):
        require(bounds, values)
        return Judgement(True)

    found = search(strategy(bounds, {q}), judge, 20, 0)
    assert found.tried == 20 and found.rejected


@settings(max_examples=30)
@given(strategy((sp.sin(p) > 0, sp.Or(p > 2, p < 1)), {p}))
def test_a_bound_that_nobody_can_solve_takes_no_other_away(values):
    assert values[p] > 0


def test_bounds_that_leave_one_number_draw_it():
    assert first(strategy((q >= 2, q**2 <= 4), {q}), lambda v: True)[q] == 2


@pytest.mark.parametrize(
    "told",
    [
        {"nonpositive": True},
        {"real": True, "nonzero": True},
        {"even": True},
        {"odd": True, "positive": True},
        {"prime": True},
        {"real": True, "integer": False},
        {"real": True, "positive": False},
    ],
)
def test_what_sympy_is_told_of_a_letter_holds_of_every_number_drawn(told):
    letter = sp.Symbol("r", **told)
    seen = []
    found = search(
        strategy((), {letter}), lambda v: seen.append(v[letter]) or Judgement(True), 9, 0
    )
    assert found.tried == len(seen) > 2
    assert all(getattr(v, f"is_{name}") is so for v in seen for name, so in told.items())


@pytest.mark.parametrize(
    "letter",
    [
        sp.Symbol("A", commutative=False),
        sp.MatrixSymbol("M", 2, 2),
        sp.Symbol("z", complex=True),
        sp.Symbol("w", imaginary=True),
        sp.Symbol("r", irrational=True),
    ],
)
def test_a_letter_that_no_rational_number_stands_for_is_refused(letter):
    """A B = B A holds of all numbers, and z^2 = |z|^2 of the real ones."""
    with pytest.raises(NotJudged, match="instances are"):
        strategy((), {letter})


@settings(max_examples=30)
@given(rationals(sp.Rational(1, 3), sp.pi))
def test_bounds_may_be_irrational(value):
    assert sp.Rational(1, 3) <= value and value < sp.Rational(3141593, 10**6)


def test_a_margin_that_falls_towards_an_open_end_uses_up_its_instances_and_no_more():
    """The end itself was drawn and thrown away again, thousands of times: no draw is in vain."""
    seen = []

    def judge(values):
        seen.append(values[q])
        return Judgement(True, margin=float(values[q] - 2))

    found = search(strategy((q > 2, q < 3), {q}), judge, 100, seed=0)
    assert found.tried == len(seen) <= 100 and not found.rejected
    assert min(seen) == 2 + sp.Rational(1, 40) and max(seen) < 3
