"""The first jump with k summands: the gradient of the definition by brute force, the bound along
flows that are integrated, and the theorem.
"""

import numpy as np
import pytest
from mpmath import mp

from tests.theory.modular.kernel_proofs.summands.test_maximum import X, printed, utility
from tests.theory.proof.definitions.modular.several_summands import first_jump
from theory import claim
from theory.modular import letters
from theory.modular.kernel_proofs import PROOFS
from theory.modular.kernel_proofs.script import DOMAINS
from theory.modular.witnesses import summands_jump
from theory.modular.witnesses.summands_jump import growing
from theory.proof.letters import DEFINITIONS, stated, undefined
from theory.proof.tactics import written
from theory.proof.terms import both, substituted

letters.register_functions()


def slopes(theta, x=X, step=1e-5):
    """The gradient of the utility over all tuples, by differences."""
    found = np.zeros_like(theta)
    for place in np.ndindex(theta.shape):
        e = np.zeros_like(theta)
        e[place] = step
        found[place] = (utility(theta + e, x) - utility(theta - e, x)) / (2 * step)
    return found


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_numbers_of_the_gradient_are_slopes_of_the_utility_over_all_tuples(count):
    with mp.workdps(30):
        values = first_jump(count)
        s = values["tau"] / 3
        x = np.array([float(values["x"](a)) for a in range(3)])
        rows = [[values["inputs_on"](j + 1, a, s) for a in range(3)] for j in range(count)]
        theta = np.array([*rows, [values["w_on"](a, s) for a in range(3)]], dtype=float)
        wanted = [[values["G_inputs"](j + 1, a, s) for a in range(3)] for j in range(count)]
        wanted = np.array([*wanted, [values["G_w"](a, s) for a in range(3)]], dtype=float)
    assert slopes(theta, x) == pytest.approx(wanted, abs=1e-8)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_slopes_along_a_neuron_are_k_plus_one_times_its_utility(count):
    theta = np.random.default_rng(count).normal(size=(count + 1, len(X)))
    assert np.sum(theta * slopes(theta)) == pytest.approx((count + 1) * utility(theta), rel=1e-6)


@pytest.mark.parametrize("count", [1, 2])
def test_a_neuron_that_is_integrated_does_not_jump_before_the_bound(count):
    theta = np.random.default_rng(5).normal(size=(count + 1, len(X)))
    theta *= 0.5 / np.linalg.norm(theta)
    pace, size, time, step = (count + 1) * printed(count), 0.5, 0.0, 0.02 / printed(count)
    bound = -np.log(size) / pace if count == 1 else (size ** (1 - count) - 1) / (count - 1) / pace
    while time + step < bound:
        middle = theta + step / 2 * slopes(theta)
        theta, time = theta + step * slopes(middle), time + step
        assert np.linalg.norm(theta) < 1


def test_the_theorem_is_the_claim_and_uses_its_definitions_alone():
    theorem, asked = PROOFS["modular.summands-bound"](), stated(claim("modular.summands-bound"))
    assert written(asked.statement, theorem).conclusion is asked.statement
    assert theorem.hypotheses <= asked.allowed
    for name in ("input-gradient", "output-gradient", "input-flow", "output-flow", "summands-jump"):
        assert DEFINITIONS[f"modular.{name}"].statement in theorem.hypotheses
    (missing,) = undefined(asked)
    assert missing in {one.conclusion for one in DOMAINS["modular.summands-bound"]()}


def test_the_witness_is_about_the_definitions_and_assumes_nothing():
    wanted = both(*(DEFINITIONS[name].statement for name in summands_jump.NAMES))
    theorem = growing()
    assert theorem.conclusion is substituted(wanted, summands_jump.TABLE)
    assert not theorem.hypotheses
