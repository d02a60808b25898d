"""The two forms of a group: their distance is its gap, and a singular form stays away."""

import numpy as np
import pytest

from tests.theory.proof.evaluate import value
from theory.modular.kernel_proofs.cost.forms import added, misfit
from theory.modular.kernel_proofs.fewest import pencil, singular
from theory.proof.terms import var


def entry(S, k, m):
    return float(S[k - 1, m - 1])


def misfit_of(S, c, s, quarter):
    """What ``misfit`` adds up, in numbers."""
    letters = {(k, m): var(f"S_{k}{m}") for k in range(1, 5) for m in range(k, 5)}
    terms = misfit(lambda k, m: letters[min(k, m), max(k, m)], var("c"), var("s"))
    numbers = {letter: entry(S, *place) for place, letter in letters.items()}
    return value(added(terms), {**numbers, var("c"): c * quarter, var("s"): s * quarter})


def mean_square(S, c, s, quarter):
    """The mean over a and b of |X'SX - 2 t (c cos(a + b) + s sin(a + b))|^2, times four."""
    turns = 2 * np.pi * np.arange(9) / 9
    a, b = np.meshgrid(turns, turns)
    X = np.stack([np.cos(a), np.sin(a), np.cos(b), np.sin(b)])
    forms = np.einsum("kij,km,mij->ij", X, S, X)
    wanted = 2 * quarter * (c * np.cos(a + b) + s * np.sin(a + b))
    return 4 * np.mean((forms - wanted) ** 2)


@pytest.mark.parametrize("seed", range(5))
def test_the_misfit_is_the_mean_square_over_the_torus(seed):
    draw = np.random.default_rng(seed)
    S = draw.normal(size=(4, 4))
    S, (c, s, quarter) = S + S.T, draw.normal(size=3)
    assert float(misfit_of(S, c, s, quarter)) == pytest.approx(mean_square(S, c, s, quarter))


@pytest.mark.parametrize("seed", range(5))
def test_a_singular_form_stays_away_from_what_is_to_be_learned(seed):
    draw = np.random.default_rng(seed)
    v, S = draw.normal(size=4), draw.normal(size=(4, 4))
    across = np.eye(4) - np.outer(v, v) / (v @ v)
    S = across @ (S + S.T) @ across
    c, s, quarter = draw.normal(size=3)
    floor = 16 / 9 * (c**2 + s**2) * quarter**2
    assert float(misfit_of(S, c, s, quarter)) >= floor
    assert singular.floor().conclusion.args == (singular.FLOOR, singular.DISTANCE)


def test_twenty_equations_between_five_squares_have_no_solution():
    found = pencil.impossible()
    assert found.conclusion.op == "false"
    assert found.hypotheses == {pencil.ABOVE, *pencil.equations().values()}


def test_the_combination_of_both_forms_is_nilpotent_at_any_diagonals():
    L, M, t = 0.7, -1.9, 0.4
    forms = [np.zeros((4, 4)), np.zeros((4, 4))]
    for j in (1, 2):
        for (k, m), term in pencil.wanted(j).items():
            one = value(term, {pencil.L: L, pencil.M: M, pencil.quarter: t})
            forms[j - 1][k - 1, m - 1] = forms[j - 1][m - 1, k - 1] = float(one)
    kappa, root = L**2 + t**2, np.sqrt(L**2 + M**2 + t**2)
    Q = kappa * forms[1] - (L * M + 1j * t * root) * forms[0]
    assert np.allclose(Q @ Q, 0) and np.linalg.matrix_rank(Q) == 2
