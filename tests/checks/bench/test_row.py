"""The clock of the benchmark: both sides as often, a warm-up that does not count, and a row that
says what was reached.
"""

import subprocess
import sys
import time

import pytest

from checks.bench import row
from checks.bench.row import Row, answered, seconds, side_by_side


@pytest.fixture
def clock(monkeypatch):
    """Time that passes only when a call lets it."""
    now = [0.0]
    monkeypatch.setattr(row, "spent", lambda: now[0])

    def taking(*spans):
        left = iter(spans)

        def call():
            now[0] += next(left)
            return now[0]

        return call

    return taking


def test_both_sides_take_turns_and_the_median_counts_without_the_warm_up(clock):
    ours, peer = clock(100, 1, 9, 2), clock(500, 10, 30, 20)
    assert side_by_side(ours, peer, turns=3) == (2, 20)


def test_a_single_turn_has_no_warm_up(clock):
    assert seconds(clock(5)) == 5 and answered(clock(7)) == (7, 12)


@pytest.mark.parametrize(
    "peer, target, met", [(2.0, 4.0, True), (1.9, 4.0, False), (None, 4.0, None), (2.0, None, None)]
)
def test_a_target_is_met_missed_or_there_is_none(peer, target, met):
    found = Row("x", 0.5, "y", peer, target=target)
    assert found.met is met and found.as_json()["met"] is met
    assert found.ratio == (None if peer is None else peer / 0.5)


def test_waiting_is_not_counted_and_the_work_of_children_is():
    assert seconds(lambda: time.sleep(0.2)) < 0.1
    busy = "import time\nwhile time.process_time() < 0.3: pass"
    assert seconds(lambda: subprocess.run([sys.executable, "-c", busy], check=True)) >= 0.29
