"""A weaker frequency that is first, in balls: it refutes the printed form and shows no other."""

from checks.methods.balls import precision
from checks.methods.check import Effort
from checks.modular.exact import looking
from checks.modular.first_frequency.earlier_frequency import EARLIER, _observed, blow_up, earlier
from theory import claim, modular

DOMINANT = claim("modular.dominant-first")


def test_a_weaker_frequency_blows_up_before_the_dominant_one():
    (seen,) = looking(_observed, 320)(EARLIER, Effort())
    assert abs(float(seen[modular.jump_limit]) - 0.7460617903) < 1e-9
    assert abs(float(seen[modular.T_1]) - 0.8548007979) < 1e-9
    assert seen[modular.jump_limit] < seen[modular.T_1]


def test_the_balls_contain_what_mpmath_integrates():
    row = [0.5, -1.0, 0.25, 0.75, -0.5, 1.0, 0.0, -0.25, 0.5, 1.5, -1.0, 0.5, 0.25, 0.75, -0.5]
    other = modular.blow_up_times(EARLIER.x, row, 25)
    with precision(320):
        balls = [blow_up(EARLIER.x, row, frequency) for frequency in (1, 2)]
    for frequency, ball in enumerate(balls, 1):
        assert abs(float(ball) - float(other[frequency - 1])) < 1e-12


def test_the_balls_refute_the_printed_form_and_say_nothing_of_the_other():
    found = earlier.run(DOMINANT, DOMINANT.printed, Effort())
    assert (found.outcome, found.refuted_by) == ("fails", "enclosed")
    assert earlier.run(DOMINANT, DOMINANT.corrected, Effort()).outcome == "unknown"
