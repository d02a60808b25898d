"""Attacks on the kernel: each once made a falsehood (or could), and has to be refused."""

import json

import pytest

from theory.proof.alarms import alarms
from theory.proof.definedness import obligations
from theory.proof.display import latex, tree
from theory.proof.export import exported
from theory.proof.recheck import BadProof, checked, main
from theory.proof.rules import (
    Refused,
    algebra,
    assume,
    axiom,
    cases,
    choose,
    detach,
    instantiate,
    order,
    witness,
)
from theory.proof.show import show
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    SortError,
    bind,
    both,
    call,
    digest,
    eq,
    lt,
    make,
    num,
    var,
)

FALSEHOOD = eq(ZERO, ONE)
x, y, n, m = var("x"), var("y"), var("n", INT), var("m", INT)


def impossible(below):
    """0 < 0 gives false."""
    return detach(instantiate(axiom("irreflexive"), x, ZERO), below)


def test_instantiation_keeps_hypotheses():
    """A generator of hypotheses was consumed before the theorem was made: |- 0 = 1."""
    assert instantiate(assume(FALSEHOOD)).hypotheses == {FALSEHOOD}
    known = instantiate(assume(eq(x, ONE)), x, ZERO)
    assert known.hypotheses == {FALSEHOOD} and known.conclusion is FALSEHOOD


def test_choose_needs_the_sort():
    """There is a real x with 2 x = 1, and no whole one: an n for x made |- false."""
    exists = witness(bind("exists", x, eq(2 * x, 1)), num(1, 2), algebra(eq(TWO * num(1, 2), 1)))
    twice, one = assume(eq(2 * n, 1)), (ONE, (), ONE)
    below = impossible(order(lt(0, 0), ((num(-1), twice),), ((TWO, (assume(lt(n, 0)),), ONE), one)))
    zero = impossible(order(lt(0, 0), ((num(-1), twice), (TWO, assume(eq(n, 0)))), (one,)))
    above = detach(instantiate(axiom("discrete"), n, ZERO, m, n), assume(lt(0, n)))
    above = impossible(order(lt(0, 0), ((ONE, twice),), ((TWO, (above,), ONE), one)))
    false = cases(instantiate(axiom("total"), x, n, y, ZERO), below, zero, above)
    assert false.hypotheses == {eq(2 * n, 1)}
    with pytest.raises(Refused):
        choose(exists, n, false)


def test_what_is_printed_can_be_read_in_one_way():
    """A person reads the statement that recheck prints: no true statement may look like a false
    one.
    """
    texts = [
        num(-5) ** 2,
        make("mul", None, (num(-1), num(5) ** 2)),
        num(2, 3) ** 2,
        num(2) * call("inv", num(3) ** 2),
        (x**2) ** 3,
        x**6,
        var("pi"),
        call("pi"),
        var("i", INT),
        call("i"),
        var("x^2"),
        x**2,
        var("1"),
        ONE,
        var("-1"),
        num(-1),
        var("sqrt(x)"),
        call("sqrt", x),
        var("x", INT) ** 2 * var("a = b) & (c"),
    ]
    assert len({show(one) for one in texts}) == len(texts)
    assert show(num(-5) ** 2) == "(-5)^2" and show(var("pi")) == "'pi'" and show(x**2) == "x^2"


def _proof():
    """A proof as data of 1 <= x |- 1 <= x."""
    return json.loads(json.dumps(exported({"t": assume(make("le", None, (ONE, x)))})))


@pytest.mark.parametrize(
    "number",
    [[1.0, 1], [True, 1], [1, True], [float("nan"), 1], [1, 1, 1], "1", {"1": 1}, [[1], 1]],
)
def test_numbers_in_a_file_are_whole(number):
    """1.0 and true are equal to 1 in Python, and so were found among the terms that exist
    already.
    """
    proof = _proof()
    proof["terms"][0][1] = number
    with pytest.raises(BadProof):
        checked(json.loads(json.dumps(proof)))


@pytest.mark.parametrize("number", [1.0, True, "1", None])
def test_the_format_is_a_whole_number(number):
    with pytest.raises(BadProof):
        checked({**_proof(), "format": number})


def test_a_file_cannot_lose_hypotheses_by_instantiation():
    proof = _proof()
    proof["steps"].append(["instantiate", [0]])
    proof["theorems"]["t"] |= {"step": 1, "hypotheses": []}
    with pytest.raises(BadProof):
        checked(proof)


class Liar(str):
    """A text that equals every text."""

    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


def test_a_sort_that_lies_is_no_sort():
    for sort in (
        ("Fun", (REAL,), Liar("Real")),
        (Liar("Fun"), (REAL,), REAL),
        Liar("Real"),
        ("Fun", (Liar("Int"),), REAL),
    ):
        with pytest.raises(SortError):
            make("var", ("liar", sort))


def test_a_tower_of_powers_is_refused_soon():
    """((3^64)^64)^64 ... has more digits than there is memory for."""
    tower = num(3)
    for _ in range(6):
        tower = tower**64
    with pytest.raises(Refused):
        algebra(eq(tower, tower))


def test_a_file_nested_too_deep_is_refused(tmp_path, capsys):
    path = tmp_path / "deep.json"
    path.write_text('{"format": 1, "steps": ' + "[" * 200_000 + "]" * 200_000 + "}")
    assert main([str(path)]) == 1 and "REFUSED" in capsys.readouterr().out


def doubled(times):
    """x, x + x, ...: 2^times nodes when written out, and as many as ``times`` when shared."""
    whole = x
    for _ in range(times):
        whole = whole + whole
    return whole


def test_a_shared_term_is_named_and_shown_without_being_written_out():
    """2^150 nodes: writing them out would take for ever; two such terms have different names."""
    one, other = doubled(150), doubled(149) + x
    assert digest(one) != digest(other) and len(digest(one)) == 64
    statement = eq(one, one)
    assert "nodes" in show(statement) and digest(statement) in show(statement)
    assert "nodes" in repr(assume(statement)) and "nodes" in latex(statement)
    assert obligations(eq(call("inv", one), one)) and alarms(both(*[statement] * 2), [statement])


def test_names_of_terms_tell_all_terms_apart():
    from theory.proof.axioms import AXIOMS

    parts, stack = set(), list(AXIOMS.values())
    while stack:
        one = stack.pop()
        if one not in parts:
            parts.add(one)
            stack += one.args
    assert len({digest(one) for one in parts}) == len(parts) > 300


def test_the_sorts_of_letters_are_said(tmp_path, capsys):
    """1 <= n for 0 < n: true of whole numbers, false of real ones, and both look alike."""
    from theory.proof.export import write

    whole = detach(instantiate(axiom("discrete"), n, ZERO, m, n), assume(lt(0, n)))
    main([str(write(tmp_path / "whole.json", {"whole": whole}))])
    assert "letters  n: Int" in capsys.readouterr().out
    assert "where  n: Int" in tree(whole)
