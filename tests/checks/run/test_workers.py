"""Worker processes: a task that hangs or dies costs nothing but itself, and leaves
nothing behind.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from checks.methods.check import Effort
from checks.run import workers as pool
from checks.run.workers import _place, in_children


def ends(work, ids, seconds=60.0, workers=2):
    return {
        identifier: (items, end)
        for identifier, items, end in in_children(work, ids, Effort(), workers, seconds)
    }


def test_a_task_that_never_ends_is_stopped_at_its_limit_and_keeps_what_it_sent(children):
    found = ends(children.works, ["a", "b-slow", "c"], seconds=4)
    assert {identifier: end for identifier, (_, end) in found.items()} == {
        "a": "",
        "b-slow": "timeout",
        "c": "",
    }
    assert [e.check for e in found["b-slow"][0]] == ["quick"]


def test_the_limit_counts_the_seconds_of_the_worker_and_not_of_the_clock(children):
    assert ends(children.sleeps, ["a-3"], seconds=1) == {"a-3": (["slept"], "")}


def test_a_task_that_only_waits_is_stopped_by_the_clock_in_the_end(children, monkeypatch):
    monkeypatch.setattr(pool, "PATIENCE", 1.0)
    assert ends(children.sleeps, ["a-600"], seconds=1) == {"a-600": ([], "timeout")}


def test_the_limit_holds_for_compiled_code_that_listens_to_nothing(children):
    assert ends(children.counts_in_c, ["a"], seconds=4) == {"a": (["begun"], "timeout")}


def test_an_exception_in_a_task_is_reported_with_its_message(children):
    found = ends(children.raises, ["good", "bad"])
    assert found["good"] == (["good"], "") and found["bad"] == ([], "RuntimeError: no such luck")


def test_closing_the_stream_stops_the_workers(children):
    stream = in_children(children.works, ["a", "b-slow"], Effort(), 2, 600.0)
    first = next(stream)
    stream.close()  # would wait ten minutes if the sleeping child were not killed
    assert first[0] == "a" and multiprocessing.active_children() == []


def test_a_worker_does_one_task_after_another_until_it_has_done_enough(children, monkeypatch):
    monkeypatch.setattr(pool, "TASKS", 2)
    who = [
        items[0]
        for _, items, _ in in_children(children.tells_its_process, "abcde", Effort(), 1, 60.0)
    ]
    assert who[0] == who[1] != who[2] == who[3] != who[4] and len(set(who)) == 3


def test_a_worker_that_has_grown_is_replaced(children, monkeypatch):
    monkeypatch.setattr(pool, "MEMORY", 0.0)
    assert (
        len({items[0] for items, _ in ends(children.tells_its_process, "abc", workers=1).values()})
        == 3
    )


def test_a_task_whose_worker_was_killed_is_done_again_and_only_what_the_last_one_found_counts(
    children, tmp_path
):
    path = str(tmp_path / "tried")
    assert ends(children.dies_once, [path]) == {path: (["found"], "")}


def test_a_task_that_kills_every_worker_is_given_up(children):
    items, end = ends(children.dies, ["dead"])["dead"]
    assert [e.check for e in items] == ["quick"] and end == "the worker died (exit code 7), 3 times"


def test_a_task_starts_in_the_same_state_whatever_was_done_before(children):
    found = [items for items, _ in ends(children.leaves_its_mark, "abc", workers=1).values()]
    assert found[0][0][:2] == (53, 53) and found[0] == found[1] == found[2]


def test_a_task_that_is_not_ready_waits_while_others_go_on(children):
    done = []
    stream = in_children(
        children.tells_its_process,
        "abcd",
        Effort(),
        1,
        60.0,
        ready=lambda t: t > "b" or "d" in done,
    )
    for task, *_ in stream:
        done.append(task)
    assert done == ["c", "d", "a", "b"]


def test_tasks_that_become_ready_while_nobody_works_are_done(children):
    looks = iter([False] * 5)
    stream = in_children(
        children.tells_its_process, "a", Effort(), 2, 60.0, ready=lambda t: next(looks, True)
    )
    assert [task for task, *_ in stream] == ["a"] and next(looks, None) is None


def test_a_worker_hears_a_lesson_once_before_the_first_task_that_needs_it(children, monkeypatch):
    monkeypatch.setattr(pool, "TASKS", 3)
    found = list(
        in_children(
            children.tells_what_it_learned,
            "abcde",
            Effort(),
            1,
            60.0,
            lesson=lambda task: children.lesson if task > "a" else None,
        )
    )
    said = {task: items[0] for task, items, _ in found}
    assert [len(said[task][1]) for task in "abcde"] == [0, 1, 1, 1, 1]
    assert len({process for process, _ in said.values()}) == 2


def test_what_a_task_has_found_is_known_before_it_ends(children):
    heard = []
    stream = in_children(
        children.works,
        ["b-slow"],
        Effort(),
        1,
        3.0,
        lambda task, items: heard.append((task, len(items))),
    )
    assert [end for *_, end in stream] == ["timeout"] and heard == [("b-slow", 1)]


PARENT = """
import importlib.util, sys
from checks.methods.check import Effort
from checks.run.workers import in_children
sys.path.insert(0, {folder!r})
import children

if __name__ == "__main__":
    told = lambda task, items: print(items[0], flush=True)
    for _ in in_children(children.tells_and_counts_in_c, ["a"], Effort(), 1, 600.0, told):
        pass
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a thread looks")
@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGHUP"])
def test_a_worker_deep_in_compiled_code_ends_with_its_parent(tmp_path, name):
    folder = Path(__file__).parents[1]
    script = tmp_path / "parent.py"
    script.write_text(PARENT.format(folder=str(folder)))
    root = folder.parents[1]
    parent = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": f"{root}{os.pathsep}{folder}"},
    )
    try:
        worker = int(parent.stdout.readline())
        assert alive(worker)
        parent.send_signal(getattr(signal, name))
        parent.wait(60)
        until = time.monotonic() + 60
        while alive(worker) and time.monotonic() < until:
            time.sleep(0.1)
        assert not alive(worker)
    finally:
        parent.kill()


def alive(process):
    """Is it there, and not a corpse that nobody has collected yet?"""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")")[-1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


FAMILY = {"a": {1}, "b": {1, 2}, "c": set(), "d": {2}, "e": set()}


def placed(waiting, last, *elsewhere):
    found = _place([(task, 0) for task in waiting], last, [*elsewhere], lambda t: FAMILY[t])
    return waiting[found]


def test_a_worker_goes_on_with_what_it_has_computed_already():
    assert placed("cdb", "a") == "b"
    assert placed("cb", "e") == "c"
    assert placed("cb", None) == "c"


def test_a_task_waits_for_the_worker_that_has_its_computations_while_there_are_others():
    assert placed("bcd", None, "a") == "c"
    assert placed("bd", "c", "a") == "d"
    assert placed("b", "c", "a") == "b"  # no other is left
