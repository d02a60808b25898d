"""The classification of critical points, against numbers known by hand; and a wrong eigenvalue that must be noticed."""
import pytest
import sympy as sp

from theory import utility_maxima as maxima
from theory.few_neurons import NotShown
from theory.modular_sums import p
from theory.modular_utility import X, X_half
from theory.symbols import k


def test_the_largest_utility_for_p_three_by_hand():
    # x = (2, -1, -1): |x_hat[1]| = 3, sqrt(2/27^2) 27 = sqrt 2
    assert sp.simplify(maxima.largest(sp.Integer(2)).subs({p: 3, X: 3}) - sp.sqrt(2)) == 0


def test_one_summand_is_a_singular_value_problem():
    # U = <u, C w> with singular values |x_hat|^2/p; unit (u, w) reach half of the largest
    assert sp.simplify(maxima.largest(sp.Integer(1)) - X**2 / (2 * p)) == 0


def test_single_frequencies_go_down_and_mixtures_up_for_every_number_of_summands():
    assert maxima.classified(2) == {"single": -3, "mixture": 3}
    assert maxima.classified(4) == {"single": -5, "mixture": 15}
    assert maxima.frequencies_with_maximum().subs({k: 3, p: 7}) == 3
    assert maxima.frequencies_with_maximum().subs({k: 1, p: 7}) == 1


def test_a_wrong_eigenvalue_of_a_block_is_noticed(monkeypatch):
    right = maxima.eigenvalues
    monkeypatch.setattr(maxima, "eigenvalues", lambda n, U: {**right(n, U), "phase mismatch": -n * U})
    with pytest.raises(NotShown, match="eigenvalues of a block, n = 3"):
        maxima.block.__wrapped__(3)


def test_for_p_four_all_the_weight_at_the_nyquist_frequency_by_hand():
    # x = (1, -1, 1, -1): x_hat[2] = 4; u = v = w = x/sqrt(12) of squared norm 1/3 each: <u, a.x> = +-4/sqrt(12) and only 2 z_u z_v z_w is left of the cube
    reached = 2 * (4 / sp.sqrt(12))**3
    assert sp.simplify(maxima.largest_even()[X_half].subs({p: 4, X_half: 4}) - reached) == 0


def test_below_the_nyquist_frequency_an_even_p_has_the_value_of_an_odd_one():
    assert sp.simplify(maxima.largest_even()[X] - maxima.largest(sp.Integer(2))) == 0
