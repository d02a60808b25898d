"""Every public name says what it is: modules, classes, functions and methods of the
three packages.
"""

import ast

import pytest

from tests.sources import LAYERS, ROOT, files, tree


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


def missing(module):
    return [*([] if ast.get_docstring(module) else ["the module"]), *undescribed(module.body)]


def test_what_has_no_docstring_is_found():
    text = (
        '"""."""\nclass A:\n    """."""\n    def b(self): ...\n    def _c(self): ...\ndef d(): ...'
    )
    assert missing(ast.parse(text)) == ["A.b", "d"]
    assert missing(ast.parse("x = 1")) == ["the module"]


@pytest.mark.parametrize("layer", LAYERS)
def test_every_public_name_has_a_docstring(layer):
    assert {
        path.relative_to(ROOT).as_posix(): found
        for path in files(layer)
        if (found := missing(tree(path)))
    } == {}
