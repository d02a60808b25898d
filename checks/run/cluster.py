"""The same tasks on an existing Dask cluster, for campaigns that one machine cannot finish.

A Dask worker hands each task to a child process of its own, so that time limits hold there too. A
task whose worker dies is given to another, a few times; every worker must have the code and the
libraries that this process has.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from checks.evidence import Evidence
from checks.run.fingerprint import differences, fingerprint
from checks.run.tasks import Task, work_on
from checks.run.workers import RETRIES, in_children
from numerics.internals import allow_children
from theory.own.source import digest_of, load, loaded

CONNECT_SECONDS = 10.0


class Cluster:
    """A connection to a Dask scheduler; use it in a ``with`` block."""

    def __init__(self, address: str, connect_seconds: float = CONNECT_SECONDS) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise ValueError(
                "--dask needs the package distributed: pip install -e '.[dask]'"
            ) from None
        if not address.strip():  # to Dask, no address means a new cluster on this machine
            raise ValueError(f"--dask is {address!r}: expected an address such as tcp://host:8786")
        try:
            self.client = Client(address, timeout=connect_seconds, set_as_default=False)
        # whatever an address that is none does inside of Dask, an AssertionError among it
        except Exception as problem:
            raise ValueError(
                f"no Dask scheduler at {address!r} within {connect_seconds:g} s "
                f"({type(problem).__name__}); "
                "expected an address such as tcp://host:8786"
            ) from None
        try:
            self._same_everywhere()
        except BaseException:
            self.client.close()
            raise

    def _same_everywhere(self) -> None:
        """Every worker has this code and these versions; an answer from other code would be one to
        another question.
        """
        if not self.client.scheduler_info(n_workers=-1)["workers"]:
            raise ValueError(
                f"the Dask cluster at {self.client.scheduler.address} has no workers: start some "
                "with `dask worker`"
            )
        for worker, theirs in self.client.run(fingerprint, on_error="return").items():
            if isinstance(theirs, BaseException):
                raise ValueError(
                    f"the Dask worker {worker} cannot run this program ({type(theirs).__name__}: "
                    f"{theirs}); install it there"
                )
            if differ := differences(fingerprint(), theirs):
                raise ValueError(
                    f"the Dask worker {worker} has other code or versions: {differ}; install the "
                    "same there"
                )

    def do(
        self, tasks: Sequence[Task], seconds: float
    ) -> Generator[tuple[Task, list[Evidence], str], None, None]:
        """(task, evidence, how it ended), as they come in."""
        from distributed import as_completed

        futures = {
            self.client.submit(
                do_task, task, seconds, fingerprint(), _own(task), pure=False, retries=RETRIES
            ): task
            for task in tasks
        }
        try:
            for future in as_completed(list(futures), loop=self.client.loop):
                task = futures.pop(future)
                if future.status == "finished":
                    yield task, *future.result()
                else:
                    problem = future.exception()
                    yield (
                        task,
                        [],
                        f"the Dask worker died or failed: {type(problem).__name__}: {problem}",
                    )
        finally:
            self.client.cancel(list(futures))

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *ignored: Any) -> None:
        self.client.close()


def _own(task: Task) -> tuple[tuple[str, ...], str]:
    """The files that other people's claims were read from, and the digest of what this
    task needs.
    """
    return loaded(), digest_of(task.claim)


def do_task(
    task: Task,
    seconds: float,
    theirs: dict[str, str],
    own: tuple[tuple[str, ...], str] = ((), ""),
) -> tuple[list[Evidence], str]:
    """On a Dask worker: do one task in a child process. A worker that joined later must have the
    same code, too.
    """
    if differ := differences(theirs, fingerprint()):
        return [], f"a Dask worker has other code or versions: {differ}"
    for source in own[0]:
        try:
            load(source)
        except (LookupError, ValueError, OSError) as problem:
            return [], f"a Dask worker cannot read {source}: {problem}"
    if digest_of(task.claim) != own[1]:
        return [], f"a Dask worker has another version of {', '.join(own[0])}"
    allow_children()
    ((_, found, end),) = in_children(work_on, [task], task.effort, 1, seconds)
    return found, end
