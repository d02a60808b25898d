"""The derivations of modular addition: every step is accepted, every step that is made wrong is
not, and what they take as given is true.
"""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp

from theory import claims
from theory.derivation import Derivation, DerivationError
from theory.modular import X, cost, gain, net, p

DERIVED = [one for one in claims() if one.setting == "modular" and one.derive]
WANTED = {
    "initial-utility",
    "maximal-utility",
    "updated-utility",
    "lower-bound",
    "loss-bound",
    "wave-time",
    "jump-bound",
    "jump-bound-finite",
}


def test_the_main_formulas_of_the_section_are_derived():
    assert {one.id.removeprefix("modular.") for one in DERIVED} >= WANTED


@pytest.mark.parametrize("claim", DERIVED, ids=lambda one: one.id)
def test_a_derivation_is_accepted_and_ends_in_the_claim(claim):
    chain = claim.derivation
    assert len(chain.check()) == len(chain.steps) >= 2
    assert sp.simplify(chain.result - claim.formula) == 0
    if (
        isinstance(claim.expr, sp.Ge) and claim.id != "modular.jump-bound"
    ):  # that one is the limit of a bound
        assert chain.relation == ">=" and chain.start == claim.expr.args[0].subs(net, cost - gain)


@pytest.mark.parametrize(
    "claim, number",
    [(one, number) for one in DERIVED for number in range(len(one.derivation.steps))],
    ids=lambda one: getattr(one, "id", one),
)
def test_a_step_that_says_more_than_is_true_is_refused(claim, number):
    chain = claim.derivation
    step = chain.steps[number]
    more = X**2 / p**5 if step.relation != "<=" else -(X**2) / p**5
    forged = Derivation(
        chain.steps[number - 1].expr if number else chain.start,
        (replace(step, expr=step.expr + more),),
        chain.sample,
    )
    with pytest.raises(DerivationError, match=r"step 1 "):
        forged.check()


def test_carlsons_integral_falls_as_the_derivation_of_the_time_says():
    a, b, c, J = map(mpmath.mpf, ("1.1", "0.7", "2.3", "0.4"))
    with mpmath.workdps(30):
        cubic = lambda s: (s + a) * (s + b) * (s + c) - J**2
        roots = mpmath.polyroots(
            [1, a + b + c, a * b + b * c + c * a, a * b * c - J**2], maxsteps=200, extraprec=200
        )
        for s in (mpmath.mpf("0.3"), mpmath.mpf(2)):
            slope = mpmath.diff(lambda r: mpmath.elliprf(*(r - root for root in roots)).real, s)
            assert (
                abs(slope + 1 / (2 * mpmath.sqrt(cubic(s)))) < mpmath.mpf(10) ** -12
            )  # a difference quotient keeps half of the digits


def test_the_norm_of_a_dormant_neuron_grows_as_the_derivation_of_the_bound_says():
    # U = u v w for a neuron of three numbers, the simplest of degree 3: theta' = eta grad U
    u, v, w, eta = sp.symbols("u v w eta", positive=True)
    n = sp.sqrt(u**2 + v**2 + w**2)
    velocity = [eta * sp.diff(u * v * w, one) for one in (u, v, w)]
    growth = sum(sp.diff(n, one) * speed for one, speed in zip((u, v, w), velocity))
    assert sp.simplify(growth - 3 * eta * n**2 * u * v * w / n**3) == 0
