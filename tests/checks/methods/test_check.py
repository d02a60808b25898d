"""The search for a counterexample: counted honestly, shrunk, and the same for the same seed."""

import subprocess
import sys

import pytest
from hypothesis import strategies as st

from checks.methods import check
from checks.methods.balls import Indeterminate, Judgement, Undefined
from checks.methods.certified import Certified
from checks.methods.check import (
    PROFILES,
    TIME_LIMIT,
    Effort,
    Rejected,
    Sampling,
    Sharp,
    named,
    search,
)
from checks.methods.theorem import Kernel


def test_a_counterexample_is_shrunk_to_the_smallest_one():
    found = search(st.integers(0, 10**6), lambda i: Judgement(i < 1234), 200, seed=0)
    assert (
        found.outcome == "fails" and found.counterexample == 1234 and found.judgement.holds is False
    )


@pytest.mark.parametrize("seed", range(6))
def test_two_numbers_are_shrunk_together(seed):
    """x + y >= 100 first breaks at a sum of exactly 100."""
    found = search(
        st.tuples(st.integers(0, 1000), st.integers(0, 1000)),
        lambda v: Judgement(sum(v) < 100),
        200,
        seed,
    )
    assert sum(found.counterexample) == 100


def test_a_true_statement_is_tried_as_often_as_asked():
    found = search(
        st.integers(0, 10**6), lambda i: Judgement(True, error=1e-9, digits=50 + i % 3), 77, seed=3
    )
    assert (found.outcome, found.tried, found.rejected, found.worst, found.digits) == (
        "holds",
        77,
        0,
        1e-9,
        50,
    )


@pytest.mark.parametrize("problem", [Rejected, Undefined, Indeterminate])
def test_what_is_rejected_is_counted_and_not_tried(problem):
    def judge(i):
        if i % 2:
            raise problem
        return Judgement(True)

    found = search(st.integers(0, 10**6), judge, 60, seed=0)
    assert found.outcome == "holds" and found.rejected > 10 and found.tried > 10


def test_a_strategy_whose_every_instance_is_rejected_shows_nothing():
    def judge(i):
        raise Rejected

    found = search(st.integers(), judge, 50, seed=0)
    assert (found.outcome, found.tried, found.counterexample) == (
        "unknown",
        0,
        None,
    ) and found.rejected > 0
    nothing = search(
        st.integers(0, 9).filter(lambda i: i > 9), lambda i: Judgement(True), 50, seed=0
    )
    assert (nothing.outcome, nothing.tried) == ("unknown", 0)


def test_one_undecided_instance_keeps_a_statement_from_holding():
    found = search(st.integers(0, 5), lambda i: Judgement(None if i == 3 else True), 100, seed=0)
    assert found.outcome == "unknown" and found.undecided == 1


def test_the_same_seed_finds_the_same_and_another_seed_draws_others():
    def drawn(seed):
        seen = []
        search(st.integers(0, 10**9), lambda i: seen.append(i) or Judgement(True), 30, seed)
        return seen

    assert drawn(5) == drawn(5) and drawn(5) != drawn(6)


def test_instances_are_counted_up_to_the_first_failure_only():
    order = []

    def judge(i):
        order.append(i)
        return Judgement(i < 10)

    found = search(st.integers(0, 10**6), judge, 100, seed=1)
    first = next(k for k, i in enumerate(order) if i >= 10)
    assert found.tried == first + 1 < len(order)


def test_shrinking_ends_after_a_number_of_evaluations_and_not_of_seconds():
    calls = []

    def judge(i):
        calls.append(i)
        return Judgement(i < 10**5)

    search(st.integers(0, 10**9), judge, 30, seed=0)
    first = next(k for k, i in enumerate(calls) if i >= 10**5)
    assert 0 < len(calls) - first - 1 <= 4 * 30
    again = []
    search(st.integers(0, 10**9), lambda i: (again.append(i), Judgement(i < 10**5))[1], 30, seed=0)
    assert again == calls


def test_running_out_of_evaluations_while_shrinking_keeps_the_counterexample(monkeypatch):
    monkeypatch.setattr(check, "SHRINKS_EACH", 0)
    found = search(st.integers(0, 10**6), lambda i: Judgement(i < 50), 200, seed=0)
    assert found.outcome == "fails" and found.counterexample >= 50


def test_an_exception_in_a_check_is_not_swallowed():
    with pytest.raises(ZeroDivisionError):
        search(st.integers(), lambda i: 1 / 0, 10, seed=0)


def test_effort_picks_by_profile_and_every_profile_has_a_time_limit():
    assert [Effort(p).pick(1, 2, 3) for p in PROFILES] == [1, 2, 3]
    assert [TIME_LIMIT[p] for p in PROFILES] == sorted(TIME_LIMIT.values())


def test_an_instance_is_named_in_alphabetical_order():
    assert named({"b": 2, "a": 1}) == "a = 1, b = 2"


def test_instances_do_not_depend_on_which_source_files_are_loaded():
    """Hypothesis would draw constants of the modules that are loaded: more of them in the second
    process, which has also drawn before.
    """
    program = (
        "import sys; from hypothesis import given, strategies as st\n"
        "if 'warm' in sys.argv:\n"
        "    import checks.methods.balls, numerics.validate; given(st.integers())(lambda n: "
        "None)()\n"
        "from checks.methods.balls import Judgement; from checks.methods.check import search\n"
        "drawn = []; search(st.integers(0, 10**6), lambda n: drawn.append(n) or Judgement(True), "
        "100, 3); print(drawn)"
    )
    one, other = (
        subprocess.run(
            [sys.executable, "-c", program, word], capture_output=True, text=True, timeout=100
        ).stdout
        for word in ("cold", "warm")
    )
    assert one == other and one.count(",") > 50


def test_what_the_engine_asks_of_some_checks_is_declared():
    balls, theorem = Certified("balls"), Kernel()
    assert isinstance(balls, Sampling) and isinstance(balls, Sharp)
    assert isinstance(theorem, Sharp) and not isinstance(theorem, Sampling)


def test_more_is_drawn_where_a_premise_leaves_little():
    """One in ten meets the premise: of 12 instances some five, of four times as many enough."""
    asked = []

    def judge_at(value):
        asked.append(value)
        return Judgement(True, idle=value % 10 != 0)

    tally = search(st.integers(0, 10**6), judge_at, 12, 0)
    assert len(set(asked)) > 12 and tally.tried < 12 + 4 * 12
    asked.clear()
    search(st.integers(0, 10**6), lambda value: asked.append(value) or Judgement(True), 12, 0)
    assert len(asked) <= 12
