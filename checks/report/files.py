"""Reports for machines: JSON and JUnit. Data only; a report is written whole or not at all."""
from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as xml

from theory.arguments import shown

from ..check import Effort
from ..evidence import Result
from .terminal import headline, line


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
        raise OSError(f"{shown(str(path))}: {problem.strerror}") from None
    raise OSError(f"{shown(str(path))} is not a name that a file can have")


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
        raise OSError(f"cannot write {target}: {problem.strerror}; name a file in a folder that exists and is yours") from None
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


def as_json(results: Sequence[Result], effort: Effort) -> str:
    asked = {} if effort.instances is None else {"instances": effort.instances}
    return dump({"profile": effort.profile, "seed": effort.seed, **asked, "claims": [r.as_json() for r in results]})


def dump(data: dict[str, Any]) -> str:
    """JSON that every parser reads: infinities and NaN, which JSON does not have, become strings."""
    return json.dumps(_plain({"schema": 1, **data}), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return str(value)
    return value


def as_junit(results: Sequence[Result]) -> str:
    suite = xml.Element("testsuite", name="agf check", tests=str(len(results)),
                        failures=str(sum(not r.sound and r.verdict != "error" for r in results)),
                        errors=str(sum(r.verdict == "error" for r in results)))
    for result in results:
        case = xml.SubElement(suite, "testcase", classname=result.claim.setting, name=result.claim.id,
                              time=f"{sum(e.seconds for e in result.evidence):.3f}")
        text = "\n".join(f"{e.statement}: {line(e)}" for e in result.evidence)
        if not result.sound:
            xml.SubElement(case, "error" if result.verdict == "error" else "failure", message=headline(result)).text = text
        else:
            xml.SubElement(case, "system-out").text = f"{headline(result)}\n{text}"
    xml.indent(suite)
    return xml.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
