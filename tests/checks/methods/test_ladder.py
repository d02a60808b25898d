"""Limits of formulas, followed until log(1/alpha) has doubled forty times."""

import math
import time

import pytest
import sympy as sp
from sympy import Limit, Rational, acosh, cosh, exp, log, oo, sin, sqrt, tanh

from checks.methods import balls
from checks.methods import ladder as limits
from checks.methods.certified import Certified
from checks.methods.check import Effort
from checks.methods.functions import NotJudged
from checks.methods.ladder import Followed, judge_limits, limit_along
from checks.methods.limit import Limiting
from tests.toy import toy_claim
from theory.claim import equation

alpha, p = sp.symbols("alpha p", positive=True)
x = sp.Symbol("x", real=True)

# Limits a first course knows, with log(1/alpha) large: (expression, limit)
KNOWN = [
    (sin(alpha) / alpha, 1),
    ((1 + alpha) ** (1 / alpha), math.e),
    (alpha**alpha, 1),
    (alpha * log(alpha), 0),
    (1 / (1 - log(alpha)), 0),
    ((3 * log(alpha) + 7) / (log(alpha) - 2), 3),
    (log(alpha + alpha**2) / log(alpha), 1),
    ((exp(2 * alpha) - 1) / alpha, 2),
    (5 + 1150 / log(alpha), 5),
    ((sqrt(1 + alpha) - 1) / alpha, 0.5),
]


@pytest.mark.parametrize("expr, limit", KNOWN)
def test_a_known_limit_is_found_to_twelve_digits(expr, limit):
    found = limit_along(expr, alpha, {})
    assert abs(float(found.value) - limit) < 1e-12 and float(found.doubt) < 1e-12


@pytest.mark.parametrize(
    "expr, sign",
    [
        (log(alpha), -1),
        (1 / alpha, 1),
        (-(alpha**-3), -1),
        (log(-log(alpha)), 1),
        (sqrt(-log(alpha)) - 100, 1),
        (log(alpha) ** 2 - 10**6, 1),
        (-log(alpha) / 10**4, 1),
    ],
)
def test_an_infinite_limit_has_its_sign(expr, sign):
    found = limit_along(expr, alpha, {}).value
    assert not found.is_finite() and float(found) == sign * math.inf


def run(statement, **options):
    claim = toy_claim(statement, kind="limit", given=(p < 3,))
    return Limiting("limit", examples=(6, 6, 6), **options).run(claim, statement, Effort())


@pytest.mark.parametrize(
    "statement, outcome",
    [
        (equation(Limit(sin(p * alpha) / alpha, alpha, 0), p), "holds"),
        (equation(Limit(sin(p * alpha) / alpha, alpha, 0), p + sp.Rational(1, 1000)), "fails"),
        (equation(Limit(p / alpha, alpha, 0), oo), "holds"),
        (equation(Limit(p * log(alpha), alpha, 0), oo), "fails"),
        (equation(Limit(p * log(alpha), alpha, 0), -oo), "holds"),
        (equation(Limit(p + alpha, alpha, 0), oo), "fails"),
        (equation(Limit(1 / alpha, alpha, 0), p), "fails"),
        (sp.Ge(Limit(p / alpha, alpha, 0), p, evaluate=False), "holds"),
        (sp.Le(Limit(p / alpha, alpha, 0), p, evaluate=False), "fails"),
        (sp.Lt(Limit(p + alpha, alpha, 0), oo, evaluate=False), "holds"),
        (sp.Ge(Limit(p + alpha, alpha, 0), p, evaluate=False), "holds"),
        (
            sp.And(
                equation(Limit(p + alpha, alpha, 0), p),
                equation(Limit(p * alpha, alpha, 0), 0),
                evaluate=False,
            ),
            "holds",
        ),
        (
            sp.And(
                equation(Limit(p + alpha, alpha, 0), p),
                equation(Limit(p * alpha, alpha, 0), 1),
                evaluate=False,
            ),
            "fails",
        ),
        (equation(Limit(sin(alpha) / alpha, alpha, 0) + Limit(exp(alpha), alpha, 0), 2), "holds"),
    ],
)
def test_statements_about_limits(statement, outcome):
    found = run(statement)
    assert found.outcome == outcome and found.instances >= 1
    assert (found.counterexample is None) == (outcome == "holds")


@pytest.mark.parametrize(
    "slow", [p / log(-log(alpha)), p * log(-log(alpha)) / log(alpha), p / sqrt(-log(alpha))]
)
@pytest.mark.parametrize(
    "stated, outcomes", [(0, ("unknown", "holds")), (sp.Integer(7), ("unknown", "fails"))]
)
def test_a_limit_that_is_approached_slowly_is_never_refuted_where_it_is_true(
    slow, stated, outcomes
):
    assert run(equation(Limit(slow, alpha, 0), stated)).outcome in outcomes


def test_one_over_log_log_is_neither_followed_nor_called_infinite():
    assert run(equation(Limit(p / log(-log(alpha)), alpha, 0), 0)).outcome == "unknown"
    assert not limit_along(log(log(-log(alpha))), alpha, {}).doubt.is_finite()


@pytest.mark.parametrize("small", [Rational(1, 10007), Rational(1, 10**6), Rational(1, 10**9)])
def test_a_slope_too_small_to_be_seen_at_first_is_no_divergence(small):
    """log cosh(s L)/L grows like s^2 L until L = 1/s, and only then tends to s; it looked infinite
    at s = 1/10007.
    """
    grows = log(cosh(small * log(alpha))) / -log(alpha)
    assert abs(float(limit_along(grows, alpha, {}).value / balls.evaluate(small, {})) - 1) < 1e-12
    assert abs(float(limit_along(tanh(small * x), x, {}, oo).value) - 1) < 1e-12


def test_the_accumulated_utility_at_the_integral_that_looked_infinite_tends_to_it():
    """diagonal.utility-limit was refuted at s = 1/10007 at seed 2 and in the full profile."""
    from checks.diagonal.definitions import utility_at_scale
    from checks.methods.certified import substituted
    from theory import diagonal

    relation = substituted(diagonal.utility_limit.printed, utility_at_scale)
    for value in (Rational(1, 10007), Rational(-1, 10007), 0, 1):
        assert judge_limits(relation, {diagonal.s: sp.sympify(value)}).holds is True


@pytest.mark.parametrize(
    "identifier",
    ["diagonal.jump-time-limit", "diagonal.utility-limit", "diagonal.utility-interpolates"],
)
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_no_computer_algebra_limit_is_taken_at_a_sampled_instance(identifier, seed, monkeypatch):
    """diagonal.jump-time-limit did not end in 60 seconds at seeds 1 and 3: gruntz at sampled
    fractions.
    """
    from checks.diagonal import CHECKS
    from checks.methods.proved import Symbolic
    from theory import claim

    monkeypatch.setattr(
        "checks.methods.proved.provable", lambda statement: True
    )  # what is proved is proved once, and timed elsewhere
    monkeypatch.setattr(sp.Limit, "doit", None)
    monkeypatch.setattr(sp, "limit", None)
    one = claim(identifier)
    for check in CHECKS[identifier]:
        if isinstance(check, (Symbolic, Limiting)):
            start = time.process_time()
            assert check.run(one, one.printed, Effort(seed=seed)).outcome == "holds"
            assert time.process_time() - start < 10


def test_a_limit_has_a_side_from_which_it_is_approached():
    assert run(equation(Limit(exp(1 / x) + p, x, 0, "-"), p)).outcome == "holds"
    assert run(equation(Limit(exp(1 / x) + p, x, 0, "+"), p)).outcome == "fails"
    with pytest.raises(NotJudged, match="direction"):
        run(equation(Limit(1 / x, x, 0, "+-"), p))


def test_a_limit_elsewhere_is_followed_there():
    assert run(equation(Limit((x + p) / x, x, oo), 1)).outcome == "holds"
    assert run(equation(Limit(x * exp(x), x, -oo), 0)).outcome == "holds"
    assert run(equation(Limit((x**2 - p**2) / (x - p), x, p), 2 * p)).outcome == "holds"
    assert (
        run(equation(Limit((x**2 - p**2) / (x - p), x, p), 2 * p + Rational(1, 10**12))).outcome
        == "fails"
    )


def test_a_limit_wrong_in_the_twelfth_digit_is_refuted():
    assert (
        run(equation(Limit(acosh(exp(x)) - x, x, oo), log(2) + Rational(1, 10**12))).outcome
        == "fails"
    )
    assert run(equation(Limit(acosh(exp(x)) - x, x, oo), log(2))).outcome == "holds"


@pytest.mark.parametrize("slope", [Rational(k, 97) for k in range(1, 40)])
def test_steps_below_the_rounding_of_their_rung_do_not_count_as_movement(slope):
    """More bits on one rung than on the last showed a step where there had been none, and nothing
    was said of the limit.
    """
    found = limit_along((exp(slope * alpha) - 1 - slope * alpha) / alpha**2, alpha, {})
    assert abs(float(found.value) - float(slope**2 / 2)) < 1e-12 and float(found.doubt) < 1e-12


@pytest.mark.parametrize("expr", [sin(1 / alpha), sin(log(alpha)), sp.cos(log(-log(alpha)))])
def test_what_oscillates_has_no_limit_to_speak_of(expr):
    assert not limit_along(expr, alpha, {}).doubt.is_finite()


@pytest.mark.parametrize(
    "expr",
    [
        sin(sp.pi / alpha),  # 0 at every power of ten
        sin(sp.pi * log(alpha) / log(10)),
        p * sin(2 * sp.pi * log(log(1 / alpha) / log(10)) / log(2) - 2 * sp.pi * log(100) / log(2)),
    ],
)
def test_what_settles_at_the_scales_of_one_ladder_alone_has_no_limit(expr):
    """The last one has a period of one doubling of the logarithm."""
    assert run(equation(Limit(expr, alpha, 0), 0)).outcome == "unknown"


def test_a_refutation_is_seen_twice_or_not_at_all(monkeypatch):
    """The first look says 2, the second 1: the statement that it is 1 stays open, with both
    numbers.
    """

    def follow(expr, symbol, values, point, direction, ladder):
        return Followed(limits.arb(2 if ladder is limits.FIRST_LOOK else 1), limits.arb(0), 41)

    statement = equation(Limit(sin(alpha) / alpha, alpha, 0), 1)
    monkeypatch.setattr(limits, "limit_along", follow)
    found = judge_limits(statement, {})
    assert (
        found.holds is None
        and found.contested
        and "= 2," in found.why
        and "looking closer" in found.why
    )
    assert judge_limits(equation(Limit(sin(alpha) / alpha, alpha, 0), 3), {}).holds is False


def test_what_is_followed_is_never_certified():
    statement = equation(Limit(sin(p * alpha) / alpha, alpha, 0), p)
    claim = toy_claim(statement, kind="limit", given=(p < 3,))
    assert (
        Certified("balls", examples=(5, 5, 5)).run(claim, statement, Effort()).outcome == "unknown"
    )
    false = equation(Limit(sin(p * alpha) / alpha, alpha, 0), 2 * p)
    assert Certified("balls", examples=(5, 5, 5)).run(claim, false, Effort()).outcome == "fails"


def test_infinity_inside_a_formula_is_compared_where_it_has_a_value():
    assert judge_limits(equation(2 * Limit(1 / alpha, alpha, 0), oo), {}).holds is True
    assert judge_limits(equation(-Limit(1 / alpha, alpha, 0), oo), {}).holds is False
    assert (
        judge_limits(
            equation(Limit(1 / alpha, alpha, 0) - Limit(1 / alpha**2, alpha, 0), 0), {}
        ).holds
        is None
    )
    either = sp.Or(
        equation(Limit(1 / alpha, alpha, 0), 1), equation(Limit(alpha, alpha, 0), 0), evaluate=False
    )
    assert judge_limits(either, {}).holds is True


def test_a_counterexample_names_the_limit_and_not_a_placeholder():
    assert "Limit(" in run(equation(Limit(p + alpha, alpha, 0), 2 * p)).counterexample


@pytest.mark.parametrize(
    "formula, apparent",
    [
        (log(p) / p ** Rational(1, 1000), oo),
        (p * exp(-p / 10**30), oo),
        (p - p**2 / 10**40, oo),
        (p / (p + 10**40), 0),
    ],
)
def test_what_turns_far_out_is_not_told_from_near(formula, apparent):
    for stated in (apparent, sp.limit(formula, p, oo)):
        found = judge_limits(equation(Limit(formula, p, oo), stated), {})
        assert found.holds is None


@pytest.mark.parametrize("formula, limit", [(log(p) / p, 0), (tanh(p), 1), (p, oo)])
def test_what_settles_near_and_far_is_told(formula, limit):
    assert judge_limits(equation(Limit(formula, p, oo), limit), {}).holds
