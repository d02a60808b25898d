"""The ``agf`` command. Exit status: 0 every claim sound, 1 some claim not, 2 bad usage, 130 interrupted."""
from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from theory.catalogue import SETTINGS, claim as claim_by_id, claims
from theory.claim import Claim
from theory.derivation import DerivationError
from theory.symbols import NOTATION

from .check import PROFILES, TIME_LIMIT, Effort
from .evidence import Result
from .mutate import fates
from .report import files, terminal
from .runner import in_children, run

INTERRUPTED, BROKEN_PIPE = 130, 141  # what shells use for SIGINT and SIGPIPE


class Friendly(click.Group):
    """One clear line for an expected problem; a traceback only for ``--debug``."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        if not args:
            return super().parse_args(context, args)  # shows the help
        try:
            return super().parse_args(context, args)
        except click.UsageError as problem:
            _complain(context, problem.format_message())

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except BrokenPipeError:  # the reader (head, less) has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            context.exit(BROKEN_PIPE)
        except click.UsageError as problem:
            _complain(context, problem.format_message())
        except (LookupError, ValueError, OSError) as problem:
            if context.params.get("debug"):
                raise
            message = problem.args[0] if isinstance(problem, LookupError) and problem.args else problem
            _complain(context, str(message))


def _complain(context: click.Context, message: str) -> None:
    click.echo(f"agf: error: {' '.join(message.split())}", err=True)
    context.exit(2)


@click.group(cls=Friendly, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="Show a traceback where something goes wrong.")
def main(debug: bool) -> None:
    """Which statements of the AGF paper are true, how do we know, and what should the false ones say?"""


def _alpha(context: click.Context, option: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    from numerics.validate import log_inverse

    for value in values:
        try:
            log_inverse(value)
        except ValueError as problem:
            raise click.BadParameter(str(problem), context, option) from None
    return tuple(values)


def _writable(context: click.Context, option: click.Parameter, name: str | None) -> Path | None:
    """The file of a report, or an error before any work starts."""
    try:
        return files.writable(name) if name else None
    except OSError as problem:
        raise click.BadParameter(str(problem), context, option) from None


def _console(stderr: bool = False) -> Console:
    """Wrapped for a person's terminal; in a pipe or a file a line stays a line."""
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, soft_wrap=not stream.isatty())


def _effort_options(command: Callable) -> Callable:
    for option in reversed((
        click.argument("ids", nargs=-1, metavar="[ID]..."),
        click.option("--setting", "settings", multiple=True, type=click.Choice(SETTINGS), help="Only this setting."),
        click.option("--profile", type=click.Choice(PROFILES), default="quick", show_default=True, help="How hard to look."),
        click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Fixes every random instance."),
        click.option("--workers", type=click.IntRange(1), default=2, show_default=True, help="Claims checked at a time."),
        click.option("--json", "json_file", callback=_writable, metavar="FILE", help="Write the result as JSON."),
    )):
        command = option(command)
    return command


def _chosen(ids: Sequence[str], settings: Sequence[str] = ()) -> list[Claim]:
    chosen = [claim_by_id(identifier) for identifier in dict.fromkeys(ids)] or list(claims())
    kept = [claim for claim in chosen if not settings or claim.setting in settings]
    if not kept:
        raise LookupError(f"no claim left: {', '.join(ids)} is not in {', '.join(settings)}")
    return kept


def _run(console: Console, chosen: Sequence[Claim], effort: Effort, workers: int) -> tuple[list[Result], bool]:
    """Results in the catalogue's order; the flag says whether the run was interrupted (what is finished is kept)."""
    found: list[Result] = []
    interrupted = False
    stream = run(chosen, effort, workers)

    def kept() -> Iterator[Result]:
        for result in stream:
            found.append(result)  # before it is shown: what a person has seen finished is in the report
            yield result

    try:
        for _ in terminal.progress(console, kept(), len(chosen)):
            pass
    except KeyboardInterrupt:
        interrupted = True
    finally:
        stream.close()
    order = [claim.id for claim in chosen]
    return sorted(found, key=lambda r: order.index(r.claim.id)), interrupted


@main.command()
@_effort_options
@click.option("--alpha", "alphas", multiple=True, callback=_alpha, metavar="A", help="Initialisation scales to use (may be repeated).")
@click.option("--junit", "junit_file", callback=_writable, metavar="FILE", help="Write the result as JUnit XML.")
def check(ids, settings, profile, seed, workers, json_file, alphas, junit_file) -> None:
    """Check claims and say which are true."""
    chosen = _chosen(ids, settings)
    effort = Effort(profile, seed, alphas)
    console = _console()
    results, interrupted = _run(console, chosen, effort, workers)
    if json_file:
        files.write(json_file, files.as_json(results, effort))
    if junit_file:
        files.write(junit_file, files.as_junit(results))
    terminal.table(console, results)
    if interrupted:
        console.print(f"interrupted: {len(results)} of {len(chosen)} claims finished and kept", markup=False)
        sys.exit(INTERRUPTED)
    sys.exit(0 if all(result.sound for result in results) else 1)


@main.command(name="list")
@click.option("--setting", "settings", multiple=True, type=click.Choice(SETTINGS))
def list_(settings) -> None:
    """List every claim with its place in the paper."""
    for claim in _chosen((), settings):
        mark = "corrected" if claim.corrected is not None else claim.origin
        click.echo(f"{claim.id:<42} line {claim.line:>4}  {claim.kind:<12} {mark:<9} {claim.title}")


@main.command()
@click.argument("identifier", metavar="ID")
def show(identifier) -> None:
    """Show a claim: statement, assumptions, how it was read, what it rests on."""
    claim = claim_by_id(identifier)
    click.echo(str(claim))
    click.echo(f"  kind       {claim.kind}, origin {claim.origin}")
    if claim.reading:
        click.echo(f"  reading    {claim.reading}")
    for symbol in sorted(claim.printed.free_symbols, key=str):
        if symbol in NOTATION:
            click.echo(f"  {symbol.name:<10} {NOTATION[symbol].meaning}")
    if claim.rests_on:
        click.echo(f"  rests on   {', '.join(claim.rests_on)}")
    click.echo(f"  LaTeX      {claim.latex()}")
    click.echo(f"  next       agf check {claim.id}" + (f"  |  agf derive {claim.id}" if claim.derive else ""))


@main.command()
@click.argument("identifier", metavar="ID")
def derive(identifier) -> None:
    """Print a claim's derivation, every step re-checked."""
    claim = claim_by_id(identifier)
    chain = claim.derivation
    if chain is None:
        have = ", ".join(one.id for one in claims() if one.derive)
        raise LookupError(f"{identifier} has no derivation; these have: {have}")
    try:
        how = chain.check()
    except DerivationError as problem:
        click.echo(f"agf: the derivation of {identifier} is broken: {problem}", err=True)
        sys.exit(1)
    click.echo(f"{claim.id}: {claim.title}\n\n  {chain.start}")
    for step, shown in zip(chain.steps, how):
        click.echo(f"= {step.expr}\n      {step.rule}  ({shown})")


@main.command()
@_effort_options
def errata(ids, settings, profile, seed, workers, json_file) -> None:
    """Print what is false as printed: counterexample, correction, evidence for both."""
    chosen = _chosen(ids, settings)
    effort = Effort(profile, seed)
    console = _console()
    results, interrupted = _run(_console(stderr=True), chosen, effort, workers)
    false = [result for result in results if result.as_printed == "fails"]
    if json_file:
        files.write(json_file, files.as_json(false, effort))
    for result in false:
        terminal.details(console, result)
    console.print(f"\n{len(false)} of {len(results)} statements are false as printed", markup=False)
    sys.exit(INTERRUPTED if interrupted else 0 if all(result.sound for result in false) else 1)


def _rows(context: click.Context, option: click.Parameter, name: str | None) -> list[dict] | None:
    """The claims of a file that ``agf check --json`` wrote."""
    if name is None:
        return None
    import json

    try:
        return json.loads(Path(name).read_text(encoding="utf-8"))["claims"]
    except OSError as problem:
        raise click.BadParameter(f"cannot read {name}: {problem.strerror}", context, option) from None
    except (ValueError, KeyError, TypeError):
        raise click.BadParameter(f"{name} is not a file that `agf check --json` wrote", context, option) from None


@main.command(name="figures")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("-o", "directory", default="figures", show_default=True, metavar="DIR", help="Where the SVG and PNG files go.")
@click.option("--results", callback=_rows, metavar="FILE", help="What `agf check --json` wrote, for the figure `claims`; without it the claims are checked.")
def figures_(names, directory, results) -> None:
    """Draw the figures, all of them or those named."""
    from . import figures

    figures.make(names, directory, claims=results, done=lambda made: click.echo(f"{made.svg}  {made.png.name}"))


@main.command()
@_effort_options
def mutate(ids, settings, profile, seed, workers, json_file) -> None:
    """Break every formula on purpose and see whether the checks notice."""
    chosen = _chosen(ids, settings)
    effort, rows, interrupted = Effort(profile, seed), [], False
    stream = in_children(fates, [claim.id for claim in chosen], effort, workers, 4 * TIME_LIMIT[profile])
    try:
        for identifier, found, end in stream:
            row = _mutation_row(identifier, found, end)
            rows.append(row)
            click.echo(f"{identifier:<42} {row['mutants']:>3} mutants  {row['killed']:>3} killed  "
                       f"{row['equivalent']:>2} equivalent  {row['survived']:>2} survived" + (f"  {end}" if end else ""))
            for survivor in row["survivors"]:
                click.echo(f"    survived: {survivor}")
    except KeyboardInterrupt:
        interrupted = True
        click.echo("interrupted: the rows above are complete", err=True)
    finally:
        stream.close()
        if json_file:
            files.write(json_file, files.dump({"claims": rows}))
    total = {key: sum(row[key] for row in rows) for key in ("mutants", "killed", "equivalent", "survived")}
    click.echo("{mutants} mutants: {killed} killed, {equivalent} proved equivalent, {survived} survived".format(**total))
    clean = total["survived"] == 0 and len(rows) == len(chosen) and not any(row["error"] for row in rows)
    sys.exit(INTERRUPTED if interrupted else 0 if clean else 1)


def _mutation_row(identifier: str, found: Sequence[Any], end: str) -> dict[str, Any]:
    count = {fate: sum(one.fate == fate for one in found) for fate in ("killed", "survived", "equivalent")}
    return {"id": identifier, "mutants": len(found), **count, "error": end,
            "survivors": [f"{one.operator}: {one.latex}" for one in found if one.fate == "survived"]}


if __name__ == "__main__":
    main()
