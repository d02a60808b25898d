"""Instances a second of a check that draws them, and the memory of a worker that draws ten times as
many.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from typing import Any

from checks.bench.row import Row
from checks.catalogue import checks_for
from checks.methods.check import Effort
from checks.run.tasks import SHARD, Task, perform, samples, shard_seed
from checks.run.workers import memory_used
from theory.catalogue import claim

IDS = ("diagonal.theorem", "diagonal.ties", "modular.plancherel", "modular.tightness")


def rows() -> Iterator[Row]:
    """One row a claim; the ratio is the memory after one shard over that after several."""
    for identifier in IDS:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            taken, instances, before, after = pool.apply(measured, (identifier,))
        if not instances:
            continue
        yield Row(
            f"campaign: {identifier}, {instances} instances",
            taken,
            "memory after one shard over that at the end",
            taken * before / after,
            None,
            0.9,
            f"{instances / taken:.0f} instances a second on one core; 100,000 take "
            f"{1e5 * taken / instances / 60:.0f} min",
        )


def measured(identifier: str, shards: int = 4) -> tuple[float, int, float, float]:
    """CPU seconds, instances, and the memory of this process after one shard and after all."""
    found: list[Any] = []
    memory, start = [], 0.0
    one = claim(identifier)
    sampling = [check for check in checks_for(one) if samples(check)]
    for shard in range(shards):
        for check in sampling:
            effort = Effort("quick", shard_seed(0, shard), (), SHARD)
            stands = "printed" if one.corrected is None else "corrected"
            if shard == 1 and not start:
                start, found = time.process_time(), []  # the first shard warms up
            perform(Task(identifier, effort, check.name, stands, shard), found.append)
        memory.append(memory_used())
    return time.process_time() - start, sum(e.instances for e in found), memory[0], memory[-1]
