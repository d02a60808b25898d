"""Nothing tried is no pass: checks that reject every instance, and corrections that do not hold."""

import pytest
import sympy as sp
from hypothesis import strategies as st
from sympy import Limit, sin, symbols

from checks.methods.certified import Certified
from checks.methods.check import Effort, Rejected
from checks.methods.limit import Limiting
from checks.methods.property import Property
from checks.methods.proved import Symbolic
from checks.run.tasks import check_claim
from theory.claim import Claim, equation

x, y = symbols("x y", real=True)
alpha = sp.Symbol("alpha", positive=True)


def judged(printed, checks, **more):
    """What these checks find of a planted statement."""
    planted = {"id": "framework.planted", "title": "planted", "line": 1, "label": "sec:none"}
    claim = Claim(**planted, kind="identity", printed=printed, **more)
    return check_claim(claim, Effort(), checks=tuple(checks))


def test_a_claim_without_checks_is_vacuous():
    result = judged(equation(x, y), [])
    assert (result.verdict, result.sound) == ("vacuous", False)


def rejecting(instance, effort):
    raise Rejected


ALWAYS_REJECTED = {
    "a property": Property("rejects", st.integers(), rejecting, 1e-9, "none"),
    "a strategy that generates nothing": Property(
        "nothing", st.integers(0, 9).filter(lambda i: i > 9), rejecting, 1e-9, "none"
    ),
    "balls": Certified("balls", given=(x < y, y < x)),
    "a limit": Limiting("limit", given=(x < y, y < x)),
    "a proof from assumptions that contradict each other": Symbolic("proof", given=(x < y, y < x)),
}


@pytest.mark.parametrize("name", ALWAYS_REJECTED)
def test_a_check_whose_every_instance_is_rejected_is_vacuous_and_no_pass(name):
    printed = (
        equation(Limit(x * alpha, alpha, 0), 0)
        if name == "a limit"
        else equation((x + y) ** 2, x**2 + 2 * x * y + y**2)
    )
    result = judged(printed, [ALWAYS_REJECTED[name]])
    assert (result.verdict, result.sound, result.as_printed) == ("vacuous", False, "unclear"), (
        result.evidence
    )


def test_an_observation_that_yields_nothing_is_no_pass():
    silent = Property("silent", st.integers(0, 3), lambda instance, effort: [], 1e-9, "none")
    result = judged(equation(x, x + y), [silent])
    assert not result.sound and result.verdict == "unknown"


WRONG, RIGHT, WORSE = (
    equation(sin(2 * x), sin(x)),
    equation(sin(2 * x), 2 * sin(x) * sp.cos(x)),
    equation(sin(2 * x), 2 * sin(x)),
)


def corrected(printed, correction, checks=(Certified("balls"),)):
    return judged(printed, checks, corrected=correction, erratum="planted", severity="slip")


def test_a_correction_that_holds_of_a_form_that_fails_is_sound():
    result = corrected(WRONG, RIGHT)
    assert (result.verdict, result.sound) == ("refuted", True)
    assert [(e.statement, e.outcome) for e in result.evidence] == [
        ("printed", "fails"),
        ("corrected", "holds"),
    ]


def test_a_correction_that_does_not_hold_is_unsound():
    result = corrected(WRONG, WORSE)
    assert (result.verdict, result.sound) == ("refuted", False)


def test_a_correction_of_a_printed_form_that_nothing_refutes_is_unsound():
    result = corrected(RIGHT, equation(2 * sin(x) * sp.cos(x), sin(2 * x)))
    assert (result.verdict, result.sound, result.as_printed) == ("unknown", False, "holds")


def test_a_correction_that_was_never_tried_is_unsound():
    class OnlyPrinted:
        name, method = "rejects every instance of the correction", "certified"

        def run(self, claim, statement, effort):
            given = () if statement == claim.printed else (x < y, y < x)
            return Certified("balls", given=given).run(claim, statement, effort)

    result = corrected(WRONG, RIGHT, checks=(OnlyPrinted(),))
    assert (result.verdict, result.sound) == ("refuted", False)
    assert result.evidence[-1].instances == 0 and result.evidence[-1].rejected > 0
