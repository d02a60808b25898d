"""Small whole numbers: what is exact there is what doubles measure."""

import numpy as np
import pytest
import sympy as sp

from checks.linear import commuting, problems, whole_numbers
from checks.linear.decompositions import FORTY_DIGITS
from checks.methods.check import Effort
from theory import linear as paper

ALL = [
    getattr(whole_numbers, name)
    for name in ("OTHER_ORDER", "IN_ORDER", "THREE", "TURNED_OUTPUTS", "TURNED_INPUTS")
]


def measured(instance):
    """The same problem for the observers that measure."""
    rows = (np.array(one.tolist(), dtype=float) for one in (instance.B, instance.Sigma))
    return problems.problem(*rows, instance.width)


@pytest.mark.parametrize("instance", ALL, ids=repr)
def test_modes_plateaus_and_jump_times_are_those_of_the_spectrum(instance):
    spectrum = problems.spectrum(measured(instance))
    exact = [float(mu) for mu, _ in whole_numbers.modes(instance)]
    assert np.allclose(exact, spectrum.modes()[0])
    for k in range(instance.rank):
        found = [float(one) for one in whole_numbers.plateau(instance, k)]
        assert np.allclose(found, spectrum.singular(k), atol=1e-12)
    waits = [float(wait) for _, wait, _, _ in whole_numbers.recursion(instance)]
    assert np.allclose(np.cumsum(waits), spectrum.recursion())


@pytest.mark.parametrize("instance", [whole_numbers.OTHER_ORDER, whole_numbers.IN_ORDER], ids=repr)
def test_both_routes_observe_the_same_sequence(instance):
    seen = commuting.recursion_of_plateaus(measured(instance), Effort(), FORTY_DIGITS)
    for exact, other in zip(whole_numbers.sequence(instance, Effort()), seen, strict=True):
        assert exact[paper.ordered] == other[paper.ordered]
        for letter in (paper.tau_rec, paper.wait_rec, paper.s_k, paper.s_before):
            assert float(exact[letter]) == pytest.approx(float(other[letter]))
        for k in (0, 1, 2):
            assert float(exact[paper.level_rec](k)) == pytest.approx(
                float(other[paper.level_rec](k))
            )


def test_a_mode_ends_at_its_target():
    assert whole_numbers.at_rest(sp.Integer(2), sp.Integer(3)) == 2


def test_a_problem_is_shown_by_its_diagonals_or_rows():
    assert repr(whole_numbers.OTHER_ORDER) == "B = diag(1, 2), Sigma = diag(3, 1), H = 2"
    assert "[[1, 2], [1, -2]]" in repr(whole_numbers.TURNED_OUTPUTS)
