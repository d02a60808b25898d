"""A head that aligns satisfies all that the order of the misalignment assumes and is defined by."""

import pytest
from mpmath import mp, mpf

from tests.theory.proof.evaluate import truth, value
from theory import claim
from theory.attention.letters import register_functions, scaled
from theory.attention.witnesses import two_components
from theory.attention.witnesses.aligning_head import ALIGNING, Aligning
from theory.proof.letters import READINGS, stated
from theory.proof.rules import Refused, assume
from theory.proof.terms import lt, substituted, var

IDENTIFIER = "attention.alignment-rate"


@pytest.fixture(autouse=True)
def registered():
    register_functions()
    with mp.workdps(100):
        yield


def at(term, alpha):
    """A term of the scale alpha, in numbers."""
    a = var("alpha")
    return value(substituted(term(a), ALIGNING), {a: mpf(alpha)})


def test_it_is_a_witness_of_every_definition_that_the_claim_reads_at_once():
    assert two_components.NAMES == READINGS[IDENTIFIER]
    assert not two_components.aligning().hypotheses


def test_all_that_the_claim_assumes_and_says_holds_there():
    asked = stated(claim(IDENTIFIER))
    assert lt(0, scaled.lam_j) in asked.assumptions
    for one in (*asked.assumptions, asked.statement):
        here = substituted(one, ALIGNING)
        assert not here.free and truth(here, {}), one


@pytest.mark.parametrize("alpha", ["0.2", "1e-3", "1e-30"])
def test_the_head_turns_towards_the_larger_eigenvalue_like_the_root_of_alpha(alpha):
    quotient, scale = at(scaled.tilt_at, alpha), mpf(alpha)
    slope = 3 * mp.sqrt(3) * scale
    depth = slope * (slope + mp.sqrt(slope**2 + 4)) / 2
    assert abs(quotient - mp.sqrt(depth)) < mpf(10) ** -50
    assert abs(at(scaled.order_at, alpha) - mpf(1) / 2) < mp.log(12) / -mp.log(scale)
    start = ALIGNING[scaled.Q_hat]
    first, second = (value(substituted(scaled.Q_hat(j), {scaled.Q_hat: start}), {}) for j in (1, 2))
    assert abs(second / first - mp.sqrt(3)) < mpf(10) ** -50 and quotient < mp.sqrt(3)


def test_at_a_scale_of_two_there_is_no_jump():
    alpha = var("alpha")
    with pytest.raises(Refused):
        Aligning(alpha, assume(lt(0, alpha)), assume(lt(alpha, 2)))
