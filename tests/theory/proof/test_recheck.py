"""Proofs as data: what is checked again is what was proved, and a changed file is refused or proves
something true.
"""

import copy
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from theory.proof import recheck, rules
from theory.proof.export import exported, write
from theory.proof.recheck import PROOFS, BadProof, checked
from theory.proof.tactics import by_cases, fact, forall, put, ring
from theory.proof.terms import FALSE, INT, ONE, eq, le, lt, num, var

x, y, n = var("x"), var("y"), var("n", INT)


def small():
    """x^2 >= 0, exp(x + y) exp(-y) = exp(x), and 1 <= n for 0 < n."""
    square = rules.order(le(0, x**2), (), ((ONE, (), x),))
    whole = rules.detach(put(rules.axiom("discrete"), n=num(0), m=n), rules.assume(lt(0, n)))
    either = by_cases(rules.either(lt(0, y)), lambda _: square, lambda _: square)
    return {"square": rules.generalise(square, x), "whole": whole, "either": either}


def test_a_proof_is_checked_again_from_its_data_alone():
    theorems = small()
    again = checked(json.loads(json.dumps(exported(theorems))))
    for name, theorem in theorems.items():
        assert again[name] is not theorem
        assert (
            again[name].conclusion is theorem.conclusion
            and again[name].hypotheses == theorem.hypotheses
        )


def test_what_is_proved_twice_is_written_once():
    short = rules.assume(le(x, y))
    # the same statement by a detour, and a theorem that was made from the detour
    detour = rules.detach(rules.discharge(le(x, y), short), short)
    assert detour.conclusion is short.conclusion and detour.hypotheses == short.hypotheses
    pair = rules.conjoin(detour, short)
    proof = exported({"short": short, "detour": detour, "pair": pair})
    assert [rule for rule, _ in proof["steps"]] == ["assume", "conjoin"]
    again = checked(json.loads(json.dumps(proof)))
    assert again["pair"].conclusion is pair.conclusion
    assert again["detour"].hypotheses == detour.hypotheses


def forged(change):
    proof = json.loads(json.dumps(exported(small())))
    change(proof)
    return proof


def _conclude_false(proof):
    proof["terms"].append(["false", None, []])
    proof["theorems"]["square"]["conclusion"] = len(proof["terms"]) - 1


def _drop_hypotheses(proof):
    proof["theorems"]["whole"]["hypotheses"] = []


def _retype(proof):
    for row in proof["terms"]:
        if row[0] == "var" and row[1] == ["n", "Int"]:
            row[1] = ["n", "Real"]


def _own_rule(proof):
    proof["steps"][0] = ["believe", [-1]]


def _maker(proof):
    proof["steps"][0] = ["rule", ["x"]]


def _forward(proof):
    proof["terms"][0][2] = [len(proof["terms"]) - 1]


def _negative(proof):
    proof["theorems"]["square"]["step"] = -1


def _other_axioms(proof):
    proof["axioms"] = "0" * 64


def _steps_as_terms(proof):
    for _, given in proof["steps"]:
        given[:] = [-1 - thing if type(thing) is int and thing >= 0 else thing for thing in given]


def _true_as_a_step(proof):
    for _, given in proof["steps"]:
        given[:] = [True if thing == 1 else thing for thing in given]
    proof["steps"].append(["conjoin", [True]])


def _bool_place(proof):
    proof["terms"][-1][2] = [True]


def _number_text(proof):
    proof["steps"].append(["axiom", [3.0]])


@pytest.mark.parametrize(
    "change",
    [
        _conclude_false,
        _drop_hypotheses,
        _retype,
        _own_rule,
        _maker,
        _forward,
        _negative,
        _other_axioms,
        _steps_as_terms,
        _true_as_a_step,
        _bool_place,
        _number_text,
    ],
)
def test_a_forged_file_is_refused(change):
    with pytest.raises(BadProof):
        checked(forged(change))


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"format": 1}, {"format": 2}, "x", {"format": 1, "axioms": None, "terms": 3}],
)
def test_what_is_no_proof_is_refused(data):
    with pytest.raises(BadProof):
        checked(data)


def test_random_changes_of_a_file_never_prove_false():
    rng = random.Random(5)
    original = exported(small())
    for _ in range(400):
        proof = json.loads(json.dumps(original))
        _scramble(proof, rng)
        try:
            found = checked(proof)
        except BadProof:
            continue
        assert all(
            theorem.conclusion is not FALSE or theorem.hypotheses for theorem in found.values()
        )


def _scramble(proof, rng):
    """One random leaf of the data changed into another that stands in it."""
    leaves = []

    def walk(node):
        for key in range(len(node)) if isinstance(node, list) else list(node):
            if isinstance(node[key], (list, dict)):
                walk(node[key])
            else:
                leaves.append((node, key))

    walk(proof)
    node, key = rng.choice(leaves)
    other, place = rng.choice(leaves)
    node[key] = (
        copy.deepcopy(other[place])
        if rng.random() < 0.7
        else rng.choice([0, -1, 1, None, "Real", "Int", "lt", True, 0.5])
    )


def test_a_theorem_forged_in_process_does_not_survive_the_data(tmp_path):
    """object.__setattr__ forges one here; its proof as data proves what it proved before, and is
    refused.
    """
    theorem = rules.assume(lt(0, x))
    object.__setattr__(theorem, "hypotheses", frozenset())
    object.__setattr__(theorem, "conclusion", lt(ONE, num(0)))
    with pytest.raises(BadProof):
        checked(json.loads(json.dumps(exported({"forged": theorem}))))


def test_a_table_edited_in_process_does_not_survive_the_data(tmp_path):
    from theory.proof import axioms

    axioms.AXIOMS["own"] = FALSE
    try:
        path = write(tmp_path / "own.json", {"own": rules.axiom("own")})
    finally:
        del axioms.AXIOMS["own"]
    done = subprocess.run(
        [sys.executable, "-I", recheck.__file__, str(path)], capture_output=True, text=True
    )
    assert done.returncode == 1 and "no axiom 'own'" in done.stdout


def test_the_check_runs_without_sympy(tmp_path):
    path = write(tmp_path / "small.json", small())
    done = subprocess.run(
        [sys.executable, "-I", recheck.__file__, str(path)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert (
        "SymPy imported: False" in done.stdout
        and "rules" in done.stdout
        and "discrete" in done.stdout
    )


def test_proofs_of_the_package_are_accepted_in_a_fresh_process(proofs_checked_again):
    files = {path.stem for path in Path(recheck.PROOFS).glob("*.json")}
    assert files == set(proofs_checked_again)
    assert not [file for file in proofs_checked_again.values() if "refused" in file]


def test_an_unknown_id_is_said_so(capsys):
    assert recheck.main(["nothing.such"]) == 2
    assert "no proof of nothing.such" in capsys.readouterr().err


def test_ring_and_forall_survive(tmp_path):
    theorem = ring(eq(x * y, y * x))
    assert checked(exported({"a": theorem}))["a"].conclusion is theorem.conclusion
    assert fact("exp-zero").hypotheses == frozenset() and forall(lambda a: lt(a, x)).op == "forall"


def test_a_bad_term_is_refused_with_the_file_and_harms_no_theorem_that_does_not_use_it():
    proof = json.loads((PROOFS / "framework.json").read_text())
    name = "framework.norm-lower-bound"
    sound = checked(proof, frozenset((name,)))[name]
    proof["terms"].append(["pow", -1, [0]])
    with pytest.raises(BadProof, match="exponent"):
        checked(proof)
    assert checked(proof, frozenset((name,)))[name].conclusion is sound.conclusion
