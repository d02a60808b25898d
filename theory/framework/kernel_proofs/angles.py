"""The angle left in accelerated time as alpha -> 0: none for kappa = 2, and only then; none at all
with the adaptive rate.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.kernel_proofs.entry import assumed, defined, picked_of, proof
from theory.framework.kernel_proofs.limits import (
    alignment_limit_higher,
    at_least_three,
    degree_down,
)
from theory.framework.kernel_proofs.vanishing import AT_LEAST_TWO, TWO
from theory.framework.letters import n_0
from theory.framework.letters.limit import (
    aligns,
    angle,
    angle_adaptive,
    angle_of,
    clock,
    continuous,
    kappa,
    not_yet_aligned,
    stop,
    t,
    threshold,
)
from theory.proof.lemmas import exp, inv, log, log_below, trichotomy
from theory.proof.lemmas.limits import same_limit, shown_to_tend, size_below
from theory.proof.lemmas.powers import power, power_zero
from theory.proof.lemmas.sizes import within_size
from theory.proof.polynomials import normal
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    order,
    reflexive,
    witness,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    obtain,
    parts,
    positive,
    ring,
    written,
)
from theory.proof.tactics.linear import both_ways
from theory.proof.terms import (
    ONE,
    ZERO,
    Term,
    call,
    eq,
    implies,
    le,
    lt,
    negation,
    opened,
)

START, TIME = assume(lt(0, n_0)), assume(lt(0, t))


def late_enough(body: Callable, when: Callable, aligned: Theorem) -> Theorem:
    """angle(f(x)) -> 0, where when(x, 0 < x) gives f(x) = -log(x n) t, and the angle tends to 0."""

    def at_level(level_, above, finish):
        def with_time(late, near):
            depth = late * inv(t)
            unit, down = inverse(t, [TIME]), inverse(n_0, [START])
            radius = exp(-depth) * inv(n_0)

            def proof_at(x, low, high, _):
                # x n < exp(-M/t), so that -log(x n) t > M
                small = order(
                    lt(x * n_0, exp(-depth)),
                    ((exp(-depth), down),),
                    ((ONE, (high, START), ONE),),
                )
                product = bound(lt(0, x * n_0), (), [[low, START]])
                deep = bound(
                    lt(depth, -log(x * n_0)),
                    [fact("log-exp", x=-depth)],
                    [[log_below(small, product)]],
                )
                passed = bound(lt(late, -log(x * n_0) * t), [unit], [[deep, TIME]])
                there = at(near, -log(x * n_0) * t, passed)
                same = equal_inside(angle_of(body(x)), when(x, low))
                size = equal_inside(
                    call("abs", angle_of(body(x)) - 0),
                    combine(eq(angle_of(body(x)) - 0, angle_of(-log(x * n_0) * t)), (1, same)),
                )
                goal = lt(call("abs", angle_of(body(x)) - 0), level_)
                left, right = size.conclusion.args
                plain = normal(left) is normal(right)
                return bound(goal, [] if plain else [size], [[there]])

            return finish(radius, positive(radius, [START]), proof_at)

        return obtain(at(aligned, level_, above), with_time)

    return shown_to_tend(lambda x: angle_of(body(x)), ZERO, at_level)


def _same_clock(x: Term, low: Theorem) -> Theorem:
    """-log(x n) t is what it is."""
    return reflexive(-log(x * n_0) * t)


@proof("framework.adaptive-alignment")
def adaptive_alignment() -> Theorem:
    """-log(alpha n) t grows beyond all bounds, for every kappa."""
    (limit,) = defined("framework.adaptive-angle")
    aligned = assumed("framework.adaptive-alignment", aligns())

    def body(x):
        return -log(x * n_0) * t

    zero = late_enough(body, _same_clock, aligned)
    return same_limit(lambda x: angle_of(body(x)), angle_adaptive, ZERO, limit, zero)


def quadratic_clock(x: Term, low: Theorem, case: Theorem) -> Theorem:
    """The clock of kappa = 2: alpha^0 (-log(alpha n)) t."""
    choice = threshold(x * n_0)
    picked = picked_of(choice, case, True)
    flat = combine(
        eq(power(x, kappa - 2), 1),
        (1, equal_inside(power(x, kappa - 2), case)),
        (1, power_zero(x, low)),
    )
    return ring(eq(clock(x), -log(x * n_0) * t), picked, flat)


def both_widths(r: Term, l: Term, above: tuple[Theorem, Theorem]) -> tuple[Theorem, Callable]:
    """0 < w = r l/(r + l) for widths r, l > 0; sides(s, |s - stop| < w) shows s - stop < r and
    stop - s < l.
    """
    place, whole = stop(), r + l
    r_above, l_above = above
    top = bound(lt(0, whole), (), [[r_above], [l_above]])
    unit, down = inverse(whole, [top]), positive(inv(whole), [top])
    width_above = bound(lt(0, r * l * inv(whole)), (), [[r_above, l_above, down]])

    def sides(s, close):
        low, high = within_size(s - place)
        right = order(
            lt(s - place, r),
            ((r, unit),),
            ((ONE, (high,), ONE), (ONE, (close,), ONE), (ONE, (r_above, r_above, down), ONE)),
        )
        left = order(
            lt(place - s, l),
            ((l, unit),),
            ((ONE, (low,), ONE), (ONE, (close,), ONE), (ONE, (l_above, l_above, down), ONE)),
        )
        return right, left

    return width_above, sides


def from_both_sides(right: Theorem, left: Theorem) -> Theorem:
    """The angle is continuous where the clock stops, from its limits on both sides."""
    place = stop()
    goal = continuous(place)
    e, s = fresh(), fresh()
    above = assume(lt(0, e))
    existence = opened(goal, (e,)).args[1]

    def near_right(r, of_right):
        r_above, right_near = parts(of_right)

        def near_left(l, of_left):
            l_above, left_near = parts(of_left)
            width_above, sides = both_widths(r, l, (r_above, l_above))
            width = width_above.conclusion.args[1]
            first, every = opened(existence, (width,)).args
            premise, wanted = opened(every, (s,)).args
            below_r, below_l = sides(s, assume(premise))

            def after(more):
                beyond = bound(lt(0, s - place), (), [[more]])
                return written(wanted, at(right_near, s - place, beyond, below_r))

            def before(less):
                ahead = bound(lt(0, place - s), (), [[less]])
                return written(wanted, at(left_near, place - s, ahead, below_l))

            def there(same):
                moved = equal_inside(angle_of(s), same)
                none = combine(eq(angle_of(s) - angle_of(place), 0), (1, moved))
                size = equal_inside(call("abs", angle_of(s) - angle_of(place)), none)
                zero = fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
                return bound(wanted, [size, zero], [[above]])

            found = by_cases(trichotomy(s, place), before, there, after)
            inside = everywhere(s, found, premise)
            return witness(existence, width, conjoin(written(first, width_above), inside))

        return obtain(at(left, e, above), near_left)

    return everywhere(e, obtain(at(right, e, above), near_right), lt(0, e))


def stopped_clock(case: Theorem, smooth: Theorem) -> Theorem:
    """For kappa > 2 the clock tends to its stop, and the angle is continuous there."""
    large = at_least_three(case, AT_LEAST_TWO)
    limit = discharge(le(3, kappa), alignment_limit_higher())
    settled = given(limit, large)
    place = stop()
    value = angle_of(place)

    def at_level(level_, above, finish):
        def with_width(width, near):
            width_above, close_by = parts(near)
            step = width * inv(t)
            step_above = positive(step, [width_above, TIME])
            unit = inverse(t, [TIME])

            def with_radius(radius, reached):
                radius_above, rate_near = parts(reached)

                def proof_at(x, low, high, _):
                    there = at(rate_near, x, low, written(lt(x, 0 + radius), high))
                    gap = there.conclusion.args[0].args[0]
                    choice = threshold(x * n_0)
                    picked = picked_of(choice, case, False)
                    same = ring(eq(clock(x) - place, gap * t), picked, degree_down(large))
                    first, second = within_size(gap)
                    narrow = size_below(
                        gap * t,
                        bound(lt(-width, gap * t), [unit], [[there, TIME], [first, TIME]]),
                        bound(lt(gap * t, width), [unit], [[there, TIME], [second, TIME]]),
                    )
                    moved = equal_inside(call("abs", clock(x) - place), same)
                    small = bound(lt(call("abs", clock(x) - place), width), [moved], [[narrow]])
                    return at(close_by, clock(x), small)

                return finish(radius, radius_above, proof_at)

            return obtain(at(settled, step, step_above), with_radius)

        return obtain(at(smooth, level_, above), with_width)

    return shown_to_tend(lambda x: angle_of(clock(x)), value, at_level)


@proof("framework.instantaneous-alignment")
def instantaneous_alignment() -> Theorem:
    """The unit course is followed for ever for kappa = 2, up to a finite time for kappa > 2."""
    (limit,) = defined("framework.angle")
    name, other = "framework.instantaneous-alignment", negation(TWO)
    quadratic_case = assumed(name, implies(TWO, aligns()))
    other_case = assumed(name, implies(other, not_yet_aligned()))
    flat = eq(angle, 0)

    def body(x):
        return angle_of(clock(x))

    def forth(case):
        zero = late_enough(
            clock, lambda x, low: quadratic_clock(x, low, case), given(quadratic_case, case)
        )
        return same_limit(body, angle, ZERO, limit, zero)

    def back(known):
        def otherwise(case):
            above, *sides = parts(given(other_case, case))
            smooth = from_both_sides(*sides)
            value = same_limit(body, angle, angle_of(stop()), limit, stopped_clock(case, smooth))
            false = bound(
                lt(0, 0),
                [],
                [
                    [above],
                    *([one] for one in both_ways(value)),
                    *([one] for one in both_ways(known)),
                ],
            )
            return contradiction(false, TWO)

        return by_cases(TWO, lambda case: case, otherwise)

    return conjoin(discharge(flat, back(assume(flat))), discharge(TWO, forth(assume(TWO))))
