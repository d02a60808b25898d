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


@proof("framework.leading-dynamics")
def leading_dynamics() -> Theorem:
    """|U(l)/l^kappa - U_kappa| <= M l, M a bound of the next derivative on [0, 1]."""
    _, _, start, slopes, zeros, first, step, value = defined("framework.leading-part")
    order_low = weaker(ORDER)
    series = Expansion(
        D=lambda m, x: taylor(m, x),
        F=lambda m: factorial(m),
        k=kappa,
        order_low=order_low,
        chain=lambda m, low: at(slopes, m, low),
        zero=lambda m, low, less: at(zeros, m, low, less),
        first=first,
        step=lambda m, low, high: at(step, m, low, high),
    )
    after = bound(le(0, kappa + 1), (), [[ORDER], []])

    def with_bound(M, limits):
        here = at(limits, ZERO, bound(le(0, 0)), bound(le(0, 1)))
        M_low = bound(le(0, M), (), [[one] for one in parts(here)])
        sides = [series.upper(sign, M, M_low, limits) for sign in (1, -1)]
        large = [
            at(series.factorial_large(), m, low, bound(le(m, kappa + 1), (), [[]]))
            for m, low in ((kappa, order_low), (kappa + 1, after))
        ]
        some = [bound(lt(0, one.conclusion.args[1]), (), [[one], []]) for one in large]
        last = factorial(kappa + 1)
        down, unit = positive(inv(last), [some[1]]), inverse(last, [some[1]])
        share = bound(le(inv(factorial(kappa + 1)), 1), [unit], [[down, large[1]]])

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
            rules = [
                named,
                value,
                power_step(x, low, kappa),
                pair,
                inverse(factorial(kappa), [some[0]]),
            ]
            back_above = power_positive(x, low, -kappa)
            capped = bound(lt(M * x, level), (), [[tight], [low], [low, above]])
            gap = wanted.args[0].args[0]
            slack = bound(le(M * x * inv(factorial(kappa + 1)), M * x), (), [[M_low, low, share]])
            return close(
                wanted,
                ring(eq(gap, back * utility_of(x) - leading)),
                bound(
                    lt(-level, back * utility_of(x) - leading),
                    rules,
                    [[lower, back_above], [slack], [capped]],
                ),
                bound(
                    lt(back * utility_of(x) - leading, level),
                    rules,
                    [[up, back_above], [slack], [capped]],
                ),
            )

        return near_zero(
            "framework.leading-dynamics",
            lambda level, above: small(level, above, M, M_low),
            proof_at,
        )

    return obtain(series.bounded(kappa + 1, after), with_bound)
