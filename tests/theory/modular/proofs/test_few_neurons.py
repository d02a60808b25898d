"""The number of neurons that attain the bound: exact algebra against averages over a grid."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from theory import argument
from theory import modular as paper
from theory.modular.proofs import few_neurons

GRID = 2 * np.pi * np.arange(7) / 7  # exact for trigonometric polynomials of degree four


def vectors() -> np.ndarray:
    """(cos a, sin a, cos b, sin b) on the grid."""
    a, b = (part.ravel() for part in np.meshgrid(GRID, GRID))
    return np.array([np.cos(a), np.sin(a), np.cos(b), np.sin(b)])


def gap(neurons: list) -> float:
    """The mean of |sum (g.X)^2 w - (cos, sin)(a + b)|^2, from the functions themselves."""
    a, b = (part.ravel() for part in np.meshgrid(GRID, GRID))
    total = sum(np.outer(w, (np.array(g) @ vectors()) ** 2) for g, w in neurons)
    return float(np.mean(np.sum((total - np.array([np.cos(a + b), np.sin(a + b)])) ** 2, axis=0)))


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(-3, 3), min_size=16, max_size=16))
def test_the_norm_of_a_form_is_its_mean_square_on_the_torus(entries):
    form = np.reshape(entries, (4, 4)) + np.reshape(entries, (4, 4)).T
    values = np.einsum("in,ij,jn->n", vectors(), form, vectors())
    assert float(few_neurons.norm_sq(sp.Matrix(form))) == pytest.approx(
        float(np.mean(values**2)), rel=1e-12, abs=1e-9
    )


def test_six_neurons_are_needed():
    assert few_neurons.fewest() == 6


def test_a_step_that_is_no_identity_stops_the_argument(monkeypatch):
    right = few_neurons.wanted
    monkeypatch.setattr(
        few_neurons, "wanted", lambda c, s, multiple=sp.S.Zero: right(c, 2 * s, multiple)
    )  # cos and sin of different size do not anticommute to a square
    with pytest.raises(argument.ArgumentBroken, match="annihilated"):
        few_neurons.fewest()


neuron = st.tuples(
    st.tuples(*[st.floats(-2, 2)] * 4), st.tuples(st.floats(-1, 1), st.floats(-1, 1))
)


@settings(max_examples=60, deadline=None)
@given(st.lists(neuron, min_size=1, max_size=4))
def test_no_group_of_up_to_four_neurons_comes_closer_than_its_floor(neurons):
    # The gap of t w is 1 - 2 t c + t^2 q: at its best t most draws are not trivially far.
    forth, back = gap(neurons), gap([(g, (-w[0], -w[1])) for g, w in neurons])
    c, q = (back - forth) / 4, (back + forth) / 2 - 1
    best = 1 - c**2 / q if q > 1e-6 else forth
    floor = {1: 8 / 9, 2: 2 / 9, 3: 2 / 9, 4: 1 / 9}[len(neurons)]
    assert min(forth, best) >= floor - 1e-9


def test_one_neuron_reaches_its_floor():
    # equal parts, w a b = 2/9 in these units
    assert gap([((1, 0, 1, 0), (2 / 9, 0))]) == pytest.approx(8 / 9, abs=1e-12)


@pytest.mark.parametrize("scale", [0.25, 1.0, 2.0])
def test_five_neurons_miss_the_bound_by_the_fourth_power_of_their_scale(scale):
    numbers = [
        (
            tuple(float(sp.sympify(q).subs(paper.eps, scale)) for q in (*g_a, *g_b)),
            tuple(map(float, w)),
        )
        for g_a, g_b, w in few_neurons.five()
    ]
    assert gap(numbers) == pytest.approx(
        float(paper.five_neurons.formula.subs(paper.eps, scale)), rel=1e-6, abs=1e-11
    )


def test_alternating_phases_fail_at_two_and_four_and_ours_from_one_to_five():
    printed, last = few_neurons.resonant_sizes(few_neurons.PRINTED)
    assert printed == {2: 3, 4: sp.Rational(1, 2)} and last == 4
    ours, last = few_neurons.resonant_sizes(few_neurons.OURS)
    assert [count for count, value in ours.items() if value] == [1, 2, 3, 4, 5] and last == 10


def test_phases_whose_sum_never_turns_are_refused():
    with pytest.raises(argument.ArgumentBroken, match="whole number of turns"):
        few_neurons.resonant_sizes(
            {
                paper.s_u(paper.i): few_neurons.psi,
                paper.s_v(paper.i): sp.S.Zero,
                paper.s_w(paper.i): few_neurons.psi,
            }
        )  # s_w - (s_u - s_v) = 0
