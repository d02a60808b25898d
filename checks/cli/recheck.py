"""``agf recheck``: the proofs again, by a process that knows the kernel alone."""

from __future__ import annotations

import subprocess
import sys
import tempfile
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
    with tempfile.TemporaryDirectory() as folder:
        written = [_written(one, Path(folder)) for one in proofs]
        # -I: neither this directory nor the environment decides which files are the kernel.
        command = [sys.executable, "-I", str(script), *written, *flags]
        sys.exit(subprocess.run(command).returncode)


def _written(target: str, folder: Path) -> str:
    """The target; of a file of one's own, the proofs of its claims, written as data."""
    if not target.partition("::")[0].endswith(".py"):
        return target
    from checks.cli.targets import meant
    from checks.report.proof_tree import theorem_of
    from theory.proof.export import write

    found = {one.id: theorem_of(one) for one in meant(target) if one.proof}
    if not found:
        raise LookupError(f"{target} has no claim with a proof")
    name = f"{Path(target.partition('::')[0]).stem}.json"
    return str(write(folder / name, {key: value for key, value in found.items() if value}))
