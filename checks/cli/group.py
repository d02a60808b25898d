"""The group that all commands belong to: expected problems in one line, the exit status that says
what happened.
"""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

import click

INTERRUPTED, BROKEN_PIPE = 130, 141  # what shells use for SIGINT and SIGPIPE
OUT_OF_TIME = 3  # nothing is false, but something was not decided


class Friendly(click.Group):
    """One clear line for an expected problem; a traceback only for ``--debug``."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Options and arguments; bad usage is one line."""
        if not args:
            return super().parse_args(context, args)  # shows the help
        try:
            return super().parse_args(context, args)
        except click.UsageError as problem:
            _complain(context, problem.format_message())

    def invoke(self, context: click.Context) -> Any:
        """Run the command; an expected problem is one line, and a closed pipe the end."""
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


def _complain(context: click.Context, message: str) -> NoReturn:
    click.echo(f"agf: error: {' '.join(message.split())}", err=True)
    context.exit(2)


def _version(context: click.Context, option: click.Parameter, asked: bool) -> None:
    if asked:
        from checks.run.fingerprint import version_of

        click.echo(f"agf {version_of('agf-verifier')}")
        context.exit()


def completion_script(shell: str) -> str:
    """What a shell has to read to complete ``agf``."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    return found(main, {}, "agf", "_AGF_COMPLETE").source()


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
    """Which statements of the AGF paper are true, how do we know, and what should the false ones
    say?
    """
