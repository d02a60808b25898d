"""Sums over tuples as functions of s: their derivative lowers the power, and over a period of r they
add up to 0.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.training.utility import TOP, centred, centred_sum
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import against, entries, p, w, x
from theory.modular.letters.summands import centred_label, input_of, k, power_of, tuple_sum
from theory.proof.lemmas import constant, inv, trichotomy
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.sums.finite import (
    added,
    constant_sum,
    exchanged,
    scaled,
    slope_of_sum,
    summand_equal,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    deriv,
    derivative,
    equal_inside,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    induction,
    lam,
    ring,
    slope_is,
    total,
    weaker,
    with_slope,
)
from theory.proof.terms import INT, REAL, ZERO, Term, eq, implies, le, num


def reached(j: Term, a: Term) -> Term:
    """<u_j, a.x>."""
    return against(input_of(j), a)


def somewhere(body) -> Term:
    """For all low <= at <= high."""
    return forall(
        lambda low: forall(
            lambda high: forall(
                lambda point: implies(le(low, point), le(point, high), body(low, high, point))
            )
        )
    )


def in_interval(shown) -> Theorem:
    """The same, from shown((low, high, at), (low <= at, at <= high))."""
    place = tuple(fresh() for _ in range(3))
    low, high, point = place
    premises = (le(low, point), le(point, high))
    theorem = shown(place, tuple(map(assume, premises)))
    theorem = everywhere(point, theorem, *premises)
    for letter in (high, low):
        theorem = everywhere(letter, theorem)
    return theorem


def moved(own: Theorem, place, inside, f: Term, g: Term, equation: Theorem) -> Theorem:
    """The derivative of f, from that of g and f = g everywhere."""
    low, high, point = place
    value = own.conclusion.args[3]
    return fact(
        "deriv-equal", *inside, equation, own, low=low, high=high, at=point, f=f, g=g, a=value
    )


def same_on(place, shown) -> Theorem:
    """for all s in [low, high]: shown(s)."""
    s = fresh()
    return everywhere(s, shown(s), le(place[0], s), le(s, place[1]))


# --- powers ---------------------------------------------------------------------------------------


@cache
def power_slope() -> Theorem:
    """For all n >= 0: z^(n + 1) has the derivative (n + 1) z^n."""
    first, later = defined("modular.powers")

    def statement(n):
        slope = somewhere(
            lambda low, high, point: deriv(
                low, high, point, (n + 1) * power_of(n, point), lambda z: power_of(n + 1, z)
            )
        )
        return implies(le(n + 1, k), slope)

    small = assume(le(ZERO + 1, k))

    def start(place, inside):
        _, _, point = place
        plain = lam(lambda z: z)
        own = derivative(plain, *place)
        equal = same_on(
            place,
            lambda z: ring(
                eq(power_of(ZERO + 1, z), z),
                at(later, ZERO, bound(le(0, 0)), small, z),
                at(first, z),
            ),
        )
        there = moved(own, place, inside, lam(lambda z: power_of(ZERO + 1, z)), plain, equal)
        value = ring(eq(num(1), (ZERO + 1) * power_of(ZERO, point)), at(first, point))
        return slope_is(there, value)

    def step(n, above, now):
        up = bound(le(0, n + 1), (), [[above]])
        most = assume(le(n + 1 + 1, k))
        less = bound(le(n + 1, k), (), [[most]])
        known = given(now, less)

        def proof_at(place, inside):
            _, _, point = place
            before = at(known, *place, *inside)
            plain = lam(lambda z: z * power_of(n + 1, z))
            own = derivative(plain, *place, [before])
            equal = same_on(
                place,
                lambda z: combine(
                    eq(power_of(n + 1 + 1, z), z * power_of(n + 1, z)),
                    (1, at(later, n + 1, up, most, z)),
                ),
            )
            there = moved(own, place, inside, lam(lambda z: power_of(n + 1 + 1, z)), plain, equal)
            value = combine(
                eq(own.conclusion.args[3], (n + 1 + 1) * power_of(n + 1, point)),
                (n + 1, at(later, n, above, less, point)),
            )
            return slope_is(there, value)

        return discharge(most.conclusion, in_interval(proof_at))

    base = discharge(small.conclusion, in_interval(start))
    return induction(statement, 0, base, step)


# --- sums over tuples -----------------------------------------------------------------------------


def shifted_slope(before: Theorem, place, inside, by: Term, f) -> Theorem:
    """The derivative of s -> f(s + c), from that of f at all places."""
    low, high, point = place
    there = (low + by, high + by, point + by)
    within = [
        bound(le(there[0], there[2]), (), [[inside[0]]]),
        bound(le(there[2], there[1]), (), [[inside[1]]]),
    ]
    own = at(before, *there, *within)
    shift = lam(lambda s: s + by)
    s = fresh()
    ends = [assume(le(low, s)), assume(le(s, high))]
    both = conjoin(
        bound(le(there[0], s + by), (), [[ends[0]]]), bound(le(s + by, there[1]), (), [[ends[1]]])
    )
    along = everywhere(s, both, *(one.conclusion for one in ends))
    linear = with_slope(derivative(shift, *place), num(1))
    value = own.conclusion.args[3]
    chained = fact(
        "deriv-chain",
        *inside,
        linear,
        along,
        own,
        low=low,
        high=high,
        at=point,
        g=shift,
        a=num(1),
        y=there[0],
        b=there[1],
        c=value,
        f=lam(f),
    )
    return with_slope(chained, value)


@cache
def tuple_slope() -> Theorem:
    """For all j, n >= 0 and r: the sum with the power n + 1 has the derivative (n + 1) times that
    with the power n.
    """
    first, later = defined("modular.tuple-sums")

    def statement(j):
        slopes = forall(
            lambda n: implies(
                le(0, n),
                le(n + 1, k),
                forall(
                    lambda r: somewhere(
                        lambda low, high, point: deriv(
                            low,
                            high,
                            point,
                            (n + 1) * tuple_sum(j, n, point, r),
                            lambda s: tuple_sum(j, n + 1, s, r),
                        )
                    ),
                    INT,
                ),
            ),
            INT,
        )
        return implies(le(j, k), slopes)

    def at_all(shown):
        """shown(n, (0 <= n, n + 1 <= k), r, place, inside) for all of them."""
        n, r = fresh(INT), fresh(INT)
        within = (assume(le(0, n)), assume(le(n + 1, k)))
        inner = everywhere(r, in_interval(lambda *there: shown(n, within, r, *there)))
        return everywhere(n, inner, *(one.conclusion for one in within))

    def start(n, within, r, place, inside):
        above, most = within
        up, less = bound(le(0, n + 1), (), [[above]]), bound(le(n, k), (), [[most]])
        plain = lam(lambda s: power_of(n + 1, s) * centred_label(r))
        own = derivative(plain, *place, [at(power_slope(), n, above, most, *place, *inside)])
        equal = same_on(place, lambda s: at(first, n + 1, up, most, s, r))
        there = moved(own, place, inside, lam(lambda s: tuple_sum(0, n + 1, s, r)), plain, equal)
        point = place[2]
        value = combine(
            eq(own.conclusion.args[3], (n + 1) * tuple_sum(0, n, point, r)),
            (n + 1, at(first, n, above, less, point, r)),
        )
        return slope_is(there, value)

    def step(j, j_low, now):
        last = assume(le(j + 1, k))
        known = given(now, bound(le(j, k), (), [[last]]))

        def proof_at(n, within, r, place, inside):
            above, most = within
            up, less = bound(le(0, n + 1), (), [[above]]), bound(le(n, k), (), [[most]])
            point = place[2]

            def entry_at(a, *_):
                before = at(known, n, above, most, r + a)
                return shifted_slope(
                    before,
                    place,
                    inside,
                    reached(j + 1, a),
                    lambda s: tuple_sum(j, n + 1, s, r + a),
                )

            def term(a, s):
                return tuple_sum(j, n + 1, s + reached(j + 1, a), r + a)

            below = fn(lambda a: tuple_sum(j, n, point + reached(j + 1, a), r + a))
            values = fn(lambda a: (n + 1) * below(a))
            own = slope_of_sum(
                lam(term, INT, REAL), values, 0, TOP, place, full(), inside, entry_at
            )
            plain = lam(lambda s: total(0, TOP, lambda a: term(a, s)))
            equal = same_on(place, lambda s: at(later, j, j_low, last, n + 1, up, most, s, r))
            there = moved(
                own, place, inside, lam(lambda s: tuple_sum(j + 1, n + 1, s, r)), plain, equal
            )
            value = combine(
                eq(own.conclusion.args[3], (n + 1) * tuple_sum(j + 1, n, point, r)),
                (1, scaled(n + 1, below, 0, TOP, full())),
                (n + 1, at(later, j, j_low, last, n, above, less, point, r)),
            )
            return slope_is(there, value)

        return discharge(last.conclusion, at_all(proof_at))

    return induction(statement, 0, discharge(le(ZERO, k), at_all(start)), step)


@cache
def label_is() -> Theorem:
    """For all r: <w, r.x - mean> = <w, r.x> - <w, mean>."""
    r = fresh(INT)
    mean = entries(x) * inv(p)
    one, two = fn(lambda c: w(c) * x(c - r)), fn(lambda c: (-mean) * w(c))
    whole = fn(lambda c: w(c) * (x(c - r) - mean))
    same = summand_equal(
        whole,
        fn(lambda c: one(c) + two(c)),
        0,
        TOP,
        lambda c, *_: ring(eq(whole(c), one(c) + two(c))),
    )
    shown = combine(
        eq(centred_label(r), centred(r)),
        (1, same),
        (1, added(one, two, 0, TOP, full())),
        (1, scaled(-mean, fn(lambda c: w(c)), 0, TOP, full())),
    )
    return everywhere(r, shown)


@cache
def _label_sum() -> Theorem:
    r = fresh(INT)
    low = assume(le(0, r))
    same = summand_equal(
        fn(lambda a: centred_label(r + a)),
        fn(lambda a: centred(r + a)),
        0,
        TOP,
        lambda a, *_: at(label_is(), r + a),
    )
    whole = total(0, TOP, lambda a: centred_label(r + a))
    return everywhere(r, combine(eq(whole, 0), (1, same), (1, centred_sum(r, low))), low.conclusion)


def label_sum(r: Term, low: Theorem) -> Theorem:
    """sum_a <w, (r + a).x - mean> = 0, for r >= 0."""
    return at(_label_sum(), r, low)


@cache
def period_sum() -> Theorem:
    """For all j, n, r >= 0 and s: the sum over a of tuple_sum(j, n, s, r + a) is 0."""
    first, later = defined("modular.tuple-sums")

    def statement(j):
        sums = forall(
            lambda n: forall(
                lambda s: forall(
                    lambda r: implies(
                        le(0, n),
                        le(n, k),
                        le(0, r),
                        eq(total(0, TOP, lambda a: tuple_sum(j, n, s, r + a)), 0),
                    ),
                    INT,
                )
            ),
            INT,
        )
        return implies(le(j, k), sums)

    def at_all(shown):
        n, s, r = fresh(INT), fresh(), fresh(INT)
        premises = (le(0, n), le(n, k), le(0, r))
        theorem = everywhere(r, shown(n, s, r, *map(assume, premises)), *premises)
        return everywhere(n, everywhere(s, theorem))

    def start(n, s, r, n_low, n_high, r_low):
        labels = fn(lambda a: centred_label(r + a))
        same = summand_equal(
            fn(lambda a: tuple_sum(0, n, s, r + a)),
            fn(lambda a: power_of(n, s) * labels(a)),
            0,
            TOP,
            lambda a, *_: at(first, n, n_low, n_high, s, r + a),
        )
        return combine(
            eq(total(0, TOP, lambda a: tuple_sum(0, n, s, r + a)), 0),
            (1, same),
            (1, scaled(power_of(n, s), labels, 0, TOP, full())),
            (power_of(n, s), label_sum(r, r_low)),
        )

    def step(j, j_low, now):
        last = assume(le(j + 1, k))
        before = given(now, bound(le(j, k), (), [[last]]))

        def proof_at(n, s, r, n_low, n_high, r_low):
            def entry(b, a):
                return tuple_sum(j, n, s + reached(j + 1, a), r + b + a)

            rows = summand_equal(
                fn(lambda b: tuple_sum(j + 1, n, s, r + b)),
                fn(lambda b: total(0, TOP, lambda a: entry(b, a))),
                0,
                TOP,
                lambda b, *_: at(later, j, j_low, last, n, n_low, n_high, s, r + b),
            )
            turned = exchanged(lam(entry, INT, INT), 0, TOP, 0, TOP, full(), full())

            def column(a, a_low, _):
                low = bound(le(0, r + a), (), [[r_low], [a_low]])
                known = at(before, n, s + reached(j + 1, a), r + a, n_low, n_high, low)
                return combine(eq(total(0, TOP, lambda b: entry(b, a)), 0), (1, known))

            columns = summand_equal(
                fn(lambda a: total(0, TOP, lambda b: entry(b, a))),
                fn(lambda a: ZERO),
                0,
                TOP,
                column,
            )
            return combine(
                eq(total(0, TOP, lambda b: tuple_sum(j + 1, n, s, r + b)), 0),
                (1, rows),
                (1, turned),
                (1, columns),
                (1, constant_sum(ZERO, 0, TOP, full())),
            )

        return discharge(last.conclusion, at_all(proof_at))

    return induction(statement, 0, discharge(le(ZERO, k), at_all(start)), step)


def straight_line(
    j: Term, j_low: Theorem, last: Theorem, r: Term, s: Term, flat: Theorem
) -> Theorem:
    """tuple_sum(j, j + 1, s, r) = tuple_sum(j, j + 1, 0, r) + (j + 1) s tuple_sum(j, j, 0, r), from
    "for all s: tuple_sum(j, j, s, r) = tuple_sum(j, j, 0, r)" and j + 1 <= k.
    """
    level, below = tuple_sum(j, j, ZERO, r), bound(le(j, k), (), [[last]])

    def rest(t):
        return tuple_sum(j, j + 1, t, r) - (j + 1) * level * t

    function = lam(rest)
    goal = eq(tuple_sum(j, j + 1, s, r), tuple_sum(j, j + 1, ZERO, r) + (j + 1) * s * level)

    def still(low, high, ordered):
        def slope(t, t_low, t_high):
            own = at(tuple_slope(), j, j_low, below, j, j_low, last, r, low, high, t, t_low, t_high)
            whole = derivative(function, low, high, t, [own])
            value = combine(eq(whole.conclusion.args[3], 0), (j + 1, at(flat, t)))
            return slope_is(whole, value)

        return combine(goal, (1, constant(function, low, high, ordered, slope)))

    return by_cases(
        trichotomy(s, ZERO),
        lambda less: still(s, ZERO, weaker(less)),
        lambda same: _here(goal, s, same, j, r),
        lambda more: still(ZERO, s, weaker(more)),
    )


def _here(goal: Term, s: Term, same: Theorem, j: Term, r: Term) -> Theorem:
    """s = 0."""
    there = equal_inside(tuple_sum(j, j + 1, s, r), same)
    return combine(goal, (1, there), ((j + 1) * tuple_sum(j, j, ZERO, r), same))
