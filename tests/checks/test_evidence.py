"""The verdict table: what several pieces of evidence make of a claim."""

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from checks.evidence import METHODS, OUTCOMES, VERDICTS, Evidence, Result
from theory.claim import Claim, equation

x, y = sp.symbols("x y", real=True)


def claim(**more):
    return Claim(
        **dict(
            id="framework.toy",
            title="t",
            kind="identity",
            line=1,
            label="l",
            printed=equation(x, y),
        )
        | more
    )


CORRECTED = {"corrected": equation(x, 2 * y), "erratum": "two", "severity": "slip"}


def seen(*pairs, **claim_parts):
    """Pairs (method, outcome) about the printed form, or triples with the statement."""
    evidence = tuple(Evidence("c", pair[0], pair[1], *pair[2:], instances=5) for pair in pairs)
    return Result(claim(**claim_parts), evidence)


@pytest.mark.parametrize(
    "pairs, verdict, as_printed, sound",
    [
        ([], "vacuous", "unclear", False),
        ([("symbolic", "holds")], "proved", "holds", True),
        ([("certified", "holds")], "certified", "holds", True),
        ([("property", "holds")], "tested", "holds", True),
        ([("flow", "holds")], "tested", "holds", True),
        ([("limit", "holds")], "tested", "holds", True),
        ([("critical-points", "holds")], "tested", "holds", True),
        ([("property", "holds"), ("symbolic", "holds")], "proved", "holds", True),
        (
            [("symbolic", "unknown"), ("certified", "holds"), ("flow", "holds")],
            "certified",
            "holds",
            True,
        ),
        ([("symbolic", "unknown")], "unknown", "unclear", False),
        ([("symbolic", "holds"), ("flow", "fails")], "refuted", "fails", False),
        ([("symbolic", "unknown"), ("flow", "fails")], "refuted", "fails", False),
        ([("symbolic", "holds"), ("flow", "error")], "error", "unclear", False),
        ([("symbolic", "fails"), ("flow", "error")], "error", "unclear", False),
    ],
)
def test_the_verdict_on_a_claim_without_a_correction(pairs, verdict, as_printed, sound):
    result = seen(*pairs)
    assert (result.verdict, result.as_printed, result.sound) == (verdict, as_printed, sound)


@pytest.mark.parametrize(
    "printed, corrected, verdict, sound",
    [
        ("fails", "holds", "refuted", True),
        ("fails", "fails", "refuted", False),
        ("fails", "unknown", "refuted", False),
        ("fails", None, "refuted", False),
        ("holds", "holds", "unknown", False),
        ("unknown", "holds", "unknown", False),
        (None, "holds", "vacuous", False),
        ("fails", "error", "error", False),
        ("error", "holds", "error", False),
    ],
)
def test_a_corrected_claim_is_sound_only_if_the_printed_form_fails_and_the_correction_holds(
    printed, corrected, verdict, sound
):
    pairs = [
        ("certified", outcome, which)
        for which, outcome in (("printed", printed), ("corrected", corrected))
        if outcome
    ]
    result = seen(*pairs, **CORRECTED)
    assert (result.verdict, result.sound) == (verdict, sound)


def test_a_conjecture_that_nothing_broke_is_supported_and_never_proved():
    assert seen(("symbolic", "holds"), kind="conjecture").verdict == "supported"
    assert seen(("symbolic", "holds"), kind="conjecture").sound
    assert seen(("property", "fails"), kind="conjecture").verdict == "refuted"


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("outcome", ["holds", "unknown"])
def test_without_a_single_instance_only_a_proof_counts(method, outcome):
    result = Result(
        claim(),
        (Evidence("c", method, outcome, instances=0, rejected=0 if method == "symbolic" else 9),),
    )
    expected = (
        {"holds": "proved", "unknown": "unknown"}[outcome] if method == "symbolic" else "vacuous"
    )
    assert result.verdict == expected and result.sound is (expected == "proved")


def test_a_proof_whose_assumptions_no_instance_satisfied_is_vacuous():
    result = Result(claim(), (Evidence("c", "symbolic", "holds", instances=0, rejected=100),))
    assert result.verdict == "vacuous" and not result.sound


def test_a_claim_that_ran_out_of_time_is_unknown_unless_it_was_refuted_before():
    for outcome, verdict in (
        ("holds", "unknown"),
        ("unknown", "unknown"),
        ("fails", "refuted"),
        ("error", "error"),
    ):
        result = Result(claim(), (Evidence("c", "symbolic", outcome, instances=3),), stopped=True)
        assert (result.verdict, result.sound) == (verdict, False)
        assert len(result.evidence) == 1
    assert Result(claim(), (), stopped=True).verdict == "unknown"
    half = (
        Evidence("c", "certified", "fails", "printed", 3),
        Evidence("c", "certified", "holds", "corrected", 3),
    )
    assert (
        Result(claim(**CORRECTED), half).sound
        and not Result(claim(**CORRECTED), half, stopped=True).sound
    )


@given(
    st.lists(
        st.tuples(
            st.sampled_from(METHODS),
            st.sampled_from(OUTCOMES),
            st.sampled_from(["printed", "corrected"]),
        ),
        max_size=5,
    ),
    st.booleans(),
)
def test_more_evidence_of_failure_never_makes_a_claim_sound(pairs, has_correction):
    parts = CORRECTED if has_correction else {}
    before = seen(*pairs, **parts)
    statement = "corrected" if has_correction else "printed"
    after = seen(*pairs, ("certified", "fails", statement), **parts)
    assert not after.sound
    assert before.verdict in VERDICTS and after.verdict in VERDICTS
    with_error = seen(*pairs, ("flow", "error", "printed"), **parts)
    assert with_error.verdict == "error"


def test_unknown_words_are_refused():
    with pytest.raises(ValueError, match="method = 'guess'"):
        Evidence("c", "guess", "holds")
    with pytest.raises(ValueError, match="outcome = 'perhaps'"):
        Evidence("c", "flow", "perhaps")


def test_evidence_says_which_statement_it_is_about_and_how_long_it_took():
    about = Evidence("c", "flow", "holds").about("corrected", 1.5)
    assert (about.statement, about.seconds, about.check) == ("corrected", 1.5, "c")
