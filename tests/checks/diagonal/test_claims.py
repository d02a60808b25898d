"""The checks of the diagonal claims: the false statements are refuted by real counterexamples, and
planted ones too.
"""

import math

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import solve_ivp

from checks.diagonal import CHECKS
from checks.diagonal.agf import agf_limit, exact_jumps, scales, tied_processes
from checks.diagonal.data import (
    DIES_WITHOUT_FORCE,
    EXAMPLE,
    Data,
    in_doubles,
    saddles,
    untied,
)
from checks.diagonal.gradient_flow import flow_limit, resolving
from checks.diagonal.integrated_neuron import circle
from checks.methods.balls import judge
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Unsettled
from checks.methods.property import Property
from checks.mutate import Mutant, decide
from checks.run.tasks import check_claim
from theory import claims, diagonal
from theory.claim import equation
from theory.diagonal import (
    S_0,
    S_later,
    beta,
    beta_gap,
    delta,
    g,
    rho,
    s,
    t_agf,
    t_pf,
    u,
    v,
    waiting,
)
from theory.framework import theta_sq
from theory.notation import U_star, alpha, eta, t

QUICK = Effort()
FALSE = [
    "diagonal.conserved-appendix",
    "diagonal.product",
    "diagonal.accumulated-utility",
    "diagonal.dormant-integral",
    "diagonal.dormant-set",
    "diagonal.log-cosh",
    "diagonal.dormant-start",
]


def named(identifier):
    return next(claim for claim in claims() if claim.id == identifier)


def outcomes(claim, statement):
    return {check.run(claim, statement, QUICK).outcome for check in CHECKS[claim.id]}


# --- the table ------------------------------------------------------------------------------------
def test_every_claim_has_a_check_and_every_check_a_claim():
    assert {claim.id for claim in claims() if claim.setting == "diagonal"} == set(CHECKS)
    assert all(CHECKS.values())


def test_exactly_seven_statements_are_false_as_printed():
    assert {
        claim.id
        for claim in claims()
        if claim.setting == "diagonal" and claim.corrected is not None
    } == set(FALSE)


@pytest.mark.parametrize("identifier", FALSE)
def test_a_false_statement_is_refuted_with_a_counterexample_and_its_correction_holds(identifier):
    result = check_claim(named(identifier), QUICK)
    assert result.verdict == "refuted" and result.sound
    assert any(e.counterexample for e in result.evidence if e.statement == "printed")


# --- the counterexamples, recomputed without any of our formulas ----------------------------------
def trajectory(start, gradients, rate=1.0):
    """(u, v) along u' = -rate g v, v' = -rate g u through the given (gradient, time) pairs."""
    state = np.array(start, dtype=float)
    for force, span in gradients:
        state = solve_ivp(
            lambda _t, z: [-rate * force * z[1], -rate * force * z[0]],
            (0, span),
            state,
            rtol=1e-12,
            atol=1e-14,
        ).y[:, -1]
    return state


def test_the_conserved_difference_is_twice_the_square_of_alpha():
    first_, second = trajectory((math.sqrt(2) * 0.5, 0), [(-1, 1), (2, 0.3)])
    assert first_**2 - second**2 == pytest.approx(2 * 0.5**2)
    assert first_**2 - second**2 != pytest.approx(2 * 0.5)


def test_the_product_needs_the_fourth_power_of_the_norm():
    first_, second = trajectory((math.sqrt(2) * 0.5, 0), [(-1, 1)])
    size = first_**2 + second**2
    assert 2 * first_ * second == pytest.approx(math.sqrt(size**2 - 4 * 0.5**4))
    assert 2 * first_ * second != pytest.approx(math.sqrt(size - 4 * 0.5**4))


def test_without_a_gradient_the_accumulated_utility_stays_while_the_printed_formula_resets_it():
    _, before = circle(1.0, -1.0, (0.0, 0.0), 1.0)
    _, after = circle(1.0, 0.0, before, 1.0)
    printed = diagonal.accumulated_utility.printed.rhs
    values = {eta: 1, g: 0, t: 1, rho: 1, U_star: 0, S_0: sp.Float(before[1])}
    assert after[1] == before[1] > 0.6
    assert printed.subs(values).evalf() == 0


def test_a_vanishing_gradient_with_positive_utility_is_reached_by_real_data():
    path = diagonal.successive_saddles([[2, 0, 0], [1, 2, 0], [0, 1, 1]], [4, 0, 1])
    assert path[1].gradient[1] == 0 and 0 < path[1].integral[1] < 1


def test_a_returned_coordinate_sits_on_the_boundary_though_it_is_dormant():
    saddle = diagonal.successive_saddles(EXAMPLE.X, EXAMPLE.y)[2]
    assert saddle.gradient[0] != 0 and saddle.beta[0] == 0 and saddle.integral[0] == 1


def test_log_cosh_stays_below_the_absolute_value_by_log_two():
    assert math.log(math.cosh(300.0)) - 300 == pytest.approx(-math.log(2))


# --- planted false statements ---------------------------------------------------------------------
PLANTED = [
    ("diagonal.utility", equation(diagonal.U, u * v * g)),
    ("diagonal.maximal-utility", equation(U_star, sp.Abs(g))),
    ("diagonal.riccati", equation(diagonal.rate_U, 4 * eta * (U_star**2 + diagonal.U_bar**2))),
    ("diagonal.norm", equation(theta_sq, 2 * alpha**2 * sp.exp(eta * S_0))),
    (
        "diagonal.delta-accumulated",
        equation(delta, sp.sign(g) * rho * sp.acosh(sp.exp(2 * eta * S_0))),
    ),
    (
        "diagonal.accumulated-utility",
        equation(S_later, sp.log(sp.cosh(rho * diagonal.DISTANCE + 2 * eta * g * t)) / (2 * eta)),
    ),
    (
        "diagonal.jump-time",
        equation(
            waiting,
            (sp.acosh(sp.exp(2 * eta)) - sp.sign(g) * rho * diagonal.DISTANCE) / (4 * eta * U_star),
        ),
    ),
    ("diagonal.dormant-integral", sp.Le(sp.Abs(s), 2)),
    ("diagonal.dormant-set", sp.Implies(sp.Lt(sp.Abs(s), 1), sp.Ne(beta, 0))),
    (
        "diagonal.exact-relation",
        sp.And(equation(t_agf, t_pf), equation(beta_gap, 0), evaluate=False),
    ),
    ("diagonal.gradient-flow-limit", equation(diagonal.t_gf_ratio, 1 + sp.Rational(1, 1000))),
]


@pytest.mark.parametrize(
    ("identifier", "statement"), PLANTED, ids=[identifier for identifier, _ in PLANTED]
)
def test_a_planted_falsehood_is_refuted(identifier, statement):
    assert "fails" in outcomes(named(identifier), statement)


@pytest.mark.parametrize(
    "identifier",
    [
        "diagonal.conserved",
        "diagonal.utility-gradient",
        "diagonal.dormant-integral",
        "diagonal.example",
    ],
)
def test_no_mutant_survives(identifier):
    from checks.mutate import mutants

    claim = named(identifier)
    fates = [decide(claim, Mutant(m.operator, m.statement), QUICK) for m in mutants(claim.expr)]
    assert fates and not [fate for fate in fates if fate.fate == "survived"]


# --- the instruments ------------------------------------------------------------------------------
def test_data_with_coordinates_due_together_count_as_tied():
    tied = Data(((1, 1), (1, -1)), (1, 0))
    assert len(saddles(tied)) == 2
    with pytest.raises(Rejected):
        untied(tied)


def test_events_close_together_ask_for_a_smaller_alpha():
    near = Data(((1, 0), (0, 1)), (1, sp.Rational(999, 1000)))
    path = untied(near)
    assert float(resolving(near, path, QUICK)[0].split("-")[1]) > 1e4
    seen = [one.values for one in flow_limit(near, QUICK)]
    assert [values[diagonal.misread] for values in seen] == [0, 0]
    assert all(float(values[diagonal.t_gf_ratio]) == pytest.approx(1, abs=1e-9) for values in seen)


@pytest.mark.parametrize("asked", [("0.5",), ("1e-3",), ("1e-3", "1e-6")])
def test_alphas_asked_for_are_raised_to_a_common_power(asked):
    found = scales(Effort(alphas=asked), 8)
    assert len(found) == len(asked) and all(float(a) <= 1e-8 for a in found)


@pytest.mark.parametrize("asked", [("1e-2",), ("1e-2", "1e-3")])
@pytest.mark.parametrize(
    "identifier", ["diagonal.gradient-flow-limit", "diagonal.theorem", "diagonal.integral-linear"]
)
def test_one_or_two_alphas_say_nothing_about_a_limit(identifier, asked):
    (check,) = (
        one for one in CHECKS[identifier] if isinstance(getattr(one, "check", one), Property)
    )
    claim, effort = named(identifier), Effort(alphas=asked, instances=2)
    found = check.run(claim, claim.expr, effort)
    assert found.outcome == "unknown" and any(
        "three or more tell a limit" in line for line in found.detail
    )


# --- instances on an edge are rejected by name, and judged where they belong ----------------------
def test_a_coordinate_that_dies_without_a_force_is_named_where_rejected_and_judged_among_ties():
    """It satisfies every printed hypothesis: Pesme and Flammarion jump three times, AGF four (one
    plateau of length zero).
    """
    assert [
        len(diagonal.successive_saddles(DIES_WITHOUT_FORCE.X, DIES_WITHOUT_FORCE.y)),
        len(diagonal.alternating_saddles(DIES_WITHOUT_FORCE.X, DIES_WITHOUT_FORCE.y, "1/10")),
    ] == [4, 5]
    with pytest.raises(Rejected, match="neither coefficient nor force"):
        untied(DIES_WITHOUT_FORCE)
    scale = sp.Rational(1, 10)
    for observe, instance in (
        (exact_jumps, (DIES_WITHOUT_FORCE, scale)),
        (agf_limit, DIES_WITHOUT_FORCE),
        (flow_limit, DIES_WITHOUT_FORCE),
    ):
        with pytest.raises(Rejected, match="neither coefficient nor force"):
            list(observe(instance, QUICK))
    assert all(seen[beta_gap] == 0 for seen in tied_processes((DIES_WITHOUT_FORCE, scale), QUICK))
    for claim in (diagonal.exact_relation, diagonal.theorem, diagonal.gradient_flow_limit):
        assert "neither coefficient nor force" in claim.reading


def test_a_jump_that_one_process_lacks_is_a_difference_and_no_rejected_instance(monkeypatch):
    """The missing plateau used to be given as infinite, which is no number: the instance was
    dropped without a word.
    """
    whole = diagonal.alternating_saddles(EXAMPLE.X, EXAMPLE.y, "1/10", 40)
    monkeypatch.setattr(diagonal, "alternating_saddles", lambda *_: whole[:-1])
    claim = diagonal.exact_relation
    judged = [
        judge(claim.printed, seen, 1e-30).holds
        for seen in exact_jumps((EXAMPLE, sp.Rational(1, 10)), QUICK)
    ]
    assert judged == [True, True, False]


# --- rounding -------------------------------------------------------------------------------------
@pytest.mark.parametrize("factor", [1, 1000])
def test_the_rounding_of_a_jump_grows_with_what_cancels_in_its_gradient(factor):
    """Targets of size ``factor`` whose second coordinate has a gradient of order one only after the
    first is learned.
    """
    problem = Data(((1, 0), (1, 1)), (factor, factor + 1))
    first_, second = in_doubles(problem, untied(problem))
    assert first_.time < second.time < 1e-10 * factor
    assert second.time > 1e-16 * factor


def test_two_coordinates_due_closer_together_than_doubles_can_tell_are_undecided():
    near = Data(((1, 0), (0, 1)), (1, 1 - sp.Rational(1, 10**14)))
    with pytest.raises(Unsettled, match="closer together than doubles"):
        in_doubles(near, untied(near))
