"""A eta + log(alpha) = -alpha^4/2 + ...: AGF in plain time against -log(alpha).

With z = arcosh(exp(2 eta)) and E = alpha^2 exp(z): E + alpha^4/E = 1, E >= 1/2, and
A eta + log(alpha) = log(E)/2 lies between (1 - 1/E)/2 and (E - 1)/2.
"""

from __future__ import annotations

from functools import cache

from theory import claim
from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.kernel_proofs.neuron.flow import ROOT, rooted
from theory.diagonal.kernel_proofs.small_alpha.small_scale import inverse_of
from theory.diagonal.letters.algorithm import rate_at, reach_at
from theory.diagonal.letters.scale import plain_of
from theory.proof.lemmas import (
    HALF,
    exp,
    exp_inverse,
    exp_sum,
    inv,
    log,
    log_below,
    log_one,
    log_product,
    trichotomy,
)
from theory.proof.lemmas.limits import close, near_zero
from theory.proof.letters import stated as in_terms
from theory.proof.rules import Theorem, absurd, assume, conjoin, discharge, order
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    discharged,
    equal_inside,
    fact,
    given,
    inverse,
    parts,
    positive,
    put,
    ring,
    weaker,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import FALSE, ONE, Term, eq, le, lt, num, var

E, L, Q, q, e = map(var, ("E", "L", "Q", "q", "e"))
SMALL_GAP = (
    le(HALF, E),
    lt(E, 1),
    eq(q, E - E**2),
    eq(q * Q, 1),
    lt(0, Q),
    le(L, E - 1),
    le(E - 1, E * L),
    lt(0, e),
    lt(16 * q, e),
)


@cache
def _small_gap() -> Theorem:
    """-e < (L Q + 1)/2 < e, where L is log E, q = E (1 - E), Q = 1/q and 16 q < e."""
    half, one, q_is, unit, Q_low, upper, lower, e_low, fit = map(assume, SMALL_GAP)
    p = (1 - E) * Q  # 1/E
    pE = combine(eq(p * E, 1), (Q, q_is), (1, unit))
    D = linear(lt(0, 1 - E), one)
    p_low = order(lt(0, p), (), ((ONE, (D, Q_low), ONE),))
    P = var("P")
    named = assume(eq(P, p))  # p as a letter of its own
    rules = [
        combine(eq(E * P, 1), (1, pE), (E, named)),
        combine(eq(E * Q, Q - P), (1, named)),
    ]
    P_low = linear(lt(0, P), p_low, named)
    more = bound(lt(0, P - 1), rules, [[P_low, D]])
    P_high = bound(le(P, 2), rules, [[P_low, half]])
    up = bound(lt(HALF * L * Q + HALF, e), rules, [[Q_low, upper], [more], [e_low]])
    lift = bound(le(1 - P, L), rules, [[P_low, lower]])
    square = combine(eq(P * Q, Q + P**2), (Q, rules[0]), (P, rules[1]))
    tiny = bound(lt(16 * E - 16 * E**2, e), [q_is], [[fit]])
    down = bound(
        lt(-e, HALF * L * Q + HALF),
        [*rules, square],
        [[Q_low, lift], [tiny], [P_high, P_low, D], [D, P_high], [D, half], [D], [more]],
    )
    found = conjoin(down, up)
    found = put(discharge(named.conclusion, found), P=p)
    found = given(found, ring(eq(p, p)))
    return discharged(found, *SMALL_GAP)


@proof("diagonal.physical-factor")
def physical_factor() -> Theorem:
    """log(E)/2 over alpha^4 = E (1 - E) tends to -1/2."""

    def radius(level, above):
        return level * inv(16 + 2 * level), positive(level * inv(16 + 2 * level), [above])

    def proof_at(wanted, x, low, high, level, above):
        whole = 16 + 2 * level
        top = positive(whole, [above])
        short = order(
            lt(x * whole, level), ((level, inverse(whole, [top])),), ((ONE, (high, top), ONE),)
        )
        return _close_at(wanted, x, low, _below_half(x, above, short), short, level, above)

    return near_zero(in_terms(claim("diagonal.physical-factor")).statement, radius, proof_at)


def _below_half(x: Term, above: Theorem, short: Theorem) -> Theorem:
    """x < 1/2, from x (16 + 2 e) < e."""
    goal = lt(x, HALF)

    def no(ordered):
        return absurd(linear(FALSE, short, ordered, above, products=[[ordered, above]]), goal)

    return by_cases(
        trichotomy(x, HALF),
        lambda less: less,
        lambda same: no(linear(le(HALF, x), same)),
        lambda more: no(weaker(more)),
    )


def _close_at(wanted, x, low, half, short, level, above) -> Theorem:
    """|(F + log x)/x^4 + 1/2| < e for 0 < x < 1/2 and 16 x < e."""
    scaled, rate, z = ROOT * x, rate_at(x), reach_at(x)
    size = positive(scaled, [low])
    inside = _below_one(scaled, size, bound(lt(scaled**2, 1), [rooted()], [[low, half], [half]]))
    deep = linear(lt(0, rate), log_below(inside, size), log_one())
    (known,) = defined("diagonal.plain-factor")
    value = combine(
        eq(plain_of(x), HALF * z),
        (1, at(known, x, low, inside)),
        (HALF * z, inverse_of(rate, deep)),
    )
    large = bound(le(1, exp(2 * rate)), (), [[fact("exp-tangent", x=2 * rate)], [deep]])
    total = _sum_is_one(x, z, rate, scaled, size, large)
    own, other = x**2 * exp(z), x**2 * exp(-z)
    z_low = fact("acosh-nonnegative", large, x=exp(2 * rate))
    tail = fact("exp-positive", x=-z)
    short_tail = bound(
        le(exp(-z), 1), [exp_inverse(z)], [[tail, fact("exp-tangent", x=z)], [tail, z_low]]
    )
    wide = linear(le(exp(-z), exp(z)), fact("exp-tangent", x=z), z_low, short_tail)
    square = positive(x**2, [low])
    half_low = linear(le(HALF, own), total, products=[[square, wide]])
    below_one = linear(lt(own, 1), total, products=[[square, tail]])
    times = ring(eq(own * other, x**4), exp_inverse(z))
    fourth = combine(eq(x**4, own - own**2), (1, times), (own, total))
    logs, upper, lower = _logs(x, z, low, own)
    unit = inverse(x, [low])
    down = inv(x) ** 4
    powers = ring(eq(x**4 * down, 1), *[ring_power(x, unit)])
    small = bound(
        lt(16 * x**4, level),
        (),
        [[short], *([low] * n + [half] for n in (1, 2, 3)), [low], [low, above]],
    )
    given_ = [
        half_low,
        below_one,
        fourth,
        powers,
        positive(down, [low]),
        upper,
        lower,
        above,
        small,
    ]
    made = put(_small_gap(), E=own, L=log(own), Q=down, q=x**4, e=level)
    bottom, top = parts(given(made, *given_))
    gap = HALF * log(own) * down + HALF
    same = ring(eq(wanted.args[0].args[0], gap), value, logs)
    return close(wanted, same, bottom, top)


def ring_power(x: Term, unit: Theorem) -> Theorem:
    """x^4 (1/x)^4 = 1."""
    pair = x * inv(x)
    return combine(eq(x**4 * inv(x) ** 4, 1), (pair**3 + pair**2 + pair + 1, unit))


def _below_one(w: Term, above: Theorem, square: Theorem) -> Theorem:
    """w < 1, from 0 < w and w^2 < 1."""
    goal = lt(w, 1)

    def no(ordered):
        return absurd(linear(FALSE, square, ordered, products=[[ordered, ordered]]), goal)

    return by_cases(
        trichotomy(w, num(1)),
        lambda less: less,
        lambda same: no(linear(le(1, w), same)),
        lambda more: no(weaker(more)),
    )


def _sum_is_one(x, z, rate, scaled, size, large) -> Theorem:
    """x^2 exp(z) + x^2 exp(-z) = 2 x^2 exp(2 eta) = 1."""
    back = combine(
        eq(exp(-rate), scaled),
        (1, equal_inside(exp(-rate), ring(eq(-rate, log(scaled))))),
        (1, fact("exp-log", size, x=scaled)),
    )
    twice = written(eq(exp(2 * rate), exp(rate) ** 2), exp_sum(rate, rate))
    pair = combine(eq(exp(rate) * scaled, 1), (exp(rate), back), (1, exp_inverse(rate)))
    double = combine(
        eq(2 * x**2 * exp(rate) ** 2, 1),
        (exp(rate) * scaled + 1, pair),
        (x**2 * exp(rate) ** 2, rooted()),
    )
    return combine(
        eq(x**2 * exp(z) + x**2 * exp(-z), 1),
        (2 * x**2, fact("cosh-acosh", large, x=exp(2 * rate))),
        (2 * x**2, fact("cosh", x=z)),
        (2 * x**2, twice),
        (1, double),
    )


def _logs(x: Term, z: Term, low: Theorem, own: Term) -> tuple[Theorem, Theorem, Theorem]:
    """log E = z + 2 log x, log E <= E - 1 and E - 1 <= E log E."""
    square = positive(x**2, [low])
    split = log_product(x**2, exp(z), square, fact("exp-positive", x=z))
    double = written(eq(log(x**2), log(x) + log(x)), log_product(x, x, low, low))
    logs = combine(eq(log(own), z + 2 * log(x)), (1, split), (1, fact("log-exp", x=z)), (1, double))
    above = positive(own, [low])
    back = fact("exp-log", above, x=own)
    upper = linear(le(log(own), own - 1), fact("exp-tangent", x=log(own)), back)
    turned = fact("exp-tangent", x=-log(own))
    one = combine(eq(own * exp(-log(own)), 1), (exp(-log(own)), back), (1, exp_inverse(log(own))))
    lower = linear(le(own - 1, own * log(own)), one, products=[[above, turned]])
    return logs, upper, lower
