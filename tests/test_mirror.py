"""The tests mirror the tree: a module of the engine with behaviour of its own has a test file of
its name, and one of a setting is named by a test.
"""

import ast
from functools import cache

from tests.sources import LAYERS, ROOT, files, text, tree
from theory.catalogue import SETTINGS

LINES = 42  # what is shorter is a name, a protocol or a few lines that others exercise
# Commands whose files are alike have one test file for all of them.
TOGETHER = {
    "checks/bench": "tests/checks/bench/test_bench.py",
    "checks/cli": "tests/checks/test_cli.py",
    "checks/figures": "tests/checks/figures/test_figures.py",
    "checks/mutate": "tests/checks/mutate",
    "checks/planted": "tests/checks/planted/test_statements.py",
}
ELSEWHERE = {
    # A script: what it writes is checked again, proof by proof, by `agf recheck`.
    "theory/write_proofs.py": "theory/proof/recheck.py",
    # The kernel is tested by kinds of attack, each of which crosses several of its files.
    "theory/proof/alarms.py": "tests/theory/proof/test_attacks_letters.py",
    "theory/proof/definedness.py": "tests/theory/proof/test_attacks_letters.py",
    "theory/proof/display.py": "tests/theory/proof/test_attacks.py",
    "theory/proof/export.py": "tests/theory/proof/test_attacks.py",
    "theory/proof/letters.py": "tests/theory/proof/test_attacks_letters.py",
    "theory/proof/polynomials.py": "tests/theory/proof/test_random.py",
    "theory/proof/rules.py": "tests/theory/proof/test_refused.py",
    "theory/proof/show.py": "tests/theory/proof/test_attacks_letters.py",
    "theory/proof/terms.py": "tests/theory/proof/test_attacks.py",
    "theory/proof/translate.py": "tests/theory/proof/test_attacks_translation.py",
}
# Of a setting: proofs are checked again by `agf recheck`, definitions in tests/theory/proof.
PROOFS = {"kernel_proofs", "letters", "witnesses"}
# What a reader who trusts nothing reads in one go.
TRUSTED = ("terms", "polynomials", "rules", "axioms", "translate")


def engine_modules():
    for layer in LAYERS:
        for path in files(layer):
            name = path.relative_to(ROOT)
            if name.parts[1] in SETTINGS or name.name.startswith("__"):
                continue
            if len(text(path).splitlines()) > LINES:
                yield name


def file_of_tests(name):
    """Where the tests of a module are."""
    folders = [TOGETHER.get(parent.as_posix()) for parent in name.parents]
    together = next(filter(None, [ELSEWHERE.get(name.as_posix()), *folders]), None)
    return together or f"tests/{name.parent.as_posix()}/test_{name.name}"


def test_every_engine_module_has_a_test_file():
    missing = [str(name) for name in engine_modules() if not (ROOT / file_of_tests(name)).exists()]
    assert missing == []


def modules_of_settings():
    """Those with a function or a class for others; claims alone are data."""
    for layer in LAYERS:
        for setting in SETTINGS:
            for path in files(f"{layer}/{setting}"):
                name = path.relative_to(ROOT)
                if name.name.startswith("__") or PROOFS & set(name.parts):
                    continue
                body = tree(path).body
                made = [one for one in body if isinstance(one, (ast.FunctionDef, ast.ClassDef))]
                if any(not one.name.startswith("_") for one in made):
                    yield name


@cache
def imported_by_tests():
    found = set()
    for path in files("tests"):
        for part in ast.walk(tree(path)):
            if isinstance(part, ast.ImportFrom) and part.module:
                found |= {part.module, *(f"{part.module}.{one.name}" for one in part.names)}
            elif isinstance(part, ast.Import):
                found |= {one.name for one in part.names}
    return found


def test_every_module_of_a_setting_with_behaviour_is_named_by_a_test():
    imported = imported_by_tests()
    missing = [
        name.as_posix()
        for name in modules_of_settings()
        if not (ROOT / file_of_tests(name)).exists()
        and ".".join(name.with_suffix("").parts) not in imported
    ]
    assert missing == []


def test_a_file_of_the_engine_is_one_idea_and_not_a_long_one():
    lengths = {name.as_posix(): len(text(ROOT / name).splitlines()) for name in engine_modules()}
    assert {name: length for name, length in lengths.items() if length > 400} == {}


def test_the_trusted_part_is_short_and_its_page_says_how_long():
    files = [ROOT / "theory" / "proof" / f"{name}.py" for name in TRUSTED]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    written = sum(bool(line.strip()) for line in lines)
    assert len(lines) < 1200
    page = (ROOT / "docs" / "decisions" / "kernel.md").read_text(encoding="utf-8")
    assert f"{len(lines):,} formatted lines,\n{written:,} without the blank ones" in page


def test_there_are_engine_modules_to_look_at():
    assert len(list(engine_modules())) > 40 and len(list(modules_of_settings())) > 80
