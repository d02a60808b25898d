"""Work for child processes in test_runner.py: each of them does one thing that a claim
should not.
"""

import os
import random
import signal
import time

import flint
import mpmath
import numpy as np

from checks.evidence import Evidence


def works(identifier, effort, send):
    """Never ends, and keeps a processor busy, where the identifier says so."""
    send(Evidence("quick", "certified", "holds", instances=3))
    while identifier.endswith("slow"):
        pass


def sleeps(identifier, effort, send):
    """Takes next to no time of a processor, and as many seconds of the clock as the identifier ends
    with.
    """
    time.sleep(float(identifier.split("-")[-1]))
    send("slept")


def dies(identifier, effort, send):
    send(Evidence("quick", "certified", "holds", instances=3))
    if identifier.endswith("dead"):
        os._exit(7)


def raises(identifier, effort, send):
    if identifier.endswith("bad"):
        raise RuntimeError("no such luck")
    send(identifier)


def slow_check(identifier, effort, send):
    """A claim whose second check never ends."""
    works(f"{identifier}-slow", effort, send)


def dead_check(identifier, effort, send):
    if identifier == "framework.polar-norm":
        dies("dead", effort, send)
    else:
        works(identifier, effort, send)


def tells_its_process(identifier, effort, send):
    send(os.getpid())


def counts_in_c(identifier, effort, send):
    """One instruction of the interpreter that takes years: no signal handler written in Python gets
    its turn.
    """
    send("begun")
    sum(range(10**18))


def tells_and_counts_in_c(identifier, effort, send):
    """Says who it is, and is then deaf."""
    send(os.getpid())
    sum(range(10**18))


def dies_once(path, effort, send):
    if not os.path.exists(path):
        open(path, "w").close()
        send("lost")
        os.kill(os.getpid(), signal.SIGKILL)
    send("found")


def leaves_its_mark(identifier, effort, send):
    """Says in which state it starts, and leaves another behind."""
    send((mpmath.mp.prec, flint.ctx.prec, random.random(), np.random.rand()))
    mpmath.mp.prec, flint.ctx.prec = 7, 11


LEARNED: list[str] = []


def lesson():
    LEARNED.append("a lesson")


def tells_what_it_learned(identifier, effort, send):
    send((os.getpid(), list(LEARNED)))
