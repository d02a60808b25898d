"""Plateau by plateau: the algorithm and AGF have the same coefficients, at times A apart."""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.entry import defined
from theory.diagonal.kernel_proofs.jumps.plateau import (
    REACH,
    rate_above,
    reach_above,
)
from theory.diagonal.kernel_proofs.minima.kuhn_tucker import smaller_loss, swap
from theory.diagonal.kernel_proofs.minima.unique_minimum import with_the_argmin
from theory.diagonal.kernel_proofs.staircase.alternating import (
    STRETCH,
    after_jump,
    beside,
    boundary_of_active,
    courses,
    index_inside,
    limits,
    neuron_at,
    turned,
)
from theory.diagonal.kernel_proofs.staircase.same_staircase import (
    Step,
    agf_at,
    agf_parts,
    algorithm_parts,
    as_one,
    at_the_end,
    stretched_clock,
)
from theory.diagonal.kernel_proofs.staircase.successive import linear_false
from theory.diagonal.letters import eta
from theory.diagonal.letters.regression import SIZES, loss
from theory.diagonal.letters.staircase import (
    WITH_THE_ARGMIN,
    S_at,
    coefficient,
    coefficient_agf,
    integral,
    jumps,
    jumps_agf,
    on_boundary,
    pause_agf,
    place,
    row,
    slope,
    time,
    time_agf,
)
from theory.proof.lemmas import (
    HALF,
    cosh_zero,
    inv,
    log_one,
    product_zero,
    sinh_zero,
    trichotomy,
)
from theory.proof.rules import Theorem, absurd, assume, conjoin, discharge, disjoin
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    everywhere,
    fact,
    given,
    induction,
    parts,
    positive,
    ring,
    symmetric,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    ZERO,
    Term,
    apply,
    call,
    eq,
    implies,
    le,
    lt,
    negation,
    num,
)


def first_jump(step: Step) -> Theorem:
    """``beside`` on the plateau of AGF after the one of positive length."""
    m, k, w = step.m, step.k, pause_agf(step.m)
    times = step.times()
    i, inside, low, high = index_inside()
    entry = parts(at(step.entries, i, low, high))
    same, new = step.gradients(i), at(step.moving, i, low, high)
    g, s, s_new = slope(coefficient_agf, m, i), integral(k, i), integral(k + 1, i)
    b = coefficient_agf(m, i)
    start = conjoin(*entry[:3])
    w_low, w_here = step.step[0], bound(le(w, w))

    def dormant(zero):
        states = courses(m, i, s, low, high, step.step, start, zero)
        old = HALF * REACH * s - eta * g * w
        angle = ring(eq(2 * old, REACH * s_new), new, same, times, stretched_clock()[1])
        return turned(m, i, w, s, s_new, states, (w_low, w_here), angle)

    def stays(some):
        """g = 0 and s' = s for a coefficient that is not 0."""
        flat = product_zero(written(eq(b * g, 0), entry[3]), some)
        gone = combine(eq(slope(coefficient, k, i), 0), (1, same), (1, flat))
        return ring(eq(s, s_new), new, gone)

    def resting(some):
        rest = parts(given(parts(at(step.step[2], i, low, high))[1], some))
        there = neuron_at(m, i, w, s)
        now = conjoin(*(combine(one, (1, a), (1, c)) for one, a, c in zip(there.args, rest, entry)))
        return swap(now, s, s_new, stays(some), lambda x: neuron_at(m, i, w, x))

    ends = everywhere(i, by_cases(eq(b, 0), dormant, resting), *inside)
    some = negation(eq(b, 0))
    edges = boundary_of_active(m, k, step.entries, step.range)
    edge = given(at(edges, i, low, high), assume(some))
    kept = swap(edge, s, s_new, stays(assume(some)), on_boundary)
    was = everywhere(i, discharge(some, kept), *inside)
    clock = combine(
        eq(time_agf(m + 1), STRETCH * time(k + 1)),
        (1, step.step[1]),
        (1, step.clock),
        (1, times),
        (STRETCH, step.pf_clock),
    )
    return after_jump(m, k + 1, step.step, ends, was, clock)


def chain(step: Step, first: Theorem) -> tuple[Theorem, list[Theorem]]:
    """``beside`` on AGF's next plateau of positive length: those between have length zero."""
    m, k, last = step.m, step.k, place(step.k + 1)
    known = at(defined("diagonal.numbered")[1], k, step.k_low, step.k_more, step.m_less)
    above, below, flat, length = parts(known)

    def statement(p):
        return implies(le(p, last), beside(p, k + 1))

    def next_one(p, low, now):
        more = assume(le(p + 1, last))
        clock, entries = parts(given(now, linear(le(p, last), more)))
        p_low = linear(le(0, p), low, step.m_low)
        p_less = linear(lt(p, jumps_agf), more, below)
        zero = at(flat, p, linear(lt(m, p), low), linear(lt(p, last), more))
        own = agf_at(p, p_low, p_less)
        i, inside, i_low, i_high = index_inside()
        entry = parts(at(entries, i, i_low, i_high))
        start = conjoin(*entry[:3])
        s = integral(k + 1, i)
        ends = swap(start, ZERO, pause_agf(p), symmetric(zero), lambda r: neuron_at(p, i, r, s))
        was = boundary_of_active(p, k + 1, entries, step.next_range)
        ticked = combine(
            eq(time_agf(p + 1), STRETCH * time(k + 1)), (1, own[1]), (1, zero), (1, clock)
        )
        found = after_jump(p, k + 1, own, everywhere(i, ends, *inside), was, ticked)
        return discharge(more.conclusion, found)

    base = discharge(le(m + 1, last), first)
    scheme = induction(statement, m + 1, base, next_one)
    reached = at(scheme, last, written(le(m + 1, last), fact("discrete", above, n=m, m=last)))
    return given(reached, bound(le(last, last))), [above, below, length]


def pushes_inward(m: Term, k: Term, m_low, m_high, entries: Theorem, range_: Theorem, length, sign):
    """for all i: s_i = sign gives 0 <= sign g_i on plateau m, since nobody is due there."""
    i, inside, low, high = index_inside()
    s, b, g = integral(k, i), coefficient_agf(m, i), slope(coefficient_agf, m, i)
    premise, goal = eq(s, sign), le(0, num(sign) * g)
    edge = assume(premise)
    entry = parts(at(entries, i, low, high))

    def dormant(zero):
        def last(same):
            return linear(goal, given(at(at_the_end(m, same), i, low, high), zero))

        def before(less):
            w = pause_agf(m)
            lasts = by_cases(
                length,
                lambda same: linear_false(lt(0, w), same, less),
                lambda long: long,
            )
            step = agf_at(m, m_low, less)
            held = parts(at(range_, i, low, high))[:2]
            ends_at = limits(m, i, s, low, high, step, conjoin(*entry[:3]), zero, held)
            speed = positive(2 * eta * inv(REACH), [rate_above(), reach_above()])

            def outward(less_):
                false = linear(call("false"), *ends_at, edge, products=[[less_, speed, lasts]])
                return absurd(false, goal)

            return by_cases(
                trichotomy(num(sign) * g),
                outward,
                lambda same: linear(goal, same),
                lambda more: linear(goal, more),
            )

        return by_cases(
            trichotomy(m, jumps_agf),
            before,
            last,
            lambda more: linear_false(goal, more, m_high),
        )

    def active(some):
        return linear(goal, product_zero(written(eq(b * g, 0), entry[3]), some))

    return everywhere(i, discharge(premise, by_cases(eq(b, 0), dormant, active)), *inside)


def same_coefficients(step: Step, entries: Theorem, bounds: list[Theorem]) -> Theorem:
    """On the next plateau of positive length AGF's coefficients are the algorithm's argmin."""
    k, m = step.k + 1, place(step.k + 1)
    above, below, length = bounds
    m_low = linear(le(0, m), above, step.m_low)
    b, c = row(coefficient_agf, m), row(coefficient, k)
    up = pushes_inward(m, k, m_low, below, entries, step.next_range, length, 1)
    down = pushes_inward(m, k, m_low, below, entries, step.next_range, length, -1)
    feasible, least = step.pf_best

    def slopes(i, low, high):
        s, g = integral(k, i), slope(coefficient_agf, m, i)
        own, other = apply(b, (i,)), apply(c, (i,))
        entry, pf = parts(at(entries, i, low, high)), parts(at(feasible, i, low, high))
        s_low, s_high, *_ = parts(at(step.next_range, i, low, high))
        goal = le(0, g * (other - own))
        rest = written(eq(own * g, 0), entry[3])

        def edge(sign):
            def proof_from(found):
                inward = given(at(up if sign > 0 else down, i, low, high), found)
                size = given(pf[0 if sign > 0 else 1], found)
                return bound(goal, [rest], [[inward, size]])

            return proof_from

        def between(above_, below_):
            zero, none = given(entry[6], above_, below_), given(pf[2], above_, below_)
            return bound(goal, [zero, none])

        def inner(more):
            return by_cases(
                trichotomy(s, num(1)),
                lambda less: between(more, less),
                edge(1),
                lambda far: linear_false(goal, far, s_high),
            )

        return by_cases(
            trichotomy(num(-1), s),
            inner,
            lambda same: edge(-1)(symmetric(same)),
            lambda less: linear_false(goal, less, s_low),
        )

    smaller = smaller_loss(c, b, slopes)
    i, inside, low, high = index_inside()
    signs = conjoin(*parts(at(entries, i, low, high))[4:])
    larger, unique = parts(given(at(least, b), everywhere(i, signs, *inside)))
    same = fact("antisymmetric", smaller, larger, x=loss(b), y=loss(c))
    return given(unique, same)


def next_as_one(k: Term, low: Theorem, now: Theorem) -> Theorem:
    """as_one(k + 1) from as_one(k)."""
    more = assume(le(k + 1, jumps))
    step = Step(k, low, more, given(now, bound(le(k, jumps), (), [[more]])))
    reached, bounds = chain(step, first_jump(step))
    equal = same_coefficients(step, parts(reached)[1], bounds)
    above, below, length = bounds
    m_low = linear(le(0, place(k + 1)), above, step.m_low)
    return discharge(more.conclusion, conjoin(m_low, below, reached, equal, length))


def at_the_start() -> Theorem:
    """as_one(0): all integrals and coefficients are 0, and S = 0 < 1 takes time."""
    clock, neurons, _, _ = agf_parts()
    *_, count_low, pf_clock, pf_start, _ = algorithm_parts()
    agf_low = defined("diagonal.agf")[2]
    zero = defined("diagonal.numbered")[0]
    m = place(ZERO)
    i, inside, low, high = index_inside()
    b0, u0, v0, S0 = parts(at(neurons, i, low, high))
    s, c0 = parts(at(pf_start, i, low, high))

    def numbered(theorem, statement):
        """The same of plateau number 0."""
        return swap(theorem, ZERO, m, symmetric(zero), statement)

    x = integral(ZERO, i)
    flat = ring(eq(HALF * REACH * x, 0), s)

    def first(p):
        goal = neuron_at(p, i, ZERO, x)
        cosh_, sinh_ = goal.args[0].args[1].args[-1], goal.args[1].args[1].args[-1]
        log_ = goal.args[2].args[1].args[-1]
        one = combine(eq(cosh_, 1), (1, equal_inside(cosh_, flat)), (1, cosh_zero()))
        none = combine(eq(sinh_, 0), (1, equal_inside(sinh_, flat)), (1, sinh_zero()))
        twice = ring(eq(log_.args[0].args[0], 0), s)
        inner = combine(
            eq(log_.args[0], 1), (1, equal_inside(log_.args[0], twice)), (1, cosh_zero())
        )
        logs = combine(eq(log_, 0), (1, equal_inside(log_, inner)), (1, log_one()))
        return conjoin(
            ring(goal.args[0], u0, one), ring(goal.args[1], v0, none), ring(goal.args[2], S0, logs)
        )

    start = numbered(first(ZERO), lambda p: neuron_at(p, i, ZERO, x))
    b = numbered(b0, lambda p: eq(coefficient_agf(p, i), 0))
    from theory.diagonal.letters.staircase import signed

    goal = signed(x, coefficient_agf(m, i))
    first_, second = goal.args[2].args[0], goal.args[2].args[1].args[0]
    signs = conjoin(
        discharge(goal.args[0].args[0], linear(goal.args[0].args[1], b)),
        discharge(goal.args[1].args[0], linear(goal.args[1].args[1], b)),
        discharge(first_, discharge(second, b)),
    )
    rest = ring(eq(coefficient_agf(m, i) * slope(coefficient_agf, m, i), 0), b)
    entry = everywhere(i, conjoin(start, rest, signs), *inside)
    began = numbered(clock, lambda p: eq(time_agf(p), 0))
    ticked = ring(eq(time_agf(m), STRETCH * time(ZERO)), began, pf_clock)
    equal = everywhere(
        i, combine(eq(coefficient_agf(m, i), coefficient(ZERO, i)), (1, b), (1, c0)), *inside
    )
    m_low, m_high = linear(le(0, m), zero), linear(le(m, jumps_agf), zero, agf_low)
    length = _first_length(m, zero, m_low)
    found = conjoin(m_low, m_high, conjoin(ticked, entry), equal, length)
    return discharge(le(0, jumps), found)


def _first_length(m: Term, zero: Theorem, m_low: Theorem) -> Theorem:
    """M = 0, or the first plateau has a length, since S = 0 at its start and 1 at its end."""
    goal = call("or", eq(m, jumps_agf), lt(0, pause_agf(m)))
    _, neurons, _, _ = agf_parts()
    agf_low = defined("diagonal.agf")[2]

    def before(less):
        own = agf_at(m, m_low, less)
        w, j = pause_agf(m), own[3].conclusion.args[1]
        full = own[6]

        def empty(same):
            """0 = w: S(0) = 1."""
            at_start = swap(full, w, ZERO, symmetric(same), lambda r: eq(S_at(m, j, r), 1))
            S0 = parts(at(neurons, j, own[3], own[4]))[3]
            there = swap(S0, ZERO, m, symmetric(zero), lambda p: eq(S_at(p, j, ZERO), 0))
            return linear_false(goal, at_start, there)

        return by_cases(
            trichotomy(ZERO, w),
            lambda long: disjoin(goal, long),
            empty,
            lambda short: linear_false(goal, short, own[0]),
        )

    return by_cases(
        trichotomy(m, jumps_agf),
        before,
        lambda same: disjoin(goal, same),
        lambda more: linear_false(goal, more, zero, agf_low),
    )


@cache
def same_staircase() -> Theorem:
    """for all k = 0..K: as_one(k)."""
    found = induction(lambda k: implies(le(k, jumps), as_one(k)), ZERO, at_the_start(), next_as_one)
    sizes = algorithm_parts()[:2]
    for statement, known in zip(SIZES, sizes):
        found = given(discharge(statement, found), known)
    return given(discharge(WITH_THE_ARGMIN, found), with_the_argmin())
