"""A statement judged at measured values, each instance measured once."""
import math

import pytest
import sympy as sp
from hypothesis import strategies as st

from checks.check import Effort, Rejected
from checks.property import REMEMBERED, Observation, Property
from theory.claim import Claim, equation

area, r, level = sp.symbols("area r level", positive=True)
effort = Effort()


def claim(printed):
    return Claim(id="framework.toy", title="t", kind="identity", line=1, label="l", printed=printed)


def polygon(radius, effort):
    """A circle's area as that of a polygon with a million corners: relative error (2 pi/N)^2/6 = 7e-12."""
    corners = 10**6
    yield {area: corners / 2 * radius**2 * math.sin(2 * math.pi / corners), r: radius}


def circles(**options):
    return Property("polygon", st.integers(1, 50).map(float), polygon, 1e-9, "a million corners", **options)


def test_a_true_formula_holds_within_the_tolerance_and_shows_its_error():
    found = circles().run(claim(equation(area, sp.pi * r**2)), equation(area, sp.pi * r**2), effort)
    assert found.outcome == "holds" and found.instances == 30 and 1e-13 < found.max_error < 1e-10
    assert "a million corners" in found.detail[0]


def test_a_formula_that_is_off_by_more_is_refuted_at_the_smallest_instance():
    wrong = equation(area, sp.Rational(314159, 100000) * r**2)  # relative error 8e-7
    found = circles().run(claim(wrong), wrong, effort)
    assert found.outcome == "fails" and found.counterexample.startswith("area = 3.14159265357, r = 1:")


def test_every_observation_of_an_instance_is_judged():
    def three(instance, effort):
        yield from ({level: k, r: 1.0} for k in (1.0, 1.0, 2.0))

    statement = equation(level, r)
    found = Property("three", st.integers(0, 3), three, 1e-9, "exact").run(claim(statement), statement, effort)
    assert found.outcome == "fails" and "level = 2" in found.counterexample


def test_an_instance_is_measured_once_for_all_statements():
    measured = []

    def observe(instance, effort):
        measured.append(instance)
        return [{level: instance, r: instance}]

    check = Property("once", st.integers(1, 10**6).map(float), observe, 1e-9, "exact")
    for statement in (equation(level, r), equation(level, r), equation(level, 2 * r), sp.Ge(level, r, evaluate=False)):
        check.run(claim(statement), statement, effort)
    assert len(measured) == len(set(measured))


def test_another_profile_measures_anew():
    measured = []
    check = Property("again", st.just(1.0), lambda i, e: measured.append(e.profile) or [{level: 1, r: 1}], 1e-9, "exact")
    for profile in ("quick", "full"):
        check.run(claim(equation(level, r)), equation(level, r), Effort(profile))
    assert measured == ["quick", "full"]


def test_the_memory_of_measurements_is_bounded():
    check = Property("many", st.integers(1, 10**9), lambda i, e: [{level: i, r: i}], 1e-9, "exact", examples=(2 * REMEMBERED,) * 3)
    check.run(claim(equation(level, r)), equation(level, r), effort)
    assert 0 < len(check._seen) <= REMEMBERED


def test_a_rejected_instance_is_counted():
    def even(instance, effort):
        if instance % 2:
            raise Rejected
        yield {level: instance, r: instance}

    found = Property("even", st.integers(1, 10**6), even, 1e-9, "exact").run(claim(equation(level, r)), equation(level, r), effort)
    assert found.outcome == "holds" and found.rejected > 3


def test_the_strategy_may_depend_on_the_effort():
    check = Property("effort", lambda e: st.just(e.pick(1, 2, 3)), lambda i, e: [{level: i, r: 1}], 1e-9, "exact")
    outcomes = [check.run(claim(equation(level, r)), equation(level, r), Effort(p)).outcome for p in ("quick", "full", "deep")]
    assert outcomes == ["holds", "fails", "fails"]


def test_alphas_rates_and_details_of_observations_are_reported():
    def observe(instance, effort):
        yield Observation({level: 1, r: 1}, alphas=("1e-3", "1e-6"), rate=-0.25, detail="seen")

    found = Property("o", st.just(0), observe, 1e-9, "exact", method="limit").run(claim(equation(level, r)), equation(level, r), effort)
    assert (found.alphas, found.rate, found.method) == (("1e-3", "1e-6"), -0.25, "limit") and "seen" in found.detail


def test_a_sharp_property_refutes_a_bound_that_is_never_attained():
    def observe(instance, effort):
        yield {level: 2.0 + instance, r: 1.0}

    bound = sp.Ge(level, r, evaluate=False)
    for sharp, outcome in ((False, "holds"), (True, "fails")):
        assert Property("b", st.integers(0, 3), observe, 1e-9, "exact", sharp=sharp).run(claim(bound), bound, effort).outcome == outcome


def test_an_error_in_a_measurement_is_not_swallowed():
    def broken(instance, effort):
        raise RuntimeError("the integrator failed")

    with pytest.raises(RuntimeError):
        Property("b", st.just(0), broken, 1e-9, "none").run(claim(equation(level, r)), equation(level, r), effort)
