"""The table of planted statements covers what it should, takes the runner's route, and can fail."""

import json
from dataclasses import replace

from click.testing import CliRunner

from checks import planted
from checks.cli import main
from checks.methods.check import Effort
from checks.planted import plants, table
from theory.catalogue import SETTINGS, claims
from theory.claim import KINDS


def test_a_false_statement_of_every_kind_is_planted_in_every_setting():
    false = {(one.claim.setting, one.claim.kind) for one in plants() if one.expected == "refuted"}
    assert false == {(setting, kind) for setting in SETTINGS for kind in KINDS}
    assert {"vacuous", "argued", "certified", "tested", "supported", "unknown", "error"} < {
        one.expected for one in plants()
    }


def test_planted_statements_have_names_of_their_own_and_are_no_part_of_the_catalogue():
    names = [one.claim.id for one in plants()]
    assert len(set(names)) == len(names) and not set(names) & {claim.id for claim in claims()}


def test_a_setting_in_which_nothing_is_planted_is_named(monkeypatch):
    monkeypatch.setattr(planted, "SETTINGS", ("framework", "nowhere"))
    planted.plants.cache_clear()
    try:
        done = CliRunner().invoke(main, ["mutate", "--planted"], prog_name="agf")
    finally:
        planted.plants.cache_clear()
    assert done.exit_code == 2 and "write checks/planted/nowhere.py" in done.output


def test_symbolic_work_that_never_ends_costs_its_own_row_only(tmp_path):
    ended = CliRunner().invoke(
        main,
        [
            "mutate",
            "--planted",
            "framework.endless",
            "framework.false-premise",
            "diagonal.integral-tight",
            "--json",
            str(tmp_path / "a.json"),
        ],
    )
    rows = {row["id"]: row for row in json.loads((tmp_path / "a.json").read_text())["rows"]}
    assert ended.exit_code == 0, ended.output
    assert {name: row["found"] for name, row in rows.items()} == {
        "framework.endless": "unknown",
        "framework.false-premise": "vacuous",
        "diagonal.integral-tight": "refuted",
    }
    assert rows["diagonal.integral-tight"]["counterexample"]


def test_a_verdict_that_is_not_the_expected_one_is_no_good_row():
    (plant,) = table.chosen(["framework.tie"])
    (row,) = table.rows([replace(plant, expected="certified")], Effort())
    assert not row.good and "refuted, EXPECTED certified" in str(row)
