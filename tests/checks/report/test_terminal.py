"""The terminal: the same facts as in the file, markup in a claim's own words left alone."""

import io
import re
from dataclasses import replace

import sympy as sp
from rich.console import Console

from checks.bench.row import Row
from checks.evidence import Evidence, Result
from checks.report import terminal
from tests.toy import toy_claim
from theory.claim import equation

x, y = sp.symbols("x y", real=True)
TOY = toy_claim(equation(x, y), title="A [bold] toy", line=7, label="eq:toy")
GOOD = Result(TOY, (Evidence("balls [red]", "certified", "holds", instances=60),))
BAD = Result(TOY, (Evidence("flow", "flow", "fails", instances=2, counterexample="x = [1]: 2"),))


def printed(call, *arguments, wide=True):
    console = Console(file=io.StringIO(), force_terminal=wide, no_color=True, width=200)
    call(console, *arguments)
    return re.sub(r"\x1b\[[0-9;]*m", "", console.file.getvalue())


def test_every_claim_has_a_line_and_what_is_not_sound_is_told_in_full():
    text = printed(terminal.table, [GOOD, BAD])
    assert text.count("framework.toy") == 3 and "certified 60" in text
    assert "counterexample x = [1]: 2" in text and "A [bold] toy" in text


def test_80_columns_never_split_an_id():
    console = Console(file=io.StringIO(), force_terminal=True, no_color=True, width=80)
    long = replace(TOY, id="modular.an-id-of-as-many-letters-as-the-longest")
    terminal.table(console, [Result(long, GOOD.evidence)])
    text = re.sub(r"\x1b\[[0-9;]*m", "", console.file.getvalue())
    assert long.id in text and max(map(len, text.splitlines())) <= 80


def test_in_a_pipe_there_is_a_line_for_each_as_it_finishes():
    console = Console(file=io.StringIO(), force_terminal=False)
    assert list(terminal.progress(console, iter([GOOD, BAD]), 2)) == [GOOD, BAD]
    first, second = console.file.getvalue().splitlines()
    assert first == "[1/2] framework.toy: certified"
    assert second == "[2/2] framework.toy: refuted (not sound)"


def test_how_long_it_takes_is_told_once_a_third_is_done():
    told = [done for done in range(1, 301) if terminal.forecast(10.0 * done, done, 300)]
    assert told == list(range(100, 300, 10))


def test_the_summary_counts_each_verdict_strongest_first():
    assert terminal.summary([GOOD, GOOD]) == "2 claims: 2 certified; every claim is sound"
    assert terminal.summary([BAD, GOOD]) == "2 claims: 1 certified, 1 refuted; 1 NOT SOUND"


def test_a_run_that_was_stopped_at_once_calls_nothing_sound():
    assert terminal.summary([]) == "0 claims: nothing was finished"


def test_a_row_of_the_benchmark_says_whether_its_target_was_met():
    met = Row("flow", 0.5, "scipy", 2.0, 1e-12, target=3.0)
    assert "4 x (target 3, met): ours 0.5 s, scipy 2 s; agree to 1.0e-12" in terminal.bench_line(
        met
    )
    missed = Row("flow", 0.5, "scipy", 1.0, target=3.0)
    assert "(target 3, MISSED)" in terminal.bench_line(missed)
    alone = Row("flow", 0.5, "scipy", None, target=3.0)
    assert "no correct peer (target 3): ours 0.5 s, scipy" in terminal.bench_line(alone)
