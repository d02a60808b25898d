"""``agf list``, ``agf show``, ``agf derive``: what is claimed, without checking it."""

from __future__ import annotations

import sys

import click

from checks.cli.group import main
from checks.cli.options import chosen_claims, setting_option
from theory.catalogue import claim as claim_by_id
from theory.catalogue import claims
from theory.claim import Claim
from theory.derivation import DerivationError
from theory.notation import letters_in


@main.command(name="list")
@setting_option
def list_(settings) -> None:
    """List every claim with its place in the paper."""
    for claim in chosen_claims((), settings):
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
        click.echo(f"  {head.name:<10} {entry.at_its_arguments().meaning}")
    for meaning, formula in definitions(claim):
        click.echo(f"  defined    {meaning}: {formula}")
    if claim.rests_on:
        click.echo(f"  rests on   {', '.join(claim.rests_on)}")
    click.echo(f"  LaTeX      {claim.latex(width=None)}")
    click.echo(
        f"  next       agf check {claim.id}"
        + (f"  |  agf derive {claim.id}" if claim.derive else "")
    )


def definitions(claim: Claim) -> list[tuple[str, str]]:
    """What the machine takes the letters of a claim to mean, where the kernel's registry has them: words and formula."""
    from importlib import import_module
    from importlib.util import find_spec

    if find_spec(f"theory.{claim.setting}.kernel_letters") is None:
        return []
    import_module(f"theory.{claim.setting}.kernel_letters")
    from theory.proof.letters import DEFINITIONS, READINGS, show

    chosen = [DEFINITIONS[name] for name in READINGS.get(claim.id, ())]
    return [(one.meaning, show(one.statement)) for one in chosen]


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
        have = ", ".join(other.id for other in claims() if other.derive)
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
    for step, reason in zip(chain.steps, how):
        click.echo(f"{step.relation} {step.expr}\n      {step.rule}  ({reason})")
