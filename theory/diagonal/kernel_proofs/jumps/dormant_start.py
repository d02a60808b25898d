"""A dormant neuron starts every plateau with S <= 1: its angle is within that of the boundary."""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.kernel_proofs.jumps.plateau import (
    REACH,
    amount_at,
    amount_within,
)
from theory.diagonal.kernel_proofs.neuron.data import sized
from theory.diagonal.kernel_proofs.staircase.alternating import (
    courses,
    end_amount,
    index_inside,
    limits,
    neuron_at,
)
from theory.diagonal.kernel_proofs.staircase.same_staircase import agf_at, agf_parts
from theory.diagonal.letters.sequence import (
    S_dormant,
    coordinate,
    m_of,
)
from theory.diagonal.letters.staircase import (
    S_at,
    coefficient_agf,
    each,
    jumps_agf,
    pause_agf,
)
from theory.proof.lemmas import (
    HALF,
    cosh_zero,
    log_one,
    sinh_zero,
)
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    witness,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    everywhere,
    exists,
    given,
    induction,
    obtain,
    parts,
    ring,
    weaker,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import ZERO, Term, both, eq, implies, le, lt


def somewhere(m: Term, i: Term) -> Term:
    """Neuron i starts plateau m at some angle B x/2, -1 <= x <= 1."""
    return exists(lambda x: both(le(-1, x), le(x, 1), neuron_at(m, i, ZERO, x)))


def begins_at_zero(i: Term, low: Theorem, high: Theorem) -> Theorem:
    """Neuron i starts the first plateau at the angle 0: cosh(0) = 1, sinh(0) = 0, log(1) = 0."""
    _, neurons, _, _ = agf_parts()
    _, u0, v0, S0 = parts(at(neurons, i, low, high))
    goal = neuron_at(ZERO, i, ZERO, ZERO)
    flat = ring(eq(HALF * REACH * ZERO, 0))
    cosh_, sinh_ = goal.args[0].args[1].args[-1], goal.args[1].args[1].args[-1]
    log_ = goal.args[2].args[1].args[-1]
    one = combine(eq(cosh_, 1), (1, equal_inside(cosh_, flat)), (1, cosh_zero()))
    none = combine(eq(sinh_, 0), (1, equal_inside(sinh_, flat)), (1, sinh_zero()))
    twice = ring(eq(log_.args[0].args[0], 0))
    inner = combine(eq(log_.args[0], 1), (1, equal_inside(log_.args[0], twice)), (1, cosh_zero()))
    logs = combine(eq(log_, 0), (1, equal_inside(log_, inner)), (1, log_one()))
    return conjoin(
        ring(goal.args[0], u0, one), ring(goal.args[1], v0, none), ring(goal.args[2], S0, logs)
    )


@cache
def always_somewhere() -> Theorem:
    """for all m = 0..M and all i: ``somewhere``; flow, rest and the handing over keep it."""

    def base():
        i, inside, low, high = index_inside()
        held = bound(le(-1, 0)), bound(le(0, 1))
        found = witness(somewhere(ZERO, i), ZERO, conjoin(*held, begins_at_zero(i, low, high)))
        return discharge(le(0, jumps_agf), everywhere(i, found, *inside))

    def step(m, low_m, now):
        more = assume(le(m + 1, jumps_agf))
        before = given(now, linear(le(m, jumps_agf), more))
        own = agf_at(m, low_m, linear(lt(m, jumps_agf), more))
        i, inside, low, high = index_inside()
        b, w = coefficient_agf(m, i), pause_agf(m)
        flow, rest, *carried = parts(at(own[2], i, low, high))

        def handed(there, x, held):
            goal = neuron_at(m + 1, i, ZERO, x)
            begun = conjoin(
                *(
                    combine(one, (1, a), (1, c))
                    for one, a, c in zip(goal.args, carried, parts(there))
                )
            )
            return witness(somewhere(m + 1, i), x, conjoin(*held, begun))

        def use(x, known):
            held, start = known_start(known)

            def dormant(zero):
                states = courses(m, i, x, low, high, own, start, zero)
                new, _, there = end_amount(m, i, x, states, own[0], bound(le(w, w)))
                return handed(there, new, limits(m, i, x, low, high, own, start, zero, held))

            def active(some):
                still = parts(given(rest, some))
                goal = neuron_at(m, i, w, x)
                there = conjoin(
                    *(
                        combine(one, (1, a), (1, c))
                        for one, a, c in zip(goal.args, still, parts(start))
                    )
                )
                return handed(there, x, held)

            return by_cases(eq(b, 0), dormant, active)

        found = obtain(at(before, i, low, high), use)
        return discharge(more.conclusion, everywhere(i, found, *inside))

    return induction(
        lambda m: implies(le(m, jumps_agf), each(lambda i: somewhere(m, i))), ZERO, base(), step
    )


def known_start(known: Theorem) -> tuple[list[Theorem], Theorem]:
    """([-1 <= x, x <= 1], the state) of ``somewhere``."""
    low, high, *start = parts(known)
    return [low, high], conjoin(*start)


@proof("diagonal.dormant-start")
def dormant_start() -> Theorem:
    """S = log cosh(B x)/(2 eta) with -1 <= x <= 1, whoever is dormant."""
    m_low, m_less, low, high, _, named = defined("diagonal.dormant-start")
    every = at(always_somewhere(), m_of, m_low, weaker(m_less))
    goal = le(S_dormant, 1)

    def use(x, known):
        held, start = known_start(known)
        amount = S_at(m_of, coordinate, ZERO)
        value = written(eq(amount, amount_at(x)), parts(start)[2])
        return linear(goal, named, value, amount_within(x, *held))

    return sized(obtain(at(every, coordinate, low, high), use), defined("diagonal.agf")[:2])
