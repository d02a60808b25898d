"""Every public name says what it is: modules, classes, functions and methods of the
three packages.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = ("theory", "numerics", "checks")
# Folders whose names are still being described; to be emptied.
UNFINISHED = ()


def undescribed(body, prefix=""):
    """The public definitions below a module or a class that have no docstring; what is inside of a
    function is its own business.
    """
    for node in body:
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or node.name.startswith("_"):
            continue
        if ast.get_docstring(node) is None:
            yield f"{prefix}{node.name}"
        if isinstance(node, ast.ClassDef):
            yield from undescribed(node.body, f"{prefix}{node.name}.")


def missing(text):
    tree = ast.parse(text)
    return [*([] if ast.get_docstring(tree) else ["the module"]), *undescribed(tree.body)]


def test_what_has_no_docstring_is_found():
    text = (
        '"""."""\nclass A:\n    """."""\n    def b(self): ...\n    def _c(self): ...\ndef d(): ...'
    )
    assert missing(text) == ["A.b", "d"] and missing("x = 1") == ["the module"]


@pytest.mark.parametrize("layer", LAYERS)
def test_every_public_name_has_a_docstring(layer):
    files = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / layer).rglob("*.py"))]
    assert {
        name: found
        for name in files
        if not any(name == one or name.startswith(f"{one}/") for one in UNFINISHED)
        if (found := missing((ROOT / name).read_text(encoding="utf-8")))
    } == {}
