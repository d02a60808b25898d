"""A network on its way to its jump satisfies all that the linear integral is defined by."""

import pytest
from mpmath import mp, mpf

from tests.theory.proof.evaluate import truth, value
from theory import claim
from theory.diagonal.letters import register_functions
from theory.diagonal.letters.stretch import integral_at, s_left, s_mid, s_right
from theory.diagonal.witnesses import riccati, stretch
from theory.diagonal.witnesses.stretch import RISING
from theory.proof.letters import READINGS, stated
from theory.proof.rules import Refused, assume
from theory.proof.terms import le, lt, num, substituted, var

IDENTIFIER = "diagonal.integral-linear"
SCALE, TIME = var("a"), var("r")


@pytest.fixture(autouse=True)
def registered():
    register_functions()
    with mp.workdps(60):
        yield


def test_it_is_a_witness_of_every_definition_that_the_claim_reads_at_once():
    assert stretch.NAMES == READINGS[IDENTIFIER] and not stretch.rising().hypotheses


def test_what_the_claim_assumes_and_says_holds_there():
    asked = stated(claim(IDENTIFIER))
    for one in (*asked.assumptions, asked.statement):
        here = substituted(one, RISING)
        assert not here.free and truth(here, {}), one


def test_the_integral_moves():
    levels = [value(RISING[one], {}) for one in (s_left, s_mid, s_right)]
    assert levels == [0, mpf(1) / 8, mpf(1) / 4]
    for moment, level in zip(stretch.TIMES, levels):
        here = value(substituted(integral_at(SCALE, moment), RISING), {SCALE: mpf("1e-20")})
        assert abs(here - level) < mpf("1e-20")


@pytest.mark.parametrize("scale", ["0.9", "0.1", "1e-6"])
def test_the_integral_solves_the_riccati_equation(scale):
    def dual(r):
        return value(riccati.integral(SCALE, TIME), {SCALE: mpf(scale), TIME: r})

    a, r = mpf(scale), -mp.log(mpf(scale)) / 5
    assert abs(dual(0)) < mpf(10) ** -50
    assert abs(mp.diff(dual, r) - (1 - a**2 * mp.sinh(2 * dual(r)))) < mpf(10) ** -20


def test_beyond_a_quarter_the_coefficient_is_not_known_to_be_small():
    scale = riccati.Scale(SCALE, assume(lt(0, SCALE)), assume(lt(SCALE, 1)))
    times = assume(le(0, TIME)), lambda last: assume(le(TIME, -riccati.log(SCALE) * last))
    assert len(riccati.Moment(scale, TIME, times[0], times[1](num(1, 4))).small()) == 2
    with pytest.raises(Refused):
        riccati.Moment(scale, TIME, times[0], times[1](num(1, 2))).small()
