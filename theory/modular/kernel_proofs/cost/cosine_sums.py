"""Sums of cosines and sines over Z/p: zero unless the frequency is a multiple of p;
powers of them.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import I, cos, fn, sin
from theory.modular.kernel_proofs.transforms.waves import (
    full,
    multiple_of_p,
    next_,
    wave_sum,
)
from theory.modular.letters import p, turn, wave
from theory.modular.letters.cost import multiple, odd, xi
from theory.proof.lemmas import trichotomy
from theory.proof.rules import Theorem, assume, discharge, order, witness
from theory.proof.sums.finite import sum_of
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    by_cases,
    combine,
    contradiction,
    equal_inside,
    fact,
    given,
    obtain,
    put,
    ring,
    written,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import FALSE, INT, ONE, ZERO, Term, call, eq, lt, negation, num, var

d = var("d", INT)


def apart(frequency: Term) -> Term:
    """The frequency is no multiple of p."""
    return negation(multiple(frequency))


@cache
def _waves_vanish() -> Theorem:
    """sum_k wave(k d) = 0, where d is no multiple of p."""

    def whole_multiple(n, found):
        times = multiple_of_p(eq(d, p * n), n, found)
        return given(
            assume(apart(d)), witness(multiple(d), n, combine(eq(d, p * n + 0), (1, times)))
        )

    return discharge(apart(d), wave_sum(d, whole_multiple))


@cache
def zero_sums() -> tuple[Theorem, Theorem]:
    """sum_a cos(2 pi d a/p) = 0 and that of the sines, from the real and the imaginary part."""
    top = p - 1
    cosines, sines = fn(lambda a: cos(turn(d * a))), fn(lambda a: sin(turn(d * a)))
    C, S = sum_of(cosines, 0, top), sum_of(sines, 0, top)
    zero = given(_waves_vanish(), assume(apart(d)))
    parts = evaluated(lambda k: wave(k * d), 0, top, full())
    one = combine(eq(C + I * S, 0), (1, parts), (1, zero))
    flat = equal_inside(call("conj", C + I * S), one)
    turned = ring(
        eq(call("conj", C + I * S), C - I * S),
        fact("conj-sum", z=C, w=I * S),
        fact("conj-product", z=I, w=S),
        fact("conj-real", x=C),
        fact("conj-real", x=S),
        fact("conj-i"),
    )
    other = combine(eq(C - I * S, 0), (1, turned), (1, flat), (1, fact("conj-real", x=ZERO)))
    half = num(1, 2)
    return (
        discharge(apart(d), combine(eq(C, 0), (half, one), (half, other))),
        discharge(
            apart(d),
            combine(eq(S, 0), (half * I, one), (half * I, other), (S, fact("i"))),
        ),
    )


def vanishing(frequency: Term, no_multiple: Theorem) -> list[Theorem]:
    """sum_a cos(2 pi d a/p) = 0 and sum_a sin(2 pi d a/p) = 0."""
    return [given(put(one, d=frequency), no_multiple) for one in zero_sums()]


def halved(frequency: Term, no_multiple: Theorem) -> Theorem:
    """p odd, d no multiple of p: neither is 2 d = p n. For n = 2 (d - q n) with p = 2 q + 1."""
    goal = apart(2 * frequency)

    def from_quotient(q, p_is):
        def from_multiple(n, found):
            half = frequency - q * n
            equation = eq(frequency, p * half + 0)
            # p = 2q + 1, 2d = p n:  p (d - q n) = p d - q (2 d) = (p - 2 q) d = d
            shown = combine(equation, (q, found), (frequency, p_is))
            return given(no_multiple, witness(multiple(frequency), half, shown))

        return obtain(assume(multiple(2 * frequency)), from_multiple)

    false = obtain(assume(odd()), from_quotient)
    return discharge(goal.args[0], false)


def within(frequency: Term, low: Theorem, high: Theorem) -> Theorem:
    """0 < d < p: d is no multiple of p."""

    def from_witness(n, known):
        size = assume(lt(0, p))

        def no(false):
            return contradiction(false, FALSE)

        return by_cases(
            trichotomy(n),
            lambda less: no(
                order(
                    lt(ZERO, ZERO),
                    ((num(1), known),),
                    (
                        (ONE, (low,), ONE),
                        (ONE, (size, next_(n, ZERO, less)), ONE),
                        (ONE, (size,), ONE),
                    ),
                )
            ),
            lambda same: no(
                order(lt(ZERO, ZERO), ((num(1), known), (p, same)), ((ONE, (low,), ONE),))
            ),
            lambda more: no(
                order(
                    lt(ZERO, ZERO),
                    ((num(-1), known),),
                    ((ONE, (high,), ONE), (ONE, (size, next_(ZERO, n, more)), ONE)),
                )
            ),
        )

    return discharge(multiple(frequency), obtain(assume(multiple(frequency)), from_witness))


def no_multiple_within(d: Term, low: Theorem, high: Theorem, nonzero) -> Theorem:
    """d is no multiple of p, where -p < d < p and nonzero(d = 0) gives falsehood."""
    size = assume(lt(0, p))

    def from_witness(n, known):
        def no(false):
            return contradiction(false, FALSE)

        return by_cases(
            trichotomy(n),
            lambda less: no(
                order(
                    lt(ZERO, ZERO),
                    ((num(1), known),),
                    ((ONE, (low,), ONE), (ONE, (size, next_(n, ZERO, less)), ONE)),
                )
            ),
            lambda same: nonzero(combine(eq(d, 0), (1, known), (p, same))),
            lambda more: no(
                order(
                    lt(ZERO, ZERO),
                    ((num(-1), known),),
                    ((ONE, (high,), ONE), (ONE, (size, next_(ZERO, n, more)), ONE)),
                )
            ),
        )

    return discharge(multiple(d), obtain(assume(multiple(d)), from_witness))


def c_of(a: Term, frequency: Term = xi) -> Term:
    """cos(2 pi xi a/p)."""
    return cos(turn(frequency * a))


def s_of(a: Term, frequency: Term = xi) -> Term:
    """sin(2 pi xi a/p)."""
    return sin(turn(frequency * a))


def own_frequency() -> Theorem:
    """xi is no multiple of p."""
    return within(xi, assume(lt(0, xi)), assume(lt(xi, p)))


def squared(a: Term) -> list[Theorem]:
    """c^4, c^3 s, c^2 and c s of the angle 2 pi xi a/p, in cosines and sines of twice and four
    times it.
    """
    c, s, angle = c_of(a), s_of(a), turn(xi * a)
    cos2, sin2 = spread(turn(2 * xi * a), [(2, angle)])
    cos4, sin4 = spread(turn(4 * xi * a), [(4, angle)])
    two, four = turn(2 * xi * a), turn(4 * xi * a)
    rules = (cos2, sin2, cos4, sin4, circle(angle))
    half, eighth = num(1, 2), num(1, 8)
    return [
        ring(eq(c**4, num(3, 8) + half * cos(two) + eighth * cos(four)), *rules),
        ring(eq(c**3 * s, num(1, 4) * sin(two) + eighth * sin(four)), *rules),
        ring(eq(c**2, half + half * cos(two)), *rules),
        ring(eq(c * s, half * sin(two)), *rules),
    ]


@cache
def moments() -> list[Theorem]:
    """The sums over a of c, s, c^2, c s, c^4 and c^3 s, where c and s are cos and sin of 2 pi xi
    a/p.
    """
    one = own_frequency()
    two = halved(xi, one)
    four = written_multiple(halved(2 * xi, two), 4 * xi)
    values = [*vanishing(xi, one), *vanishing(2 * xi, two), *vanishing(4 * xi, four)]
    powers = ((1, 0), (0, 1), (2, 0), (1, 1), (4, 0), (3, 1))
    return values[:2] + [
        evaluated(lambda a: c_of(a) ** m * s_of(a) ** n, 0, p - 1, full(), squared, values)
        for m, n in powers[2:]
    ]


def written_multiple(theorem: Theorem, frequency: Term) -> Theorem:
    """No multiple, with the frequency written otherwise."""
    return written(apart(frequency), theorem)
