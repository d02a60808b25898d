"""A statement judged at measured values, each instance measured once."""

import math

import pytest
import sympy as sp
from hypothesis import strategies as st

from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured, Unsettled, alone
from checks.methods.property import REMEMBERED, Observation, Property
from tests.toy import toy_claim
from theory import diagonal
from theory.catalogue import claim as claim_by_id
from theory.claim import equation

area, r, level = sp.symbols("area r level", positive=True)
effort = Effort()


def claim(printed):
    return toy_claim(printed)


def polygon(radius, effort):
    """A circle's area as that of a polygon with a million corners: relative error (2 pi/N)^2/6 =
    7e-12.
    """
    corners = 10**6
    yield {area: alone(corners / 2 * radius**2 * math.sin(2 * math.pi / corners)), r: alone(radius)}


def circles(**options):
    return Property(
        "polygon", st.integers(1, 50).map(float), polygon, 1e-9, "a million corners", **options
    )


def test_a_true_formula_holds_within_the_tolerance_and_shows_its_error():
    found = circles().run(claim(equation(area, sp.pi * r**2)), equation(area, sp.pi * r**2), effort)
    assert found.outcome == "holds" and found.instances == 30 and 1e-13 < found.max_error < 1e-10
    assert "a million corners" in found.detail[0]


def test_a_formula_that_is_off_by_more_is_refuted_at_the_smallest_instance():
    wrong = equation(area, sp.Rational(314159, 100000) * r**2)  # relative error 8e-7
    found = circles().run(claim(wrong), wrong, effort)
    assert found.outcome == "fails" and found.counterexample.startswith(
        "area = 3.14159265357, r = 1:"
    )


def test_what_lies_outside_the_assumptions_breaks_nothing():
    """Checks may draw further than the claim assumes: framework.jump-threshold was refuted with
    kappa <= 6, which it assumes, beside it.
    """
    small = equation(area, sp.pi * r**2) & (r <= 6)
    found = circles().run(toy_claim(small, given=(r <= 6,)), small, effort)
    assert found.outcome == "holds" and found.rejected and found.instances
    assert circles().run(claim(small), small, effort).outcome == "fails"


def test_an_assumption_that_nobody_observed_says_nothing_of_what_was():
    wrong, f = equation(area, r), sp.Function("f")
    for one in (equation(f(r), 0), equation(sp.Limit(level * r, level, 0), 1)):
        assert circles().run(toy_claim(wrong, given=(one,)), wrong, effort).outcome == "fails"


def test_every_observation_of_an_instance_is_judged():
    def three(instance, effort):
        yield from ({level: alone(k), r: 1} for k in (1.0, 1.0, 2.0))

    statement = equation(level, r)
    found = Property("three", st.integers(0, 3), three, 1e-9, "exact").run(
        claim(statement), statement, effort
    )
    assert found.outcome == "fails" and "level = 2" in found.counterexample


def test_an_instance_is_measured_once_for_all_statements():
    measured = []

    def observe(instance, effort):
        measured.append(instance)
        return [{level: alone(instance), r: alone(instance)}]

    check = Property("once", st.integers(1, 10**6).map(float), observe, 1e-9, "exact")
    for statement in (
        equation(level, r),
        equation(level, r),
        equation(level, 2 * r),
        sp.Ge(level, r, evaluate=False),
    ):
        check.run(claim(statement), statement, effort)
    assert len(measured) == len(set(measured))


def test_another_profile_measures_anew():
    measured = []
    check = Property(
        "again",
        st.just(1.0),
        lambda i, e: measured.append(e.profile) or [{level: 1, r: 1}],
        1e-9,
        "exact",
    )
    for profile in ("quick", "full"):
        check.run(claim(equation(level, r)), equation(level, r), Effort(profile))
    assert measured == ["quick", "full"]


def test_the_memory_of_measurements_is_bounded():
    check = Property(
        "many",
        st.integers(1, 10**9),
        lambda i, e: [{level: i, r: i}],
        1e-9,
        "exact",
        examples=(2 * REMEMBERED,) * 3,
    )
    check.run(claim(equation(level, r)), equation(level, r), effort)
    assert 0 < len(check._seen) <= REMEMBERED


def test_a_rejected_instance_is_counted():
    def even(instance, effort):
        if instance % 2:
            raise Rejected
        yield {level: instance, r: instance}

    found = Property("even", st.integers(1, 10**6), even, 1e-9, "exact").run(
        claim(equation(level, r)), equation(level, r), effort
    )
    assert found.outcome == "holds" and found.rejected > 3


def test_the_strategy_may_depend_on_the_effort():
    check = Property(
        "effort", lambda e: st.just(e.pick(1, 2, 3)), lambda i, e: [{level: i, r: 1}], 1e-9, "exact"
    )
    outcomes = [
        check.run(claim(equation(level, r)), equation(level, r), Effort(p)).outcome
        for p in ("quick", "full", "deep")
    ]
    assert outcomes == ["holds", "fails", "fails"]


def test_alphas_rates_and_details_of_observations_are_reported():
    def observe(instance, effort):
        yield Observation({level: 1, r: 1}, alphas=("1e-3", "1e-6"), rate=-0.25, detail="seen")

    found = Property("o", st.just(0), observe, 1e-9, "exact", method="limit").run(
        claim(equation(level, r)), equation(level, r), effort
    )
    assert (found.alphas, found.rate, found.method) == (
        ("1e-3", "1e-6"),
        -0.25,
        "limit",
    ) and "seen" in found.detail


def test_a_sharp_property_refutes_a_bound_that_is_never_attained():
    def observe(instance, effort):
        yield {level: alone(2.0 + instance), r: 1}

    bound = sp.Ge(level, r, evaluate=False)
    for sharp, outcome in ((False, "holds"), (True, "fails")):
        assert (
            Property("b", st.integers(0, 3), observe, 1e-9, "exact", sharp=sharp)
            .run(claim(bound), bound, effort)
            .outcome
            == outcome
        )


def test_an_error_in_a_measurement_is_not_swallowed():
    def broken(instance, effort):
        raise RuntimeError("the integrator failed")

    with pytest.raises(RuntimeError):
        Property("b", st.just(0), broken, 1e-9, "none").run(
            claim(equation(level, r)), equation(level, r), effort
        )


CATALOGUED = claim_by_id("diagonal.maximal-utility")


def seen(utility, *, confirm=None):
    """A check of U* = |g|/2 that measures one instance, and perhaps looks at it again."""

    def observe(value):
        return lambda instance, effort: [{diagonal.U_star: alone(value), diagonal.g: 2}]

    return Property(
        "u", st.just(0), observe(utility), 1e-9, "exact", confirm=confirm and observe(confirm)
    )


def test_one_measurement_alone_does_not_refute_what_the_catalogue_stands_for():
    found = seen(1.5).run(CATALOGUED, CATALOGUED.printed, effort)
    assert found.outcome == "unknown" and "by one measurement alone" in " ".join(found.detail)


def test_a_second_look_that_agrees_refutes_and_one_that_does_not_leaves_it_open_with_both_numbers():
    assert seen(1.5, confirm=1.5).run(CATALOGUED, CATALOGUED.printed, effort).outcome == "fails"
    open_ = seen(1.5, confirm=1.0).run(CATALOGUED, CATALOGUED.printed, effort)
    assert (
        open_.outcome == "unknown"
        and "1.5000000" in open_.detail[1]
        and "looking closer U_star = 1.0" in open_.detail[1]
    )


def test_a_mutant_is_refuted_by_the_first_look_and_by_both_where_there_are_two():
    mutant = sp.Eq(diagonal.U_star, diagonal.g)
    assert seen(1.0).run(CATALOGUED, mutant, effort).outcome == "fails"
    assert seen(1.0, confirm=1.0).run(CATALOGUED, mutant, effort).outcome == "fails"


def test_a_share_of_undecided_instances_is_said_and_too_large_a_share_decides_nothing():
    def observe(every):
        def measured(instance, effort):
            if instance % every == 0:
                raise Unsettled("two alphas only")
            yield {level: 1, r: 1}

        return measured

    numbers = st.integers(1, 10**6)
    few = Property("few", numbers, observe(10**5), 1e-9, "exact", examples=(200,) * 3).run(
        claim(equation(level, r)), equation(level, r), effort
    )
    many = Property("many", numbers, observe(2), 1e-9, "exact").run(
        claim(equation(level, r)), equation(level, r), effort
    )
    assert (
        few.outcome == "holds"
        and many.outcome == "unknown"
        and any("two alphas only" in line for line in many.detail)
    )


def test_a_number_known_to_a_tenth_only_decides_nothing():
    statement = equation(level, r)
    check = Property(
        "coarse",
        st.just(0),
        lambda i, e: [{level: Measured(1.0, 1.0, error=0.1), r: 1}],
        1e-9,
        "exact",
    )
    assert check.run(claim(statement), statement, effort).outcome == "unknown"


def test_a_number_without_an_error_is_refused_by_its_letter():
    statement = equation(level, r)
    with pytest.raises(TypeError, match="level was observed as 1.0, a number without an error"):
        Property("bare", st.just(0), lambda i, e: [{level: 1.0, r: 1}], 1e-9, "exact").run(
            claim(statement), statement, effort
        )
