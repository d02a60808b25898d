"""Of the 16 products of two expanded squares all are different, and four have a mean: those of a
term with its like.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, goal
from theory.modular.kernel_proofs.cost.aligned_utility import over_all_pairs
from theory.modular.kernel_proofs.cost.cosine_sums import moments
from theory.modular.kernel_proofs.figure.numbers import each_number
from theory.modular.kernel_proofs.maxima.local_maxima import shown_of
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import turn
from theory.modular.letters.cost import xi
from theory.modular.letters.terms import (
    differ,
    expanded,
    left_over,
    new,
    terms,
    terms_left,
)
from theory.proof.rules import Theorem, assume, conjoin, discharge, specialise
from theory.proof.sums.finite import empty, step, sum_of, summand_equal
from theory.proof.tactics import (
    bound,
    combine,
    contradiction,
    differs,
    everywhere,
    fact,
    fresh,
    given,
    obtain,
    positive,
    ring,
    total,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.tactics.linear import both_ways
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    eq,
    le,
    lt,
    make,
    negation,
    num,
)

PLACES = (1, 2, 3, 4)


# --- which term -----------------------------------------------------------------------------------
def term_is(index: Term, number: int, known: Theorem | None, neuron, a: Term, b: Term) -> Theorem:
    """The term is the one with this number; ``known`` says index = number, None where it is it."""
    whole = expanded(index, neuron, a, b)
    rules = []
    part = whole
    for place in PLACES[:3]:
        condition, first, second = part.args
        if place == number:
            same = combine(condition, (1, known)) if known else ring(condition)
            rules.append(fact("ite-true", same, P=condition, z=first, w=second))
            return chain(whole, rules)
        rules.append(
            fact("ite-false", _apart(condition, number, known), P=condition, z=first, w=second)
        )
        part = second
    return chain(whole, rules)


def chain(whole: Term, rules: list[Theorem]) -> Theorem:
    """The term, from one choice after the other."""
    return combine(eq(whole, rules[-1].conclusion.args[1]), *((1, one) for one in rules))


def _apart(condition: Term, number: int, known: Theorem | None) -> Theorem:
    """not index = place, where index is another number."""
    _, place = condition.args
    here = num(number)
    less = lt(here, place) if number < place.data[0] else lt(place, here)
    far = differs(bound(less), negation(eq(here, place)))
    equal = assume(condition)
    links = [(1, equal)] + ([(1, known)] if known else [])
    return discharge(condition, given(far, combine(eq(here, place), *links)))


# --- means ----------------------------------------------------------------------------------------
def inside(factors, a: Term, b: Term) -> list[Theorem]:
    """The cosines of two terms in those of 2 pi xi a/p and 2 pi xi b/p."""
    if a is b:
        return [circle(turn(xi * a))]
    found = []
    for number, (_, _, s, t) in factors:
        al, be = s - turn(xi * a), t - turn(xi * b)
        up, down = turn(xi * a), turn(xi * b)
        angles = {
            1: [],
            2: [(2 * al, [(2, s), (-2, up)])],
            3: [(2 * be, [(2, t), (-2, down)])],
            4: [
                (al + be, [(1, s), (1, t), (-1, up), (-1, down)]),
                (al - be, [(1, s), (-1, t), (-1, up), (1, down)]),
            ],
        }[number]
        found += [
            spread(angle, [one for one in parts if one[1] is not ZERO])[0]
            for angle, parts in angles
        ]
    return [*found, circle(turn(xi * a)), circle(turn(xi * b))]


def mean(r: int, s: int, one, other) -> Theorem:
    """sum_ab of the product of the terms r and s, evaluated."""

    def body(a, b):
        first = term_is(num(r), r, None, one, a, b).conclusion.args[1]
        return first * term_is(num(s), s, None, other, a, b).conclusion.args[1]

    value = over_all_pairs(body, lambda a, b: inside(((r, one), (s, other)), a, b), moments())

    def entry(a, b):
        rules = [term_is(num(n), n, None, neuron, a, b) for n, neuron in ((r, one), (s, other))]
        left = expanded(num(r), one, a, b) * expanded(num(s), other, a, b)
        return ring(eq(left, body(a, b)), *rules)

    rows = summand_equal(
        fn(lambda a: total(0, TOP, lambda b: entry(a, b).conclusion.args[0])),
        fn(lambda a: total(0, TOP, lambda b: body(a, b))),
        0,
        TOP,
        lambda a, *_: summand_equal(
            fn(lambda b: entry(a, b).conclusion.args[0]),
            fn(lambda b: body(a, b)),
            0,
            TOP,
            lambda b, *_: entry(a, b),
        ),
    )
    return combine(eq(rows.conclusion.args[0], value.conclusion.args[1]), (1, rows), (1, value))


FLAT = (ONE, ONE, ZERO, ZERO)
LETTERS = tuple(fresh() for _ in range(8))


def left(r: int, s: int) -> Theorem:
    """ite(the product has a mean, 1, 0)."""
    statement = left_over(num(r), num(s))
    if r == s:
        known = mean(r, s, FLAT, FLAT)
        value = known.conclusion.args[1]
        above = positive(value, [above_zero()])
        more = bound(lt(0, known.conclusion.args[0]), [known], [[above]])
        no = differs(more, negation(eq(known.conclusion.args[0], 0)))
        found = shown_of(statement, [*FLAT, *FLAT], no)
        return fact("ite-true", found, P=statement, z=ONE, w=ZERO)
    one, other = LETTERS[:4], LETTERS[4:]
    known = mean(r, s, one, other)
    closed = ring(eq(known.conclusion.args[0], 0), known)
    for letter in reversed(LETTERS):
        closed = everywhere(letter, closed)

    def take(existence: Theorem, found: tuple) -> Theorem:
        if len(found) == 8:
            return given(existence, specialise(closed, *found))
        return obtain(existence, lambda value, known: take(known, (*found, value)))

    false = take(assume(statement), ())
    return fact("ite-false", discharge(statement, false), P=statement, z=ONE, w=ZERO)


# --- different products ---------------------------------------------------------------------------
ONE_NEURON, OTHER_NEURON = (ONE, num(2), ZERO, ZERO), (ONE, num(3), ZERO, ZERO)
VALUES = (
    {1: Fraction(5, 2), 2: Fraction(1, 2), 3: Fraction(2), 4: Fraction(4)},
    {1: Fraction(5), 2: Fraction(1, 2), 3: Fraction(9, 2), 4: Fraction(6)},
)  # the terms of these two at a = b = 0: all 16 products differ


Q, T = fresh(INT, "q"), fresh(INT, "t")


@cache
def valued(index: Term, number: int, place: int) -> Theorem:
    """The term of the first or the second of these neurons, at a = b = 0.

    Where the index is a letter, index = number is a hypothesis.
    """
    neuron = (ONE_NEURON, OTHER_NEURON)[place]
    known = assume(eq(index, num(number))) if index.op == "var" else None
    whole = term_is(index, number, known, neuron, ZERO, ZERO)
    value = VALUES[place][number]
    goal_ = eq(whole.conclusion.args[0], num(value.numerator, value.denominator))
    return ring(goal_, whole, fact("cos-zero"))


@cache
def product_is(n: int, m: int, letters: bool) -> Theorem:
    """The product of two terms of these neurons, at a = b = 0."""
    rules = [valued(Q if letters else num(n), n, 0), valued(T if letters else num(m), m, 1)]
    value = VALUES[0][n] * VALUES[1][m]
    left_ = rules[0].conclusion.args[0] * rules[1].conclusion.args[0]
    return ring(eq(left_, num(value.numerator, value.denominator)), *rules)


def is_new(r: int, s: int) -> Theorem:
    """ite(the product differs from every earlier one, 1, 0) = 1."""
    statement = new(num(r), num(s))
    q, t = Q, T
    premises = [le(1, q), le(q, 4), le(1, t), le(t, 4), lt(4 * q + t, 4 * num(r) + num(s))]
    q_low, q_high, t_low, t_high, earlier = map(assume, premises)
    target = differ(num(r), num(s), q, t)
    own = product_is(r, s, False)
    mine = VALUES[0][r] * VALUES[1][s]

    def at_pair(n, is_n, m, is_m):
        if 4 * n + m >= 4 * r + s:
            return contradiction(too_late(earlier, is_n, is_m), target)
        theirs = VALUES[0][n] * VALUES[1][m]
        other = product_is(n, m, True)
        values = [num(one.numerator, one.denominator) for one in (mine, theirs)]
        less = lt(*values) if mine < theirs else lt(values[1], values[0])
        apart = differs(bound(less), negation(eq(*values)))
        equal = assume(eq(own.conclusion.args[0], other.conclusion.args[0]))
        no = given(apart, combine(eq(*values), (1, equal), (1, own), (1, other)))
        found = discharge(equal.conclusion, no)
        whole = shown_of(target, [*ONE_NEURON, *OTHER_NEURON, ZERO, ZERO], found)
        for condition in (eq(q, num(n)), eq(t, num(m))):
            whole = discharge(condition, whole)
        return given(whole, is_m, is_n)

    shown = each_number(
        q,
        q_low,
        q_high,
        4,
        lambda n, is_n: each_number(t, t_low, t_high, 4, lambda m, is_m: at_pair(n, is_n, m, is_m)),
    )
    whole = everywhere(q, everywhere(t, shown, *premises))
    return fact("ite-true", whole, P=statement, z=ONE, w=ZERO)


def too_late(earlier: Theorem, is_n: Theorem, is_m: Theorem) -> Theorem:
    """4 n + m < 4 r + s is false for these numbers: c < c."""
    known = [[earlier], *([one] for each in (is_n, is_m) for one in both_ways(each))]
    return bound(lt(0, 0), (), known)


# --- counted --------------------------------------------------------------------------------------
def counted(statement, each) -> Theorem:
    """The double sum of marks, one after the other."""

    def row(r: int) -> Theorem:
        summand = fn(lambda s: make("ite", None, (statement(num(r), s), ONE, ZERO)))
        return _summed(summand, lambda s: each(r, s))

    rows = fn(lambda r: total(1, 4, lambda s: make("ite", None, (statement(r, s), ONE, ZERO))))
    return _summed(rows, row)


def _summed(summand: Term, each) -> Theorem:
    found, before = empty(summand, ONE), num(0)
    for number in PLACES:
        here = each(number)
        grown = step(summand, ONE, before, bound(le(0, before)))
        value = _number(found.conclusion.args[1]) + _number(here.conclusion.args[1])
        goal_ = eq(sum_of(summand, 1, number), num(value))
        found = combine(goal_, (1, grown), (1, found), (1, here))
        before = num(number)
    return found


def _number(value: Term) -> int:
    return value.data[0]


@cache
def counts() -> tuple[Theorem, Theorem]:
    """16 and 4."""
    return counted(new, is_new), counted(left_over, left)


@proof("modular.product-terms")
def product_terms() -> Theorem:
    """All differ at one pair of neurons; sums of cosines over a or b are 0."""
    (is_terms,), (is_left,) = defined("modular.terms"), defined("modular.terms-left")
    sixteen, four = counts()
    first = combine(eq(terms, 16), (1, is_terms), (1, sixteen))
    second = combine(eq(terms_left, 4), (1, is_left), (1, four))
    found = {one.conclusion: one for one in (first, second)}
    return conjoin(*(found[one] for one in goal("modular.product-terms").args))
