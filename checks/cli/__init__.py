"""The ``agf`` command, a file for each family of commands; ``python -m checks.cli`` is the same.

Exit status: 0 every claim sound, 1 some claim not, 2 bad usage, 3 nothing false but
something not decided in time, 130 interrupted.
"""

from checks.cli import bench, catalogue, check, completion, coverage, errata, mutate, recheck
from checks.cli.group import INTERRUPTED, main

__all__ = ["INTERRUPTED", "main"]
