"""Shares and their intervals; runs that are planted, so that every answer is known beforehand."""

from math import comb, sqrt
from types import SimpleNamespace

import numpy as np
import pytest

from checks.methods.balls import Undefined
from checks.modular import counts_over_seeds as counts
from checks.modular.counts_over_seeds import Row, Run, Share, Table, template
from checks.modular.neuron_groups.constructions import our_minimiser
from numerics import ModularNetwork

FIVE = (3, -1, 0, -2, 0)
# |x_hat| = 2 sqrt(p) at the strongest frequency: its waiting time sqrt(3/2) p^(3/2)/|x_hat|^3
SHORTEST = sqrt(1.5) / 8


def tail(n, at_least, chance):
    """P(X >= at_least) of a binomial X."""
    return sum(comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(at_least, n + 1))


@pytest.mark.parametrize("k, n", [(1, 4), (7, 20), (99, 100), (50, 100)])
def test_at_the_ends_of_the_interval_what_was_seen_is_a_tail_of_one_fortieth(k, n):
    low, high = Share(k, n).interval
    assert tail(n, k, low) == pytest.approx(0.025)
    assert 1 - tail(n, k + 1, high) == pytest.approx(0.025)


def test_none_and_all_leave_an_interval_that_is_open_to_one_side_only():
    low, high = Share(0, 100).interval
    assert low == 0 and (1 - high) ** 100 == pytest.approx(0.025)
    low, high = Share(100, 100).interval
    assert high == 1 and low**100 == pytest.approx(0.025)


def test_a_table_prints_what_was_counted_and_no_interval_of_no_trials():
    row = Row(5, 12, 0.5, {"first": Share(1, 1), "second": Share(0, 0)})
    assert (
        str(Table((row, row))).split("\n")
        == ["p = 5, H = 12, ratio 0.5: first 1 of 1 (95%: 0.025 to 1.000); second 0 of 0"] * 2
    )


def test_half_of_the_residues_but_zero_are_frequencies():
    assert [counts.half(p) for p in (3, 5, 13)] == [1, 2, 6]
    for p in (1, 2, 8):
        with pytest.raises(Undefined, match=f"p is {p}"):
            counts.half(p)


@pytest.mark.parametrize("p", [3, 7, 11])
def test_a_template_is_real_and_centred_with_magnitudes_that_fall_by_the_ratio(p):
    hat = np.abs(np.fft.fft(template(p, 0.7))) / (2 * np.sqrt(p))
    half = (p - 1) // 2
    assert hat[0] == pytest.approx(0, abs=1e-12)
    assert hat[1 : half + 1] == pytest.approx(0.7 ** np.arange(half))


def test_a_template_has_as_many_frequencies_as_asked_for_and_no_more_than_there_are():
    assert ModularNetwork(template(9, 0.5, 2), 1).present.tolist() == [1, 2]
    with pytest.raises(ValueError, match="at most"):
        template(9, 0.5, 5)
    with pytest.raises(ValueError, match="frequencies is 0"):
        template(9, 0.5, 0)


def test_the_only_frequency_of_three_residues_is_always_first():
    (row,) = counts.dormant_counts((3,), (0.5,), (2,), seeds=5).rows
    assert (row.p, row.width) == (3, 2) and row.shares["dominant first"] == Share(5, 5)


def test_dormant_counts_have_a_row_for_every_size_ratio_and_width():
    table = counts.dormant_counts((3, 5), (0.5, 0.9), (1, 3), seeds=1)
    assert [(row.p, row.ratio, row.width) for row in table.rows] == [
        (p, ratio, each * (p - 1) // 2) for p in (3, 5) for ratio in (0.5, 0.9) for each in (1, 3)
    ]
    for wrong in ({"seeds": 0}, {"per_frequency": (0,)}):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))} is 0"):
            counts.dormant_counts((3,), (0.5,), **{"seeds": 1, **wrong})


def test_first_is_the_frequency_that_blows_up_first_in_any_neuron(monkeypatch):
    tables = iter(
        [
            np.array([[9.0, 8.0], [2.0, 9.0]]),  # the first frequency, in the second neuron
            np.array([[7.0, 6.0], [3.0, 4.0]]),  # and again
            np.array([[3.0, 8.0], [9.0, 2.0]]),  # the second, though the first neuron is for one
            np.array([[1e-3, 8.0], [9.0, 2.0]]),  # the first, sooner than any neuron can be
        ]
    )
    monkeypatch.setattr(counts, "blow_up_times", lambda x, start: next(tables))
    (row,) = counts.dormant_counts((5,), (0.5,), (1,), seeds=4).rows
    assert row.shares == {"dominant first": Share(3, 4), "bound kept": Share(3, 4)}


def test_seeds_are_counted_from_the_first_one_asked_for(monkeypatch):
    drawn = []
    monkeypatch.setattr(
        counts, "blow_up_times", lambda x, start: drawn.append(start) or np.ones((1, 1))
    )
    counts.dormant_counts((3,), (0.5,), (1,), seeds=2, first_seed=7)
    net = ModularNetwork(template(3, 0.5), 1)
    assert np.array_equal(drawn, [net.initial(1, 7), net.initial(1, 8)])


def test_one_neuron_on_three_residues_jumps_when_it_blows_up():
    found = counts.first_jump(ModularNetwork(template(3, 0.5), 1), 1e-4, 2)
    assert (found.neuron, found.frequency, found.predicted) == (0, 1, 1)
    assert found.lead == np.inf  # there is no second frequency
    assert found.time == pytest.approx(found.blow_up, rel=2e-3)


def test_a_neuron_that_is_still_dormant_at_twice_its_time_is_no_jump(monkeypatch):
    monkeypatch.setattr(counts, "times_below_half", lambda x, start: np.array([[1e-3, 1.0]]))
    with pytest.raises(ArithmeticError, match="no neuron .* has jumped"):
        counts.first_jump(ModularNetwork(template(5, 0.5), 1), 1e-3, 0)


def learned(*amounts):
    """Rows (u, v, w) that put out these shares of the frequencies 1, 2, ... of FIVE."""
    blocks = []
    for k, amount in enumerate(amounts, 1):
        theta = our_minimiser(FIVE, k, 6).parameters
        theta[:, 2] *= amount
        blocks.append(theta.reshape(6, 15))
    return np.concatenate(blocks)


def test_a_minimiser_puts_out_the_whole_of_its_frequency_and_nothing_of_another():
    net = ModularNetwork(np.array(FIVE, dtype=float), 12)
    assert net.shares(learned(1, 0.3)) == pytest.approx([1, 0.3])


def planted_flow(monkeypatch, *steps):
    """(time, loss as a share of the first, slope, norm of each neuron, shares put out)."""
    net = ModularNetwork(np.array(FIVE, dtype=float), 12)
    first = sum(q * q for q in FIVE) / 2
    taken = []

    def follow(*_):
        for time, left, slope, sizes, amounts in steps:
            taken.append(time)
            yield SimpleNamespace(
                time=time,
                loss=left * first,
                slope=slope,
                rows=np.diag(sizes),
                theta=learned(*amounts),
            )

    monkeypatch.setattr(counts, "follow", follow)
    return counts.run(net, 1e-3, 0, 99.0), taken


def test_a_run_tells_which_neuron_jumped_first_and_in_which_order_halves_were_put_out(monkeypatch):
    found, taken = planted_flow(
        monkeypatch,
        (0.0, 1.0, 1e-9, [0.1, 0.2], (0, 0)),
        (1.0, 0.8, 1.0, [0.1, 0.4], (0.1, 0.4)),  # neuron 1 is on its way; nothing is half learned
        (2.0, 0.6, 1e-6, [0.9, 0.4], (0.1, 0.9)),
        (3.0, 0.3, 1.0, [0.9, 0.9], (0.6, 0.9)),
        (4.0, 0.001, 1e-9, [0.9, 0.9], (1, 1)),
        (5.0, 0.0, 1e-9, [0.9, 0.9], (1, 1)),
    )
    assert (found.neuron, found.jump, found.order) == (1, 1.0, (2, 1))
    assert found.levels == pytest.approx((1.0, 0.6, 0.001))
    # all learned and a thousandth left: what follows is not asked for
    assert taken == [0.0, 1.0, 2.0, 3.0, 4.0] and found.left == pytest.approx(0.001)


def test_a_run_in_which_nothing_jumps_says_so(monkeypatch):
    found, _ = planted_flow(
        monkeypatch,
        (0.0, 1.0, 1e-9, [0.1, 0.2], (0, 0)),
        (1.0, 0.99, 1e-9, [0.1, 0.2], (0.1, 0.2)),
    )
    assert (found.neuron, found.jump, found.order) == (-1, np.inf, ())


def test_a_run_of_agf_begins_at_the_first_loss_and_has_a_level_for_each_iteration(monkeypatch):
    iterations = [
        SimpleNamespace(theta=learned(0, 1), level=3.5, activated=(4, 2), end=0.7),
        SimpleNamespace(theta=learned(1, 1), level=0.0, activated=(1,), end=0.9),
    ]
    monkeypatch.setattr(
        counts, "alternating_gradient_flow", lambda *_: SimpleNamespace(iterations=iterations)
    )
    found = counts.agf_run(ModularNetwork(np.array(FIVE, dtype=float), 12), 1e-3, 0)
    assert found == Run(4, 0.7, (2, 1), (1.0, 0.5, 0.0), 0.0)


def answers(monkeypatch, flow, agf=None, **options):
    monkeypatch.setattr(counts, "run", lambda *_: flow)
    monkeypatch.setattr(counts, "agf_run", lambda *_: agf)
    row = counts.gradient_flow_counts(5, 0.5, 1e-3, seeds=1, agf=agf is not None, **options)
    shares = dict(row.shares)
    assert row.width == 12 and shares.pop("integrated to the end") == Share(1, 1)
    assert all(share.trials == 1 for share in shares.values())
    return {what for what, share in shares.items() if share.successes}


# magnitudes 1 and 1/2: of the loss 5/4 a fifth is left after the first frequency
PRINTED = Run(0, 1.0, (1, 2), (1.0, 0.2, 0.0), 0.0)


def test_a_staircase_as_printed_is_counted_as_such(monkeypatch):
    found = answers(monkeypatch, PRINTED)
    assert found >= {
        "dominant half learned first",
        "all learned",
        "printed order",
        "printed levels visited",
        "all plateaus printed",
        "bound kept",
    }


@pytest.mark.parametrize(
    "changed, lost",
    [
        ({"order": (2, 1)}, {"dominant half learned first", "printed order"}),
        ({"order": (1,)}, {"all learned", "printed order"}),
        ({"levels": (1.0, 0.0)}, {"printed levels visited"}),
        ({"levels": (1.0, 0.2, 0.9, 0.0)}, {"all plateaus printed"}),
        ({"levels": (1.0, 0.205, 0.3)}, set()),  # near, and the end is where it was stopped
    ],
)
def test_what_a_staircase_does_otherwise_is_lost_from_the_count(monkeypatch, changed, lost):
    kept = answers(monkeypatch, PRINTED)
    other = Run(**{**vars(PRINTED), **changed})
    first = {"half learned first what jumps first"}
    assert kept - answers(monkeypatch, other) - first == lost


def test_the_bound_is_the_fastest_growth_from_the_largest_norm_to_that_of_a_jump(monkeypatch):
    net = ModularNetwork(template(5, 0.5), 12)
    largest = max(np.sqrt(np.sum(net.initial(1e-3, 0) ** 2, axis=1)))
    for until, jumped in ((0.3, "bound kept"), (1.0, "AGF: bound kept")):
        soonest = 1e-3 * (1 / largest - 1 / until) * SHORTEST
        for share in (0.999, 1.001):
            one = Run(0, share * soonest, (1, 2), (1.0, 0.2, 0.0), 0.0)
            found = answers(monkeypatch, *((one,) if until < 1 else (PRINTED, one)))
            assert (jumped in found) == (share > 1)


def test_agf_is_compared_with_the_flow_by_its_first_neuron_and_its_order(monkeypatch):
    same, order = (f"AGF and gradient flow: same {what}" for what in ("first neuron", "order"))
    assert {same, order} <= answers(monkeypatch, PRINTED, PRINTED)
    other = Run(3, 1.0, (2, 1), (1.0, 0.7, 0.0), 0.0)
    found = answers(monkeypatch, PRINTED, other)
    assert not {same, order, "AGF: printed order", "AGF: printed levels visited"} & found
    assert "AGF: all learned" in found
