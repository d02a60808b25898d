"""The verdict table: what several pieces of evidence make of a claim."""

from dataclasses import replace

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from checks.evidence import METHODS, OUTCOMES, VERDICTS, Evidence, Result
from tests.toy import toy_claim
from theory import diagonal
from theory.claim import equation

x, y = sp.symbols("x y", real=True)


def claim(**more):
    return toy_claim(**{"printed": equation(x, y)} | more)


CORRECTED = {"corrected": equation(x, 2 * y), "erratum": "two", "severity": "slip"}


PROOFS = {"theorem": "proved", "symbolic": "argued"}


def seen(*pairs, **claim_parts):
    """Pairs (method, outcome) about the printed form, or triples with the statement."""
    evidence = tuple(Evidence("c", pair[0], pair[1], *pair[2:], instances=5) for pair in pairs)
    return Result(claim(**claim_parts), evidence)


@pytest.mark.parametrize(
    "pairs, verdict, as_printed, sound",
    [
        ([], "vacuous", "unclear", False),
        ([("theorem", "holds")], "proved", "holds", True),
        ([("theorem", "holds"), ("symbolic", "unknown")], "proved", "holds", True),
        ([("theorem", "holds"), ("flow", "fails")], "refuted", "fails", False),
        ([("theorem", "unknown"), ("property", "holds")], "tested", "holds", True),
        ([("symbolic", "holds")], "argued", "holds", True),
        # What one check of computer algebra shows may be a special case of what another leaves
        # open.
        ([("symbolic", "holds"), ("symbolic", "unknown")], "tested", "holds", True),
        (
            [("symbolic", "holds"), ("symbolic", "unknown"), ("certified", "holds")],
            "certified",
            "holds",
            True,
        ),
        ([("certified", "holds")], "certified", "holds", True),
        ([("property", "holds")], "tested", "holds", True),
        ([("flow", "holds")], "tested", "holds", True),
        ([("limit", "holds")], "tested", "holds", True),
        ([("critical-points", "holds")], "tested", "holds", True),
        ([("property", "holds"), ("symbolic", "holds")], "argued", "holds", True),
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


@pytest.mark.parametrize("sort", [{"positive": True}, {"nonnegative": True}, {}])
def test_a_certificate_at_some_sizes_is_a_test_of_what_is_said_of_every_size(sort):
    size = sp.Symbol("p", integer=True, **sort)
    result = seen(("certified", "holds"), printed=equation(x, size * y))
    assert result.verdict == ("tested" if sort else "certified")
    assert seen(("theorem", "holds"), printed=equation(x, size * y)).verdict == "proved"


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
        (Evidence("c", method, outcome, instances=0, rejected=9 * (method not in PROOFS)),),
    )
    held = outcome == "holds" and method in PROOFS
    expected = PROOFS[method] if held else "unknown" if method in PROOFS else "vacuous"
    assert result.verdict == expected and result.sound is held


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


def test_a_theorem_stands_whatever_ran_out_of_time_beside_it():
    late = Evidence("time limit", "property", "unknown")
    theorem = Evidence("theorem", "theorem", "holds", instances=1)
    assert Result(claim(), (theorem, late), stopped=True).verdict == "proved"
    tried = Evidence("c", "certified", "fails", "printed", 3)
    of_correction = Evidence("theorem", "theorem", "holds", "corrected", 1)
    assert Result(claim(**CORRECTED), (tried, of_correction, late), stopped=True).sound
    # nothing refuted the printed form yet, or the theorem speaks of the other form
    assert not Result(claim(**CORRECTED), (of_correction, late), stopped=True).sound
    of_printed = Evidence("theorem", "theorem", "holds", "printed", 1)
    assert not Result(claim(**CORRECTED), (of_printed, late), stopped=True).sound


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


def test_an_argument_is_no_better_than_what_it_rests_on():
    def over(*words):
        base = seen(("symbolic", "holds"), ("property", "holds"))
        return replace(base, over=tuple((f"framework.under-{i}", w) for i, w in enumerate(words)))

    assert over("proved", "argued").verdict == "argued"
    assert over("proved", "tested").verdict == "tested"
    assert over("certified").verdict == "tested" and over("unknown").verdict == "tested"
    assert over("tested").weak_foundations == ("framework.under-0",)
    assert over("proved").argued is not None and over("tested").argued is None


def test_a_theorem_rests_on_its_hypotheses_alone():
    result = replace(seen(("theorem", "holds")), over=(("framework.under", "tested"),))
    assert result.verdict == "proved"


def test_the_scope_is_every_value_of_a_theorem_and_the_ranges_drawn_of_a_test():
    assert seen(("theorem", "holds")).scope == "every x, y"
    drawn = Evidence("c", "property", "holds", instances=2, ranges=(("p", "3", "31"),))
    more = Evidence(
        "d", "property", "holds", instances=2, ranges=(("p", "37", "37"), ("N", "4", "4"))
    )
    assert Result(claim(), (drawn, more)).scope == "N 4, p in {3 to 31, 37}"
    odd = replace(more, ranges=(("p", *(str(p) for p in range(3, 32, 2) for _ in range(2))),))
    assert Result(claim(), (odd,)).scope == "p in {3, 5, ..., 31}"
    unheld = replace(more, outcome="unknown")
    assert Result(claim(), (drawn, unheld)).scope == "p 3 to 31"


def test_a_refutation_says_how_its_counterexample_was_decided():
    by = lambda kind: Evidence("c", "property", "fails", instances=1, refuted_by=kind)
    assert Result(claim(), (by("measured"), by("exact"))).refuted_by == "exact"
    assert Result(claim(), (by(None),)).refuted_by == "measured"
    assert seen(("property", "holds")).refuted_by is None


def test_the_correction_has_a_verdict_of_its_own():
    result = seen(("certified", "fails"), ("theorem", "holds", "corrected"), **CORRECTED)
    assert (result.verdict, result.corrected_verdict, result.standing) == (
        "refuted",
        "proved",
        "proved",
    )
    assert result.headline == "refuted as printed, corrected form proved"
    assert seen(("theorem", "holds")).corrected_verdict is None


def test_a_certificate_of_a_statement_in_another_ones_place_is_a_test():
    ours = diagonal.mirror_potential
    holds = (Evidence("balls", "certified", "holds", instances=60),)
    assert Result(ours, holds).verdict == "certified"
    changed = replace(ours, printed=sp.And(ours.printed, x**2 <= 10**9, evaluate=False))
    assert Result(changed, holds).verdict == "tested"
