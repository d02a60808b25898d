"""``agf list``, ``show``, ``derive`` and ``completion`` as a person types them."""

import json

import pytest
from click.testing import CliRunner

from checks.cli import main
from checks.cli.catalogue import _line
from checks.evidence import Evidence, Result
from checks.methods.check import Effort
from checks.report import machine
from theory import claim, claims


def agf(*words, status=0):
    done = CliRunner().invoke(main, words)
    assert done.exit_code == status, done.output
    return done.output


def test_a_search_looks_at_titles_letters_and_formulas():
    found = agf("list", "diagonal", "--search", "utility").splitlines()
    assert found and all(line.startswith("diagonal.") for line in found)
    assert len(found) < len(agf("list", "diagonal").splitlines())


def test_a_line_of_80_columns_never_splits_an_id():
    for one in claims():
        line = _line(one, 80)
        assert len(line) <= 80 and line.startswith(one.id + " ")


def test_a_claim_is_shown_by_line_and_by_label():
    assert agf("show", "1511").startswith("modular.no-other-maxima")
    label = claim("diagonal.theorem").label
    assert "diagonal.theorem" in agf("show", label)


def test_the_proof_of_a_theorem_is_a_tree():
    text = agf("derive", "diagonal.maximal-utility", "--depth", "1")
    assert "shown " in text and "axioms " in text
    assert r"\frac{" in agf("derive", "diagonal.maximal-utility", "--latex")


def test_a_derivation_is_of_one_claim():
    assert "means" in agf("derive", "relu", status=2)


def test_verdicts_of_a_stored_run(tmp_path):
    file = tmp_path / "r.json"
    agf("check", "framework.projection-size", "framework.algorithm-threshold", "--json", str(file))
    told = agf("list", "--results", str(file), "--verdict", "refuted")
    assert told.startswith("framework.projection-size") and len(told.splitlines()) == 1
    honest = json.loads(file.read_text())
    data = json.loads(json.dumps(honest))
    data["claims"][0]["printed"] = "1 = 2"
    file.write_text(json.dumps(data))
    assert "said something else then" in agf("list", "--results", str(file), status=2)
    corrected = json.loads(json.dumps(honest))
    corrected["claims"][0]["corrected"] = "1 = 2"
    file.write_text(json.dumps(corrected))
    assert "another correction" in agf("list", "--results", str(file), status=2)
    file.write_text("{}")
    assert "is not a file that `agf check --json` wrote" in agf(
        "errata", "--results", str(file), status=2
    )


@pytest.mark.parametrize(
    ("check", "method"),
    [("theorem of the kernel, re-checked", "theorem"), ("trust me", "symbolic")],
)
def test_a_report_with_evidence_of_a_check_that_the_claim_does_not_have_is_refused(
    tmp_path, check, method
):
    # relu.tracking has neither a proof nor an argument
    said = Evidence(check, method, "holds", instances=3)
    file = tmp_path / "r.json"
    file.write_text(machine.as_json([Result(claim("relu.tracking"), (said,))], Effort()))
    told = agf("list", "--results", str(file), "--verdict", "proved", status=2)
    assert f"relu.tracking has no check '{check}'" in told


def test_scopes_are_of_what_instances_alone_speak_for(tmp_path):
    file = tmp_path / "r.json"
    agf("check", "framework.termination", "framework.projection-size", "--json", str(file))
    told = agf("list", "--results", str(file), "--scopes").splitlines()
    assert told[0].startswith("framework.termination") and len(told) == 3
    assert told[1].startswith("    tested: ") and "10 instances" in told[2]
    assert "no claim fits" in agf(
        "list", "--results", str(file), "--scopes", "--verdict", "certified", status=0
    )
    agf("check", "framework.projection-size", "--json", str(file))
    assert "none rests on instances alone" in agf("list", "--results", str(file), "--scopes")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_can_complete_the_command(shell):
    assert "_AGF_COMPLETE" in agf("completion", shell)
