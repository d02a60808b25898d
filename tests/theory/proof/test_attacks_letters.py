"""Attacks through the registry: a hypothesis that is the answer, a statement that says nothing, a
letter of another kind.
"""

from types import SimpleNamespace

import pytest
import sympy as sp

from theory.proof import letters
from theory.proof.letters import (
    alarms,
    define,
    drawn,
    judged,
    obligations,
    reads,
    stated,
    undefined,
)
from theory.proof.rules import algebra, axiom, instantiate
from theory.proof.show import show
from theory.proof.terms import INT, bind, both, call, digest, eq, implies, le, lt, num, var

x, y, answer = var("x"), var("y"), var("answer")
STATEMENT = eq(answer, x * y)


@pytest.mark.parametrize(
    "hypothesis",
    [
        STATEMENT,
        eq(x * y, answer),
        eq(2 * answer - x * y, answer),
        both(le(0, x), eq(3 * answer, 3 * y * x)),
        bind("forall", var("s"), STATEMENT),
        bind("exists", var("s"), both(lt(0, var("s")), STATEMENT)),
        implies(le(0, 1), STATEMENT),
        bind("forall", var("s"), implies(le(0, var("s")), eq(answer - x * y, 0))),
    ],
)
def test_a_hypothesis_that_is_the_statement_raises_an_alarm(hypothesis):
    assert alarms(STATEMENT, [hypothesis])


@pytest.mark.parametrize("hypothesis", [le(0, y - x), lt(x, y), le(3 * x, 3 * y), eq(x, y)])
def test_also_of_an_inequality(hypothesis):
    assert alarms(le(x, y), [hypothesis])


@pytest.mark.parametrize("statement", [eq(x, x), le(x, x + 1), lt(x + y, 1 + y + x), le(0, 0)])
def test_a_statement_that_algebra_shows_raises_an_alarm(statement):
    assert alarms(statement, [])


@pytest.mark.parametrize(
    "hypothesis", [le(y, x), eq(answer, 2 * x * y), eq(answer, x + y), implies(STATEMENT, eq(0, 1))]
)
def test_other_hypotheses_raise_none(hypothesis):
    assert not alarms(STATEMENT, [hypothesis]) and not alarms(le(x, y), [le(y, x), lt(2 * x, y)])


def claim_of(expr, *given, identifier="attack.claim"):
    return SimpleNamespace(id=identifier, expr=expr, printed=expr, given=given)


def own_registry(monkeypatch):
    """What a test defines stays in the test."""
    for name in ("DEFINITIONS", "MEANINGS", "READINGS"):
        monkeypatch.setattr(letters, name, dict(getattr(letters, name)))


def test_a_definition_does_not_bring_the_catalogues_sign_of_another_letter(monkeypatch):
    """The catalogue's k is positive; a claim about every whole k must not get 0 < k through a
    definition.
    """
    k, X = sp.Symbol("k", integer=True), sp.Symbol("attack_X", real=True)
    own_registry(monkeypatch)
    define("attack.k", ("attack_X",), eq(var("attack_X"), var("k", INT) ** 2), "k squared")
    reads("attack.claim", "attack.k")
    assert lt(0, var("k", INT)) not in stated(claim_of(sp.Eq(X, k**2))).allowed


def test_what_has_no_sort_is_not_translated_rather_than_a_crash():
    t = sp.Symbol("t", real=True)
    assert judged(claim_of(sp.Eq(sp.exp(sp.I * t), 1)), "", [])


def test_a_theorem_outside_the_domain_of_its_functions_proves_nothing():
    """|log x|^2 = (log x)^2 for every real x: log is real in the kernel, and complex at x = -1."""
    symbol = sp.Symbol("x", real=True)
    claim = claim_of(sp.Eq(sp.Abs(sp.log(symbol)) ** 2, sp.log(symbol) ** 2))
    log, z = call("log", x), var("z", "Complex")
    square = instantiate(axiom("abs-square"), z, log)
    goal = eq(call("abs", log) ** 2, log**2)
    theorem = algebra(goal, (num(1), square), (log, instantiate(axiom("conj-real"), x, log)))
    assert not theorem.hypotheses and obligations(goal)
    problems = judged(claim, digest(theorem.conclusion), [])
    assert problems == ["defined only where 0 < x"]


def undefined_of(expr, *given):
    return [show(one) for one in undefined(stated(claim_of(expr, *given)))]


a, b = sp.symbols("a b", real=True)
n, N = sp.symbols("n N", integer=True)


@pytest.mark.parametrize(
    "expr",
    [
        sp.sqrt(a),
        sp.log(a),
        sp.acosh(a),
        sp.atanh(a),
        a**b,
        1 / a,
        1 / sp.Abs(a),
        sp.acosh(sp.exp(a)),
        sp.Sum(1 / (n - 3), (n, 1, 5)),
        sp.Integral(sp.log(b), (b, -1, 1)),
        sp.Sum(n, (n, 1, N)),
        sp.Integral(b, (b, 0, a)),
        sp.Piecewise((0, sp.Ne(a, 1)), (1 / a + 1 / (a - 1), True)),
    ],
)
def test_a_statement_that_is_not_defined_everywhere_says_where_it_is(expr):
    assert undefined_of(sp.Eq(sp.Symbol("y", real=True), expr, evaluate=False))


@pytest.mark.parametrize(
    "expr, given",
    [
        (sp.sqrt(a**2 + b**2), ()),
        (sp.log(a), (a > 0,)),
        (sp.log(1 + sp.exp(a)), ()),
        (a**b, (a > 0,)),
        (sp.atanh(a), (a < 1, a > -1)),
        (1 / (a - 2), (a > 3,)),
        (1 / (a - 2), (sp.Ne(a, 2),)),
        (1 / sp.Abs(a), (sp.Ne(a, 0),)),
        (sp.acosh(sp.exp(a)), (a >= 0,)),
        (sp.Sum(1 / n, (n, 1, N)), (N >= 1,)),
        (sp.Integral(sp.sqrt(b), (b, 0, a)), (a >= 0,)),
        (sp.Piecewise((0, sp.Eq(a, 1)), (1 / (a - 1), True)), ()),
    ],
)
def test_what_follows_from_the_assumptions_is_not_asked_for(expr, given):
    assert undefined_of(sp.Eq(sp.Symbol("y", real=True), expr, evaluate=False), *given) == []


s = sp.Symbol("s", positive=True)


def limit_of(body, target, value=sp.Symbol("y", real=True)):
    return undefined_of(sp.Eq(sp.Limit(body, s, target), value, evaluate=False))


def test_a_limit_asks_only_that_its_function_is_defined_near_the_point():
    """1/(2 - s) as s -> 0: at s = 2 nobody looks; log s needs no more than s > 0."""
    (near,) = limit_of(1 / (sp.Rational(1, 2) - s), 0)
    assert "exists" in near
    assert limit_of(sp.log(s), 0) == [] and limit_of(1 / (1 + s), sp.oo) == []
    assert limit_of(1 / (2 - s), 0) == []  # as far as 1 from the point


@pytest.mark.parametrize(
    "body, target", [(sp.sqrt(s - 1), 0), (sp.log(-s), 0), (sp.sqrt(5 - s), sp.oo), (1 / a, 0)]
)
def test_a_limit_of_what_is_not_defined_near_the_point_is_not_defined(body, target):
    assert limit_of(body, target)


def test_a_radius_that_the_statement_speaks_of_is_no_limit():
    """There is r > 0 such that for 0 < x < r: 1/(x - r) ...: near is not for r to choose."""
    r, z = var("r"), var("z")
    inner = bind("forall", z, implies(lt(0, z), lt(z, 0 + r), lt(0, call("inv", z - r))))
    (asked,) = obligations(bind("exists", r, both(lt(0, r), inner)))
    assert asked.op == "forall"


def test_a_theorem_of_the_domain_counts_only_with_hypotheses_of_the_claim():
    """sqrt(a^3 - 1) needs a^3 >= 1; a theorem of that under a foreign hypothesis settles
    nothing.
    """
    claim = claim_of(sp.Eq(sp.Symbol("y", real=True), sp.sqrt(a**3 - 1)))
    asked = stated(claim)
    (open_,) = undefined(asked)
    said = "defined only where " + show(open_)
    known = digest(asked.statement)
    assert said in judged(claim, known, [], domains=[(digest(open_), [digest(open_)])])
    assert said not in judged(claim, known, [], domains=[(digest(open_), [])])


z, w = var("z"), var("w")


@pytest.mark.parametrize(
    "hypotheses",
    [
        [eq(answer, x * z), eq(z, y)],
        [eq(answer - z, x * y - w), eq(z, w)],
        [eq(z, y), eq(w, x * z), eq(w, answer)],
        [both(eq(answer + z, x * y), eq(z, 0))],
        [eq(call("log", answer), z), eq(answer, w), eq(w, x * y)],
        [bind("forall", var("s"), eq(answer, x * z)), implies(lt(0, x), eq(y, z))],
        [eq(2 * z, answer), eq(4 * z, 2 * x * y)],
        [eq(w * x, answer), eq(3 * w, 3 * y + z), eq(7 * z, 0)],
    ],
)
def test_an_answer_split_over_hypotheses_raises_an_alarm(hypotheses):
    """Each hypothesis alone is not the statement; together they are, and nothing but algebra."""
    assert alarms(STATEMENT, hypotheses)


@pytest.mark.parametrize(
    "hypotheses",
    [
        [le(x, z), le(z, y)],
        [lt(x, z), eq(z, y)],
        [both(le(2 * x, z), le(z, w)), le(w, 2 * y)],
    ],
)
def test_also_an_inequality_split_over_hypotheses(hypotheses):
    assert alarms(le(x, y), hypotheses)


def test_a_definition_that_leaves_work_to_do_raises_none():
    """A root is defined by its square; solving a w = b for w divides."""
    assert not alarms(eq(x, y), [eq(x**2, y**2), le(0, x), le(0, y)])
    assert not alarms(eq(w, y * call("inv", x)), [eq(x * w, y), lt(0, x)])


def test_a_letter_has_one_definition_in_a_sense_of_a_setting(monkeypatch):
    """U* was a maximum and a bound at once: whoever proved something could take either."""
    own_registry(monkeypatch)
    define("attack.first", ("answer",), eq(answer, x), "one meaning")
    with pytest.raises(ValueError, match="in which sense"):
        define("attack.second", ("answer",), eq(answer, y), "another")
    define("attack.second", ("answer",), eq(answer, y), "another", sense="other")
    with pytest.raises(ValueError, match="two meanings"):
        reads("attack.claim", "attack.first", "attack.second")
    reads("attack.claim", "attack.first")
    with pytest.raises(ValueError, match="read already"):
        reads("attack.claim", "attack.second")


def test_a_range_that_instances_are_drawn_from_is_no_hypothesis():
    whole, real = sp.Symbol("whole", integer=True, positive=True), sp.Symbol("real", positive=True)
    given = (whole <= 6, whole >= 2, real < sp.Rational(7, 10), real < 1, real < whole)
    asked = stated(claim_of(sp.Eq(real, whole, evaluate=False), *given))
    texts = {show(one) for one in asked.assumptions}
    assert texts == {"2 <= whole", "real < 1", "real < whole", "0 < whole", "0 < real"}
    claim = claim_of(sp.Ge(6, whole, evaluate=False), whole <= 6)
    bounded = le(var("whole", INT), 6)
    assert drawn(bounded)
    (problem,) = judged(claim, digest(bounded), [digest(bounded)])
    assert problem == "a hypothesis is neither an assumption nor a definition of the claim"
