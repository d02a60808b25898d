"""Theorems of other people's claims: only what the kernel made again, under assumptions that
something satisfies.
"""

from dataclasses import replace

import pytest
from hypothesis import strategies as st
from sympy import Eq, Rational, Symbol, cosh, exp, log, sinh, sqrt

from checks import Certified, Evidence, Property, verify
from checks.methods.own_theorem import OwnTheorem
from checks.methods.theorem import Kernel
from theory import Claim, define, letter, prove
from theory.own.letters import clear

x = Symbol("x", real=True)


@pytest.fixture(autouse=True)
def no_letters():
    clear()
    yield
    clear()


def claim(statement, proof, **more):
    return Claim(
        id="mine.toy", title="A toy", kind="identity", printed=statement, proof=proof, **more
    )


def test_a_claim_with_a_proof_is_proved():
    one = claim(Eq(cosh(x) ** 2 - sinh(x) ** 2, 1), lambda: prove(one))
    assert verify(one).verdict == "proved"


def test_an_identity_of_polynomials_is_one_too():
    one = claim(Eq((x + 1) ** 2, x**2 + 2 * x + 1), lambda: prove(one))
    assert verify(one).verdict == "proved"


def test_what_sympy_has_cancelled_says_nothing():
    one = claim(Eq(x / 3 * 3, x, evaluate=False), lambda: prove(one))
    (evidence,) = verify(one).evidence
    assert evidence.outcome == "unknown" and "says nothing" in evidence.detail[0]


def test_a_proof_of_something_else_proves_nothing():
    other = Eq(cosh(x) ** 2 - sinh(x) ** 2, 1)
    one = claim(Eq(cosh(x) ** 2 + sinh(x) ** 2, 1), lambda: prove(other))
    (evidence,) = verify(one).evidence
    assert evidence.outcome == "unknown" and "something else" in evidence.detail[0]


def test_a_hypothesis_that_is_not_given_is_named():
    one = claim(x**3 > 0, lambda: prove(one, given=[x > 0]))
    (evidence,) = verify(one).evidence
    assert evidence.outcome == "unknown" and "neither given" in evidence.detail[0]
    given = claim(x**3 > 0, lambda: prove(given), given=[x > 0])
    assert verify(given).verdict == "proved"


def test_a_contradiction_proves_nothing():
    given = [x > 1, x < 0]
    one = claim(Eq(x, 7), lambda: _from_contradiction(one), given=given)
    (evidence,) = verify(one).evidence
    assert evidence.outcome == "unknown" and "no values were found" in " ".join(evidence.detail)


def _from_contradiction(one):
    """A theorem of anything, from 1 < x < 0."""
    from theory.own.stating import stated
    from theory.proof.rules import assume
    from theory.proof.tactics import bound, contradiction
    from theory.proof.terms import lt, num

    asked, _ = stated(one, one.printed)
    low, high = (assume(term) for term in asked.assumptions)
    return contradiction(bound(lt(num(0), num(0)), (), [[low], [high]]), asked.statement)


def test_a_definition_that_nothing_satisfies_proves_nothing():
    number = letter("N", "N", "impossible", real=True)
    define(number, by=Eq(number, number + 1, evaluate=False))
    one = claim(Eq(number, 3), lambda: prove(one))
    assert verify(one).verdict != "proved"


def test_the_statement_as_its_own_definition_proves_nothing():
    area, side = letter("A", "A", "an area", real=True), letter("s", "s", "a side", real=True)
    define(area, by=Eq(area, side**2))
    one = claim(Eq(area, side**2), lambda: prove(one))
    (evidence,) = verify(one).evidence
    assert evidence.outcome == "unknown" and "says the same" in evidence.detail[0]


def test_a_statement_that_is_not_defined_everywhere_is_not_proved():
    square_root = claim(sqrt(x) ** 3 >= 0, lambda: _of_roots(square_root))
    (evidence,) = verify(square_root).evidence
    assert evidence.outcome == "unknown"
    assert any("defined only where" in line or "left to show" in line for line in evidence.detail)


def _of_roots(one):
    return prove(one, given=[x > 0])


def test_that_a_logarithm_is_defined_may_take_a_proof_of_its_own():
    time = Symbol("T", nonnegative=True)
    statement = log(exp(time) - Rational(1, 2)) <= exp(time) - Rational(3, 2)
    one = claim(statement, lambda: prove(one))
    assert verify(one).verdict == "proved"
    beyond = claim(log(x) <= x - 1, lambda: prove(beyond, given=[x > 0]))
    assert verify(beyond).verdict != "proved"


class CallsItselfATheorem:
    name, method = "trust me", "theorem"

    def run(self, claim, statement, effort):
        return Evidence(self.name, self.method, "holds")


def test_a_check_that_calls_itself_a_theorem_is_an_error():
    one = claim(Eq(x, x + 1, evaluate=False), None, checks=[CallsItselfATheorem()])
    result = verify(one)
    assert result.verdict == "error" and "re-check" in result.evidence[0].detail[0]


class EqualToEverything(CallsItselfATheorem):
    __hash__ = None

    def __eq__(self, other):
        return True


def test_nor_does_it_help_to_be_equal_to_everything():
    one = claim(Eq(x, x + 1, evaluate=False), None, checks=[EqualToEverything()])
    with pytest.raises(ValueError, match="equal to the re-check"):
        verify(one)


@pytest.mark.parametrize("recheck", [Kernel, OwnTheorem])
def test_nor_a_re_check_that_was_given_other_words(recheck):
    one = recheck()
    object.__setattr__(one, "run", CallsItselfATheorem().run)
    result = verify(claim(Eq(x, x + 1, evaluate=False), None, checks=[one]))
    assert result.verdict in ("unknown", "error", "vacuous")


@pytest.mark.parametrize("method", ["symbolic", "certified"])
def test_a_check_of_ones_own_is_a_test_whatever_it_calls_itself(method):
    class Agrees:
        name = "trust me"

        def run(self, claim, statement, effort):
            return Evidence(self.name, method, "holds", instances=9)

    Agrees.method = method
    result = verify(claim(Eq(x, x + 1, evaluate=False), None, checks=[Agrees()]))
    assert result.verdict == "tested" and method in result.evidence[0].detail[0]


def test_nor_do_samples_or_balls_count_for_more_by_another_name():
    one = claim(Eq(x, 1), None)
    sampled = Property(
        "one number", st.just(1), lambda n, effort: [{x: n}], 1e-9, "exact", method="symbolic"
    )
    assert verify(one, checks=[sampled]).verdict == "tested"
    balls = replace(Certified(), method="symbolic")
    two = claim(Eq((x + 1) ** 2, x**2 + 2 * x + 1), None)
    assert verify(two, checks=[balls]).verdict == "tested"


class FirstOneThenAnother(Evidence):
    """Evidence of a certificate that says theorem once it has been let in."""

    asked = 0

    def __getattribute__(self, name):
        if name != "method":
            return super().__getattribute__(name)
        FirstOneThenAnother.asked += 1
        return "certified" if FirstOneThenAnother.asked <= 3 else "theorem"


class Both(str):
    """A word that is equal to two."""

    __hash__ = str.__hash__

    def __eq__(self, other):
        return other in ("certified", "theorem")


@pytest.mark.parametrize(
    "found",
    [
        lambda: FirstOneThenAnother("trust me", "certified", "holds", instances=5),
        lambda: Evidence("trust me", Both("certified"), "holds", instances=5),
    ],
)
def test_evidence_that_is_two_things_is_an_error(found):
    check = CallsItselfATheorem()
    check.run = lambda *asked: found()
    one = claim(Eq(x, x + 1, evaluate=False), None, checks=[check])
    assert verify(one).verdict == "error"


def test_a_claim_without_a_check_says_what_to_write_next():
    result = verify(claim(cosh(x) >= 1, None))
    assert result.verdict == "vacuous" and "checks=[Certified()]" in result.evidence[0].detail[0]


def test_a_thing_that_is_no_check_is_named():
    with pytest.raises(ValueError, match="expected a way of judging"):
        verify(claim(cosh(x) >= 1, None, checks=["balls"]))


def test_false_statements_are_refuted_beside_a_proof():
    one = claim(cosh(x) >= 1, lambda: prove(one), checks=[Certified()])
    assert verify(one, cosh(x) >= 2).verdict == "refuted"
