"""Two courses of a three-wave interaction: what the lemma asks for, and its algebra at numbers."""

from random import Random

from mpmath import mpc, mpf

from tests.theory.proof.evaluate import value
from theory.modular.kernel_proofs.flow import one_course
from theory.proof.terms import eq, le, num, var

NAMES = [var(f"y_{n}") for n in range(6)], [var(f"z_{n}") for n in range(6)]


def drawn(seed):
    draw = Random(seed)
    letters = (one_course.c, one_course.R, one_course.J, *NAMES[0], *NAMES[1])
    return {letter: mpf(draw.randint(-9, 9)) / 4 for letter in letters}


def test_the_rates_are_those_of_three_complex_amplitudes():
    numbers = drawn(1)
    u, v, w = (mpc(numbers[a], -numbers[b]) for a, b in zip(NAMES[0][::2], NAMES[0][1::2]))
    x = mpc(numbers[one_course.R], numbers[one_course.J])
    wanted = [v.conjugate() * w * x, u.conjugate() * w * x, u * v * x.conjugate()]
    for number, rate in enumerate(wanted):
        real, minus = (
            value(one_course.rate_of(2 * number + part, NAMES[0]), numbers) for part in (0, 1)
        )
        assert abs(mpc(real, -minus) - numbers[one_course.c] * rate) < 1e-12


def test_the_couplings_are_what_stands_at_the_products_of_two_gaps():
    numbers = drawn(2)
    gaps = [numbers[a] - numbers[b] for a, b in zip(*NAMES)]
    slope = sum(
        gap
        * (
            value(one_course.rate_of(n, NAMES[0]), numbers)
            - value(one_course.rate_of(n, NAMES[1]), numbers)
        )
        for n, gap in enumerate(gaps)
    )
    products = sum(
        value(one_course.coupling(i, j, *NAMES), numbers) * gaps[i] * gaps[j]
        for i, j in one_course.PAIRS
    )
    assert abs(slope - products) < 1e-12


def test_the_courses_agree_at_the_end_where_they_follow_and_start_together_and_nothing_else():
    found = one_course.same_course()
    assert found.hypotheses == {*one_course.PREMISES, le(num(0), one_course.last)}
    last = one_course.last
    pairs = zip(one_course.ONE_COURSE, one_course.OTHER)
    assert list(found.conclusion.args) == [eq(f(last), g(last)) for f, g in pairs]
