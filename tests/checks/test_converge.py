"""Limits read off along alpha = 1e-100 ... 1e-800, and measured sequences extrapolated in 1/log(1/alpha)."""
import math

import pytest
import sympy as sp
from hypothesis import given, settings, strategies as st
from sympy import Limit, exp, log, oo, sin, sqrt

from checks.check import Effort
from checks.converge import Limiting, extrapolate, limit_along
from theory.claim import Claim, equation

alpha, p = sp.symbols("alpha p", positive=True)
x = sp.Symbol("x", real=True)

# Limits a first course knows, with log(1/alpha) large: (expression, limit)
KNOWN = [(sin(alpha) / alpha, 1), ((1 + alpha)**(1 / alpha), math.e), (alpha**alpha, 1), (alpha * log(alpha), 0), (1 / (1 - log(alpha)), 0),
         ((3 * log(alpha) + 7) / (log(alpha) - 2), 3), (log(alpha + alpha**2) / log(alpha), 1), ((exp(2 * alpha) - 1) / alpha, 2),
         (5 + 1150 / log(alpha), 5), ((sqrt(1 + alpha) - 1) / alpha, 0.5)]


@pytest.mark.parametrize("expr, limit", KNOWN)
def test_a_known_limit_is_found_to_six_digits(expr, limit):
    found = limit_along(expr, alpha, {})
    assert abs(float(found.value) - limit) < 1e-6 and float(found.doubt) < 1e-6


@pytest.mark.parametrize("expr, sign", [(log(alpha), -1), (1 / alpha, 1), (-alpha**-3, -1), (log(-log(alpha)), 1), (sqrt(-log(alpha)) - 100, 1),
                                        (log(alpha)**2 - 10**6, 1), (-log(alpha) / 10**4, 1)])
def test_an_infinite_limit_has_its_sign(expr, sign):
    found = limit_along(expr, alpha, {}).value
    assert not found.is_finite() and float(found) == sign * math.inf


@settings(max_examples=40)
@given(st.floats(-50, 50), st.floats(-20, 20), st.floats(-1e-3, 1e-3))
def test_extrapolation_removes_the_first_term_and_measures_the_rest(limit, slope, second):
    logs = [100.0, 200.0, 400.0, 800.0]
    fit = extrapolate(logs, [limit + slope / L + second / L**2 for L in logs])
    # What is left of second/L^2 after the linear term of the last two (L = 400, 800) is -second/(400 * 800).
    assert abs(fit.limit - limit) < abs(second) / 3e5 + 1e-10
    assert abs(fit.slope - slope) < abs(second) / 100 + 1e-6
    assert fit.raw[0] == pytest.approx(slope / 100, abs=1e-5)


REMAINDERS = [lambda L: 5 / L**2, lambda L: math.log(L) / L, lambda L: L**-0.75, lambda L: math.exp(-0.05 * L), lambda L: 1 / (L + 30)]


@pytest.mark.parametrize("remainder", REMAINDERS)
@pytest.mark.parametrize("ratio", [1.05, 1.3, 2.0, 10.0])
@pytest.mark.parametrize("slope", [0.0, 1.0, -3.0])
def test_the_limit_lies_within_the_doubt_of_its_extrapolation(remainder, ratio, slope):
    logs = [100.0 * ratio**k for k in range(3)]
    fit = extrapolate(logs, [2 + slope / L + remainder(L) for L in logs])
    assert abs(fit.limit - 2) <= fit.doubt + 1e-12


@pytest.mark.parametrize("value", [lambda L: L, math.log, lambda L: 1 / math.log(L), lambda L: L**-0.5, lambda L: (-1) ** round(L / 100)])
@pytest.mark.parametrize("ratio", [1.3, 2.0, 10.0])
def test_points_that_do_not_settle_have_no_limit(value, ratio):
    logs = [100.0 * ratio**k for k in range(3)]
    fit = extrapolate(logs, [value(L) for L in logs])
    assert fit.doubt > abs(fit.limit) / 2


def test_two_alphas_do_not_know_how_far_they_are_off():
    assert extrapolate([1.0, 2.0], [0.5, 0.25]).doubt == math.inf
    assert extrapolate([1.0, 2.0, 2.0], [0.5, 0.25, 0.25]).doubt == math.inf


def test_the_alphas_may_come_in_any_order():
    assert extrapolate([4.0, 1.0, 2.0], [3.25, 4.0, 3.5]) == extrapolate([1.0, 2.0, 4.0], [4.0, 3.5, 3.25])


def test_noise_about_zero_is_settled_beside_what_it_is_compared_with():
    noise = [3e-13, -2e-13, 5e-13]
    assert extrapolate([100.0, 200.0, 400.0], noise).doubt == math.inf
    assert extrapolate([100.0, 200.0, 400.0], noise, size=1.0).doubt < 1e-11


@pytest.mark.parametrize("logs, values", [([1.0], [1.0]), ([1.0, 2.0], [1.0])])
def test_extrapolation_from_one_alpha_is_refused(logs, values):
    with pytest.raises(ValueError, match="two alphas or more"):
        extrapolate(logs, values)


def run(statement, **options):
    claim = Claim(id="framework.toy", title="t", kind="limit", line=1, label="l", printed=statement, given=(p < 3,))
    return Limiting("limit", examples=(6, 6, 6), **options).run(claim, statement, Effort())


@pytest.mark.parametrize("statement, outcome", [
    (equation(Limit(sin(p * alpha) / alpha, alpha, 0), p), "holds"),
    (equation(Limit(sin(p * alpha) / alpha, alpha, 0), p + sp.Rational(1, 1000)), "fails"),
    (equation(Limit(p / alpha, alpha, 0), oo), "holds"), (equation(Limit(p * log(alpha), alpha, 0), oo), "fails"),
    (equation(Limit(p * log(alpha), alpha, 0), -oo), "holds"), (equation(Limit(p + alpha, alpha, 0), oo), "fails"),
    (equation(Limit(1 / alpha, alpha, 0), p), "fails"), (sp.Ge(Limit(p / alpha, alpha, 0), p, evaluate=False), "holds"),
    (sp.Le(Limit(p / alpha, alpha, 0), p, evaluate=False), "fails"), (sp.Lt(Limit(p + alpha, alpha, 0), oo, evaluate=False), "holds"),
    (sp.Ge(Limit(p + alpha, alpha, 0), p, evaluate=False), "holds"),
    (sp.And(equation(Limit(p + alpha, alpha, 0), p), equation(Limit(p * alpha, alpha, 0), 0), evaluate=False), "holds"),
    (sp.And(equation(Limit(p + alpha, alpha, 0), p), equation(Limit(p * alpha, alpha, 0), 1), evaluate=False), "fails"),
    (equation(Limit(sin(alpha) / alpha, alpha, 0) + Limit(exp(alpha), alpha, 0), 2), "holds"),
])
def test_statements_about_limits(statement, outcome):
    found = run(statement)
    assert found.outcome == outcome and found.instances >= 1
    assert (found.counterexample is None) == (outcome == "holds")


@pytest.mark.parametrize("slow", [p / log(-log(alpha)), p * log(-log(alpha)) / log(alpha), p / sqrt(-log(alpha))])
@pytest.mark.parametrize("stated, outcome", [(0, "unknown"), (sp.Integer(7), ("unknown", "fails"))])
def test_a_limit_that_is_approached_too_slowly_is_never_refuted_where_it_is_true(slow, stated, outcome):
    assert run(equation(Limit(slow, alpha, 0), stated)).outcome in outcome


def test_a_limit_from_below_is_refused_and_not_followed_from_above():
    with pytest.raises(ValueError, match="from above"):
        run(equation(Limit(exp(1 / x) + p, x, 0, "-"), p))


def test_a_counterexample_names_the_limit_and_not_a_placeholder():
    assert "Limit(" in run(equation(Limit(p + alpha, alpha, 0), 2 * p)).counterexample


def test_a_limit_elsewhere_is_turned_into_one_at_zero_or_refused():
    at_infinity = equation(Limit((x + p) / x, x, oo), 1)
    with pytest.raises(ValueError, match="only limits at 0"):
        run(at_infinity)
    assert run(at_infinity, into=lambda s: equation(Limit((1 / alpha + p) * alpha, alpha, 0), s.args[1])).outcome == "holds"
