"""The table of faults: what goes wrong around a run, what it says of it, and how it ends.

Each row is a real command in a process of its own. Nothing is a traceback, nothing hangs, and the
verdicts are those of a run without the fault.
"""

import json
import os
import signal
import stat
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
AGF = Path(sys.executable).with_name("agf")
CLAIM = "framework.algorithm-threshold"
SOUND = "every claim is sound"
LONG = 600  # seconds of the clock, on a machine that does other things too

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc and /dev of Linux")


@dataclass
class Fault:
    """``prepared`` makes the fault in a folder and gives the arguments; ``said`` is in the one line
    of stderr, "" where there is nothing to say.
    """

    name: str
    prepared: object
    status: int = 0
    said: str = ""
    env: dict = field(default_factory=dict)


def device(folder):
    return ["--json", "/dev/null"]


def full_disk(folder):
    return ["--json", "/dev/full", "--junit", str(folder / "still.xml")]


def pipe(folder):
    os.mkfifo(folder / "pipe")
    threading.Thread(target=(folder / "pipe").read_bytes, daemon=True).start()
    return ["--json", str(folder / "pipe")]


def link(folder):
    (folder / "link.json").symlink_to(folder / "real.json")
    return ["--json", str(folder / "link.json")]


def own_mode(folder):
    (folder / "mine.json").write_text("old")
    (folder / "mine.json").chmod(0o600)
    return ["--json", str(folder / "mine.json")]


def pipe_among_figures(folder):
    os.mkfifo(folder / "figure.png")
    return ["--html", str(folder / "page.html"), "--figures", str(folder)]


def undecodable_name_among_figures(folder):
    (folder / os.fsdecode(b"\xff.png")).write_bytes(b"")
    return ["--html", str(folder / "page.html"), "--figures", str(folder)]


def damaged_store(folder):
    done = agf("--store", str(folder / "store"), cwd=folder)
    assert done.returncode == 0
    for record in (folder / "store").glob("*.json"):
        record.write_text(record.read_text()[:-9])
    return ["--store", str(folder / "store")]


def resumed(folder):
    return ["--resume"]


def agf(*arguments, cwd, env=None):
    return subprocess.run(
        [str(AGF), "check", CLAIM, "--workers", "1", *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=LONG,
        env=os.environ | (env or {}),
    )


NOWHERE = {"XDG_CACHE_HOME": "/proc/nowhere"}
FAULTS = [
    Fault("a device for a file", device),
    Fault("a full disk", full_disk, 2, "cannot write /dev/full: No space left on device"),
    Fault("a pipe for a file", pipe),
    Fault("a link for a file", link),
    Fault("a file of one's own mode", own_mode),
    Fault("a cache that cannot be written", resumed, 0, "this run keeps nothing", NOWHERE),
    Fault("a damaged store", damaged_store, 0, "set aside"),
]


@linux
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_run_survives_what_goes_wrong_around_it(fault, tmp_path):
    done = agf(*fault.prepared(tmp_path), cwd=tmp_path, env=fault.env)
    assert done.returncode == fault.status, done.stderr
    assert SOUND in done.stdout and "Traceback" not in done.stderr
    assert fault.said in done.stderr and len(done.stderr.splitlines()) == bool(fault.said)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@linux
@pytest.mark.parametrize("made", [pipe_among_figures, undecodable_name_among_figures])
def test_a_strange_file_among_figures_is_told_before_any_work_or_left_out(made, tmp_path):
    done = agf(*made(tmp_path), cwd=tmp_path)
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) <= 1
    if done.returncode:
        assert done.returncode == 2 and done.stdout == ""  # before any work
    else:
        assert SOUND in done.stdout and (tmp_path / "page.html").exists()


@linux
def test_reports_go_through_what_is_there(tmp_path):
    for made in (link, own_mode):
        assert agf(*made(tmp_path), cwd=tmp_path).returncode == 0
    assert (tmp_path / "link.json").is_symlink()
    assert json.loads((tmp_path / "real.json").read_text())["claims"][0]["id"] == CLAIM
    assert os.stat(tmp_path / "mine.json").st_mode & 0o777 == 0o600


@linux
@pytest.mark.parametrize("name, status", [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_run_that_is_told_to_end_writes_what_is_finished(tmp_path, name, status):
    report = tmp_path / "r.json"
    work = [CLAIM, "diagonal.*", "--profile", "full"]  # minutes of it
    command = [str(AGF), "check", *work, "--workers", "1", "--json", str(report)]
    number = getattr(signal, name)
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # under nohup it is ignored
    )  # fmt: skip
    try:
        first = process.stdout.readline()
        process.send_signal(number)
        out, err = process.communicate(timeout=LONG)
    finally:
        process.kill()
    assert process.returncode == status and err == "" and "interrupted:" in out
    assert first.partition("] ")[2].partition(":")[0] in report.read_text()
