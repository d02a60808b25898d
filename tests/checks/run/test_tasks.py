"""A campaign: cut by the request alone, and put together again in any order."""

import pickle
from dataclasses import replace
from itertools import permutations

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from checks.catalogue import checks_for
from checks.evidence import Evidence
from checks.methods.check import Effort
from checks.methods.of_another import OfAnother
from checks.methods.property import Property
from checks.methods.proved import Symbolic
from checks.run import tasks
from checks.run.tasks import (
    MORE_THAN_A_TEST,
    SHARD,
    Task,
    check_claim,
    gather,
    may_say,
    merged,
    perform,
    plan,
    shard_seed,
)
from tests.toy import toy_claim
from theory import claim, claims
from theory.claim import equation

x, y = sp.symbols("x y", real=True)


def evidence_of(outcome="holds", **more):
    return Evidence(
        **{"check": "c", "method": "property", "outcome": outcome, "instances": 10, **more}
    )


@pytest.fixture
def toy(monkeypatch):
    """A claim, false at one number in 401, with a check that draws instances and one
    that does not.
    """
    rare = Property(
        "sampling",
        st.integers(0, 10**6),
        lambda i, effort: [{x: i, y: i + (i % 401 == 400)}],
        1e-9,
        "whole numbers",
    )
    one = toy_claim(equation(x, y))
    monkeypatch.setattr(
        tasks, "checks_for", lambda claim: (rare, Symbolic("proof", definitions={x: y}))
    )
    monkeypatch.setattr(tasks, "claim_by_id", lambda identifier: one)
    return one


def done(task):
    items = []
    perform(task, items.append)
    return task, items, ""


def test_a_claim_without_checks_says_where_they_belong():
    for identifier, place in (
        ("relu.toy", "checks/relu/claims.py"),
        ("mine.toy", "checks=[Certified()]"),
    ):
        nothing = toy_claim(equation(x, y), id=identifier)
        (evidence,) = check_claim(nothing, Effort(), checks=()).evidence
        assert evidence.outcome == "unknown" and place in evidence.detail[0]


def test_without_a_number_of_instances_a_claim_is_one_task():
    assert plan(claim("framework.polar-norm"), Effort("deep", 3)) == [
        Task("framework.polar-norm", Effort("deep", 3))
    ]


def test_a_hundred_thousand_instances_are_cut_into_shards_that_add_up_and_share_no_seed(toy):
    whole, *shards = plan(toy, Effort("deep", 3, instances=100_050))
    assert (whole.check, whole.shard, whole.effort) == ("", 0, Effort("deep", 3, instances=SHARD))
    assert {(task.check, task.statement) for task in shards} == {
        ("sampling", "printed")
    }  # a proof is not made better by instances
    assert (
        SHARD + sum(task.effort.instances for task in shards) == 100_050
        and shards[-1].effort.instances == 50
    )
    assert len({task.effort.seed for task in (whole, *shards)}) == len(shards) + 1 == 1001
    assert {task.effort.profile for task in shards} == {"deep"}


def test_a_task_is_a_few_hundred_bytes():
    assert (
        max(
            len(pickle.dumps(task))
            for task in plan(claim("framework.polar-norm"), Effort(instances=1000))
        )
        < 600
    )


def test_seeds_of_shards_differ_from_run_to_run():
    assert (
        shard_seed(7, 0) == 7
        and len({shard_seed(seed, k) for seed in range(30) for k in range(30)}) == 900
    )


def test_only_the_statement_that_we_stand_for_gets_more_shards():
    corrected = next(
        c for c in claims() if c.corrected is not None and len(plan(c, Effort(instances=300))) > 1
    )
    assert {task.statement for task in plan(corrected, Effort(instances=300))[1:]} == {"corrected"}


def test_checks_of_a_claim_have_names_of_their_own_for_tasks_are_known_by_them():
    assert [
        c.id for c in claims() if len({k.name for k in checks_for(c)}) < len(checks_for(c))
    ] == []


def test_a_campaign_finds_the_rare_counterexample_that_a_quick_look_misses(toy):
    quick = gather(toy, map(done, plan(toy, Effort(seed=1))), 60)
    assert [(e.check, e.outcome, e.instances) for e in quick.evidence] == [
        ("sampling", "holds", 30),
        ("proof", "holds", 25),
    ]
    parts = [done(task) for task in plan(toy, Effort(seed=1, instances=1200))]
    deep = gather(toy, parts, 60)
    sampling, proof = deep.evidence
    assert deep.verdict == "refuted" and sampling.outcome == "fails" and proof.instances == 25
    assert (
        "x = 400, y = 401" in sampling.counterexample
    )  # each shard shrinks what it finds, and 400 is the smallest there is
    assert 300 < sampling.instances < 1200  # a shard that has found one stops
    assert gather(toy, reversed(parts), 60) == deep  # in whatever order they come home


@given(
    st.lists(
        st.builds(
            evidence_of,
            st.sampled_from(("holds", "fails", "unknown", "error")),
            instances=st.integers(0, 5),
            rejected=st.integers(0, 5),
            max_error=st.none() | st.floats(0, 1),
            digits=st.none() | st.integers(1, 60),
            counterexample=st.none() | st.text("ab", min_size=1, max_size=3),
        ),
        min_size=2,
        max_size=5,
    )
)
def test_shards_merge_into_sums_and_extremes(shards):
    one = merged(shards)
    assert (one.instances, one.rejected) == (
        sum(e.instances for e in shards),
        sum(e.rejected for e in shards),
    )
    assert all(one.max_error >= e.max_error for e in shards if e.max_error is not None)
    assert all(one.digits <= e.digits for e in shards if e.digits is not None)
    assert all(
        len(one.counterexample) <= len(e.counterexample)
        for e in shards
        if e.counterexample is not None
    )
    if any(e.outcome == "fails" for e in shards):
        assert one.outcome in ("fails", "error")
    assert one.empty == all(e.empty for e in shards)


def test_a_shard_in_which_every_instance_was_rejected_says_nothing_against_the_others():
    nothing = evidence_of("unknown", instances=0, rejected=100)
    assert merged([evidence_of(), nothing]).outcome == "holds" and merged([nothing, nothing]).empty
    assert merged([evidence_of(), evidence_of("unknown")]).outcome == "unknown"


def test_the_order_of_arrival_does_not_matter():
    parts = [
        (
            Task("framework.riccati", Effort(), "c" * bool(k), "printed", k),
            [evidence_of(alphas=(f"1e-{k}",), rate=(-1.0) ** k)],
            "",
        )
        for k in range(4)
    ]
    results = {gather(claim("framework.riccati"), order, 60) for order in permutations(parts)}
    assert len(results) == 1 and results.pop().evidence[0].alphas == (
        "1e-0",
        "1e-1",
        "1e-2",
        "1e-3",
    )


def test_a_shard_past_its_limit_leaves_the_claim_unknown_and_a_lost_one_is_an_error():
    riccati = claim("framework.riccati")
    whole, shard = Task(riccati.id, Effort()), Task(riccati.id, Effort(seed=1), "c", "printed", 1)
    assert (
        gather(riccati, [(whole, [evidence_of()], ""), (shard, [], "timeout")], 60).verdict
        == "unknown"
    )
    assert (
        gather(riccati, [(whole, [evidence_of()], ""), (shard, [], "the worker died")], 60).verdict
        == "error"
    )
    assert (
        gather(riccati, [(whole, [evidence_of()], ""), (shard, [evidence_of()], "")], 60).verdict
        == "tested"
    )


def test_a_check_whose_evidence_is_known_is_not_run_again(toy, monkeypatch):
    class Forbidden:
        name, method = "sampling", "property"

        def run(self, *ignored):
            raise AssertionError("run again")

    monkeypatch.setattr(
        tasks, "checks_for", lambda claim: (Forbidden(), Symbolic("proof", definitions={x: y}))
    )
    known = evidence_of(check="sampling", instances=77)
    _, items, _ = done(Task(toy.id, Effort(), known=(known,)))
    assert items[0] == replace(known, reused=True) and (items[1].check, items[1].reused) == (
        "proof",
        False,
    )


def test_what_we_call_false_is_refuted_whatever_instances_a_seed_draws_first(toy):
    corrected = replace(toy, corrected=sp.Ge(y, x), severity="typo", erratum="at one in seven")
    sampling = Property(
        "sampling",
        st.integers(0, 10**6),
        lambda i, effort: [{x: i, y: i + (i % 7 == 6)}],
        1e-9,
        "whole numbers",
    )
    alone = set()
    for seed in range(8):
        effort = Effort("quick", seed, instances=5)
        alone.add(sampling.run(corrected, corrected.printed, effort).outcome)
        sent = []
        result = tasks.check_claim(corrected, effort, sent.append, [sampling])
        assert result.verdict == "refuted" and result.sound
        again = gather(corrected, [(Task(corrected.id, effort), sent, "")], 1.0)
        assert again.verdict == "refuted" and len(again.evidence) == 2
    assert alone == {"holds", "fails"}  # one look would say now this, now that


def test_what_we_wrongly_call_false_stays_unknown(toy):
    true = replace(
        toy, printed=sp.Ge(y, x), corrected=sp.Ge(y + 1, x), severity="typo", erratum="?"
    )
    result = tasks.check_claim(
        true, Effort("quick", 0, instances=5), checks=tasks.checks_for(toy)[:1]
    )
    assert result.verdict == "unknown" and not result.sound
    (printed,) = result.about("printed")
    assert printed.instances == 5 * (1 + tasks.MORE_LOOKS)


def test_every_check_of_the_catalogue_is_worth_what_it_calls_itself():
    strong = [
        (claim.id, check)
        for claim in claims()
        for check in checks_for(claim)
        if check.method in MORE_THAN_A_TEST
    ]
    assert len(strong) > 100
    assert [one for one, check in strong if not may_say(check, check.method)] == []


def test_a_check_that_asks_a_foreign_one_is_worth_no_more():
    class Foreign:
        name, method = "trust me", "symbolic"

    assert not may_say(Foreign(), "certified") and not may_say(OfAnother(Foreign()), "certified")


@pytest.mark.parametrize("profile, share", [("quick", 3), ("full", 1)])
def test_quick_draws_a_third_of_the_instances_of_what_is_a_theorem(profile, share):
    one = claim("diagonal.conserved")
    asked = [check for check in checks_for(one) if check.method in ("theorem", "certified")]
    proved = tasks.check_claim(one, Effort(profile), checks=asked)
    alone = tasks.check_claim(one, Effort(profile), checks=asked[1:])
    assert proved.verdict == "proved" and alone.verdict != "proved"
    assert alone.evidence[-1].instances == share * proved.evidence[-1].instances > 0


def test_a_person_who_says_how_many_instances_gets_them_of_a_theorem_too():
    one = claim("diagonal.conserved")
    asked = [check for check in checks_for(one) if check.method in ("theorem", "certified")]
    found = tasks.check_claim(one, Effort(instances=7), checks=asked)
    assert [e.instances for e in found.evidence] == [0, 7]
