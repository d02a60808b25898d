"""An aligned neuron of three residues attains both bounds, by the definition of the utility."""

import numpy as np
import pytest
import sympy as sp

from checks.methods.check import Effort
from checks.methods.exactly import Exactly
from checks.modular.first_frequency import aligned_neuron
from checks.modular.sphere.summands import summands
from theory import claim
from theory import modular as paper

FAMILIES = {
    "modular.jump-bound": aligned_neuron.vanishing_start,
    "modular.jump-bound-finite": aligned_neuron.finite,
}


def test_the_growth_is_that_of_the_gradient_in_numbers():
    wave = np.cos(2 * np.pi * np.arange(3) / 3)
    theta = np.tile(wave, 3)
    slope = summands(tuple(2 * wave), 2).gradient(theta)
    rate = float(aligned_neuron.growth().subs(aligned_neuron.SIZE, 2))
    np.testing.assert_allclose(slope, rate * theta, rtol=1e-12)


@pytest.mark.parametrize("identifier", FAMILIES)
def test_the_bound_is_attained_and_so_not_strict(identifier):
    one, check = claim(identifier), Exactly("aligned", FAMILIES[identifier], "aligned neurons")
    held = check.run(one, one.expr, Effort())
    assert held.outcome == "holds" and "attained by aligned neurons" in held.detail
    broken = check.run(one, sp.Gt(*one.expr.args, evaluate=False), Effort())
    assert broken.outcome == "fails" and broken.refuted_by == "exact"


@pytest.mark.parametrize("identifier", FAMILIES)
def test_twice_the_bound_is_too_much_and_half_of_it_holds(identifier):
    one, check = claim(identifier), Exactly("aligned", FAMILIES[identifier], "aligned neurons")
    left, right = one.expr.args
    since = paper.tau_l if identifier.endswith("finite") else 0
    for factor, outcome in ((2, "fails"), (sp.Rational(1, 2), "holds")):
        statement = sp.Ge(left - since, factor * (right - since), evaluate=False)
        assert check.run(one, statement, Effort()).outcome == outcome
