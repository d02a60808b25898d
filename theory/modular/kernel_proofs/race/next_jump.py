"""How soon a dormant neuron beside a plateau can have norm 1: 1/|theta| falls at most at the rate
3 eta U*, by Euler's identity <theta, grad U> = 3 U and U <= U* |theta|^3.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, goal
from theory.modular.kernel_proofs.maxima.maximum import printed
from theory.modular.kernel_proofs.maxima.single import concrete
from theory.modular.kernel_proofs.plateaus.residual_bound import SMALL, WITHIN, R, residual_below
from theory.modular.kernel_proofs.race.slow_growth import POSITIVE, WHEN, E, S, falls, root_facts
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.transforms.waves import above_zero, full
from theory.modular.letters import against, over_pairs, p, x
from theory.modular.letters.flow import COURSES, GRADIENTS, at_time, pushed, squared_norm
from theory.modular.letters.jump import (
    X,
    eta,
    jumper,
    mu,
    pushed_residual,
    residual,
    residual_of,
    tau,
    tau_l,
)
from theory.proof.lemmas import inv, sqrt, trichotomy
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.rules import order as ordering
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.slopes import same_slope, sum_derivative
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    everywhere,
    fact,
    filled_where,
    fresh,
    given,
    inverse,
    lam,
    one_slope,
    parts,
    positive,
    slope_is,
    slope_of_same,
    total,
    weaker,
    with_slope,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    eq,
    function,
    le,
    lt,
    num,
    substituted,
    var,
)

LOW, HIGH, AT = num(-1), num(1), num(0)
rest = function("rest", INT, INT, INT, REAL)
f, g, h = (function(name, INT, REAL) for name in ("f_at", "g_at", "h_at"))
A = var("entry", INT)
INSIDE = (assume(le(0, A)), assume(le(A, TOP)))


# --- Euler's identity, for any residual -----------------------------------------------------------
def utility(vectors) -> Term:
    """The mean over a, b of (<f, a.x> + <g, b.x>)^2 <h, residual>."""
    one, two, three = vectors
    return inv(p) ** 2 * over_pairs(
        lambda q, r: (
            (against(one, q) + against(two, r)) ** 2
            * total(0, TOP, lambda m: three(m) * rest(q, r, m))
        )
    )


def slope(number: int, a: Term) -> Term:
    """The derivative of the utility by entry a."""

    def summand(q, r):
        hidden = against(f, q) + against(g, r)
        if number == 2:
            return hidden**2 * rest(q, r, a)
        own = x(a - (q if number == 0 else r))
        return 2 * hidden * own * total(0, TOP, lambda m: h(m) * rest(q, r, m))

    return inv(p) ** 2 * over_pairs(summand)


def curvature(number: int, a: Term) -> Term:
    """The coefficient of e^2: the utility is quadratic in u and in v, linear in w."""
    if number == 2:
        return ZERO
    return inv(p) ** 2 * over_pairs(
        lambda q, r: (
            x(a - (q if number == 0 else r)) ** 2 * total(0, TOP, lambda m: h(m) * rest(q, r, m))
        )
    )


@cache
def moved(number: int) -> Theorem:
    """The utility with e added to an entry: U + e slope + e^2 curvature."""
    e = var("push")
    vectors = [f, g, h]
    vectors[number] = pushed(vectors[number], A, e)
    value = utility([f, g, h]) + e * slope(number, A) + e**2 * curvature(number, A)
    return same_sums(eq(utility(vectors), value), facts=INSIDE)


@cache
def euler() -> Theorem:
    """<theta, grad U> = 3 U."""
    pulls = [
        total(0, TOP, lambda a, n=n, one=one: one(a) * slope(n, a))
        for n, one in enumerate((f, g, h))
    ]
    return same_sums(eq(pulls[0] + pulls[1] + pulls[2], 3 * utility([f, g, h])))


# --- the course of the neuron ---------------------------------------------------------------------
def now(theorem: Theorem) -> Theorem:
    """A theorem about any residual and vectors, for the plateau and the neuron at the time s."""
    one, two, three = at_time(S)
    letters = {rest: lam(residual, INT, INT, INT), f: one, g: two, h: three}
    return filled_where(theorem, letters)


def slope_now(number: int) -> Theorem:
    """G(a, s) is the slope of the utility, for every entry a."""
    (known,) = defined(f"modular.residual-gradient-{'uvw'[number]}")
    a = fresh(INT, "a")
    inside = [assume(le(0, a)), assume(le(a, TOP))]
    own = at(known, a, S, *inside)
    e = fresh()
    pushed_by = instantiate(now(moved(number)), var("push"), e, A, a)
    here, along, across = quadratic_parts(pushed_by)
    plain = lam(lambda e: here + e * along + e**2 * across)
    flat = with_slope(derivative(plain, LOW, HIGH, AT), along)
    actual = lam(lambda e: pushed_residual(number, a, S, e))
    found = slope_of_same(actual, everywhere(e, pushed_by, le(LOW, e), le(e, HIGH)), flat)
    return everywhere(a, one_slope(own, found), *(one.conclusion for one in inside))


def quadratic_parts(theorem: Theorem) -> tuple[Term, Term, Term]:
    """here, along, across of here + e along + e^2 across."""
    first, last = theorem.conclusion.args[1].args
    here, second = first.args
    return here, second.args[1], last.args[1]


@cache
def norm_slope() -> Theorem:
    """d|theta|^2/ds = 6 eta U at every time between the jumps."""
    slopes = [defined(f"modular.jump-flow-{name}")[0] for name in "uvw"]
    found = sum_derivative(lam(squared_norm), tau_l, tau, S, (WHEN[0], WHEN[1]), slopes, facts=WHEN)
    pulls = [
        total(0, TOP, lambda a, G=G, one=one: one(a, S) * G(a, S))
        for G, one in zip(GRADIENTS, COURSES)
    ]
    grown = same_slope(found, 2 * eta * (pulls[0] + pulls[1] + pulls[2]))
    told = now(euler())
    rows = [_row(number, pull) for number, pull in enumerate(pulls)]
    whole = residual_of(*at_time(S))
    value = 2 * eta * (pulls[0] + pulls[1] + pulls[2])
    same = combine(eq(value, 6 * eta * whole), *((2 * eta, one) for one in rows), (2 * eta, told))
    return slope_is(grown, same)


def _row(number: int, pull: Term) -> Theorem:
    """sum_a f(a) G(a) = sum_a f(a) slope(a)."""
    known = slope_now(number)
    course, gradient = COURSES[number], GRADIENTS[number]
    a = fresh(INT, "a")
    shape = at(known, a, assume(le(0, a)), assume(le(a, TOP))).conclusion.args[1]

    def entry(b, low, high):
        own = at(known, b, low, high)
        value = own.conclusion.args[1]
        return combine(eq(course(b, S) * gradient(b, S), course(b, S) * value), (course(b, S), own))

    return summand_equal(
        fn(lambda b: course(b, S) * gradient(b, S)),
        fn(lambda b: course(b, S) * substituted(shape, {a: b})),
        0,
        TOP,
        entry,
    )


# --- 1/|theta| falls slowly -----------------------------------------------------------------------
RATE = 3 * eta * printed(X)


@cache
def norm_low(s: Term) -> Theorem:
    """0 <= |theta|^2."""
    parts_ = [
        nonnegative_sum(
            fn(lambda a, one=one: one(a, s) ** 2),
            0,
            TOP,
            full(),
            lambda a, *_, one=one: bound(le(0, one(a, s) ** 2), (), (), [one(a, s)]),
        )
        for one in COURSES
    ]
    return bound(le(0, squared_norm(s)), (), [[one] for one in parts_], exact=True)


def roots_at(s: Term) -> list[Theorem]:
    """What is known of sqrt(|theta|^2 + e)."""
    return root_facts(squared_norm(s), norm_low(s))


@cache
def utility_now() -> Theorem:
    """U <= U* r^3 at the time s, r = sqrt(|theta|^2 + e)."""
    _, root, square, _ = roots_at(S)
    here = sqrt(squared_norm(S) + E)
    within = ordering(
        le(squared_norm(S), here**2), ((num(-1), square),), ((ONE, (POSITIVE,), ONE),)
    )
    whole = discharge(SMALL.conclusion, discharge(WITHIN.conclusion, residual_below()))
    told = concrete(whole, *at_time(S))
    return given(instantiate(told, R, here), weaker(root), within)


@cache
def falling() -> Theorem:
    """1/r(tau_l) + rate tau_l <= 1/r(tau) + rate tau."""
    value = residual_of(*at_time(S))
    found = falls(squared_norm, value, printed(X), norm_low(S), norm_slope(), utility_now())
    in_order = defined("modular.next-jump")[0]
    return given(discharge(in_order.conclusion, found), in_order)


# --- the claim ------------------------------------------------------------------------------------
D = 1 + RATE * (tau - tau_l)  # 1/|theta| at tau_l is at most this
LEAST = inv(D)


@cache
def slowest() -> Theorem:
    """1 <= D mu: were mu < 1/D, then |theta| < 1/D at tau_l, and too far from 1."""
    in_order, norms, _, first, last, start, end = defined("modular.next-jump")
    eta_above, x_above, mu_above = (assume(lt(0, one)) for one in (eta, X, mu))
    rate = positive(RATE, [eta_above, x_above, above_zero()])
    D_above = bound(lt(0, D), (), [[rate, in_order]])
    least = positive(LEAST, [D_above])
    unit_ = inverse(D, [D_above])
    goal_ = le(1, D * mu)
    slack = num(1, 2) * (LEAST**2 - mu**2)

    def too_small(less):
        smaller = ordered(lt(mu, LEAST), [(mu, unit_)], [less, least])
        above = ordering(
            lt(0, slack),
            (),
            ((num(1, 2), (smaller, least), ONE), (num(1, 2), (smaller, mu_above), ONE)),
        )
        moved_ = given(instantiate(discharge(POSITIVE.conclusion, falling()), E, slack), above)
        r_0, r_1 = (
            [
                given(instantiate(discharge(POSITIVE.conclusion, one), E, slack), above)
                for one in roots_at(s)
            ]
            for s in (tau_l, tau)
        )
        big, small = (sqrt(squared_norm(s) + slack) for s in (tau_l, tau))
        # 1 <= r_1, so that 1/r_1 <= 1
        far = by_cases(
            trichotomy(small, ONE),
            lambda below: contradiction(
                ordered(lt(0, 0), [(1, r_1[2]), (1, end)], [below], [below, r_1[1]], [above]),
                le(1, small),
            ),
            lambda same: ordered(le(1, small), [(1, same)]),
            weaker,
        )
        down = ordered(le(inv(small), 1), [(1, r_1[3])], [far, positive(inv(small), [r_1[1]])])
        most = bound(le(inv(big), D), (), [[moved_], [down]])
        reach = ordered(le(LEAST, big), [(LEAST, r_0[3]), (big, unit_)], [most, r_0[1], least])
        low_, high_ = parts(at(norms, jumper, first, last))
        false = ordered(
            lt(0, 0),
            [(1, r_0[2]), (1, start)],
            [reach, r_0[1]],
            [reach, least],
            [high_, low_],
            [high_, mu_above],
            [above],
        )
        return contradiction(false, goal_)

    return by_cases(
        trichotomy(D * mu, ONE),
        too_small,
        lambda same: ordered(goal_, [(1, same)]),
        weaker,
    )


@proof("modular.jump-bound-finite")
def jump_bound_finite() -> Theorem:
    """tau - tau_l is (D - 1)/rate, and 1/mu <= D."""
    eta_above, x_above, mu_above = (assume(lt(0, one)) for one in (eta, X, mu))
    root, six = sqrt(p), sqrt(num(6))
    root_above = positive(root, [above_zero()])
    statement = goal("modular.jump-bound-finite")
    units = [inverse(one, [eta_above, x_above, mu_above, root_above]) for one in (eta, X, mu, root)]
    square = fact("sqrt-square", bound(le(0, 6)), x=num(6))
    positives = [
        positive(six, []),
        *[root_above] * 3,
        *[positive(inv(X), [x_above])] * 3,
        positive(inv(eta), [eta_above]),
        positive(inv(mu), [mu_above]),
        slowest(),
    ]
    return bound(statement, [*units, square], [positives])
