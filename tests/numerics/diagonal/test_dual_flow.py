"""The dual flow where an explicit method makes no headway: rests that are rests."""

import numpy as np

from numerics import DiagonalNetwork, gradient_flow
from numerics.arithmetic import Arithmetic
from numerics.diagonal.dual_flow import Dual, Problem, _in_equilibrium
from theory.diagonal import successive_saddles


def test_newton_brings_active_coordinates_to_rest_and_leaves_the_others():
    Sigma, beta = np.array([[2.0, 0.3, 0.1], [0.3, 1.0, 0.2], [0.1, 0.2, 1.0]]), [0.7, -0.4, 0.0]
    h = Sigma @ beta + [0, 0, 0.05]
    problem = Problem(Sigma, h, 100.0, np.linalg.solve(Sigma, h), Arithmetic())
    reference = np.array([100.0, -100.0, 0.0])
    rest = np.array([np.log(2 * 0.7) / 2, -np.log(2 * 0.4) / 2, 3.0])
    active = np.array([True, True, False])
    beside = Dual(reference, rest + np.where(active, 1e-8, 0))
    settled = _in_equilibrium(problem, beside, active)
    assert np.abs(settled.x - rest).max() < 1e-15
    assert settled.x[2] == 3.0


def test_the_plateaus_of_a_stiff_problem_are_the_constrained_minima():
    """Rates more than a hundred apart, so that LSODA takes over: its 1e-9 is seen no more."""
    X = [
        [-8, -9, 7, -9, -5, -8, 3, 8],
        [-17, -18, 13, -23, -4, -25, 8, 14],
        [-22, -16, 14, -18, -10, -15, 6, 19],
        [-15, -18, 14, -9, -17, -16, 6, 16],
        [-8, -18, 7, -10, -12, -16, 14, 16],
        [-18, -19, 14, -18, -16, -17, -3, 16],
        [-12, -13, 10, -18, -7, -16, 14, 16],
    ]
    y = [0, 7, 6, 0, -4, 4, -3, 3]
    reached = gradient_flow(DiagonalNetwork(X, y), "1e-600").staircase.points
    exact = [saddle.beta for saddle in successive_saddles(X, y)]
    assert len(reached) == len(exact) == 10
    # Plateaus that are left before an implicit method is asked end by growth that is seen at 1e-11.
    assert np.abs(np.array(reached, float) - np.array(exact, float)).max() < 1e-10
