"""|theta|^2 is its start and what every frequency adds: the three magnitudes grow alike."""

from __future__ import annotations

from theory.modular.kernel_proofs.flow.gradient import (
    SCALE,
    by_frequency,
    frequencies,
    others,
    turned,
)
from theory.modular.kernel_proofs.flow.three_wave import (
    common_rate,
    in_parts,
    square_slope,
    times,
    turned_twice,
)
from theory.modular.kernel_proofs.maxima.single import concrete
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.halves import half_low, half_norm, odd, some
from theory.modular.kernel_proofs.transforms.waves import (
    full,
    orthogonal_at,
    unit,
    wave_zero,
    written_as,
)
from theory.modular.letters import k, p, wave, x_hat
from theory.modular.letters.first import three_powers
from theory.modular.letters.flow import (
    COURSES,
    GRADIENTS,
    X,
    at_time,
    end,
    grown,
    norm_end,
    norm_start,
    power_at,
    t,
)
from theory.modular.letters.utility import half
from theory.proof.lemmas import constant, inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, cases, conjoin, discharge, instantiate, reflexive
from theory.proof.sums.finite import added, constant_sum, scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    differs,
    fact,
    given,
    lam,
    substitute,
    total,
)
from theory.proof.terms import ZERO, Term, call, eq, le, lt, negation, num

TIME = DEFINITIONS["modular.time"].statement
FREQUENCY = DEFINITIONS["modular.wave-frequency"].statement


# --- frequency 0 ----------------------------------------------------------------------------------
def mean_rests(number: int) -> Theorem:
    """2 (C C' + S S') = 0 at frequency 0: the gradient has no mean."""
    known = instantiate(by_frequency(number), k, ZERO)
    flat = wave_zero()

    def column(q, q_low, q_high):
        """sum_a 2/p^3 others(q) wave(-+q a) = 0 for 1 <= q <= p - 1."""
        place = -q if number < 2 else q
        low, high = (bound(one, (), [[q_low], [q_high]]) for one in (lt(-p, place), lt(place, p)))
        strict = bound(lt(place, 0) if number < 2 else lt(0, place), (), [[q_low]])
        apart = differs(strict, negation(eq(place, 0)))
        factor = SCALE * others(number, q)
        whole = fn(lambda a: turned(number, q, a) * wave(-(ZERO * a)))

        def proof_at(a, *_):
            one = written_as(eq(wave(-(ZERO * a)), 1), flat)
            return combine(eq(whole(a), wave(a * place)), (turned(number, q, a), one))

        same = summand_equal(whole, fn(lambda a: wave(a * place)), 0, TOP, proof_at)
        return combine(
            eq(total(0, TOP, lambda a: factor * whole(a)), 0),
            (1, scaled(factor, whole, 0, TOP, full())),
            (factor, same),
            (factor, orthogonal_at(place, low, high, apart)),
        )

    def summand(q):
        factor = SCALE * others(number, q)
        return total(0, TOP, lambda a: factor * (turned(number, q, a) * wave(-(ZERO * a))))

    columns = summand_equal(fn(summand), fn(lambda q: ZERO), 1, TOP, column)
    nothing = constant_sum(ZERO, 1, TOP, frequencies())
    gradient = GRADIENTS[number]
    whole = by_frequency(number).conclusion.args[0]
    split = instantiate(in_parts(lambda a: gradient(a, t), whole), k, ZERO)
    zero = combine(
        eq(split.conclusion.args[1], 0),
        (1, split),
        (1, known),
        (1, columns),
        (1, nothing),
    )
    plain = turned_twice(number, assume(_at_rest(number)))
    told = given(instantiate(discharge(_at_rest(number), plain), k, ZERO), zero)
    return combine(eq(told.conclusion.args[0], 0), (1, told))


def _at_rest(number: int) -> Term:
    """C' - i S' = 0."""
    gradient = GRADIENTS[number]
    whole = by_frequency(number).conclusion.args[0]
    return eq(in_parts(lambda a: gradient(a, t), whole).conclusion.args[1], 0)


# --- what does not change -------------------------------------------------------------------------
def at_earlier(theorem: Theorem, s: Term, low: Theorem, high: Theorem) -> Theorem:
    """A theorem about the time t, at the time s: 0 <= s <= t."""
    t_low, t_high, positive_ = times()
    most = bound(le(s, end), (), [[high], [t_high]])
    inside = conjoin(low, most, positive_)
    moved = instantiate(discharge(TIME, theorem), t, s)
    return given(moved, inside)


def of_frequency(theorem: Theorem, m: Term, low: Theorem, high: Theorem) -> Theorem:
    """A theorem about the frequency k, at m: 1 <= m <= p - 1."""
    size = call("abs", x_hat(m))
    moved = instantiate(discharge(FREQUENCY, theorem), k, m, X, size)
    return given(moved, conjoin(low, high, reflexive(size)))


def kept(function: Term, slope) -> Theorem:
    """f(0) = f(t), where slope(s, ...) says that the derivative within [0, T] is 0 at s."""
    t_low, t_high, _ = times()

    def within(s, low, high):
        whole = slope(s, low, high)
        return fact(
            "deriv-within",
            whole,
            bound(le(0, 0)),
            t_high,
            f=function,
            b=ZERO,
            low=ZERO,
            high=end,
            at=s,
            a=ZERO,
            y=t,
        )

    return constant(function, ZERO, t, t_low, within)


def alike(number: int, m: Term, m_low: Theorem, m_high: Theorem) -> Theorem:
    """|u^(m)|^2 - |f^(m)|^2 is the same at 0 and at t, for f = v or w."""
    pair = (0, number)
    gap = lam(lambda s: power_at(COURSES[0], m, s) - power_at(COURSES[number], m, s))

    def slope(s, low, high):
        slopes = [instantiate(square_slope(one), k, m) for one in pair]
        rates = [of_frequency(common_rate(one), m, m_low, m_high) for one in pair]
        own = derivative(gap, ZERO, end, t, slopes)
        value = own.conclusion.args[3]
        flat = combine(eq(value, 0), (1, rates[0]), (-1, rates[1]))
        return at_earlier(substitute(own, flat), s, low, high)

    return kept(gap, slope)


def mean_kept(number: int) -> Theorem:
    """|f^(0)|^2 is the same at 0 and at t."""
    function = lam(lambda s: power_at(COURSES[number], ZERO, s))

    def slope(s, low, high):
        own = instantiate(square_slope(number), k, ZERO)
        return at_earlier(substitute(own, mean_rests(number)), s, low, high)

    return kept(function, slope)


# --- the claim ------------------------------------------------------------------------------------
def frequency_grows(m: Term, low: Theorem, high: Theorem) -> Theorem:
    """|u^|^2 + |v^|^2 + |w^|^2 at m has grown by 3 sigma(m)."""
    (known,) = defined("modular.wave-grown")
    rates = [alike(number, m, low, high) for number in (1, 2)]
    choice = at(known, m, low, high)
    goal = eq(three_powers(m, t), three_powers(m, ZERO) + 3 * grown(m))

    branches = []
    for number, option in enumerate(choice.conclusion.args):
        # every growth is that of f: u - f = rates, so (u + v + w) = 3 f + what is kept
        signs = [1 - 3 * (number == 1), 1 - 3 * (number == 2)]
        branches.append(
            combine(
                goal,
                (-3, assume(option)),
                *((sign, one) for sign, one in zip(signs, rates)),
            )
        )
    return cases(choice, *branches)


@proof("modular.first-jump")
def first_jump() -> Theorem:
    """Plancherel at both times; frequency 0 rests, every other one adds 3 sigma twice."""
    (_, start_is), (_, end_is) = defined("modular.norm-0"), defined("modular.norm-at-jump")
    before, after = (concrete(half_norm(), *at_time(s)) for s in (ZERO, t))

    def entry(m, m_low, m_high):
        most = bound(le(m, TOP), [odd()], [[m_high], [half_low()]])
        return frequency_grows(m, m_low, most)

    first, more = fn(lambda m: three_powers(m, ZERO)), fn(lambda m: 3 * grown(m))
    same = summand_equal(
        fn(lambda m: three_powers(m, t)), fn(lambda m: first(m) + more(m)), 1, half, entry
    )
    own = fn(lambda m: grown(m))
    rests = [mean_kept(number) for number in range(3)]
    whole = combine(
        eq(p * norm_end**2, p * norm_start**2 + 6 * sum_of(own, 1, half)),
        (p, end_is),
        (1, after),
        *((-1, one) for one in rests),
        (2, same),
        (2, added(first, more, 1, half, some())),
        (2, scaled(num(3), own, 1, half, some())),
        (-1, before),
        (-p, start_is),
    )
    return combine(
        eq(norm_end**2, norm_start**2 + 6 * inv(p) * sum_of(own, 1, half)),
        (inv(p), whole),
        (norm_end**2, unit()),
        (-(norm_start**2), unit()),
    )
