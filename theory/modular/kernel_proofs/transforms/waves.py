"""Waves on Z/p: products, conjugates, whole turns, and orthogonality for every p."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.script import I, cos, fn, sin
from theory.modular.letters import p, turn, wave
from theory.proof.lemmas import inv, product_zero, trichotomy
from theory.proof.lemmas.sizes import root_zero
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    axiom,
    discharge,
    order,
)
from theory.proof.sums.finite import by_induction, scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    fresh,
    given,
    inverse,
    obtain,
    put,
    ring,
)
from theory.proof.terms import (
    COMPLEX,
    INT,
    ONE,
    ZERO,
    Term,
    call,
    eq,
    function,
    le,
    lt,
    negation,
    num,
)

# --- waves on Z/p ---------------------------------------------------------------------------------


def above_zero() -> Theorem:
    """0 < p, as a hypothesis."""
    return assume(lt(0, p))


def full() -> Theorem:
    """0 <= (p - 1) + 1."""
    return bound(le(0, (p - 1) + 1), (), [[above_zero()]])


def unit() -> Theorem:
    """p (1/p) = 1."""
    return inverse(p, [above_zero()])


@cache
def sin_zero() -> Theorem:
    """sin(0) = 0, the sine of the difference 0 - 0."""
    return ring(eq(sin(ZERO), 0), fact("sin-difference", x=ZERO, y=ZERO))


def cos_sum(a: Term, b: Term) -> list[Theorem]:
    """cos and sin of a + b, and of -b."""
    even = ring(
        eq(cos(-b), cos(b)), fact("cos-difference", x=ZERO, y=b), fact("cos-zero"), sin_zero()
    )
    odd = ring(
        eq(sin(-b), -sin(b)), fact("sin-difference", x=ZERO, y=b), fact("cos-zero"), sin_zero()
    )
    plus = ring(
        eq(cos(a + b), cos(a) * cos(b) - sin(a) * sin(b)),
        fact("cos-difference", x=a, y=-b),
        even,
        odd,
    )
    other = ring(
        eq(sin(a + b), sin(a) * cos(b) + cos(a) * sin(b)),
        fact("sin-difference", x=a, y=-b),
        even,
        odd,
    )
    return [plus, other, even, odd]


def wave_product(a: Term, b: Term) -> Theorem:
    """wave(a) wave(b) = wave(a + b)."""
    plus, other, *_ = cos_sum(turn(a), turn(b))
    return ring(eq(wave(a) * wave(b), wave(a + b)), plus, other, fact("i"))


def wave_conjugate(a: Term) -> Theorem:
    """conj(wave(a)) = wave(-a)."""
    c, s = cos(turn(a)), sin(turn(a))
    _, _, even, odd = cos_sum(ZERO, turn(a))
    return ring(
        eq(call("conj", wave(a)), wave(-a)),
        fact("conj-sum", z=c, w=I * s),
        fact("conj-product", z=I, w=s),
        fact("conj-real", x=c),
        fact("conj-real", x=s),
        fact("conj-i"),
        even,
        odd,
    )


def wave_zero() -> Theorem:
    """wave(0) = cos(0) + i sin(0) = 1."""
    return ring(eq(wave(ZERO), 1), fact("cos-zero"), sin_zero())


def whole_turns(a: Term) -> Theorem:
    """wave(p a) = 1."""
    angle = turn(p * a)
    same = ring(eq(angle, 2 * call("pi") * a), unit())
    one = ring(eq(cos(angle), 1), equal_inside(cos(angle), same), fact("cos-turns", n=a))
    circle = ring(
        eq(sin(angle) ** 2, 0),
        combine(
            eq(sin(angle) ** 2, 1 - cos(angle) ** 2),
            (1, fact("cos-difference", x=angle, y=angle)),
            (1, fact("cos-zero")),
        ),
        one,
    )
    flat = root_zero(sin(angle), circle)
    return ring(eq(wave(p * a), 1), one, flat)


@cache
def shifted() -> Theorem:
    """sum_{k=0}^{p-1} f(k + 1) = sum_{k=0}^{p-1} f(k) + f(p) - f(0), for any f."""
    f = function("f", INT, COMPLEX)
    later, now = fn(lambda k: f(k + 1)), fn(lambda k: f(k))
    whole = by_induction(
        ZERO,
        lambda top: eq(sum_of(later, 0, top), sum_of(now, 0, top) + f(top + 1) - f(0)),
        [later, now],
    )
    return at(whole, p - 1, bound(le(ZERO - 1, p - 1), (), [[above_zero()]]))


def turned_sum(d: Term) -> Theorem:
    """(wave(d) - 1) sum_{k=0}^{p-1} wave(k d) = wave(p d) - wave(0) = 0."""
    summand = fn(lambda k: wave(k * d))
    moved = summand_equal(
        fn(lambda k: wave(d) * wave(k * d)),
        fn(lambda k: wave((k + 1) * d)),
        0,
        p - 1,
        lambda k, *_: written_as(
            eq(wave(d) * wave(k * d), wave((k + 1) * d)), wave_product(d, k * d)
        ),
    )
    return combine(
        eq((wave(d) - 1) * sum_of(summand, 0, p - 1), 0),
        (1, scaled(wave(d), summand, 0, p - 1, full())),
        (1, moved),
        (1, put(shifted(), f=summand)),
        (1, written_as(eq(wave(((p - 1) + 1) * d), 1), whole_turns(d))),
        (1, written_as(eq(wave(ZERO * d), 1), wave_zero())),
    )


def cosine_one(d: Term, same: Theorem) -> Theorem:
    """cos(2 pi d/p) = 1, from wave(d) - 1 = 0: half the sum with the conjugate."""
    angle, half = turn(d), num(1, 2)
    turned = eq(call("conj", wave(d) - 1), cos(angle) - I * sin(angle) - 1)
    return combine(
        eq(cos(angle), 1),
        (half, same),
        (half, equal_inside(call("conj", wave(d) - 1), same)),
        (half, ring(turned, *conj_rules(angle))),
        (half, fact("conj-real", x=ZERO)),
    )


def wave_sum(d: Term, impossible: Callable) -> Theorem:
    """sum_{k=0}^{p-1} wave(k d) = 0: else wave(d) = 1, and so 2 pi d/p = 2 pi n for a whole
    number n, which impossible(n, this) is to refute.
    """
    product = turned_sum(d)
    goal = eq(product.conclusion.args[0].args[1], 0)

    def turning(same):
        return obtain(
            fact("cos-one", cosine_one(d, same), x=turn(d)),
            lambda n, found: absurd(impossible(n, found), goal),
        )

    return by_cases(eq(wave(d) - 1, 0), turning, lambda other: product_zero(product, other))


def multiple_of_p(goal: Term, n: Term, found: Theorem) -> Theorem:
    """d = n p, as ``goal`` writes it, from 2 pi d/p = 2 pi n."""
    d, pi = goal.args[0], call("pi")
    round_ = inverse(pi, [fact("pi-positive")])
    return combine(
        goal,
        (num(1, 2) * inv(pi) * p, found),
        (d * p * inv(p), round_),
        (d, unit()),
        (n * p, round_),
    )


@cache
def orthogonality(d: Term) -> Theorem:
    """sum_{k=0}^{p-1} wave(k d) = 0, where -p < d < p and d != 0."""
    low, high = assume(lt(-p, d)), assume(lt(d, p))
    some = assume(negation(eq(d, 0)))
    size = above_zero()

    def no(sign, times, *positive):
        """0 < 0: sign (d - n p) = 0, and these products are positive."""
        terms = tuple((ONE, factors, ONE) for factors in positive)
        false = order(lt(ZERO, ZERO), ((num(sign), times),), terms)
        return given(put(axiom("irreflexive"), x=ZERO), false)

    def multiple(n, found):
        """d = n p, and |d| < p leaves n = 0 alone."""
        times = multiple_of_p(eq(d, n * p), n, found)
        return by_cases(
            trichotomy(n),
            lambda less: no(1, times, (low,), (next_(n, ZERO, less), size)),
            lambda same: given(some, combine(eq(d, 0), (1, times), (p, same))),
            lambda more: no(-1, times, (high,), (next_(ZERO, n, more), size)),
        )

    return wave_sum(d, multiple)


def orthogonal_at(d: Term, low: Theorem, high: Theorem, apart: Theorem) -> Theorem:
    """sum_{k=0}^{p-1} wave(k d) = 0, from -p < d, d < p and d != 0."""
    letter = fresh(INT, "d")
    theorem = orthogonality(letter)
    for one in (lt(-p, letter), lt(letter, p), negation(eq(letter, 0))):
        theorem = discharge(one, theorem)
    return given(put(theorem, **{letter.data[0]: d}), apart, high, low)


def next_(a: Term, b: Term, less: Theorem) -> Theorem:
    """a < b gives a + 1 <= b for whole numbers."""
    return given(put(axiom("discrete"), n=a, m=b), less)


def conj_rules(angle: Term) -> list[Theorem]:
    """conj(cos + i sin - 1) = cos - i sin - 1."""
    c, s = cos(angle), sin(angle)
    return [
        fact("conj-sum", z=c + I * s, w=num(-1)),
        fact("conj-sum", z=c, w=I * s),
        fact("conj-product", z=I, w=s),
        fact("conj-i"),
        fact("conj-real", x=c),
        fact("conj-real", x=s),
        fact("conj-real", x=num(-1)),
    ]


def written_as(goal: Term, theorem: Theorem) -> Theorem:
    """An equation written otherwise."""
    return combine(goal, (1, theorem))
