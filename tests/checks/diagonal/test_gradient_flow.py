"""The limit of gradient flow on data that doubles follow badly."""

import pytest

from checks.diagonal.data import Data, untied
from checks.diagonal.gradient_flow import flow_limit, flows, time_errors
from checks.methods.check import Effort, Rejected
from theory.diagonal import misread, t_gf_ratio

# Full profile, seed 1: nine jumps, the slopes of the last plateau are 0.004 of the first; LSODA's
# tolerance moved its end by 2e-8 of the time, and a true claim was refuted.
STIFF = Data(
    (
        (-8, -9, 7, -9, -5, -8, 3, 8),
        (-17, -18, 13, -23, -4, -25, 8, 14),
        (-22, -16, 14, -18, -10, -15, 6, 19),
        (-15, -18, 14, -9, -17, -16, 6, 16),
        (-8, -18, 7, -10, -12, -16, 14, 16),
        (-18, -19, 14, -18, -16, -17, -3, 16),
        (-12, -13, 10, -18, -7, -16, 14, 16),
    ),
    (0, 7, 6, 0, -4, 4, -3, 3),
)
# Deep profile, seed 4, without numba and heyoka: LSODA's tolerance moved the last jump by 1e-8 of
# its time, 1e4 times as far as rounding, and a true claim was refuted.
PORTABLE = Data(
    (
        (-6, 2, 1, -2, -3, 3, 3),
        (7, -8, 8, 2, 4, -3, 0),
        (-8, 7, 4, 9, 2, 4, -3),
        (-6, -4, 1, 9, 2, -1, 4),
        (-2, 5, 9, -1, 8, -5, 7),
        (0, 2, 8, 0, -2, 4, 9),
        (0, -9, -4, 7, 1, 2, -8),
    ),
    (-4, 2, 3, -6, -3, 3, 1),
)


@pytest.mark.parametrize("problem", [STIFF, PORTABLE])
def test_a_stiff_staircase_tends_to_the_algorithm_within_its_own_error(problem):
    seen = list(flow_limit(problem, Effort()))
    assert len(seen) == 9
    for one in seen:
        ratio = one.values[t_gf_ratio]
        assert one.values[misread] == 0
        assert abs(ratio.value - 1) <= ratio.error + 1e-12 < 1e-9


@pytest.mark.parametrize("problem", [STIFF, PORTABLE])
def test_so_it_does_by_the_portable_engine_whose_error_is_larger(problem, monkeypatch):
    fine = max(time_errors(problem, untied(problem)))
    monkeypatch.setenv("AGF_ENGINE", "portable")
    flows.cache_clear()  # they were found by another engine
    coarse = max(time_errors(problem, untied(problem)))
    ratios = [one.values[t_gf_ratio] for one in flow_limit(problem, Effort())]
    flows.cache_clear()
    assert len(ratios) == 9
    assert all(abs(ratio.value - 1) <= ratio.error < 1e-2 for ratio in ratios)
    assert coarse == pytest.approx(1e-12 * 2**52 * fine)


def test_events_that_no_alpha_tells_apart_are_no_instance_and_no_error():
    # deep profile, seed 4: alpha = 1e-1768400 was asked for, and the claim ended in an error
    close = Data(
        (
            (-7, 0, 8, 4),
            (-20, -9, 13, 13),
            (-21, 7, 14, 14),
            (-13, -3, 7, 0),
            (-10, -6, 23, 5),
        ),
        (-25, -6, 13, 33),
    )
    with pytest.raises(Rejected, match="no alpha down to 1e-1000000"):
        list(flow_limit(close, Effort(profile="deep", seed=4)))


def test_rounding_moves_the_jumps_of_a_plain_problem_by_rounding_alone():
    plain = Data(((1, 0), (0, 1)), (2, 1))
    assert max(time_errors(plain, untied(plain))) < 1e-13


def test_the_error_of_a_jump_grows_with_the_condition_of_the_data():
    def last(near: float) -> float:
        problem = Data(((1, 0, 0), (1, near, 0), (0, 0, near)), (4, 1, 1))
        return time_errors(problem, untied(problem))[-1]

    assert last(1 / 64) > 10 * last(1)


@pytest.mark.parametrize("scale", [1, 1000])
def test_the_error_is_in_the_units_of_the_time(scale):
    problem = Data(((1, 0), (0, 1)), (2 * scale, scale))
    path = untied(problem)
    shares = [e / float(b.time) for e, b in zip(time_errors(problem, path), path[1:])]
    assert max(shares) < 1e-13
