"""The frequency with the smallest blow-up time is taken: its share of the norm is at least
1 - alpha^2 D.
"""

from __future__ import annotations

from theory.modular.kernel_proofs.elliptic.one_scale import SCALE, power_start, start_three
from theory.modular.kernel_proofs.elliptic.others import Scale, other, others_small
from theory.modular.kernel_proofs.flow.wave_norm import mean_kept
from theory.modular.kernel_proofs.maxima.single import concrete
from theory.modular.kernel_proofs.maxima.upper_bound import size
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.transforms.conjugates import below
from theory.modular.kernel_proofs.transforms.halves import half_norm, some
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.kernel_proofs.transforms.waves import unit as p_unit
from theory.modular.letters import k, p, transform, u, v, w
from theory.modular.letters.first import three_powers
from theory.modular.letters.flow import COURSES, at_time, power_at, t
from theory.modular.letters.maxima import xi
from theory.modular.letters.taken import (
    at_scale,
    blow_up,
    carlson_at,
    jump_at,
    part,
    scale,
    share,
)
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv, sqrt
from theory.proof.lemmas.elementary import chosen
from theory.proof.lemmas.improper import below_all
from theory.proof.lemmas.limits import same_limit, shown_to_tend, size_below, small, under_small
from theory.proof.rules import (
    Theorem,
    instantiate,
)
from theory.proof.sums.finite import added, sum_of, summand_equal
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    fact,
    obtain,
    parts,
    positive,
    ring,
    weaker,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    ONE,
    ZERO,
    Term,
    call,
    eq,
    le,
    lt,
    make,
    negation,
    num,
    substituted,
)


# --- the share ------------------------------------------------------------------------------------
def mean_three(one: Scale) -> Theorem:
    """Frequency 0 has alpha^2 times what (u, v, w) has there."""
    kept = [mean_kept(number) for number in range(3)]
    starts = [instantiate(power_start(number), k, ZERO) for number in range(3)]
    whole = combine(
        eq(three_powers(ZERO, t), SCALE**2 * start_three(ZERO)),
        *((1, each) for each in kept), *((1, each) for each in starts),
    )  # fmt: skip
    return one.here(whole)


def taken_part(one: Scale) -> Theorem:
    """1 = alpha^2/p (mean) + 2/p (others) + the part at xi."""
    low, high, *_ = defined("modular.blow-up-times")
    after = one.here(concrete(half_norm(), *at_time(t)))
    summand = fn(one.three)
    rest = fn(lambda m: other(one.alpha, m))

    def pick(m):
        return make("ite", None, (eq(m, xi), one.three(m), ZERO))

    def split(m, *_):
        goal = eq(one.three(m), rest(m) + pick(m))

        def choices(known, holds):
            return [
                (1, chosen(eq(m, xi), ZERO, one.three(m), known, holds)),
                (1, chosen(eq(m, xi), one.three(m), ZERO, known, holds)),
            ]

        return by_cases(
            eq(m, xi),
            lambda yes: combine(goal, *choices(yes, True)),
            lambda no: combine(goal, *choices(no, False)),
        )

    same = summand_equal(summand, fn(lambda m: rest(m) + pick(m)), 1, half, split)
    single = only_inside(
        fn(pick), xi, 1, half, low, high,
        lambda m, m_low, m_high, no: chosen(eq(m, xi), one.three(m), ZERO, no, False),
    )  # fmt: skip
    here = chosen(eq(xi, xi), one.three(xi), ZERO, ring(eq(xi, xi)), True)
    mean = mean_three(one)
    share_part = substituted(part(xi, jump_at(one.alpha)), at_scale(one.alpha))
    i = inv(p)
    value = i * one.alpha**2 * start_three(ZERO) + 2 * i * sum_of(rest, 1, half)
    return combine(
        eq(share_part, 1 - value),
        (i, after), (i, mean), (2 * i, same), (2 * i, added(rest, fn(pick), 1, half, some())),
        (2 * i, single), (2 * i, here), (1, p_unit()), (1, one.norm),
        (one.norm.conclusion.args[0] - 1, p_unit()),
    )  # fmt: skip


def rest_low(one: Scale) -> Theorem:
    """0 <= the sum over all frequencies but xi."""
    rest = fn(lambda m: other(one.alpha, m))

    def each(m, *_):
        goal = le(0, rest(m))
        return by_cases(
            eq(m, xi),
            lambda yes: bound(goal, [chosen(eq(m, xi), ZERO, one.three(m), yes, True)]),
            lambda no: bound(
                goal, [chosen(eq(m, xi), ZERO, one.three(m), no, False)], [[one.three_low(m)]]
            ),
        )

    return nonnegative_sum(rest, 1, half, some(), each)


def near_one(one: Scale, constant: Term, most: Theorem) -> tuple[Theorem, Theorem]:
    """1 - alpha^2 D <= share and share <= 1, D = (mean + 2 C)/p."""
    whole = substituted(part(xi, jump_at(one.alpha)), at_scale(one.alpha))
    root = sqrt(whole)
    told = taken_part(one)
    down = positive(inv(p), [above_zero()])
    roots = [substituted(size(transform(f, xi)), one.table) for f in at_time(t)]
    inside = bound(le(0, whole), (), [([down], each) for each in roots])
    square = fact("sqrt-square", inside, x=whole)
    low = fact("sqrt-nonnegative", inside, x=whole)
    mean_low = bound(
        le(0, start_three(ZERO)), (), (), [size(transform(f, ZERO)) for f in (u, v, w)]
    )
    at_most = ordered(
        le(whole, 1), [(1, told)],
        [down, mean_low, one.alpha], [down, rest_low(one)], [down, rest_low(one)],
    )  # fmt: skip
    less = below(root, ONE, bound(le(0, 1)), ordered(le(root**2, ONE**2), [(1, square)], [at_most]))
    size_ = inv(p) * (start_three(ZERO) + 2 * constant)
    under = ordered(le(1 - one.alpha**2 * size_, whole), [(1, told)], [down, most], [down, most])
    return (
        ordered(le(1 - one.alpha**2 * size_, root), [(1, square)], [under], [less, low]),
        less,
    )


@proof("modular.frequency-taken")
def frequency_taken() -> Theorem:
    """The share is at least 1 - alpha^2 D: it tends to 1, and to nothing else."""
    scale_above, _ = defined("modular.scaled-flows")
    (known,) = defined("modular.share-taken")
    down = positive(inv(p), [above_zero()])
    mean_low = bound(
        le(0, start_three(ZERO)), (), (), [size(transform(f, ZERO)) for f in (u, v, w)]
    )

    def body(alpha):
        return sqrt(substituted(part(xi, jump_at(alpha)), at_scale(alpha)))

    def use(c, found):
        c_low, every = parts(found)
        more = inv(p) * (start_three(ZERO) + 2 * c)
        more_low = bound(le(0, more), (), [[down, mean_low], [down, c_low]])

        def at_level(level, above, finish):
            radius, radius_above = small(level, above, more, more_low)
            least, least_above, _, (first, second) = below_all(radius_above, scale_above)

            def proof_at(alpha, low, high, below_one):
                less = bound(lt(alpha, scale), (), [[high], [second]])
                one = Scale(alpha, low, less)
                rest = at(every, alpha, low, less)
                bottom, top = near_one(one, c, rest)
                tiny = under_small(
                    alpha, bound(lt(alpha, radius), (), [[high], [first]]), level, above, more,
                    more_low,
                )  # fmt: skip
                # alpha^2 D <= alpha D < level
                square = bound(le(alpha**2 * more, alpha * more), (), [[low, below_one, more_low]])
                gap = body(alpha) - 1
                left = bound(
                    lt(-level, gap), (),
                    [[bottom], [square], [tiny], [low], [low, above]],
                )  # fmt: skip
                return size_below(gap, left, bound(lt(gap, level), (), [[top], [above]]))

            return finish(least, least_above, proof_at)

        return shown_to_tend(body, ONE, at_level)

    shown = obtain(others_small(), use)
    return same_limit(body, share, ONE, known, shown)


__all__ = ["blow_up", "carlson_at", "COURSES", "power_at", "negation", "num", "call", "weaker"]
