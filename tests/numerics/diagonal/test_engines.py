"""Engines of different make agree, and agree with a quadrature that knows nothing of them."""

import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp

from numerics import DiagonalNetwork, gradient_flow
from numerics.diagonal.engines import ENGINES, LsodaEngine, engine_for


def apart(one, two):
    """Largest relative difference of two lists of jump times."""
    assert len(one.jump_times) == len(two.jump_times)
    return max(abs(a - b) / b for a, b in zip(one.jump_times, two.jump_times))


@pytest.mark.parametrize("alpha", ["1e-3", "1e-8", "1e-50", "1e-300", "1e-1000"])
def test_three_engines_agree_in_doubles(regression, alpha):
    net = regression(4, 0)
    ours, heyoka, portable = (
        gradient_flow(net, alpha, engine=engine).staircase for engine in ENGINES
    )
    # two Taylor methods, at rounding; LSODA holds jump times to about 1e-10
    assert apart(ours, heyoka) < 1e-12
    assert apart(ours, portable) < 1e-8
    assert ours.features == heyoka.features == portable.features


@pytest.mark.parametrize(("digits", "alpha"), [(30, "1e-3"), (30, "1e-1000"), (50, "1e-20")])
def test_two_engines_agree_to_the_digits_asked_for(returning, digits, alpha):
    fast, portable = (
        gradient_flow(returning, alpha, digits=digits, engine=engine)
        for engine in ("heyoka", "portable")
    )
    end = min(fast.times[-1], portable.times[-1])
    for t in (end / 7, end / 3, 2 * end / 3):
        assert max(abs(fast.at(t) - portable.at(t)).ravel()) < mpmath.mpf(10) ** (4 - digits)


def test_more_digits_confirm_the_doubles(returning):
    exact, double = (
        gradient_flow(returning, "1e-50", digits=30).staircase,
        gradient_flow(returning, "1e-50").staircase,
    )
    assert apart(double, exact) < 1e-12
    assert exact.features == double.features
    assert isinstance(exact.jump_times[0], mpmath.mpf)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("digits", "tolerance"), [(16, 1e-10), (40, mpmath.mpf(10) ** -36)])
def test_one_coordinate_arrives_when_the_integral_says(engine, digits, tolerance):
    # d = 1: t = integral of dG / (h - sigma alpha^2 sinh 2G), here with h = 3, sigma = 2, alpha =
    # 1e-4, in plain time
    net = DiagonalNetwork(
        [
            [1, 1],
        ],
        [3, 3],
    )
    flow = gradient_flow(net, "1e-4", digits=digits, engine=engine)
    with mpmath.workdps(60):
        G = 8 + mpmath.mpf(1) / 4
        alpha = mpmath.mpf("1e-4")
        plain = mpmath.quad(
            lambda g: 1 / (3 - alpha**2 * mpmath.sinh(2 * g)), mpmath.linspace(0, G, 30)
        )
        beta = alpha**2 * mpmath.sinh(2 * G)
        u, v = flow.at(plain / flow.eta if digits > 16 else float(plain) / flow.eta)[0]
        assert abs(u * v - beta) < tolerance * 10


def test_one_compilation_serves_every_instance(regression):
    from numerics.diagonal.engines import _compiled

    gradient_flow(regression(3, 0), "1e-5", engine="heyoka")
    before = _compiled.cache_info().misses
    for seed in range(1, 5):
        gradient_flow(regression(3, seed), "1e-5", engine="heyoka")
    assert _compiled.cache_info().misses == before


def test_the_engine_can_be_chosen_from_outside(monkeypatch):
    monkeypatch.setenv("AGF_ENGINE", "portable")
    assert type(engine_for(np.eye(1), np.ones(1), 16)).__name__ == "LsodaEngine"


def test_without_the_compilers_the_portable_engines_are_used(monkeypatch):
    monkeypatch.delenv("AGF_ENGINE", raising=False)
    monkeypatch.setattr("numerics.diagonal.engines.compiled_kernels", lambda: None)
    assert type(engine_for(np.eye(1), np.ones(1), 16)).__name__ == "HeyokaEngine"
    monkeypatch.setattr("numerics.diagonal.engines.heyoka_library", lambda: None)
    assert type(engine_for(np.eye(1), np.ones(1), 16)).__name__ == "LsodaEngine"
    assert type(engine_for(np.eye(1), np.ones(1), 30)).__name__ == "ArbEngine"
    with pytest.raises(ValueError, match="not installed"):
        engine_for(np.eye(1), np.ones(1), 16, "heyoka")


def test_a_stretch_on_which_lsoda_crawls_is_crossed_by_radaus_method(monkeypatch):
    Sigma, h = np.array([[5.0, 1.0], [1.0, 2.0]]), np.array([3.0, 0.2])
    engine = LsodaEngine(Sigma, h)
    start = np.array([-3.0, -2.0]), np.zeros(2), np.zeros(2), 2.0, 40.0
    asked = []

    def recorded(slope, span, x, method, **options):
        asked.append(method)
        return solve_ivp(slope, span, x, method, **options)

    monkeypatch.setattr("numerics.diagonal.engines.solve_ivp", recorded)
    usual = engine.advance(*start)
    monkeypatch.setattr("numerics.diagonal.engines.MOST_EVALUATIONS", 20)
    crawled = engine.advance(*start)
    assert asked == ["LSODA", "LSODA", "Radau"]
    assert np.max(np.abs(usual.end - crawled.end)) < 1e-8  # the engine's own accuracy
    assert len(crawled.knots) > 2 and np.allclose(crawled.at(crawled.knots[-1:])[0], crawled.end)
