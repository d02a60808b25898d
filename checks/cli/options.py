"""What several commands take: which claims, how hard to look, where to write; refused before any work starts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from checks import files
from checks.methods.check import PROFILES
from theory.catalogue import SETTINGS, claims
from theory.catalogue import claim as claim_by_id
from theory.claim import Claim


def writable(context: click.Context, option: click.Parameter, name: str | None) -> Path | None:
    """The file of a report, or an error before any work starts."""
    try:
        return files.writable(name) if name is not None else None
    except (OSError, ValueError) as problem:
        raise click.BadParameter(str(problem), context, option) from None


def folder_name(context: click.Context, option: click.Parameter, name: str | None) -> Path | None:
    """A folder that may or may not exist yet, by a name that it can have."""
    try:
        return files.named(name) if name is not None else None
    except OSError as problem:
        raise click.BadParameter(str(problem), context, option) from None


setting_option = click.option(
    "--setting", "settings", multiple=True, type=click.Choice(SETTINGS), help="Only this setting."
)


def effort_options(command: Callable) -> Callable:
    """Which claims, how hard to look, in how many processes, and the file of the result: for commands that check."""
    for option in reversed(
        (
            click.argument("ids", nargs=-1, metavar="[ID]..."),
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
    """The claims with these ids, in this order (default: all), that are in these settings (default: all)."""
    chosen = [claim_by_id(identifier) for identifier in dict.fromkeys(ids)] or list(claims())
    kept = [claim for claim in chosen if not settings or claim.setting in settings]
    if not kept:
        raise LookupError(f"no claim left: {', '.join(ids)} is not in {', '.join(settings)}")
    return kept
