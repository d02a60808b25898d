"""The benchmark compares equal answers: each peer solves the same problem as ours."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from checks.bench import GROUPS, rows
from checks.bench.campaign import measured
from checks.bench.growth import Curve, as_row, plot
from checks.bench.modular import direct_gradient
from checks.bench.regression import POINTS, Run, apart, fastest, regression
from checks.bench.row import Row, side_by_side
from checks.cli import main
from checks.report.terminal import bench_line
from numerics import ModularNetwork


@pytest.fixture(scope="module")
def run():
    return Run.through_jumps(regression(3), "1e-4", 2)


def test_scipy_and_ours_solve_the_same_flow(run):
    assert run.ours().shape == (POINTS, 3)
    # LSODA at 1e-12 over some thirty growth times
    assert apart(run.ours(), run.scipy("LSODA", 1e-12)) < 1e-9
    assert apart(run.ours(), run.scipy("DOP853", 1e-12)) < 1e-8


def test_the_reference_has_the_digits_that_the_doubles_lack(run):
    assert 0 < apart(run.ours(), run.ours(digits=30)) < 1e-12


def test_gradient_descent_approaches_the_flow_at_first_order(run):
    coarse, fine = (apart(run.euler(step), run.ours()) for step in (2e-3, 1e-3))
    assert 1.8 < coarse / fine < 2.2


def test_a_horizon_ends_on_a_plateau_after_the_jumps_asked_for():
    run = Run.through_jumps(regression(5), "1e-50", 2)
    beta = run.ours()[-1]
    assert np.sum(np.abs(beta) > 0.1) == 2


@pytest.mark.parametrize("p", [3, 5, 8])
def test_the_direct_gradient_is_the_derivative_of_the_loss(p):
    rng = np.random.default_rng(p)
    x = rng.normal(size=p)
    net, theta = ModularNetwork(x - x.mean(), 2), rng.normal(size=(2, 3 * p))
    slope, direction = direct_gradient(net.x, theta), rng.normal(size=(2, 3 * p))
    step = 1e-5
    difference = (net.loss(theta + step * direction) - net.loss(theta - step * direction)) / (
        2 * step
    )
    # central differences: step^2 times a third derivative of order one
    assert difference == pytest.approx(np.sum(slope * direction), rel=1e-7)


def test_only_a_correct_run_is_the_fastest():
    assert fastest([(1.0, 1e-3, "quick and wrong"), (2.0, 1e-11, "right")], 1e-10) == (
        2.0,
        1e-11,
        "right",
    )
    assert fastest([(1.0, 1e-3, "quick and wrong")], 1e-10) is None


def test_both_sides_take_turns():
    order = []
    side_by_side(lambda: order.append("ours"), lambda: order.append("peer"), turns=3)
    assert order == ["ours", "peer"] * 4  # one of them to warm up


def test_a_row_without_a_correct_peer_meets_no_target():
    row = Row("x", 1.0, "scipy", None, 1e-13, 20.0, "none is right")
    assert row.ratio is None and row.met is None
    assert "no correct peer" in bench_line(row)
    assert "MISSED" in bench_line(Row("x", 1.0, "scipy", 2.0, None, 20.0))


def test_an_unknown_group_is_named_with_those_that_exist():
    with pytest.raises(LookupError, match="no benchmark group speed.*diagonal"):
        list(rows(["speed"]))
    outcome = CliRunner().invoke(main, ["bench", "speed"])
    assert outcome.exit_code == 2


def test_the_command_writes_the_rows_it_prints(tmp_path, monkeypatch):
    made = [Row("one", 0.1, "peer", 2.0, 1e-12, 20.0), Row("two", 0.1, "peer", 1.0, 1e-12, 20.0)]
    monkeypatch.setattr("checks.bench.rows", lambda names: (row for row in made))
    outcome = CliRunner().invoke(main, ["bench", "--json", str(tmp_path / "rows.json")])
    data = json.loads((tmp_path / "rows.json").read_text())
    assert (
        outcome.exit_code == 0
        and "1 targets missed" in outcome.output
        and "10 instead of 20" in outcome.output
    )
    assert [(row["name"], row["ratio"], row["met"]) for row in data["rows"]] == [
        ("one", 20.0, True),
        ("two", 10.0, False),
    ]


def test_every_group_has_rows():
    from importlib import import_module

    assert all(callable(import_module(f"checks.bench.{name}").rows) for name in GROUPS)


def test_an_exponent_is_the_slope_of_the_logarithms(tmp_path):
    curve = Curve("x", "d", (1.0, 2.0, 4.0), (0.1, 0.4, 1.6))
    assert curve.exponent == pytest.approx(2.0) and "d^2.0" in as_row(curve).note
    plot(tmp_path / "growth.svg", [curve, curve])
    assert "<svg" in (tmp_path / "growth.svg").read_text()


def test_the_growth_is_drawn_from_what_was_measured(monkeypatch, tmp_path):
    made = lambda size: lambda: sum(range(100 * size))
    monkeypatch.setattr("checks.bench.growth.SERIES", (("sums", "n", (1, 2, 4), made),))
    done = CliRunner().invoke(main, ["bench", "--plot", str(tmp_path / "g.svg")])
    assert done.exit_code == 0 and "growth: sums, n = 4" in done.output
    assert (tmp_path / "g.svg").exists()


def test_a_campaign_counts_its_instances_and_its_memory():
    taken, instances, before, after = measured("framework.projection-size", shards=2)
    assert taken >= 0 and instances >= 0 and 0 < before <= after


def test_ours_with_its_staircase_follows_the_same_flow(run):
    assert len(run.with_staircase()) == 1  # three coefficients of one size jump together
