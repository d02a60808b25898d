"""A word names one thing: what the proofs and the checks call by a common word has one meaning."""

import ast
from functools import cache

from tests.sources import LAYERS, ROOT, files, tree

# A function with one of these names says nothing of what it gives. A method may be called `at`: the
# state of a flow at a time.
VAGUE = {"shown", "plain", "one", "found", "into", "then", "where", "campaign"}
KERNEL_AT = "theory/proof/tactics/logic.py"  # at(theorem, values): the one function of that name
# What everybody writes; a module of the project is imported by its name.
USUAL = {"numpy": "np", "sympy": "sp", "hypothesis.strategies": "st"}


@cache
def modules():
    """Every module parsed, by its path."""
    return {
        path.relative_to(ROOT).as_posix(): tree(path) for layer in LAYERS for path in files(layer)
    }


@cache
def parts_by_kind():
    """Functions and imports of every module, read once."""
    found = {kind: [] for kind in (ast.FunctionDef, ast.Import, ast.ImportFrom)}
    for path, module in modules().items():
        for part in ast.walk(module):
            if type(part) in found:
                found[type(part)].append((path, part))
    return found


def parts(kind):
    return parts_by_kind()[kind]


def test_no_function_has_a_name_that_could_be_any_function():
    vague = [
        f"{path}:{part.lineno} {part.name}"
        for path, part in parts(ast.FunctionDef)
        if part.name.lstrip("_") in VAGUE
    ]
    assert vague == []


def test_at_is_a_theorem_at_values_or_a_flow_at_a_time():
    named = [(path, part) for path, part in parts(ast.FunctionDef) if part.name == "at"]
    functions = {path for path, part in named if part.args.args[0].arg != "self"}
    assert functions == {KERNEL_AT}


def test_a_module_is_imported_by_its_name_and_not_by_two_letters():
    ours = {path.removesuffix(".py").replace("/", ".") for path in modules()}
    short = []
    for path, part in [*parts(ast.Import), *parts(ast.ImportFrom)]:
        for name in part.names:
            whole = f"{part.module}.{name.name}" if type(part) is ast.ImportFrom else name.name
            abbreviated = name.asname and len(name.asname) <= 2 and name.asname != USUAL.get(whole)
            if abbreviated and (type(part) is ast.Import or whole in ours):
                short.append(f"{path}:{part.lineno} {whole} as {name.asname}")
    assert short == []


def test_no_module_takes_a_private_name_of_another():
    private = [
        f"{path}:{part.lineno} {name.name}"
        for path, part in parts(ast.ImportFrom)
        for name in part.names
        if name.name.startswith("_") and not name.name.startswith("__")
    ]
    assert private == []


def test_nothing_is_imported_by_a_star():
    starred = [
        path for path, part in parts(ast.ImportFrom) if any(n.name == "*" for n in part.names)
    ]
    assert starred == []


def test_there_are_modules_to_look_at():
    assert len(modules()) > 500
