"""Proofs are checked again once in a run, beside its other work."""

import pytest

from checks.methods import theorem
from checks.run import proofs
from checks.run.proofs import Proofs
from theory import claim


class Told:
    """Stands for a process that checks proofs again, and ends when it is told to."""

    started: list = []

    def __init__(self, setting, names):
        self.setting, self.ended, self.stopped = setting, False, False
        Told.started.append((setting, list(names), self))

    def theorems(self):
        return {"theorems": {self.setting: {}}}

    def stop(self):
        self.stopped = True


@pytest.fixture
def told(monkeypatch):
    monkeypatch.setattr(Told, "started", [])
    monkeypatch.setattr(proofs, "Recheck", Told)
    return Told.started


def asked(*ids):
    return [claim(one) for one in ids]


def test_the_proofs_of_a_setting_are_checked_again_by_one_process(told):
    Proofs(asked("diagonal.conserved", "diagonal.product", "relu.tracking"))
    assert [one[:2] for one in told] == [("diagonal", ["diagonal.conserved", "diagonal.product"])]


def test_the_proofs_that_take_longest_are_checked_again_first(told, monkeypatch):
    monkeypatch.setattr(proofs.os, "cpu_count", lambda: 1)
    found = Proofs(asked("framework.riccati", "diagonal.conserved", "modular.plancherel"))
    for done in ("modular", "diagonal", "framework"):  # by the length of their files
        assert [setting for setting, *_ in told][-1] == done and not found.ready(done)
        told[-1][2].ended = True
        assert found.ready(done)
    assert len(told) == 3


def test_a_setting_is_ready_when_its_proofs_are_and_one_without_proofs_at_once(told):
    found = Proofs(asked("diagonal.conserved", "linear.level", "relu.tracking"))
    assert [found.ready(one) for one in ("diagonal", "linear", "relu")] == [False, False, True]
    next(one for setting, _, one in told if setting == "linear").ended = True
    assert [found.ready(one) for one in ("diagonal", "linear", "relu")] == [False, True, True]
    assert found.lesson("diagonal") is None and found.lesson("relu") is None


def test_a_lesson_tells_a_worker_what_was_found(told, monkeypatch):
    monkeypatch.setattr(theorem, "_TOLD", {})
    found = Proofs(asked("diagonal.conserved"))
    told[0][2].ended = True
    assert found.ready("diagonal")
    found.lesson("diagonal")()
    assert theorem._TOLD == {"diagonal": {"theorems": {"diagonal": {}}}}
    assert found.lesson("diagonal") is found.lesson("diagonal")  # a worker hears it once


def test_closing_ends_the_processes_that_run(told):
    found = Proofs(asked("diagonal.conserved", "linear.level"))
    told[0][2].ended = True
    found.ready(told[0][0])
    found.close()
    assert [one.stopped for *_, one in told] == [False, True]


def test_what_the_kernel_says_arrives_from_a_process_of_its_own():
    found = Proofs(asked("diagonal.conserved", "diagonal.product"))
    found.running["diagonal"].process.wait()
    assert found.ready("diagonal")
    theorems = found.lesson("diagonal").args[0]["diagonal"]["theorems"]
    assert {"diagonal.conserved", "diagonal.product"} <= set(theorems)
    assert "diagonal.maximal-utility" not in theorems


def test_a_process_that_is_stopped_has_shown_nothing():
    found = Proofs(asked("modular.plancherel"))
    process = found.running["modular"]
    found.close()
    assert process.ended and "refused" in process.theorems()
