"""The whole staircase: on its plateaus of positive length AGF is the algorithm, stretched by A."""

from __future__ import annotations

from theory.diagonal.kernel_proofs.entry import defined
from theory.diagonal.kernel_proofs.jumps.plateau import (
    REACH,
    amount_at,
    exactly_one,
    rate_above,
    reach_above,
)
from theory.diagonal.kernel_proofs.minima.kuhn_tucker import same_gradient, swap
from theory.diagonal.kernel_proofs.staircase.alternating import (
    STRETCH,
    beside,
    clock_of,
    courses,
    end_amount,
    limits,
)
from theory.diagonal.kernel_proofs.staircase.successive import inward_everywhere, linear_false
from theory.diagonal.letters import eta
from theory.diagonal.letters.regression import count
from theory.diagonal.letters.staircase import (
    WITH_THE_ARGMIN,
    chosen,
    coefficient,
    coefficient_agf,
    each,
    integral,
    jumps,
    jumps_agf,
    pause,
    pause_agf,
    place,
    row,
    slope,
)
from theory.proof.lemmas import (
    inv,
    product_zero,
    trichotomy,
)
from theory.proof.rules import Theorem, absurd, assume, conjoin, discharge, disjoin
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    obtain,
    parts,
    positive,
    ring,
    symmetric,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    FALSE,
    INT,
    Term,
    both,
    call,
    eq,
    implies,
    le,
    lt,
    negation,
)


def as_one(k: Term) -> Term:
    """The algorithm's plateau k and AGF's plateau of that number, which has a length or is the
    last.
    """
    m = place(k)
    return both(
        le(0, m),
        le(m, jumps_agf),
        beside(m, k),
        each(lambda i: eq(coefficient_agf(m, i), coefficient(k, i))),
        call("or", eq(m, jumps_agf), lt(0, pause_agf(m))),
    )


def algorithm_parts() -> list[Theorem]:
    """The algorithm where each argmin is the only one, conjunct by conjunct."""
    return parts(assume(WITH_THE_ARGMIN))


def agf_parts() -> tuple[Theorem, Theorem, Theorem, Theorem]:
    """(first time, first neurons, steps, the end) of AGF's definition."""
    *_, first, neurons, steps, end = defined("diagonal.agf")
    return first, neurons, steps, end


def agf_at(m: Term, low: Theorem, high: Theorem) -> list[Theorem]:
    """What the definition says of plateau m, 0 <= m < M."""
    more = written(le(m + 1, jumps_agf), fact("discrete", high, n=m, m=jumps_agf))
    return parts(at(agf_parts()[2], m, low, more))


def at_the_end(m: Term, same: Theorem) -> Theorem:
    """Where m = M: a dormant neuron has no gradient."""

    def statement(p):
        return each(
            lambda i: implies(eq(coefficient_agf(p, i), 0), eq(slope(coefficient_agf, p, i), 0))
        )

    return swap(agf_parts()[3], jumps_agf, m, symmetric(same), statement)


def no_force(m: Term, i: Term, low, high, entry: Theorem, end: Theorem) -> Theorem:
    """g_i = 0 on the last plateau: a dormant neuron has none, an active one is at rest."""
    b, g = coefficient_agf(m, i), slope(coefficient_agf, m, i)
    return by_cases(
        eq(b, 0),
        lambda zero: given(at(end, i, low, high), zero),
        lambda some: product_zero(written(eq(b * g, 0), entry), some),
    )


def stretched_clock() -> list[Theorem]:
    """B/B = 1 and eta/eta = 1."""
    return [inverse(REACH, [reach_above()]), inverse(eta, [rate_above()])]


class Step:
    """From the algorithm's plateau k to the next, and AGF beside it."""

    def __init__(self, k: Term, k_low: Theorem, k_more: Theorem, now: Theorem) -> None:
        self.k, self.m = k, place(k)
        self.k_low, self.k_more = k_low, k_more
        self.m_low, self.m_high, *rest = parts(now)
        self.clock, self.entries, self.equal, self.length = rest
        pf = parts(at(algorithm_parts()[-1], k, k_low, k_more))
        self.pf_length, self.due, self.early, self.pf_clock, self.moving, *self.pf_best = pf
        before = bound(le(k, jumps), (), [[k_more]])
        self.range = at(inward_everywhere(WITH_THE_ARGMIN), k, k_low, before)
        self.next_range = at(
            inward_everywhere(WITH_THE_ARGMIN), k + 1, bound(le(0, k + 1), (), [[k_low]]), k_more
        )
        self.m_less = self._not_over()
        self.step = agf_at(self.m, self.m_low, self.m_less)
        self.lasts = self._lasts()

    def gradients(self, i: Term) -> Theorem:
        """g_i of the algorithm = g_i of AGF."""
        back = fresh(INT)
        inside = le(1, back), le(back, count)
        same = everywhere(back, symmetric(at(self.equal, back, *map(assume, inside))), *inside)
        return same_gradient(row(coefficient, self.k), row(coefficient_agf, self.m), i, same)

    def _not_over(self) -> Theorem:
        """m < M: else no coordinate had a gradient."""
        goal = lt(self.m, jumps_agf)

        def over(same):
            def from_witness(j, known):
                low, high, force, _ = parts(known)
                entry = parts(at(self.entries, j, low, high))[3]
                zero = no_force(self.m, j, low, high, entry, at_the_end(self.m, same))
                gone = combine(
                    eq(slope(coefficient, self.k, j), 0), (1, self.gradients(j)), (1, zero)
                )
                return absurd(given(force, gone), goal)

            return obtain(self.due, from_witness)

        return by_cases(
            trichotomy(self.m, jumps_agf),
            lambda less: less,
            over,
            lambda more: linear_false(goal, more, self.m_high),
        )

    def _lasts(self) -> Theorem:
        """0 < w: the plateau has a length."""
        goal = lt(0, pause_agf(self.m))
        return by_cases(
            self.length, lambda same: linear_false(goal, same, self.m_less), lambda long: long
        )

    def moved(self, i: Term, low: Theorem, high: Theorem, dormant: Theorem) -> tuple:
        """(x, S(w) = S(x), [-1 <= x, x <= 1]) for a dormant neuron at the end of the plateau,
        x = s - tau g.
        """
        m, k, w = self.m, self.k, pause_agf(self.m)
        entry = parts(at(self.entries, i, low, high))
        start = conjoin(*entry[:3])
        at_first = m, i, integral(k, i), low, high, self.step, start, dormant
        w_low, there = self.step[0], bound(le(w, w))
        x, value, _ = end_amount(m, i, integral(k, i), courses(*at_first), w_low, there)
        return x, value, limits(*at_first, parts(at(self.range, i, low, high))[:2])

    def times(self) -> Theorem:
        """w = A W: the first to reach the boundary does so at the same stretched time."""
        w, W, k, m = pause_agf(self.m), pause(self.k), self.k, self.m
        goal = eq(w, STRETCH * W)
        tau, units = clock_of(w), stretched_clock()
        speed = positive(2 * eta * inv(REACH), [rate_above(), reach_above()])
        tau_low = order_product(lt(0, tau), self.lasts, speed)

        def early(less):
            _, _, _, low, high, dormant, full, pull, *_ = self.step
            j = chosen(m)
            x, value, _ = self.moved(j, low, high, dormant)
            g = slope(coefficient_agf, m, j)
            edge = exactly_one(x, combine(eq(amount_at(x), 1), (-1, value), (1, full)))
            tau_high = bound(lt(tau, W), units, [[less, speed]])
            same = self.gradients(j)
            force = negation(eq(slope(coefficient, k, j), 0))

            def none(zero):
                flat = combine(eq(g, 0), (-1, same), (1, zero))
                return contradiction_with(bound(lt(0, 0), [flat], [[pull]]))

            some = discharge(force.args[0], none(assume(force.args[0])))
            never_ = at(given(at(self.early, j, low, high), some), tau, tau_low, tau_high)
            either = never_.conclusion.args[0]

            def hit(place_):
                def proof_from(found):
                    there = ring(either.args[place_], *self.turned_slope(j, found, tau, x, same))
                    return absurd(given(never_, disjoin(either, there)), goal)

                return proof_from

            return by_cases(edge, hit(0), hit(1))

        def late(more):
            def from_witness(j, known):
                low, high, force, edge = parts(known)
                same = self.gradients(j)
                pf = parts(at(self.range, j, low, high))
                rest = pf[4]
                flat = product_zero_right(rest, force)
                dormant = combine(
                    eq(coefficient_agf(m, j), 0), (1, at(self.equal, j, low, high)), (1, flat)
                )
                x, _, ends_at = self.moved(j, low, high, dormant)
                tau_more = bound(lt(W, tau), units, [[more, speed]])
                return self._beyond(goal, j, x, tau, ends_at, pf[:2], force, edge, same, tau_more)

            return obtain(self.due, from_witness)

        return by_cases(trichotomy(w, STRETCH * W), early, lambda same: same, late)

    def turned_slope(self, j, found, tau, x, same):
        """s - tau g_PF = +-1, from x = s - tau g_AGF = +-1."""
        g = slope(coefficient_agf, self.m, j)
        edge = found.conclusion.args[1]
        s = combine(eq(integral(self.k, j), edge + tau * g), (1, found))
        return [s, same]

    def _beyond(self, goal, j, x, tau, ends_at, range_, force, edge, same, tau_more):
        """s - W g = +-1 and tau > W with |s - tau g| <= 1: no."""
        g, _G = slope(coefficient, self.k, j), slope(coefficient_agf, self.m, j)
        pause(self.k)
        value = ring(eq(x, integral(self.k, j) - tau * g), same)

        def side(found):
            def case(sign):
                def proof_from(ordered):
                    return absurd(
                        linear(
                            FALSE,
                            *ends_at,
                            *range_,
                            value,
                            found,
                            products=[[ordered, tau_more], [ordered, self.pf_length]],
                        ),
                        goal,
                    )

                return proof_from

            return by_cases(
                trichotomy(g),
                case(-1),
                lambda zero: absurd(given(force, zero), goal),
                case(1),
            )

        return by_cases(edge, side, side)


def contradiction_with(false: Theorem) -> Theorem:
    """false, from 0 < 0."""
    return contradiction(false, FALSE)


def order_product(goal: Term, *known: Theorem) -> Theorem:
    """A product of positives is positive."""
    return bound(goal, (), [list(known)])


def product_zero_right(equation: Theorem, some: Theorem) -> Theorem:
    """b g = 0 with g != 0: b = 0."""
    b, g = equation.conclusion.args[0].args
    return combine(eq(b, 0), (-b, fact("inverse", some, z=g)), (inv(g), equation))
