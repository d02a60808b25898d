"""Results and rows as they come: shown at once, kept whatever happens on the way."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console

from checks import files
from checks.cli.group import INTERRUPTED
from checks.evidence import Result
from checks.methods.check import Effort
from checks.report import machine, terminal
from checks.run.runner import run
from theory.claim import Claim
from theory.validate import plural


def console_for(stderr: bool = False) -> Console:
    """Wrapped for a person's terminal; in a pipe or a file a line stays a line."""
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, soft_wrap=not stream.isatty())


def say_what_is_checked(chosen: Sequence[Claim]) -> None:
    """Say of a command that only reads results that it checks claims now, and how it need not."""
    counted = plural(len(chosen), "claim")
    click.echo(f"agf: checking {counted}; --results FILE reads an earlier run", err=True)


# Ctrl-C, `kill`, a terminal that was closed: each ends a run, and what is finished is written.
ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@contextmanager
def remembering_interrupts() -> Iterator[list[int]]:
    """The signals so far that end a run. One that arrives in a callback of the garbage collector is
    swallowed there, and would be lost.
    """
    seen: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield seen
        return

    def note(number: int, frame: object) -> None:
        seen.append(number)
        raise KeyboardInterrupt

    # What is ignored (a run under nohup) stays ignored.
    before = {
        number: signal.signal(number, note)
        for number in ENDING
        if signal.getsignal(number) != signal.SIG_IGN
    }
    try:
        yield seen
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def status_of(seen: Sequence[int]) -> int:
    """What shells use for a process that a signal ended: 130 for Ctrl-C, 143 for SIGTERM, 129 for
    SIGHUP.

    >>> status_of([15, 2]), status_of([])
    (143, 130)
    """
    return 128 + seen[0] if seen else INTERRUPTED


def results_of(
    console: Console, chosen: Sequence[Claim], effort: Effort, workers: int, **places: Any
) -> tuple[list[Result], int]:
    """Results in the catalogue's order, and the exit status if the run was interrupted, else 0
    (what is finished is kept).
    """
    finished: list[Result] = []
    interrupted = 0
    asked_to_stop: list[int] = []
    stream = run(chosen, effort, workers, **places)

    def kept() -> Iterator[Result]:
        for result in stream:
            # Before it is shown: what a person has seen finished is in the report.
            finished.append(result)
            yield result
            if asked_to_stop:
                raise KeyboardInterrupt

    try:
        with remembering_interrupts() as asked_to_stop:
            for _ in terminal.progress(console, kept(), len(chosen)):
                pass
    except KeyboardInterrupt:
        interrupted = status_of(asked_to_stop)
    except OSError:  # a terminal that was closed can show nothing, and its report is still wanted
        if not asked_to_stop:
            raise
        interrupted = status_of(asked_to_stop)
    finally:
        stream.close()
    order = [claim.id for claim in chosen]
    return sorted(finished, key=lambda result: order.index(result.claim.id)), interrupted


Item = TypeVar("Item")
Row = TypeVar("Row")


def table_rows(
    stream: Generator[Item, None, None],
    print_row: Callable[[Item], Row],
    json_file: Path | None,
    data: Callable[[list[Row]], dict],
) -> tuple[list[Row], int]:
    """The rows of a table, shown as they come and, whatever happens on the way, written; the exit
    status if it was interrupted, else 0.
    """
    rows: list[Row] = []
    interrupted = 0
    asked_to_stop: list[int] = []
    try:
        with remembering_interrupts() as asked_to_stop:
            for item in stream:
                rows.append(print_row(item))
                if asked_to_stop:
                    raise KeyboardInterrupt
    except KeyboardInterrupt:
        interrupted = status_of(asked_to_stop)
        click.echo("interrupted: the rows above are complete", err=True)
    finally:
        stream.close()
        if json_file and (rows or interrupted):  # a request that was refused leaves no file
            files.write(json_file, machine.dump(data(rows)))
    return rows, interrupted
