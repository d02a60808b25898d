"""The three-wave interaction: each step of its solution against numbers found another way, and
errors planted that must not be shown.
"""

import mpmath
import numpy as np
import pytest
import sympy as sp

from checks.modular.dormant import moved
from tests.theory.modular.proofs.mutated import shown_of_mutants
from theory import modular as paper
from theory.argument import ArgumentBroken
from theory.catalogue import claim
from theory.claim import equation
from theory.modular import X, blow_up_times, p
from theory.modular.proofs import dormant, task
from theory.modular.three_wave import Wave, waves

PROOFS = {
    "modular.wave-time": dormant.wave_time,
    "modular.frequency-taken": dormant.frequency_taken,
}


@pytest.mark.parametrize("identifier", PROOFS)
def test_a_proof_alone_shows_no_mutant_of_its_statement(identifier):
    assert shown_of_mutants(identifier, PROOFS[identifier]) == []


def test_a_wave_that_falls_first_is_not_timed_as_one_that_rises():
    rising = claim("modular.wave-time").expr.args[1].subs(paper.rising, 1)
    assert not dormant.wave_time(equation(paper.wait, rising))


def test_the_slope_of_carlsons_integral_is_the_one_of_mpmath():
    wave = Wave(
        mpmath.mpf(1),
        mpmath.mpf(2),
        mpmath.mpf(1),
        mpmath.mpf("0.5"),
        mpmath.mpc("-0.6", mpmath.sqrt(mpmath.mpf("0.64"))),
    )
    values = {
        dormant.a_0: 2,
        dormant.b_0: 1,
        dormant.c_0: sp.Rational(1, 2),
        dormant.J: sp.Rational(4, 5),
    }
    slope = sp.lambdify(dormant.sigma, dormant.carlson_slope().subs(values), "mpmath")
    with mpmath.workdps(30):
        for grown in (mpmath.mpf("0.1"), mpmath.mpf(1), mpmath.mpf(7)):
            assert mpmath.almosteq(slope(grown), mpmath.diff(wave.remaining, grown), 1e-12)


def test_a_rate_that_is_not_common_to_the_three_magnitudes_is_noticed(monkeypatch):
    growth, drift = task.rates()
    monkeypatch.setattr(task, "rates", lambda: ([growth[0], 2 * growth[1], growth[2]], drift))
    with pytest.raises(ArgumentBroken, match="grow at one rate"):
        dormant.interaction.__wrapped__()


def test_a_moving_imaginary_part_is_noticed(monkeypatch):
    growth, drift = task.rates()
    monkeypatch.setattr(task, "rates", lambda: (growth, drift * (1 + sp.I)))
    with pytest.raises(ArgumentBroken, match="along the real line"):
        dormant.interaction.__wrapped__()


def test_the_rate_of_the_interaction_is_the_one_of_the_theory():
    assert sp.simplify(
        dormant.interaction() - paper.wave_rate(X)
    ) == 0 and dormant.interaction().has(p)


@pytest.mark.parametrize("n", (3, 5))
def test_what_the_frequencies_add_to_the_squared_norm_is_what_an_integrated_neuron_gains(n):
    x, draw = {3: (2, -1, -1), 5: (3, -1, 0, -2, 0)}[n], np.random.default_rng(n)
    start = 0.3 * draw.normal(size=3 * n)
    time = float(min(blow_up_times(x, start))) / 2
    end = moved(x, start, None, time)
    grown = [float(wave.growth(time)) for wave in waves(x, start)]
    assert end @ end - start @ start == pytest.approx(
        float(dormant.share_of_norm().subs(p, n)) * sum(grown), rel=1e-11
    )
    means = [vector.reshape(3, n).sum(axis=1) for vector in (start, end)]
    assert means[1] == pytest.approx(means[0], abs=1e-13)  # frequency 0 rests


def test_the_norm_is_not_shown_where_the_mean_moves(monkeypatch):
    monkeypatch.setattr(dormant, "mean_rests", lambda: False)
    with pytest.raises(ArgumentBroken, match="frequency 0"):
        dormant.frequency_taken(claim("modular.frequency-taken").expr)


def test_carlsons_integral_is_nearly_the_inverse_root_of_a_large_growth():
    dormant.blow_up()
    wave = Wave(
        mpmath.mpf(1), mpmath.mpf(2), mpmath.mpf(1), mpmath.mpf("0.5"), mpmath.mpc("-0.6", "0.8")
    )
    assert float(wave.remaining(mpmath.mpf(10) ** 12)) == pytest.approx(1e-6, rel=1e-10)
