"""Files that are written whole or not at all, under names that a file can have: for reports, figures and the store."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from theory.validate import abbreviated


def named(path: str | Path) -> Path:
    """The path, or an error if no file can have this name: empty, too long, or with characters that the system does not take.

    >>> named("a\\0b")
    Traceback (most recent call last):
        ...
    OSError: 'a\\x00b' is not a name that a file can have
    """
    try:
        if str(path):
            os.lstat(path)
            return Path(path)
    except (FileNotFoundError, NotADirectoryError, PermissionError):  # who writes there will say so
        return Path(path)
    except ValueError:  # a NUL, or half of a surrogate pair
        pass
    except OSError as problem:
        raise OSError(f"{abbreviated(str(path))}: {problem.strerror}") from None
    raise OSError(f"{abbreviated(str(path))} is not a name that a file can have")


def writable(path: str | Path) -> Path:
    """The path, or an error before any work starts if nothing can be written there."""
    target = named(path)
    if target.is_dir():
        raise OSError(f"cannot write {target}: it is a directory")
    try:
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".agf-"):
            pass
        if target.exists():
            with target.open("a"):
                pass
    except OSError as problem:
        raise OSError(
            f"cannot write {target}: {problem.strerror}; name a file in a folder that exists and is yours"
        ) from None
    return target


def write(path: Path, text: str) -> None:
    """Replace the file in one move, so that a reader never sees half of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".agf-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
