"""The rate at which one neuron leaves a mode, by two routes."""

import numpy as np
from numpy.testing import assert_allclose
from sympy import Lt

from checks.linear.figure import least_curvature
from checks.linear.jump_times import differenced_curvature, turning_rate
from checks.linear.problems import problem
from checks.methods.check import Effort
from theory import linear as paper
from theory.claim import equation


def test_differences_of_the_gradient_give_the_same_curvature():
    net = problem(np.diag([1.0, 2.0]), np.diag([3.0, 1.0]), 1).net
    Z = np.array([[1.0], [0.0], [1.0], [0.0]])
    rate = np.sqrt(5) - 2  # sqrt(1 + 4) - (3 + 1)/2
    assert_allclose(least_curvature(net, Z), -rate, rtol=1e-12)
    assert_allclose(differenced_curvature(net, Z), -rate, rtol=1e-8)


def test_another_rate_is_refuted():
    rate = paper.turning_rate.printed.args[1]
    for false in (equation(paper.turn_rate, 2 * rate), Lt(paper.turn_rate, rate / 2)):
        assert turning_rate.run(paper.turning_rate, false, Effort()).outcome == "fails"
