"""The command with arguments nobody meant: exit status 0, 1 or 2, one ``agf: error:`` line, never a
traceback.
"""

import os
import subprocess
import sys

import pytest
from fuzz_judging import HOME, cases, command
from fuzz_values import EVIL
from hypothesis import given
from hypothesis import strategies as st

LONG, NUL = "x" * 100_000, "framework.\x00"
# no case may start long work: one cheap claim, or a name that does not exist
ONE = "framework.riccati"
BY_HAND = [
    ["nonsense"],
    ["--nonsense"],
    ["check", "--nonsense"],
    ["show"],
    ["show", "a", "b"],
    ["derive"],
    ["list", "extra"],
    ["check", "--profile", "slow"],
    ["check", "--seed", "-1"],
    ["check", "--seed", "1.5"],
    ["check", "--seed", "nan"],
    ["check", "--workers", "0"],
    ["check", "--workers", "many"],
    ["check", "--alpha"],
    ["check", "--alpha", "abc"],
    ["check", "--alpha", "0"],
    ["check", "--alpha", "-1"],
    ["check", "--alpha", "nan"],
    ["check", "--alpha", "inf"],
    ["check", "--alpha", "1/0"],
    ["check", "--alpha", "1e-10000000000"],
    ["check", "--alpha", "1e999999999"],
    ["check", "--alpha", EVIL],
    ["check", "--alpha", "9" * 5000 + "x"],
    ["check", "--setting", "quadratic"],
    ["check", "--json", "/nonexistent/a.json"],
    ["check", "--json", "/"],
    ["check", "--json", "."],
    ["check", "--junit", "/proc/a.xml"],
    ["check", "--json", ""],
    ["check", "--json", "a\x00b"],
    ["check", "nope"],
    ["check", EVIL],
    ["check", LONG],
    ["check", NUL],
    ["check", "diagonal.theorem", "--setting", "modular"],
    ["check", "-"],
    ["check", "--", "--seed"],
    ["show", "framework.riccati", "--seed", "1"],
    ["show", EVIL],
    ["show", LONG],
    ["show", NUL],
    ["show", "ｆramework.riccati"],
    ["show", "диагональ"],
    ["show", ""],
    ["show", " "],
    ["derive", "framework.polar-norm"],
    ["derive", "nope"],
    ["errata", "nope"],
    ["errata", "--json", "/"],
    ["mutate", "nope"],
    ["mutate", "--planted", "nope"],
    ["mutate", "--planted", "diagonal.never-returns", "--setting", "modular"],
    ["mutate", "--planted", "--json", "/nonexistent/a.json"],
    ["--debug"],
    ["--help", "check"],
    ["check", "--help"],
    ["list", "--setting", "linear"],
    ["show", "framework.riccati"],
    [],
    # names of files and folders: empty, with a NUL, half a surrogate pair, too long, in use as
    # something else
    *(
        ["check", option, name]
        for option in ("--json", "--junit", "--html", "--store")
        for name in ("", "a\x00b", "\ud800", LONG, "/etc/passwd/a", "/proc/a/b")
    ),
    *(["latex", "-o", name] for name in ("", ".", "a\x00b", "\ud800", LONG, "/nonexistent/a.tex")),
    *(["errata", "--latex", name] for name in ("", "/", "a\x00b")),
    *(
        ["figures", "gap", "-o", name]
        for name in ("", "a\x00b", "\ud800", LONG, "/etc/passwd", "/proc/a")
    ),
    *(["bench", "--json", name] for name in ("", "/", "a\x00b")),
    *(
        ["figures", "gap", "--results", name]
        for name in ("", "/", "a\x00b", "\ud800", LONG, "/etc/passwd", "/nonexistent")
    ),
    ["check", "--store", "/etc/passwd"],
    *(
        ["check", "--html", "a.html", "--figures", name]
        for name in ("", "a\x00b", "\ud800", LONG, "/etc/passwd", "/nonexistent")
    ),
    ["check", "--figures", "."],
    # numbers, names, addresses
    *(
        ["check", ONE, "--instances", number]
        for number in ("0", "-1", "abc", "1e9999", "1.5", "nan", "", "9" * 400, "10000001", EVIL)
    ),
    ["check", "--workers", "9" * 400, "nope"],
    *(["check", ONE, "--time-limit", s] for s in ("0", "-1", "nan", "inf", "1e30", "", "x")),
    *(
        ["check", ONE, "--dask", address]
        for address in (
            "",
            " ",
            "nowhere",
            "\x00",
            "tcp://",
            "ftp://host:1",
            "tcp://host:99999",
            EVIL,
        )
    ),
    ["latex", "nope"],
    ["latex", "--document", "nope"],
    ["latex", "diagonal.theorem", "--setting", "modular"],
    ["latex", ONE],
    ["derive", ONE, "--latex"],
    ["figures", "nope"],
    ["figures", "--nonsense"],
    ["bench", "nope"],
    ["bench", EVIL],
    ["bench", "--json"],
    ["errata", ONE, "--instances", "5"],
    ["mutate", "--planted", "relu.degree", "--alpha", "1"],
]


@pytest.mark.parametrize(
    "arguments",
    BY_HAND,
    ids=lambda a: " ".join(a)[:50].encode("ascii", "replace").decode().replace("\x00", "?"),
)
def test_bad_usage_is_one_line(arguments):
    command(arguments)
    assert not os.listdir(), "bad usage leaves nothing behind"


def test_a_scheduler_that_does_not_answer_is_given_up_and_the_message_says_when():
    assert (
        "no Dask scheduler at 'tcp://127.0.0.1:1' within 10 s"
        in command(["check", ONE, "--dask", "tcp://127.0.0.1:1"]).stderr
    )


word = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        [
            "--json",
            "--seed",
            "--alpha",
            "--profile",
            "--setting",
            "--workers",
            "--planted",
            "--html",
            "--store",
            "--resume",
            "--dask",
            "--instances",
            "--figures",
            "--latex",
            "--document",
            "-o",
            "-h",
            "--",
            "-1",
            "1e-3",
            "quick",
            EVIL,
        ]
    ),
)


@cases(40, 300)
@given(st.sampled_from(("show", "derive", "list", "nonsense")), st.lists(word, max_size=4))
def test_any_words_are_answered(name, words):
    command([name, *words])


@cases(30, 300)
@given(
    st.sampled_from(("check", "errata", "mutate", "latex", "figures", "bench")),
    st.lists(word, max_size=4),
)
def test_any_words_before_an_unknown_name_start_no_work(name, words):
    # Twice: the last of the words may be an option that takes the first for its value.
    assert command([name, *words, "no.such-claim", "no.such-claim"]).exit_code in (
        0,
        2,
    )  # 0: --help was among them
    assert not os.listdir()


def agf(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "checks.cli", *arguments],
        cwd=HOME,
        capture_output=True,
        text=True,
        timeout=120,
        **options,
    )


def test_a_real_process_reports_bad_usage_in_one_line():
    ended = agf("show", EVIL)
    assert (
        ended.returncode == 2
        and ended.stderr.count("\n") == 1
        and ended.stderr.startswith("agf: error: unknown claim id")
    )


def test_a_closed_output_is_no_traceback():
    ended = subprocess.run(
        f"{sys.executable} -m checks.cli list >&-",
        shell=True,
        cwd=HOME,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (
        ended.returncode == 2
        and ended.stderr == "agf: error: the output is closed: send it to a file, or to /dev/null\n"
    )
    ended = subprocess.run(
        f"{sys.executable} -m checks.cli list | head -1",
        shell=True,
        cwd=HOME,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.stdout.count("\n") == 1 and not ended.stderr


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write everywhere"
)
def test_an_unwritable_folder_is_refused_before_any_work(tmp_path):
    tmp_path.chmod(0o500)
    assert "cannot write" in command(["check", "--json", str(tmp_path / "a.json")]).stderr


def test_nothing_on_the_command_line_is_evaluated(tmp_path):
    evil = EVIL.format(tmp_path / "touched")
    for arguments in (
        ["show", evil],
        ["derive", evil],
        ["check", evil],
        ["check", "--alpha", evil],
        ["check", "--seed", evil],
        ["mutate", evil],
        ["mutate", "--planted", evil],
    ):
        assert command(arguments).exit_code == 2
    assert not list(tmp_path.iterdir())
