"""As alpha -> 0 the first jump of AGF comes at the first blow-up of a frequency in any neuron."""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.kernel_proofs.cost.aligned import goal
from theory.modular.kernel_proofs.flow.before_blow_up import (
    all_bounded,
    all_rest,
    at_rest,
    exists_before,
    neuron_low,
    neurons,
    norm_at_jump,
    not_after,
    of_neuron,
    rest_low,
    share_of_all,
)
from theory.modular.kernel_proofs.flow.matched import ALPHA, NEURON, OF_NEURON, SCALE, TAU, to_jump
from theory.modular.kernel_proofs.race.limit import at_most_size
from theory.modular.kernel_proofs.script import fn, proof
from theory.modular.kernel_proofs.transforms.waves import above_zero, next_
from theory.modular.letters import p
from theory.modular.letters.first import (
    T_1,
    T_2,
    H,
    at_scale,
    is_largest,
    is_smaller,
    jump_limit,
    tau,
)
from theory.modular.letters.flow import squared_norm
from theory.proof.lemmas import inv, trichotomy
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.scripts import whole_definition
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    fact,
    given,
    inverse,
    obtain,
    positive,
    weaker,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import ZERO, Term, call, eq, le, lt, num, substituted

STRONG, WEAK, JUMPS = (
    whole_definition(f"modular.{name}")
    for name in ("strongest-blow-up", "weaker-blow-up", "first-jumps")
)


def smaller_than(one: Theorem, other: Theorem) -> tuple[Term, Theorem, Theorem, Theorem]:
    """A number c, 0 < c, c < a and c < b, from 0 < a and 0 < b: c = a b/(a + b)."""
    a, b = one.conclusion.args[1], other.conclusion.args[1]
    whole_up = bound(lt(0, a + b), (), [[one], [other]], exact=True)
    down, unit = positive(inv(a + b), [whole_up]), inverse(a + b, [whole_up])
    c = a * b * inv(a + b)
    return (
        c,
        bound(lt(0, c), (), [[one, other, down]]),
        ordered(lt(c, a), [(a, unit)], [one, one, down]),
        ordered(lt(c, b), [(b, unit)], [other, other, down]),
    )


def at_alpha(theorem: Theorem, alpha: Term, up: Theorem, small: Theorem) -> Theorem:
    """A theorem about every small scale, at this one."""
    for one in SCALE:
        theorem = discharge(one.conclusion, theorem)
    return given(instantiate(theorem, ALPHA, alpha), small, up)


def not_beyond(time: Term, before: Theorem, statement: Term) -> Theorem:
    """T < jump_limit is impossible, where tau < T at every scale: ``statement`` follows from it."""
    later = assume(lt(time, jump_limit))
    top, _, limit = conjuncts(JUMPS)
    level = jump_limit - time
    above = bound(lt(0, level), (), [[later]])

    def use(near, told):
        near_up, every = conjuncts(told)
        alpha, up, below, small = smaller_than(near_up, top)
        close = at(every, alpha, up, below)
        less = at_alpha(before, alpha, up, small)
        gap = _minus_at_most(tau(alpha) - jump_limit)
        return contradiction(ordered(lt(0, 0), [], [close], [less], [gap]), statement)

    return discharge(later.conclusion, obtain(at(limit, level, above), use))


def _minus_at_most(x: Term) -> Theorem:
    """-x <= |x|."""
    statement = le(-x, call("abs", x))

    def down(high):
        return ordered(statement, [(1, fact("abs-negative", high, x=x))])

    return by_cases(
        trichotomy(x),
        lambda less: down(weaker(less)),
        lambda same: down(ordered(le(x, 0), [(1, same)])),
        lambda more: bound(statement, (), [[more], [fact("abs-positive", z=x)]]),
    )


# --- as near as one likes -------------------------------------------------------------------------
def not_small(s: Term, first: Theorem, second: Theorem, most: Term, known: Theorem) -> Theorem:
    """p <= alpha^2 (mean of all + 2 K), where tau <= s and K bounds all frequencies on [0, s]."""
    early = assume(le(TAU, s))
    above, _, _, reached = to_jump()
    exists = exists_before(
        TAU,
        above,
        bound(lt(TAU, T_1), (), [[early], [first]]),
        bound(lt(TAU, T_2), (), [[early], [second]]),
    )
    norm = substituted(squared_norm(TAU), at_scale(ALPHA, NEURON))
    one = assume(eq(norm, 1))
    whole = norm_at_jump(exists)
    _, top = conjuncts(at(known, TAU, weaker(above), early))
    share = share_of_all(lambda i: of_neuron(i, TAU), lambda i: neuron_low(i, TAU))
    mean = share_of_all(at_rest, rest_low)
    up = SCALE[0]
    found = ordered(
        le(p, ALPHA**2 * (all_rest() + 2 * most)),
        [(1, whole), (p, one)],
        [up, up, mean],
        [up, up, share],
        [up, up, share],
        [up, up, top],
        [up, up, top],
    )
    for told in (*OF_NEURON, one):
        found = discharge(told.conclusion, found)

    def use(i, facts):
        i_low, i_high, equal = conjuncts(facts)
        return given(instantiate(found, NEURON, i), equal, i_high, i_low)

    return discharge(early.conclusion, obtain(reached, use))


def not_before(s: Term, low: Theorem, first: Theorem, second: Theorem, use: Callable) -> Theorem:
    """What use(near, 0 < near, every) shows; every(alpha, 0 < alpha, alpha < near, alpha <
    alpha_0, tau <= s) gives false: for alpha < near the jump is not before s.
    """
    bounded_ = all_bounded(s, exists_before(s, low, first, second))
    rest = all_rest()
    rest_up = nonnegative_sum(fn(at_rest), 1, H, neurons(), lambda i, *_: rest_low(i))

    def with_bound(K, known):
        found = not_small(s, first, second, K, known)
        below, above = conjuncts(at(known, s, weaker(low), bound(le(s, s))))
        K_low = bound(le(0, K), (), [[below], [above]])
        size = rest + 2 * K
        whole_up = bound(lt(0, 1 + size), (), [[rest_up], [K_low]])
        near, unit = inv(1 + size), inverse(1 + size, [whole_up])
        size_low = bound(le(0, size), (), [[rest_up], [K_low]])

        def every(alpha, up, below_near, small, early):
            told = given(at_alpha(found, alpha, up, small), early)
            less = ordered(lt(alpha * (1 + size), 1), [(1, unit)], [below_near, whole_up])
            unit_above = ordered(lt(0, 1 - alpha), [], [less], [up, size_low])
            least = next_(ZERO, p, above_zero())
            return ordered(lt(0, 0), [], [told], [up, unit_above, size_low], [less], [up], [least])

        return use(near, positive(near, [whole_up]), every)

    return obtain(bounded_, with_bound)


def not_sooner(time: Term, bounds: tuple[Theorem, Theorem, Theorem], statement: Term) -> Theorem:
    """jump_limit < T is impossible; ``bounds``: 0 < T, T <= T_1, T <= T_2."""
    sooner = assume(lt(jump_limit, time))
    positive_, first, second = bounds
    half = num(1, 2)
    s, level = half * (jump_limit + time), half * (time - jump_limit)
    low = bound(lt(0, s), (), [[assume(lt(0, jump_limit))], [positive_]])
    above = bound(lt(0, level), (), [[sooner]])
    inside = [
        bound(lt(s, one), (), [[sooner], [known]]) for one, known in ((T_1, first), (T_2, second))
    ]
    top, _, limit = conjuncts(JUMPS)

    def with_near(near, near_up, every):
        def use(other, told):
            other_up, close = conjuncts(told)
            both_, both_up, in_one, in_two = smaller_than(near_up, other_up)
            alpha, up, in_both, small = smaller_than(both_up, top)
            near_it = at(
                close, alpha, up, bound(lt(alpha, other), (), [[in_both], [in_two]], exact=True)
            )
            early = ordered(
                le(tau(alpha), s), [], [near_it], [at_most_size(tau(alpha) - jump_limit)]
            )
            in_near = bound(lt(alpha, near), (), [[in_both], [in_one]], exact=True)
            return contradiction(every(alpha, up, in_near, small, early), statement)

        return obtain(at(limit, level, above), use)

    found = not_before(s, low, inside[0], inside[1], with_near)
    return discharge(sooner.conclusion, found)


@proof("modular.dominant-first")
def dominant_first() -> Theorem:
    """tau < T_1 (and T_2, if it is the first) at every scale, and beyond any earlier time for a
    small one.
    """
    statement = goal("modular.dominant-first")
    first_up, strong, blow = conjuncts(STRONG)
    second_up, weak, either_way = conjuncts(WEAK)

    def settled(time, bounds, before, is_least):
        return by_cases(
            trichotomy(jump_limit, time),
            lambda less: given(not_sooner(time, bounds, statement), less),
            lambda equal: combine(statement, (1, equal), (1, is_least)),
            lambda more: given(not_beyond(time, before, statement), more),
        )

    def strong_first(order_):
        before = not_after(T_1, is_largest, strong, blow)
        is_least = fact("min-left", order_, x=T_1, y=T_2)
        return settled(T_1, (first_up, bound(le(T_1, T_1)), order_), before, is_least)

    def weak_first(less):
        order_ = weaker(less)
        is_least = fact("min-right", order_, x=T_1, y=T_2)

        def blows(one):
            before = not_after(T_2, is_smaller, weak, one)
            return settled(T_2, (second_up, order_, bound(le(T_2, T_2))), before, is_least)

        def never(none):
            late, _ = conjuncts(none)
            return contradiction(ordered(lt(0, 0), [], [late], [less]), statement)

        return by_cases(either_way, blows, never)

    return by_cases(
        trichotomy(T_1, T_2),
        lambda less: strong_first(weaker(less)),
        lambda same: strong_first(bound(le(T_1, T_2), [same])),
        weak_first,
    )
