"""A sum over Z/p against a wave that differs from 1 picks one summand."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import I, cos, fn, sin
from theory.modular.kernel_proofs.transforms.waves import (
    above_zero,
    full,
    next_,
    orthogonality,
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
    order,
)
from theory.proof.sums.finite import constant_sum, empty, step, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    fresh,
    given,
    induction,
    put,
    total,
    weaker,
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
    make,
    negation,
    num,
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
        letter = fresh(INT, "d")
        equation = eq(d, 0)
        unequal = discharge(equation, given(known, combine(eq(b, a), (1, assume(equation)))))
        low = bound(lt(-p, d), (), [[b_low], [a_high]])
        high = bound(lt(d, p), (), [[b_high], [a_low]])
        theorem = orthogonality(letter)
        for one in (lt(-p, letter), lt(letter, p), negation(eq(letter, 0))):
            theorem = discharge(one, theorem)
        zero = given(put(theorem, **{letter.data[0]: d}), unequal, high, low)
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


@cache
def picked() -> Theorem:
    """sum_{k=0}^{top} (s(k) where k = a, else 0) = s(a) where a <= top, else 0; for 0 <= a."""
    s, a = function("s", INT, COMPLEX), var("a", INT)
    low = assume(le(0, a))
    summand = fn(lambda k: delta(k, a, s(k)))

    def statement(top):
        return eq(sum_of(summand, 0, top), make("ite", None, (le(a, top), s(a), ZERO)))

    def no(false, condition):
        return discharge(condition, given(put(axiom("irreflexive"), x=ZERO), false))

    before = le(a, ZERO - 1)
    never = no(bound(lt(0, 0), (), [[assume(before)], [low]]), before)
    base = combine(
        statement(ZERO - 1),
        (1, empty(summand, ZERO)),
        (1, chosen(before, s(a), ZERO, never, False)),
    )

    def next_one(top, ordered, now):
        unfolded = step(summand, ZERO, top, ordered)
        goal = statement(top + 1)
        here, there = le(a, top), le(a, top + 1)
        last = eq(top + 1, a)

        def answer(inside_now, inside_next, at_last, at_value=None):
            pieces = [
                (1, unfolded),
                (1, now),
                (1, chosen(here, s(a), ZERO, inside_now[0], inside_now[1])),
                (1, chosen(there, s(a), ZERO, inside_next[0], inside_next[1])),
                (1, chosen(last, s(top + 1), ZERO, at_last[0], at_last[1])),
            ]
            return combine(goal, *pieces, *([(1, at_value)] if at_value else []))

        def less(known):  # a < top + 1
            inside = bound(le(a, top), (), [[next_(a, top + 1, known)]])
            away = no(
                order(lt(ZERO, ZERO), ((num(1), assume(last)),), ((ONE, (known,), ONE),)), last
            )
            return answer((inside, True), (weaker(known), True), (away, False))

        def same(known):  # a = top + 1
            outside = no(
                order(
                    lt(ZERO, ZERO),
                    ((num(-1), known),),
                    ((ONE, (assume(here),), ONE), (ONE, (), ONE)),
                ),
                here,
            )
            hit = combine(last, (1, known))
            return answer(
                (outside, False),
                (order(there, ((num(1), known),), ()), True),
                (hit, True),
                equal_inside(s(top + 1), hit),
            )

        def more(known):  # top + 1 < a
            outside = no(
                order(
                    lt(ZERO, ZERO),
                    (),
                    ((ONE, (assume(here),), ONE), (ONE, (known,), ONE), (ONE, (), ONE)),
                ),
                here,
            )
            beyond = no(
                order(lt(ZERO, ZERO), (), ((ONE, (assume(there),), ONE), (ONE, (known,), ONE))),
                there,
            )
            away = no(
                order(lt(ZERO, ZERO), ((num(-1), assume(last)),), ((ONE, (known,), ONE),)), last
            )
            return answer((outside, False), (beyond, False), (away, False))

        return by_cases(trichotomy(a, top + 1), less, same, more)

    return induction(statement, ZERO - 1, base, next_one)


def pick(summand: Term, a: Term, low: Theorem, high: Theorem) -> Theorem:
    """sum_{k=0}^{p-1} (s(k) where k = a, else 0) = s(a) for a in 0, ..., p - 1."""
    theorem = put(discharge(le(ZERO, var("a", INT)), picked()), s=summand, a=a)
    whole = at(given(theorem, low), p - 1, bound(le(ZERO - 1, p - 1), (), [[above_zero()]]))
    from theory.proof.terms import apply

    value = apply(summand, (a,))
    return combine(
        eq(whole.conclusion.args[0], value),
        (1, whole),
        (1, chosen(le(a, p - 1), value, ZERO, high, True)),
    )
