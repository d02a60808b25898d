"""Files that are written whole or not at all, under names that a file can have: for reports,
figures and the store.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from theory.validate import abbreviated


def named(path: str | Path) -> Path:
    """The path, or an error if no file can have this name: empty, too long, or with characters that
    the system does not take.

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
        with suppress(FileNotFoundError):
            target.stat()  # links that go round in a circle: Python 3.13 resolves them
        real = target.resolve()
        if passed_through(target):
            if not os.access(target, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return target
        with tempfile.NamedTemporaryFile(dir=real.parent, prefix=".agf-"):
            pass
        if target.exists():
            with target.open("a"):
                pass
    except (OSError, RuntimeError) as problem:  # RuntimeError: links that go round in a circle
        why = getattr(problem, "strerror", None) or "its links go round in a circle"
        raise OSError(
            f"cannot write {target}: {why}; name a file in a folder that exists and is yours"
        ) from None
    return target


def passed_through(path: Path) -> bool:
    """Is what is there no file but something to write to: a device, a pipe, a socket?"""
    try:
        kind = os.stat(path).st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(kind) or stat.S_ISDIR(kind))


def write(path: Path, text: str) -> None:
    """Replace the file in one move, so that a reader never sees half of it; what is no file is
    written to.

    Through a symbolic link its target is replaced. A file keeps its mode, a new one has what the
    umask leaves.
    """
    if passed_through(path):
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return
    real = Path(path).resolve()
    mode = stat.S_IMODE(real.stat().st_mode) if real.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=real.parent, prefix=".agf-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(name, mode)
        os.replace(name, real)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    """The bits that this process leaves out of the mode of a new file."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
