"""The constrained minimum by enumeration, solvers and the flow of the active coordinates."""

from checks.diagonal.constrained_minimum import active_flow, count_minimisers, stationary_points
from checks.diagonal.data import EXAMPLE, Data
from checks.methods.check import Effort
from theory import diagonal

QUICK = Effort()


def test_enumeration_finds_the_non_unique_minimum_of_a_set_that_agf_does_not_reach():
    plane = Data(((1, 0), (0, 1), (1, 2)), (5, 5))
    found, flat = stationary_points(plane, {0: 1, 1: 1, 2: 1})
    assert len(found) > 1 and flat
    assert all(one[diagonal.minimisers] == 1 for one in count_minimisers(plane, QUICK))


def test_flow_solvers_and_enumeration_end_at_one_minimum():
    def number(value):
        return float(getattr(value, "value", value))

    seen = [one.values for one in active_flow(EXAMPLE, QUICK)]
    gaps = [abs(number(one[diagonal.beta_flow]) - number(one[diagonal.beta_best])) for one in seen]
    assert len(gaps) > 10 and max(gaps) < 1e-6
