"""Files of the package, forged: each is refused by the re-check, or proves another statement than
the claim, which is then not proved.
"""

import copy
import json
from dataclasses import replace
from functools import cache

import pytest

from theory import claim
from theory.framework.letters import register_functions
from theory.proof import recheck, rules
from theory.proof.letters import domains_of, judged
from theory.proof.recheck import PROOFS, BadProof, checked, read
from theory.proof.terms import digest, num

ONE, OTHER = "framework.norm-lower-bound", "framework.norm-split"


@cache
def _package():
    return (PROOFS / "framework.json").read_text()


@pytest.fixture
def proof():
    register_functions()
    return json.loads(_package())


def problems(proof, name=ONE, of=ONE):
    """What ``judged`` says of the theorem of this name in a file, taken for a claim."""
    asked = frozenset(one for one in proof["theorems"] if name in one)
    found = {
        key: {"conclusion": digest(one.conclusion), "hypotheses": list(map(digest, one.hypotheses))}
        for key, one in checked(proof, asked).items()
    }
    row = found[name]
    return judged(claim(of), row["conclusion"], row["hypotheses"], True, domains_of(of, found))


def test_the_file_as_it_is_proves_the_claim(proof):
    assert problems(proof) == []


def test_a_theorem_of_another_claim_is_not_taken_for_this_one(proof):
    theorems = proof["theorems"]
    theorems[ONE], theorems[OTHER] = theorems[OTHER], theorems[ONE]
    assert any("something else" in one for one in problems(proof))
    assert any("something else" in one for one in problems(proof, OTHER, OTHER))


def _term(proof, *row):
    proof["terms"].append(list(row))
    return len(proof["terms"]) - 1


def test_a_special_case_is_another_statement(proof):
    whole = checked(proof, frozenset((ONE,)))[ONE]
    (kappa,) = (one for one in whole.conclusion.free if one.data[0] == "kappa")
    made = rules.instantiate(whole, kappa, num(3))
    said = judged(claim(ONE), digest(made.conclusion), list(map(digest, made.hypotheses)), True)
    assert any("something else" in one for one in said)


def test_falsehood_assumed_stays_a_hypothesis(proof):
    false = _term(proof, "false", None, [])
    row = proof["theorems"][ONE]
    number = len(proof["steps"])
    proof["steps"] += [["assume", [-1 - false]], ["absurd", [number, -1 - row["conclusion"]]]]
    row |= {"step": number + 1, "hypotheses": [false]}
    assert any("neither an assumption" in one for one in problems(proof))
    row["hypotheses"] = []
    with pytest.raises(BadProof, match="hypotheses"):
        problems(proof)


@pytest.mark.parametrize("name", ["kappa", "theta_sq", "imbalance"])
def test_a_letter_that_only_looks_alike_is_another_letter(proof, name):
    alike = name.replace("a", "\u0430")  # Cyrillic; where there is none, a full-width letter
    alike = alike if alike != name else name.replace("t", "\uff54")
    for row in proof["terms"]:
        if row[0] == "var" and row[1][0] == name:
            row[1][0] = alike
    assert problems(proof)


def test_the_definitions_of_another_claim_are_no_hypotheses(proof):
    other = replace(claim(ONE), id="framework.polar-norm")
    row = checked(proof, frozenset((ONE,)))[ONE]
    assert row.hypotheses
    said = judged(other, digest(row.conclusion), list(map(digest, row.hypotheses)), True)
    assert any("neither an assumption" in one for one in said)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 1.0, True, None, "1", 10**3000])
@pytest.mark.parametrize("where", ["term", "exponent", "place", "conclusion", "step", "hypothesis"])
def test_what_is_no_small_whole_number_is_refused_or_changes_nothing(proof, where, number):
    row = proof["theorems"][ONE]
    if where == "term":
        next(one for one in proof["terms"] if one[0] == "num")[1] = [number, 1]
    elif where == "exponent":
        for one in proof["terms"]:  # whichever of them the theorem uses
            one[1] = number if one[0] == "pow" else one[1]
    elif where == "place":
        proof["terms"][row["conclusion"]][2][0] = number
    elif where == "hypothesis":
        row["hypotheses"] = [number]
    else:
        row[where] = number
    try:
        said = problems(json.loads(json.dumps(proof)))
    except BadProof:
        return
    assert said  # [1, 1] for a number is a number: then the statement is another one


def test_a_step_left_out_is_missed(proof):
    used = sorted(recheck._needed(proof["steps"], {ONE: proof["theorems"][ONE]}))
    for number in used[:-1][:: max(1, len(used) // 6)]:
        forged = copy.deepcopy(proof)
        del forged["steps"][number]
        with pytest.raises(BadProof):
            problems(forged)


def test_a_name_that_stands_twice_is_refused():
    text = _package()
    first = json.dumps(ONE) + ":"
    assert text.count(first.rstrip(":")) >= 1
    row = json.dumps({"step": 0, "conclusion": 0, "hypotheses": []})
    twice = text.replace('"theorems":', f'"theorems":{{{first}{row}}},"theorems":', 1)
    assert twice != text
    with pytest.raises(BadProof, match="twice"):
        read(twice)
    with pytest.raises(BadProof, match="twice"):
        read('{"theorems": {"a": 1, "a": 2}}')
