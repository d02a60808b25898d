"""The table of planted statements: run each through the runner, compare its verdict with the
expected one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from itertools import groupby
from typing import Any

from checks.evidence import Evidence, Result
from checks.methods.check import Effort
from checks.planted import plants
from checks.planted.plant import Plant
from checks.run.runner import run
from checks.run.tasks import check_claim


@dataclass(frozen=True)
class Row:
    """One planted statement and what became of it."""

    plant: Plant
    result: Result

    @property
    def good(self) -> bool:
        """The verdict is the expected one; a refutation also has to show its counterexample."""
        return self.result.verdict == self.plant.expected and (
            self.result.verdict != "refuted" or bool(self.counterexample)
        )

    @property
    def counterexample(self) -> str | None:
        """The first counterexample that a check has shown."""
        return next((e.counterexample for e in self.result.evidence if e.counterexample), None)

    def __str__(self) -> str:
        claim, found = self.plant.claim, self.result.verdict
        seen = f"{found} as expected" if self.good else f"{found}, EXPECTED {self.plant.expected}"
        return f"{claim.id:<36} {claim.kind:<12} {seen:<22} {claim.title}" + (
            f"; counterexample {self.counterexample}" if self.counterexample else ""
        )

    def as_json(self) -> dict[str, Any]:
        """The row as ``agf mutate --planted --json`` writes it."""
        claim = self.plant.claim
        return {
            "id": claim.id,
            "setting": claim.setting,
            "kind": claim.kind,
            "planted": claim.title,
            "printed": claim.latex(printed=True),
            "expected": self.plant.expected,
            "found": self.result.verdict,
            "as_expected": self.good,
            "counterexample": self.counterexample,
            "seconds": sum(e.seconds for e in self.result.evidence),
        }


def chosen(ids: Sequence[str] = (), settings: Sequence[str] = ()) -> list[Plant]:
    """The planted statements with these ids (default: all) in these settings (default: all)."""
    table = {one.claim.id: one for one in plants()}
    for identifier in ids:
        if identifier not in table:
            near = get_close_matches(identifier, table, n=3, cutoff=0.4)
            raise LookupError(
                f"unknown planted statement {identifier!r}: "
                + (
                    f"did you mean {', '.join(near)}?"
                    if near
                    else "`agf mutate --planted` runs them all"
                )
            )
    kept = [
        one
        for one in table.values()
        if (not ids or one.claim.id in ids) and (not settings or one.claim.setting in settings)
    ]
    if not kept:
        raise LookupError(
            f"nothing planted is left: {', '.join(ids)} is not in {', '.join(settings)}"
        )
    return kept


def rows(chosen: Sequence[Plant], effort: Effort, workers: int = 2) -> Generator[Row, None, None]:
    """Run them as the runner runs claims, those with the same time limit together."""
    for seconds, group in groupby(
        sorted(chosen, key=lambda one: -one.seconds), key=lambda one: one.seconds
    ):
        table = {one.claim.id: one for one in group}
        for result in run(
            [one.claim for one in table.values()], effort, workers, seconds, work=check_plant
        ):
            yield Row(table[result.claim.id], result)


def check_plant(identifier: str, effort: Effort, send: Callable[[Evidence], None]) -> None:
    """As the runner does with a claim of the catalogue, with the checks planted beside it."""
    setting = import_module(f"{__package__}.{identifier.partition('.')[0]}")
    (found,) = (one for one in setting.PLANTS if one.claim.id == identifier)
    check_claim(found.claim, effort, send, found.checks)
