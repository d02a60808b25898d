"""The statements of modular addition, their staircases and the exact solution of a dormant neuron,
against independent values.
"""

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from checks.modular.first_frequency.dormant import moved
from theory import claims
from theory import modular as paper
from theory.modular import NotCyclic, normal_form, p, three_wave, vanishes_for_every_p, zeta

x, u, x_hat, u_hat = (sp.Function(name) for name in ("x", "u", "x_hat", "u_hat"))
a, b, k, m = sp.symbols("a b k m", integer=True)


def cycle(body, index):
    return sp.Sum(body, (index, 0, p - 1))


@st.composite
def encodings(draw, sizes=(3, 5, 7)):
    """Centred whole numbers, not all zero."""
    size = draw(st.sampled_from(sizes))
    free = draw(st.lists(st.integers(-4, 4), min_size=size - 1, max_size=size - 1).filter(any))
    return (*free, -sum(free))


# --- sums over Z/p --------------------------------------------------------------------------------
def test_a_convolution_is_a_product_of_transforms_for_every_p():
    convolved = cycle(cycle(x(b) * u(a - b), b) * zeta(-k * a), a)
    assert vanishes_for_every_p(convolved - x_hat(k) * u_hat(k))


def test_a_wrong_factor_or_a_missing_conjugate_is_not_proved():
    parseval = cycle(x(a) * u(a), a)
    assert vanishes_for_every_p(parseval - cycle(x_hat(k) * sp.conjugate(u_hat(k)), k) / p)
    assert not vanishes_for_every_p(parseval - cycle(x_hat(k) * u_hat(k), k) / p)
    assert not vanishes_for_every_p(parseval - cycle(x_hat(k) * sp.conjugate(u_hat(k)), k))


def test_a_full_turn_sums_to_zero_only_for_a_frequency_that_is_not_zero():
    turn = cycle(zeta(k * a), a)
    assert vanishes_for_every_p(turn, frozenset({k}))
    assert not vanishes_for_every_p(turn)


def test_leaving_out_a_term_is_subtracting_it():
    without = sp.Sum(x_hat(k) * zeta(k * m), (k, 1, p - 1))
    assert vanishes_for_every_p(without - p * x(m) + cycle(x(a), a))


@pytest.mark.parametrize(
    "expr", [sp.sin(k), sp.Abs(x_hat(k)) ** 3, sp.Sum(x(a), (a, 0, p)), x(a / 2)]
)
def test_what_is_no_sum_over_residues_is_refused(expr):
    with pytest.raises(NotCyclic):
        normal_form(expr)


# --- claims and staircases ------------------------------------------------------------------------
def test_every_claim_of_the_setting_rests_on_claims_that_exist():
    known = {claim.id for claim in claims()}
    ours = [claim for claim in claims() if claim.setting == "modular"]
    assert len(ours) > 60
    assert all(set(claim.rests_on) <= known for claim in ours)


def test_what_we_correct_is_what_we_found_false():
    false = {
        claim.id.partition(".")[2]
        for claim in claims()
        if claim.setting == "modular" and claim.corrected is not None
    }
    assert false == {
        "cross-correlation",
        "zero-frequency",
        "magnitude-constraint",
        "no-other-maxima",
        "figure-parity",
        "gradient-u",
        "gradient-v",
        "gradient-w",
        "learned-factored",
        "learned-correlation",
        "updated-utility",
        "transform-real",
        "dominant-first",
        "second-group",
        "first-rest",
        "even-construction",
        "figure-magnitudes",
    }


@settings(deadline=None)
@given(encodings())
def test_the_levels_fall_from_the_power_of_the_encoding_to_zero_by_the_power_of_each_frequency(x):
    hat = np.abs(np.fft.rfft(x))[1:]
    if np.min(np.abs(np.subtract.outer(hat, hat)) + np.eye(len(hat))) < 1e-6:
        return  # tied magnitudes have no order
    stairs = paper.staircase(x)
    assert float(stairs.levels[0]) == pytest.approx(np.dot(x, x) / 2)
    assert float(stairs.levels[-1]) == pytest.approx(0, abs=1e-20)
    assert [float(a - b) for a, b in zip(stairs.levels, stairs.levels[1:])] == pytest.approx(
        sorted((hat[hat > 1e-9] ** 2 / len(x)), reverse=True)
    )
    assert np.array(stairs.points[-1], dtype=float) == pytest.approx(
        np.array(x, dtype=float), abs=1e-12
    )


def test_the_order_is_that_of_the_magnitudes():
    n = np.arange(7)
    x = np.cos(2 * np.pi * n / 7) + 3 * np.cos(4 * np.pi * n / 7) + 2 * np.cos(6 * np.pi * n / 7)
    assert paper.staircase(x).features == (2, 3, 1)


@pytest.mark.parametrize(
    "bad, message",
    [
        ((1, -1), "x has p = 2"),
        ((1, -1, 1, -1), "x has p = 4"),
        ((0, 0, 0), "x is zero"),
        ((1, 0, 0), "x has the sum 1"),
        ((4, -1, -1, -1, -1), "magnitudes 5.0 at both frequencies"),
        ((float("nan"), 0, 0), "x has the entry nan"),
        (((1, 2), (3, 4), (5, 6)), "x has rows"),
        (3, "x is 3"),
        (("one", 0, 0), "x has the entry 'one'"),
    ],
)
def test_an_encoding_outside_the_assumptions_is_named(bad, message):
    with pytest.raises(ValueError, match=message):
        paper.staircase(bad)


# --- the dormant neuron, solved -------------------------------------------------------------------
def velocity(x, theta):
    """grad U from the definition: (1/p^2) sum over a, b of (<u, a.x> + <v, b.x>)^2 <w,
    (a + b).x>.
    """
    n = len(x)
    E = np.array([np.roll(x, s) for s in range(n)])
    u, v, w = theta.reshape(3, n)
    z = (E @ u)[:, None] + (E @ v)[None, :]
    labels = E[np.add.outer(np.arange(n), np.arange(n)) % n]
    r = labels @ w
    return (
        np.concatenate(
            [
                2 * E.T @ (z * r).sum(axis=1),
                2 * E.T @ (z * r).sum(axis=0),
                np.einsum("ab,abc->c", z**2, labels),
            ]
        )
        / n**2
    )


@settings(max_examples=8, deadline=None)
@given(encodings((3, 5)), st.integers(0, 10**6))
def test_the_first_activation_is_where_the_integrated_norm_is_one(x, seed):
    row = np.random.default_rng(seed).normal(scale=0.08, size=3 * len(x))
    jump = paper.first_jump(x, [row], digits=18)
    if jump.time > 500:
        return  # a weak encoding takes the integrator too long
    run = solve_ivp(
        lambda _, theta: velocity(np.array(x, dtype=float), theta),
        (0, float(jump.time)),
        row,
        method="DOP853",
        rtol=3e-14,
        atol=1e-16,
    )
    assert np.linalg.norm(run.y[:, -1]) == pytest.approx(1, abs=1e-11)


def test_equal_aligned_magnitudes_blow_up_like_one_over_the_time_left():
    # s' = 2 g (m + s)^(3/2): blow-up at 1/(g sqrt m), and half the time gives s = 3 m
    wave = three_wave.Wave(
        mpmath.mpf(3), mpmath.mpf(4), mpmath.mpf(4), mpmath.mpf(4), mpmath.mpc(8)
    )
    assert wave.blow_up == pytest.approx(1 / 6, rel=1e-14)
    assert wave.growth(wave.blow_up / 2) == pytest.approx(12, rel=1e-12)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(0.1, 3), min_size=3, max_size=3), st.floats(-3, 3))
def test_a_wave_that_starts_against_its_phase_falls_first_and_is_symmetric_about_its_turn(
    sizes, phase
):
    a_, b_, c_ = map(mpmath.mpf, sizes)
    wave = three_wave.Wave(
        mpmath.mpf(1), a_, b_, c_, mpmath.sqrt(a_ * b_ * c_) * mpmath.expj(phase)
    )
    if wave.rising:
        return
    turn = wave.blow_up - wave.remaining(wave.turning)
    assert wave.turning <= 0
    assert float(wave.growth(turn)) == pytest.approx(float(wave.turning), abs=1e-6)
    assert float(wave.growth(turn * 0.5)) == pytest.approx(float(wave.growth(turn * 1.5)), abs=1e-8)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.floats(0.1, 3), min_size=3, max_size=3), st.floats(-1.5, 1.5), st.floats(0.1, 20)
)
def test_growth_is_the_inverse_of_the_time_it_takes(sizes, phase, grown):
    a_, b_, c_ = map(mpmath.mpf, sizes)
    wave = three_wave.Wave(
        mpmath.mpf(2), a_, b_, c_, mpmath.sqrt(a_ * b_ * c_) * mpmath.expj(phase)
    )
    assert float(wave.growth(wave.time_to(mpmath.mpf(grown)))) == pytest.approx(grown, rel=1e-9)


def test_a_neuron_inside_a_weak_frequency_takes_it():
    n = np.arange(5)
    x = 2 * np.cos(2 * np.pi * n / 5) + np.cos(4 * np.pi * n / 5)
    weak = np.tile(np.cos(4 * np.pi * n / 5), 3)
    assert paper.frequency_taken(x, weak + 1e-3) == 2
    # in doubles the cosines of frequency 2 hold 1e-16 of frequency 1
    assert paper.blow_up_times(x, weak)[0] > 1e12 * paper.blow_up_times(x, weak)[1]
    assert paper.blow_up_times(x, np.ones(15)) == (mpmath.inf, mpmath.inf)


def test_one_digit_is_one_digit_of_the_same_times():
    neuron = [0.1, 0.02, -0.03, 0.04, 0.05] * 3
    one, many = (paper.blow_up_times((3, -1, 0, -2, 0), neuron, digits) for digits in (1, 30))
    assert all(abs(a / b - 1) < 0.1 for a, b in zip(one, many))


def test_a_staircase_beyond_the_doubles_prints_its_numbers():
    assert "level 7.0e+400" in repr(paper.staircase([v * 1e200 for v in (3, -1, 0, -2, 0)]))


@pytest.mark.parametrize(
    "arguments, message",
    [
        (((2, -1, -1), [[1.0] * 8]), "neuron has 8 entries"),
        (((2, -1, -1), []), "neurons is empty"),
        (((2, -1, -1), [[1.0] * 9], -1), "eta is -1"),
        (((2, -1, -1), [[2.0, -1.0, -1.0] * 3]), "has norm"),
        (((2, -1, -1), [[0.1] * 9]), "no neuron has a frequency"),
        (((2, -1, -1), 3), "neurons is 3: expected one row"),
        (((2, -1, -1), [0.1] * 9), "neuron is 0.1: expected a row of 3p = 9"),
        (((2, -1, -1), [[0.1] * 9], 1, 1.5), "digits is 1.5"),
        (((2, -1, -1), [[0.1] * 9], 1, 0), "digits is 0"),
    ],
)
def test_a_first_jump_that_cannot_be_computed_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        paper.first_jump(*arguments)


# --- one frequency, against numbers found another way ---------------------------------------------
def falling():
    return three_wave.Wave(
        mpmath.mpf(1), mpmath.mpf(2), mpmath.mpf(1), mpmath.mpf("0.5"), mpmath.mpc("-0.6", "0.8")
    )


@pytest.mark.parametrize("n", (3, 5))
def test_what_the_frequencies_add_to_the_squared_norm_is_what_an_integrated_neuron_gains(n):
    x, draw = {3: (2, -1, -1), 5: (3, -1, 0, -2, 0)}[n], np.random.default_rng(n)
    start = 0.3 * draw.normal(size=3 * n)
    time = float(min(three_wave.blow_up_times(x, start))) / 2
    end = moved(x, start, None, time)
    grown = [float(wave.growth(time)) for wave in three_wave.waves(x, start)]
    assert end @ end - start @ start == pytest.approx(6 / n * sum(grown), rel=1e-11)
    means = [vector.reshape(3, n).sum(axis=1) for vector in (start, end)]
    assert means[1] == pytest.approx(means[0], abs=1e-13)  # frequency 0 rests


def test_carlsons_integral_is_nearly_the_inverse_root_of_a_large_growth():
    assert float(falling().remaining(mpmath.mpf(10) ** 12)) == pytest.approx(1e-6, rel=1e-10)
