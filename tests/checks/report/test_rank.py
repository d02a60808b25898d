"""What a reader sees first: what nothing stands in for, then the gravest, then what the most rests
on.
"""

import sympy as sp

from checks.evidence import Evidence, Result
from checks.report import rank
from theory.claim import SEVERITIES, Claim, equation

x, y = sp.symbols("x y", real=True)
FAILS = Evidence("c", "certified", "fails", instances=1, counterexample="x = 1", refuted_by="exact")
HOLDS = Evidence("c", "certified", "holds", instances=9, statement="corrected")


def false(name, severity=None, line=1):
    more = {} if severity is None else {"corrected": equation(x, 2 * y), "erratum": "two"}
    claim = Claim(
        id=f"framework.{name}", title=name, kind="identity", line=line, label="eq:toy",
        printed=equation(x, y), severity=severity, **more,
    )  # fmt: skip
    return Result(claim, (FAILS,) if severity is None else (FAILS, HOLDS))


def test_what_has_no_correction_comes_first_then_the_gravest(monkeypatch):
    monkeypatch.setattr(rank, "known", lambda: ())
    graded = [false(word, word) for word in reversed(SEVERITIES)]
    names = [result.claim.title for result in rank.by_importance([*graded, false("open")])]
    assert names == ["open", *SEVERITIES]


def test_among_equals_that_on_which_more_rests_and_then_the_earlier_line(monkeypatch):
    used, late, early = (
        false("used", "slip", 9),
        false("late", "slip", 5),
        false("early", "slip", 2),
    )
    above = Claim(
        id="framework.above", title="above", kind="identity", line=3, label="eq:toy",
        printed=equation(x, y), rests_on=("framework.used",),
    )  # fmt: skip
    monkeypatch.setattr(rank, "known", lambda: (above, late.claim, used.claim, early.claim))
    names = [result.claim.title for result in rank.by_importance([late, early, used])]
    assert names == ["used", "early", "late"]


def test_a_circle_of_claims_ends():
    assert rank.dependents({"a": ("b",), "b": ("a",)})["a"] >= {"b"}


def test_counts_are_in_the_order_of_gravity_and_of_false_statements_alone():
    sound = Result(false("x").claim, (Evidence("c", "certified", "holds", instances=9),))
    found = [
        false("a", "typo"),
        false("b", "error"),
        false("c", "typo"),
        false("d", "wording"),
        sound,
    ]
    assert rank.by_severity(found) == "1 error, 2 typos, 1 of wording"
    assert rank.by_severity([sound]) == "none graded"
