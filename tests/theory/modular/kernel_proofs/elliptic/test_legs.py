"""The time as an elliptic integral: the lemma at a wave that falls first, and what it needs."""

import mpmath
import pytest
from mpmath import mpf

from tests.theory.proof import evaluate
from theory import claim
from theory.modular import letters
from theory.modular.kernel_proofs import PROOFS
from theory.modular.kernel_proofs.elliptic import blow_up, cubic, legs, turned
from theory.modular.letters import elliptic
from theory.modular.three_wave import Wave
from theory.proof.letters import stated
from theory.proof.terms import num, substituted, var

letters.register_functions()


@pytest.fixture(autouse=True)
def digits():
    with mpmath.workdps(60):
        yield


def falling():
    """|u|^2, |v|^2, |w|^2 = 2, 1, 1/2 and z = -0.6 + 0.8 i: Q has one simple root below 0."""
    return Wave(mpf(1), mpf(2), mpf(1), mpf("0.5"), mpmath.mpc("-0.6", "0.8"))


def test_carlsons_integral_of_a_falling_wave_is_what_the_letters_say():
    wave = falling()
    root = wave.turning
    assert root < 0 < wave.z.real**2
    starts = (wave.u, wave.v, wave.w, wave.z.imag**2)

    def Q(s):
        return (s + starts[0]) * (s + starts[1]) * (s + starts[2]) - starts[3]

    assert abs(Q(root)) < mpf(10) ** -50
    for s in (mpf("-0.05"), mpf(1), mpf(7)):
        assert mpmath.almosteq(mpmath.diff(wave.remaining, s), -1 / (2 * mpmath.sqrt(Q(s))), 1e-20)
    assert abs(wave.remaining(root + mpf(10) ** -30) - wave.remaining(root)) < mpf(10) ** -14
    assert 0 < wave.remaining(mpf(10) ** 30) < mpf(10) ** -14


def test_the_time_back_to_the_start_is_twice_that_to_the_turn():
    """At sigma = 0 on the way up: (1 - rising) R(e) + rising R(0) - R(0) = 2 (R(e) - R(0))."""
    wave = falling()
    theorem = turned.elapsed()
    left, right = theorem.conclusion.args
    gap = wave.remaining(wave.turning) - wave.remaining(mpf(0))
    values = {
        cubic.T: 2 * gap,  # alpha gamma/2 = 1
        cubic.ALPHA: mpf(2),
        cubic.GAMMA: mpf(1),
        cubic.E: wave.turning,
        cubic.SIGMA: lambda s: mpf(0),
        legs.F: wave.remaining,
        legs.RISING: mpf(-1),
    }
    assert mpmath.almosteq(evaluate.value(left, values), evaluate.value(right, values), 1e-40)


def test_the_lemma_asks_for_a_simple_root_only_where_the_wave_falls_first():
    hypotheses = turned.elapsed().hypotheses
    assert legs.SIMPLE.conclusion in hypotheses and legs.SIMPLE.conclusion.op == "implies"
    assert legs.ENDS_SO.conclusion in hypotheses
    assert legs.ENDS_SO.conclusion not in blow_up.not_later().hypotheses


@pytest.mark.parametrize("identifier", ["modular.wave-time", "modular.frequency-taken"])
def test_the_theorem_is_the_claim_and_uses_its_definitions_alone(identifier):
    theorem, asked = PROOFS[identifier](), stated(claim(identifier))
    assert theorem.conclusion is asked.statement
    assert theorem.hypotheses <= asked.allowed


def test_the_slope_of_the_integral_is_that_of_the_cubic_at_the_start():
    s = var("s")
    body = elliptic.cubic(s, (num(2), num(1), num(1, 2), num(16, 25)))
    assert evaluate.value(substituted(body, {s: num(0)}), {}) == mpf("0.36")
