"""Precision is global in mpmath and in FLINT: every test starts from the default, and leaves none
of its own behind.

A test that needs a program says so with ``@pytest.mark.needs_tool("pdflatex")``: without it the
test is skipped, or fails where AGF_REQUIRE_TOOLS=1 says that nothing may be skipped.

Algebra libraries work in one thread, here and in the processes that tests start (notebooks, the
command): the matrices are small, the tests run side by side, and threads that wait for each other
cost twice the time.
"""

import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor

import flint
import mpmath
import pytest
from hypothesis import settings

try:
    import fcntl
except ImportError:  # Windows: each worker may make what another makes too
    fcntl = None

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # read by NumPy and SciPy when they are first imported

settings.register_profile("tests", deadline=None, derandomize=True, database=None, print_blob=False)
settings.load_profile("tests")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Neighbours go to one worker, which keeps what it has computed; the one that is done first
    takes over from the end of the other's list. Another way of dealing (--dist) is not touched.
    """
    if config.getvalue("dist") == "load":
        from xdist.scheduler import WorkStealingScheduling

        return WorkStealingScheduling(config, log)


@pytest.fixture(autouse=True)
def default_precision():
    mpmath.mp.prec, flint.ctx.prec = 53, 53
    yield
    mpmath.mp.prec, flint.ctx.prec = 53, 53


@pytest.fixture(scope="session")
def once_a_run(tmp_path_factory):
    """``once_a_run(name, make)``: the text that ``make`` gives, made by the first worker that asks
    and read by the others.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # each worker has a folder of its own inside it

    def once(name, make):
        with open(folder / f"{name}.lock", "w") as lock:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            path = folder / f"{name}.txt"
            if not path.exists():
                path.write_text(make(), encoding="utf-8")
            return path.read_text(encoding="utf-8")

    return once


@pytest.fixture(scope="session")
def proofs_checked_again(once_a_run):
    """{setting: report} by fresh processes that know the kernel alone: every proof of the package,
    once a run, for it takes half a minute of CPU.
    """
    from checks.methods.theorem import rechecked, written
    from theory.catalogue import SETTINGS

    def make():
        with ThreadPoolExecutor(2) as side_by_side:
            proved = [one for one in SETTINGS if written(one)]
            return json.dumps(dict(zip(proved, side_by_side.map(rechecked, proved))))

    return json.loads(once_a_run("proofs", make))


def pytest_runtest_setup(item):
    for tool in (name for mark in item.iter_markers("needs_tool") for name in mark.args):
        if shutil.which(tool) is None:
            give_up = pytest.fail if os.environ.get("AGF_REQUIRE_TOOLS") == "1" else pytest.skip
            give_up(
                f"{tool} is not installed: .ci/debian.txt names the Debian packages that the tests "
                "need"
            )
