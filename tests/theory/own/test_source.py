"""Files of claims: read once, named, forgotten."""

import pytest

from theory import claim
from theory.catalogue import heading
from theory.own.source import digest_of, forget, load, loaded, named, source_of

TEXT = '''"""Lemmas of a friend. More words."""
from helper import x
from theory import Claim
toy = Claim(id="friend.toy", title="A toy", kind="inequality", printed=x**2 + x >= 0)
'''


@pytest.fixture
def folder(tmp_path):
    forget()
    (tmp_path / "friend.py").write_text(TEXT)
    (tmp_path / "helper.py").write_text("from sympy import Symbol\nx = Symbol('x', real=True)\n")
    (tmp_path / "script.py").write_text("raise SystemExit('this file makes no claims')\n")
    yield tmp_path
    forget()


def test_a_file_is_read_once_and_its_claims_are_known_by_id(folder):
    (toy,) = load(folder / "friend.py")
    assert load(folder / "friend.py")[0] is toy is claim("friend.toy")
    assert loaded() == (str(folder / "friend.py"),) == (source_of("friend.toy"),)
    assert heading("friend") == "Lemmas of a friend"


def test_of_a_folder_only_what_makes_claims_is_run(folder):
    assert [one.id for one in load(folder)] == ["friend.toy"]


def test_a_claim_has_three_names(folder):
    path = folder / "friend.py"
    assert named(path, "toy") is named(path, "friend.toy") is claim("friend.toy")
    with pytest.raises(LookupError, match="it has friend.toy"):
        named(path, "other")


def test_the_digest_changes_with_what_the_file_imports(folder):
    load(folder / "friend.py")
    before = digest_of("friend.toy")
    assert before and digest_of("diagonal.theorem") == ""
    (folder / "helper.py").write_text("from sympy import Symbol\nx = Symbol('x', real=True)  #\n")
    assert digest_of("friend.toy") != before


def test_claims_in_a_list_or_a_dictionary_are_claims_of_the_file(folder):
    """One in a list was left out, and the file was sound without it."""
    made = 'Claim(id="friend.{}", title="A toy", kind="inequality", printed=x**2 >= {})'
    more = f"more = [{made.format('one', 1)}, toy]\nrest = {{2: {made.format('two', 2)}, 3: 0}}\n"
    (folder / "friend.py").write_text(TEXT + more)
    assert [one.id for one in load(folder / "friend.py")] == [
        "friend.toy",
        "friend.one",
        "friend.two",
    ]
    assert named(folder / "friend.py", "more[0]") is claim("friend.one")
