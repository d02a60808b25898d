"""The ``agf`` command. Exit status: 0 every claim sound, 1 some claim not, 2 bad usage, 130 interrupted."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NoReturn

import click
from rich.console import Console

from checks import files
from checks.evidence import Result
from checks.methods.check import MOST_INSTANCES, PROFILES, TIME_LIMIT, Effort
from checks.report import machine, terminal
from checks.report.rank import by_importance, by_severity
from checks.run.runner import run
from checks.run.workers import in_children
from theory.catalogue import SETTINGS, claims
from theory.catalogue import claim as claim_by_id
from theory.claim import Claim
from theory.derivation import DerivationError
from theory.notation import letters_in

INTERRUPTED, BROKEN_PIPE = 130, 141  # what shells use for SIGINT and SIGPIPE


class Friendly(click.Group):
    """One clear line for an expected problem; a traceback only for ``--debug``."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:  # type: ignore[return]
        if not args:
            return super().parse_args(context, args)  # shows the help
        try:
            return super().parse_args(context, args)
        except click.UsageError as problem:
            _complain(context, problem.format_message())

    def invoke(self, context: click.Context) -> Any:
        if sys.stdout is None:
            _complain(context, "the output is closed: send it to a file, or to /dev/null")
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
            message = (
                problem.args[0] if isinstance(problem, LookupError) and problem.args else problem
            )
            _complain(context, str(message))


def _complain(context: click.Context, message: str) -> None:
    click.echo(f"agf: error: {' '.join(message.split())}", err=True)
    context.exit(2)


def _version(context: click.Context, option: click.Parameter, asked: bool) -> None:
    if asked:
        from checks.run.fingerprint import version_of

        click.echo(f"agf {version_of('agf-verifier')}")
        context.exit()


@click.group(cls=Friendly, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="Show a traceback where something goes wrong.")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def main(debug: bool) -> None:
    """Which statements of the AGF paper are true, how do we know, and what should the false ones say?"""


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


def _writable(context: click.Context, option: click.Parameter, name: str | None) -> Path | None:
    """The file of a report, or an error before any work starts."""
    try:
        return files.writable(name) if name is not None else None
    except (OSError, ValueError) as problem:
        raise click.BadParameter(str(problem), context, option) from None


def _folder(context: click.Context, option: click.Parameter, name: str | None) -> Path | None:
    """A folder that may or may not exist yet, by a name that it can have."""
    try:
        return files.named(name) if name is not None else None
    except OSError as problem:
        raise click.BadParameter(str(problem), context, option) from None


def _console(stderr: bool = False) -> Console:
    """Wrapped for a person's terminal; in a pipe or a file a line stays a line."""
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, soft_wrap=not stream.isatty())


def _effort_options(command: Callable) -> Callable:
    for option in reversed(
        (
            click.argument("ids", nargs=-1, metavar="[ID]..."),
            click.option(
                "--setting",
                "settings",
                multiple=True,
                type=click.Choice(SETTINGS),
                help="Only this setting.",
            ),
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
                callback=_writable,
                metavar="FILE",
                help="Write the result as JSON.",
            ),
        )
    ):
        command = option(command)
    return command


def _chosen(ids: Sequence[str], settings: Sequence[str] = ()) -> list[Claim]:
    chosen = [claim_by_id(identifier) for identifier in dict.fromkeys(ids)] or list(claims())
    kept = [claim for claim in chosen if not settings or claim.setting in settings]
    if not kept:
        raise LookupError(f"no claim left: {', '.join(ids)} is not in {', '.join(settings)}")
    return kept


def _run(
    console: Console, chosen: Sequence[Claim], effort: Effort, workers: int, **places: Any
) -> tuple[list[Result], bool]:
    """Results in the catalogue's order; the flag says whether the run was interrupted (what is finished is kept)."""
    found: list[Result] = []
    interrupted = False
    stream = run(chosen, effort, workers, **places)

    def kept() -> Iterator[Result]:
        for result in stream:
            found.append(
                result
            )  # before it is shown: what a person has seen finished is in the report
            yield result

    try:
        for _ in terminal.progress(console, kept(), len(chosen)):
            pass
    except KeyboardInterrupt:
        interrupted = True
    finally:
        stream.close()  # type: ignore[attr-defined]
    order = [claim.id for claim in chosen]
    return sorted(found, key=lambda r: order.index(r.claim.id)), interrupted


@main.command()
@_effort_options
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
    callback=_writable,
    metavar="FILE",
    help="Write the result as JUnit XML.",
)
@click.option(
    "--html",
    "html_file",
    callback=_writable,
    metavar="FILE",
    help="Write the result as a page for the browser.",
)
@click.option(
    "--figures",
    "folder",
    callback=_folder,
    metavar="DIR",
    help="Show the SVG figures of this folder on the page.",
)
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
    callback=_folder,
    metavar="DIR",
    help="Where evidence is kept; implies --resume.  [default: agf in the user's cache folder]",
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
) -> None:
    """Check claims and say which are true."""
    chosen = _chosen(ids, settings)
    write_page = _page_writer(html_file, folder)
    effort = Effort(profile, seed, alphas, instances)
    console = _console()
    with ExitStack() as stack:
        places = _places(address, resume, store, stack)
        results, interrupted = _run(console, chosen, effort, workers, **places)
    if json_file:
        files.write(json_file, machine.as_json(results, effort))
    if junit_file:
        files.write(junit_file, machine.as_junit(results))
    write_page(results, effort, len(chosen))
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
        sys.exit(INTERRUPTED)
    sys.exit(0 if all(result.sound for result in results) else 1)


def _places(
    address: str | None, resume: bool, store: Path | None, stack: ExitStack
) -> dict[str, Any]:
    """Where evidence is kept and who does the work, if a person asked for anything but this machine and this run."""
    places: dict[str, Any] = {}
    if resume or store is not None:
        from checks.run.store import Store, default_folder

        places["store"] = Store(
            store or default_folder(), lambda text: click.echo(f"agf: {text}", err=True)
        )
    if address is not None:
        from checks.run.cluster import Cluster

        places["cluster"] = stack.enter_context(Cluster(address))
    return places


def _page_writer(
    target: Path | None, folder: Path | None
) -> Callable[[Sequence[Result], Effort, int], None]:
    """What writes the page, with its figures read (or an error) before any work starts."""
    if target is None:
        if folder:
            raise click.UsageError(
                f"--figures {folder} goes on a page: name its file with --html FILE"
            )
        return lambda results, effort, expected: None
    from checks.report import page

    figures = page.figures_in(folder) if folder else ()
    return lambda results, effort, expected: files.write(
        target, page.as_html(results, effort, expected, figures)
    )


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
    for head, entry in letters_in((claim.printed, claim.expr)).items():
        click.echo(f"  {head.name:<10} {entry.shown().meaning}")
    if claim.rests_on:
        click.echo(f"  rests on   {', '.join(claim.rests_on)}")
    click.echo(f"  LaTeX      {claim.latex(width=None)}")
    click.echo(
        f"  next       agf check {claim.id}"
        + (f"  |  agf derive {claim.id}" if claim.derive else "")
    )


@main.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--setting", "settings", multiple=True, type=click.Choice(SETTINGS), help="Only this setting."
)
@click.option(
    "--document", is_flag=True, help="A complete document: statements, derivations, notation."
)
@click.option(
    "-o",
    "--output",
    callback=_writable,
    metavar="FILE",
    help="Write to this file instead of the terminal.",
)
def latex(ids, settings, document, output) -> None:
    """Print claims as LaTeX: fragments that can be pasted into math mode, or a document that compiles."""
    from checks.report import latex as report

    chosen = _chosen(ids, settings)
    chosen = sorted(chosen, key=claims().index) if document else chosen
    text = report.document(chosen) if document else report.fragments(chosen)
    if output:
        files.write(output, text)
    else:
        click.echo(text, nl=False)


@main.command()
@click.argument("identifier", metavar="ID")
@click.option(
    "--latex",
    "as_latex",
    is_flag=True,
    help="As an align* environment, one line a step, the rule at its right.",
)
def derive(identifier, as_latex) -> None:
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
    if as_latex:
        click.echo(chain.latex())
        return
    click.echo(f"{claim.id}: {claim.title}\n\n  {chain.start}")
    for step, shown in zip(chain.steps, how):
        click.echo(f"{step.relation} {step.expr}\n      {step.rule}  ({shown})")


@main.command()
@_effort_options
@click.option(
    "--latex",
    "latex_file",
    callback=_writable,
    metavar="FILE",
    help="Write them as a document for the authors.",
)
@click.option(
    "--markdown",
    "markdown_file",
    callback=_writable,
    metavar="FILE",
    help="Write them as Markdown, for the documentation.",
)
def errata(ids, settings, profile, seed, workers, json_file, latex_file, markdown_file) -> None:
    """Print what is false as printed: counterexample, correction, evidence for both."""
    chosen = _chosen(ids, settings)
    effort = Effort(profile, seed)
    console = _console()
    results, interrupted = _run(_console(stderr=True), chosen, effort, workers)
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


def _claims_of(
    context: click.Context, option: click.Parameter, name: str | None
) -> list[dict] | None:
    """The claims of a file that ``agf check --json`` wrote."""
    if name is None:
        return None
    import json

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
    callback=_folder,
    metavar="DIR",
    help="Where the SVG and PNG files go.",
)
@click.option(
    "--results",
    callback=_claims_of,
    metavar="FILE",
    help="What `agf check --json` wrote, for the figure `claims`; without it the claims are checked.",
)
def figures_(names, directory, results) -> None:
    """Draw the figures, all of them or those named."""
    from checks import figures

    figures.make(
        names,
        directory,
        claims=results,
        done=lambda made: click.echo(f"{made.svg}  {made.png.name}"),
    )


@main.command()
@click.argument("proofs", nargs=-1, metavar="[ID|FILE]...")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def recheck(proofs: Sequence[str], as_json: bool) -> None:
    """Check proofs again, step by step, in a process that knows the proof kernel alone."""
    import theory.proof

    script = Path(theory.proof.__file__).parent / "recheck.py"
    flags = ["--json"] if as_json else []
    # -I: neither this directory nor the environment decides which files are the kernel.
    sys.exit(subprocess.run([sys.executable, "-I", str(script), *proofs, *flags]).returncode)


@main.command()
@_effort_options
@click.option(
    "--planted",
    is_flag=True,
    help="Judge statements planted for the purpose instead: false, true and empty ones.",
)
def mutate(ids, settings, profile, seed, workers, json_file, planted) -> None:
    """Break every formula on purpose and see whether the checks notice."""
    from checks.mutate import fates

    if planted:
        _planted(ids, settings, Effort(profile, seed), workers, json_file)
    chosen = _chosen(ids, settings)
    stream = in_children(
        fates,
        [claim.id for claim in chosen],
        Effort(profile, seed),
        workers,
        4 * TIME_LIMIT[profile],
    )

    def shown(sent: tuple[str, Sequence[Any], str]) -> dict[str, Any]:
        identifier, found, end = sent
        row = _mutation_row(identifier, found, end)
        click.echo(
            f"{identifier:<42} {row['mutants']:>3} mutants  {row['killed']:>3} killed  "
            f"{row['equivalent']:>2} equivalent  {row['survived']:>2} survived"
            + (f"  {end}" if end else "")
        )
        for survivor in row["survivors"]:
            click.echo(f"    survived: {survivor}")
        return row

    rows, interrupted = _shown_rows(stream, shown, json_file, lambda rows: {"claims": rows})
    total = {
        key: sum(row[key] for row in rows)
        for key in ("mutants", "killed", "equivalent", "survived")
    }
    click.echo(
        "{mutants} mutants: {killed} killed, {equivalent} proved equivalent, {survived} survived".format(
            **total
        )
    )
    clean = (
        total["survived"] == 0
        and len(rows) == len(chosen)
        and not any(row["error"] for row in rows)
    )
    sys.exit(INTERRUPTED if interrupted else 0 if clean else 1)


def _planted(
    ids: Sequence[str],
    settings: Sequence[str],
    effort: Effort,
    workers: int,
    json_file: Path | None,
) -> NoReturn:
    """The table of planted statements, a line each as it is judged."""
    from checks.planted import table

    chosen = table.chosen(ids, settings)
    order = [one.claim.id for one in chosen]

    def shown(row: Any) -> Any:
        click.echo(str(row))
        return row

    def data(rows: list) -> dict[str, Any]:
        in_order = sorted(rows, key=lambda row: order.index(row.plant.claim.id))
        return {
            "profile": effort.profile,
            "seed": effort.seed,
            "rows": [row.as_json() for row in in_order],
        }

    found, interrupted = _shown_rows(table.rows(chosen, effort, workers), shown, json_file, data)
    good = sum(row.good for row in found)
    click.echo(
        f"{len(found)} planted statements: {good} judged as expected, {len(found) - good} not"
    )
    sys.exit(INTERRUPTED if interrupted else 0 if good == len(chosen) else 1)


def _shown_rows(
    stream: Any, shown: Callable[[Any], Any], json_file: Path | None, data: Callable[[list], dict]
) -> tuple[list, bool]:
    """The rows of a table, shown as they come and, whatever happens on the way, written; the flag says whether it was interrupted."""
    found: list[Any] = []
    interrupted = False
    try:
        for item in stream:
            found.append(shown(item))
    except KeyboardInterrupt:
        interrupted = True
        click.echo("interrupted: the rows above are complete", err=True)
    finally:
        stream.close()
        if json_file and (found or interrupted):  # a request that was refused leaves no file
            files.write(json_file, machine.dump(data(found)))
    return found, interrupted


def _mutation_row(identifier: str, found: Sequence[Any], end: str) -> dict[str, Any]:
    count = {
        fate: sum(one.fate == fate for one in found)
        for fate in ("killed", "survived", "equivalent")
    }
    return {
        "id": identifier,
        "mutants": len(found),
        **count,
        "error": end,
        "survivors": [f"{one.operator}: {one.latex}" for one in found if one.fate == "survived"],
    }


@main.command()
@click.argument("names", nargs=-1, metavar="[GROUP]...")
@click.option(
    "--json", "json_file", callback=_writable, metavar="FILE", help="Write the rows as JSON."
)
def bench(names, json_file) -> None:
    """Measure our routes against what a user would write instead, side by side."""
    from checks.bench import rows

    def shown(row: Any) -> Any:
        click.echo(terminal.bench_line(row))
        return row

    found, interrupted = _shown_rows(
        rows(names), shown, json_file, lambda rows: {"rows": [row.as_json() for row in rows]}
    )
    missed = [row for row in found if row.met is False]
    click.echo(
        f"{len(found)} rows; {len(missed)} targets missed"
        + "".join(f"\n  {row.name}: {row.ratio:.3g} instead of {row.target:.3g}" for row in missed)
    )
    sys.exit(INTERRUPTED if interrupted else 0)


if __name__ == "__main__":
    main()
