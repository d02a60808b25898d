"""What several commands take: which claims, how hard to look, where to write; refused before any
work starts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from checks import files
from checks.cli.targets import targeted
from checks.evidence import Result
from checks.methods.check import LONGEST, PROFILES, Effort
from theory.catalogue import SETTINGS
from theory.claim import Claim


def writable(context: click.Context, option: click.Parameter, name: str | None) -> Path | None:
    """The file of a report, or an error before any work starts."""
    try:
        return files.writable(name) if name is not None else None
    except (OSError, ValueError) as problem:
        raise click.BadParameter(str(problem), context, option) from None


def limit_in_seconds(
    context: click.Context, option: click.Parameter, seconds: float | None
) -> float | None:
    """A time limit that a timer can be set to; NaN is none."""
    if seconds is not None and not 0 < seconds <= LONGEST:
        reason = f"{seconds:g} s: expected a number of seconds > 0, at most {LONGEST}"
        raise click.BadParameter(reason, context, option)
    return seconds


def folder_name(context: click.Context, option: click.Parameter, name: str | None) -> Path | None:
    """A folder that may or may not exist yet, by a name that it can have."""
    try:
        return files.named(name) if name is not None else None
    except OSError as problem:
        raise click.BadParameter(str(problem), context, option) from None


def stored_results(
    context: click.Context, option: click.Parameter, name: str | None
) -> list[Result] | None:
    """The results of a file that ``agf check --json`` wrote; of the files that its claims were read
    from, those are run that a target names, or all with --run-sources.
    """
    from checks.report.machine import read_results

    def may_run(source: str) -> bool:
        every = context.meta.get("agf.run-sources", False)
        return every or any(_within(source, one) for one in context.params.get("ids", ()))

    try:
        context.meta["agf.results"] = name
        return None if name is None else read_results(Path(name), may_run)
    except OSError as problem:
        reason = f"cannot read {name}: {problem.strerror}"
        raise click.BadParameter(reason, context, option) from None
    except (ValueError, LookupError) as problem:
        raise click.BadParameter(str(problem.args[0]), context, option) from None


def _within(source: str, target: str) -> bool:
    """Does the target mean this file, a claim of it, or a folder that it is in?"""
    path = Path(target.partition("::")[0])
    return target not in SETTINGS and Path(source).is_relative_to(path.resolve())


def _note_run_sources(context: click.Context, option: click.Parameter, given: bool) -> None:
    context.meta["agf.run-sources"] = given


def effort_of(context: click.Context) -> Effort:
    """How hard the run looked whose results were given."""
    from checks.report.machine import read_effort

    return read_effort(Path(context.meta["agf.results"]))


def among(results: Sequence[Result], ids: Sequence[str], settings: Sequence[str]) -> list[Result]:
    """Those results whose claims the targets and settings mean; all where there are none."""
    wanted = {one.id for one in targeted(ids)} if ids else None
    return [
        one
        for one in results
        if (wanted is None or one.claim.id in wanted)
        and (not settings or one.claim.setting in settings)
    ]


def _results_options(**more: Any) -> Callable[[Callable], Callable]:
    results = click.option("--results", callback=stored_results, metavar="FILE", **more)
    # Eager, as targets are: whether a file may be run is known before the report that names it is
    # read.
    run_sources = click.option(
        "--run-sources",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_note_run_sources,
        help="Run the Python files that the claims of --results FILE were read from.",
    )
    return lambda command: results(run_sources(command))


results_option = _results_options(
    help="Take what `agf check --json FILE` wrote, and check nothing."
)
required_results_option = _results_options(
    help="What `agf check --json FILE` wrote.", required=True
)
figures_option = click.option(
    "--figures",
    "folder",
    callback=folder_name,
    metavar="DIR",
    help="Show the SVG figures of this folder on the page.",
)
setting_option = click.option(
    "--setting", "settings", multiple=True, type=click.Choice(SETTINGS), help="Only this setting."
)


def _completed(context: click.Context, option: click.Parameter, start: str) -> list[str]:
    """What a shell offers behind the first letters of a target: settings and ids, else files."""
    from theory.catalogue import known

    names = [*SETTINGS, *(one.id for one in known())]
    return [name for name in names if name.startswith(start)]


target_argument = click.argument(
    "ids", nargs=-1, metavar="[TARGET]...", shell_complete=_completed, is_eager=True
)


def effort_options(command: Callable) -> Callable:
    """Which claims, how hard to look, in how many processes, and the file of the result: for
    commands that check.
    """
    for option in reversed(
        (
            target_argument,
            setting_option,
            click.option(
                "--profile",
                type=click.Choice(PROFILES),
                default="quick",
                show_default=True,
                help="How hard to look.",
            ),
            click.option(
                "--seed",
                type=click.IntRange(0),
                default=0,
                show_default=True,
                help="Fixes every random instance.",
            ),
            click.option(
                "--workers",
                type=click.IntRange(1),
                default=2,
                show_default=True,
                help="Claims checked at a time.",
            ),
            click.option(
                "--json",
                "json_file",
                callback=writable,
                metavar="FILE",
                help="Write the result as JSON.",
            ),
        )
    ):
        command = option(command)
    return command


def chosen_claims(ids: Sequence[str], settings: Sequence[str] = ()) -> list[Claim]:
    """The claims that these targets mean, in this order (default: all), that are in these settings
    (default: all).
    """
    chosen = targeted(tuple(dict.fromkeys(ids)))
    kept = [claim for claim in chosen if not settings or claim.setting in settings]
    if not kept:
        raise LookupError(f"no claim left: {', '.join(ids)} is not in {', '.join(settings)}")
    return kept
