"""Where claims of one's own come from: a file, a folder, or a package that announces them.

``load("my_paper.py")`` runs that file, as Python would, and enters its claims in the catalogue. A
package announces claims by an entry point of the group ``agf.claims``: ``my_paper =
my_package.claims``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from theory.catalogue import HEADINGS, OWN, SETTINGS, claims
from theory.claim import Claim
from theory.own.letters import entered_by
from theory.validate import abbreviated

GROUP = "agf.claims"
_LOADED: dict[str, tuple[Claim, ...]] = {}  # source, a path or a name of the group -> its claims
_NAMES: dict[str, dict[str, str]] = {}  # source -> name in Python -> id
_HELPERS: dict[Path, tuple[Path, ...]] = {}  # a file -> what it imported from its folder
_FILES: dict[str, tuple[Path, ...]] = {}  # source -> what its claims were read from


def load(source: str | Path) -> tuple[Claim, ...]:
    """The claims of a file, a folder, or a package by the name it announced; read once.

    >>> load("nowhere.py")
    Traceback (most recent call last):
        ...
    LookupError: no file nowhere.py: `agf new nowhere.py` writes one to start from
    """
    name = str(source)
    if name in announced():
        return _read(name, lambda: [import_module(announced()[name])])
    path = Path(source)
    if path.is_dir():
        files = [one for one in sorted(path.rglob("*.py")) if _may_claim(one, path)]
        if not files:
            raise LookupError(f"no file in {path} makes a Claim(...)")
        return tuple(claim for one in files for claim in load(one))
    if not path.is_file():
        raise LookupError(f"no file {path}: `agf new {path}` writes one to start from")
    resolved = path.resolve()
    return _read(str(resolved), lambda: [_run(resolved)])


def loaded() -> tuple[str, ...]:
    """The sources read so far, for a process that has to read them too."""
    return tuple(_LOADED)


def announced() -> dict[str, str]:
    """{name: module} of the installed packages that announce claims."""
    return {one.name: one.value for one in entry_points(group=GROUP)}


def named(source: str | Path, name: str) -> Claim:
    """One claim of a file: by its name in Python, its id, or the words of its id behind the dot."""
    found = load(source)
    key = str(source) if str(source) in _NAMES else str(Path(source).resolve())
    names = {**{one.id: one.id for one in found}, **_NAMES.get(key, {})}
    names |= {one.id.partition(".")[2]: one.id for one in found}
    if name not in names:
        have = ", ".join(one.id for one in found)
        raise LookupError(f"{source} has no claim {abbreviated(name)}: it has {have}")
    return OWN[names[name]]


def source_of(identifier: str) -> str:
    """The file (from here) or package that a claim was read from; empty for a claim of
    the paper.
    """
    for source, found in _LOADED.items():
        if identifier in {one.id for one in found}:
            path = Path(source)
            here = path.is_relative_to(Path.cwd())
            return str(path.relative_to(Path.cwd())) if here else source
    return ""


def digest_of(identifier: str) -> str:
    """A digest of the files that a claim was read from, and of the modules beside them; empty for a
    claim of the paper.
    """
    for source, found in _LOADED.items():
        if identifier in {one.id for one in found}:
            total = sha256()
            for path in _FILES[source]:
                total.update(path.read_bytes())
            return total.hexdigest()
    return ""


def forget() -> None:
    """Take everything back that was loaded: for tests, and for a prompt that reads a file again."""
    from theory.own.letters import clear

    clear()
    for table in (_LOADED, _NAMES, _FILES, OWN, HEADINGS):
        table.clear()


def _may_claim(path: Path, root: Path) -> bool:
    """A file of a folder that makes claims; the others are not run."""
    hidden = any(part.startswith((".", "__")) for part in path.relative_to(root).parts)
    return not hidden and "Claim(" in path.read_text(encoding="utf-8", errors="replace")


def _read(source: str, modules) -> tuple[Claim, ...]:
    if source not in _LOADED:
        with entered_by(source):
            read = list(modules())
        names = {
            name: value
            for module in read
            for name, value in _named_claims(module)
            if OWN.get(value.id) is not value
        }
        names = {
            name: value
            for name, value in names.items()
            if not any(value is other for other in claims())
        }
        _enter(source, names, read)
    return _LOADED[source]


def _named_claims(module: ModuleType) -> Iterator[tuple[str, Claim]]:
    """The claims of a module by their names; those in a list, a tuple or a dictionary too."""
    for name, value in vars(module).items():
        if isinstance(value, Claim):
            yield name, value
        elif isinstance(value, (list, tuple, dict)):
            pairs = value.items() if isinstance(value, dict) else enumerate(value)
            yield from ((f"{name}[{key!r}]", one) for key, one in pairs if isinstance(one, Claim))


def _enter(source: str, names: dict[str, Claim], modules: Iterable[ModuleType]) -> None:
    found: dict[str, Claim] = {}
    for claim in names.values():
        other = OWN.get(claim.id) or found.get(claim.id)
        if other is not None and other is not claim:
            raise ValueError(f"{source}: two claims are called {claim.id!r}: an id is for one")
        if claim.setting in SETTINGS:
            raise ValueError(
                f"{source}: {claim.id!r} begins with a setting of the paper: expected another "
                "first word, "
                f"such as {Path(source).stem.lower()}.{claim.id.partition('.')[2]}"
            )
        found[claim.id] = claim
    if not found:
        raise LookupError(f"{source} has no claims: expected a name = Claim(...) in it")
    ids = {*found, *OWN, *(one.id for one in claims())}
    for claim in found.values():
        for name in claim.rests_on:
            if name not in ids:
                raise ValueError(f"{source}: {claim.id} rests on {name!r}, which is no claim")
    OWN.update(found)
    _LOADED[source] = tuple(found.values())
    _NAMES[source] = {name: claim.id for name, claim in names.items()}
    for module in modules:
        words = re.split(r"\.(?:\s|$)", (module.__doc__ or "").strip())[0]
        for claim in found.values():
            HEADINGS.setdefault(claim.setting, " ".join(words.split()) or claim.setting)
    _FILES[source] = tuple(sorted(_beside(modules)))


def _beside(modules: Iterable[ModuleType]) -> set[Path]:
    """The files of these modules, and of what they import from their own folders."""
    own = {Path(str(one.__file__)).resolve() for one in modules if getattr(one, "__file__", None)}
    return own | {path for one in own for path in _HELPERS.get(one, ())}


def _run(path: Path) -> ModuleType:
    """The file as a module; its folder is looked in for what it imports, as Python does for a
    script.
    """
    name = f"agf_own_{sha256(str(path).encode()).hexdigest()[:12]}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise LookupError(f"{path} is not a Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.parent)
    sys.path.insert(0, folder)
    before = set(sys.modules)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as problem:  # exit() would end the command, as if all were well
        del sys.modules[name]
        raise ValueError(f"{path.name}{_line_of(problem, path)}: {_words(problem)}") from problem
    finally:
        _HELPERS[path] = _taken_back(before, path.parent)
        sys.path.remove(folder)
        sys.path.append(folder)  # for what a check imports when it runs
    return module


def _taken_back(before: set[str], folder: Path) -> tuple[Path, ...]:
    """The files beside it that a file imported; another folder may have others of the
    same names.
    """
    found = {}
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        if isinstance(file, str) and Path(file).resolve().is_relative_to(folder):
            found[name] = Path(file).resolve()
    for name in found:
        del sys.modules[name]
    return tuple(sorted(found.values()))


def _words(problem: BaseException) -> str:
    text = str(problem)
    return text if isinstance(problem, ValueError) else f"{type(problem).__name__}: {text}"


def _line_of(problem: BaseException, path: Path) -> str:
    """The last line of the file that the problem went through."""
    if isinstance(problem, SyntaxError):
        return f", line {problem.lineno}"
    lines, trace = [], problem.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return f", line {lines[-1]}" if lines else ""
