"""How soon a neuron with k summands can have norm 1: not before the fastest one of norm mu."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import goal
from theory.modular.kernel_proofs.maxima.maximum import (
    ABOVE,
    odd_p,
    with_dominant,
    within_half,
)
from theory.modular.kernel_proofs.script import DOMAINS, defined, proof
from theory.modular.kernel_proofs.summands.growth import (
    PACE,
    RATE,
    SLACK,
    STEEP,
    E,
    norm_low,
    one_course,
    several_course,
)
from theory.modular.kernel_proofs.summands.local_maxima import SEVERAL
from theory.modular.kernel_proofs.summands.means import (
    HALF,
    count_above,
    log_at_most,
)
from theory.modular.kernel_proofs.summands.one_summand import SINGLE
from theory.modular.kernel_proofs.summands.spectrum import SOME
from theory.modular.kernel_proofs.summands.upper import (
    WHOLE,
    factorial_above,
    printed,
)
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters.jump import eta, jumper, mu, tau
from theory.modular.letters.maxima import X
from theory.modular.letters.summands import factorial, k
from theory.modular.letters.summands_jump import squared_norm
from theory.proof.lemmas import (
    exp,
    inv,
    log,
    log_below,
    log_one,
    log_product,
    trichotomy,
)
from theory.proof.lemmas.limits import exp_rises
from theory.proof.lemmas.powers import power, power_positive, power_sum, power_zero
from theory.proof.rules import Theorem, absurd, assume, discharge, instantiate
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    fact,
    given,
    inverse,
    parts,
    positive,
    ring,
    weaker,
    written,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    ONE,
    ZERO,
    Term,
    eq,
    le,
    lt,
    negation,
)


# --- the start ------------------------------------------------------------------------------------
def start() -> list[Theorem]:
    """n(0) <= mu^2 and n(tau) = 1."""
    norms, _, first, last, begins, ends = defined("modular.summands-jump")
    low, high = parts(at(norms, jumper, first, last))
    mu_above = assume(lt(0, mu))
    less = ordered(le(squared_norm(ZERO), mu**2), [(1, begins)], [high, low], [high, mu_above])
    return [less, ends]


def least_norm(course: Theorem) -> Theorem:
    """least <= 2 log(mu), from least <= log(n(0) + e) for every e > 0."""
    level = course.conclusion.args[0]
    mu_above = assume(lt(0, mu))
    less, _ = start()
    square = mu**2
    wanted = le(exp(level), square)

    def too_small(below):
        slack = HALF * (exp(level) - square)
        gap = ordered(lt(0, slack), [], [below, bound(lt(0, HALF))])
        told = given(instantiate(discharge(SLACK.conclusion, course), E, slack), gap)
        inside = squared_norm(ZERO) + slack
        start_above = bound(lt(0, inside), (), [[norm_low(ZERO)], [gap]], exact=True)
        under = ordered(lt(inside, exp(level)), [], [less], [gap])
        logs = log_below(under, start_above)
        false = ordered(lt(0, 0), [(1, fact("log-exp", x=level))], [logs], [told])
        return contradiction(false, wanted)

    found = by_cases(
        trichotomy(square, exp(level)),
        too_small,
        lambda same: ordered(wanted, [(1, same)]),
        weaker,
    )
    logs = log_at_most(found, fact("exp-positive", x=level))
    twice = written(eq(log(square), log(mu) + log(mu)), log_product(mu, mu, mu_above, mu_above))
    return ordered(le(level, 2 * log(mu)), [(1, fact("log-exp", x=level)), (1, twice)], [logs])


def end_log() -> tuple[Theorem, Theorem]:
    """log(n(tau) + e) = log(1 + e), which is at least 0."""
    _, ends = start()
    value = log(squared_norm(tau) + E)
    moved = equal_inside(value, ends)
    low = log_at_most(bound(le(1, 1 + E), (), [[SLACK]]), bound(lt(0, 1)))
    least = ordered(le(0, value), [(1, moved), (1, log_one())], [low])
    return moved, least


@cache
def one_wait() -> Theorem:
    """-2 eta (k + 1) U* tau <= 2 log(mu), for k = 1."""
    _, least = end_log()
    level = -(2 * PACE * tau)
    known = ordered(le(level, log(squared_norm(ZERO) + E)), [], [one_course()], [least])
    return least_norm(known)


@cache
def several_wait() -> Theorem:
    """mu^(1-k) <= 1 + (k - 1) eta (k + 1) U* tau, for k > 1."""
    _, least = end_log()
    more = bound(lt(0, k - 1), (), [[SEVERAL]])
    D = 1 + (k - 1) * PACE * tau
    D_above = positive(D, [more, RATE, count_above(), printed_above(), assume(lt(0, tau))])
    last = several_course().conclusion.args[1].args[0]
    flat = exp_rises(bound(le(last.args[0], 0), (), [[more, least]]))
    first = exp(-(STEEP * log(squared_norm(ZERO) + E)))
    below = ordered(le(first, D), [(1, fact("exp-zero"))], [several_course()], [flat])
    logs = log_at_most(below, fact("exp-positive", x=first.args[0]))
    unit = inverse(k - 1, [more])
    level = -(2 * inv(k - 1) * log(D))
    value = log(squared_norm(ZERO) + E)
    down = positive(2 * inv(k - 1), [more])
    known = ordered(
        le(level, value),
        [(2 * inv(k - 1), fact("log-exp", x=first.args[0])), (value, unit)],
        [logs, down],
    )
    told = least_norm(known)
    mu_above = assume(lt(0, mu))
    raised = exp_rises(
        ordered(le((1 - k) * log(mu), log(D)), [(log(D), unit)], [told, bound(lt(0, HALF)), more])
    )
    return ordered(
        le(power(mu, 1 - k), D),
        [(1, fact("power", mu_above, x=mu, y=1 - k)), (1, fact("exp-log", D_above, x=D))],
        [raised],
    )


# --- the claim ------------------------------------------------------------------------------------
def printed_above() -> Theorem:
    """0 < U*."""
    whole = positive(WHOLE, [above_zero(), bound(lt(0, 2 + 2 * k), (), [[SOME]])])
    return positive(
        printed(),
        [
            power_positive(X, ABOVE, 1 + k),
            power_positive(WHOLE, whole, -HALF - HALF * k),
            factorial_above(),
        ],
    )


BACK = (
    HALF * power(X, -1 - k) * inv(eta) * power(WHOLE, HALF + HALF * k) * inv(1 + k)
    * inv(factorial(k))
)  # fmt: skip


@cache
def pace_unit() -> list[Theorem]:
    """What is printed is 1/(eta (k + 1) U*), and positive."""
    whole = positive(WHOLE, [above_zero(), bound(lt(0, 2 + 2 * k), (), [[SOME]])])
    powers = []
    for base, up, exponent in ((X, ABOVE, 1 + k), (WHOLE, whole, HALF + HALF * k)):
        product = power_sum(base, up, exponent, -exponent)
        down, back = (
            (power(base, e) for e in ((-1 - k), 1 + k))
            if base is X
            else (power(base, -HALF - HALF * k), power(base, HALF + HALF * k))
        )
        flat = equal_inside(product.conclusion.args[0], _zero(exponent))
        powers.append(
            combine(
                eq(down * back, 1),
                (1, written(eq(product.conclusion.args[0], down * back), product)),
                (1, flat), (1, power_zero(base, up)),
            )
        )  # fmt: skip
    units = [
        inverse(one, [RATE, bound(lt(0, 1 + k), (), [[SOME]]), factorial_above()])
        for one in (eta, 1 + k, factorial(k))
    ]
    pairs, left = [], ONE  # one factor after the other becomes 1
    for one in reversed([*powers, *units]):
        pairs.append((left, one))
        left = left * one.conclusion.args[0]
    unit = combine(eq(BACK * PACE, 1), *pairs)
    above_ = positive(
        BACK,
        [
            power_positive(X, ABOVE, -1 - k), RATE,
            power_positive(WHOLE, whole, HALF + HALF * k),
            bound(lt(0, 1 + k), (), [[SOME]]), factorial_above(),
        ],
    )  # fmt: skip
    return [unit, above_]


def _zero(exponent: Term) -> Theorem:
    return ring(eq(exponent + -exponent, 0))


@cache
def waited() -> Theorem:
    """The claim, where no magnitude is above X."""
    statement = goal("modular.summands-bound")
    unit, back = pace_unit()
    one, other = -log(mu), inv(k - 1) * (power(mu, 1 - k) - 1)
    choice = {"P": eq(k, 1), "z": one, "w": other}

    def single(same):
        told = given(discharge(SINGLE.conclusion, one_wait()), same)
        value = fact("ite-true", same, **choice)
        return ordered(statement, [(BACK, value), (tau, unit)], [told, back, bound(lt(0, HALF))])

    def more(apart):
        several = by_cases(
            trichotomy(k, ONE),
            lambda less: contradiction(
                bound(lt(0, 0), (), [[less], [fact("discrete", SOME, n=ZERO, m=k)]]), lt(1, k)
            ),
            lambda same: absurd(given(apart, same), lt(1, k)),
            lambda above_: above_,
        )
        told = given(discharge(SEVERAL.conclusion, several_wait()), several)
        value = fact("ite-false", apart, **choice)
        gap = bound(lt(0, k - 1), (), [[several]])
        down = positive(inv(k - 1), [gap])
        return ordered(
            statement,
            [(BACK, value), (tau, unit), (BACK * PACE * tau, inverse(k - 1, [gap]))],
            [told, back, down],
        )

    return by_cases(eq(k, 1), single, more)


@proof("modular.summands-bound")
def summands_bound() -> Theorem:
    """The time that the fastest neuron of norm mu needs."""
    *known, most = defined("modular.dominant")
    return odd_p(with_dominant(waited(), known, within_half(most)))


def some_factorial() -> list[Theorem]:
    """k! is not 0."""
    return [differs(factorial_above(), negation(eq(factorial(k), 0)))]


DOMAINS["modular.summands-bound"] = some_factorial
