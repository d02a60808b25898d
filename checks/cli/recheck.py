"""``agf recheck``: the proofs again, by a process that knows the kernel alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from checks.cli.group import main


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
