"""The command as a person runs it."""

import json
import os
import re
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
from click.testing import CliRunner
from jsonschema import validate

from checks import cli
from checks.evidence import Evidence, Result
from theory import claims

AGF = str(Path(sys.executable).with_name("agf"))
FAST = ["framework.projection-size", "framework.algorithm-threshold"]


def agf(*arguments, **options):
    """The installed command, in a process of its own."""
    return subprocess.run([AGF, *arguments], capture_output=True, text=True, timeout=120, **options)


def inside(*arguments):
    return CliRunner().invoke(cli.main, arguments, prog_name="agf")


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """One run of two fast claims with both reports."""
    folder = tmp_path_factory.mktemp("reports")
    done = agf(
        "check",
        *FAST,
        "--seed",
        "3",
        "--json",
        str(folder / "r.json"),
        "--junit",
        str(folder / "r.xml"),
    )
    return done, folder


def test_a_check_of_two_claims_exits_0_and_says_what_it_found(checked):
    done, _ = checked
    assert done.returncode == 0 and done.stderr == ""
    lines = done.stdout.splitlines()
    assert {line.partition("] ")[2] for line in lines[:2]} == {
        "framework.projection-size: refuted as printed, corrected form proved",
        "framework.algorithm-threshold: proved",
    }
    assert "every claim is sound" in " ".join(lines[2:])


def test_the_json_has_the_shape_of_the_design(checked):
    data = json.loads((checked[1] / "r.json").read_text())
    assert {key: data[key] for key in ("schema", "profile", "seed")} == {
        "schema": 2,
        "profile": "quick",
        "seed": 3,
    }
    assert [
        c["id"] for c in data["claims"]
    ] == FAST  # in the order asked for, not that of finishing
    schema = Path(__file__).parents[2] / "docs" / "schemas" / "check.json"
    validate(data, json.loads(schema.read_text()))
    first, second = data["claims"]
    assert (first["verdict"], first["as_printed"], first["printed"], first["corrected"]) == (
        "refuted",
        "fails",
        "m = d",
        "m = c + d",
    )
    assert (second["verdict"], second["corrected"]) == ("proved", None)
    # one neuron with an input and an output has two parameters: the smallest counterexample to m =
    # d
    assert first["evidence"][0]["counterexample"].startswith("c = 3, d = 2, m = 5:")


def test_the_junit_report_parses(checked):
    suite = xml.parse(checked[1] / "r.xml").getroot()
    assert [case.get("name") for case in suite] == FAST
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "0", "0")


def test_list_shows_every_claim_once():
    done = inside("list")
    assert done.exit_code == 0 and [line.split()[0] for line in done.stdout.splitlines()] == [
        c.id for c in claims()
    ]
    only = inside("list", "--setting", "framework").stdout.splitlines()
    assert len(only) == sum(c.setting == "framework" for c in claims())


def test_show_explains_a_claim_and_its_letters():
    text = inside("show", "framework.norm-solution").stdout
    assert "printed" in text and "corrected" in text and "The learning rate is missing" in text
    assert (
        "learning rate" in text
        and "rests on   framework.dormant-norm" in text
        and "agf check framework.norm-solution" in text
    )


def test_derive_prints_every_step_with_how_it_was_shown():
    done = inside("derive", "framework.riccati")
    assert (
        done.exit_code == 0
        and "(proved)" in done.stdout
        and done.stdout.startswith("framework.riccati: ")
    )


def test_derive_of_a_claim_without_derivation_names_those_that_have_one():
    done = inside("derive", "framework.termination")
    assert (
        done.exit_code == 2
        and "framework.riccati" in done.stderr
        and len(done.stderr.splitlines()) == 1
    )


def test_errata_shows_the_counterexample_and_the_correction(tmp_path):
    done = agf("errata", *FAST, "--json", str(tmp_path / "e.json"))
    assert done.returncode == 0
    assert (
        "1 of 2 statements of the paper is false as printed" in done.stdout
        and "counterexample c = 3, d = 2, m = 5" in " ".join(done.stdout.split())
    )
    assert [c["id"] for c in json.loads((tmp_path / "e.json").read_text())["claims"]] == FAST[:1]


def test_mutate_lists_what_was_killed(tmp_path):
    done = agf(
        "mutate",
        "framework.projection-size",
        "framework.projection-size",
        "--json",
        str(tmp_path / "m.json"),
    )
    (row,) = json.loads((tmp_path / "m.json").read_text())["claims"]
    assert set(row) >= {"id", "mutants", "killed", "survived", "equivalent", "survivors"}
    # of m = c + d: -c-d, c-d, d-c, 2c+2d, 2c+d, c+2d, c, d, c+1+d (c+d+1 once); exchanging c and d
    # is the same sum. Beside the formula: another relation (!=, >, <), and a conjunct that cannot
    # hold.
    assert row["mutants"] == row["killed"] + row["survived"] + row["equivalent"] == 9 + 4
    assert (done.returncode, row["killed"], row["survivors"]) == (0, 13, [])
    assert "13 mutants: 13 killed" in done.stdout


BAD_USAGE = [
    (("check", "framework.nonsense"), "'framework.nonsense'"),
    (("show", "framework.nonsense"), "'framework.nonsense'"),
    (("derive", "x"), "'x'"),
    (("mutate", "x"), "'x'"),
    (("errata", "x"), "'x'"),
    (("check", "--setting", "quantum"), "'--setting': 'quantum'"),
    (("check", "--profile", "lazy"), "'--profile': 'lazy'"),
    (("check", "--alpha", "0"), "'--alpha': alpha is '0'"),
    (("check", "--alpha", "-1e-3"), "'-1e-3'"),
    (("check", "--alpha", "nan"), "'nan'"),
    (("check", "--alpha", "inf"), "'inf'"),
    (("check", "--alpha", "small"), "'small'"),
    (("check", "--alpha", "1e-3", "--alpha", "x"), "'x'"),
    (("check", "--workers", "0"), "'--workers': 0"),
    (("check", "--workers", "two"), "'--workers': 'two'"),
    (("check", "--seed", "-1"), "'--seed': -1"),
    (("mutate", "--seed", "-1"), "'--seed': -1"),
    (("check", "--json", "FOLDER"), "'--json': cannot write FOLDER: it is a directory"),
    (("check", "--junit", "FOLDER"), "'--junit': cannot write FOLDER"),
    (("errata", "--json", "FOLDER"), "'--json': cannot write FOLDER"),
    (
        ("check", "--json", "FOLDER/missing/r.json"),
        "'--json': cannot write FOLDER/missing/r.json: No such file",
    ),
    (("mutate", "--json", "FOLDER/missing/r.json"), "FOLDER/missing/r.json"),
    (("check", "--colour"), "--colour"),
    (("--verbose", "list"), "--verbose"),
    (("chekc",), "'chekc'"),
    (("show",), "'TARGET...'"),
    (
        ("check", "framework.riccati", "--setting", "diagonal"),
        "framework.riccati is not in diagonal",
    ),
]


@pytest.mark.parametrize(
    "arguments, named",
    BAD_USAGE,
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_bad_usage_is_one_line_that_names_the_argument_and_its_value(
    arguments, named, tmp_path, monkeypatch
):
    def started(*args, **kwargs):
        pytest.fail("work was started")

    monkeypatch.setattr(cli.running, "run", started)
    monkeypatch.setattr(cli.mutate, "in_children", started)
    arguments, named = (
        [a.replace("FOLDER", str(tmp_path)) for a in arguments],
        named.replace("FOLDER", str(tmp_path)),
    )
    done = inside(*arguments)
    assert done.exit_code == 2 and done.stdout == ""
    assert (
        len(done.stderr.splitlines()) == 1
        and done.stderr.startswith("agf: error: ")
        and named in done.stderr
    )
    assert list(tmp_path.iterdir()) == []


def test_bad_usage_in_a_shell_has_no_traceback_and_debug_has_one():
    done = agf("show", "framework.nonsense")
    assert done.returncode == 2 and done.stdout == "" and len(done.stderr.splitlines()) == 1
    debug = agf("--debug", "show", "framework.nonsense")
    assert debug.returncode != 0 and "Traceback" in debug.stderr


def test_a_reader_that_has_seen_enough_is_no_error():
    """`agf list | head -1`, with the pipe closed before the command writes."""
    read, write = os.pipe()
    os.close(read)
    process = subprocess.run(
        [AGF, "list"], stdout=write, stderr=subprocess.PIPE, text=True, timeout=60
    )
    os.close(write)
    assert process.stderr == "" and process.returncode == 141  # 128 + SIGPIPE


@pytest.fixture
def finished(monkeypatch):
    """Claims that are checked at once, each with the outcome that the fixture is asked for."""
    outcome = ["holds"]

    def results(chosen, effort, workers, limit=None):
        for one in chosen:
            found = "unknown" if outcome[0] == "late" else outcome[0]
            evidence = (Evidence("c", "flow", found, instances=1),)
            yield Result(one, evidence, stopped=outcome[0] == "late")

    monkeypatch.setattr(cli.running, "run", results)
    return outcome


@pytest.mark.parametrize(
    "outcome, status", [("holds", 0), ("fails", 1), ("unknown", 1), ("error", 1), ("late", 3)]
)
def test_the_exit_status_is_0_only_if_every_claim_is_sound_and_3_if_time_was_short(
    finished, outcome, status
):
    finished[0] = outcome
    done = inside("check", "framework.riccati", "framework.riccati")
    assert done.exit_code == status and done.stdout.startswith(
        "[1/1] "
    )  # an id given twice is checked once
    assert ("1 NOT SOUND" in done.stdout) == bool(status)


def test_interrupting_a_run_keeps_what_is_finished(tmp_path):
    report = tmp_path / "r.json"
    ids = [FAST[0], *(c.id for c in claims() if c.setting == "diagonal")]  # minutes of work
    process = subprocess.Popen(
        [AGF, "check", *ids, "--profile", "full", "--workers", "1", "--json", str(report)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a shell's background job, such as this one may be, has Ctrl-C ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        first = process.stdout.readline()  # the first claim has finished, the next is under way
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    data = json.loads(report.read_text())
    assert process.returncode == 130 and err == ""
    started, name = first.partition(":")[0].split()
    finished = [c["id"] for c in data["claims"]]
    assert started == f"[1/{len(ids)}]" and name in finished and len(finished) < len(ids)
    assert f"interrupted: {len(finished)} of {len(ids)} claims finished and kept" in out
    assert [p.name for p in tmp_path.iterdir()] == ["r.json"]


def test_no_colour_where_none_is_wanted(finished, monkeypatch):
    for name, value in {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "120"}.items():
        monkeypatch.setenv(name, value)
    colour = re.compile("\x1b\\[(1;)?3[0-7]m")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert colour.search(inside("check", "framework.riccati").stdout)
    monkeypatch.setenv("NO_COLOR", "1")
    plain = inside("check", "framework.riccati").stdout
    assert not colour.search(plain) and "framework.riccati" in plain


def test_help_waits_for_nothing_that_it_does_not_need():
    heavy = "hypothesis", "scipy", "distributed", "matplotlib", "numerics.flow", "theory.diagonal"
    program = f"import sys, checks.cli; print([name for name in {heavy} if name in sys.modules])"
    assert (
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
        ).stdout
        == "[]\n"
    )


def test_help_names_every_command():
    text = inside("--help").stdout
    assert inside("--help").exit_code == 0
    assert all(
        f"  {name}" in text for name in ("check", "derive", "errata", "list", "mutate", "show")
    )


def test_the_version_is_that_of_the_package():
    done = inside("--version")
    assert done.exit_code == 0 and done.output == f"agf {version('agf-verifier')}\n"
