"""A function fits on a screen, its docstring and its blank lines counted."""

import ast

from tests.sources import LAYERS, ROOT, files, tree

SCREEN = 60


def compiled(function):
    """Is it a kernel of numba's? A part of one takes its dozen arrays again, and time to compile:
    what these share with another stands in a function, their loops stand where they run.
    """
    return any(
        isinstance(one, ast.Call) and getattr(one.func, "id", "") == "machine_code"
        for one in function.decorator_list
    )


def lengths(module):
    """(name, lines) of every function, those inside of others too; without compiled ones."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and not compiled(node):
            assert node.end_lineno is not None
            yield node.name, node.end_lineno - node.lineno + 1


def too_long():
    for layer in LAYERS:
        for path in files(layer):
            for function, lines in lengths(tree(path)):
                if lines > SCREEN:
                    yield f"{path.relative_to(ROOT).as_posix()}: {function}"


def test_lines_are_counted_and_a_kernel_is_not():
    text = (
        'def a():\n    """."""\n\n    def b():\n        pass\n\n'
        "@machine_code(x)\ndef c():\n    pass\n\n@other(x)\ndef d():\n    pass\n"
    )
    assert dict(lengths(ast.parse(text))) == {"a": 5, "b": 2, "d": 2}


def test_a_function_fits_on_a_screen():
    assert set(too_long()) == set()
