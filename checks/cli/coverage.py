"""``agf coverage``: which lines of the paper have a claim."""

from __future__ import annotations

from pathlib import Path

import click

from checks import files
from checks.cli.group import main
from checks.cli.options import writable


@main.command()
@click.option(
    "--markdown",
    "markdown_file",
    callback=writable,
    metavar="FILE",
    help="Write the table as Markdown, for the documentation.",
)
def coverage(markdown_file: Path | None) -> None:
    """Print the paper line by line: what states something, and the claims about it."""
    from checks.report import coverage as report

    if markdown_file:
        files.write(markdown_file, report.markdown())
        click.echo(report.summary())
    else:
        click.echo(report.text(), nl=False)
