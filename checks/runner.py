"""Claims to verdicts: one child process and one time limit a claim, several at a time.

Evidence is sent home check by check, so a claim that runs out of time, or a run that is interrupted, keeps what
it had found. A slow symbolic computation can only cost its own claim.
"""
from __future__ import annotations

import multiprocessing as mp
import signal
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

from theory.catalogue import claim as claim_by_id
from theory.claim import Claim

from .catalogue import checks_for
from .check import TIME_LIMIT, Check, Effort
from .evidence import Evidence, Result

Work = Callable[[str, Effort, Callable[[Any], None]], None]  # (claim id, effort, send) -> nothing


def check_claim(claim: Claim, effort: Effort, send: Callable[[Evidence], None] = lambda e: None,
                checks: Iterable[Check] | None = None) -> Result:
    """Run every check of one claim (its own unless others are given) in this process, on the printed form and on the corrected one."""
    found: list[Evidence] = []
    statements = {"printed": claim.printed} | ({} if claim.corrected is None else {"corrected": claim.corrected})
    for name, statement in statements.items():
        for check in checks_for(claim) if checks is None else checks:
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


def _check_work(identifier: str, effort: Effort, send: Callable[[Evidence], None]) -> None:
    check_claim(claim_by_id(identifier), effort, send)


def run(claims: Iterable[Claim], effort: Effort, workers: int = 2, limit: float | None = None, work: Work | None = None) -> Iterator[Result]:
    """Yield a result for each claim as it finishes; closing the generator stops the children. ``work`` checks one by its id."""
    by_id = {claim.id: claim for claim in claims}
    seconds = limit or TIME_LIMIT[effort.profile]
    for identifier, evidence, end in in_children(work or _check_work, by_id, effort, workers, seconds):
        if end:
            evidence.append(Evidence("time limit" if end == "timeout" else "worker", "property",
                                     "unknown" if end == "timeout" else "error", seconds=seconds, detail=(
                f"stopped after {seconds:g} s: `agf check {identifier} --profile full` gives it more time"
                if end == "timeout" else end,)))
        yield Result(by_id[identifier], tuple(evidence), stopped=end == "timeout")


@dataclass
class _Child:
    process: Any
    receiver: Connection
    started: float
    items: list = field(default_factory=list)
    done: bool = False


def in_children(work: Work, identifiers: Iterable[str], effort: Effort, workers: int,
                seconds: float) -> Iterator[tuple[str, list, str]]:
    """Run ``work`` on each id in a child of its own; yield (id, what it sent, how it ended: "" is well)."""
    methods = mp.get_all_start_methods()
    context = mp.get_context("forkserver" if "forkserver" in methods else "spawn")
    if context.get_start_method() == "forkserver":
        context.set_forkserver_preload(["checks.preload"])
    waiting, running = list(identifiers), {}
    try:
        while waiting or running:
            while waiting and len(running) < max(1, workers):
                identifier = waiting.pop(0)
                running[identifier] = _start(context, work, identifier, effort)
            wait([child.receiver for child in running.values()], timeout=0.2)
            for identifier, child in list(running.items()):
                end = _collect(child, seconds)
                if end is not None:
                    del running[identifier]
                    yield identifier, child.items, end
    finally:
        for child in running.values():
            child.process.kill()
            child.process.join()


def _start(context: Any, work: Work, identifier: str, effort: Effort) -> _Child:
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_child_main, args=(work, identifier, effort, sender), daemon=True)
    process.start()
    sender.close()
    return _Child(process, receiver, time.monotonic())


def _child_main(work: Work, identifier: str, effort: Effort, sender: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    try:
        work(identifier, effort, lambda item: sender.send(("item", item)))
        sender.send(("end", ""))
    except Exception as problem:
        sender.send(("end", f"{type(problem).__name__}: {problem}"))


def _collect(child: _Child, seconds: float) -> str | None:
    """Take what has arrived; say how the child ended, or None while it runs."""
    try:
        while child.receiver.poll():
            kind, item = child.receiver.recv()
            if kind == "end":
                child.process.kill()  # it has said all it had to say: no need to wait while it tidies up
                child.process.join()
                return item
            child.items.append(item)
    except (EOFError, OSError):  # OSError: it died in the middle of a message
        child.process.join()
        return f"the worker died (exit code {child.process.exitcode})"
    if time.monotonic() - child.started > seconds:
        child.process.kill()
        child.process.join()
        return "timeout"
    return None
