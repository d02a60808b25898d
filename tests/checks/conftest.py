"""What several tests of checks share: work for child processes, and made-up results for pages and
reports.
"""

import sys
from pathlib import Path

import pytest

from checks.evidence import Evidence, Result
from checks.methods.check import Effort
from checks.run.workers import in_children
from theory import claims

STRONGEST = ("symbolic", "certified", "property", "flow", "limit", "critical-points")


@pytest.fixture
def children(monkeypatch):
    """The work functions of children.py, importable by name in a child process."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    import children

    # The server that children are forked from imports the catalogue first; that must not count
    # against a short limit.
    assert list(in_children(children.raises, ["warm"], Effort(), 1, 120.0)) == [
        ("warm", ["warm"], "")
    ]
    yield children
    sys.modules.pop("children", None)


@pytest.fixture(scope="session")
def made_up_results():
    """A verdict for every claim, by every method in turn; what has a correction is refuted and
    corrected.
    """
    found = []
    for number, claim in enumerate(claims()):
        holds = Evidence(
            f"check {number}",
            STRONGEST[number % 6],
            "holds",
            instances=7 + number,
            rejected=number % 3,
            digits=50,
            max_error=1e-60,
            alphas=("1e-6", "1e-9"),
            rate=0.5,
            seconds=0.25,
            detail=("a line for people",),
        )
        fails = Evidence(
            "random instances",
            "property",
            "fails",
            instances=3,
            counterexample=f"alpha = 1/{number + 2}: left = 1, right = 2",
        )
        found.append(
            Result(
                claim,
                (holds,) if claim.corrected is None else (fails, holds.about("corrected", 1.0)),
            )
        )
    return tuple(found)
