"""AGF from the scale alpha does not come to the first blow-up of a frequency, and for small alpha
it comes as near as one likes: between, all frequencies are bounded, and alpha times them is small.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.kernel_proofs.flow import rated
from theory.modular.kernel_proofs.flow.matched import (
    ALPHA,
    FREQUENCY,
    NEURON,
    OF_FREQUENCY,
    OF_NEURON,
    SCALE,
    TAU,
    alone_slopes,
    by_themselves,
    matched,
    neuron_facts,
    over_alpha,
    restricted,
    scaled_slopes,
    scaled_start,
    six_of,
    start_table,
    to_jump,
)
from theory.modular.kernel_proofs.maxima.single import concrete
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.transforms.halves import half_norm, some
from theory.modular.letters import k, p, x_hat
from theory.modular.letters.first import (
    H,
    at_scale,
    by_itself,
    is_smaller,
    power,
    three_powers,
    unbounded,
)
from theory.modular.letters.flow import at_time, end, squared_norm, t
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv, trichotomy
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    detach,
    discharge,
    instantiate,
    witness,
)
from theory.proof.scripts import whole_definition
from theory.proof.sums.finite import scaled, slope_of_sum, sum_of, summand_equal
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.single_terms import term_below_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    deriv,
    derivative,
    everywhere,
    fact,
    filled,
    fresh,
    given,
    inverse,
    lam,
    obtain,
    weaker,
    written,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    bind,
    call,
    eq,
    le,
    lt,
    num,
    substituted,
)


def squares(values: list[Term]) -> Term:
    """The sum of the squares."""
    first, *rest = (one**2 for one in values)
    for one in rest:
        first = first + one
    return first


def power_is(table: dict, m: Term, s: Term) -> Theorem:
    """|u^|^2 + |v^|^2 + |w^|^2 = the sum of the squares of C and S, at m and s."""
    values = {**table, k: m, t: s}
    three = [filled(rated.power_parts(number), values) for number in range(3)]
    whole = substituted(three_powers(m, s), table)
    return combine(eq(whole, squares(six_of(table, s, m))), *((1, one) for one in three))


def bounded(function: Callable, last: Term, slope: Callable) -> Theorem:
    """There is a bound of f on [0, last]; slope(s, 0 <= s, s <= last) gives its slope."""
    s = fresh()
    inside = le(0, s), le(s, last)
    own = slope(s, *map(assume, inside))
    return fact(
        "deriv-bounded",
        everywhere(s, own, *inside),
        low=ZERO,
        high=last,
        f=lam(function),
        df=bind("lam", s, own.conclusion.args[3]),
    )


# --- not after a blow-up --------------------------------------------------------------------------
def bounded_by_flow(time: Term, late: Theorem) -> Theorem:
    """The squares of C and S of AGF have a bound on [0, T], from T <= tau."""
    slopes = restricted(scaled_slopes(), over_alpha, TAU, time, late)

    def grown(s):
        return squares(over_alpha(s))

    def slope(s, low, high):
        return derivative(grown, 0, time, s, [at(one, s, low, high) for one in slopes])

    return bounded(grown, time, slope)


def not_unbounded(time: Term, kind: Callable, exist: Theorem) -> Theorem:
    """T <= tau refutes that frequency m of neuron i is of this kind and unbounded before T: AGF,
    which is the same there, has a bound.
    """
    late = assume(le(time, TAU))
    chosen = [assume(one) for one in (kind(FREQUENCY), unbounded(NEURON, FREQUENCY, time))]

    def with_bound(K, known):
        def at_moment(s, told):
            low, early, more = conjuncts(told)
            there = at(
                exist, NEURON, *OF_NEURON, FREQUENCY, *OF_FREQUENCY, chosen[0], s, low, early
            )
            sooner = bound(le(s, TAU), (), [[early], [late]])
            same = matched(s, weaker(low), sooner, there)
            alone = power_is(by_itself(NEURON, FREQUENCY), FREQUENCY, s)
            equal = combine(
                eq(power(NEURON, FREQUENCY, s), squares(over_alpha(s))),
                (1, alone),
                *((sum(one.conclusion.args, ZERO), one) for one in same),
            )
            _, top = conjuncts(at(known, s, weaker(low), weaker(early)))
            return ordered(lt(0, 0), [(1, equal)], [top], [more])

        return obtain(at(chosen[1], K), at_moment)

    false = obtain(bounded_by_flow(time, late), with_bound)
    for one in (*OF_NEURON, *OF_FREQUENCY, *chosen, late):
        false = discharge(one.conclusion, false)
    return false


def not_after(time: Term, kind: Callable, exist: Theorem, blow: Theorem) -> Theorem:
    """tau < T: at T the course of AGF would be bounded, and its frequency m is not.

    ``exist``: the frequencies of this kind exist before T; ``blow``: one of them
    is unbounded there.
    """
    goal = lt(TAU, time)
    false = not_unbounded(time, kind, exist)

    def with_neuron(i, told):
        i_low, i_high, inner = conjuncts(told)

        def with_frequency(m, known):
            m_low, m_high, is_kind, beyond = conjuncts(known)
            general = instantiate(false, NEURON, i, FREQUENCY, m)

            def impossible(after):
                found = given(general, after, beyond, is_kind, m_high, m_low, i_high, i_low)
                return contradiction(found, goal)

            return by_cases(
                trichotomy(TAU, time),
                lambda less: less,
                lambda equal: impossible(bound(le(time, TAU), [equal])),
                lambda more: impossible(weaker(more)),
            )

        return obtain(inner, with_frequency)

    return obtain(blow, with_neuron)


# --- all of them, before both times ---------------------------------------------------------------
def exists_before(s: Term, low: Theorem, first: Theorem, second: Theorem) -> Theorem:
    """Frequency m of neuron i exists to s: 0 < s, s < T_1, s < T_2."""
    _, strong, _ = conjuncts(whole_definition("modular.strongest-blow-up"))
    _, weak, _ = conjuncts(whole_definition("modular.weaker-blow-up"))
    place = (NEURON, *OF_NEURON, FREQUENCY, *OF_FREQUENCY)
    return by_cases(
        is_smaller(FREQUENCY),
        lambda yes: at(weak, *place, yes, s, low, second),
        lambda no: at(strong, *place, _largest(no), s, low, first),
    )


def _largest(none: Theorem) -> Theorem:
    """No frequency has a larger magnitude: one that had would make m smaller."""
    n = fresh(INT)
    inside = le(1, n), le(n, half)
    goal = le(call("abs", x_hat(n)), call("abs", x_hat(FREQUENCY)))

    def larger(more):
        told = conjoin(*map(assume, inside), more)
        return absurd(detach(none, witness(is_smaller(FREQUENCY), n, told)), goal)

    found = by_cases(
        trichotomy(call("abs", x_hat(FREQUENCY)), call("abs", x_hat(n))),
        larger,
        lambda same: bound(goal, [same]),
        weaker,
    )
    return everywhere(n, found, *inside)


def strength(i: Term, m: Term, s: Term) -> Term:
    """The squares of C and S of frequency m of neuron i by itself."""
    return squares(six_of(by_itself(i, m), s, m))


def of_neuron(i: Term, s: Term) -> Term:
    """The same over all frequencies."""
    return sum_of(fn(lambda m: strength(i, m, s)), 1, half)


def of_all(s: Term) -> Term:
    """The same over all neurons."""
    return sum_of(fn(lambda i: of_neuron(i, s)), 1, H)


def neurons() -> Theorem:
    """1 <= H + 1."""
    return bound(le(1, H + 1), (), [[assume(lt(0, H))]])


def strength_low(i: Term, m: Term, s: Term) -> Theorem:
    """0 <= the squares."""
    return bound(le(0, strength(i, m, s)), (), [], six_of(by_itself(i, m), s, m))


def neuron_low(i: Term, s: Term) -> Theorem:
    """0 <= their sum over the frequencies."""
    return nonnegative_sum(
        fn(lambda m: strength(i, m, s)), 1, half, some(), lambda m, *_: strength_low(i, m, s)
    )


def all_bounded(last: Term, exists: Theorem) -> Theorem:
    """There is a bound of ``of_all`` on [0, last]: all frequencies exist to it."""
    slopes = alone_slopes(last, exists)

    def slope(s, low, high):
        known = [at(one, s, low, high) for one in slopes]
        plain = derivative(lambda r: squares(by_themselves(r)), 0, last, s, known)
        value = plain.conclusion.args[3]
        single = written(
            deriv(num(0), last, s, value, lambda r: strength(NEURON, FREQUENCY, r)), plain
        )
        for one in OF_FREQUENCY:
            single = discharge(one.conclusion, single)
        inner = slope_of_sum(
            lam(lambda m, r: strength(NEURON, m, r), INT, REAL),
            bind("lam", FREQUENCY, value),
            1,
            half,
            (num(0), last, s),
            some(),
            (low, high),
            lambda m, m_low, m_high: given(instantiate(single, FREQUENCY, m), m_high, m_low),
        )
        for one in OF_NEURON:
            inner = discharge(one.conclusion, inner)
        value = inner.conclusion.args[1].args[1].args[3]
        return slope_of_sum(
            lam(lambda i, r: of_neuron(i, r), INT, REAL),
            bind("lam", NEURON, value),
            1,
            H,
            (num(0), last, s),
            neurons(),
            (low, high),
            lambda i, i_low, i_high: given(instantiate(inner, NEURON, i), i_high, i_low),
        )

    return bounded(of_all, last, slope)


# --- the norm at the jump -------------------------------------------------------------------------
def at_rest(i: Term) -> Term:
    """|u^(0)|^2 + |v^(0)|^2 + |w^(0)|^2 of the weights of neuron i, which do not move."""
    return substituted(squares(six_of(start_table(), ZERO, ZERO)), {NEURON: i})


def mean_at_jump() -> Theorem:
    """Frequency 0 at tau is alpha^2 times that of the weights."""
    table = at_scale(ALPHA, NEURON)
    values = {**table, rated.rho: inv(ALPHA), end: TAU}
    facts = neuron_facts()
    low = weaker(to_jump()[0])
    kept = [
        given(filled(rated.mean_stays(number), values), facts[number], facts[3 + number], low)
        for number in range(3)
    ]
    begins = scaled_start(ZERO)
    now = power_is(table, ZERO, TAU)
    return combine(
        eq(now.conclusion.args[0], ALPHA**2 * at_rest(NEURON)),
        (1, now),
        *((1, one) for one in kept),
        *((sum(one.conclusion.args, ZERO), one) for one in begins),
    )


def frequency_at_jump(exists: Theorem) -> Theorem:
    """|u^|^2 + |v^|^2 + |w^|^2 at m and tau is alpha^2 times that of the frequency by itself."""
    unit = inverse(ALPHA, [SCALE[0]])
    table = at_scale(ALPHA, NEURON)
    now = six_of(table, TAU)
    alone = six_of(by_itself(NEURON, FREQUENCY), TAU)
    same = matched(TAU, weaker(to_jump()[0]), bound(le(TAU, TAU)), exists)
    grown = [
        combine(eq(one, ALPHA * other), (ALPHA, told), (one, unit))
        for one, other, told in zip(now, alone, same)
    ]
    whole = power_is(table, FREQUENCY, TAU)
    return combine(
        eq(whole.conclusion.args[0], ALPHA**2 * strength(NEURON, FREQUENCY, TAU)),
        (1, whole),
        *((sum(one.conclusion.args, ZERO), one) for one in grown),
    )


def norm_at_jump(exists: Theorem) -> Theorem:
    """p |theta|^2 = alpha^2 (frequency 0 + 2 sum of the others by themselves) at tau."""
    table = at_scale(ALPHA, NEURON)
    whole = filled(concrete(half_norm(), *at_time(t)), {**table, t: TAU})
    single = frequency_at_jump(exists)
    for one in OF_FREQUENCY:
        single = discharge(one.conclusion, single)
    plain = fn(lambda m: strength(NEURON, m, TAU))
    same = summand_equal(
        fn(lambda m: substituted(three_powers(m, TAU), table)),
        fn(lambda m: ALPHA**2 * plain(m)),
        1,
        half,
        lambda m, low, high: given(instantiate(single, FREQUENCY, m), high, low),
    )
    norm = substituted(squared_norm(TAU), table)
    return combine(
        eq(p * norm, ALPHA**2 * (at_rest(NEURON) + 2 * of_neuron(NEURON, TAU))),
        (1, whole),
        (1, mean_at_jump()),
        (2, same),
        (2, scaled(ALPHA**2, plain, 1, half, some())),
    )


def share_of_all(summand: Callable, low: Callable) -> Theorem:
    """What neuron i has is at most what all have."""
    return term_below_sum(fn(summand), NEURON, 1, H, *OF_NEURON, lambda i, *_: low(i))


def rest_low(i: Term) -> Theorem:
    """0 <= frequency 0 of the weights."""
    values = [substituted(one, {NEURON: i}) for one in six_of(start_table(), ZERO, ZERO)]
    return bound(le(0, at_rest(i)), (), [], values)


def all_rest() -> Term:
    """Frequency 0 of the weights of all neurons."""
    return sum_of(fn(at_rest), 1, H)
