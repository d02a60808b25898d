"""The definitions behind E[c_i], in numbers: each limit of integrals is what mpmath's function
says.

A definition is opened at numbers for what it speaks of, and the integral in it is taken by
quadrature in log t, or log(v/(1 - v)), over nearly the whole interval.
"""

import pytest
from mpmath import mp, mpf

from tests.theory.proof.definitions.framework.means import gaussian_layer, special_functions
from tests.theory.proof.evaluate import truth, value
from theory.framework.witnesses.special import limit_in
from theory.proof.letters import DEFINITIONS
from theory.proof.tactics import fresh
from theory.proof.terms import num, opened


@pytest.fixture(autouse=True)
def digits():
    with mp.workdps(30):
        yield


def limits_in(statement, given, values):
    """(integral, limit, is it over (0, 1), values) for each limit of a definition at numbers."""
    if statement.op == "and":
        for one in statement.args:
            yield from limits_in(one, given, values)
    elif limit_in(statement):
        inside, ends = statement, set()
        while inside.op != "lt":
            if inside.op == "implies":
                ends |= set(inside.args[0].args)
            letters = [fresh(sort) for sort in inside.data or ()]
            inside = opened(inside, letters) if letters else inside.args[-1]
        integral, minus = inside.args[0].args[0].args
        yield integral, minus.args[-1], num(1, 2) in ends, values
    elif statement.op == "forall":
        letter = fresh(statement.data[0])
        known = {**values, letter: mpf(given[0])}
        yield from limits_in(opened(statement, (letter,)), given[1:], known)
    else:
        assert statement.op == "implies" and truth(statement.args[0], values)
        yield from limits_in(statement.args[1], given, values)


def gaps(name, numbers, *given):
    """How far the integrals of a definition are from the limits that it names, relatively."""
    statement = DEFINITIONS[name].statement
    start = {one: numbers[one.data[0]] for one in statement.free}
    found = []
    for integral, limit, unit, values in limits_in(statement, given, start):
        letter = fresh()
        integrand = opened(integral, (letter,))

        def stretched(s, integrand=integrand, letter=letter, values=values, unit=unit):
            t = 1 / (1 + mp.exp(-s)) if unit else mp.exp(s)
            return value(integrand, {**values, letter: t}) * t * (1 - t if unit else 1)

        whole = mp.quad(stretched, mp.linspace(-60, 60 if unit else 5, 13))
        found.append(abs(whole / value(limit, values) - 1))
    return found


@pytest.mark.parametrize("x", ["0.5", "1", "2.7"])
def test_gamma_is_the_integral_of_its_law(x):
    (gap,) = gaps("framework.gamma", special_functions(), x)
    assert gap < 1e-10
    (gap,) = gaps("framework.gamma", {**special_functions(), "gamma": mp.factorial}, x)
    assert x == "1" or gap > 0.1  # 1! = Gamma(1)


@pytest.mark.parametrize("p, q", [("0.5", "0.5"), ("1", "2.5"), ("3", "0.7")])
def test_beta_is_the_integral_of_its_law(p, q):
    (gap,) = gaps("framework.beta", special_functions(), p, q)
    assert gap < 1e-10


@pytest.mark.parametrize(
    "values", [("0.5", "1", "2.5", "0.6"), ("2", "0.5", "1", "-0.7"), ("1.5", "1", "4", "-3")]
)
def test_two_f_one_is_the_integral_of_its_law_also_where_the_series_diverges(values):
    (gap,) = gaps("framework.hypergeometric", special_functions(), *values)
    assert gap < 1e-10


@pytest.mark.parametrize("layer", [(3, 1, 3, "0.7"), (4, 3, 1, "0.4"), (2, 2, 3, "0.9")])
def test_the_mean_is_an_integral_over_every_ray_and_over_the_rays(layer):
    *sizes, alpha = layer
    numbers = gaussian_layer(*sizes, mpf(alpha))
    found = gaps("framework.mean-threshold", numbers, "0.3")
    assert len(found) == 4 and max(found) < 1e-8
    wrong = {**numbers, "E_c": numbers["E_c"] * mpf("1.01")}
    assert max(gaps("framework.mean-threshold", wrong, "0.3")) > 1e-3


@pytest.mark.parametrize("x", ["0.5", "1", "2.7"])
def test_digamma_is_the_logarithmic_derivative_of_gamma(x):
    """At e = 1/4 the radius x/8 will do, and with another value in place of psi it will not."""
    statement = opened(DEFINITIONS["framework.digamma"].statement, (num(1),))
    numbers, x = special_functions(), mpf(x)
    for shift, holds in ((0, True), (1, False)):
        close = [
            abs(mp.gamma(x + h) - mp.gamma(x) - h * (mp.psi(0, x) + shift) * mp.gamma(x))
            <= abs(h) / 4
            for h in (x / 64, -x / 64)
        ]
        assert all(close) is holds
    assert {one.data[0] for one in statement.free} == {"gamma", "polygamma"} <= set(numbers)


@pytest.mark.parametrize(
    "name, given, at",
    [
        ("log_gamma_integral", ("2.5",), "0.7"),
        ("log_gamma_integral", ("0.5",), "3"),
        ("beta_integral", ("0.5", "2"), "0.3"),
        ("euler_integral", ("1.5", "0.5", "2", "-3"), "0.8"),
    ],
)
def test_the_antiderivatives_have_their_laws_as_slopes(name, given, at):
    numbers = special_functions()
    given, at = [mpf(one) for one in given], mpf(at)
    slope = mp.diff(lambda s: numbers[name](*given, s), at)
    law = {
        "log_gamma_integral": lambda x, t: mp.log(t) * numbers["gamma_law"](x, t),
        "beta_integral": numbers["beta_law"],
        "euler_integral": numbers["euler_law"],
    }[name]
    assert abs(slope - law(*given, at)) < 1e-8
