"""Work for child processes in test_runner.py: each of them does one thing that a claim should not."""
import os
import time

from checks.evidence import Evidence


def sleeps(identifier, effort, send):
    send(Evidence("quick", "certified", "holds", instances=3))
    if identifier.endswith("slow"):
        time.sleep(600)


def dies(identifier, effort, send):
    send(Evidence("quick", "certified", "holds", instances=3))
    if identifier.endswith("dead"):
        os._exit(7)


def raises(identifier, effort, send):
    if identifier.endswith("bad"):
        raise RuntimeError("no such luck")
    send(identifier)


def slow_check(identifier, effort, send):
    """As runner._check_work, for a claim whose second check never ends."""
    sleeps(f"{identifier}-slow", effort, send)


def dead_check(identifier, effort, send):
    if identifier == "framework.polar-norm":
        dies("dead", effort, send)
    else:
        sleeps(identifier, effort, send)
