"""Files that somebody wrote or damaged: claims of one's own, reports of an earlier run. A command
that reads one answers, or says in one line what is wrong with it.
"""

import json
import re
from pathlib import Path

import pytest
from fuzz_judging import cases, command, time_limit
from hypothesis import given
from hypothesis import strategies as st

from checks.evidence import VERDICTS, Evidence, Result
from checks.methods.check import Effort
from checks.report.machine import as_json
from checks.run.tasks import check_claim
from theory import claim
from theory.own.source import forget, load

WORDS = [
    "None", "nan", "oo", "zoo", "1j", "0", "-1", "1/0", "10**400", '""', '"x"', "b'1'", "[]", "{}",
    "()", "True", "object()", "x", "u", "t", "Claim", "balance", "lambda: 1/0", "Eq(x, x)", "x < 1",
    "x >= x", "Symbol('x')", "exit()", "raise KeyboardInterrupt", "...", "]", ":", "\x00", "é",
    "\\", "'''", "Eq(u(T), 0)", "print()", "[1, 2]", "float('nan')", "'framework.riccati'",
]  # fmt: skip


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    """The file that `agf new` writes, without its words and the network at its end."""
    path = tmp_path_factory.mktemp("new") / "mine.py"
    assert command(["new", str(path)]).exit_code == 0
    code = path.read_text().partition("# --- a network")[0].rpartition('"""')[2]
    return re.sub(r"^#.*\n", "", code, flags=re.M)


@st.composite
def damage(draw):
    """What is done to a file, as (kind, where, by what)."""
    kind = draw(st.sampled_from(["word", "word", "word", "line", "twice", "cut", "bytes"]))
    by = draw(st.binary(min_size=1, max_size=4) if kind == "bytes" else st.sampled_from(WORDS))
    return kind, draw(st.integers(0, 10**6)), by


def damaged(text, kind, where, by):
    """The bytes of the file after it."""
    lines = text.splitlines(keepends=True)
    where_line = where % len(lines)
    if kind == "line":
        return "".join(lines[:where_line] + lines[where_line + 1 :]).encode()
    if kind == "twice":
        return "".join(lines[: where_line + 1] + lines[where_line:]).encode()
    if kind == "cut":
        return text[: where % len(text)].encode()
    if kind == "bytes":
        where %= len(text)
        return text[:where].encode() + by + text[where:].encode()
    words = list(re.finditer(r"\w+|\"[^\"\n]*\"|[^\w\s]", text))
    word = words[where % len(words)]
    return (text[: word.start()] + by + text[word.end() :]).encode()


@cases(25, 1000)
@given(st.lists(damage(), min_size=1, max_size=2))
def test_a_damaged_file_of_claims_is_read_or_refused_in_one_line(text, damages):
    content = text
    for one in damages:
        content = damaged(content, *one).decode("latin-1")
    path = Path("mine.py")
    path.write_bytes(content.encode("latin-1"))
    try:
        ended = command(["list", str(path)])
        assert ended.exit_code in (0, 2), ended.output
        if ended.exit_code == 0:
            for one in load(path):
                answers_for(one)
    finally:
        forget()


def answers_for(one):
    """Commands of one claim, and its checks at few instances."""
    for name in ("show", "latex"):
        command([name, f"mine.py::{one.id}"])
    with time_limit():
        result = check_claim(one, Effort(instances=2))
    assert result.verdict in VERDICTS and str(result)


@pytest.fixture(scope="module")
def report():
    """What `agf check --json` writes of two claims, one of them refuted and corrected."""
    holds = Evidence("balls", "certified", "holds", instances=7, digits=50, max_error=1e-60)
    fails = Evidence("random", "property", "fails", instances=3, counterexample="alpha = 1/2")
    false = claim("diagonal.conserved-appendix")
    results = [
        Result(claim("framework.projection-size"), (holds,)),
        Result(false, (fails, holds.about("corrected", 1.0))),
    ]
    return as_json(results, Effort())


@cases(25, 500)
@given(
    st.integers(0, 10**6), st.sampled_from(["null", "[]", "{}", "-1", "1e999", '"x"', "NaN", ""])
)
def test_a_damaged_report_is_read_or_refused_in_one_line(report, where, by):
    whole = json.loads(report)
    places = list(inside(whole))
    holder, key = places[where % len(places)]
    if by:
        holder[key] = json.loads(by)
        text = json.dumps(whole)
    else:
        text = report[: where % len(report)]
    Path("r.json").write_text(text)
    for arguments in (["list", "--results", "r.json"], ["page", "--results", "r.json", "-o", "p"]):
        assert command(arguments).exit_code in (0, 2)


def inside(value):
    """Every (container, key) of a JSON value."""
    keys = (
        value.keys()
        if isinstance(value, dict)
        else range(len(value))
        if isinstance(value, list)
        else ()
    )
    for key in list(keys):
        yield value, key
        yield from inside(value[key])
