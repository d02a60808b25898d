"""The symbolic layer: what importing the catalogue costs on top of SymPy, and how long the proofs
take.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from checks.bench.row import Row, answered, side_by_side
from checks.catalogue import checks_for
from checks.methods.check import Effort
from theory.catalogue import claims

CATALOGUE = "from theory import claims; claims()"
LIMIT = 10.0


def rows() -> Iterator[Row]:
    """The import of the catalogue against that of SymPy; the slowest symbolic check."""

    def run(code: str) -> None:
        subprocess.run([sys.executable, "-c", code], check=True)

    ours, sympy = side_by_side(lambda: run(CATALOGUE), lambda: run("import sympy"), turns=5)
    yield Row(
        "import the catalogue",
        ours,
        "import sympy",
        sympy,
        note=f"{len(claims())} claims, {ours - sympy:.2f} s on top of SymPy",
    )
    yield _proofs()


def _proofs() -> Row:
    """Every symbolic check of every statement that we stand for; the slowest one should take
    seconds.
    """
    found, broken = [], []
    for claim in claims():
        statement = claim.printed if claim.corrected is None else claim.corrected
        for check in checks_for(claim):
            if check.method == "symbolic":
                taken, evidence = answered(lambda: check.run(claim, statement, Effort()))
                found.append((taken, claim.id))
                broken += [claim.id] * (evidence.outcome != "holds")
    slowest, identifier = max(found)
    note = f"the slowest: {identifier}" + (f"; NOT PROVED: {', '.join(broken)}" if broken else "")
    return Row(
        f"{len(found)} proofs, {sum(s for s, _ in found):.0f} s in all",
        slowest,
        "ten seconds for the slowest",
        LIMIT,
        None,
        1.0,
        note,
    )
