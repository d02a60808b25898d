"""The figures: the numbers behind each are those of the theory, the files are valid, and wrong
arguments are refused before any work.
"""

from xml.etree import ElementTree

import numpy as np
import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("sklearn")

from checks import figures
from checks.figures import (
    claims,
    gap,
    one_block_saddle,
    staircase_to_slide,
    stepwise_fourier,
    stepwise_regression,
    stepwise_svd,
)

ROWS = [
    {
        "id": f"diagonal.c{i}",
        "setting": "diagonal",
        "line": i,
        "origin": "ours" if i == 3 else "paper",
        "verdict": verdict,
    }
    for i, verdict in enumerate(("proved", "refuted", "tested", "proved"))
]
CHEAP = {
    "diagonal-sweep": {"alphas": ("1e-2", "1e-8")},
    "two-coordinates": {"alphas": ("1e-2", "1e-30")},
    "gap": {"alphas": ("1e-50", "1e-100", "1e-200")},
    "stepwise-regression": {"eigenvalues": (1.0, 0.5), "heads": 3, "alpha": "1e-2"},
    "stepwise-fourier": {"p": 5, "width": 12, "alpha": 0.1},
    "staircase-to-slide": {"widths": (1, 2), "seeds": (1,), "alpha": "1e-4", "until": 12.0},
    "claims": {"rows": ROWS},
    "stepwise-svd": {"alpha": "1e-30"},
    "one-block-saddle": {"alphas": ("1e-60",), "around": 9, "beside": (1e-2, 1e-5)},
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Every figure but the overview, which is made of the others', at small settings."""
    return {
        one.name: one
        for one in figures.make(tuple(CHEAP), tmp_path_factory.mktemp("figures"), settings=CHEAP)
    }


def test_every_figure_is_drawn_here():
    assert set(figures.FIGURES) - {"overview"} == set(CHEAP)


@pytest.mark.parametrize("name", sorted(CHEAP))
def test_a_figure_is_valid_svg_and_png_with_a_text_for_those_who_cannot_see_it(made, name):
    one = made[name]
    assert ElementTree.parse(one.svg).getroot().tag.endswith("svg")
    assert one.png.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert len(one.alt) > 40 and one.alt.endswith(".")
    assert 0 < one.seconds


@pytest.mark.parametrize(
    "name, words",
    [
        ("diagonal-sweep", ("AGF", "loss")),
        ("two-coordinates", ("neuron 1", "neuron 2")),
        ("stepwise-svd", ("gradient flow", "as printed", "corrected")),
        ("stepwise-regression", ("lower bound", "exact jump time")),
        ("stepwise-fourier", ("frequency 1",)),
        ("staircase-to-slide", ("width 1", "width 2")),
        ("gap", ("as measured", "slope")),
        ("claims", ("false as printed, corrected", "diagonal (4)")),
    ],
)
def test_curves_are_named_in_the_picture(made, name, words):
    text = made[name].svg.read_text(
        encoding="utf-8"
    )  # matplotlib writes each string as a comment beside its outlines
    for word in words:
        assert word in text, word


def test_the_same_figure_is_the_same_file(made, tmp_path):
    (again,) = figures.make(["claims"], tmp_path, claims=ROWS)
    assert again.svg.read_bytes() == made["claims"].svg.read_bytes()
    assert again.png.read_bytes() == made["claims"].png.read_bytes()


def test_gradient_flow_rests_on_the_printed_plateaus_only_where_both_orders_agree():
    same, other, neither = stepwise_svd.measure("1e-30").panels
    assert (same.as_printed, other.as_printed, neither.as_printed) == (True, False, True)
    for panel in (same, other, neither):
        assert np.allclose(
            [float(v) for v in panel.seen.levels],
            [float(v) for v in panel.corrected.levels],
            atol=1e-4,
        )
    # 1/sigma = 1/(b lambda) of the misordered case, by hand; lambda_i = i^(-3/4).
    assert [float(t) for t in other.corrected.jump_times] == pytest.approx(
        [1 / 1.1, 2**0.75 / 1.55, 3**0.75 / 1.9]
    )


def test_components_end_at_their_sizes_and_bounds_lie_before_the_exact_times():
    data = stepwise_regression.measure(**CHEAP["stepwise-regression"])
    # A_k = 1 / (tr Sigma + (N + 1) lambda_k), N = 4, by hand.
    assert data.magnitudes == pytest.approx([1 / (1.5 + 5), 1 / (1.5 + 2.5)])
    assert data.components[-1] == pytest.approx(data.magnitudes, rel=1e-3)
    times = [float(t) for t in data.exact.jump_times]
    assert times == pytest.approx(list(data.agf.jump_times), rel=1e-8)
    assert all(bound <= time for bound, time in zip(data.bounds, times))


def test_the_output_ends_with_the_spectrum_of_the_template():
    data = stepwise_fourier.measure(5, 12, 0.1)
    assert data.spectra[-1] == pytest.approx([10.0, 7.5], rel=1e-2)
    assert data.moments[0][1] == pytest.approx(np.zeros(5), abs=0.1)
    assert data.learned_at[0] < data.learned_at[1] < np.inf
    # AGF from the same initialisation ends at the same template
    assert np.abs(np.fft.rfft(data.agf.points[-1])[1:]) == pytest.approx([10.0, 7.5], rel=2e-2)
    with pytest.raises(ValueError, match="p is 8: expected an odd number"):
        stepwise_fourier.measure(8)


def test_the_gap_shrinks_like_one_over_log_alpha_and_extrapolation_removes_it():
    data = gap.measure(CHEAP["gap"]["alphas"])
    assert data.slope == pytest.approx(-1, abs=1e-3)
    assert data.gaps.min() > 1e-4 and data.left[-1].max() < 1e-12


def test_agf_tracks_a_narrow_network_whose_neurons_do_not_pair():
    data = staircase_to_slide.measure(**CHEAP["staircase-to-slide"])
    assert data.gaps.shape == (2, 1) and data.gaps.max() < 0.1 and not data.paired.any()
    parallel, apart = np.array([[1.0, 2.0], [0.5, 1.0]]), np.array([[1.0, 2.0], [2.0, -1.0]])
    assert staircase_to_slide.pairs(parallel) and not staircase_to_slide.pairs(apart)


def test_claims_are_counted_by_verdict_best_first():
    data = claims.measure(ROWS)
    assert data.settings == ("diagonal",) and [one[2] for one in data.claims[0]] == [
        "proved",
        "proved",
        "tested",
        "refuted",
    ]
    assert dict(data.count) == {"proved": 2, "tested": 1, "refuted": 1}
    with pytest.raises(ValueError, match="expected the rows of `agf check --json`"):
        claims.measure([{"id": "x"}])


def test_an_unknown_name_lists_the_known_ones_and_a_bad_folder_is_refused_first(tmp_path):
    with pytest.raises(LookupError, match="unknown figure 'nope': expected one of overview, "):
        figures.make(["nope"], tmp_path)
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(OSError, match="cannot write figures to"):
        figures.make(["gap"], file / "below")


def test_the_command_draws_from_a_file_of_results(tmp_path):
    import json

    from click.testing import CliRunner

    from checks.cli import main

    results = tmp_path / "results.json"
    results.write_text(json.dumps({"schema": 1, "claims": ROWS}))
    done = CliRunner().invoke(
        main, ["figures", "claims", "-o", str(tmp_path / "out"), "--results", str(results)]
    )
    assert done.exit_code == 0 and (tmp_path / "out" / "claims.svg").exists()
    results.write_text("{}")
    assert CliRunner().invoke(main, ["figures", "claims", "--results", str(results)]).exit_code == 2
    assert CliRunner().invoke(main, ["figures", "nope"]).exit_code == 2


def test_the_title_blames_pairs_only_where_every_large_gap_has_one():
    def data(gaps, paired):
        return staircase_to_slide.Data(
            (1,), (), (), np.array([gaps]), np.array([paired]), "1e-9", 16.0
        )

    assert data([0.5, 0.01], [True, False]).large_gaps_are_paired
    assert not data([0.5, 0.4], [True, False]).large_gaps_are_paired
    assert not data([0.01], [True]).large_gaps_are_paired


def test_between_two_sides_of_the_best_mode_a_stage_flows_into_the_saddle():
    data = one_block_saddle.measure(**CHEAP["one-block-saddle"])
    sides = [round(one.overlap, 6) for one in data.loop]
    assert sides == sorted(sides, reverse=True) and set(sides) == {1, -1}
    *_, stairs = data.flows[0]
    assert stairs.levels == pytest.approx((4.5, 2.7, 0.5, 0), abs=1e-4)
    assert [float(level) for level in data.printed.levels] == pytest.approx((4.5, 2.3, 0.5, 0))
    waits = [one.times[np.abs(one.losses - data.saddle_level) < 0.01] for one in data.beside]
    assert np.ptp(waits[0]) < np.ptp(waits[1])  # the nearer, the longer
