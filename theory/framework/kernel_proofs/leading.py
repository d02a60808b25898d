"""Near the origin a utility is its leading term: Taylor's theorem along theta."""

from __future__ import annotations

from theory.framework.kernel_proofs.entry import defined, proof
from theory.framework.kernel_proofs.limits import below_one, near_zero
from theory.framework.letters.network import taylor
from theory.framework.letters.taylor import factorial, kappa, leading, utility_of
from theory.proof.lemmas import inv
from theory.proof.lemmas.limits import close, small, under_small
from theory.proof.lemmas.powers import power, power_positive, power_step, power_sum, power_zero
from theory.proof.lemmas.taylor import Expansion
from theory.proof.rules import Theorem, assume
from theory.proof.tactics import at, bound, combine, inverse, obtain, parts, positive, ring, weaker
from theory.proof.terms import ZERO, eq, le, lt

ORDER = assume(lt(0, kappa))


def order_after() -> Theorem:
    """0 <= kappa + 1."""
    return bound(le(0, kappa + 1), (), [[ORDER], []])


def leading_series() -> Expansion:
    """The Taylor expansion of the utility along theta, up to the order kappa."""
    _, _, _, slopes, zeros, first, step, _ = defined("framework.leading-part")
    return Expansion(
        D=lambda m, x: taylor(m, x),
        F=lambda m: factorial(m),
        k=kappa,
        order_low=weaker(ORDER),
        chain=lambda m, low: at(slopes, m, low),
        zero=lambda m, low, less: at(zeros, m, low, less),
        first=first,
        step=lambda m, low, high: at(step, m, low, high),
    )


def factorials(series: Expansion) -> tuple[Theorem, Theorem]:
    """0 < kappa!, and 1/(kappa + 1)! <= 1."""
    large = [
        at(series.factorial_large(), m, low, bound(le(m, kappa + 1), (), [[]]))
        for m, low in ((kappa, series.order_low), (kappa + 1, order_after()))
    ]
    some, more = (bound(lt(0, one.conclusion.args[1]), (), [[one], []]) for one in large)
    last = factorial(kappa + 1)
    down, unit = positive(inv(last), [more]), inverse(last, [more])
    return some, bound(le(inv(last), 1), [unit], [[down, large[1]]])


@proof("framework.leading-dynamics")
def leading_dynamics() -> Theorem:
    """|U(l)/l^kappa - U_kappa| <= M l, M a bound of the next derivative on [0, 1]."""
    _, _, start, *_, value = defined("framework.leading-part")
    series = leading_series()
    order_low = series.order_low

    def with_bound(M, limits):
        here = at(limits, ZERO, bound(le(0, 0)), bound(le(0, 1)))
        M_low = bound(le(0, M), (), [[one] for one in parts(here)])
        sides = [series.upper(sign, M, M_low, limits) for sign in (1, -1)]
        some, share = factorials(series)

        def proof_at(wanted, x, low, high, level, above):
            tight = under_small(x, high, level, above, M, M_low)
            one = bound(lt(x * (1 + level), level), (), [[tight], [low, M_low]])
            below = below_one(x, one, bound(lt(0, 1 + level), (), [[above]]))
            top = weaker(below)
            up, lower = (
                at(side, kappa, order_low, bound(le(kappa, kappa)), x, low, top) for side in sides
            )
            named = at(start, x, weaker(low), top)
            whole, back = power(x, kappa), power(x, -kappa)
            pair = combine(
                eq(whole * back, 1),
                (1, power_sum(x, low, kappa, -kappa)),
                (1, power_zero(x, low)),
            )
            unit = inverse(factorial(kappa), [some])
            rules = [named, value, power_step(x, low, kappa), pair, unit]
            back_above = power_positive(x, low, -kappa)
            capped = bound(lt(M * x, level), (), [[tight], [low], [low, above]])
            gap, scaled_gap = wanted.args[0].args[0], back * utility_of(x) - leading
            slack = bound(le(M * x * inv(factorial(kappa + 1)), M * x), (), [[M_low, low, share]])
            return close(
                wanted,
                ring(eq(gap, scaled_gap)),
                bound(lt(-level, scaled_gap), rules, [[lower, back_above], [slack], [capped]]),
                bound(lt(scaled_gap, level), rules, [[up, back_above], [slack], [capped]]),
            )

        return near_zero(
            "framework.leading-dynamics",
            lambda level, above: small(level, above, M, M_low),
            proof_at,
        )

    return obtain(series.bounded(kappa + 1, order_after()), with_bound)
