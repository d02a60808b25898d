"""The norm exceeds 1 exactly while the accumulated utility exceeds the threshold."""

from __future__ import annotations

from theory.framework.kernel_proofs.entry import defined, power, proof
from theory.framework.kernel_proofs.jump_time import DEGREE, ends, higher, quadratic
from theory.framework.kernel_proofs.limits import at_least_three, degree_down, ratio
from theory.framework.letters import S, end, eta, kappa, n_0, n_t, norm_of
from theory.proof.lemmas import exp, exp_inverse, inv, log, log_below, log_one
from theory.proof.lemmas.elementary import chosen
from theory.proof.rules import Theorem, assume, conjoin, discharge, order
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    given,
    inverse,
    positive,
    symmetric,
)
from theory.proof.terms import ONE, ZERO, Term, eq, le, lt, num

RATE, AT_LEAST_TWO = assume(lt(0, eta)), assume(le(2, kappa))


def higher_than_one(x: Term, above: Theorem) -> tuple[Theorem, Theorem]:
    """1 < x -> 0 < log(x), and 0 < log(x) -> 1 < x = exp(log x), which is at least 1 + log x."""
    large, high = lt(1, x), lt(0, log(x))
    up = bound(high, [log_one()], [[log_below(assume(large), bound(lt(0, 1)))]])
    tangent = fact("exp-tangent", x=log(x))
    least = order(
        le(1 + log(x), x), ((ONE, fact("exp-log", above, x=x)),), ((ONE, (tangent,), ONE),)
    )
    down = bound(large, (), [[assume(high)], [least]])
    return discharge(large, up), discharge(high, down)


def below_one(y: Term) -> tuple[Theorem, Theorem]:
    """exp(y) < 1 -> y < 0, and y < 0 -> exp(y) < 1."""
    small, low = lt(exp(y), 1), lt(y, 0)
    under = bound(low, (), [[assume(small)], [fact("exp-tangent", x=y)]])
    # 1 - exp(y) = exp(y) (exp(-y) - 1) and exp(-y) - 1 >= -y > 0
    rises = bound(lt(1, exp(-y)), (), [[assume(low)], [fact("exp-tangent", x=-y)]])
    over = bound(small, [exp_inverse(y)], [[fact("exp-positive", x=y), rises]])
    return discharge(small, under), discharge(low, over)


def compared() -> tuple[Term, Term, Term]:
    """n_t > 1, S > c/eta, and the c in it, which the claim picks by kappa = 2."""
    from theory import claim
    from theory.proof.letters import stated

    forth, _ = stated(claim("framework.first-crossing")).statement.args
    grown, amount = forth.args
    return grown, amount, next(one for one in _inside(amount) if one.op == "ite")


def power_at_end(known: Theorem) -> Theorem:
    """exp((2 - kappa) log(norm at the end)) = n_0^(2 - kappa) + (2 - kappa) eta S for kappa > 2."""
    _, S_end = defined("framework.end")
    start_above, _ = ends()
    powered = fact("power", start_above, x=n_0, y=DEGREE)
    return combine(
        eq(exp(DEGREE * log(norm_of(end))), power(n_0, DEGREE) + DEGREE * eta * S),
        (1, higher(known)),
        (1, powered),
        (DEGREE * eta, S_end),
    )


@proof("framework.first-crossing")
def first_crossing() -> Theorem:
    """For kappa = 2 the logarithm of the norm is eta (S - c/eta), above it the sign is the same."""
    grown, amount, choice = compared()
    condition, first, second = choice.args
    norm_end, S_end = defined("framework.end")
    _, end_above = ends()
    here = order(lt(ZERO, n_t), ((num(-1), norm_end),), ((ONE, (end_above,), ONE),))
    unit, down = inverse(eta, [RATE]), positive(inv(eta), [RATE])
    log_end = equal_inside(log(n_t), norm_end)
    up, back = higher_than_one(n_t, here)

    def two(known):
        value = combine(
            eq(log(n_t), log(n_0) + eta * S), (1, log_end), (1, quadratic(known)), (eta, S_end)
        )
        picked = chosen(condition, first, second, known, True)
        tall = given(up, assume(grown))
        more = bound(amount, [picked, value, unit], [[tall, down]])
        far = bound(lt(0, log(n_t)), [picked, value, unit], [[assume(amount), RATE]])
        return conjoin(discharge(grown, more), discharge(amount, given(back, far)))

    def above(known):
        large = at_least_three(known, AT_LEAST_TWO)
        wide = bound(lt(0, kappa - 2), (), [[large]])
        value = power_at_end(known)
        power_of_end, below = value.conclusion.args
        (y,) = power_of_end.args
        picked = chosen(condition, first, second, known, False)
        under, over = below_one(y)
        narrow = positive(inv(kappa - 2), [wide])
        rewrites = [picked, degree_down(large), unit, ratio(large)]
        # n_t > 1: y < 0, so exp(y) < 1
        tall = given(up, assume(grown))
        falls = bound(lt(y, 0), [symmetric(log_end)], [[tall, wide]])
        small = given(over, falls)
        less = order(lt(below, 1), ((num(-1), value),), ((ONE, (small,), ONE),))
        more = bound(amount, rewrites, [[less, narrow, down]])
        # and back
        far = bound(lt(below, 1), rewrites, [[assume(amount), RATE, wide]])
        tight = order(lt(exp(y), 1), ((ONE, value),), ((ONE, (far,), ONE),))
        sinks = given(under, tight)
        rises = bound(lt(0, log(n_t)), [log_end, ratio(large)], [[sinks, narrow]])
        return conjoin(discharge(grown, more), discharge(amount, given(back, rises)))

    return by_cases(condition, two, above)


def _inside(term: Term):
    yield term
    for arg in term.args:
        yield from _inside(arg)
