"""The first flow after an install, when nothing is compiled, against the second: each in a process
of its own, its start and imports included.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from tempfile import TemporaryDirectory

from checks.bench.row import Row, answered

FLOWS = {
    "diagonal": "DiagonalNetwork([[1, 1], [0.75, 0.25]], [0.45, -0.05]), '1e-8'",
    "linear": "LinearNetwork([[2, 0], [0, 1]], [[1, 0], [0, 3]], 2), '1e-4'",
    "modular": "ModularNetwork([2, -1, -1], 2), '1e-2'",
}
TARGET = 1 / 1.2


def rows() -> Iterator[Row]:
    """One row a setting: the ratio is how much of the first one's cost the second one has."""
    for setting, arguments in FLOWS.items():
        program = f"from numerics import *; gradient_flow({arguments}).staircase"
        with TemporaryDirectory() as kept:
            first, second = (answered(lambda: _run(program, kept))[0] for _ in range(2))
        yield Row(
            f"the first {setting} flow after an install",
            first,
            "the second",
            second,
            None,
            TARGET,
            f"{first / second:.2f} times the cost: machine code is made, and kept",
        )


def _run(program: str, kept: str) -> None:
    subprocess.run(
        [sys.executable, "-c", program], check=True, env={**os.environ, "NUMBA_CACHE_DIR": kept}
    )
