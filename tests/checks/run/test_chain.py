"""An argument is told what it rests on, after that was checked."""

from dataclasses import replace

import pytest
import sympy as sp

from checks.evidence import Evidence, Result
from checks.run import chain
from theory import claim

LEVELS = claim("attention.levels")


def held(one, method):
    return Result(one, (Evidence("c", method, "holds", instances=3),))


@pytest.fixture
def toy(monkeypatch):
    """top rests on middle, middle on bottom; all are argued."""
    x = sp.Symbol("x", positive=True)
    made = {}
    for name, under in (("bottom", ()), ("middle", ("bottom",)), ("top", ("middle",))):
        made[name] = replace(
            LEVELS,
            id=f"framework.{name}",
            printed=sp.Gt(x + 1, x, evaluate=False),
            corrected=None,
            erratum="",
            severity=None,
            rests_on=tuple(f"framework.{one}" for one in under),
        )
    monkeypatch.setattr(chain, "catalogue", lambda: tuple(made.values()))
    one = type("Symbolic", (), {"method": "symbolic"})
    monkeypatch.setattr(chain, "checks_for", lambda claim: (one,))
    return made


def test_what_a_claim_rests_on_is_found_to_the_bottom(toy):
    names = [one.id for one in chain.foundations([toy["top"]])]
    assert names == ["framework.middle", "framework.bottom"]
    assert chain.foundations(toy.values()) == ()


@pytest.mark.parametrize("method, verdict", [("symbolic", "argued"), ("property", "tested")])
def test_a_weakness_at_the_bottom_reaches_the_top(toy, method, verdict):
    results = [
        held(toy["top"], "symbolic"),
        held(toy["middle"], "symbolic"),
        held(toy["bottom"], method),
    ]
    told = {r.claim.id: r for r in chain.in_order(results)}
    assert list(told) == ["framework.bottom", "framework.middle", "framework.top"]
    assert told["framework.top"].verdict == told["framework.middle"].verdict == verdict


def test_what_was_not_checked_counts_as_unknown(toy):
    (alone,) = chain.in_order([held(toy["top"], "symbolic")])
    assert alone.verdict == "tested" and alone.over == (("framework.middle", "unknown"),)


def test_an_interrupted_run_gives_out_what_still_waited(toy):
    def stream():
        yield held(toy["top"], "symbolic")
        raise KeyboardInterrupt

    seen = []
    with pytest.raises(KeyboardInterrupt):
        for result in chain.in_order(stream()):
            seen.append(result.claim.id)
    assert seen == ["framework.top"]


def refused_theorem(one):
    """An argument that holds beside a theorem that does not state this, or that the
    kernel refused.
    """
    return Result(
        one, (Evidence("t", "theorem", "unknown"), Evidence("c", "symbolic", "holds", instances=3))
    )


@pytest.fixture
def theorems(toy, monkeypatch):
    """The same claims; each has a theorem too."""
    methods = [type(m, (), {"method": m}) for m in ("theorem", "symbolic")]
    monkeypatch.setattr(chain, "checks_for", lambda claim: methods)
    return toy


def test_beside_a_refused_theorem_an_argument_is_no_better_than_what_it_uses(theorems):
    (alone,) = chain.in_order([refused_theorem(theorems["top"])])
    assert alone.verdict == "tested" and alone.weak_foundations == ("framework.middle",)
    under = [held(theorems[name], "theorem") for name in ("middle", "bottom")]
    told = {r.claim.id: r for r in chain.in_order([refused_theorem(theorems["top"]), *under])}
    assert told["framework.top"].verdict == "argued"


def test_another_statement_in_the_place_of_a_theorem_is_told_what_it_rests_on(theorems):
    own = theorems["top"]
    other = replace(own, printed=sp.Ge(own.printed.args[0], 1, evaluate=False))
    assert chain.foundations([own]) == ()
    assert chain.foundations([other]) == (theorems["middle"],)
