"""The first flow after an install, when no machine code has been made, against the second: each in
a process of its own, its start and imports included.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from checks.bench.row import Row, answered

FLOWS = {
    "diagonal": "DiagonalNetwork([[1, 1], [0.75, 0.25]], [0.45, -0.05]), '1e-8'",
    "linear": "LinearNetwork([[2, 0], [0, 1]], [[1, 0], [0, 3]], 2), '1e-4'",
    "modular": "ModularNetwork([2, -1, -1], 2), '1e-2'",
}
TARGET = 1 / 1.2
# More than the patience of numerics.machine_code: here machine code is made, and waited for.
MANY = """
import numpy as np
from numerics import *
for seed in range(20):
    random = np.random.default_rng(seed)
    X = random.normal(size=(5, 12))
    gradient_flow(DiagonalNetwork(X, random.normal(size=5) @ X), "1e-8").staircase
"""


def rows() -> Iterator[Row]:
    """One row a setting: the ratio is how much of the first one's cost the second one has. And one
    for the first twenty flows, which has no target: somebody has to make the machine code.
    """
    for setting, arguments in FLOWS.items():
        program = f"from numerics import *; gradient_flow({arguments}).staircase"
        yield _row(f"the first {setting} flow after an install", program, TARGET, turns=3)
    yield _row("the first twenty diagonal flows, d = 5, after an install", MANY, None, turns=1)


def _row(name: str, program: str, target: float | None, turns: int) -> Row:
    """The medians of several installs, for a start and its imports vary by a fifth."""
    took = []
    for _ in range(turns):
        with TemporaryDirectory() as kept:
            took.append([answered(lambda: _run(program, kept))[0] for _ in range(2)])
            made = any(Path(kept).rglob("*.nbi"))
    first, second = map(median, zip(*took))
    note = "machine code was made, and kept" if made else "nothing waited for machine code"
    return Row(
        name, first, "the second time", second, None, target,
        f"{first / second:.2f} times the cost: {note}",
    )  # fmt: skip


def _run(program: str, kept: str) -> None:
    subprocess.run(
        [sys.executable, "-c", program], check=True, env={**os.environ, "NUMBA_CACHE_DIR": kept}
    )
