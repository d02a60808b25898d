"""The store of evidence: what was found is found again, and nothing else is believed."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from checks import cli
from checks.catalogue import checks_for
from checks.evidence import Evidence
from checks.methods.check import Effort
from checks.run import fingerprint, runner
from checks.run import store as module
from checks.run.runner import run
from checks.run.store import Store, task_key
from checks.run.tasks import Task
from theory import claim

FAST = ["framework.projection-size", "framework.polar-norm", "framework.algorithm-threshold"]
PLAIN = "diagonal.example"  # it has no theorem
TASK = Task(FAST[0], Effort())
OWN = [(one.name, one.method) for one in checks_for(claim(FAST[0])) if one.method != "theorem"]
ONE = Evidence(
    *OWN[0],
    "holds",
    "corrected",
    60,
    2,
    1e-9,
    50,
    ("1e-8",),
    -0.5,
    "x = 1 < 2",
    0.25,
    ("a line",),
)
numbers = st.none() | st.floats(allow_nan=False)
evidence = st.builds(
    lambda own, *rest: Evidence(*own, *rest),
    st.sampled_from(OWN),
    st.sampled_from(("holds", "fails", "unknown")),
    st.sampled_from(("printed", "corrected")),
    st.integers(0),
    st.integers(0),
    numbers,
    st.none() | st.integers(0),
    st.lists(st.text()).map(tuple),
    numbers,
    st.none() | st.text(),
    st.floats(0, 1e6),
    st.lists(st.text()).map(tuple),
)


def record(store, task=TASK):
    return store.folder / f"{task_key(task)}.json"


@settings(max_examples=40)
@given(st.lists(evidence, min_size=1, max_size=3), st.booleans())
def test_what_is_kept_is_found_again(tmp_path_factory, pieces, complete):
    store = Store(tmp_path_factory.mktemp("store"))
    store.put(TASK, pieces, complete)
    kept = Store(store.folder).get(TASK)
    assert (kept.evidence, kept.complete) == (tuple(pieces), complete)


def test_a_theorem_is_not_kept_but_made_again(tmp_path):
    store = Store(tmp_path)
    store.put(
        TASK, [replace(ONE, check="theorem of the kernel, re-checked", method="theorem"), ONE], True
    )
    assert store.get(TASK) == module.Kept((ONE,), True)


def test_a_record_of_other_checks_than_the_claim_has_is_set_aside(tmp_path, monkeypatch):
    said = []
    store = Store(tmp_path, said.append)
    store.put(TASK, [ONE], True)
    monkeypatch.setattr(module, "_checks", lambda identifier: [["another check", "property"]])
    assert store.get(TASK) is None and "other checks than it has" in said[0]


def test_evidence_of_a_check_that_the_claim_does_not_have_is_set_aside(tmp_path):
    said = []
    store = Store(tmp_path, said.append)
    store.put(TASK, [replace(ONE, check="a check of nobody")], True)
    assert store.get(TASK) is None and "does not have" in said[0]


def test_every_field_of_evidence_is_kept():
    assert set(module.FIELDS) == set(Evidence.__dataclass_fields__) - {"reused"}


def test_a_record_is_found_for_the_same_question_only(tmp_path, monkeypatch):
    store = Store(tmp_path)
    store.put(TASK, [ONE], True)
    others = [
        Task(FAST[1], Effort()),
        Task(FAST[0], Effort(seed=1)),
        Task(FAST[0], Effort("full")),
        Task(FAST[0], Effort(alphas=("1e-3",))),
        Task(FAST[0], Effort(instances=5)),
        Task(FAST[0], Effort(), "a check", "printed", 1),
        Task(FAST[0], Effort(), "a check", "printed", 2),
    ]
    assert [store.get(task) for task in others] == [None] * len(others)
    assert (
        store.get(replace(TASK, known=(ONE,))) is not None
    )  # what is known already is no part of the question
    original = fingerprint.fingerprint()
    for name in original:
        with monkeypatch.context() as patch:
            patch.setattr(module, "fingerprint", lambda: {**original, name: "another"})
            assert store.get(TASK) is None, name


def test_an_error_is_not_kept_and_its_check_is_run_again(tmp_path):
    store = Store(tmp_path)
    store.put(TASK, [ONE, replace(ONE, check="broken", outcome="error")], True)
    assert store.get(TASK) == module.Kept((ONE,), False)


def test_a_slower_run_beside_us_does_not_undo_what_is_complete(tmp_path):
    store = Store(tmp_path)
    store.put(TASK, [ONE, replace(ONE, statement="printed")], True)
    Store(tmp_path).put(TASK, [ONE], False)
    assert store.get(TASK).complete


def test_a_full_disk_costs_the_record_and_not_the_run(tmp_path, monkeypatch):
    def full(path, text):
        raise OSError(28, "No space left on device")

    said = []
    store = Store(tmp_path, said.append)
    monkeypatch.setattr(module.files, "write", full)
    store.put(TASK, [ONE], True)
    assert (
        len(said) == 1
        and "No space left on device" in said[0]
        and FAST[0] in said[0]
        and store.get(TASK) is None
    )


def forged(change):
    """A record of the wrong shape whose checksum is right: somebody's own, not an accident."""

    def damage(path):
        data = json.loads(path.read_text())
        data.pop("sha256")
        change(data)
        path.write_text(json.dumps({**data, "sha256": module._checksum(data)}))

    return damage


def flipped(path):
    body = bytearray(path.read_bytes())
    body[body.index(b"shape of") + 2] ^= 1
    path.write_bytes(bytes(body))


def directory(path):
    path.unlink()
    (path / "inside").mkdir(parents=True)


def pipe(path):
    path.unlink()
    os.mkfifo(path)  # to open it for reading would wait for ever


DAMAGE = {
    "empty": lambda path: path.write_bytes(b""),
    "half-written": lambda path: path.write_bytes(path.read_bytes()[:-40]),
    "garbage": lambda path: path.write_bytes(bytes(range(256))),
    "one bit flipped": flipped,
    "a directory": directory,
    "a pipe": pipe,
    "a link to nowhere": lambda path: (path.unlink(), path.symlink_to("nowhere")),
    "too deep": lambda path: path.write_text("[" * 100_000),
    "huge": lambda path: path.write_bytes(b" " * (module.LARGEST + 1)),
    "a list": lambda path: path.write_text("[]"),
    "a pickle": lambda path: path.write_bytes(b"\x80\x04cos\nsystem\n(S'exit 1'\ntR."),
    "a number of 5000 digits": lambda path: path.write_text('{"schema": ' + "9" * 5000 + "}"),
    "another schema": forged(lambda data: data.update(schema=99)),
    "another task's": forged(lambda data: data.update(key="0" * 64)),
    "complete is a word": forged(lambda data: data.update(complete="yes")),
    "evidence is text": forged(lambda data: data.update(evidence="holds")),
    "a count is a word": forged(lambda data: data["evidence"][0].update(instances="many")),
    "a count is true": forged(lambda data: data["evidence"][0].update(instances=True)),
    "a negative count": forged(lambda data: data["evidence"][0].update(instances=-1)),
    "a line is a number": forged(lambda data: data["evidence"][0].update(detail=[1])),
    "an unknown outcome": forged(lambda data: data["evidence"][0].update(outcome="splendid")),
    "an error": forged(lambda data: data["evidence"][0].update(outcome="error")),
    "one more field": forged(lambda data: data["evidence"][0].update(more=1)),
    "one field less": forged(lambda data: data["evidence"][0].pop("seconds")),
    "another statement": forged(lambda data: data["evidence"][0].update(statement="__class__")),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_record_is_set_aside_with_a_message_and_written_anew(tmp_path, kind):
    said = []
    store = Store(tmp_path, said.append)
    store.put(TASK, [ONE], True)
    DAMAGE[kind](record(store))
    assert store.get(TASK) is None
    (aside,) = tmp_path.glob("*.damaged-*")
    assert len(said) == 1 and str(aside) in said[0] and "damaged" in said[0]
    store.put(TASK, [ONE], True)
    assert store.get(TASK) == module.Kept((ONE,), True) and len(said) == 1


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is unreadable to root"
)
def test_an_unreadable_record_is_set_aside(tmp_path):
    store = Store(tmp_path)
    store.put(TASK, [ONE], True)
    record(store).chmod(0)
    assert store.get(TASK) is None and len(list(tmp_path.glob("*.damaged-*"))) == 1


def test_a_place_where_nothing_can_be_kept_is_bad_usage(tmp_path, monkeypatch):
    monkeypatch.setattr(cli.running, "run", lambda *a, **k: pytest.fail("work was started"))
    (tmp_path / "file").write_text("mine")
    for place in ("file", "file/below"):
        done = CliRunner().invoke(cli.main, ["check", FAST[0], "--store", str(tmp_path / place)])
        assert (
            done.exit_code == 2
            and len(done.output.splitlines()) == 1
            and str(tmp_path / place) in done.output
            and "--store" in done.output
        )
    assert (tmp_path / "file").read_text() == "mine"


def test_without_a_home_a_line_says_so_and_the_run_goes_on(tmp_path, monkeypatch):
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)

    def unknown_user():
        raise RuntimeError("Could not determine home directory.")

    said = []
    monkeypatch.setattr(module.Path, "home", unknown_user)
    assert module.of_the_user(said.append) is None
    (tmp_path / "file").write_text("mine")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert module.of_the_user(said.append) is None
    assert len(said) == 2 and all("this run keeps nothing" in line for line in said)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert module.of_the_user(said.append).folder == tmp_path / "cache" / "agf"


def without_seconds(result):
    return (
        result.claim.id,
        result.verdict,
        [replace(e, seconds=0.0, reused=False) for e in result.evidence],
    )


def test_an_unchanged_claim_is_not_checked_again_and_says_so(tmp_path, monkeypatch):
    first = [without_seconds(r) for r in run([claim(PLAIN)], Effort(), 1, store=Store(tmp_path))]
    monkeypatch.setattr(
        runner,
        "in_children",
        lambda work, tasks, *rest, **others: (
            task for task in tasks if pytest.fail(f"{task} was done again")
        ),
    )
    (again,) = run([claim(PLAIN)], Effort(), 1, store=Store(tmp_path))
    assert [without_seconds(again)] == first and again.reused
    assert all(e["reused"] is True for e in again.as_json()["evidence"])
    done = CliRunner().invoke(cli.main, ["check", PLAIN, "--store", str(tmp_path)])
    assert (
        "(reused)" in done.stdout and "1 of 1 claims reused" in done.stdout and done.exit_code == 0
    )


def test_of_a_claim_with_a_theorem_the_kernel_is_asked_again_and_nothing_else(
    tmp_path, monkeypatch
):
    first = [without_seconds(r) for r in run([claim(FAST[1])], Effort(), 1, store=Store(tmp_path))]
    asked = []
    real = runner.in_children

    def watched(work, tasks, *rest, **others):
        asked.extend(tasks)
        return real(work, tasks, *rest, **others)

    monkeypatch.setattr(runner, "in_children", watched)
    (again,) = run([claim(FAST[1])], Effort(), 1, store=Store(tmp_path))
    assert [without_seconds(again)] == first and again.reused and len(asked) == 1
    assert {e.method for e in again.evidence if not e.reused} == {"theorem"}
    assert all(e.method != "theorem" for e in asked[0].known)


def test_a_campaign_survives_a_killed_run_and_ends_with_the_same_verdicts(tmp_path):
    command = [
        sys.executable,
        "-m",
        "checks.cli",
        "check",
        *FAST,
        "--instances",
        "101",
        "--workers",
        "1",
        "--store",
        str(tmp_path),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert (
        FAST[0] in process.stdout.readline()
    )  # the first claim has finished, the next is under way
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    effort, said = Effort(instances=101), []
    chosen = [claim(identifier) for identifier in FAST]
    resumed = {r.claim.id: r for r in run(chosen, effort, 2, store=Store(tmp_path, said.append))}
    assert resumed[FAST[0]].reused and not resumed[FAST[2]].reused and said == []
    assert sorted(without_seconds(r) for r in resumed.values()) == sorted(
        without_seconds(r) for r in run(chosen, effort, 2)
    )
