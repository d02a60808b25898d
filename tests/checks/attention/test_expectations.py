"""Expectations of the linear transformer, against Gauss-Hermite quadrature, and by hand in one
dimension.
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from checks.attention import expectations
from checks.attention.population import Task, Values, loss, predictions, turned_task
from checks.methods.check import Effort
from theory import attention as paper
from theory.framework import U, lam

HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)
# x ~ N(0, 4), two examples. E x^4 = 3 * 16, and the head (V, Q, K) answers W x_q sum beta x_n^2.
LINE = turned_task(("2",), (), 2)
PLANE = turned_task(("2", "1"), ("1/2",), 1)
SKEW = Task(((ONE, Fraction(0)), (HALF, ONE)), 1)
HEAD = (TWO, ONE, -HALF, HALF, ONE)
OTHER = (-ONE, HALF, ONE, ONE, Fraction(0))


def expected(task, integrand):
    """E integrand(x, beta, x_q) with one example in two dimensions, by quadrature that is exact to
    degree five in each of six standard normal variables.
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(3)
    weights = weights / weights.sum()
    root = np.array([[float(entry) for entry in row] for row in task.root])
    total = 0.0
    for places in product(range(3), repeat=6):
        z = nodes[list(places)]
        total += np.prod(weights[list(places)]) * integrand(root @ z[:2], z[2:4], root @ z[4:])
    return total


def answer(head, x, beta, query):
    """V times the key response of the one example times the query response."""
    V, Q, K = float(head[0]), np.array(head[1:3], dtype=float), np.array(head[3:], dtype=float)
    return V * (beta @ x) * (x @ K) * (query @ Q)


@pytest.mark.parametrize("task", [PLANE, SKEW])
def test_the_loss_of_two_heads_is_that_of_a_quadrature(task):
    (seen,) = expectations.losses((task, (HEAD, OTHER)), Effort())

    def missed(x, beta, query):
        heads = answer(HEAD, x, beta, query) + answer(OTHER, x, beta, query)
        return (beta @ query - heads) ** 2 / 2

    assert float(seen[paper.L_W]) == pytest.approx(expected(task, missed))
    assert seen[paper.T] == task.Sigma[0, 0] + task.Sigma[1, 1] and seen[paper.N] == 1


def test_the_traces_of_a_network_are_those_of_numpy():
    (seen,) = expectations.losses((SKEW, (HEAD, OTHER)), Effort())
    S = np.array([[1, 0.5], [0.5, 1.25]])
    W = 2 * np.outer([1, -0.5], [0.5, 1]) - np.outer([0.5, 1], [1, 0])
    assert float(seen[paper.linear_term]) == pytest.approx(np.trace(S @ S @ W))
    assert float(seen[paper.quad_1]) == pytest.approx(np.trace(S @ W @ S @ W.T))
    assert float(seen[paper.quad_2]) == pytest.approx(np.trace(S @ W @ S @ S @ W.T))


@pytest.mark.parametrize("product_of_weights", [Fraction(0), Fraction(1, 16), ONE])
def test_the_loss_in_one_dimension_is_the_parabola_by_hand(product_of_weights):
    W = product_of_weights
    (seen,) = expectations.losses((LINE, ((W, ONE, ONE),)), Effort())
    # S/2 - N S^2 W + N (N + 2) S^3 W^2/2 with S = 4, N = 2
    assert seen[paper.L_W] == 2 - 32 * W + 256 * W**2


def test_second_moments_in_one_dimension_are_those_of_the_normal_distribution():
    (seen,) = expectations.second_moments(LINE, Effort())
    # two squares of 3 * 16, and one pair of 16, which counts twice in the square of the sum
    assert (seen[paper.squares_ab], seen[paper.pairs_ab], seen[paper.C_ab]) == (96, 16, 128)
    assert (seen[paper.s_ab], seen[paper.s2_ab], seen[paper.T]) == (4, 16, 4)


def test_second_moments_in_the_plane_are_those_of_a_quadrature():
    seen = list(expectations.second_moments(SKEW, Effort()))
    for (a, b), one in zip(np.ndindex(2, 2), seen, strict=True):
        moment = expected(SKEW, lambda x, beta, query, a=a, b=b: x[a] * (x @ x) * x[b])
        assert float(one[paper.C_ab]) == pytest.approx(moment)
        assert one[paper.pairs_ab] == 0  # one example makes no pair
        assert one[paper.s_ab] == SKEW.Sigma[a, b]


def test_the_first_utility_is_the_correlation_of_answer_and_target():
    (seen,) = expectations.before_first_jump((SKEW, (HEAD,)), Effort())
    correlation = expected(SKEW, lambda x, beta, q: (beta @ q) * answer(HEAD, x, beta, q))
    assert float(seen[U]) == pytest.approx(correlation)
    S = np.array([[1, 0.5], [0.5, 1.25]])
    assert float(seen[paper.QSSK]) == pytest.approx(np.array([1, -0.5]) @ S @ S @ [0.5, 1])
    assert seen[paper.V] == 2


def test_a_learned_component_has_the_magnitude_of_least_squares():
    (one,) = expectations.components(LINE)
    # the minimum of 2 - 32 A + 256 A^2
    assert (one.value, one.magnitude) == (4, Fraction(1, 16))
    assert one.learned == (Fraction(1, 16), one.response)
    for nearby in (Fraction(1, 17), Fraction(1, 15)):
        assert loss(LINE, [(nearby, one.response)]) > loss(LINE, [one.learned]) == 1


def test_a_learned_head_takes_its_part_from_the_utility_of_the_next():
    start, after = expectations.utilities((PLANE, (HEAD,)), Effort())
    first = expectations.components(PLANE)[0]
    v, A = np.array(first.vector, dtype=float), float(first.magnitude)
    unit = (1.0, *v, *v)

    def rest(x, beta, query):
        return answer(HEAD, x, beta, query) * (beta @ query - A * answer(unit, x, beta, query))

    assert float(after[U]) == pytest.approx(expected(PLANE, rest))
    crossed = expected(PLANE, lambda x, b, q: A * answer(unit, x, b, q) * answer(HEAD, x, b, q))
    assert float(after[paper.cross]) == pytest.approx(crossed)
    assert start[U] - after[U] == after[paper.cross]
    assert start[paper.captured] == 0
    assert after[paper.captured] == 16 * after[paper.Q_h] * after[paper.K_h]
    assert (after[paper.lam_h], after[paper.lam_k]) == (4, 1)


def test_before_the_first_jump_no_head_is_active():
    seen = list(expectations.after_a_jump((PLANE, (HEAD,)), Effort()))
    assert len(seen) == 1 and paper.A_h in seen[0]
    assert list(expectations.after_a_jump((LINE, ((ONE, ONE, ONE),)), Effort())) == []


def test_a_prompt_has_no_zero_but_the_label_that_is_asked_for():
    prompts = [expectations.prompt(SKEW, place) for place in (0, 1, 3)]
    for X in prompts:
        assert X.shape == (3, 2) and X[-1, -1] == 0
        assert all(entry != 0 for entry in X.ravel()[:-1])
    assert not np.array_equal(prompts[0], prompts[1])
    assert not np.array_equal(prompts[1], prompts[2])


def test_a_head_is_cubic_in_its_prompt_and_in_its_weights():
    (seen,) = expectations.homogeneous((SKEW, (HEAD,), Fraction(3, 2)), Effort())
    cube = Fraction(27, 8) * seen[paper.head_part]
    assert seen[paper.head_by_input] == seen[paper.head_by_weights] == cube != 0
    assert seen[lam] == Fraction(3, 2)


def test_a_prediction_is_value_times_key_response_times_query_response():
    for seen in expectations.predicted((SKEW, (HEAD, OTHER)), Effort()):
        heads = range(1, seen[paper.heads] + 1)
        parts = [
            seen[paper.value_of](h) * seen[paper.key_of](h) * seen[paper.query_of](h) for h in heads
        ]
        assert len(parts) == 2 and seen[paper.y_hat] == sum(parts) != 0


def test_entries_that_start_at_zero_feel_no_force(monkeypatch):
    (seen,) = expectations.frozen((SKEW, (HEAD, OTHER)), Effort())
    assert seen[paper.grad_zero] == 0
    # an entry that silences the head is felt
    silent = Values(np.zeros(1, dtype=int), ONE)
    monkeypatch.setattr(expectations, "answers", lambda *_: silent)
    (felt,) = expectations.frozen((SKEW, (HEAD, OTHER)), Effort())
    assert felt[paper.grad_zero] > 0


@pytest.mark.parametrize("which", [0, 1])
def test_the_gradient_is_an_exact_difference_of_losses(which):
    """The loss is a parabola in each parameter, whose slope is a central difference."""
    table = [HEAD, OTHER]

    def at(place, step):
        rows = [list(row) for row in table]
        rows[which][place] += step
        return loss(SKEW, [(ONE, predictions(SKEW, tuple(row))) for row in rows])

    slopes = [(at(place, ONE) - at(place, -ONE)) / 2 for place in range(5)]
    assert list(expectations.gradient(SKEW, table, which)) == slopes
    assert any(slopes)


def test_the_squares_of_value_query_and_key_move_alike(monkeypatch):
    for seen in expectations.balanced((SKEW, (HEAD, OTHER)), Effort()):
        assert seen == {paper.rate_VQ: 0, paper.rate_VK: 0}
    # under another force they do not: 2 (V - Q.1) with the force 1 on every parameter
    monkeypatch.setattr(expectations, "gradient", lambda *_: -np.array([ONE] * 5, dtype=object))
    (seen,) = expectations.balanced((SKEW, (HEAD,)), Effort())
    assert seen == {paper.rate_VQ: 2 * (2 - HALF), paper.rate_VK: 2 * (2 - Fraction(3, 2))}


def test_an_aligned_head_is_its_direction_times_its_magnitudes():
    rows = expectations.aligned(PLANE, [(ONE, TWO, -HALF)])
    v = PLANE.vectors[0]
    assert rows == [(1, 2 * v[0], 2 * v[1], -v[0] / 2, -v[1] / 2)]


@given(expectations.with_magnitudes(heads=2, least=2, most=3))
@settings(max_examples=25)
def test_as_many_magnitudes_are_drawn_as_there_are_directions_at_most(drawn):
    assert 2 <= len(drawn.heads) <= drawn.task.d <= 3
    assert all(size for head in drawn.heads for size in head)


def test_aligned_heads_do_not_see_each_other():
    sizes = ((ONE, HALF, ONE), (HALF, -ONE, TWO))
    seen = list(expectations.active_heads((PLANE, sizes), Effort()))
    assert len(seen) == 2
    for one, (V, Q, K), value in zip(seen, sizes, (4, 1)):
        # each alone has all of E y^2/2 = T/2 to begin with
        assert one[paper.L_sum] - one[paper.L_A] == Fraction(4 + 1, 2)
        assert one[paper.across_Q] == one[paper.across_K] == 0
        assert one[paper.grad_Q] == one[paper.grad_Q_alone]
        assert (one[paper.V_h], one[paper.Q_j], one[paper.K_j]) == (V, Q, K)
        assert one[paper.lam_j] == value


def test_the_response_of_a_key_is_that_of_a_quadrature():
    sizes = ((ONE, HALF, ONE), (HALF, -ONE, TWO))
    for h, one in enumerate(expectations.active_heads((PLANE, sizes), Effort())):
        v, (V, _, K) = np.array(PLANE.vectors[h], dtype=float), sizes[h]
        key = expected(
            PLANE, lambda x, b, q, v=v, K=K, V=V: float(V * K) ** 2 * ((b @ x) * (x @ v)) ** 2
        )
        assert float(one[paper.response]) == pytest.approx(key)


def test_heads_at_their_best_magnitude_feel_no_force_from_a_new_one(monkeypatch):
    instance = (PLANE, ((ONE, HALF, ONE), (HALF, -ONE, TWO)))
    (seen,) = expectations.at_equilibrium(instance, Effort())
    assert seen[paper.grad_old] == 0
    true = expectations.components
    short = [
        expectations.Component(one.value, one.vector, one.response, one.magnitude / 2)
        for one in true(PLANE)
    ]
    monkeypatch.setattr(expectations, "components", lambda task: short)
    (seen,) = expectations.at_equilibrium(instance, Effort())
    assert seen[paper.grad_old] > 0


def test_the_plateaus_in_one_dimension_are_those_by_hand():
    (seen,) = expectations.plateaus(LINE, Effort())
    # 2 - 32 A + 256 A^2 falls from 2 to 1 at A = 1/16, with the second derivative 512
    assert (seen[paper.level_0], seen[paper.level_k], seen[paper.drop]) == (2, 1, 1)
    assert (seen[paper.A_k], seen[paper.curvature]) == (Fraction(1, 16), 512)
    assert seen[paper.lam_of](1) == seen[paper.lam_k] == 4


def test_each_plateau_is_below_the_last_by_its_own_drop():
    first, second = expectations.plateaus(PLANE, Effort())
    assert first[paper.level_0] == Fraction(5, 2)
    assert first[paper.level_k] == first[paper.level_0] - first[paper.drop]
    assert second[paper.level_k] == first[paper.level_k] - second[paper.drop]
    assert [one[paper.iteration] for one in (first, second)] == [1, 2]
    # a parabola falls by its second derivative times half the square of the way
    for one in (first, second):
        assert 2 * one[paper.drop] == one[paper.curvature] * one[paper.A_k] ** 2 > 0
