"""The terminal: a table with progress for people, plain lines in a pipe. ``NO_COLOR`` is kept by
rich.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import shorten

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from checks.bench.row import Row
from checks.evidence import VERDICTS, Result
from theory.typeset.places import in_the_pdf
from theory.validate import plural

COLUMNS = ("claim", "line", "verdict", "how", "scope", "s")
WIDE = 120  # a terminal that is narrower shows claim and verdict alone
SCOPE = 60  # letters of a scope in the table; a claim by itself has all of it

COLOURS = {
    "error": "bold red",
    "vacuous": "red",
    "unknown": "yellow",
    "refuted": "magenta",
    "supported": "cyan",
    "tested": "cyan",
    "certified": "green",
    "argued": "green",
    "proved": "bold green",
}


def progress(console: Console, results: Iterable[Result], total: int) -> Iterator[Result]:
    """Pass results through, with a bar on a terminal and a line a claim in a pipe."""
    if not console.is_terminal:
        start = time.monotonic()
        for done, result in enumerate(results, 1):
            left = forecast(time.monotonic() - start, done, total)
            console.print(
                f"[{done}/{total}] {result.claim.id}: "
                f"{result.headline}{' (reused)' if result.reused else ''}{left}",
                markup=False,
                soft_wrap=True,
            )
            yield result
        return
    columns = (
        SpinnerColumn(),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("checking", total=total)
        for result in results:
            bar.update(task, advance=1, description=result.claim.id)
            yield result


def forecast(elapsed: float, done: int, total: int) -> str:
    """About how long it takes from here, every tenth claim of a run that takes minutes; nothing
    before a third is done, for what takes longest is begun first.

    >>> forecast(elapsed=300.0, done=100, total=260)
    '; about 8 min left'
    >>> forecast(300.0, 101, 260), forecast(3.0, 100, 260), forecast(300.0, 80, 260)
    ('', '', '')
    """
    if done % 10 or 3 * done < total:
        return ""
    left = elapsed / done * (total - done)
    return f"; about {left / 60:.0f} min left" if left > 90 else ""


def table(console: Console, results: Sequence[Result]) -> None:
    """Every claim in a line (on a terminal), and in full what is not sound; ``summary`` is printed
    behind it.
    """
    if console.is_terminal:
        columns = COLUMNS if console.width >= WIDE else ("claim", "verdict")
        grid = Table(title="Which statements are true?", title_justify="left")
        for column in columns:
            right = column in ("line", "s")
            grid.add_column(
                column,
                justify="right" if right else "left",
                overflow="fold",
                no_wrap=column == "claim",  # an id is never split
            )
        for result in results:
            cells = {
                "claim": result.claim.id,
                "line": str(result.claim.line or ""),
                "verdict": f"[{COLOURS[result.verdict]}]{result.headline}[/]",
                "how": escape(how(result)),
                "scope": escape(shorten(result.scope, SCOPE, placeholder=" ...")),
                "s": f"{sum(e.seconds for e in result.evidence):.1f}",
            }
            grid.add_row(*(cells[column] for column in columns))
        console.print(grid)
    for result in results:
        if not result.sound:
            details(console, result)
        elif left := _left_of_the_proof(result):
            console.print(f"\n{result.claim.id}: its proof is not finished", markup=False)
            for text in left:
                console.print(f"  {text}", markup=False, highlight=False, soft_wrap=True)


def _left_of_the_proof(result: Result) -> list[str]:
    """Why the proof that a person wrote for a claim of theirs gave no theorem; empty where it
    did.
    """
    if result.claim.proof is None:
        return []
    tried = [one for one in result.evidence if one.method == "theorem"]
    return [text for one in tried if one.outcome != "holds" for text in one.detail]


def how(result: Result) -> str:
    """Methods with counts, for the statement that matters: the correction where there is one."""
    kind = "printed" if result.claim.corrected is None else "corrected"
    parts = [
        f"{e.method} {e.instances}" if e.instances else e.method
        for e in result.evidence
        if e.statement == kind and e.outcome == "holds"
    ]
    return ", ".join(parts)


def summary(results: Sequence[Result]) -> str:
    """How many claims have each verdict, and whether every one is sound."""
    if not results:
        return "0 claims: nothing was finished"
    counts = Counter(result.verdict for result in results)
    words = ", ".join(f"{counts[v]} {v}" for v in reversed(VERDICTS) if counts[v])
    corrected = sum(r.verdict == "refuted" and r.sound for r in results)
    unsound = sum(not r.sound for r in results)
    tail = f"; {corrected} refuted as printed with a correction that holds" if corrected else ""
    if corrected:
        standing = Counter(r.standing for r in results if r.verdict == "refuted" and r.sound)
        tail += f" ({', '.join(f'{standing[v]} {v}' for v in reversed(VERDICTS) if standing[v])})"
    return f"{plural(len(results), 'claim')}: {words}{tail}; " + (
        "every claim is sound" if not unsound else f"{unsound} NOT SOUND"
    )


def details(console: Console, result: Result) -> None:
    """A claim in full: statements, reading, every piece of evidence."""
    claim = result.claim
    places = [one for one in (claim.place, in_the_pdf(claim)) if one]
    console.print(f"\n{claim.id}  {result.headline}", style=COLOURS[result.verdict], markup=False)
    console.print(
        f"  {claim.title}" + (f" ({'; '.join(places)})" if places else ""),
        markup=False,
        highlight=False,
    )
    statement(console, "printed", str(claim.printed))
    if claim.corrected is not None:
        statement(console, "corrected", str(claim.corrected))
        statement(console, claim.severity or "why", claim.erratum)
    if claim.reading:
        statement(console, "reading", claim.reading)
    standing(console, result)
    for evidence in result.evidence:
        statement(console, evidence.statement, str(evidence))
        for text in evidence.detail:
            console.print(f"             {text}", markup=False, highlight=False, style="dim")


def standing(console: Console, result: Result) -> None:
    """What a verdict says of its reach: scope, words, foundations, literature, and how a
    counterexample was decided.
    """
    statement(console, "scope", result.scope)
    if result.argued:
        statement(console, "argued", result.argued)
    if result.weak_foundations:
        statement(
            console, "rests on", f"{', '.join(result.weak_foundations)}, not proved nor argued"
        )
    if result.cites:
        statement(console, "cites", ", ".join(result.cites))
    if result.refuted_by:
        statement(console, "refuted by", f"a counterexample that is {result.refuted_by}")


def statement(console: Console, name: str, text: str) -> None:
    """One named line of a claim in full."""
    console.print(f"  {name:<10} {text}", markup=False, highlight=False)


def bench_line(row: Row) -> str:
    """One row of ``agf bench``: both times, the ratio, its target, and how well the two answers
    agree.
    """
    ratio = "no correct peer" if row.ratio is None else f"{row.ratio:8.3g} x"
    target = (
        ""
        if row.target is None
        else " (target "
        f"{row.target:.3g}{'' if row.met is None else ', met' if row.met else ', MISSED'})"
    )
    agree = "" if row.agree_to is None else f"; agree to {row.agree_to:.1e}"
    peer = "" if row.peer_s is None else f" {row.peer_s:.4g} s"
    return f"{row.name:<52} {ratio}{target}: ours {row.ours_s:.4g} s, {row.peer}{peer}{agree}" + (
        f"; {row.note}" if row.note else ""
    )
