"""Sums over tuples as functions of s: their derivative lowers the power."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import against
from theory.modular.letters.summands import centred_label, input_of, k, power_of, tuple_sum
from theory.proof.lemmas import constant, trichotomy
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.sums.finite import (
    scaled,
    slope_of_sum,
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
    slope_of_same,
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


def same_on(place, shown) -> Theorem:
    """for all s in [low, high]: shown(s)."""
    s = fresh()
    return everywhere(s, shown(s), le(place[0], s), le(s, place[1]))


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
        there = slope_of_same(lam(lambda z: power_of(ZERO + 1, z)), equal, own, *inside)
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
            there = slope_of_same(lam(lambda z: power_of(n + 1 + 1, z)), equal, own, *inside)
            value = combine(
                eq(own.conclusion.args[3], (n + 1 + 1) * power_of(n + 1, point)),
                (n + 1, at(later, n, above, less, point)),
            )
            return slope_is(there, value)

        return discharge(most.conclusion, in_interval(proof_at))

    base = discharge(small.conclusion, in_interval(start))
    return induction(statement, 0, base, step)


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


TUPLES_FIRST, TUPLES_LATER = defined("modular.tuple-sums")


def tuples_have_slopes(j: Term) -> Term:
    """For j <= k, 0 <= n < k and r: the sum with the power n + 1 has the derivative (n + 1) times
    that with the power n.
    """
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


@dataclass(frozen=True)
class Power:
    """A power n with 0 <= n and n + 1 <= k."""

    n: Term
    above: Theorem
    most: Theorem

    def up(self) -> Theorem:
        """0 <= n + 1."""
        return bound(le(0, self.n + 1), (), [[self.above]])

    def less(self) -> Theorem:
        """n <= k."""
        return bound(le(self.n, k), (), [[self.most]])


def at_all_powers(shown: Callable) -> Theorem:
    """shown(power, r, place, inside) for all powers, all r and all places."""
    n, r = fresh(INT), fresh(INT)
    power = Power(n, assume(le(0, n)), assume(le(n + 1, k)))
    inner = everywhere(r, in_interval(lambda *there: shown(power, r, *there)))
    return everywhere(n, inner, power.above.conclusion, power.most.conclusion)


def slope_of_no_input() -> Theorem:
    """The sum over no input is s^n times a label."""

    def at_power(power, r, place, inside):
        n, point = power.n, place[2]
        plain = lam(lambda s: power_of(n + 1, s) * centred_label(r))
        own = derivative(
            plain, *place, [at(power_slope(), n, power.above, power.most, *place, *inside)]
        )
        equal = same_on(place, lambda s: at(TUPLES_FIRST, n + 1, power.up(), power.most, s, r))
        there = slope_of_same(lam(lambda s: tuple_sum(0, n + 1, s, r)), equal, own, *inside)
        value = combine(
            eq(own.conclusion.args[3], (n + 1) * tuple_sum(0, n, point, r)),
            (n + 1, at(TUPLES_FIRST, n, power.above, power.less(), point, r)),
        )
        return slope_is(there, value)

    return discharge(le(ZERO, k), at_all_powers(at_power))


def slope_of_one_more(j: Term, j_low: Theorem, now: Theorem) -> Theorem:
    """With one input more: a sum over a of those with s + <u, a.x> in the place of s."""
    last = assume(le(j + 1, k))
    known = given(now, bound(le(j, k), (), [[last]]))

    def at_power(power, r, place, inside):
        n, above, most = power.n, power.above, power.most
        point = place[2]

        def entry_at(a, *_):
            before = at(known, n, above, most, r + a)
            return shifted_slope(
                before, place, inside, reached(j + 1, a), lambda s: tuple_sum(j, n + 1, s, r + a)
            )

        def term(a, s):
            return tuple_sum(j, n + 1, s + reached(j + 1, a), r + a)

        below = fn(lambda a: tuple_sum(j, n, point + reached(j + 1, a), r + a))
        values = fn(lambda a: (n + 1) * below(a))
        own = slope_of_sum(lam(term, INT, REAL), values, 0, TOP, place, full(), inside, entry_at)
        equal = same_on(
            place, lambda s: at(TUPLES_LATER, j, j_low, last, n + 1, power.up(), most, s, r)
        )
        moving = lam(lambda s: tuple_sum(j + 1, n + 1, s, r))
        there = slope_of_same(moving, equal, own, *inside)
        value = combine(
            eq(own.conclusion.args[3], (n + 1) * tuple_sum(j + 1, n, point, r)),
            (1, scaled(n + 1, below, 0, TOP, full())),
            (n + 1, at(TUPLES_LATER, j, j_low, last, n, above, power.less(), point, r)),
        )
        return slope_is(there, value)

    return discharge(last.conclusion, at_all_powers(at_power))


@cache
def tuple_slope() -> Theorem:
    """For all j, n >= 0 and r: the sum with the power n + 1 has the derivative (n + 1) times that
    with the power n.
    """
    return induction(tuples_have_slopes, 0, slope_of_no_input(), slope_of_one_more)


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
