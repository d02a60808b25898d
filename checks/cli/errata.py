"""``agf errata`` and ``agf latex``: what goes to the authors and into papers."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from checks import files
from checks.cli.group import main
from checks.cli.options import (
    among,
    chosen_claims,
    effort_of,
    effort_options,
    figures_option,
    required_results_option,
    results_option,
    setting_option,
    target_argument,
    writable,
)
from checks.cli.running import console_for, results_of, say_what_is_checked
from checks.methods.check import Effort
from checks.report import machine, terminal
from checks.report.rank import by_importance, counted
from theory.catalogue import known


@main.command()
@target_argument
@setting_option
@click.option(
    "--document", is_flag=True, help="A complete document: statements, derivations, notation."
)
@click.option(
    "-o",
    "--output",
    callback=writable,
    metavar="FILE",
    help="Write to this file instead of the terminal.",
)
@results_option
def latex(ids, settings, document, output, results) -> None:
    """Print claims as LaTeX: fragments that can be pasted into math mode, or a document that
    compiles.
    """
    from checks.report import latex as report

    if results is not None and not ids:
        chosen = [one.claim for one in results if not settings or one.claim.setting in settings]
    else:
        chosen = chosen_claims(ids, settings)
    chosen = sorted(chosen, key=known().index) if document else chosen
    text = report.document(chosen) if document else report.fragments(chosen)
    if output:
        _write(output, text)
    else:
        click.echo(text, nl=False)


@main.command()
@target_argument
@setting_option
@required_results_option
@click.option(
    "-o",
    "--output",
    callback=writable,
    required=True,
    metavar="FILE",
    help="The file of the page.",
)
@figures_option
def page(ids, settings, results, output, folder) -> None:
    """Write the page for the browser from stored results, without a new run."""
    from checks.report import page as report

    figures = report.figures_in(folder) if folder else ()
    chosen = among(results, ids, settings)
    effort = effort_of(click.get_current_context())
    _write(output, report.as_html(chosen, effort, len(chosen), figures, report.today()))


def _write(output: Path, text: str) -> None:
    """Write the file and say so, beside what is printed: the file may be the terminal itself."""
    files.write(output, text)
    click.echo(f"wrote {output}", err=True)


@main.command()
@effort_options
@click.option(
    "--latex",
    "latex_file",
    callback=writable,
    metavar="FILE",
    help="Write them as a document for the authors.",
)
@click.option(
    "--markdown",
    "markdown_file",
    callback=writable,
    metavar="FILE",
    help="Write them as Markdown, for the documentation.",
)
@results_option
def errata(
    ids, settings, profile, seed, workers, json_file, latex_file, markdown_file, results
) -> None:
    """Print what is false as printed: counterexample, correction, evidence for both."""
    console = console_for()
    effort, interrupted = Effort(profile, seed), 0
    if results is None:
        chosen = chosen_claims(ids, settings)
        say_what_is_checked(chosen)
        results, interrupted = results_of(console_for(stderr=True), chosen, effort, workers)
    else:
        effort = effort_of(click.get_current_context())
        results = among(results, ids, settings)
    false = [result for result in results if result.as_printed == "fails"]
    if json_file:
        files.write(json_file, machine.as_json(false, effort))
    if latex_file:
        from checks.report import latex as report

        files.write(latex_file, report.errata(results, effort))
    if markdown_file:
        from checks.report import markdown

        files.write(markdown_file, markdown.errata(results, effort))
    for result in by_importance(false):
        terminal.details(console, result)
    console.print(f"\n{counted(results)}", markup=False)
    sys.exit(interrupted or (0 if all(result.sound for result in false) else 1))
