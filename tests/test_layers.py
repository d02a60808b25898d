"""Imports point one way: between the layers, from settings to the engine, and never from one
setting to another.
"""

import ast

import pytest

from tests.sources import LAYERS, ROOT, files, tree
from theory.catalogue import SETTINGS

# What joins the settings: the faces of the three packages, and the commands whose files stand in
# one folder each.
JOINTS = ("theory", "numerics", "checks", "checks.figures", "checks.bench", "checks.planted")


# A neuron that returns to dormancy is followed in the smallest network that has one.
EXAMPLES = {("checks.framework.returning", "theory.diagonal")}


def modules():
    for layer in LAYERS:
        for path in files(layer):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), tree(path)


def imported(name, module):
    """The modules that a file imports, wherever in it; all are named in full, but inside of the
    kernel, which can be loaded without the rest.
    """
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0 or name.startswith("theory.proof"), (
                f"{name}, line {node.lineno}: a relative import"
            )
            source = (
                node.module
                if not node.level
                else ".".join(filter(None, ("theory.proof", node.module)))
            )
            yield source
            yield from (f"{source}.{one.name}" for one in node.names)
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names)


IMPORTS = [
    (name, sorted({one for one in imported(name, parsed) if one.partition(".")[0] in LAYERS}))
    for name, parsed in modules()
]


def setting_of(module):
    """diagonal for theory.diagonal.staircase, None for the engine."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in SETTINGS else None


def within(module, packages):
    return any(module == one or module.startswith(one + ".") for one in packages)


@pytest.mark.parametrize(
    "layer, foreign", [("theory", ("numerics", "checks")), ("numerics", ("checks",))]
)
def test_a_layer_imports_none_above_it(layer, foreign):
    assert [
        (name, one)
        for name, used in IMPORTS
        if within(name, [layer])
        for one in used
        if within(one, foreign)
    ] == []


def test_numerics_takes_from_theory_only_the_staircase_and_the_words_of_an_error():
    taken = {
        one
        for name, used in IMPORTS
        if within(name, ["numerics"])
        for one in used
        if within(one, ["theory"])
    }
    assert taken <= {
        "theory.staircase",
        "theory.staircase.Staircase",
        "theory.validate",
        "theory.validate.abbreviated",
        "theory.validate.plural",
    }


def test_the_engine_imports_no_setting():
    engine = [
        (name, used)
        for name, used in IMPORTS
        if not setting_of(name) and name not in JOINTS and not within(name, JOINTS[3:])
    ]
    assert [(name, one) for name, used in engine for one in used if setting_of(one)] == []


def test_a_setting_imports_no_other_setting_but_the_framework():
    found = [
        (name, one)
        for name, used in IMPORTS
        if setting_of(name)
        for one in used
        if setting_of(one) not in (None, "framework", setting_of(name))
    ]
    assert set(found) <= EXAMPLES


def test_evidence_does_not_know_how_it_is_shown():
    """It knows the ranges that were drawn, which are part of what was found."""
    used = [one for one in dict(IMPORTS)["checks.evidence"] if within(one, ["checks"])]
    assert [one for one in used if not within(one, ["checks.methods.scope"])] == []


def test_a_reader_finds_the_engine_in_a_handful_of_names():
    for layer in LAYERS:
        assert (
            len([path for path in (ROOT / layer).iterdir() if path.name != "__pycache__"]) <= 24
        ), layer
