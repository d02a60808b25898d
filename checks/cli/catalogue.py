"""``agf list``, ``agf show``, ``agf derive``, ``agf new``: what is claimed, without checking it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from checks.cli.group import main
from checks.cli.options import chosen_claims, results_option, setting_option, target_argument
from checks.cli.targets import meant
from checks.evidence import VERDICTS, Result, in_words
from checks.report.meaning import definitions, target_of
from theory.catalogue import known
from theory.claim import Claim
from theory.derivation import DerivationError
from theory.notation import letters_in
from theory.validate import plural

BY_INSTANCES = ("tested", "certified", "supported")  # what holds at the instances that were drawn


@main.command(name="list")
@target_argument
@setting_option
@click.option(
    "--verdict",
    "verdicts",
    multiple=True,
    type=click.Choice(VERDICTS),
    help="Only claims with this verdict (may be repeated): of --results, or checked now and kept.",
)
@click.option("--search", "words", metavar="TEXT", help="Only claims that speak of this.")
@click.option(
    "--scopes",
    is_flag=True,
    help="Only claims that instances alone speak for, with the ranges that were drawn: what is "
    "false beyond them was not seen.",
)
@results_option
def list_(ids, settings, verdicts, words, scopes, results) -> None:
    """List claims with their place in the paper; all of them, or those that the targets mean."""
    if results is not None and not ids:
        chosen = [one.claim for one in results]
    else:
        chosen = chosen_claims(ids, settings)
    chosen = [one for one in chosen if not settings or one.setting in settings]
    if words:
        chosen = [one for one in chosen if words.lower() in spoken(one)]
    told = {}
    if verdicts or scopes:
        told = {one.claim.id: one for one in results or _checked(chosen)}
        chosen = [one for one in chosen if one.id in told]
    if verdicts:
        chosen = [one for one in chosen if told[one.id].verdict in verdicts]
    if scopes:
        chosen = [one for one in chosen if told[one.id].standing in BY_INSTANCES]
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for claim in chosen:
        click.echo(_line(claim, width))
        for line in _drawn(told[claim.id]) if scopes else ():
            click.echo(line)
    if not chosen:
        alone = scopes and told and not verdicts
        why = "none rests on instances alone" if alone else "no claim fits"
        click.echo(f"{why}: `agf list` shows them all", err=True)


def _drawn(result: Result) -> Iterator[str]:
    """What the verdict speaks of, and what each check drew that accepts the form we stand for."""
    yield f"    {result.standing}: {result.scope}"
    form = "printed" if result.claim.corrected is None else "corrected"
    for one in result.about(form):
        if one.outcome == "holds":
            count = plural(one.instances, "instance")
            yield f"      {one.check}: {'; '.join(filter(None, (count, in_words(one.ranges))))}"


def spoken(claim: Claim) -> str:
    """Everything that a search looks in, in small letters."""
    letters = [entry.meaning for entry in letters_in((claim.printed, claim.expr)).values()]
    words = (claim.id, claim.title, claim.label, claim.reading, claim.erratum, *letters)
    return " ".join((*words, str(claim.printed), str(claim.expr))).lower()


def _line(claim: Claim, width: int | None) -> str:
    """One claim; on a narrow terminal the end of the title is left out, and never a
    part of the id.
    """
    mark = "corrected" if claim.corrected is not None else claim.origin
    place = f"line {claim.line:>4}" if claim.line else " " * 9
    if width is not None and width < 120:
        line = f"{claim.id:<42} {place}  {claim.title}"
    else:
        line = f"{claim.id:<42} {place}  {claim.kind:<12} {mark:<9} {claim.title}"
    return line if width is None or len(line) <= width else line[: width - 1] + "…"


def _checked(chosen: Sequence[Claim]):
    """Results of a check of these claims, from what earlier runs have kept where they have."""
    from checks.cli.running import console_for, results_of, say_what_is_checked
    from checks.methods.check import Effort
    from checks.run.store import of_the_user

    def say(text: str) -> None:
        click.echo(f"agf: {text}", err=True)

    say_what_is_checked(chosen)
    found, _ = results_of(console_for(stderr=True), chosen, Effort(), 2, store=of_the_user(say))
    return found


@main.command()
@click.argument("targets", metavar="TARGET...", nargs=-1, required=True)
def show(targets: tuple[str, ...]) -> None:
    """Show claims by id, line, label or file: statement, assumptions, letters, what
    they rest on.
    """
    chosen = dict.fromkeys(claim for target in targets for claim in meant(target))
    for number, claim in enumerate(chosen):
        if number:
            click.echo()
        _show(claim)


def _show(claim: Claim) -> None:
    click.echo(str(claim))
    click.echo(f"  kind       {claim.kind}, origin {claim.origin}")
    if claim.reading:
        click.echo(f"  reading    {claim.reading}")
    for head, entry in letters_in((claim.printed, claim.expr)).items():
        click.echo(f"  {head.name:<10} {entry.at_its_arguments().meaning}")
    for meaning, formula in definitions(claim):
        click.echo(f"  defined    {meaning}: {formula}")
    if claim.rests_on:
        click.echo(f"  rests on   {', '.join(claim.rests_on)}")
    click.echo(f"  LaTeX      {claim.latex(width=None)}")
    derived = f"  |  agf derive {target_of(claim)}" if claim.derive or claim.proof else ""
    click.echo(f"  next       agf check {target_of(claim)}{derived}")


@main.command()
@click.argument("target", metavar="TARGET")
@click.option(
    "--latex",
    "as_latex",
    is_flag=True,
    help="As an align* environment, one line a step, the rule at its right.",
)
@click.option(
    "--depth",
    type=click.IntRange(1, 12),
    default=3,
    show_default=True,
    help="How many steps of a theorem's proof, one below the other.",
)
def derive(target, as_latex, depth) -> None:
    """Print the derivation of a claim, every step re-checked, and the proof of its theorem as a
    tree.
    """
    from checks.report.proof_tree import theorem_of, tree_of
    from theory.proof.rules import Refused

    claims = meant(target)
    if len(claims) > 1:
        raise LookupError(
            f"{target} means {len(claims)} claims: expected one of "
            f"{', '.join(one.id for one in claims)}"
        )
    (claim,) = claims
    try:
        chain, theorem = claim.derivation, theorem_of(claim)
    except Refused as problem:
        if claim.proof is None:
            raise
        # a proof of one's own that is not finished says what is left to show
        click.echo(f"agf: the proof of {claim.id} is not finished\n{problem}", err=True)
        sys.exit(1)
    if chain is None and theorem is None:
        have = ", ".join(other.id for other in known() if other.derive)
        raise LookupError(
            f"{claim.id} has neither a derivation nor a theorem; these have a derivation: {have}"
        )
    if chain is not None:
        _print_chain(claim, as_latex)
    if theorem is not None:
        click.echo(tree_of(theorem, depth, as_latex))


def _print_chain(claim: Claim, as_latex: bool) -> None:
    chain = claim.derivation
    assert chain is not None
    try:
        how = chain.check()
    except DerivationError as problem:
        click.echo(f"agf: the derivation of {claim.id} is broken: {problem}", err=True)
        sys.exit(1)
    if as_latex:
        click.echo(chain.latex())
        return
    click.echo(f"{claim.id}: {claim.title}\n\n  {chain.start}")
    for step, reason in zip(chain.steps, how):
        click.echo(f"{step.relation} {step.expr}\n      {step.rule}  ({reason})")


@main.command()
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
def new(path: Path) -> None:
    """Write a commented file of claims of your own to start from."""
    from checks import files
    from checks.report.starting_file import starting_file

    if path.suffix != ".py":
        raise ValueError(f"{path} does not end in .py: expected a name such as my_paper.py")
    if path.exists():
        raise ValueError(f"{path} is there already: expected the name of a new file")
    files.write(files.writable(path), starting_file(path.stem))
    click.echo(f"wrote {path}; next: agf check {path}")
