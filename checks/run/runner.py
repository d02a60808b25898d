"""Claims to verdicts: tasks go to workers (processes here, or a Dask cluster), evidence comes back
and is put together.

Each task runs under a time limit and evidence is sent home check by check, so a claim that runs out
of time, or a run that is interrupted, keeps what it had found. A slow symbolic computation can only
cost its own claim.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Protocol

from checks.catalogue import checks_for
from checks.evidence import Evidence, Result
from checks.methods.check import TIME_LIMIT, Effort
from checks.run.chain import foundations, in_order
from checks.run.proofs import Proofs
from checks.run.store import Store
from checks.run.tasks import Task, check_claim, gather, plan, work_on
from checks.run.workers import in_children, warm_up
from theory.claim import Claim

__all__ = ["check_claim", "in_children", "run"]


class Elsewhere(Protocol):
    """Somebody else who does tasks, as :class:`checks.run.cluster.Cluster` does."""

    def do(
        self, tasks: Sequence[Task], seconds: float
    ) -> Generator[tuple[Task, list[Evidence], str], None, None]:
        """Yield each task as it ends, with what it found and how it ended ("" is well)."""
        ...


def run(
    claims: Iterable[Claim],
    effort: Effort,
    workers: int = 2,
    limit: float | None = None,
    store: Store | None = None,
    cluster: Elsewhere | None = None,
    work: Callable[[str, Effort, Callable], None] | None = None,
) -> Generator[Result, None, None]:
    """Yield a result for each claim as it finishes; closing the generator stops the workers.

    What is in the ``store`` is not done again, and what is found is kept there at once. ``work``
    checks a claim by its id, in place of the catalogue's checks. A claim is yielded after what it
    rests on, which is checked too: an argument is no better than that.
    """
    asked = tuple(claims)
    whole = {claim.id for claim in asked}
    stream = _as_they_come(
        (*asked, *foundations(asked)), effort, workers, limit, store, cluster, work
    )
    with closing(stream):
        yield from (result for result in in_order(stream) if result.claim.id in whole)


def _as_they_come(
    claims: Iterable[Claim],
    effort: Effort,
    workers: int,
    limit: float | None,
    store: Store | None,
    cluster: Elsewhere | None,
    work: Callable[[str, Effort, Callable], None] | None,
) -> Generator[Result, None, None]:
    """Results as they come, each by itself."""
    by_id = {claim.id: claim for claim in claims}
    if not (cluster or work or store):  # a store may have it all
        warm_up(claim.setting for claim in by_id.values())
    # A person who says how many instances to draw has time for them.
    seconds = limit or TIME_LIMIT[effort.profile if effort.instances is None else "deep"]
    parts: dict[str, list] = {identifier: [] for identifier in by_id}
    left: dict[str, int] = {}
    to_do: list[Task] = []
    for claim in by_id.values():
        tasks = plan(claim, effort)
        left[claim.id] = len(tasks)
        for task in tasks:
            kept = store.get(task) if store else None
            # What a file says of a theorem is not believed: the kernel is asked again.
            theorem = not task.check and any(c.method == "theorem" for c in checks_for(claim))
            if kept and kept.complete and not theorem:
                parts[claim.id].append((task, [replace(e, reused=True) for e in kept.evidence], ""))
                left[claim.id] -= 1
            else:
                to_do.append(replace(task, known=kept.evidence) if kept else task)
        if not left[claim.id]:
            yield gather(claim, parts.pop(claim.id), seconds)

    def keep(task: Task, found: Sequence[Evidence]) -> None:
        if store:
            store.put(task, found, complete=False)

    if cluster:
        stream = cluster.do(to_do, seconds)
    elif work:
        stream = in_children(partial(_by_id, work), to_do, effort, workers, seconds, keep)
    else:
        stream = _in_workers(by_id, to_do, effort, workers, seconds, keep)
    with closing(stream):
        for task, found, end in stream:
            if store:
                store.put(task, found, complete=not end)
            parts[task.claim].append((task, found, end))
            left[task.claim] -= 1
            if not left[task.claim]:
                yield gather(by_id[task.claim], parts.pop(task.claim), seconds)


def _in_workers(
    claims: Mapping[str, Claim],
    to_do: list[Task],
    effort: Effort,
    workers: int,
    seconds: float,
    keep: Callable[[Task, Sequence[Evidence]], None],
) -> Generator[tuple[Task, list, str], None, None]:
    """The tasks by processes here, while the proofs of their settings are checked again."""
    if to_do:
        warm_up(claims[task.claim].setting for task in to_do)
    flows = {claim.id: _flows(claim) for claim in claims.values()}
    # Who integrates takes longest and goes first: short tasks let all workers end together.
    to_do.sort(key=lambda task: not flows[task.claim])
    about = dict.fromkeys(task.claim for task in to_do)
    with closing(Proofs(claims[name] for name in about)) as proofs:
        yield from in_children(
            work_on,
            to_do,
            effort,
            workers,
            seconds,
            keep,
            family=lambda task: flows[task.claim],
            ready=lambda task: proofs.ready(claims[task.claim].setting),
            lesson=lambda task: proofs.lesson(claims[task.claim].setting),
        )


def _flows(claim: Claim) -> frozenset[tuple[str, str]]:
    """The checks of a claim that integrate: another claim that has one of them, or one that names
    the same flows, reads the same flows, and a worker keeps those that it has computed.
    """
    return frozenset(
        (claim.setting, getattr(c, "flows", "") or c.name)
        for c in checks_for(claim)
        if c.method in ("flow", "limit")
    )


def _by_id(
    work: Callable[[str, Effort, Callable], None],
    task: Task,
    effort: Effort,
    send: Callable[[Evidence], None],
) -> None:
    work(task.claim, effort, send)
