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
    assert (rows, interrupted, counting.closed) == ([2, 4], 130, True)
    assert json.loads((tmp_path / "t.json").read_text())["rows"] == [2, 4]
    assert "interrupted: the rows above are complete" in capsys.readouterr().err


@pytest.fixture(autouse=True)
def as_in_a_terminal():
    """Signals as a shell leaves them: `nohup` and a shell's background ignore some of them."""
    usual = {
        signal.SIGINT: signal.default_int_handler,
        signal.SIGHUP: signal.SIG_DFL,
        signal.SIGTERM: signal.SIG_DFL,
    }
    before = {name: signal.signal(name, handler) for name, handler in usual.items()}
    yield
    for name, handler in before.items():
        signal.signal(name, handler)


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


@pytest.mark.parametrize("name, status", [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_whatever_ends_a_table_its_rows_are_written(tmp_path, name, status):
    def rows():
        yield 1
        signal.raise_signal(getattr(signal, name))
        yield 2

    kept, interrupted = table_rows(rows(), doubled, tmp_path / "t.json", as_data)
    assert (kept, interrupted) == ([2], status)
    assert json.loads((tmp_path / "t.json").read_text())["rows"] == [2]


def test_a_signal_that_is_ignored_stays_ignored():
    """`nohup agf check` goes on when its terminal is closed."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with remembering_interrupts() as seen:
            signal.raise_signal(signal.SIGHUP)
        assert seen == [] and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
