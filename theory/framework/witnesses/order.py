"""U(l) = l^2 has the order two: its derivatives are l^2, 2 l, 2 and then 0."""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.letters import network, taylor
from theory.framework.witnesses.network import NEURON, holds, unrolled
from theory.proof.lemmas import trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, absurd, assume, conjoin, order, reflexive
from theory.proof.tactics import (
    bound,
    by_cases,
    contradiction,
    derivative,
    differs,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    ring,
    slope_is,
    slope_of_same,
    written,
)
from theory.proof.terms import (
    INT,
    REAL,
    TWO,
    ZERO,
    Term,
    both,
    eq,
    le,
    lt,
    make,
    negation,
    num,
    opened,
    substituted,
)

STEPS = (lambda l: l**2, lambda l: 2 * l, lambda l: TWO, lambda l: ZERO)


def nth(m: Term, l: Term) -> Term:
    """The m-th derivative of l^2."""
    value = ZERO
    for place in (2, 1, 0):
        value = make("ite", None, (eq(m, place), STEPS[place](l), value))
    return value


BUNDLE = ("framework.sigma", "framework.order")
ORDER = {**NEURON, network.order_of: TWO, network.taylor: lam(nth, INT, REAL)}


def sides_of(known: Theorem) -> list[Theorem]:
    """a <= b and b <= a, from a = b."""
    left, right = known.conclusion.args
    return [
        order(le(left, right), ((num(1), known),), ()),
        order(le(right, left), ((num(-1), known),), ()),
    ]


def value(m: Term, l: Term, place: int, known: Theorem) -> Theorem:
    """nth(m, l) = STEPS[place](l), where m = place is known (place 3: that 3 <= m)."""
    rules, rest = [], nth(m, l)
    for one in range(3):
        condition, first, second = rest.args
        if one == place:
            rules.append(fact("ite-true", known, P=condition, z=first, w=second))
            break
        gap = lt(num(one), m) if one < place else lt(m, num(one))
        sides = [known] if place == 3 else sides_of(known)
        strict = bound(gap, (), [[side] for side in sides])
        apart = differs(strict, negation(condition))
        rules.append(fact("ite-false", apart, P=condition, z=first, w=second))
        rest = second
    return ring(eq(nth(m, l), STEPS[place](l)), *rules)


def above(m: Term, low: int, at_least: Theorem, other: Theorem) -> Theorem:
    """low <= m and not m = low: low + 1 <= m."""
    goal = le(low + 1, m)
    return by_cases(
        trichotomy(m, num(low)),
        lambda less: contradiction(bound(lt(0, 0), (), [[less], [at_least]], exact=True), goal),
        lambda same: absurd(given(other, same), goal),
        lambda more: bound(goal, (), [[fact("discrete", more, n=num(low), m=m)]]),
    )


def by_order(m: Term, at_least: Theorem, proof_at: Callable) -> Theorem:
    """proof_at(place, what is known of m) for m = 0, 1, 2 and 3 <= m."""

    def later(low, known):
        if low == 3:
            return proof_at(3, known)
        return by_cases(
            eq(m, low),
            lambda same: proof_at(low, same),
            lambda other: later(low + 1, above(m, low, known, other)),
        )

    return later(0, at_least)


def slopes(m: Term, at_least: Theorem, l: Term, start: int = -1) -> Theorem:
    """nth(m, .) has the slope nth(m + 1, l) at l."""
    ends = le(start, l), le(l, 1)
    inside = [assume(one) for one in ends]

    def slope_at(place, known):
        step = STEPS[place]
        x = fresh()
        same = everywhere(x, value(m, x, place, known), le(start, x), le(x, 1))
        own = derivative(lam(step), start, 1, l)
        turned = slope_of_same(lam(lambda x: nth(m, x)), same, own, *inside)
        after = min(place + 1, 3)
        sides = [known] if place == 3 else sides_of(known)
        up = (
            bound(le(3, m + 1), (), [[side] for side in sides])
            if place > 1
            else ring(eq(m + 1, num(place + 1)), known)
        )
        nexts = value(m + 1, l, after, up)
        wanted = ring(eq(own.conclusion.args[3], nth(m + 1, l)), nexts)
        return slope_is(turned, wanted)

    return by_order(m, at_least, slope_at)


def vanishing(m: Term, at_least: Theorem) -> Theorem:
    """forall m. 0 <= m -> m < 2 -> nth(m, 0) = 0."""
    early = assume(lt(m, TWO))

    def vanishes(place, known):
        flat = eq(nth(m, ZERO), 0)
        if place < 2:
            return ring(flat, value(m, ZERO, place, known))
        sides = sides_of(known) if place == 2 else [known]
        late = bound(lt(0, 0), (), [[early], *([side] for side in sides)])
        return contradiction(late, flat)

    return everywhere(m, by_order(m, at_least, vanishes), at_least.conclusion, early.conclusion)


def square_of_scale() -> Theorem:
    """All conjuncts of the definition, and those of sigma(z) = z."""
    statement = substituted(DEFINITIONS["framework.order"].statement, ORDER)
    many, start, *_ = statement.args
    l, m = fresh(), fresh(INT)
    ends = le(-1, l), le(l, 1)
    goal = opened(start, (l,)).args[1].args[1]
    zero = value(ZERO, l, 0, reflexive(ZERO))
    started = everywhere(l, ring(goal, zero, *unrolled(goal, ())), *ends)
    at_least = assume(le(0, m))
    moving = everywhere(m, everywhere(l, slopes(m, at_least, l), *ends), at_least.conclusion)
    lower = vanishing(m, at_least)
    there = value(TWO, ZERO, 2, reflexive(TWO))
    equation = eq(nth(TWO, ZERO), 0)
    apart = differs(bound(lt(0, nth(TWO, ZERO)), [there]), negation(equation))
    sigma = holds(substituted(DEFINITIONS["framework.sigma"].statement, ORDER))
    found = conjoin(sigma, conjoin(holds(many), started, moving, lower, apart))
    return written(
        substituted(both(*(DEFINITIONS[name].statement for name in BUNDLE)), ORDER), found
    )


# --- the same with factorials, up to 3! -----------------------------------------------------------

LEADING_BUNDLE = ("framework.leading-part",)
FACTORIALS = (1, 1, 2, 6)


def factorial(m: Term) -> Term:
    """m! for m = 0, 1, 2, and 6 from there on."""
    found = num(6)
    for place in (2, 1, 0):
        found = make("ite", None, (eq(m, place), num(FACTORIALS[place]), found))
    return found


def factorial_value(m: Term, place: int, known: Theorem) -> Theorem:
    """factorial(m) = place!, where m = place is known (place 3: that 3 <= m)."""
    rules, rest = [], factorial(m)
    for one in range(3):
        condition, first, second = rest.args
        if one == place:
            rules.append(fact("ite-true", known, P=condition, z=first, w=second))
            break
        gap = lt(num(one), m) if one < place else lt(m, num(one))
        sides = [known] if place == 3 else sides_of(known)
        apart = differs(bound(gap, (), [[side] for side in sides]), negation(condition))
        rules.append(fact("ite-false", apart, P=condition, z=first, w=second))
        rest = second
    return ring(eq(factorial(m), FACTORIALS[place]), *rules)


LEADING = {
    **NEURON,
    taylor.kappa: TWO,
    taylor.utility_of: lam(lambda l: l**2),
    taylor.leading: num(1),
    taylor.factorial: lam(factorial, INT),
    network.taylor: lam(nth, INT, REAL),
}


def leading_square() -> Theorem:
    """U(l) = l^2: order two, U_2 = 1 = 2/2!."""
    statement = substituted(DEFINITIONS["framework.leading-part"].statement, LEADING)
    many, named, *_ = statement.args
    l, m = fresh(), fresh(INT)
    ends = le(0, l), le(l, 1)
    zero = value(ZERO, l, 0, reflexive(ZERO))
    at_least = assume(le(0, m))
    moving = everywhere(m, everywhere(l, slopes(m, at_least, l, 0), *ends), at_least.conclusion)
    within = assume(le(m, TWO))

    def step(place, known):
        goal = eq(factorial(m + 1), (m + 1) * factorial(m))
        if place == 3:
            false = bound(lt(0, 0), (), [[within], [known]])
            return contradiction(false, goal)
        up = (
            bound(le(3, m + 1), (), [[side] for side in sides_of(known)])
            if place == 2
            else ring(eq(m + 1, num(place + 1)), known)
        )
        after = factorial_value(m + 1, place + 1, up)
        return ring(goal, after, factorial_value(m, place, known), known)

    steps = everywhere(m, by_order(m, at_least, step), at_least.conclusion, within.conclusion)
    there = ring(
        eq(nth(TWO, ZERO), num(1) * factorial(TWO)),
        value(TWO, ZERO, 2, reflexive(TWO)),
        factorial_value(TWO, 2, reflexive(TWO)),
    )
    found = conjoin(
        holds(many),
        holds(named),
        everywhere(l, ring(eq(nth(ZERO, l), l**2), zero), *ends),
        moving,
        vanishing(m, at_least),
        factorial_value(ZERO, 0, reflexive(ZERO)),
        steps,
        there,
    )
    return written(statement, found)
