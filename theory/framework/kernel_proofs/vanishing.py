"""Limits of letters as alpha -> 0: the way back, and the angle left in accelerated time."""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.kernel_proofs.entry import assumed, defined, picked_of, proof
from theory.framework.kernel_proofs.jump_time import DEGREE, higher, quadratic, some_degree
from theory.framework.kernel_proofs.limits import (
    alignment_limit_higher,
    at_least_three,
    degree_down,
)
from theory.framework.kernel_proofs.limits import (
    ratio as degree_ratio,
)
from theory.framework.letters import RADIAL, S_of, end, n_0, norm_of, utility_of
from theory.framework.letters.limit import (
    S_from,
    aligns,
    angle,
    angle_adaptive,
    angle_of,
    clock,
    continuous,
    eta,
    kappa,
    level,
    norm_from,
    not_yet_aligned,
    ratio,
    share,
    stop,
    t,
    threshold,
    time_of,
    utility_from,
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
    conjunct,
    discharge,
    instantiate,
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
    lam,
    obtain,
    parts,
    positive,
    ring,
    written,
)
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
    num,
    opened,
)

AT_LEAST_TWO = assume(le(2, kappa))
TWO = eq(kappa, 2)
RATE, START, TIME = assume(lt(0, eta)), assume(lt(0, n_0)), assume(lt(0, t))


def started(theorem: Theorem, x: Term, known: Theorem) -> Theorem:
    """A theorem on the radial dynamics, said of the neuron that starts with the norm x."""
    moved = instantiate(
        discharge(RADIAL.statement, theorem),
        *(n_0, x, end, time_of(x)),
        *(norm_of, lam(lambda s: norm_from(x, s))),
        *(S_of, lam(lambda s: S_from(x, s))),
        *(utility_of, lam(lambda s: utility_from(x, s))),
    )
    return given(moved, known)


def tends_to_one(gap: Term, value: Callable, case: Theorem) -> Theorem:
    """eta S/c -> 1, where value(x, ...) gives eta S = c + gap and -log x <= c."""
    size, size_low = call("abs", gap), fact("abs-positive", z=gap)

    def found(level_, above, finish):
        down = positive(inv(level_), [above])
        depth = (1 + size) * inv(level_)
        unit = inverse(level_, [above])

        def shown(x, low, high, below):
            deep = bound(lt(depth, -log(x)), [fact("log-exp", x=-depth)], [[log_below(high, low)]])
            amount, least = value(x, low, below)
            c = threshold(x)
            far = bound(lt(depth, c), (), [[deep], [least]])
            depth_above = bound(lt(0, depth), (), [[down], [size_low, down]])
            c_above = bound(lt(0, c), (), [[depth_above], [far]])
            enough = bound(lt(size, level_ * c), [unit], [[far, above], []])
            c_unit, c_down = inverse(c, [c_above]), positive(inv(c), [c_above])
            E = gap * inv(c)
            same = ring(eq(share(x) - 1, E), amount, c_unit)
            first, second = within_size(gap)
            narrow = size_below(
                E,
                bound(lt(-level_, E), [c_unit], [[enough, c_down], [first, c_down]]),
                bound(lt(E, level_), [c_unit], [[enough, c_down], [second, c_down]]),
            )
            whole = equal_inside(call("abs", share(x) - 1), same)
            return bound(lt(call("abs", share(x) - 1), level_), [whole], [[narrow]])

        return finish(exp(-depth), fact("exp-positive", x=-depth), shown)

    return shown_to_tend(share, ONE, found)


@proof("framework.return-utility")
def return_utility() -> Theorem:
    """eta S - c does not depend on alpha, and c is at least -log alpha."""
    level_above, every, limit = defined("framework.returned")

    def start(x, low, below):
        known = at(every, x, low, below)
        return tuple(conjunct(known, part) for part in known.conclusion.args)

    def two(case):
        def value(x, low, below):
            whole, there = start(x, low, below)
            here = started(quadratic(case), x, whole)
            turned = equal_inside(log(norm_from(x, time_of(x))), there)
            choice = threshold(x)
            picked = picked_of(choice, case, True)
            amount = combine(
                eq(eta * S_from(x, time_of(x)), choice + log(level)),
                (1, here),
                (1, turned),
                (1, picked),
            )
            return amount, bound(le(-log(x), choice), [picked])

        return tends_to_one(log(level), value, case)

    def more(case):
        large = at_least_three(case, AT_LEAST_TWO)
        gap = (exp(DEGREE * log(level)) - 1) * inv(DEGREE)

        def value(x, low, below):
            whole, there = start(x, low, below)
            here = started(higher(case), x, whole)
            turned = equal_inside(exp(DEGREE * log(norm_from(x, time_of(x)))), there)
            choice = threshold(x)
            picked = picked_of(choice, case, False)
            powered = fact("power", low, x=x, y=DEGREE)
            unit = fact("inverse", some_degree(case), z=DEGREE)
            total = eta * S_from(x, time_of(x))
            amount = combine(
                eq(total, choice + gap),
                (inv(DEGREE), here),
                (inv(DEGREE), turned),
                (1, picked),
                (inv(DEGREE), powered),
                (total, unit),
            )
            return amount, steep(choice, x, low, case, large)

        return tends_to_one(gap, value, case)

    def done(tending):
        return same_limit(share, ratio, ONE, limit, tending)

    return by_cases(TWO, lambda case: done(two(case)), lambda case: done(more(case)))


def steep(choice: Term, x: Term, low: Theorem, case: Theorem, large: Theorem) -> Theorem:
    """-log(x) <= c: (exp(y) - 1)/(kappa - 2) >= y/(kappa - 2), y = (2 - kappa) log x."""
    wide = bound(lt(0, kappa - 2), (), [[large]])
    tangent = fact("exp-tangent", x=DEGREE * log(x))
    return bound(
        le(-log(x), choice),
        [
            picked_of(choice, case, False),
            fact("power", low, x=x, y=DEGREE),
            degree_down(large),
            degree_ratio(large),
        ],
        [[positive(inv(kappa - 2), [wide]), tangent]],
    )


# --- the angle left -------------------------------------------------------------------------------


def late_enough(body: Callable, when: Callable, aligned: Theorem) -> Theorem:
    """angle(f(x)) -> 0, where when(x, 0 < x) gives f(x) = -log(x n) t, and the angle tends to 0."""

    def found(level_, above, finish):
        def with_time(late, near):
            depth = late * inv(t)
            unit, down = inverse(t, [TIME]), inverse(n_0, [START])
            radius = exp(-depth) * inv(n_0)

            def shown(x, low, high, _):
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

            return finish(radius, positive(radius, [START]), shown)

        return obtain(at(aligned, level_, above), with_time)

    return shown_to_tend(lambda x: angle_of(body(x)), ZERO, found)


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
            whole = r + l
            top = bound(lt(0, whole), (), [[r_above], [l_above]])
            unit, down = inverse(whole, [top]), positive(inv(whole), [top])
            width = r * l * inv(whole)
            first, every = opened(existence, (width,)).args
            premise, wanted = opened(every, (s,)).args
            close = assume(premise)
            low, high = within_size(s - place)

            def after(more):
                under = order(
                    lt(s - place, r),
                    ((r, unit),),
                    (
                        (ONE, (high,), ONE),
                        (ONE, (close,), ONE),
                        (ONE, (r_above, r_above, down), ONE),
                    ),
                )
                return written(
                    wanted, at(right_near, s - place, bound(lt(0, s - place), (), [[more]]), under)
                )

            def before(less):
                under = order(
                    lt(place - s, l),
                    ((l, unit),),
                    (
                        (ONE, (low,), ONE),
                        (ONE, (close,), ONE),
                        (ONE, (l_above, l_above, down), ONE),
                    ),
                )
                return written(
                    wanted, at(left_near, place - s, bound(lt(0, place - s), (), [[less]]), under)
                )

            def there(same):
                moved = equal_inside(angle_of(s), same)
                none = combine(eq(angle_of(s) - angle_of(place), 0), (1, moved))
                size = equal_inside(call("abs", angle_of(s) - angle_of(place)), none)
                zero = fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
                return bound(wanted, [size, zero], [[above]])

            found = by_cases(trichotomy(s, place), before, there, after)
            positive_width = bound(lt(0, width), (), [[r_above, l_above, down]])
            inside = everywhere(s, found, premise)
            return witness(existence, width, conjoin(written(first, positive_width), inside))

        return obtain(at(left, e, above), near_left)

    return everywhere(e, obtain(at(right, e, above), near_right), lt(0, e))


def stopped_clock(case: Theorem, smooth: Theorem) -> Theorem:
    """For kappa > 2 the clock tends to its stop, and the angle is continuous there."""
    large = at_least_three(case, AT_LEAST_TWO)
    limit = discharge(le(3, kappa), alignment_limit_higher())
    settled = given(limit, large)
    place = stop()
    value = angle_of(place)

    def found(level_, above, finish):
        def with_width(width, near):
            width_above, close_by = parts(near)
            step = width * inv(t)
            step_above = positive(step, [width_above, TIME])
            unit = inverse(t, [TIME])

            def with_radius(radius, reached):
                radius_above, rate_near = parts(reached)

                def shown(x, low, high, _):
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

                return finish(radius, radius_above, shown)

            return obtain(at(settled, step, step_above), with_radius)

        return obtain(at(smooth, level_, above), with_width)

    return shown_to_tend(lambda x: angle_of(clock(x)), value, found)


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
            false = bound(lt(0, 0), [], [[above], *_equal(value), *_equal(known)])
            return contradiction(false, TWO)

        return by_cases(TWO, lambda case: case, otherwise)

    return conjoin(discharge(flat, back(assume(flat))), discharge(TWO, forth(assume(TWO))))


def _equal(equation: Theorem) -> list[list[Theorem]]:
    """a <= b and b <= a, from a = b."""
    left, right = equation.conclusion.args
    return [
        [order(le(left, right), ((num(1), equation),), ())],
        [order(le(right, left), ((num(-1), equation),), ())],
    ]
