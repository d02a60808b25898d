"""``agf errata`` and ``agf latex``: what goes to the authors and into papers."""

from __future__ import annotations

import sys

import click

from checks import files
from checks.cli.group import INTERRUPTED, main
from checks.cli.options import chosen_claims, effort_options, setting_option, writable
from checks.cli.running import console_for, results_of
from checks.methods.check import Effort
from checks.report import machine, terminal
from checks.report.rank import by_importance, by_severity
from theory.catalogue import claims


@main.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
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
def latex(ids, settings, document, output) -> None:
    """Print claims as LaTeX: fragments that can be pasted into math mode, or a document that compiles."""
    from checks.report import latex as report

    chosen = chosen_claims(ids, settings)
    chosen = sorted(chosen, key=claims().index) if document else chosen
    text = report.document(chosen) if document else report.fragments(chosen)
    if output:
        files.write(output, text)
    else:
        click.echo(text, nl=False)


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
def errata(ids, settings, profile, seed, workers, json_file, latex_file, markdown_file) -> None:
    """Print what is false as printed: counterexample, correction, evidence for both."""
    chosen = chosen_claims(ids, settings)
    effort = Effort(profile, seed)
    console = console_for()
    results, interrupted = results_of(console_for(stderr=True), chosen, effort, workers)
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
    graded = by_severity(false)
    console.print(
        f"\n{len(false)} of {len(results)} statements are false as printed: {graded}", markup=False
    )
    sys.exit(INTERRUPTED if interrupted else 0 if all(result.sound for result in false) else 1)
