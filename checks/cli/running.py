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
from checks.evidence import Result
from checks.methods.check import Effort
from checks.report import machine, terminal
from checks.run.runner import run
from theory.claim import Claim


def console_for(stderr: bool = False) -> Console:
    """Wrapped for a person's terminal; in a pipe or a file a line stays a line."""
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, soft_wrap=not stream.isatty())


@contextmanager
def remembering_interrupts() -> Iterator[list[int]]:
    """The interrupts so far. One that arrives in a callback of the garbage collector is swallowed there, and would be lost."""
    seen: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield seen
        return

    def note(number: int, frame: object) -> None:
        seen.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield seen
    finally:
        signal.signal(signal.SIGINT, before)


def results_of(
    console: Console, chosen: Sequence[Claim], effort: Effort, workers: int, **places: Any
) -> tuple[list[Result], bool]:
    """Results in the catalogue's order; the flag says whether the run was interrupted (what is finished is kept)."""
    finished: list[Result] = []
    interrupted = False
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
        interrupted = True
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
) -> tuple[list[Row], bool]:
    """The rows of a table, shown as they come and, whatever happens on the way, written; the flag says whether it was interrupted."""
    rows: list[Row] = []
    interrupted = False
    try:
        for item in stream:
            rows.append(print_row(item))
    except KeyboardInterrupt:
        interrupted = True
        click.echo("interrupted: the rows above are complete", err=True)
    finally:
        stream.close()
        if json_file and (rows or interrupted):  # a request that was refused leaves no file
            files.write(json_file, machine.dump(data(rows)))
    return rows, interrupted
