"""The classification of critical points, against numbers known by hand; and a wrong eigenvalue that
must be noticed.
"""

import pytest
import sympy as sp

from theory.argument import ArgumentBroken
from theory.modular import X, p
from theory.modular.proofs import utility_maxima
from theory.notation import k


def test_the_largest_utility_for_p_three_by_hand():
    # x = (2, -1, -1): |x_hat[1]| = 3, sqrt(2/27^2) 27 = sqrt 2
    assert sp.simplify(utility_maxima.largest(sp.Integer(2)).subs({p: 3, X: 3}) - sp.sqrt(2)) == 0


def test_one_summand_is_a_singular_value_problem():
    # U = <u, C w> with singular values |x_hat|^2/p; unit (u, w) reach half of the largest
    assert sp.simplify(utility_maxima.largest(sp.Integer(1)) - X**2 / (2 * p)) == 0


def test_single_frequencies_go_down_and_mixtures_up_for_every_number_of_summands():
    assert utility_maxima.classified(2) == {"single": -3, "mixture": 3}
    assert utility_maxima.classified(4) == {"single": -5, "mixture": 15}
    assert utility_maxima.frequencies_with_maximum().subs({k: 3, p: 7}) == 3
    assert utility_maxima.frequencies_with_maximum().subs({k: 1, p: 7}) == 1


def test_a_wrong_eigenvalue_of_a_block_is_noticed(monkeypatch):
    right = utility_maxima.eigenvalues
    monkeypatch.setattr(
        utility_maxima, "eigenvalues", lambda n, U: {**right(n, U), "phase mismatch": -n * U}
    )
    with pytest.raises(ArgumentBroken, match="eigenvalues of a block, n = 3"):
        utility_maxima.block.__wrapped__(3)


@pytest.mark.parametrize("kind", utility_maxima.eigenvalues(sp.Symbol("n"), sp.Symbol("U")))
@pytest.mark.parametrize("hidden", [False, True], ids=["by its type", "in a case distinction"])
def test_an_eigenvalue_that_is_wrong_only_from_six_factors_on_is_noticed(monkeypatch, kind, hidden):
    right = utility_maxima.eigenvalues

    def flipped(n, U):
        value = right(n, U)
        wrong = value[kind] - n * U
        return {
            **value,
            kind: sp.Piecewise((value[kind], n <= 5), (wrong, True))
            if hidden
            else value[kind]
            if n.is_Integer and n <= 5
            else wrong,
        }

    monkeypatch.setattr(utility_maxima, "eigenvalues", flipped)
    assert utility_maxima.classified(4) == {
        "single": -5,
        "mixture": 15,
    }  # five factors: still right
    for everything in (
        utility_maxima.classified,
        utility_maxima.largest,
        utility_maxima.frequencies_with_maximum,
        lambda: utility_maxima.classified(5),
    ):
        with pytest.raises(ArgumentBroken, match="eigenvalues of a block, every n"):
            everything()


def test_a_wrong_term_of_second_order_is_noticed(monkeypatch):
    right = utility_maxima.second_order
    monkeypatch.setattr(
        utility_maxima,
        "second_order",
        lambda n, r, S, Q: [*right(n, r, S, Q)[:2], r ** (n - 2) * S**2 / 2],
    )
    with pytest.raises(ArgumentBroken, match="one factor more"):
        utility_maxima.one_more_factor()


def test_with_three_summands_a_zero_of_the_utility_may_have_no_hessian_and_is_no_maximum():
    # p = 3, one block of four factors, only the first not zero: gradient and Hessian vanish, and U
    # has both signs nearby
    z = sp.symbols("z:8", real=True)
    utility = sp.re(sp.expand(sp.prod(z[2 * j] + sp.I * z[2 * j + 1] for j in range(4))))
    at = dict(zip(z, (1, *[0] * 7)))
    assert (
        all(sp.diff(utility, one).subs(at) == 0 for one in z)
        and sp.hessian(utility, z).subs(at).is_zero_matrix
    )
    values = [utility.subs(dict(zip(z, (1, 0, sign, 0, 1, 0, 1, 0)))) for sign in (1, -1)]
    assert values == [1, -1]


def test_for_an_even_number_of_factors_the_antipode_has_the_same_utility():
    z = sp.symbols("z:8", real=True)
    utility = sp.re(sp.expand(sp.prod(z[2 * j] + sp.I * z[2 * j + 1] for j in range(4))))
    assert sp.expand(utility.subs({one: -one for one in z}, simultaneous=True) - utility) == 0
    assert (
        sp.expand(utility.subs({one: -one for one in z[:2]}, simultaneous=True) + utility) == 0
    )  # one factor's sign is what turns it
