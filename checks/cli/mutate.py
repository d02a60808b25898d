"""``agf mutate``: do the checks notice what is false? Mutants of the paper's formulas, and planted
statements.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from checks.cli.group import main
from checks.cli.options import chosen_claims, effort_options
from checks.cli.running import table_rows
from checks.methods.check import TIME_LIMIT, Effort
from checks.run.workers import in_children

if TYPE_CHECKING:  # loaded when it is asked for
    from checks.mutate import Fate
    from checks.planted.table import Row


@main.command()
@effort_options
@click.option(
    "--planted",
    is_flag=True,
    help="Judge statements planted for the purpose instead: false, true and empty ones.",
)
def mutate(ids, settings, profile, seed, workers, json_file, planted) -> None:
    """Break every formula on purpose and see whether the checks notice."""
    from checks.mutate import FATES, fates

    if planted:
        _planted(ids, settings, Effort(profile, seed), workers, json_file)
    chosen = chosen_claims(ids, settings)
    stream = in_children(
        fates,
        [claim.id for claim in chosen],
        Effort(profile, seed),
        workers,
        4 * TIME_LIMIT[profile],
    )

    rows, interrupted = table_rows(stream, _print_fates, json_file, lambda rows: {"claims": rows})
    total = {key: sum(row[key] for row in rows) for key in ("mutants", *FATES)}
    click.echo(
        "{mutants} mutants: {killed} killed, {equivalent} proved equivalent or weaker, {undecided} "
        "undecided (denied, and accepted by no check), {unneeded} assumptions not needed "
        "(shown, or tested beyond them), "
        "{unnoticed} never left by an instance, {survived} survived".format(**total)
    )
    clean = (
        total["survived"] == 0
        and len(rows) == len(chosen)
        and not any(row["error"] for row in rows)
    )
    sys.exit(interrupted or (0 if clean else 1))


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
    order = [plant.claim.id for plant in chosen]

    def print_row(row: Row) -> Row:
        click.echo(str(row))
        return row

    def data(rows: list) -> dict[str, Any]:
        in_order = sorted(rows, key=lambda row: order.index(row.plant.claim.id))
        return {
            "profile": effort.profile,
            "seed": effort.seed,
            "rows": [row.as_json() for row in in_order],
        }

    rows, interrupted = table_rows(table.rows(chosen, effort, workers), print_row, json_file, data)
    good = sum(row.good for row in rows)
    click.echo(f"{len(rows)} planted statements: {good} judged as expected, {len(rows) - good} not")
    sys.exit(interrupted or (0 if good == len(chosen) else 1))


def _print_fates(sent: tuple[str, Sequence[Fate], str]) -> dict[str, Any]:
    """A claim's mutants in one line, and each that survived in one of its own; returns the row of
    the table.
    """
    from checks.mutate import FATES

    identifier, mutants, end = sent
    counts = {fate: sum(mutant.fate == fate for mutant in mutants) for fate in FATES}
    click.echo(
        f"{identifier:<42} {len(mutants):>3} mutants  {counts['killed']:>3} killed  "
        f"{counts['equivalent']:>2} equivalent  {counts['undecided']:>2} undecided  "
        f"{counts['unneeded']:>2} unneeded  {counts['unnoticed']:>2} unnoticed  "
        f"{counts['survived']:>2} survived" + (f"  {end}" if end else "")
    )
    survivors = [f"{one.operator}: {one.latex}" for one in mutants if one.fate == "survived"]
    for survivor in survivors:
        click.echo(f"    survived: {survivor}")
    return {
        "id": identifier,
        "mutants": len(mutants),
        **counts,
        "error": end,
        "survivors": survivors,
    }
