"""``agf check``: which statements are true?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from checks import files
from checks.cli.group import OUT_OF_TIME, main
from checks.cli.options import (
    chosen_claims,
    effort_options,
    figures_option,
    folder_name,
    limit_in_seconds,
    writable,
)
from checks.cli.running import console_for, results_of
from checks.evidence import Result
from checks.methods.check import MOST_INSTANCES, Effort
from checks.report import machine, terminal


def _alpha(
    context: click.Context, option: click.Parameter, values: Sequence[str]
) -> tuple[str, ...]:
    from numerics.validate import log_inverse

    for value in values:
        try:
            log_inverse(value)
        except ValueError as problem:
            raise click.BadParameter(str(problem), context, option) from None
    return tuple(values)


@main.command()
@effort_options
@click.option(
    "--alpha",
    "alphas",
    multiple=True,
    callback=_alpha,
    metavar="A",
    help="Initialisation scales to use (may be repeated).",
)
@click.option(
    "--junit",
    "junit_file",
    callback=writable,
    metavar="FILE",
    help="Write the result as JUnit XML.",
)
@click.option(
    "--html",
    "html_file",
    callback=writable,
    metavar="FILE",
    help="Write the result as a page for the browser.",
)
@figures_option
@click.option(
    "--instances",
    type=click.IntRange(1, MOST_INSTANCES),
    metavar="N",
    help="Random instances for each check that draws them, in place of the profile's.",
)
@click.option(
    "--dask",
    "address",
    metavar="ADDRESS",
    help="Give the work to the Dask cluster with this scheduler, such as tcp://host:8786.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Keep evidence as it is found, and go on from what an earlier run has kept.",
)
@click.option(
    "--store",
    callback=folder_name,
    metavar="DIR",
    help="Where evidence is kept; implies --resume.  [default: agf in the user's cache folder]",
)
@click.option(
    "--time-limit",
    "limit",
    type=float,
    callback=limit_in_seconds,
    metavar="S",
    help="CPU seconds a claim may take, in place of the profile's.",
)
def check(
    ids,
    settings,
    profile,
    seed,
    workers,
    json_file,
    alphas,
    junit_file,
    html_file,
    folder,
    instances,
    address,
    resume,
    store,
    limit,
) -> None:
    """Check claims and say which are true."""
    chosen = chosen_claims(ids, settings)
    page_of = _page(html_file, folder)
    effort = Effort(profile, seed, alphas, instances)
    console = console_for()
    with ExitStack() as stack:
        places = _places(address, resume, store, stack)
        results, interrupted = results_of(console, chosen, effort, workers, limit=limit, **places)
    lost = [
        *_written(json_file, lambda: machine.as_json(results, effort)),
        *_written(junit_file, lambda: machine.as_junit(results)),
        *_written(html_file, lambda: page_of(results, effort, len(chosen))),
    ]
    terminal.table(console, results)
    if reused := sum(result.reused for result in results):
        console.print(
            f"{reused} of {len(results)} claims reused from an earlier run of the same code",
            markup=False,
        )
    if interrupted:
        console.print(
            f"interrupted: {len(results)} of {len(chosen)} claims finished and kept", markup=False
        )
    console.print(terminal.summary(results), markup=False)
    if lost:  # last, and after the verdicts: these are not lost
        raise OSError("; ".join(lost))
    if interrupted:
        sys.exit(interrupted)
    sys.exit(_status(results))


def _written(target: Path | None, text: Callable[[], str]) -> Iterator[str]:
    """Write a report where one is asked for; yield what went wrong, such as a full disk."""
    if target is not None:
        try:
            files.write(target, text())
        except OSError as problem:
            yield f"cannot write {target}: {problem.strerror or problem}"


def _status(results: Sequence[Result]) -> int:
    """0: every claim is sound; 1: some claim is not; 3: nothing is false, but something was not
    decided in time.
    """
    unsound = [result for result in results if not result.sound]
    late = all(result.stopped and result.standing == "unknown" for result in unsound)
    return 0 if not unsound else OUT_OF_TIME if late else 1


def _places(
    address: str | None, resume: bool, store: Path | None, stack: ExitStack
) -> dict[str, Any]:
    """Where evidence is kept and who does the work, if a person asked for anything but this machine
    and this run.
    """
    places: dict[str, Any] = {}
    if resume or store is not None:
        from checks.run.store import Store, of_the_user

        def say(text: str) -> None:
            click.echo(f"agf: {text}", err=True)

        # One that was asked for has to be there.
        places["store"] = of_the_user(say) if store is None else Store(store, say)
    if address is not None:
        from checks.run.cluster import Cluster

        places["cluster"] = stack.enter_context(Cluster(address))
    return places


def _page(
    target: Path | None, folder: Path | None
) -> Callable[[Sequence[Result], Effort, int], str]:
    """What makes the page, with its figures read (or an error) before any work starts."""
    if target is None:
        if folder:
            raise click.UsageError(
                f"--figures {folder} goes on a page: name its file with --html FILE"
            )
        return lambda results, effort, expected: ""
    from checks.report import page

    figures = page.figures_in(folder) if folder else ()
    return lambda results, effort, expected: page.as_html(
        results, effort, expected, figures, page.today()
    )
