"""Reports for people and machines carry the same facts."""

import io
import json
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
import sympy as sp
from jsonschema import Draft202012Validator, ValidationError, validate
from rich.console import Console

from checks import files
from checks.evidence import Evidence, Result
from checks.methods.check import Effort
from checks.report import machine, terminal
from tests.toy import toy_claim
from theory.claim import equation

x, y = sp.symbols("x y", real=True)


def result(*evidence, **more):
    said = {"printed": equation(x, y), "title": "A [bold] toy", "line": 7, "label": "eq:toy"}
    return Result(toy_claim(**said | more), evidence)


HOLDS = Evidence("balls", "certified", "holds", instances=60, rejected=4, digits=57, seconds=1.25)
FAILS = Evidence(
    "flow <&>",
    "flow",
    "fails",
    instances=2,
    max_error=float("inf"),
    counterexample="x = 1: x = 1, y = nan",
    alphas=("1e-3",),
)
ERROR = Evidence("broken", "flow", "error", detail=("ZeroDivisionError: x",))
CORRECTED = {"corrected": equation(x, 2 * y), "erratum": "two", "severity": "slip"}
GOOD, BAD, WORSE = result(HOLDS), result(FAILS), result(ERROR)
FIXED = result(FAILS, HOLDS.about("corrected", 0.5), **CORRECTED)
HALF = result(FAILS, FAILS.about("corrected", 0.5), **CORRECTED)


SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"


def schema(command):
    return json.loads((SCHEMAS / f"{command}.json").read_text())


@pytest.mark.parametrize("command", ["check", "errata", "mutate", "bench"])
def test_the_schemas_are_schemas_and_refuse_what_they_do_not_name(command):
    Draft202012Validator.check_schema(schema(command))
    with pytest.raises(ValidationError):
        validate({"schema": 2, "version": "0", "more": 1}, schema(command))


def test_json_has_every_key_of_the_design_and_is_strict_json():
    text = machine.as_json([GOOD, BAD, FIXED], Effort("full", 5))
    data = json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    assert (data["schema"], data["profile"], data["seed"], len(data["claims"])) == (2, "full", 5, 3)
    first, second, third = data["claims"]
    validate(data, schema("check"))
    assert (third["verdict"], third["corrected_verdict"]) == ("refuted", "certified")
    assert first["corrected"] is None and third["corrected"] == "x = 2 y"
    assert second["evidence"][0]["max_error"] == "inf" and second["evidence"][0]["alphas"] == [
        "1e-3"
    ]


def test_junit_counts_failures_and_errors_and_parses():
    suite = xml.fromstring(machine.as_junit([GOOD, BAD, WORSE, FIXED, HALF]))
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("5", "2", "1")
    assert [child.tag for case in suite for child in case] == [
        "system-out",
        "failure",
        "error",
        "system-out",
        "failure",
    ]
    assert "flow <&>" in suite[1][0].text and suite[0].get("time") == "1.250"


def test_a_headline_says_what_became_of_the_correction():
    assert [r.headline for r in (GOOD, BAD, WORSE, FIXED, HALF)] == [
        "certified",
        "refuted (not sound)",
        "error (not sound)",
        "refuted as printed, corrected form certified",
        "refuted as printed, CORRECTED FORM NOT SHOWN",
    ]


def test_the_summary_counts_verdicts_and_what_is_not_sound():
    assert terminal.summary([GOOD, FIXED]) == (
        "2 claims: 1 certified, 1 refuted; 1 refuted as printed with a correction that holds (1 "
        "certified); "
        "every claim is sound"
    )
    assert terminal.summary([GOOD, BAD]).endswith("1 NOT SOUND")


def printed(results, terminal_width=None):
    stream = io.StringIO()
    terminal.table(
        Console(file=stream, force_terminal=bool(terminal_width), width=terminal_width or 200),
        results,
    )
    return stream.getvalue()


def test_an_unsound_claim_is_shown_in_full_with_its_counterexample():
    text = printed([GOOD, BAD])
    assert (
        "counterexample x = 1: x = 1, y = nan" in text and "A [bold] toy (eq:toy, line 7)" in text
    )
    assert "\x1b[" not in text


def test_a_terminal_gets_a_table_with_colours():
    text = printed([GOOD, FIXED], terminal_width=160)
    assert "Which statements are true?" in text and "\x1b[" in text and "certified 60" in text


def test_a_line_of_evidence_carries_instances_rejections_and_digits():
    assert str(HOLDS) == "holds: balls [certified]; 60 instances (4 rejected); 57 digits"


def test_progress_in_a_pipe_is_one_line_a_claim():
    stream = io.StringIO()
    passed = list(terminal.progress(Console(file=stream, width=40), iter([GOOD, BAD]), 2))
    assert passed == [GOOD, BAD]
    assert stream.getvalue().splitlines() == [
        "[1/2] framework.toy: certified",
        "[2/2] framework.toy: refuted (not sound)",
    ]


def test_a_report_replaces_a_file_whole_and_leaves_nothing_else_behind(tmp_path):
    target = tmp_path / "report.json"
    target.write_text("old")
    files.write(files.writable(target), "new")
    assert target.read_text() == "new" and [p.name for p in tmp_path.iterdir()] == ["report.json"]


def test_a_place_that_cannot_be_written_is_refused_before_any_work(tmp_path):
    for bad in (tmp_path, tmp_path / "missing" / "file.json"):
        with pytest.raises(OSError, match="cannot write .*"):
            files.writable(bad)
    assert list(tmp_path.iterdir()) == []
