"""Rows are shown as they come, and what was shown is written, whatever happens on the way."""

import json
import signal

import pytest

from checks.cli.running import console_for, remembering_interrupts, table_rows


def doubled(number):
    return 2 * number


def as_data(rows):
    return {"rows": rows}


def counting(upto, problem):
    """1, 2, ... and then the problem; closed in any case."""
    try:
        yield from range(1, upto + 1)
        raise problem
    finally:
        counting.closed = True


def test_an_interrupted_table_keeps_its_rows(tmp_path, capsys):
    rows, interrupted = table_rows(
        counting(2, KeyboardInterrupt()), doubled, tmp_path / "t.json", as_data
    )
    assert (rows, interrupted, counting.closed) == ([2, 4], True, True)
    assert json.loads((tmp_path / "t.json").read_text())["rows"] == [2, 4]
    assert "interrupted: the rows above are complete" in capsys.readouterr().err


def test_a_problem_on_the_way_is_raised_after_the_rows_are_written(tmp_path):
    with pytest.raises(ValueError, match="broken"):
        table_rows(counting(1, ValueError("broken")), doubled, tmp_path / "t.json", as_data)
    assert json.loads((tmp_path / "t.json").read_text())["rows"] == [2]


def test_a_request_that_was_refused_leaves_no_file(tmp_path):
    with pytest.raises(LookupError):
        table_rows(counting(0, LookupError("no such group")), doubled, tmp_path / "t.json", as_data)
    assert list(tmp_path.iterdir()) == []


def test_in_a_pipe_a_line_stays_a_line(capsys):
    console_for().print("word " * 100)
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_an_interrupt_that_was_swallowed_is_remembered():
    before = signal.getsignal(signal.SIGINT)
    with remembering_interrupts() as seen:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            swallowed = True
        assert swallowed and seen == [signal.SIGINT]
    assert signal.getsignal(signal.SIGINT) is before
