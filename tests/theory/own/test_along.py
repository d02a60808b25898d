"""Courses in time: what stays zero, what never falls, and that neither is shown where it is
false.
"""

import pytest
from sympy import Derivative, Eq, exp

from checks import verify
from theory import Claim, define, for_every, function, letter, never_falls, prove, stays_zero
from theory.own.letters import clear
from theory.own.proving import NotShown


@pytest.fixture(autouse=True)
def no_letters():
    clear()
    yield
    clear()


def logistic_growth():
    t, T = letter("t", "t", "time", real=True), letter("T", "T", "end", nonnegative=True)
    s = letter("s", "s", "what is to be learned", positive=True)
    start = letter("a0", "a_0", "the start", positive=True)
    a = function("a", "a(#1)", "strength at time #1", t)
    flow = for_every(t, 0, T, Eq(Derivative(a(t), t), 2 * a(t) * (s - a(t))))
    define(a, by=(Eq(a(0), start), flow), example={start: 1, s: 1, a: 1})
    return t, T, s, start, a


def test_a_closed_form_of_a_flow_is_a_theorem():
    t, T, s, start, a = logistic_growth()
    below = exp(2 * s * t) - 1 + s / start

    def proof():
        gone = stays_zero(a(t) * below - s * exp(2 * s * t), 2 * (s - a(t)), t, 0, T)
        return prove(solution, using=[gone])

    closed = s * exp(2 * s * T) / below.subs(t, T)
    solution = Claim(
        id="mine.mode", title="A mode", kind="ode-solution", printed=Eq(a(T), closed), proof=proof
    )
    assert verify(solution).verdict == "proved"
    assert verify(solution, Eq(a(T), closed + T)).verdict != "proved"


def test_what_does_not_start_at_zero_does_not_stay_there():
    t, T, s, start, a = logistic_growth()
    with pytest.raises(NotShown):
        stays_zero(a(t) * (exp(2 * s * t) - 1) - s * exp(2 * s * t), 2 * (s - a(t)), t, 0, T)


def test_a_wrong_factor_is_noticed():
    t, T, s, start, a = logistic_growth()
    below = exp(2 * s * t) - 1 + s / start
    with pytest.raises(NotShown):
        stays_zero(a(t) * below - s * exp(2 * s * t), s - a(t), t, 0, T)


def test_a_course_whose_slope_is_a_square_never_falls():
    t, T = letter("t", "t", "time", real=True), letter("T", "T", "end", nonnegative=True)
    w = function("w", "w(#1)", "a weight at time #1", t)
    define(w, by=for_every(t, 0, T, Eq(Derivative(w(t), t), w(t) ** 2)))
    assert never_falls(w(t), t, 0, T).statement == (w(T) >= w(0))
    for false in (w(t) - t, -w(t), w(t) ** 2):
        with pytest.raises(NotShown):
            never_falls(false, t, 0, T)
