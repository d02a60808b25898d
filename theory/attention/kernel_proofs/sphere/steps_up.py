"""Steps up from a point of the sphere, as statements about numbers.

a = sigma V, R = |Q|^2 + |K|^2, b = sigma Q^T M K; the point that is tried has |V| = to and
g (Q + y v_k), g (K + sigma y v_k); w = y P + s^2 (``local_maximum``).
"""

from __future__ import annotations

from functools import cache

from theory.proof.lemmas import HALF, trichotomy
from theory.proof.rules import Theorem, order
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    from_premises,
    weaker,
)
from theory.proof.terms import ONE, Term, eq, le, lt, num, var

g_, N_, l_, a_, to_, b_, R_, w_, s_, x_, n_, c_, rho_, t_ = map(
    var,
    ("g'", "N'", "l'", "a'", "to'", "b'", "R'", "w'", "s'", "x'", "n'", "c'", "rho'", "t'"),
)


def _long(rho_2: Theorem, n_2: Theorem, n_above: Theorem, x_low: Theorem, s_above: Theorem):
    """s <= n, since n^2 = R + 2 x + 2 s^2 with R, x >= 0."""
    goal = le(s_, n_)
    rest_low = order(le(0, R_), ((ONE, rho_2),), ((ONE, (), rho_),))

    def short(less):
        false = bound(
            lt(0, 0), [n_2], [[less, s_above], [less, n_above], [rest_low], [x_low]], [s_]
        )
        return contradiction(false, goal)

    return by_cases(
        trichotomy(n_, s_),
        short,
        lambda same: order(goal, ((num(-1), same),), ()),
        weaker,
    )


@cache
def close() -> Theorem:
    """The point is within 5 s: (a2 - a)^2 + c^2 - 2 g (R + x) + R <= 5 s.

    g (R + x) - c rho + c s = g ((n - rho)^2/2 + s (n - s)), and (c - rho)^2 <= |c^2 - rho^2|.
    """
    premises = (
        eq(rho_**2, R_),
        eq(n_**2, R_ + 2 * x_ + 2 * s_**2),
        eq(c_**2, 1 - to_**2),
        eq(g_ * n_, c_),
        eq(R_, 1 - a_**2),
        *(le(0, rho_), lt(0, n_), le(0, c_), le(0, g_), le(0, x_), lt(0, s_), le(s_, 1)),
        *(le(0, a_), le(a_, 1), le(0, to_), le(to_, 1), le(to_ - a_, s_), le(a_ - to_, s_)),
    )

    def proof_from(
        rho_2, n_2, c_2, unit, own, rho_low, n_above, c_low, g_low, x_low, s_above, s_one,
        a_low, a_one, to_low, to_one, up, down,
    ):  # fmt: skip
        long = _long(rho_2, n_2, n_above, x_low, s_above)
        scaled = combine(eq(c_ * n_, g_ * (R_ + 2 * x_ + 2 * s_**2)), (n_, unit), (g_, n_2))
        near = bound(
            le(c_ * rho_ - c_ * s_, g_ * (R_ + x_)),
            [unit, scaled, rho_2],
            [([g_low], n_ - rho_), [g_low, s_above, long]],
        )
        goal = le((c_ - rho_) ** 2, 2 * s_)
        sums = bound(le(a_ + to_, 2), (), [[a_one], [to_one]])
        both_low = bound(le(0, a_ + to_), (), [[a_low], [to_low]])
        products = [[weaker(s_above), sums], [up, both_low], [down, both_low]]

        def side(low, ordered):
            return bound(goal, [c_2, rho_2, own], [[low, ordered], *products])

        apart = by_cases(
            trichotomy(c_, rho_),
            lambda less: side(c_low, less),
            lambda same: side(c_low, order(le(c_, rho_), ((ONE, same),), ())),
            lambda more: side(rho_low, more),
        )
        less = bound(le(c_, 1), [c_2], [[to_low, to_low]], [c_ - 1, to_])
        return bound(
            le((to_ - a_) ** 2 + c_**2 - 2 * g_ * (R_ + x_) + R_, 5 * s_),
            [rho_2],
            [[near], [apart], [up, down], [s_above, s_one], [s_above, less]],
        )

    return from_premises(proof_from, *premises)


@cache
def best_at_value() -> Theorem:
    """At u = V the point is higher where 2 b < l^2 R: (R + 2 w) (b - g^2 (b + l^2 w)) < 0."""
    premises = (
        eq(g_**2 * R_, R_ - 2 * g_**2 * w_),
        le(N_ * a_ * g_**2 * (b_ + l_**2 * w_), N_ * a_ * b_),
        *(lt(2 * b_, l_**2 * R_), lt(0, N_), lt(0, a_), lt(0, w_), le(0, R_)),
    )

    def proof_from(unit, most, less, count, a_above, w_above, rest_low):
        whole = bound(le(0, R_ + 2 * w_), (), [[rest_low], [w_above]])
        return bound(lt(0, 0), [unit], [[count, a_above, w_above, less], [most, whole]])

    return from_premises(proof_from, *premises)


@cache
def best_of_all() -> Theorem:
    """Towards 1/sqrt(3) the point is higher: a (1 - a^2) grows by
    s (t - a)^2 (t (3 - s^2) + 3 a (1 - s) + a s^2).
    """
    premises = (
        eq(g_**2 * R_, 1 - to_**2 - 2 * g_**2 * w_),
        eq(to_, a_ + s_ * (t_ - a_)),
        eq(R_, 1 - a_**2),
        eq(t_**2, num(1, 3)),
        le(N_ * to_ * g_**2 * (b_ + l_**2 * w_), N_ * a_ * b_),
        le(l_**2 * R_, 2 * b_),
        le(N_ * a_ * b_, HALF * N_ * l_**2 * a_ * R_),
        *(lt(0, N_), lt(0, l_), lt(0, s_), le(s_, 1), le(0, a_), le(0, to_), lt(0, t_)),
        lt(0, (t_ - a_) ** 2),
    )

    def proof_from(
        unit, path, own, third, most, low, high, count, wide, s_above, s_one, a_low, to_low,
        t_above, apart,
    ):  # fmt: skip
        slope = t_ * (3 - s_**2) + 3 * a_ * (1 - s_) + a_ * s_**2
        steep = bound(
            lt(0, slope),
            (),
            [[t_above], [t_above, s_above, s_one], [t_above, s_one], [a_low, s_one], ([a_low], s_)],
        )
        first = bound(
            le(HALF * N_ * l_**2 * to_ * (1 - to_**2), HALF * N_ * l_**2 * a_ * (1 - a_**2)),
            [unit, own],
            [[most], [high], ([count, to_low, low], g_)],
        )
        grown = combine(
            eq(to_ * (1 - to_**2), a_ * (1 - a_**2) + s_ * (t_ - a_) ** 2 * slope),
            *_growth(path, third),
        )
        scale = HALF * N_ * l_**2
        return order(
            lt(0, 0),
            ((scale, combine(eq(*reversed(grown.conclusion.args)), (1, grown))),),
            ((HALF, (count, wide, wide, s_above, apart, steep), ONE), (ONE, (first,), ONE)),
        )

    return from_premises(proof_from, *premises)


def _growth(path: Theorem, third: Theorem) -> list[tuple[Term, Theorem]]:
    """Cofactors of the two equations in the growth of a (1 - a^2)."""
    to = a_ + s_ * (t_ - a_)
    return [
        (1 - to_**2 - to_ * to - to**2, path),
        (3 * s_ * (t_ - a_), third),
    ]


@cache
def off_the_equator() -> Theorem:
    """From V = 0 the point is higher, where b >= 0."""
    premises = (
        le(N_ * to_ * g_**2 * (b_ + l_**2 * w_), N_ * a_ * b_),
        *(eq(a_, 0), lt(0, N_), lt(0, to_), lt(0, g_), le(0, b_), lt(0, l_), lt(0, w_)),
    )

    def proof_from(most, flat, count, to_above, g_above, b_low, wide, w_above):
        return bound(
            lt(0, 0),
            [flat],
            [
                [most],
                [count, to_above, g_above, g_above, b_low],
                [count, to_above, g_above, g_above, wide, wide, w_above],
            ],
        )

    return from_premises(proof_from, *premises)
