"""The attention setting in theory/: staircases, exact jump times, and what bad input is told."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from theory import attention
from theory.attention.fate import Fate
from theory.attention.race import read_head
from theory.catalogue import claims

SQRT3 = mpmath.sqrt(3)
entries = st.integers(-20, 20).map(lambda k: k / 100)


def integrated(V, Q, K, squares, N, eta):
    """The jump time of the flow itself, by DOP853 with an event at norm one."""
    d, rates = len(Q), N * np.array(squares, dtype=float)

    def slope(_t, y):
        Q, K = y[1 : d + 1], y[d + 1 :]
        return eta * np.concatenate([[np.sum(rates * Q * K)], y[0] * rates * K, y[0] * rates * Q])

    def size_above_one(_t, y):
        return y @ y - 1

    size_above_one.terminal = True
    run = solve_ivp(
        slope,
        (0, 1e6),
        np.array([V, *Q, *K]),
        "DOP853",
        rtol=1e-13,
        atol=1e-16,
        events=size_above_one,
    )
    return run.t_events[0][0] if run.t_events[0].size else np.inf


def test_building_the_claims_runs_nothing_and_every_erratum_has_its_correction():
    mine = [claim for claim in claims() if claim.setting == "attention"]
    assert len(mine) > 40
    assert {claim.id for claim in mine if claim.corrected is not None} == {
        "attention.accelerated-rate",
        "attention.magnitude-index",
        "attention.no-other-maxima",
        "attention.decoupled-loss",
        "attention.gradient",
        "attention.component-index",
        "attention.threshold",
        "attention.jump-bound",
        "attention.jump-bound-appendix",
    }
    known = {claim.id for claim in claims()}
    assert all(set(claim.rests_on) <= known for claim in mine)


def test_every_derivation_of_the_setting_checks_step_by_step():
    assert all(how for how in attention.maximal_utility.derivation.check())


def test_levels_of_a_diagonal_covariance_are_exact_rationals():
    stairs = attention.staircase([[sp.Rational(1, 2), 0], [0, 2]], context=3)
    trace = sp.Rational(5, 2)
    first, second = (3 * v**2 / (trace + 4 * v) / 2 for v in (sp.Integer(2), sp.Rational(1, 2)))
    assert stairs.levels == (trace / 2, trace / 2 - first, trace / 2 - first - second)
    assert stairs.features == (0, 1)
    assert stairs.points[1] == sp.Matrix([[0, 0], [0, 1]]) / (trace + 8)


def test_levels_of_a_rotated_covariance_are_those_of_its_eigenvalues():
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    turned = attention.staircase(turn @ np.diag([2.0, 0.5]) @ turn.T, context=3)
    straight = attention.staircase(np.diag([2.0, 0.5]), context=3)
    assert np.allclose(
        [float(x) for x in turned.levels], [float(x) for x in straight.levels], rtol=1e-14
    )
    W = np.array(turned.points[2].tolist(), dtype=float)
    assert np.allclose(
        turn.T @ W @ turn, np.array(straight.points[2].tolist(), dtype=float), atol=1e-14
    )


def test_the_lower_bound_with_norms_is_the_time_of_aligned_heads():
    stairs = attention.staircase([[2, 0], [0, 1]], context=1, norms=["0.1", "0.05"], eta=10)
    one, two = SQRT3 * 9 / 40, SQRT3 * 19 / 10
    assert [
        mpmath.almosteq(mpmath.mpf(str(sp.N(got, 20))), want, 1e-15)
        for got, want in zip(stairs.jump_times, (one, one + two))
    ] == [True, True]


@pytest.mark.parametrize("size", ["0.001", "0.2", "0.5"])
def test_an_aligned_head_jumps_exactly_at_the_corrected_bound(size):
    with mpmath.workdps(40):
        got = attention.exact_jump_time(
            size, [size, 0], [size, 0], [3, 1], context=2, eta=5, digits=25
        )
        assert (
            abs(got / ((1 / mpmath.mpf(size) - mpmath.sqrt(3)) / (5 * 2 * 3)) - 1)
            < mpmath.mpf(10) ** -24
        )


@pytest.mark.parametrize(
    "head",
    [
        (0.02, (0.1, -0.05), (-0.08, 0.1)),
        (0.01, (0.2, 0.1), (-0.1, -0.15)),
        (0.0, (0.1, 0.02), (-0.03, 0.1)),
    ],
)
def test_a_head_whose_value_parameter_changes_sign_jumps_when_the_flow_says(head):
    V, Q, K = head
    assert read_head(V, Q, K, [2, 1], 1).turning() is not None
    assert (
        abs(
            float(attention.exact_jump_time(V, Q, K, [2, 1], 1))
            / integrated(V, Q, K, [2, 1], 1, 1.0)
            - 1
        )
        < 1e-10
    )


@settings(max_examples=8, deadline=None)
@given(
    entries,
    st.tuples(entries, entries),
    st.tuples(entries, entries),
    st.sampled_from([(2, 1), (1, 0), (3, 0.5)]),
    st.sampled_from([1, 4]),
)
def test_the_quadrature_is_the_jump_time_of_the_integrated_flow(V, Q, K, squares, N):
    head = read_head(V, Q, K, squares, N)
    lowest = head.norm**2 - 3 * head.V**2
    if (
        head.norm < 0.05
        or head.jump() is None
        or abs(lowest) < 1e-3
        or abs(V) + abs(Q[0] * K[0]) < 1e-3
    ):
        return  # no force to speak of, or a head that lingers at a saddle
    measured = integrated(V, Q, K, squares, N, 2.0)
    if np.isfinite(measured) and measured < 1e3:
        assert abs(float(attention.exact_jump_time(V, Q, K, squares, N, 2)) / measured - 1) < 1e-9


def test_two_precisions_of_the_exact_time_agree():
    args = ("0.1", ["0.2", "-0.1"], ["0.05", "0.3"], [2, 1], 3)
    low, high = (
        attention.exact_jump_time(*args, digits=15),
        attention.exact_jump_time(*args, digits=35),
    )
    assert abs(low / high - 1) < mpmath.mpf(10) ** -14


def test_the_exact_time_never_undercuts_the_corrected_bound():
    draw = np.random.default_rng(5)
    for _ in range(6):
        row = draw.normal(size=5) / 10
        size = np.linalg.norm(row)
        time = float(attention.exact_jump_time(row[0], row[1:3], row[3:], [2, 1], 3))
        assert time >= np.sqrt(3) * (1 / size - 1) / (3 * 2) * (1 - 1e-12)


def test_a_head_without_force_never_jumps():
    assert attention.exact_jump_time(0, [0, "0.1"], [0, 0], [1, 1], 1) == mpmath.inf
    assert attention.exact_jump_time("0.1", [0, 0], [0, 0], [1, 1], 1) == mpmath.inf


# V^2 touches zero on the way of each: V^2 = K^2 and QKV < 0; |Q|^2 = 25 by two components of one
# rate; rates 1 and 2 with a
# double zero at e^(2I) = 2; and a head with Q = -K, whose V falls to nothing.
ON_A_SEPARATRIX = [
    (1, [2], [-1], [3]),
    (Fraction(1, 2), [-1], [Fraction(1, 2)], [1]),
    (5, [3, 4], [-6, -8], [1, 1]),
    (Fraction(5, 4), [3, Fraction(5, 4)], [-1, Fraction(-3, 4)], [1, 2]),
    (1, [1], [-1], [1]),
]


@pytest.mark.parametrize("V, Q, K, squares", ON_A_SEPARATRIX)
def test_a_head_on_a_separatrix_never_jumps_and_its_neighbours_do(V, Q, K, squares):
    small = Fraction(1, 100)
    Q, K = ([small * x for x in part] for part in (Q, K))
    fates = [
        read_head(V * small * (1 + nudge), Q, K, squares, 1).fate
        for nudge in (0, Fraction(1, 10**30), Fraction(-1, 10**30))
    ]
    assert (
        fates[0] is Fate.SADDLE
        and fates[2] is Fate.TURNS
        and fates[1] in (Fate.STRAIGHT, Fate.REST)
    )
    assert (
        attention.exact_jump_time(V * small, Q, K, squares, 1)
        == attention.limit_jump_time(V * small, Q, K, squares, 1)
        == mpmath.inf
    )
    assert mpmath.isfinite(
        attention.exact_jump_time(V * small * Fraction(999, 1000), Q, K, squares, 1)
    )


def test_a_separatrix_is_found_whatever_the_numbers_are_given_as():
    for kind in (float, str, Fraction, sp.Rational, mpmath.mpf, np.float64):
        assert (
            attention.limit_jump_time(kind("0.5"), [kind("-1")], [kind("0.5")], [kind("1")], 1)
            == mpmath.inf
        )


def test_a_head_with_opposite_query_and_key_turns_round_and_jumps():
    time = attention.exact_jump_time("0.05", ["0.1"], ["-0.1"], [1], 1)
    assert abs(float(time) / integrated(0.05, [0.1], [-0.1], [1], 1, 1.0) - 1) < 1e-9


@pytest.mark.parametrize("nudge", ["1e-3", "-1e-3", "1e-12", "-1e-12"])
def test_close_to_a_separatrix_two_precisions_still_agree(nudge):
    args = (Fraction(1, 10) * (1 + Fraction(nudge)), ["0.2"], ["-0.1"], [1], 1)
    low, high = (
        attention.exact_jump_time(*args, digits=15),
        attention.exact_jump_time(*args, digits=30),
    )
    assert abs(low / high - 1) < mpmath.mpf(10) ** -14


def test_a_head_whose_digits_do_not_tell_says_so():
    head = read_head("0.1", ["0.2"], ["-0.1"], [1], 1)
    with mpmath.workdps(25), pytest.raises(ArithmeticError, match="closer than 25 digits can tell"):
        type(head)(head.V, head.Q, head.K, head.rates).jump()


def test_others_jump_past_a_head_that_is_caught_at_a_saddle():
    caught, rest = (
        ["0.1", "0", "0.2", "0", "-0.1"],
        [["0.1", "0.1", "0.01", "0.1", "0.02"], ["0.02", "0.01", "0.03", "0.01", "0.02"]],
    )
    alone, together = (
        attention.exact_staircase([[2, 0], [0, 1]], 1, heads) for heads in (rest, [*rest, caught])
    )
    assert together.jump_times == alone.jump_times and together.features == alone.features


def test_the_limit_of_jump_times_is_reached_linearly_in_alpha():
    row = (1, ("0.5", 1), (2, "0.25"))
    limit = attention.limit_jump_time(*row, [2, 1], 1)
    gaps = []
    for alpha in (mpmath.mpf("1e-3"), mpmath.mpf("1e-6")):
        scaled = (
            alpha * row[0],
            [alpha * mpmath.mpf(q) for q in row[1]],
            [alpha * mpmath.mpf(k) for k in row[2]],
        )
        gaps.append(limit - attention.exact_jump_time(*scaled, [2, 1], 1, 1 / alpha))
    # what is left from norm one on is sqrt(3) alpha/(N lambda^2) for an aligned head
    assert all(gap > 0 for gap in gaps) and abs(gaps[0] / gaps[1] / 1000 - 1) < 0.05


def test_the_exact_staircase_learns_components_in_order_and_levels_are_exact():
    draw = np.random.default_rng(3)
    stairs = attention.exact_staircase(np.diag([1, 3]), 2, draw.normal(size=(3, 5)) * 1e-4, eta=1e4)
    assert [component for _, component in stairs.features] == [0, 1]
    assert stairs.levels == attention.staircase(np.diag([1, 3]), 2).levels
    assert len({head for head, _ in stairs.features}) == 2


BAD = [
    (
        lambda: attention.staircase([[1, 2], [0, 1]], 1),
        "Sigma differs from its transpose by 2.0: expected a symmetric matrix",
    ),
    (
        lambda: attention.staircase([[1, 0], [0, -1]], 1),
        "Sigma has the eigenvalue -1.0: expected a positive definite matrix",
    ),
    (
        lambda: attention.staircase([[1, 0], [0, 1]], 1),
        "Sigma has the eigenvalue 1.0 twice: expected distinct eigenvalues, or the components have "
        "no order",
    ),
    (
        lambda: attention.staircase([[1, 0]], 1),
        "Sigma has rows of lengths [2]: expected a square matrix",
    ),
    (
        lambda: attention.staircase([[float("nan")]], 1),
        "Sigma is nan: expected a finite real number",
    ),
    (lambda: attention.staircase(3, 1), "Sigma is 3: expected a (d, d) covariance matrix"),
    (lambda: attention.staircase([[1]], 0), "context is 0: expected a whole number >= 1"),
    (lambda: attention.staircase([[1]], 1, eta=-1), "eta is -1: expected a number > 0"),
    (
        lambda: attention.staircase([[1]], 1, norms=[2]),
        "norms is [2]: expected 1 numbers between 0 and 1, one for each plateau",
    ),
    (
        lambda: attention.exact_jump_time(1, [1], [1], [1], 1),
        "the head has norm 1.7320508: expected a dormant one, with 0 < norm < 1",
    ),
    (
        lambda: attention.exact_jump_time("0.1", ["0.1"], [], [1], 1),
        "Q, K and eigenvalues have 1, 0 and 1 entries: expected as many of each, at least one",
    ),
    (
        lambda: attention.exact_jump_time("0.1", ["0.1"], ["0.1"], [-1], 1),
        "eigenvalues has the entry -1.0: "
        "expected the eigenvalues >= 0 of a positive semidefinite M",
    ),
    (
        lambda: attention.exact_jump_time("0.1", ["0.1"], ["0.1"], [1], 1, eta=0),
        "eta is 0: expected a number > 0",
    ),
    (
        lambda: attention.exact_staircase([[1]], 1, [["0.1", "0.1"]]),
        "theta has rows of lengths [2]: expected 3 entries (V, Q, K) a head",
    ),
    (
        lambda: attention.exact_staircase(
            [[2, 0], [0, 1]],
            1,
            [["0.1", "0.1", "0.05", "0.1", "0.02"], ["0.1", "-0.1", "-0.05", "-0.1", "-0.02"]],
        ),
        "theta has heads 0 and 1 that jump at the same time 2.0569828: expected heads that differ, "
        "for AGF activates one at a time "
        "(and gradient flow keeps equal heads equal)",
    ),
]


@pytest.mark.parametrize("call, message", BAD)
def test_bad_input_is_named_in_one_line(call, message):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) == message


def test_a_fast_mode_that_sets_in_late_is_seen_by_the_limit():
    """The slow mode turns V round at I = -17; the fast one acts in the last hundredth of the way
    alone. Starts of alpha (V, Q, K) come to the limit by a constant times alpha each."""
    row, squares = ([-2], [1, 2], [1, 2]), [2, Fraction(1, 50)]
    limit = attention.limit_jump_time(*row[0], *row[1:], squares, 2)
    away = []
    for power in (4, 5):
        alpha = Fraction(1, 10**power)
        scaled = [[alpha * x for x in part] for part in row]
        time = attention.exact_jump_time(*scaled[0], *scaled[1:], squares, 2, 1 / alpha)
        away.append(limit - time)
    assert away[0] / away[1] == pytest.approx(10, rel=1e-3)
