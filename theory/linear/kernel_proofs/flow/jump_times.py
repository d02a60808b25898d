"""Accumulated utilities, waiting times and their recursion, by induction on plateaus."""

from __future__ import annotations

from theory.linear.kernel_proofs.entry import DOMAINS, known, proof
from theory.linear.kernel_proofs.flow.balance import aligned_utility, half_of_two
from theory.linear.letters import U_on_descent, sigma_mode
from theory.linear.letters.time import (
    HALVED,
    S_after,
    S_at,
    S_before,
    S_first,
    S_on,
    S_one,
    S_second,
    S_start,
    S_two,
    S_wait,
    delta_tau,
    last,
    pair_utility,
    sigma,
    sigma_last,
    step,
    t,
    wait,
)
from theory.proof.lemmas import constant, inv
from theory.proof.rules import Theorem, assume, discharge
from theory.proof.sums.any_range import empty_sum
from theory.proof.sums.finite import step as sum_step
from theory.proof.sums.finite import sum_of
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    fact,
    given,
    induction,
    inverse,
    lam,
    nonzero,
    parts,
    with_slope,
)
from theory.proof.terms import INT, ZERO, Term, eq, implies, le, lt


def grown(course, rate: Term, end: Term, slopes: Theorem, ordered: Theorem) -> Theorem:
    """f(end) = f(0) + rate end, where f' = rate on [0, end]."""
    function = lam(lambda q: course(q) - rate * q)

    def flat(s, low, high):
        own = at(slopes, s, low, high)
        return with_slope(derivative(function, 0, end, s, [own]), ZERO)

    same = constant(function, 0, end, ordered, flat)
    return combine(eq(course(end), course(ZERO) + rate * end), (1, same))


@proof("linear.accumulated-utility")
def accumulated_utility() -> Theorem:
    """S' = 2 U = sigma."""
    ordered, slopes, start, after = known("accumulation")
    whole = grown(S_on, 2 * U_on_descent, t, slopes, ordered)
    return combine(
        eq(S_after, S_start + sigma_mode * t),
        (1, after), (1, start), (1, whole), (2 * t, aligned_utility()),
    )  # fmt: skip


@proof("linear.jump-recursion")
def jump_recursion() -> Theorem:
    """1 = S_before + 2 U wait, and 2 U = sigma."""
    unit, _, image, _ = known("last-pair")
    slopes, before, reached, _ = known("waiting")
    after = bound(le(0, wait), (), [[assume(lt(0, wait))]])
    whole = grown(S_wait, 2 * pair_utility(), wait, slopes, after)
    raw = same_sums(eq(pair_utility(), HALVED**2 * sigma_last * unit.conclusion.args[0]), image)
    value = combine(
        eq(2 * pair_utility(), sigma_last),
        (2, raw), (2 * HALVED**2 * sigma_last, unit), (2 * sigma_last, half_of_two()),
    )  # fmt: skip
    spent = combine(
        eq(sigma_last * wait, 1 - S_before),
        (1, whole), (1, before), (1, reached), (wait, value),
    )  # fmt: skip
    undone = inverse(sigma_last, [assume(lt(0, sigma_last))])
    return combine(
        eq(wait, (1 - S_before) * inv(sigma_last)), (inv(sigma_last), spent), (wait, undone)
    )


@proof("linear.order-kept")
def order_kept() -> Theorem:
    """S_2 <= S_1 at every jump by induction, and within the plateau too."""
    some, later, waits, larger, first_0, first_step, second_0, second_step, one, two = known(
        "ordered-modes"
    )

    def statement(k):
        return implies(le(k, last), le(S_second(k), S_first(k)))

    def next_one(k, above, now):
        condition = assume(le(k + 1, last))
        here = bound(le(k, last), (), [[condition]])
        before = bound(le(k, last - 1), (), [[condition]])
        gain = at(larger, k, above, here)
        rewrites = [at(first_step, k, above, before), at(second_step, k, above, before)]
        found = bound(
            le(S_second(k + 1), S_first(k + 1)),
            rewrites,
            [[given(now, here)], [at(waits, k, above, before), gain]],
        )
        return discharge(condition.conclusion, found)

    base = discharge(le(ZERO, last), bound(le(S_second(ZERO), S_first(ZERO)), [first_0, second_0]))
    scheme = induction(statement, ZERO, base, next_one)
    there = given(at(scheme, last, some), bound(le(last, last)))
    ahead = at(larger, last, some, bound(le(last, last)))
    return bound(le(S_two, S_one), [one, two], [[there], [later, ahead]])


@proof("linear.recursion-unrolled")
def recursion_unrolled() -> Theorem:
    """S_k at jump j is the sum of what it gained before, and 1 at jump k."""
    above, modes = known("jumps")
    some = bound(le(1, step), (), [[fact("discrete", assume(lt(0, step)), n=ZERO, m=step)]])
    start, steps, end = parts(at(modes, step, some, bound(le(step, step))))
    gain = lam(lambda j: sigma(step - j, j) * delta_tau(j + 1), INT)

    def statement(k):
        return implies(le(k, step), eq(S_at(step, k), sum_of(gain, ZERO, k - 1)))

    def next_one(k, low, now):
        condition = assume(le(k + 1, step))
        before = given(now, bound(le(k, step), (), [[condition]]))
        own = at(steps, k, low, bound(le(k, step - 1), (), [[condition]]))
        ordered = bound(le(ZERO - 1, k - 1), (), [[low]])
        more = sum_step(gain, ZERO, k - 1, ordered)
        goal = eq(S_at(step, k + 1), sum_of(gain, ZERO, k))
        found = combine(goal, (1, own), (1, before), (1, more))
        return discharge(condition.conclusion, found)

    nothing = empty_sum(gain, ZERO, ZERO - 1, bound(lt(ZERO - 1, ZERO)))
    base = combine(eq(S_at(step, ZERO), sum_of(gain, ZERO, ZERO - 1)), (1, start), (1, nothing))
    scheme = induction(statement, ZERO, discharge(le(ZERO, step), base), next_one)
    low = bound(le(0, step - 1), (), [[some]])
    prior = given(at(scheme, step - 1, low), bound(le(step - 1, step)))
    final = at(steps, step - 1, low, bound(le(step - 1, step - 1)))
    leading = sigma(1, step - 1)
    spent = combine(
        eq(leading * delta_tau(step), 1 - sum_of(gain, ZERO, step - 2)),
        (1, end), (1, final), (1, prior),
    )  # fmt: skip
    undone = inverse(leading, [at(above, step - 1, low, bound(le(step - 1, step - 1)))])
    goal = eq(delta_tau(step), (1 - sum_of(gain, ZERO, step - 2)) * inv(leading))
    return combine(goal, (inv(leading), spent), (delta_tau(step), undone))


def domain_of_recursion() -> list[Theorem]:
    """sigma_1^(k-1) is not 0, and the sum starts at or before its end."""
    above, _ = known("jumps")
    some = bound(le(1, step), (), [[fact("discrete", assume(lt(0, step)), n=ZERO, m=step)]])
    low = bound(le(0, step - 1), (), [[some]])
    strict = at(above, step - 1, low, bound(le(step - 1, step - 1)))
    return [
        nonzero(sigma(1, step - 1), [strict]),
        bound(le(ZERO, step - 2 + 1), (), [[some]]),
    ]


DOMAINS["linear.recursion-unrolled"] = domain_of_recursion
