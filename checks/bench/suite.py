"""``agf check --profile quick`` in total, and where its time goes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

from checks.bench.row import Row
from checks.evidence import Result
from checks.methods.check import Effort
from checks.run.runner import run
from theory.catalogue import claims

LIMIT = 60.0
SHOWN = 8


def rows() -> Iterator[Row]:
    """The whole quick run against the time it may take, then its slowest claims."""
    results: list[Result] = []
    start = time.perf_counter()
    results.extend(run(claims(), Effort(), workers=2))
    total = (
        time.perf_counter() - start
    )  # what a person waits: the only row of the clock on the wall
    spent = Counter({r.claim.id: sum(e.seconds for e in r.evidence) for r in results})
    settings: Counter = Counter()
    for r in results:
        settings[r.claim.setting] += spent[r.claim.id]
    yield Row(
        "agf check --profile quick",
        total,
        "the minute allowed",
        LIMIT,
        None,
        1.0,
        f"{len(results)} claims, 2 workers; "
        + ", ".join(f"{name} {s:.0f} s" for name, s in settings.items()),
    )
    for identifier, s in spent.most_common(SHOWN):
        yield Row(f"  of which {identifier}", s, "the whole run, both workers", sum(spent.values()))
