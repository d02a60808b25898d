"""The catalogue: unique ids, names that match them, an order without cycles, and nothing proved at
import.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import theory
from theory import Claim, claim, claims
from theory.catalogue import SETTINGS


def test_every_id_is_there_once():
    assert [i for i, count in Counter(one.id for one in claims()).items() if count > 1] == []
    assert {one.setting for one in claims()} == set(SETTINGS)


def written_claims(source):
    """The ids of the claims that a source file builds."""
    calls = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Claim"
    ]
    return [
        ast.literal_eval(word.value) for call in calls for word in call.keywords if word.arg == "id"
    ]


def test_every_claim_in_the_source_is_in_the_catalogue():
    """One that no setting shows, or whose name another one takes, would vanish without a word."""
    sources = sorted(Path(theory.__file__).parent.rglob("*.py"))
    written = Counter(
        identifier
        for path in sources
        for identifier in written_claims(path.read_text(encoding="utf-8"))
    )
    assert written == Counter(one.id for one in claims())


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_claim_is_found_under_a_name_made_of_words_of_its_id(setting):
    """`riccati_norm_free` is framework.riccati-norm-free; a name may be shorter or carry an extra
    word, but shares one.
    """
    module = import_module(f"theory.{setting}")
    for name, value in vars(module).items():
        if isinstance(value, Claim):
            assert value.setting == setting, name
            words = set(re.split("[-_]", value.id.partition(".")[2]))
            assert words & set(name.split("_")), (name, value.id)


def test_what_a_claim_rests_on_exists_and_nothing_rests_on_itself():
    known = {one.id for one in claims()}
    graph = {one.id: set(one.rests_on) for one in claims()}
    assert set().union(*graph.values()) <= known
    assert len(list(TopologicalSorter(graph).static_order())) == len(
        known
    )  # raises CycleError on a cycle


def test_claims_come_in_the_order_of_the_paper():
    for setting in SETTINGS:
        lines = [one.line for one in claims() if one.setting == setting]
        assert lines == sorted(lines)


def test_an_unknown_id_names_its_nearest_neighbours():
    with pytest.raises(LookupError, match="unknown claim id 'framework.ricati'.*framework.riccati"):
        claim("framework.ricati")
    with pytest.raises(LookupError, match="agf list"):
        claim("zzzzzzzz")


def test_a_claim_is_found_by_its_id():
    for one in claims():
        assert claim(one.id) is one


def test_no_statement_of_theory_contains_a_float():
    from sympy import Float

    for one in claims():
        for statement in (one.printed, one.expr, *one.given):
            assert not statement.atoms(Float), one.id


def test_importing_theory_runs_no_proof():
    """simplify, integrate, limit, dsolve and doit are made to fail before the import: nothing may
    call them.
    """
    code = """
import sympy, sys
def boom(*a, **k): raise SystemExit("computer algebra at import")
for key in [key for key in sys.modules if key.partition(".")[0] == "sympy"]:
    for name in ("simplify", "integrate", "limit", "dsolve", "solve", "series"):
        if callable(getattr(sys.modules[key], name, None)):
            setattr(sys.modules[key], name, boom)
sympy.Integral.doit = sympy.Limit.doit = boom
import theory, checks.catalogue
print(len(theory.claims()))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == len(claims())


@pytest.mark.parametrize("first", SETTINGS)
def test_settings_can_be_imported_in_any_order(first):
    code = f"import theory.{first}; from theory import claims; print(len(claims()))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.returncode == 0 and int(found.stdout) == len(claims()), found.stderr
