"""Theorems: a statement is proved where a process that knows the kernel alone accepts a proof of
exactly that statement.

Proofs stand as data in ``theory/proof/data``. ``agf recheck`` and this check run the same script in
a fresh interpreter; what it prints are the digests of the theorems that it made again itself. Here
the claim is translated, and the digests compared. A run of many claims has their proofs checked
again once (``checks.run.proofs``), and its workers are told (``remember``).
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from textwrap import shorten
from typing import Any

import sympy as sp

import theory.proof
from checks.evidence import Evidence
from checks.methods.check import Effort
from checks.methods.rival import contradicted, rival
from theory.claim import Claim

FOLDER = Path(theory.proof.__file__).parent
LINE = 300  # letters of a formula of the kernel in the evidence; `agf recheck` prints all of it
SCRIPT = FOLDER / "recheck.py"
STRICT = (sp.StrictGreaterThan, sp.StrictLessThan, sp.Unequality)


@dataclass(frozen=True)
class Kernel:
    """The theorem of this claim, re-checked; any other statement in its place is `unknown`, never
    proved. One that says > or != where the theorem says = is false; so is one that gives the same
    side another value (``checks.methods.rival``).
    """

    name: str = "theorem of the kernel, re-checked"
    method: str = "theorem"
    sharp: bool = True  # asked only of the form that we stand for: a proof is written for that one

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Holds where the theorem, made again by the kernel alone, is this statement under these
        assumptions.
        """
        file = _TOLD.get(claim.setting) or rechecked(claim.setting, (claim.id,))
        if "refused" in file:
            return Evidence(self.name, self.method, "unknown", detail=(file["refused"],))
        theorem = file["theorems"].get(claim.id)
        if theorem is None:
            return Evidence(self.name, self.method, "unknown", detail=("no theorem of this name",))
        problems = _problems(claim, statement, theorem, file["theorems"])
        if problems and _says_equal(claim, statement, theorem, file["theorems"]):
            return Evidence(
                self.name,
                self.method,
                "fails",
                counterexample="the two sides are equal everywhere: that is the theorem",
                refuted_by="exact",
            )
        other = rival(claim, statement) if problems else None
        if other is not None and not _problems(claim, other.theorem, theorem, file["theorems"]):
            found, instance = contradicted(claim, other, effort.seed)
            if found.outcome == "fails":
                return found.evidence(self, counterexample=instance)
        told = (
            *(f"given {shorten(one, LINE, placeholder=' ...')}" for one in theorem["given"]),
            f"|- {shorten(theorem['shown'], LINE, placeholder=' ...')}",
            f"axioms' digest {file['axioms_digest'][:16]}: `agf recheck {claim.id}` repeats it",
        )
        return Evidence(
            self.name,
            self.method,
            "unknown" if problems else "holds",
            detail=tuple(problems) or told,
            cites=() if problems else _cited(claim, theorem),
        )


def _cited(claim: Claim, theorem: Mapping) -> tuple[str, ...]:
    from theory.proof.letters import cited_by

    return cited_by(claim.id, theorem["hypotheses"])


def _problems(
    claim: Claim, statement: sp.Basic, theorem: Mapping, theorems: Mapping[str, Mapping]
) -> list[str]:
    """Why the theorem is not this statement under this claim's assumptions; empty where it is."""
    from theory.proof.letters import domains_of, judged

    read_letters(claim.setting)
    asked: Any = replace(claim, printed=statement, corrected=None, erratum="", severity=None)
    return judged(
        asked,
        theorem["conclusion"],
        theorem["hypotheses"],
        printed=True,
        domains=domains_of(claim.id, theorems),
    )


def has_strict_part(statement: sp.Basic) -> bool:
    """Does it say >, < or != of something? A theorem of the equation contradicts that."""
    return any(isinstance(part, STRICT) for part in sp.And.make_args(statement))


def may_contradict(claim: Claim, statement: sp.Basic) -> bool:
    """Is this a form that a theorem of the claim may refute?"""
    strict = claim.corrected is None and has_strict_part(statement)
    return strict or rival(claim, statement) is not None


def _says_equal(
    claim: Claim, statement: sp.Basic, theorem: Mapping, theorems: Mapping[str, Mapping]
) -> bool:
    """Is the theorem this statement with = for a >, < or != in it? Then the two contradict each
    other, since the definitions have a witness.
    """
    if not has_strict_part(statement):
        return False
    parts = sp.And.make_args(statement)
    for order in (1, -1):
        equal = [
            sp.Eq(*part.args[::order], evaluate=False) if isinstance(part, STRICT) else part
            for part in parts
        ]
        whole = sp.And(*equal, evaluate=False) if len(equal) > 1 else equal[0]
        if not _problems(claim, whole, theorem, theorems):
            return True
    return False


def read_letters(setting: str) -> None:
    """Load what the letters of a setting mean: theorems are compared with claims by that."""
    import_module(f"theory.{setting}.letters").register_functions()


_TOLD: dict[str, Mapping[str, Any]] = {}  # by the run that this process works for


def remember(found: Mapping[str, Mapping[str, Any]]) -> None:
    """Take over what the run that this process works for has had checked again, by setting."""
    _TOLD.update(found)


def file_of(setting: str) -> Path:
    """The proofs of a setting, as data."""
    return FOLDER / "data" / f"{setting}.json"


class Recheck:
    """A fresh process that checks the proofs of a setting again, or these alone."""

    def __init__(self, setting: str, names: Sequence[str] = ()) -> None:
        # -I: neither this directory nor the environment decides which files are the kernel.
        command = [sys.executable, "-I", str(SCRIPT), "--json", str(file_of(setting)), *names]
        # A pipe that is full would stop it.
        self.said, self.errors = TemporaryFile(), TemporaryFile()  # noqa: SIM115  # see theorems
        self.process = subprocess.Popen(command, stdout=self.said, stderr=self.errors)

    @property
    def ended(self) -> bool:
        """Has it nothing more to say?"""
        return self.process.poll() is not None

    def theorems(self) -> Mapping[str, Any]:
        """Theorems by name, or why it refused; waits for its end."""
        status = self.process.wait()
        with self.said, self.errors:
            self.said.seek(0)
            self.errors.seek(0)
            try:
                return json.loads(self.said.read())["results"][0]
            except (ValueError, LookupError):
                told = self.errors.read().decode(errors="replace")[-300:]
                return {"refused": f"the re-check ended with {status}: {told}"}

    def stop(self) -> None:
        """End it, whatever it is at."""
        self.process.kill()
        self.process.wait()


@cache
def rechecked(setting: str, names: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """What a fresh process makes of the proofs of a setting, or of these alone."""
    return Recheck(setting, names).theorems()


@cache
def written(setting: str) -> frozenset[str]:
    """The names of the theorems that the proofs of a setting say they prove; nothing is believed of
    them here.
    """
    file = file_of(setting)
    if not file.exists() or find_spec(f"theory.{setting}.letters") is None:
        return frozenset()
    return named(file.read_text())


def named(text: str) -> frozenset[str]:
    """The names of the theorems in a file's text. They stand at its end, and the megabytes of terms
    and steps before them are not read: every process of a run asks.

    >>> sorted(named('{"steps":[["axiom",["zero"]]],"theorems":{"a.b":{"step":0},"a.c":{}}}'))
    ['a.b', 'a.c']
    """
    end = text.rpartition('"theorems":')[2].lstrip()
    return frozenset(json.JSONDecoder().raw_decode(end)[0])
