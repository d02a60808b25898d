"""Gradient flow of linear networks as alpha -> 0: where the covariances are diagonal everything is
known by hand.
"""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from checks.linear import flows
from checks.linear.problems import problem, spectrum
from checks.methods.balls import Undefined
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured, Unsettled
from theory import linear as paper
from theory.notation import c, d

# b = 1, 2 and variances 3, 1: s = 3, 2 and mu = 3, 4. The mode with the larger s is first, at 1/3,
# and takes 3/2 of the loss 7/2; the other follows at 1/2.
PAIR = problem(np.diag([1.0, 2.0]), np.diag([3.0, 1.0]), 2)


class Stairs(SimpleNamespace):
    """A staircase that is planted."""

    def __len__(self):
        return len(self.jump_times)


def planted(monkeypatch, *runs):
    """(jump times, levels) at 1e-50, 1e-100, ..., in place of a flow."""
    made = {}
    for n, (times, levels) in zip(flows.SCALES, runs):
        points = [np.full((2, 2), float(n)) for _ in levels]
        stairs = Stairs(jump_times=times, levels=levels, points=points, features=[1] * len(times))
        alpha = f"1e-{n}"
        made[alpha] = SimpleNamespace(eta=n * np.log(10), alpha=alpha, staircase=stairs)
    followed = []

    def flow(instance, alpha):
        followed.append(alpha)
        return made[alpha]

    monkeypatch.setattr(flows, "flow", flow)
    flows.limit.cache_clear()
    return tuple(made), followed


@pytest.fixture(autouse=True)
def nothing_planted_is_kept():
    yield
    flows.limit.cache_clear()


def close(count, slope=1.0, levels=(3.5, 2.0, 0.0)):
    """Jump times 1/3 and 1/2 with a slope in 1/log(1/alpha), at so many alphas."""
    logs = [n * np.log(10) for n in flows.SCALES[:count]]
    return [((1 / 3 + slope / L, 1 / 2 - slope / L), levels) for L in logs]


def test_diagonal_modes_jump_at_the_inverse_of_their_singular_values():
    found = flows.limit(PAIR, flows.scales(Effort(), flows.SCALES))
    assert [float(time) for time in found.times] == pytest.approx([1 / 3, 1 / 2], rel=1e-8)
    assert [float(level) for level in found.levels] == pytest.approx([3.5, 2, 0], abs=1e-8)
    for point, expected in zip(found.points, ([0, 0], [1, 0], [1, 2]), strict=True):
        assert_allclose(point, np.diag(expected), atol=1e-6)


def test_a_limit_removes_the_slope_in_the_logarithm_of_alpha(monkeypatch):
    alphas, followed = planted(monkeypatch, *close(5))
    found = flows.limit(PAIR, alphas)
    assert [float(time) for time in found.times] == pytest.approx([1 / 3, 1 / 2], rel=1e-12)
    assert found.alphas == tuple(followed) == alphas[:3]  # three that agree are enough
    assert found.points[0][0, 0] == 200 and found.points_before[0][0, 0] == 100


def test_a_second_look_and_alphas_that_were_asked_for_go_further(monkeypatch):
    alphas, followed = planted(monkeypatch, *close(5))
    assert flows.limit(PAIR, alphas, beyond=1).alphas == alphas[:4]
    assert flows.limit(PAIR, alphas, all_of_them=True).alphas == alphas
    assert flows.followed(PAIR, Effort(alphas=alphas[:4])).alphas == alphas[:4]
    assert flows.followed(PAIR, Effort(alphas=alphas), beyond=1).alphas == alphas[:4]
    assert set(followed) <= set(alphas)


def test_two_alphas_do_not_tell_how_far_their_limit_is_off(monkeypatch):
    alphas, followed = planted(monkeypatch, *close(2))
    with pytest.raises(Unsettled, match="2 alphas"):
        flows.limit(PAIR, alphas)
    assert followed == []


def test_a_staircase_that_gains_a_jump_late_is_followed_until_three_agree(monkeypatch):
    one_step = ((0.4,), (3.5, 0.0))
    alphas, _ = planted(monkeypatch, one_step, *close(5)[1:])
    assert flows.limit(PAIR, alphas).alphas == alphas[:4]
    alphas, _ = planted(monkeypatch, *close(2), one_step)
    with pytest.raises(Unsettled, match="2, 2, 1 jumps down to alpha = 1e-200"):
        flows.limit(PAIR, alphas)


def test_plateaus_that_still_sink_are_not_the_limit(monkeypatch):
    *flat, last = close(3)
    alphas, _ = planted(monkeypatch, *flat, (last[0], (3.5, 1.999, 0.0)))
    with pytest.raises(Unsettled, match="plateaus not flat"):
        flows.limit(PAIR, alphas)


def test_several_modes_in_one_jump_are_not_the_limit(monkeypatch):
    alphas, _ = planted(monkeypatch, *close(3))
    flows.flow(PAIR, alphas[2]).staircase.features[0] = 2
    with pytest.raises(Unsettled, match="several modes in one jump"):
        flows.limit(PAIR, alphas)


def test_jump_times_that_move_by_more_than_a_slope_are_not_the_limit(monkeypatch):
    bent = [
        ((first + 1e-3 * n * n, last), levels) for n, ((first, last), levels) in enumerate(close(3))
    ]
    alphas, _ = planted(monkeypatch, *bent)
    with pytest.raises(Unsettled, match="jump times"):
        flows.limit(PAIR, alphas)


def test_a_flow_that_cannot_be_followed_settles_nothing(monkeypatch):
    def stiff(*_, **__):
        raise ArithmeticError("too stiff")

    monkeypatch.setattr(flows, "gradient_flow", stiff)
    with pytest.raises(Unsettled, match="alpha = 1e-7: too stiff"):
        flows.flow(PAIR, "1e-7")
    monkeypatch.setattr(flows, "gradient_flow", lambda *_, **__: "a path")
    with pytest.raises(TypeError, match="str: expected the trajectory of a linear network"):
        flows.flow(PAIR, "1e-7")


def test_alphas_are_gone_through_from_the_largest_and_each_but_once():
    asked = Effort(alphas=("1e-90", "1e-30", "1e-60", "1e-30"))
    assert flows.scales(asked, (5,)) == ("1e-30", "1e-60", "1e-90")
    assert flows.scales(Effort(), (5, 9)) == ("1e-5", "1e-9")


def test_the_first_difference_of_jump_times_is_from_zero():
    times = [Measured(0.25, 0.25, 0.01), Measured(0.75, 0.75, 0.02)]
    first, second = flows.differences(times)
    assert (first.value, first.size, first.error) == (0.25, 0.25, 0.01)
    # what is subtracted adds to size and error
    assert (second.value, second.size) == (0.5, 1.0) and second.error == pytest.approx(0.03)


@pytest.mark.parametrize("shape", [(1, 1), (2, 3), (4, 2)])
def test_the_probe_sees_every_entry_with_a_weight_of_its_own(shape):
    p, q = flows.probe(*shape)
    weights = np.outer(p, q)
    assert weights.shape == shape and np.all(weights > 0)
    assert p[0] ** 2 == pytest.approx(2) and q[-1] ** 2 == pytest.approx(2 + shape[1])


def by_hand():
    """The letters of PAIR at its two jumps, by hand."""
    times = [Measured(1 / 3, 1 / 3), Measured(1 / 2, 1 / 2)]
    levels = [Measured(level, 3.5) for level in (3.5, 2.0, 0.0)]
    points = [np.diag(entries) for entries in ([0.0, 0.0], [1.0, 0.0], [1.0, 2.0])]
    return times, levels, points


def test_the_letters_of_a_diagonal_problem_are_those_by_hand():
    times, levels, points = by_hand()
    twice = [(point, point) for point in points]
    letters = flows.sequence_letters(spectrum(PAIR), times, levels, twice, flows.WHOLE)
    number = {name: letters[getattr(paper, name)] for name in ("delta", "level", "entry", "mode")}
    assert [float(number["delta"](i)) for i in (1, 2)] == pytest.approx([1 / 3, 1 / 6])
    assert [float(number["level"](k)) for k in (0, 1, 2)] == [3.5, 2, 0]
    # the probe weighs the diagonal with sqrt(2 * 3) and sqrt(3 * 4)
    assert [float(number["entry"](k)) for k in (0, 1, 2)] == pytest.approx(
        [0, np.sqrt(6), np.sqrt(6) + 2 * np.sqrt(12)]
    )
    # modes by falling mu = 4, 3: the second axis first
    assert [float(number["mode"](i)) for i in (1, 2)] == pytest.approx(
        [2 * np.sqrt(12), np.sqrt(6)]
    )
    assert [float(letters[paper.mu](i)) for i in (1, 2)] == pytest.approx([4, 3])
    sigma = [[float(letters[paper.sigma](i, k)) for i in (1, 2)] for k in (0, 1)]
    assert_allclose(sigma, [[3, 2], [3, 0]], atol=1e-12)
    with pytest.raises(Undefined):
        number["delta"](3)


def test_what_the_modes_show_to_the_probe_adds_up_to_the_target():
    wide = problem(np.array([[1.0, 2.0, 0.0], [0.5, -1.0, 3.0]]), np.diag([3.0, 1.0, 2.0]), 2)
    p, q = flows.probe(2, 3)
    letters = flows.sequence_letters(spectrum(wide), [], [], [], flows.WHOLE)
    shown = sum(float(letters[paper.mode](i)) for i in (1, 2))
    assert shown == pytest.approx(p @ np.array(wide.B) @ q)


def test_each_block_has_its_own_jump_and_its_own_part_of_the_loss():
    times, levels, points = by_hand()
    found = flows.Limit(tuple(times), tuple(levels), tuple(points), tuple(points), ("1e-50",))
    blocks = {float(one[paper.mu_b](1)): one for one in flows.blocks_of(PAIR, found)}
    assert sorted(blocks) == pytest.approx([3, 4])
    for mu, when in ((3, 1 / 3), (4, 1 / 2)):
        block = blocks[min(blocks, key=lambda one: abs(one - mu))]
        assert (block[paper.step_b], block[paper.rank_b]) == (1, 1)
        assert float(block[paper.delta_b](1)) == pytest.approx(when)
        assert [float(block[paper.level_b](k)) for k in (0, 1)] == pytest.approx([mu / 2, 0])


def test_the_facts_of_a_problem_are_its_sizes_blocks_and_order():
    seen = flows.facts(PAIR)
    assert (seen[c], seen[d], seen[paper.width], seen[paper.rank]) == (2, 2, 2, 2)
    # mu = 3 is learned before mu = 4
    assert (seen[paper.ordered], seen[paper.blocks]) == (0, 2)
    assert flows.facts(problem(np.diag([2.0, 1.0]), np.diag([3.0, 1.0]), 2))[paper.ordered] == 1
    seen = flows.facts(problem(np.array([[1.0, 2.0, 0.5]]), np.diag([1.0, 2.0, 3.0]), 1))
    assert (seen[c], seen[d], seen[paper.rank], seen[paper.blocks]) == (1, 3, 1, 1)


def test_diagonal_blocks_reach_their_best_and_a_stage_that_fails_settles_nothing(monkeypatch):
    assert flows.reaches_best(PAIR)

    def stuck(*_, **__):
        raise ArithmeticError("no rest")

    monkeypatch.setattr(flows, "greedy_low_rank", stuck)
    with pytest.raises(Unsettled, match="Greedy Low-Rank Learning: no rest"):
        flows.reaches_best(problem(np.diag([1.0, 3.0]), np.diag([3.0, 1.0]), 2))


def test_a_stage_above_the_best_of_its_rank_is_noticed(monkeypatch):
    coupled = problem(np.array([[2.0, 1.0], [0.0, 1.0]]), np.diag([2.0, 1.0]), 2)
    assert len(flows.parts(coupled)) == 1 and flows.reaches_best(coupled)
    flows.reaches_best.cache_clear()
    monkeypatch.setattr(flows, "greedy_low_rank", lambda net, stages: [0 * net.B] * (stages + 1))
    # nothing is learned after a stage that should have learned a mode
    assert not flows.reaches_best(coupled)
    flows.reaches_best.cache_clear()


def test_each_jump_is_observed_with_the_block_that_it_belongs_to(monkeypatch):
    times, levels, points = by_hand()
    found = flows.Limit(tuple(times), tuple(levels), tuple(points), tuple(points), ("1e-50",))
    monkeypatch.setattr(flows, "followed", lambda *_: found)
    seen = list(flows.conjecture_observations(PAIR, Effort()))
    assert [one.values[paper.step] for one in seen] == [1, 2]
    assert {one.values[paper.jump_count] for one in seen} == {2}
    assert seen[0].detail.endswith("jumps at 0.3333333333, 0.5") and not seen[1].detail
    assert seen[0].alphas == ("1e-50",)


def test_a_target_that_lacks_a_mode_is_outside_of_the_assumptions():
    singular = problem(np.diag([1.0, 0.0]), np.diag([3.0, 1.0]), 2)
    with pytest.raises(Rejected, match="nearly zero"):
        list(flows.conjecture_observations(singular, Effort()))


def test_one_neuron_jumps_and_then_turns_to_the_better_mode():
    """s = 3 and mu = 3 first, then mu = 4 in its place: 7/2, 7/2 - 3/2, 7/2 - 4/2."""
    first, *_ = flows.conjecture_observations(flows.TURNED, Effort(), flows.TURNS)
    levels = [float(first.values[paper.level](k)) for k in (0, 1, 2)]
    assert first.values[paper.jump_count] == 2 and levels == pytest.approx([3.5, 2, 1.5])


def test_a_family_looks_again_at_smaller_alphas():
    asked = []

    def observe(instance, effort, beyond=0):
        asked.append(beyond)
        return []

    check = flows.limiting("a flow", None, observe, (1, 2, 3))
    check.observe(PAIR, Effort())
    check.confirm(PAIR, Effort())
    assert asked == [0, 1] and check.method == "limit"
