"""The source files of the packages and of the tests, each read and parsed once."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
LAYERS = ("theory", "numerics", "checks")


@cache
def files(folder):
    """The Python files below a folder, by name."""
    return tuple(sorted((ROOT / folder).rglob("*.py")))


@cache
def text(path):
    """What a file says."""
    return path.read_text(encoding="utf-8")


@cache
def tree(path):
    """A file, parsed."""
    return ast.parse(text(path))
