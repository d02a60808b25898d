"""The same tasks on a real Dask cluster, here of two processes of this machine."""

import os
import signal
from dataclasses import replace

import pytest
from click.testing import CliRunner

from checks import cli
from checks.methods.check import Effort
from checks.run import cluster, fingerprint
from checks.run.cluster import Cluster
from checks.run.runner import run
from theory import claim

distributed = pytest.importorskip("distributed")
IDS = ["framework.projection-size", "framework.algorithm-threshold", "framework.adaptive-rate"]
EFFORT = Effort(seed=5, instances=150)


@pytest.fixture(scope="module")
def scheduler():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        yield local


def without_seconds(results):
    return sorted(
        (r.claim.id, r.verdict, [replace(e, seconds=0.0) for e in r.evidence]) for r in results
    )


def test_a_cluster_that_loses_a_worker_half_way_gives_the_results_of_one_machine(scheduler):
    with Cluster(scheduler.scheduler_address, 60) as there:
        stream = run(map(claim, IDS), EFFORT, cluster=there)
        found = [next(stream)]
        pids = there.client.run(os.getpid)
        busy = [worker for worker, tasks in there.client.processing().items() if tasks]
        assert busy  # there is work left to lose
        os.kill(pids[busy[0]], signal.SIGKILL)
        found += stream
    assert without_seconds(found) == without_seconds(run(map(claim, IDS), EFFORT, workers=2))


def test_a_task_past_its_limit_is_stopped_there_too(scheduler):
    with Cluster(scheduler.scheduler_address, 60) as there:
        (result,) = run([claim("modular.first-rest")], Effort("deep"), limit=0.5, cluster=there)
    assert result.verdict == "unknown" and result.evidence[-1].check == "time limit"


def test_claims_of_ones_own_are_checked_there_too(scheduler, tmp_path):
    from checks.report.starting_file import starting_file
    from theory.own.source import forget, load

    forget()
    (tmp_path / "mine.py").write_text(starting_file("mine"))
    asked = load(tmp_path / "mine.py")
    with Cluster(scheduler.scheduler_address, 60) as there:
        found = {one.claim.id: one.verdict for one in run(asked, Effort(), cluster=there)}
    forget()
    assert found["mine.balance"] == "proved" and found["mine.wrong-bound"] == "refuted"


def test_a_worker_with_other_code_is_named_before_any_work_starts(scheduler, monkeypatch):
    # the workers answer for themselves; it is this process that is made to differ from them
    original = fingerprint.differences
    monkeypatch.setattr(
        cluster, "differences", lambda ours, theirs: original({**ours, "numpy": "0.1"}, theirs)
    )
    with pytest.raises(
        ValueError,
        match=r"worker tcp://\S+ has other code or versions: numpy \S+, here 0.1; install the same "
        r"there",
    ):
        Cluster(scheduler.scheduler_address, 60)


def test_a_worker_that_joins_later_with_other_code_does_nothing():
    found, end = cluster.do_task(None, 1.0, {**fingerprint.fingerprint(), "code": "another"})
    assert found == [] and "other code or versions: code" in end


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x", "localhost:99999999", ""])
def test_an_address_without_a_scheduler_is_bad_usage(address, monkeypatch):
    monkeypatch.setattr(cli.running, "run", lambda *a, **k: pytest.fail("work was started"))
    monkeypatch.setattr(cluster.Cluster.__init__, "__defaults__", (0.5,))
    done = CliRunner().invoke(cli.main, ["check", IDS[0], "--dask", address])
    assert (
        done.exit_code == 2 and len(done.output.splitlines()) == 1 and repr(address) in done.output
    )


def test_without_the_package_the_command_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    done = CliRunner().invoke(cli.main, ["check", IDS[0], "--dask", "tcp://127.0.0.1:9"])
    assert done.exit_code == 2 and "pip install -e '.[dask]'" in done.output
