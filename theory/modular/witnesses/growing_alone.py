"""One frequency of three residues by itself: x = cos(2 pi a/3), and u = v = w = y cos(2 pi a/3)
with y = 1/(1 - 9/8 s), which is the gradient flow of the utility and blows up at s = 8/9.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.letters import p, transform
from theory.modular.witnesses.aligned import ROOT
from theory.modular.witnesses.gradient_at_three import gradient
from theory.modular.witnesses.three_residues import (
    GROWN,
    GROWTH,
    THREE,
    simplified,
    spectrum,
    y,
)
from theory.proof.lemmas import inv, trichotomy
from theory.proof.lemmas.sizes import inverse_is
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    reflexive,
    replace,
    witness,
)
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    differs,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    obtain,
    outermost,
    part_by_part,
    parts,
    positive,
    ring,
    substitute,
    with_slope,
    written,
)
from theory.proof.tactics.linear import linear, ordered, signed_order
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    bind,
    eq,
    le,
    lt,
    make,
    negation,
    num,
    opened,
    substituted,
)

END = num(8, 9)
STEEP = num(3, 2) * ROOT  # 3/sqrt(2), the norm of the weights


def grown(s: Term) -> Term:
    """1/(1 - 9/8 s)."""
    return inv(1 - GROWTH * s)


# --- the only neuron, the only frequency ----------------------------------------------------------
def only_one(statement: Term, proof_of: Callable[[Term], Theorem]) -> Theorem:
    """What is said of every whole number from 1 to 1, shown of 1."""
    j = fresh(INT)
    low, inner = opened(statement, (j,)).args
    high, said = inner.args
    there = opened(statement, (ONE,)).args[1].args[1]
    same = linear(eq(ONE, j), assume(low), assume(high))
    return everywhere(j, replace(same, bind("lam", j, said), proof_of(there)), low, high)


def transform_at(q: Term, now: Term) -> Theorem:
    """The transform of y cos(2 pi a/3) at 1 is 3/2 y, at 0 it is 0."""
    if q is ONE:
        return instantiate(spectrum(), y, now)
    whole = substituted(transform(GROWN, q), {p: THREE})
    return instantiate(combine(eq(whole, 0), (1, simplified(whole))), y, now)


def start(statement: Term) -> Theorem:
    """At 0 it has the transform of the weights at 1, and none at 0."""
    n = fresh(INT)
    low, inner = opened(statement, (n,)).args
    high, said = inner.args
    premises = assume(low), assume(high)

    def at_place(q: Term, same: Theorem) -> Theorem:
        there = opened(statement, (q,)).args[1].args[1]
        return replace(
            same, bind("lam", n, said), conjoin(*(_chosen(q, one) for one in there.args))
        )

    def below(less):
        least = fact("discrete", less, n=n, m=ONE)
        return at_place(ZERO, linear(eq(ZERO, n), least, premises[0]))

    found = by_cases(
        trichotomy(n, ONE),
        below,
        lambda same: at_place(ONE, combine(eq(ONE, n), (1, same))),
        lambda more: contradiction(ordered(lt(0, 0), [], [more], [premises[1]]), said),
    )
    return everywhere(n, found, low, high)


def _chosen(q: Term, statement: Term) -> Theorem:
    """The transform at q is that of the weights, or 0."""
    left, choice = statement.args
    condition, value, other = choice.args
    own = transform_at(q, grown(ZERO))
    own = written(eq(left, own.conclusion.args[1]), own)
    unit_ = inverse(ONE, [])
    if q is ONE:
        picked = fact("ite-true", reflexive(ONE), P=condition, z=value, w=other)
        weights = transform_at(q, ONE)
        weights = written(eq(value, weights.conclusion.args[1]), weights)
        return ring(statement, own, picked, weights, unit_)
    apart = differs(bound(lt(ZERO, ONE)), negation(condition))
    return ring(statement, own, fact("ite-false", apart, P=condition, z=value, w=other))


def alone(statement: Term) -> Theorem:
    """Its frequency by itself: the gradient of the utility, and the start."""

    def proof_at_one(whole: Term) -> Theorem:
        *slopes, begin = whole.args
        return conjoin(*(gradient(n, one, grown) for n, one in enumerate(slopes)), start(begin))

    return only_one(statement, lambda inner: only_one(inner, proof_at_one))


def moves(statement: Term, early: Callable[[Theorem], Theorem], *units: Theorem) -> Theorem:
    """The entries move along the gradient; early(point <= last) gives 0 < 1 - 9/8 point."""

    def slope(one: Term, known: tuple[Theorem, ...]) -> Theorem:
        low, high, point, value, body = one.args
        own = derivative(make("lam", (REAL,), (body,)), low, high, point, side=[early(known[-1])])
        return with_slope(own, value, *units)

    return part_by_part(statement, slope)


# --- its blow-up ----------------------------------------------------------------------------------
def grows_to(statement: Term) -> Theorem:
    """What exists before T = 8/9, of whatever kind."""

    def proof_at_one(whole: Term) -> Theorem:
        kind, every = whole.args
        s = fresh()
        low, inner = opened(every, (s,)).args
        high, flows = inner.args

        def early(last):
            point = last.conclusion.args[0]
            return bound(lt(0, 1 - GROWTH * point), (), [[last], [assume(high)]])

        told = conjoin(*(moves(one, early) for one in flows.args))
        return discharge(kind, everywhere(s, told, low, high))

    return only_one(statement, lambda inner: only_one(inner, proof_at_one))


def none_smaller(statement: Term) -> Theorem:
    """No frequency is smaller than another one."""

    def proof_at_one(whole: Term) -> Theorem:
        kind, every = whole.args

        def impossible(n, told):
            low, high, less = parts(told)
            same = linear(eq(n, ONE), low, high)
            moved_ = substitute(less, same)
            return contradiction(moved_, every)

        return discharge(kind, obtain(assume(kind), impossible))

    return only_one(statement, lambda inner: only_one(inner, proof_at_one))


def blows(statement: Term) -> Theorem:
    """The only frequency of the only neuron is the largest, and passes every bound."""
    *ends, inner = opened(statement, (ONE,)).args
    *more, largest, beyond = opened(inner, (ONE,)).args
    found = conjoin(*map(bound, more), only_one(largest, lambda one: bound(one)), unbounded(beyond))
    return witness(statement, ONE, conjoin(*map(bound, ends), witness(inner, ONE, found)))


def unbounded(statement: Term) -> Theorem:
    """At s = 8/9 (1 - 1/(2 + N^2)) the sum of squares is 27/4 (2 + N^2)^2."""
    N = fresh()
    existence = opened(statement, (N,))
    size = 2 + N**2
    up = bound(lt(0, size), (), [], [N])
    down, unit_ = positive(inv(size), [up]), inverse(size, [up])
    s = END * (1 - inv(size))
    low, high, more = opened(existence, (s,)).args
    small = signed_order(lt(inv(size), 1), [(1, unit_)], (ONE, (down,), ONE), (ONE, (down,), N))
    now = inverse_is(1 - GROWTH * s, size, combine(eq((1 - GROWTH * s) * size, 1), (1, unit_)))
    (power, *_) = outermost(more, "abs")
    value = transform_at(ONE, grown(s))
    inside = ring(eq(power.args[0], num(3, 2) * size), value, now)
    three = num(3, 2) * size
    plain = fact("abs-nonnegative", bound(le(0, three), (), [[up]]), x=three)
    is_size = combine(eq(power, three), (1, equal_inside(power, inside)), (1, plain))
    found = conjoin(
        bound(low, (), [[small]]),
        bound(high, (), [[down]]),
        bound(more, [is_size], [], [N**2, N, N - 1]),
    )
    return generalise(witness(existence, s, found), N)
