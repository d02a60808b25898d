"""With one summand a frequency with less than the strongest one carries no local maximum: a little
of the strongest one, mixed in, gains.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.summands.existence import tuples
from theory.modular.kernel_proofs.summands.local_maxima import (
    mixture,
    opened_at,
)
from theory.modular.kernel_proofs.summands.maximum import as_much, told_sums, with_products
from theory.modular.kernel_proofs.summands.means import (
    CAP,
    COUNT,
    HALF,
    all_low,
    cap_above,
    count_above,
    strength,
)
from theory.modular.kernel_proofs.summands.one_summand import (
    ALONE,
    OTHERS,
    S_MIXED,
    S_WAVES,
    A,
    B,
    N,
    norm_mixed,
    utility_mixed,
)
from theory.modular.kernel_proofs.summands.spectrum import (
    SCALE,
    all_at,
    size,
    term,
)
from theory.modular.kernel_proofs.summands.strongest import placed, real_of
from theory.modular.kernel_proofs.summands.upper import (
    TUPLES,
    UNIT,
    bounded,
    from_terms,
    placed_below,
    printed,
    scale_above,
    share,
)
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj
from theory.modular.kernel_proofs.transforms.halves import half_low, odd
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import p, transform, w, x_hat
from theory.modular.letters.maxima import X
from theory.modular.letters.summands import inputs, tuple_sum
from theory.modular.letters.summands_maxima import (
    carries,
    distance,
    near,
)
from theory.modular.letters.summands_maximum import utility
from theory.proof.lemmas import exp_sum, inv, log_below, sqrt
from theory.proof.rules import Theorem, assume, conjunct, discharge, instantiate
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    discharged,
    equal_inside,
    exists,
    fact,
    given,
    inverse,
    obtain,
    positive,
    ring,
    weaker,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    FALSE,
    ZERO,
    Term,
    both,
    call,
    eq,
    le,
    lt,
    negation,
)

# --- a weaker frequency is no local maximum -------------------------------------------------------
LESS = assume(lt(size(x_hat(N)), X))
THERE = assume(lt(0, size(x_hat(N))))


@cache
def has_less() -> Theorem:
    """U < the printed value, for a unit vector of the frequency n alone."""
    own = size(x_hat(N))
    strong = strength(own, CAP)
    up = fact("exp-positive", x=strong.args[0])

    def proof_at(q, low, high):
        mean = ordered(
            le(all_at(q) * inv(COUNT), CAP), [(HALF * p * inv(COUNT), UNIT)],
            [share(q, low, high), positive(HALF * inv(COUNT), [count_above()])],
        )  # fmt: skip

        def here(same):
            weak = ordered(le(size(x_hat(q)), own), [(1, equal_inside(size(x_hat(q)), same))])
            return placed_below(q, own, CAP, cap_above(), THERE, weak, mean)

        def other(apart):
            first = bound(le(0, q), (), [[low]])
            last = bound(le(q, TOP), [odd()], [[high], [half_low()]])
            far = differs(
                bound(lt(q, p - N), [odd()], [[high], [OTHERS[1]]]), negation(eq(q, p - N))
            )
            zero = at(ALONE[1], q, first, last, apart, far)
            inside = equal_inside(conj(transform(w, q)), zero)
            gone = combine(
                eq(conj(transform(w, q)), 0), (1, inside), (1, fact("conj-real", x=ZERO))
            )
            nothing = real_of(term(q), ZERO, ring(eq(term(q), 0), gone))
            scale = positive(inv(COUNT), [count_above()])
            return ordered(
                le(call("re", term(q)), strong * (all_at(q) * inv(COUNT))), [(1, nothing)],
                [up, all_low(q), scale],
            )  # fmt: skip

        return by_cases(eq(q, N), here, other)

    whole = with_products(from_terms(strong, up, proof_at), {inputs: inputs})
    top = strength(X, CAP)
    gap = bound(lt(0, top.args[0] - strong.args[0]), (), [[count_above(), log_below(LESS, THERE)]])
    split = exp_sum(strong.args[0], top.args[0] - strong.args[0])
    split = combine(eq(top, strong * split.conclusion.args[1].args[1]), (1, split))
    grown = fact("exp-tangent", x=top.args[0] - strong.args[0])
    more = bound(lt(strong, top), [split], [[up, grown], [up, gap]])
    scale = positive(inv(COUNT), [count_above()])
    return ordered(
        lt(utility(tuple_sum), printed()),
        [(1, bounded()), (SCALE * (p * inv(COUNT) * strong), UNIT)],
        [whole], [more, scale_above(), above_zero(), scale],
    )  # fmt: skip


def gains(
    radius: Term, above: Theorem, close: Theorem, waves_sums: Term, waves: list[Theorem]
) -> Theorem:
    """False, where no unit vector within the radius has more than (u_1, w)."""
    told, norm, value = waves
    step = HALF * radius * inv(1 + radius)
    share_ = positive(inv(1 + radius), [above])
    unit_ = inverse(1 + radius, [above])
    up = positive(step, [above])
    less = ordered(lt(step, HALF), [(HALF, unit_)], [share_, bound(lt(0, HALF))])
    alpha = 1 - step
    inner = 2 * step - step**2
    inner_above = bound(lt(0, inner), (), [[up, less], [up]])
    beta = sqrt(inner)
    root = fact("sqrt-square", weaker(inner_above), x=inner)
    table = mixture(alpha, beta)

    def at_mixture(theorem, one=alpha):
        return instantiate(theorem, A, one, B, beta)

    unit_mixed = at_mixture(norm_mixed())
    on_sphere = combine(
        eq(unit_mixed.conclusion.args[0], 1),
        (1, unit_mixed), (alpha**2, UNIT), (beta**2, norm), (1, root),
    )  # fmt: skip
    away = at_mixture(norm_mixed(), alpha - 1)
    far = distance(inputs, fn(lambda a: w(a)), table[inputs], table[w])
    same = combine(
        eq(far, 2 * step), (1, away), ((alpha - 1) ** 2, UNIT), (beta**2, norm), (1, root)
    )
    within = ordered(
        lt(far, radius), [(1, same), (radius, unit_)], [above, above, share_],
    )  # fmt: skip

    def use(sums, known):
        here = told_sums(table, sums, known)
        mixed = instantiate(at_mixture(utility_mixed()), S_MIXED, sums, S_WAVES, waves_sums)
        for one in (here, told):
            mixed = given(discharge(one.conclusion, mixed), one)
        no_more = at(close, table[inputs], table[w], sums, here, on_sphere, within)
        return ordered(
            lt(0, 0),
            [(1, mixed), (beta**2, value), (printed(), root)],
            [no_more], [has_less(), inner_above],
        )  # fmt: skip

    return obtain(opened_at(tuples(), table), use)


@cache
def none_carried() -> Theorem:
    """n carries no local maximum, for k = 1, where m has more."""
    holds = assume(carries(N))
    known = (TUPLES, UNIT.conclusion, *(one.conclusion for one in ALONE))

    def use(f, h, s, whole):
        told, local, rows, own = (conjunct(whole, one) for one in whole.conclusion.args)
        unit_, around = (conjunct(local, one) for one in local.conclusion.args)
        theorem = obtain(placed(tuples()), from_waves)
        theorem = discharged(theorem, *known)
        theorem = instantiate(theorem, inputs, f, w, h, tuple_sum, s)
        return given(theorem, told, unit_, rows, own, around)

    def from_waves(sums, one):
        waves = as_much(sums, one)
        around = exists(lambda r: both(lt(0, r), near(inputs, w, tuple_sum, r)))

        def at_radius(radius, both_):
            above, close = (conjunct(both_, part) for part in both_.conclusion.args)
            return contradiction(gains(radius, above, close, sums, waves), FALSE)

        return discharge(around, obtain(assume(around), at_radius))

    found = obtain(
        holds,
        lambda f, one: obtain(one, lambda h, two: obtain(two, lambda s, all_: use(f, h, s, all_))),
    )
    return discharge(holds.conclusion, found)
