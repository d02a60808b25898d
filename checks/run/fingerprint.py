"""What a result depends on besides the request: the source of the project and the versions of what
it stands on.
"""

from __future__ import annotations

import os
import platform
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("sympy", "mpmath", "numpy", "scipy", "python-flint", "hypothesis")
ENGINES = ("numba", "llvmlite", "heyoka")  # what a flow runs on, where they are installed
KINDS = ("*.py", "*.json")  # code, and proofs as data
SOURCES = ("theory", "numerics", "checks")


@cache
def fingerprint() -> dict[str, str]:
    """The digest of the sources, and versions by name; a package that is not installed
    is ``none``.
    """
    return {
        "code": code_digest(Path(__file__).parents[2]),
        "python": platform.python_version(),
        "machine": platform.machine(),
        **{name: version_of(name) for name in PACKAGES},
        **engines(),
    }


def engines() -> dict[str, str]:
    """Which engine integrates, and the versions of those it may choose from: a result does not
    depend on them in silence.
    """
    return {"engine": os.environ.get("AGF_ENGINE") or "fastest"} | {
        name: version_of(name) for name in ENGINES
    }


def code_digest(root: Path) -> str:
    """One digest for every source file and every proof of the three layers, names included."""
    total = sha256()
    for layer in SOURCES:
        for path in sorted(one for kind in KINDS for one in (root / layer).rglob(kind)):
            body = path.read_bytes()
            total.update(f"{path.relative_to(root).as_posix()} {len(body)}\n".encode() + body)
    return total.hexdigest()


def differences(ours: dict[str, str], theirs: dict[str, str]) -> str:
    """What differs, for people.

    >>> differences({"code": "a", "numpy": "2.0"}, {"code": "a", "numpy": "1.26"})
    'numpy 1.26, here 2.0'
    """
    return ", ".join(
        f"{name} {theirs.get(name, 'none')[:12]}, here {value[:12]}"
        for name, value in ours.items()
        if theirs.get(name) != value
    )


def version_of(name: str) -> str:
    """The version of an installed package, or ``none``."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
