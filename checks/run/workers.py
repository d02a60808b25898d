"""Worker processes that do one task after another, each under a limit of CPU time that nothing
inside it can ignore.

The limit counts the worker's own seconds: a busy machine makes a run longer, and no verdict another
one.

What a task finds is sent home piece by piece, so one that is stopped keeps what it had. A worker
that hangs is killed, one that dies is replaced and its task tried again, and one that has grown is
retired: a long campaign keeps its memory bounded.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any

from checks.methods.check import Effort
from numerics.internals import let_go_of_the_fork_server
from theory.own.source import load, loaded

Work = Callable[[Any, Effort, Callable[[Any], None]], None]  # (task, effort, send) -> nothing
# a worker may be killed from outside, so a lost task is tried again; one that kills every worker is
# an error
RETRIES = 2
# a worker is replaced after so many; a fresh one, with cold caches, costs a fraction of a second
TASKS = 40
AHEAD = 100  # waiting tasks that are looked at for one that suits a worker
MEMORY = 1.0e9  # bytes a worker may have used before it is replaced
# a task that waits instead of working is stopped after so many times its limit by the clock
PATIENCE = 20.0
SOON = 0.1  # seconds until it is asked again whether tasks that are not ready have become so
# Tells the process that workers are forked from which settings a run is about.
WANTED = "AGF_SETTINGS"
SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux
# seconds for a worker to come to life: it loads the catalogue, and that does not count against its
# task
START = 300.0


@dataclass
class _Job:
    """A task in the hands of a worker."""

    task: Hashable
    attempt: int
    started: float
    items: list = field(default_factory=list)


@dataclass
class _Worker:
    process: Any
    pipe: Connection
    job: _Job | None = None
    last: Any = None  # the task it was given last
    lessons: set[Callable] = field(default_factory=set)  # what it has been told before its tasks
    done: int = 0
    memory: float = 0.0

    @property
    def worn(self) -> bool:
        return self.done >= TASKS or self.memory > MEMORY

    def give(
        self,
        work: Work,
        task: Hashable,
        attempt: int,
        effort: Effort,
        seconds: float,
        lesson: Callable[[], None] | None,
    ) -> None:
        self.job, self.last = _Job(task, attempt, time.monotonic() + START), task
        new = None if lesson in self.lessons else lesson
        self.lessons |= {lesson} if lesson else set()
        try:
            self.pipe.send((new, work, task, effort, seconds))
        except OSError:
            pass  # it died while it had nothing to do; reading from it will say so

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def in_children(
    work: Work,
    tasks: Iterable[Hashable],
    effort: Effort,
    workers: int,
    seconds: float,
    arrived: Callable[[Any, list], None] = lambda task, items: None,
    family: Callable[[Any], frozenset] = lambda task: frozenset(),
    ready: Callable[[Any], bool] = lambda task: True,
    lesson: Callable[[Any], Callable[[], None] | None] = lambda task: None,
) -> Generator[tuple[Any, list, str], None, None]:
    """Run ``work`` on each task in a child process; yield (task, what it sent, how it ended: "" is
    well).

    ``arrived`` hears of what a task has sent so far whenever there is more of it. Tasks whose
    ``family`` has something in common use the same computations: they go to one worker, which
    remembers them, as long as others have work. A task waits until it is ``ready``; its ``lesson``
    is what a worker does once before such tasks.
    """
    context = _context()
    work = reading(work)
    waiting = deque((task, 0) for task in tasks)
    crew: list[_Worker] = []
    try:
        while waiting or any(worker.job for worker in crew):
            while waiting and (any(not one.job for one in crew) or len(crew) < max(1, workers)):
                if not (places := _ready(waiting, ready)):
                    break
                idle = [one for one in crew if not one.job]
                worker = idle[-1] if idle else _hire(context)
                crew += [] if idle else [worker]
                elsewhere = [other.job.task for other in crew if other.job]
                place = _place([waiting[n] for n in places], worker.last, elsewhere, family)
                task, attempt = waiting[places[place]]
                del waiting[places[place]]
                worker.give(work, task, attempt, effort, seconds, lesson(task))
            busy = [(worker, worker.job) for worker in crew if worker.job]
            until = min((job.started for _, job in busy), default=0.0) + PATIENCE * seconds
            patience = max(0.0, until - time.monotonic()) if busy else SOON
            unready = waiting and len(busy) < max(1, workers)
            wait([worker.pipe for worker, _ in busy], min(patience, SOON) if unready else patience)
            for worker, job in busy:
                before = len(job.items)
                end = _collect(worker, job, seconds)
                if end is None:
                    if len(job.items) > before:
                        arrived(job.task, job.items)
                    continue
                worker.job = None
                lost = end.startswith(DIED)
                if end == "timeout" or lost or worker.worn:
                    crew.remove(worker)
                    worker.stop()
                if lost and job.attempt < RETRIES:
                    waiting.appendleft((job.task, job.attempt + 1))
                else:
                    yield job.task, job.items, end
    finally:
        for worker in crew:
            worker.stop()


def _ready(waiting: Iterable[tuple[Any, int]], ready: Callable[[Any], bool]) -> list[int]:
    """Which of the waiting tasks can be done now: the first so many."""
    return list(islice((n for n, (task, _) in enumerate(waiting) if ready(task)), AHEAD))


def _place(waiting: Iterable[tuple[Any, int]], last: Any, elsewhere: list, family: Callable) -> int:
    """Which of the waiting tasks a worker gets: one like its last, else the first that is not like
    what another is at, else the first.
    """
    own = family(last) if last is not None else frozenset()
    others = frozenset().union(*map(family, elsewhere))
    families = [family(task) for task, _ in waiting]
    alike = (place for place, one in enumerate(families) if own & one)
    apart = (place for place, one in enumerate(families) if not others & one)
    return next(alike, next(apart, 0))


def reading(work: Work) -> Work:
    """The work, done after the files of other people's claims that this process has read were read
    there too.
    """
    return partial(_after_reading, loaded(), work) if loaded() else work


def _after_reading(
    sources: tuple[str, ...], work: Work, task: Any, effort: Effort, send: Callable[[Any], None]
) -> None:
    for source in sources:
        load(source)
    work(task, effort, send)


DIED = "the worker died"
_CPU_TIME_OVER = getattr(
    signal, "SIGPROF", None
)  # its default action ends the process, whatever compiled code it is in


def _count_cpu_seconds(seconds: float) -> None:
    """End this process after so many CPU seconds from now; 0 stops counting. Where there is no such
    timer, the clock decides.
    """
    if _CPU_TIME_OVER is not None:
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _collect(worker: _Worker, job: _Job, seconds: float) -> str | None:
    """Take what has arrived; say how the task ended, or None while it runs."""
    try:
        while worker.pipe.poll():
            kind, item = worker.pipe.recv()
            if kind == "begun":
                job.started = time.monotonic()
            elif kind == "item":
                job.items.append(item)
            else:
                end, worker.memory = item
                worker.done += 1
                return end
    except (EOFError, OSError):  # OSError: it died in the middle of a message
        worker.process.join()
        if _CPU_TIME_OVER is not None and worker.process.exitcode == -_CPU_TIME_OVER:
            return "timeout"
        return f"{DIED} (exit code {worker.process.exitcode}), {job.attempt + 1} times"
    return "timeout" if time.monotonic() - job.started > PATIENCE * seconds else None


def _context() -> Any:
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    if context.get_start_method() == "forkserver":
        context.set_forkserver_preload(["checks.run.preload"])
    return context


def warm_up(settings: Iterable[str]) -> None:
    """Start the process that workers are forked from: it loads these settings while the caller does
    something else.
    """
    os.environ[WANTED] = ",".join(sorted(set(settings)))
    if _context().get_start_method() == "forkserver":
        from multiprocessing import forkserver

        forkserver.ensure_running()


def _hire(context: Any) -> _Worker:
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _serve(pipe: Connection) -> None:
    """A worker's life: take a task, send what is found, say how it ended; until nobody is there to
    listen.
    """
    from checks.run.preload import fresh

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # what ends a run is the parent's to handle
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    end_with_the_parent(os.getppid())
    try:
        while True:
            lesson, work, task, effort, seconds = pipe.recv()
            if lesson is not None:
                lesson()
            fresh()
            pipe.send(("begun", None))
            end = ""
            _count_cpu_seconds(seconds)
            try:
                work(task, effort, lambda item: pipe.send(("item", item)))
            except Exception as problem:
                end = f"{type(problem).__name__}: {problem}"
            _count_cpu_seconds(0)
            pipe.send(("end", (end, memory_used())))
    except (EOFError, BrokenPipeError):
        pass


def end_with_the_parent(fork_server: int) -> None:
    """See to it that this worker ends when the process that hired it does, however that ends and
    whatever runs here.

    The worker's own parent is the fork server, which ends when the last process that holds its
    lifeline does: so the worker lets go of it. Where the system can, it kills the worker then, in
    the middle of compiled code; elsewhere a thread looks.
    """
    let_go_of_the_fork_server()
    try:
        import ctypes

        ctypes.CDLL(None).prctl(SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    except (AttributeError, OSError, TypeError):
        pass  # not Linux
    threading.Thread(target=_watch, args=(fork_server,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


def memory_used() -> float:
    """The most memory that this process has used, in bytes; 0 where the system does not say."""
    try:
        import resource
        import sys
    except ImportError:
        return 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (
        1.0 if sys.platform == "darwin" else 1024.0
    )
