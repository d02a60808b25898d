"""One claim checked from Python, and broken on purpose."""

import signal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Abs, Eq, Symbol, true

from checks import Evidence, Result, verify
from checks.catalogue import checks_for
from checks.verify import _CpuLimit, _TimeOver
from theory import claim, diagonal

CLAIM = "diagonal.maximal-utility"


def test_a_claim_is_checked_by_its_id_or_as_an_object_with_the_same_result():
    by_id, by_object = verify(CLAIM), verify(diagonal.maximal_utility)
    assert by_id.verdict == by_object.verdict == "proved" and by_id.claim is by_object.claim


def test_another_statement_in_the_place_of_the_printed_one_is_refuted_by_the_same_checks():
    broken = verify(CLAIM, Eq(diagonal.U_star, Abs(diagonal.g)))
    assert broken.verdict == "refuted" and not broken.sound
    ours = [one.name for one in checks_for(claim(CLAIM)) if one.method != "theorem"]
    assert [e.check for e in broken.evidence] == ours  # a theorem is of our own form alone
    assert verify(CLAIM).sound  # the catalogue keeps its own statement


def test_the_corrected_form_put_in_the_place_of_the_printed_one_holds():
    assert verify("diagonal.conserved-appendix", diagonal.conserved_appendix.corrected).sound


@pytest.mark.parametrize(
    "arguments, named",
    [
        ({"claim": "diagonal.maximal-utilty"}, "diagonal.maximal-utility"),
        ({"claim": CLAIM, "profile": "fast"}, "profile is 'fast'"),
        ({"claim": CLAIM, "seed": -1}, "seed is -1"),
        ({"claim": CLAIM, "alphas": ["0"]}, "alpha"),
        ({"claim": CLAIM, "alphas": "1e-3"}, "alphas is .1e-3.: expected a sequence"),
        ({"claim": CLAIM, "time_limit": 0}, "time_limit is 0"),
        ({"claim": CLAIM, "time_limit": float("inf")}, "time_limit is inf: .* at most 10000000"),
        ({"claim": CLAIM, "time_limit": float("nan")}, "time_limit is nan"),
        ({"claim": CLAIM, "time_limit": 10**400}, "time_limit is 1000"),
        (
            {"claim": CLAIM, "printed": Eq(Symbol("U_star"), 1)},
            "U_star that is not the claim's own",
        ),
        ({"claim": CLAIM, "printed": true}, "unevaluated"),
    ],
)
def test_a_bad_argument_is_named_before_anything_runs(arguments, named):
    with pytest.raises((ValueError, LookupError), match=named):
        verify(**arguments)


def test_a_result_prints_its_verdict_and_a_line_for_each_check():
    result = verify("diagonal.conserved-appendix")
    first, *rest = repr(result).splitlines()
    assert first == "diagonal.conserved-appendix: refuted as printed, corrected form proved"
    assert len(rest) == len(result.evidence) and "counterexample" in rest[0]
    assert repr(result.evidence[0]) in rest[0]


def test_a_result_shows_its_formulas_and_escapes_what_a_check_says():
    odd = Evidence("<b>", "flow", "fails", counterexample="x < 1 & y")
    html = Result(claim("diagonal.conserved-appendix"), (odd,))._repr_html_()
    assert "<b>&lt;b&gt;" not in html and "&lt;b&gt;" in html and "x &lt; 1 &amp; y" in html
    assert html.count("$") == 4 and "2 \\alpha^{2}" in html


def test_what_is_shown_does_not_depend_on_how_long_it_took():
    result = verify(CLAIM)
    slower = Result(result.claim, tuple(e.about("printed", 99.0) for e in result.evidence))
    assert repr(slower) == repr(result) and slower._repr_html_() == result._repr_html_()


def test_a_claim_that_takes_too_long_keeps_what_it_had_found():
    late = verify("modular.figure-levels", time_limit=0.05)
    assert late.verdict == "unknown" and late.stopped
    assert late.evidence[-1].check == "time limit"


def test_a_weaker_bound_that_nothing_attains_is_true_and_a_stronger_one_is_not():
    """|theta|^2 >= max(-c, c/(kappa - 1)) is attained; |theta|^2 >= half of it is true all the
    same.
    """
    bound = claim("framework.norm-lower-bound").expr
    weaker = verify("framework.norm-lower-bound", bound.func(bound.lhs, bound.rhs / 2))
    assert weaker.verdict in ("unknown", "tested", "argued")
    assert (
        verify("framework.norm-lower-bound", bound.func(bound.lhs, bound.rhs * 2)).verdict
        == "refuted"
    )


@settings(max_examples=12)
@given(st.sampled_from([1e-6, 1e-4, 1e-3, 3e-3, 1e-2]))
def test_however_short_the_limit_nothing_is_interrupted_after_it(seconds):
    before = signal.getsignal(signal.SIGPROF)
    late = verify("framework.projection-size", time_limit=seconds)
    assert late.stopped == (late.evidence[-1].check == "time limit")
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGPROF) == before


@pytest.mark.parametrize("step", ["start", "stop"])
def test_an_interruption_while_the_timer_is_set_or_stopped_leaves_none_running(monkeypatch, step):
    """The signal may arrive between any two instructions: here just after the timer was set, and
    just before it is stopped.
    """
    plain, interrupted = getattr(_CpuLimit, step), []

    def interrupting(limit):
        if step == "start":
            plain(limit)
        if not interrupted:
            interrupted.append(limit)
            raise _TimeOver
        if step == "stop":
            plain(limit)

    monkeypatch.setattr(_CpuLimit, step, interrupting)
    assert verify("framework.projection-size", time_limit=1000.0).stopped
    assert interrupted and signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
