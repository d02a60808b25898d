"""Evidence kept on disk, so that an interrupted campaign goes on where it stopped and an unchanged
claim is not checked again.

One JSON file a task, named after everything its evidence depends on: the claim, the request, the
sources and the versions of the libraries; with another of these it is another file. Data only: a
file is read as numbers and text, field by field, and one that is damaged, half-written or of the
wrong shape is set aside and its task done anew.

The checksum protects against damage, not against a forger: who can write to the folder can write a
record that is believed. So theorems are not kept but made again, a record names the checks of its
claim, and every report marks what was reused.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from checks import files
from checks.catalogue import checks_for
from checks.evidence import Evidence
from checks.evidence_data import FIELDS, evidence_from
from checks.run.fingerprint import fingerprint
from checks.run.tasks import Task
from theory.catalogue import claim as claim_by_id
from theory.own.source import digest_of

SCHEMA = 3
# Bytes of a record: a thousand times more than the longest counterexample needs.
LARGEST = 4_000_000


class Damaged(ValueError):
    """A record that cannot be trusted; the message says why."""


@dataclass(frozen=True)
class Kept:
    """What is known about a task; ``complete`` if it had finished."""

    evidence: tuple[Evidence, ...]
    complete: bool


def default_folder() -> Path:
    """Where evidence is kept unless a person says otherwise: the user's cache folder."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        return (Path(cache) if cache else Path.home() / ".cache") / "agf"
    except RuntimeError:  # no HOME, and a user whom the system does not know
        raise OSError("there is no home folder: name one of yours with --store") from None


class Store:
    """A folder of records. Each is replaced in one move, so two runs may share it: the worst is
    work done twice.
    """

    def __init__(self, folder: Path, say: Callable[[str], None] = lambda text: None) -> None:
        self.folder, self._say = Path(folder), say
        try:
            files.named(self.folder)
            self.folder.mkdir(parents=True, exist_ok=True)
            files.writable(self.folder / "probe")
        except OSError as problem:
            raise OSError(
                f"cannot keep evidence in {folder}: {problem.strerror or problem}; "
                "name a folder of yours with --store"
            ) from None

    def get(self, task: Task) -> Kept | None:
        """What is known about a task, or None; a damaged record is set aside, with a message."""
        path = self._path(task)
        try:
            return _read(path, path.stem, task.claim)
        except FileNotFoundError:
            return None
        except (Damaged, OSError) as problem:
            self._set_aside(path, problem)
            return None

    def put(self, task: Task, evidence: Sequence[Evidence], complete: bool) -> None:
        """Keep what was found. An error is about us and not about the claim: it is never kept.

        A disk that is full costs the record, not the run.
        """
        sound = [e for e in evidence if e.outcome != "error"]
        complete = complete and len(sound) == len(evidence)
        # A theorem is made again in seconds: what a file says of one is not asked.
        sound = [e for e in sound if e.method != "theorem"]
        if not sound or not complete and self._knows_more(task, len(sound)):
            return
        if not _checks(task.claim):  # all that was found is that nothing checks it
            return
        path = self._path(task)
        body = {
            "schema": SCHEMA,
            "key": path.stem,
            "claim": task.claim,
            "checks": _checks(task.claim),
            "complete": complete,
            "evidence": [_as_data(e) for e in sound],
        }
        try:
            files.write(path, json.dumps({**body, "sha256": _checksum(body)}, indent=1) + "\n")
        except OSError as problem:
            self._say(f"evidence of {task.claim} could not be kept ({problem.strerror}): {path}")

    def _knows_more(self, task: Task, pieces: int) -> bool:
        """Has a run beside us, or an earlier one, kept as much already?"""
        kept = self.get(task)
        return kept is not None and (kept.complete or len(kept.evidence) >= pieces)

    def _path(self, task: Task) -> Path:
        return self.folder / f"{task_key(task)}.json"

    def _set_aside(self, path: Path, problem: Exception) -> None:
        reason = problem.strerror if isinstance(problem, OSError) else problem
        number = len(list(self.folder.glob(f"{path.name}.damaged-*")))
        target = path.with_name(f"{path.name}.damaged-{number}")
        try:
            os.replace(path, target)
        except FileNotFoundError:
            return  # a run beside us was faster
        except OSError as refused:
            self._say(
                f"a damaged record ({reason}) cannot be set aside ({refused.strerror}): {path}"
            )
        else:
            self._say(
                f"a damaged record was set aside and its work is done anew ({reason}): {target}"
            )


def of_the_user(say: Callable[[str], None]) -> Store | None:
    """The store in the user's cache folder. Where there can be none, a line says why, and the run
    goes on without.
    """
    try:
        return Store(default_folder(), say)
    except OSError as problem:
        say(f"{problem}; this run keeps nothing")
        return None


def task_key(task: Task) -> str:
    """A digest of all that the evidence of a task depends on."""
    return _checksum(
        {
            "claim": _claim(task.claim),
            "effort": asdict(task.effort),
            "check": task.check,
            "statement": task.statement,
            "shard": task.shard,
            "fingerprint": fingerprint(),
        }
    )


@cache
def _claim(identifier: str) -> list[str]:
    """What a claim says, as text, for SymPy numbers its dummies anew in every process; what text
    does not show, the sources do.
    """
    claim = claim_by_id(identifier)
    said = [identifier, str(claim.printed), str(claim.corrected), *map(str, claim.given)]
    return [*said, *filter(None, [digest_of(identifier)])]


@cache
def _checks(identifier: str) -> list[list[str]]:
    """The checks of a claim as a record names them: name and method."""
    try:
        return [[one.name, one.method] for one in checks_for(claim_by_id(identifier))]
    except LookupError:  # a claim that the catalogue does not have
        return []


def _checksum(data: Any) -> str:
    return sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _as_data(evidence: Evidence) -> dict[str, Any]:
    """Evidence as JSON; infinities and NaN, which JSON does not have, as text."""
    data = {
        name: list(value) if isinstance(value := getattr(evidence, name), tuple) else value
        for name in FIELDS
    }
    return {
        name: str(value) if isinstance(value, float) and value - value != 0 else value
        for name, value in data.items()
    }


def _read(path: Path, key: str, claim: str) -> Kept:
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode):
        raise Damaged("not a file")
    if status.st_size > LARGEST:
        raise Damaged(f"{status.st_size} bytes")
    try:
        record = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        raise Damaged("not JSON") from None
    if not isinstance(record, dict) or record.get("schema") != SCHEMA:
        raise Damaged("of another schema")
    if record.pop("sha256", None) != _checksum(record):
        raise Damaged("its checksum does not match")
    if (
        record.get("key") != key
        or not isinstance(record.get("complete"), bool)
        or not isinstance(record.get("evidence"), list)
    ):
        raise Damaged("of the wrong shape")
    known = _checks(claim)
    if record.get("claim") != claim or record.get("checks") != known:
        raise Damaged("of another claim, or of other checks than it has")
    evidence = tuple(_evidence(one) for one in record["evidence"])
    if any([one.check, one.method] not in known for one in evidence):
        raise Damaged("evidence of a check that the claim does not have")
    return Kept(evidence, record["complete"])


def _evidence(data: Any) -> Evidence:
    """Evidence that may have been kept; anything else is damage."""
    try:
        evidence = evidence_from(data)
    except ValueError as problem:
        raise Damaged(str(problem)) from None
    if evidence.method == "theorem":
        raise Damaged("a theorem is not kept")
    if evidence.outcome == "error":
        raise Damaged("an error is not kept")
    return replace(evidence, reused=False)
