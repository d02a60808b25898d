"""Claims to verdicts: each claim is checked in a worker process under a time limit, several at a time.

Evidence is sent home check by check, so a claim that runs out of time, or a run that is interrupted, keeps what
it had found. A slow symbolic computation can only cost its own claim.
"""
from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from theory.catalogue import claim as claim_by_id
from theory.claim import Claim

from .catalogue import checks_for
from .check import TIME_LIMIT, Effort
from .evidence import Evidence, Result
from .pool import in_children


def check_claim(claim: Claim, effort: Effort, send: Callable[[Evidence], None] = lambda e: None) -> Result:
    """Run every check of one claim in this process, on the printed form and on the corrected one."""
    found: list[Evidence] = []
    statements = {"printed": claim.printed} | ({} if claim.corrected is None else {"corrected": claim.corrected})
    for name, statement in statements.items():
        for check in checks_for(claim):
            # A bound that is not attained may still hold: sharpness is asked only of the form that we stand for.
            if name == "printed" and claim.corrected is not None and getattr(check, "sharp", False):
                continue
            evidence = _one(check, claim, name, statement, effort)
            found.append(evidence)
            send(evidence)
            # A printed form that we correct needs one refutation; the rest of the effort belongs to the correction.
            if name == "printed" and claim.corrected is not None and evidence.outcome == "fails":
                break
    return Result(claim, tuple(found))


def _one(check: Any, claim: Claim, name: str, statement: Any, effort: Effort) -> Evidence:
    start = time.perf_counter()
    try:
        evidence = check.run(claim, statement, effort)
    except Exception as problem:  # a crashed check is evidence about us, and must not stop the others
        trace = traceback.format_exc(limit=-3).strip().splitlines()
        evidence = Evidence(check.name, check.method, "error", detail=(f"{type(problem).__name__}: {problem}", *trace))
    return evidence.about(name, time.perf_counter() - start)


def run(claims: Iterable[Claim], effort: Effort, workers: int = 2, limit: float | None = None) -> Iterator[Result]:
    """Yield a result for each claim as it finishes; closing the generator stops the children."""
    by_id = {claim.id: claim for claim in claims}
    seconds = limit or TIME_LIMIT[effort.profile]
    for identifier, evidence, end in in_children(_check_work, by_id, effort, workers, seconds):
        if end:
            evidence.append(Evidence("time limit" if end == "timeout" else "worker", "property",
                                     "unknown" if end == "timeout" else "error", seconds=seconds, detail=(
                f"stopped after {seconds:g} s: `agf check {identifier} --profile full` gives it more time"
                if end == "timeout" else end,)))
        yield Result(by_id[identifier], tuple(evidence), stopped=end == "timeout")


def _check_work(identifier: str, effort: Effort, send: Callable[[Evidence], None]) -> None:
    check_claim(claim_by_id(identifier), effort, send)
