"""The numbers of the figure: 20 is even, and seven of its ten frequencies have the magnitude 0."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from theory.modular.kernel_proofs.maxima.single import wave_transform, wave_vector
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import p, wave
from theory.modular.letters.figure import (
    SIZE,
    TEMPLATE,
    WAVES,
    figure_magnitude,
    has_rival,
    parity,
    tied,
)
from theory.proof.lemmas import trichotomy
from theory.proof.lemmas.elementary import chosen
from theory.proof.polynomials import polynomial
from theory.proof.rules import Theorem, assume, conjoin, discharge, instantiate, order, witness
from theory.proof.sums.finite import added, empty, scaled, step, sum_of, summand_equal
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    fact,
    fresh,
    given,
    obtain,
    parts,
    ring,
    substitute,
    weaker,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import FALSE, INT, ONE, ZERO, Term, add, eq, le, lt, make, negation, num


@proof("modular.figure-parity")
def figure_parity() -> Theorem:
    """20 = 2 q + 1 has no whole q: q <= 9 is too small, q >= 10 too large."""
    low, high, existence = defined("modular.figure-parity")
    goal = eq(parity, 0)

    def with_quotient(q, known):
        def odd(more):
            one = fact("discrete", more, n=ZERO, m=parity)

            def small(less):
                step_ = fact("discrete", less, n=q, m=num(10))
                false = bound(lt(0, 0), (), [[step_], [high], *_sides(known)])
                return contradiction(false, goal)

            def large(least):
                return contradiction(bound(lt(0, 0), (), [[least], [one], *_sides(known)]), goal)

            return by_cases(
                trichotomy(q, num(10)),
                small,
                lambda same: large(order(le(10, q), ((num(-1), same),), ())),
                lambda more_: large(weaker(more_)),
            )

        return by_cases(
            trichotomy(ZERO, parity),
            odd,
            lambda same: combine(goal, (1, same)),
            lambda less: contradiction(bound(lt(0, 0), (), [[less], [low]]), goal),
        )

    return obtain(existence, with_quotient)


def _sides(equation: Theorem) -> list[list[Theorem]]:
    """a <= b and b <= a, from a = b."""
    a, b = equation.conclusion.args
    return [
        [order(le(a, b), ((ONE, equation),), ())],
        [order(le(b, a), ((num(-1), equation),), ())],
    ]


# --- magnitudes -----------------------------------------------------------------------------------
def height_at(q: int) -> Term:
    """|x^(q)|: ten times the height of the wave with this frequency, or its conjugate."""
    for number, height in WAVES:
        if q in (number, SIZE - number):
            return num(10 * height.data[0], height.data[1])
    return ZERO


PLACE = fresh(INT, "q")


@cache
def spectrum() -> Theorem:
    """x^(q) for 0 <= q <= 19: each wave has its height times 10 at its frequency and at -that."""
    twenty, q = assume(eq(p, SIZE)), PLACE
    inside = [assume(le(0, q)), assume(le(q, TOP))]
    terms = [
        fn(lambda a, m=m: wave_vector(ONE, ZERO, num(m))(a) * wave(-(q * a))) for m, _ in WAVES
    ]
    heights = [height for _, height in WAVES]
    values = []
    for frequency, _ in WAVES:
        m = num(frequency)
        bounds = [bound(le(1, m)), bound(le(m, TOP), [twenty])]
        values.append(wave_transform(ONE, ZERO, q, inside, m, bounds))
    pieces = [fn(lambda a, f=f, h=h: h * f(a)) for f, h in zip(terms, heights)]
    two = fn(lambda a: pieces[0](a) + pieces[1](a))
    own = fn(lambda a: TEMPLATE(a) * wave(-(q * a)))
    split = summand_equal(
        own,
        fn(lambda a: two(a) + pieces[2](a)),
        0,
        TOP,
        lambda a, *_: ring(eq(own(a), two(a) + pieces[2](a))),
    )
    value = add(*(h * one.conclusion.args[1] for h, one in zip(heights, values)))
    known = combine(
        eq(sum_of(own, 0, TOP), value),
        (1, split),
        (1, added(two, pieces[2], 0, TOP, full())),
        (1, added(pieces[0], pieces[1], 0, TOP, full())),
        *((1, scaled(h, f, 0, TOP, full())) for h, f in zip(heights, terms)),
        *((h, one) for h, one in zip(heights, values)),
    )
    for one in (*inside, twenty):
        known = discharge(one.conclusion, known)
    return given(
        instantiate(discharge(lt(0, p), known), p, num(SIZE)),
        bound(lt(0, SIZE)),
        ring(eq(num(SIZE), SIZE)),
    )


@cache
def magnitude(number: int) -> Theorem:
    """|x^(q)| for a number q in 1, ..., 19: the height of the wave there."""
    q = num(number)
    there = given(instantiate(spectrum(), PLACE, q), bound(le(q, SIZE - 1)), bound(le(0, q)))
    marks = [
        _compared(eq(place, q), value == number)
        for frequency, _ in WAVES
        for place, value in (
            (num(frequency), frequency),
            (num(SIZE) - num(frequency), SIZE - frequency),
        )
    ]
    known = ring(eq(there.conclusion.args[0], height_at(number)), there, *marks)
    moved = equal_inside(figure_magnitude(q), known)
    size = fact("abs-nonnegative", bound(le(0, height_at(number))), x=height_at(number))
    return combine(eq(figure_magnitude(q), height_at(number)), (1, moved), (1, size))


def _compared(condition: Term, same: bool) -> Theorem:
    """ite(a = b, 20, 0) of two numbers."""
    a, b = condition.args
    if same:
        return chosen(condition, num(SIZE), ZERO, ring(condition), True)
    less = lt(a, b) if _number(a) < _number(b) else lt(b, a)
    return chosen(condition, num(SIZE), ZERO, differs(bound(less), negation(condition)), False)


def _number(value: Term) -> Fraction:
    """What a term without letters is worth."""
    return polynomial(value).get((), Fraction(0))


def each_number(q: Term, low: Theorem, high: Theorem, last: int, use: Callable) -> Theorem:
    """What use(n, q = n) shows for every n = 1, ..., last, from 1 <= q <= last."""

    def from_(first: int, above: Theorem) -> Theorem:
        if first == last:
            same = linear(eq(q, num(last)), above, high)
            return use(last, same)

        def beyond(more):
            step_ = fact("discrete", more, n=num(first), m=q)
            return from_(first + 1, bound(le(first + 1, q), (), [[step_]]))

        return by_cases(
            trichotomy(num(first), q),
            beyond,
            lambda same: use(first, combine(eq(q, num(first)), (1, same))),
            lambda less: use(first, linear(eq(q, num(first)), above, weaker(less))),
        )

    return from_(1, low)


def shares(number: int) -> Theorem:
    """ite(another frequency has the magnitude, 1, 0), at a number in 1, ..., 10."""
    q = num(number)
    statement = has_rival(q)
    value = height_at(number)
    if value is ZERO:
        other = num(2 if number != 2 else 4)
        apart = differs(bound(lt(other, q) if number > 2 else lt(q, other)), negation(eq(other, q)))
        far = differs(bound(lt(other, SIZE - q)), negation(eq(other, SIZE - q)))
        same = combine(
            eq(figure_magnitude(other), figure_magnitude(q)),
            (1, magnitude(other.data[0])),
            (1, magnitude(number)),
        )
        inside = conjoin(bound(le(1, other)), bound(le(other, SIZE - 1)), apart, far, same)
        found = witness(statement, other, inside)
        return chosen(statement, ONE, ZERO, found, True)

    def none(other, known):
        low, high, apart, far, same = parts(known)

        def at_number(n, is_n):
            if n == number:
                return given(apart, combine(eq(other, q), (1, is_n)))
            if n == SIZE - number:
                return given(far, combine(eq(other, SIZE - q), (1, is_n)))
            here = substitute(same, is_n)
            apart_ = differs(
                bound(lt(height_at(n), value))
                if _number(height_at(n)) < _number(value)
                else bound(lt(value, height_at(n))),
                negation(eq(height_at(n), value)),
            )
            return given(
                apart_,
                combine(
                    eq(height_at(n), value), (1, here), (1, magnitude(n)), (1, magnitude(number))
                ),
            )

        return each_number(other, low, high, SIZE - 1, at_number)

    no = discharge(statement, obtain(assume(statement), none))
    assert no.conclusion.args[1] is FALSE
    return chosen(statement, ONE, ZERO, no, False)


@proof("modular.figure-magnitudes")
def figure_magnitudes() -> Theorem:
    """Of 1, ..., 10 only 1, 3 and 5 have a magnitude of their own."""
    (known,) = defined("modular.figure-tied")
    summand = fn(lambda q: make("ite", None, (has_rival(q), ONE, ZERO)))
    total = empty(summand, ONE)
    count = 0
    before = num(0)
    for number in range(1, SIZE // 2 + 1):
        count += height_at(number) is ZERO
        grown = step(summand, ONE, before, bound(le(0, before)))
        here = shares(number)
        total = combine(
            eq(sum_of(summand, 1, number), num(count)), (1, grown), (1, total), (1, here)
        )
        before = num(number)
    return combine(eq(tied, 7), (1, known), (1, total))
