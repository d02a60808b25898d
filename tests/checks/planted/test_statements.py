"""Planted statements: the false ones must be refuted with a small counterexample, the true ones
must survive.
"""

import re

import pytest
import sympy as sp
from hypothesis import strategies as st
from sympy import (
    And,
    Equivalent,
    Ge,
    Gt,
    Implies,
    Le,
    Limit,
    Rational,
    cosh,
    exp,
    gamma,
    log,
    oo,
    sin,
    sinh,
    sqrt,
    symbols,
    tanh,
)

from checks.methods.certified import Certified
from checks.methods.check import Effort
from checks.methods.limit import Limiting
from checks.methods.measured import alone
from checks.methods.property import Property
from checks.methods.proved import Symbolic
from checks.run.tasks import check_claim
from theory.claim import Claim, equation

x, y, a, b = symbols("x y a b", real=True)
p, q, eta, alpha, rate = symbols("p q eta alpha rate", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
E, L = symbols("E L", real=True)  # what is observed: an energy, a level


def claim(printed, given=(), **more):
    more = {"kind": "identity"} | more
    return Claim(
        id="framework.planted",
        title="planted",
        line=1,
        label="sec:none",
        printed=printed,
        given=given,
        **more,
    )


def verdict(printed, checks, **more):
    return check_claim(claim(printed, **more), Effort(), checks=tuple(checks))


certified, symbolic, limiting = (
    Certified("balls"),
    Symbolic("proof"),
    Limiting("followed to its limit"),
)


def decay(instance, effort):
    """E' = -2 rate E by a thousand Runge-Kutta steps of the definition: no exponential enters."""
    start, speed = instance
    value, h = start, 1e-3
    for _ in range(1000):
        k1 = -2 * speed * value
        k2 = -2 * speed * (value + h / 2 * k1)
        k3 = -2 * speed * (value + h / 2 * k2)
        k4 = -2 * speed * (value + h * k3)
        value += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    yield {
        E: alone(value),
        p: sp.Rational(start),
        rate: sp.Rational(speed),
    }  # floats that are whole numbers and quarters


flow = Property(
    "integrated",
    st.tuples(st.integers(1, 4).map(float), st.sampled_from([0.25, 0.5, 1.0, 1.5])),
    decay,
    1e-8,
    "fourth order, step 1e-3",
    examples=(12, 12, 12),
    method="flow",
)


def primes(limit):
    return sum(all(i % j for j in range(2, i)) for i in range(2, limit + 1))


counting = Property(
    "counted",
    st.integers(1, 60),
    lambda i, effort: [{L: primes(i), n: i}],
    1e-12,
    "whole numbers",
    examples=(60, 60, 60),
)

FALSE = {
    "wrong sign of a term": (equation((x + 1) ** 2, x**2 - 2 * x + 1), [certified], {}),
    "wrong sign in an exponent": (equation(cosh(x) - sinh(x), exp(x)), [symbolic], {}),
    "wrong constant": (equation(sin(2 * x), sin(x) * sp.cos(x)), [certified], {}),
    "constant wrong in the tenth digit": (
        equation(sqrt(2) * p, Rational(14142135624, 10**10) * p),
        [certified],
        {},
    ),
    "wrong exponent": (equation(gamma(n + 1), n**2 * gamma(n)), [certified], {}),
    "exponent right at one and two only": (
        equation(L, n**2),
        [Certified("sum", {L: n**3 - 2 * n**2 + 2 * n})],
        {"given": (n <= 9,)},
    ),
    "missing learning rate": (equation(E, p * exp(-2)), [flow], {}),
    "missing factor in the rate": (equation(E, p * exp(-rate)), [flow], {}),
    "missing assumption: a square root of a square": (equation(sqrt(x**2), x), [symbolic], {}),
    "missing assumption: log of a product": (
        Ge(log(p * q), log(p), evaluate=False),
        [certified],
        {},
    ),
    "missing assumption: only for n >= 2": (Gt(n * L, 0, evaluate=False), [counting], {}),
    "a weak inequality printed as strict": (Gt(x**2, 0, evaluate=False), [certified], {}),
    "too strong a bound": (Ge(exp(x), 1 + x + x**2 / 2, evaluate=False), [certified], {}),
    "too weak a bound, which must be attained": (
        Ge(x**2 + y**2, x * y, evaluate=False),
        [
            Certified(
                "attained on the diagonal", given=(sp.Eq(x, y),), definitions={y: x}, sharp=True
            )
        ],
        {},
    ),
    "a bound for another constant": (
        Le(sin(p), Rational(9, 10) * p, evaluate=False),
        [certified],
        {"given": (p < 1,)},
    ),
    "false limit": (
        equation(Limit(sin(a * alpha) / alpha, alpha, 0), 1),
        [limiting],
        {"given": (a >= 1, a <= 3)},
    ),
    "false limit, wrong constant behind a logarithm": (
        equation(Limit(log(p * alpha**2) / log(alpha), alpha, 0), 1),
        [limiting],
        {"given": (p >= 1,)},
    ),
    "an infinite limit of the wrong sign": (
        equation(Limit(log(alpha) * p, alpha, 0), oo),
        [limiting],
        {},
    ),
    "a finite limit printed as infinite": (
        equation(Limit((1 - alpha**p) / p, alpha, 0), oo),
        [limiting],
        {},
    ),
    "an infinite limit printed as finite": (
        equation(Limit(alpha ** (-p), alpha, 0), 1),
        [limiting],
        {},
    ),
    "false if and only if: only one direction": (
        Equivalent(Gt(x, 1, evaluate=False), Gt(x**2, 1, evaluate=False)),
        [certified],
        {},
    ),
    "false if and only if: at one integer more": (
        Equivalent(sp.Eq(n, 1), sp.Eq((n - 1) * (n - 2), 0, evaluate=False)),
        [certified],
        {"given": (n <= 6,)},
    ),
    "false implication": (
        Implies(Gt(x, 0, evaluate=False), Gt(x**3, x**2, evaluate=False)),
        [certified],
        {},
    ),
    "one false part of two": (
        And(
            equation(sinh(2 * x), 2 * sinh(x) * cosh(x)),
            equation(cosh(2 * x), 2 * cosh(x) ** 2 + 1),
            evaluate=False,
        ),
        [certified],
        {},
    ),
    "an index off by one": (equation(L, n), [counting], {"given": ()}),
    "a formula without a real value": (equation(log(x**2), 2 * log(x)), [certified], {}),
}
TRUE = {
    "addition theorem": (
        equation(tanh(x + y), (tanh(x) + tanh(y)) / (1 + tanh(x) * tanh(y))),
        [symbolic, certified],
        "argued",
        {},
    ),
    "recursion of the gamma function": (
        equation(gamma(p + 1), p * gamma(p)),
        [certified],
        "certified",
        {},
    ),
    "integrated decay": (equation(E, p * exp(-2 * rate)), [flow], "tested", {}),
    "a bound that is attained": (
        Ge(x**2 + y**2, 2 * x * y, evaluate=False),
        [certified, Certified("attained", definitions={y: x}, sharp=True)],
        "certified",
        {},
    ),
    "limit": (equation(Limit(sin(a * alpha) / alpha, alpha, 0), a), [limiting], "tested", {}),
    "slow limit": (
        equation(Limit(log(p * alpha**2) / log(alpha), alpha, 0), 2),
        [limiting],
        "tested",
        {},
    ),
    "a limit that is reached from far away": (
        equation(Limit(5 + 1150 / log(alpha), alpha, 0), 5),
        [limiting],
        "tested",
        {"given": (p < 2,)},
    ),
    "infinite limits of both signs": (
        And(
            equation(Limit(p * log(alpha), alpha, 0), -oo),
            equation(Limit(p / alpha, alpha, 0), oo),
            evaluate=False,
        ),
        [limiting],
        "tested",
        {},
    ),
    "a very slow infinite limit": (
        equation(Limit(p * log(-log(alpha)), alpha, 0), oo),
        [limiting],
        "tested",
        {},
    ),
    "if and only if": (
        Equivalent(Gt(x, 1, evaluate=False), Gt(x**3, 1, evaluate=False)),
        [certified],
        "certified",
        {},
    ),
    "a conjecture": (
        Ge(2 * L, log(n), evaluate=False),
        [counting],
        "supported",
        {"kind": "conjecture"},
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_planted_false_statement_is_refuted_with_a_counterexample(name):
    printed, checks, more = FALSE[name]
    result = verdict(printed, checks, **more)
    assert result.verdict == "refuted" and not result.sound and result.as_printed == "fails"
    broken = [e for e in result.evidence if e.outcome == "fails"]
    assert broken and all(e.counterexample for e in broken)
    assert result.evidence[0].instances >= 1


@pytest.mark.parametrize("name", TRUE)
def test_a_planted_true_statement_is_not_refuted(name):
    printed, checks, word, more = TRUE[name]
    result = verdict(printed, checks, **more)
    assert (result.verdict, result.sound, result.as_printed) == (word, True, "holds"), (
        result.evidence
    )


@pytest.mark.parametrize(
    "name, smallest",
    [
        ("a weak inequality printed as strict", {"x": "0"}),  # the only counterexample
        ("false if and only if: at one integer more", {"n": "2"}),  # the only counterexample
        (
            "exponent right at one and two only",
            {"n": "3"},
        ),  # n^3 - 2n^2 + 2n = 1, 4, 15: right at 1 and 2
        ("missing assumption: a square root of a square", {"x": "-1"}),
    ],
)
def test_a_counterexample_is_shrunk_to_the_simplest(name, smallest):
    printed, checks, more = FALSE[name]
    (evidence,) = verdict(printed, checks, **more).evidence
    assert (
        smallest.items()
        <= dict(re.findall(r"(\w+) = ([-\d/]+)", evidence.counterexample.partition(":")[0])).items()
    )


def test_an_instance_of_a_property_is_shrunk_too():
    """pi(1) = 0 is the first number of primes that is not positive, pi(1) != 1 the first that is
    not n.
    """
    for name in ("missing assumption: only for n >= 2", "an index off by one"):
        printed, checks, more = FALSE[name]
        (evidence,) = verdict(printed, checks, **more).evidence
        assert "L = 0" in evidence.counterexample and "n = 1" in evidence.counterexample


def test_a_strict_sign_between_equal_sides_is_refuted_where_no_ball_can_decide():
    result = verdict(Gt(sin(2 * p), 2 * sin(p) * sp.cos(p), evaluate=False), [certified])
    assert result.verdict == "refuted" and not result.sound  # equal: algebra says so
