"""``agf bench`` and ``agf figures``: what is measured for people to look at."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from checks.cli.group import main
from checks.cli.options import folder_name, writable
from checks.cli.running import table_rows
from checks.report import terminal

if TYPE_CHECKING:  # what is measured is loaded when it is asked for
    from checks.bench.row import Row


def _claims_of(
    context: click.Context, option: click.Parameter, name: str | None
) -> list[dict] | None:
    """The claims of a file that ``agf check --json`` wrote."""
    if name is None:
        return None
    try:
        return json.loads(Path(name).read_text(encoding="utf-8"))["claims"]
    except OSError as problem:
        raise click.BadParameter(
            f"cannot read {name}: {problem.strerror}", context, option
        ) from None
    except (ValueError, KeyError, TypeError):
        raise click.BadParameter(
            f"{name} is not a file that `agf check --json` wrote", context, option
        ) from None


@main.command(name="figures")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "-o",
    "directory",
    default="figures",
    show_default=True,
    callback=folder_name,
    metavar="DIR",
    help="Where the SVG and PNG files go.",
)
@click.option(
    "--results",
    callback=_claims_of,
    metavar="FILE",
    help="What `agf check --json` wrote, for the figure `claims`.",
)
def figures_(names, directory, results) -> None:
    """Draw the figures, all of them or those named: seconds each, staircase-to-slide minutes.

    `claims` needs verdicts: those of --results or, if it is named, of a run of every claim.
    """
    from checks import figures

    chosen = figures.chosen(names)
    if not names and results is None:
        chosen = tuple(name for name in chosen if name != "claims")
        click.echo("claims: left out, it needs verdicts: --results FILE, or name it", err=True)
    figures.make(
        chosen,
        directory,
        claims=results,
        begun=lambda name: click.echo(f"{name} ...", err=True),
        done=lambda made: click.echo(f"{made.svg}  {made.png.name}  {made.seconds:.1f} s"),
    )


@main.command()
@click.argument("names", nargs=-1, metavar="[GROUP]...")
@click.option(
    "--json", "json_file", callback=writable, metavar="FILE", help="Write the rows as JSON."
)
@click.option(
    "--plot",
    "plot_file",
    callback=writable,
    metavar="FILE",
    help="Draw how the cost grows with d, H, p, alpha and digits; measures the group `growth` "
    "alone unless others are named.",
)
def bench(names, json_file, plot_file) -> None:
    """Measure our routes against what a user would write instead, side by side."""
    from checks.bench import growth, rows

    stream = rows(names) if names or not plot_file else _growth(plot_file)

    def print_row(row: Row) -> Row:
        click.echo(terminal.bench_line(row))
        return row

    measured, interrupted = table_rows(
        stream, print_row, json_file, lambda rows: {"rows": [row.as_json() for row in rows]}
    )
    if plot_file and names and not interrupted:
        growth.plot(plot_file, list(growth.curves()))
    missed = [row for row in measured if row.met is False]
    click.echo(
        f"{len(measured)} rows; {len(missed)} targets missed"
        + "".join(f"\n  {row.name}: {row.ratio:.3g} instead of {row.target:.3g}" for row in missed)
    )
    sys.exit(interrupted or 0)


def _growth(plot_file: Path) -> Generator[Row, None, None]:
    """The rows of the group `growth`, and its picture from the same measurement."""
    from checks.bench import growth

    measured = []
    for curve in growth.curves():
        measured.append(curve)
        yield growth.as_row(curve)
    growth.plot(plot_file, measured)
