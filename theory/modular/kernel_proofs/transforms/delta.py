"""A sum over Z/p against a wave that differs from 1 picks one summand."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import I, cos, fn, sin
from theory.modular.kernel_proofs.transforms.waves import (
    above_zero,
    full,
    next_,
    orthogonal_at,
    wave_zero,
)
from theory.modular.letters import p, turn, wave
from theory.proof.lemmas import inv, trichotomy
from theory.proof.lemmas.elementary import chosen
from theory.proof.rules import (
    Theorem,
    assume,
    axiom,
    discharge,
)
from theory.proof.sums.finite import constant_sum, empty, step, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    given,
    induction,
    put,
    total,
    weaker,
)
from theory.proof.tactics.linear import ordered
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
    make,
    var,
)


def delta(a: Term, b: Term, value: Term) -> Term:
    """value where a = b, else 0."""
    return make("ite", None, (eq(a, b), value, ZERO))


def kernel(a: Term, b: Term, inside: list[Theorem]) -> Theorem:
    """sum_k wave(k (b - a)) = p where a = b, else 0; both in 0, ..., p - 1."""
    a_low, a_high, b_low, b_high = inside
    condition = eq(b, a)
    goal = eq(total(0, p - 1, lambda k: wave(k * (b - a))), delta(b, a, p))

    def same(known):
        ones = summand_equal(
            fn(lambda k: wave(k * (b - a))),
            fn(lambda k: ONE),
            0,
            p - 1,
            lambda k, *_: flat(k, known),
        )
        count = constant_sum(ONE, 0, p - 1, full())
        return combine(goal, (1, ones), (1, count), (1, chosen(condition, p, ZERO, known, True)))

    def flat(k, known):
        none = combine(eq(k * (b - a), 0), (k, known))
        return combine(
            eq(wave(k * (b - a)), 1), (1, substitute_in(wave(k * (b - a)), none)), (1, wave_zero())
        )

    def other(known):
        d = b - a
        equation = eq(d, 0)
        unequal = discharge(equation, given(known, combine(eq(b, a), (1, assume(equation)))))
        low = bound(lt(-p, d), (), [[b_low], [a_high]])
        high = bound(lt(d, p), (), [[b_high], [a_low]])
        zero = orthogonal_at(d, low, high, unequal)
        return combine(goal, (1, zero), (1, chosen(condition, p, ZERO, known, False)))

    return by_cases(condition, same, other)


def substitute_in(whole: Term, equation: Theorem) -> Theorem:
    """wave(m) = wave(0) from m = 0: through cosine and sine, whose arguments hold m inside."""
    left, _ = equation.conclusion.args
    angle = combine(eq(turn(left), turn(ZERO)), (2 * call("pi") * inv(p), equation))
    return combine(
        eq(whole, wave(ZERO)),
        (1, equal_inside(cos(turn(left)), angle)),
        (I, equal_inside(sin(turn(left)), angle)),
    )


S, A = function("s", INT, COMPLEX), var("a", INT)
A_LOW = assume(le(0, A))
MARKED = fn(lambda k: delta(k, A, S(k)))


def picked_to(top: Term) -> Term:
    """sum_{k=0}^{top} (s(k) where k = a, else 0) = s(a) where a <= top, else 0."""
    return eq(sum_of(MARKED, 0, top), make("ite", None, (le(A, top), S(A), ZERO)))


def refuted(condition: Term, false: Theorem) -> Theorem:
    """not condition, from 0 < 0 under it."""
    return discharge(condition, given(put(axiom("irreflexive"), x=ZERO), false))


def picked_from_none() -> Theorem:
    """``picked_to(-1)``: the sum is empty, and a <= -1 is false."""
    before = le(A, ZERO - 1)
    never = refuted(before, bound(lt(0, 0), (), [[assume(before)], [A_LOW]]))
    return combine(
        picked_to(ZERO - 1),
        (1, empty(MARKED, ZERO)),
        (1, chosen(before, S(A), ZERO, never, False)),
    )


def picked_next(top: Term, ordered_: Theorem, now: Theorem) -> Theorem:
    """``picked_to(top + 1)`` from ``picked_to(top)``: the summand that is new is s(a) where
    a = top + 1, else 0.
    """
    unfolded = step(MARKED, ZERO, top, ordered_)
    here, there, last = le(A, top), le(A, top + 1), eq(top + 1, A)

    def answer(at_top, at_next, at_last, *value):
        """Each is (theorem, True) of the condition, or (theorem, False) of its contrary."""
        return combine(
            picked_to(top + 1),
            (1, unfolded),
            (1, now),
            (1, chosen(here, S(A), ZERO, *at_top)),
            (1, chosen(there, S(A), ZERO, *at_next)),
            (1, chosen(last, S(top + 1), ZERO, *at_last)),
            *((1, one) for one in value),
        )

    def less(known):  # a < top + 1
        inside = bound(le(A, top), (), [[next_(A, top + 1, known)]])
        away = refuted(last, ordered(lt(ZERO, ZERO), [(1, assume(last))], [known]))
        return answer((inside, True), (weaker(known), True), (away, False))

    def same(known):  # a = top + 1
        outside = refuted(here, ordered(lt(ZERO, ZERO), [(1, known)], [assume(here)], [ONE]))
        inside = ordered(there, [(1, known)])
        hit = combine(last, (1, known))
        value = equal_inside(S(top + 1), hit)
        return answer((outside, False), (inside, True), (hit, True), value)

    def more(known):  # top + 1 < a
        outside = refuted(here, ordered(lt(ZERO, ZERO), [], [assume(here)], [known], [ONE]))
        beyond = refuted(there, ordered(lt(ZERO, ZERO), [], [assume(there)], [known]))
        away = refuted(last, ordered(lt(ZERO, ZERO), [(1, assume(last))], [known]))
        return answer((outside, False), (beyond, False), (away, False))

    return by_cases(trichotomy(A, top + 1), less, same, more)


@cache
def picked() -> Theorem:
    """For all top >= -1: ``picked_to(top)``, for 0 <= a."""
    return induction(picked_to, ZERO - 1, picked_from_none(), picked_next)


def pick(summand: Term, a: Term, low: Theorem, high: Theorem) -> Theorem:
    """sum_{k=0}^{p-1} (s(k) where k = a, else 0) = s(a) for a in 0, ..., p - 1."""
    theorem = put(discharge(A_LOW.conclusion, picked()), s=summand, a=a)
    whole = at(given(theorem, low), p - 1, bound(le(ZERO - 1, p - 1), (), [[above_zero()]]))
    from theory.proof.terms import apply

    value = apply(summand, (a,))
    return combine(
        eq(whole.conclusion.args[0], value),
        (1, whole),
        (1, chosen(le(a, p - 1), value, ZERO, high, True)),
    )
