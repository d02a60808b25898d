"""``agf completion``: what a shell reads to complete commands, options, settings and ids."""

from __future__ import annotations

import click

from checks.cli.group import completion_script, main


@main.command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> None:
    """Print what makes a shell complete `agf`: eval "$(agf completion bash)" in its start file."""
    click.echo(completion_script(shell))
