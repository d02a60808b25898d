"""Where the utility is maximal on the circle: |u| = |v| and sgn(u v) = -sgn(g), at every local
maximum.

Turning (u, v) by the angle with cosine (1 - h^2)/(1 + h^2), either way: the utility may not grow.
"""

from __future__ import annotations

from theory.diagonal.kernel_proofs.entry import defined, proof, stated
from theory.diagonal.kernel_proofs.neuron.utility import either_force, some_force
from theory.diagonal.letters import g, u, v
from theory.proof.lemmas import abs_square, inv, same_root, trichotomy
from theory.proof.rules import Theorem, absurd
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    fact,
    inverse,
    obtain,
    parts,
    positive,
    ring,
    weaker,
)
from theory.proof.tactics.linear import linear, ordered
from theory.proof.terms import FALSE, ONE, Term, call, eq, le, lt, num

P, Q = g * u * v, g * (u**2 - v**2)  # the utility is -P; 2 Q is its derivative along the circle


def turned(near: Term, near_low: Theorem, every: Theorem, circle: Theorem, h: Term, small: Theorem):
    """h (4 P h - Q (1 - h^2)) <= 0 for 4 h^2 < near: turning by h does not raise the utility."""
    down = 1 + h**2
    top = bound(lt(0, down), (), [], [h])
    w, unit = inv(down), inverse(down, [top])
    c, s = (1 - h**2) * w, 2 * h * w
    a, b = c * u - s * v, s * u + c * v
    one = ring_unit(eq(c**2 + s**2, 1), unit, down, w)
    on = combine(eq(a**2 + b**2, 1), (u**2 + v**2, one), (1, circle))
    shift = (a - u) ** 2 + (b - v) ** 2
    # |turned - (u, v)|^2 = 2 - 2 c = 4 h^2/(1 + h^2)
    c_is = combine(eq(c, 1 - 2 * h**2 * w), (1, unit))
    moved = combine(
        eq(shift, 4 * h**2 * w),
        (u**2 + v**2, one),
        (2 * (u**2 + v**2), c_is),
        (4 * h**2 * w, circle),
    )
    thin = positive(w, [top])
    close = ordered(lt(4 * h**2 * w, near), [(near, unit)], [small, thin], [near_low, thin, h])
    there = at(every, a, b, on, linear(lt(shift, near), moved, close))
    # -g a b + g u v = 2 s^2 g u v - c s g (u^2 - v^2), and (1 + h^2)^2 times it
    goal = le(h * (4 * P * h - Q * (1 - h**2)), 0)
    return _cleared(goal, there, unit, down, w, a, b, c, s, one, top)


def ring_unit(goal: Term, unit: Theorem, down: Term, w: Term) -> Theorem:
    """c^2 + s^2 = ((1 + h^2) w)^2 = 1."""
    return combine(goal, (down * w + 1, unit))


def _cleared(goal, there, unit, down, w, a, b, c, s, one, top) -> Theorem:
    """The utility grows by 2 h (Q (1 - h^2) - 4 P h)/(1 + h^2)^2."""
    value = combine(eq(P - g * a * b, 2 * w**2 * goal.args[0]), (P, one))
    scaled = linear(le(w**2 * goal.args[0], 0), there, value)
    return ordered(goal, [((down * w + 1) * goal.args[0], unit)], [scaled, top, top])


def _both_turns(turn, near: Term, k: Term, k_low: Theorem, small: Theorem) -> list[Theorem]:
    """4 P k <= Q (1 - k^2) <= -4 P k, by turns of k and -k."""
    thin = positive(inv(k), [k_low])
    unit = inverse(k, [k_low])
    up = turn(k, small)
    down = turn(-k, linear(lt(4 * (-k) ** 2, near), small))
    first = le(4 * P * k, Q * (1 - k**2))
    second = le(4 * P * k, -(Q * (1 - k**2)))
    found = []
    for goal, known in ((first, up), (second, down)):
        gap = goal.args[1] - goal.args[0]
        found.append(ordered(goal, [(gap, unit)], [known, thin]))
    return found


class _Share:
    """near/(1 + near), which is below near and below 1."""

    def __init__(self, near: Term, near_low: Theorem):
        whole = 1 + near
        self.near, self.near_low, self.top = near, near_low, positive(whole, [near_low])
        self.size = near * inv(whole)
        self.low = positive(self.size, [near_low, self.top])
        unit = inverse(whole, [self.top])
        thin = positive(inv(whole), [self.top])
        self.below_one = ordered(lt(self.size, 1), [(ONE, unit)], [thin])
        self.below_near = ordered(lt(self.size, near), [(near, unit)], [near_low, near_low, thin])

    def fits(self, k: Term, k_low: Theorem, eighth: Theorem) -> Theorem:
        """4 k^2 < near, for k <= share/8."""
        return linear(
            lt(4 * k**2, self.near),
            self.below_near,
            self.near_low,
            products=[
                [k_low, eighth],
                [eighth, self.low],
                [k_low, _rest(self.below_one)],
                [eighth, _rest(self.below_one)],
                [self.low, _rest(self.below_one)],
            ],
        )


def _first_order(near: Term, near_low: Theorem, turn) -> tuple[Theorem, Theorem]:
    """P <= 0 and Q = 0, where turn(h, 4 h^2 < near) shows h (4 P h - Q (1 - h^2)) <= 0."""
    share = _Share(near, near_low)
    k = num(1, 8) * share.size
    k_low = positive(k, [near_low, share.top])
    small = share.fits(k, k_low, linear(le(k, num(1, 8) * share.size)))
    P_high = _not_positive(k, k_low, *_both_turns(turn, near, k, k_low, small))

    def zero(sign):
        """sign Q <= 0."""
        goal = le(num(sign) * Q, 0)
        return by_cases(
            trichotomy(num(sign) * Q),
            weaker,
            lambda same: linear(goal, same),
            lambda above: absurd(_no_gain(turn, share, P_high, sign, above), goal),
        )

    return P_high, linear(eq(Q, 0), zero(1), zero(-1))


def _no_gain(turn, share: _Share, P_high: Theorem, sign: int, above: Theorem) -> Theorem:
    """0 < r = sign Q is absurd: a turn by share/8 of r/(r - P) would gain."""
    r, p = num(sign) * Q, -P
    p_low = linear(le(0, p), P_high)
    size = p + r
    size_low = linear(lt(0, size), above, p_low)
    part = r * inv(size)
    size_unit = inverse(size, [size_low])
    part_one = ordered(le(part, 1), [(ONE, size_unit)], [p_low, positive(inv(size), [size_low])])
    k = num(1, 8) * share.size * part
    k_low = positive(k, [share.near_low, share.top, above, size_low])
    eighth = bound(le(k, num(1, 8) * share.size), (), [[share.low, part_one]])
    turns = _both_turns(turn, share.near, k, k_low, share.fits(k, k_low, eighth))
    # 8 p k <= r share, and k < 1/8
    tiny = linear(lt(k, num(1, 8)), eighth, share.below_one)
    pk = ordered(
        le(8 * p * k, r * share.size),
        [(r * share.size, size_unit)],
        [above, above, share.low, positive(inv(size), [size_low])],
    )
    return linear(
        FALSE,
        turns[1 if sign > 0 else 0],
        pk,
        above,
        products=[
            [above, share.low],
            [above, _rest(share.below_one)],
            [above, k_low, tiny],
            [above, tiny],
            [above, k_low],
        ],
    )


def _rest(below: Theorem) -> Theorem:
    """0 < b - a from a < b."""
    a, b = below.conclusion.args
    return linear(lt(0, b - a), below)


def _not_positive(k, k_low, first, second) -> Theorem:
    """P <= 0, from 8 P k <= 0."""
    goal = le(P, 0)
    return by_cases(
        trichotomy(P),
        weaker,
        lambda same: linear(goal, same),
        lambda more: absurd(linear(FALSE, first, second, products=[[more, k_low]]), goal),
    )


@proof("diagonal.maximiser")
def maximiser() -> Theorem:
    """Q = 0 gives u^2 = v^2 = 1/2, and P <= 0 is not 0."""
    circle, exists_near = defined("diagonal.local-maximum")
    eq(call("abs", u), call("abs", v))
    signs = eq(call("sign", u * v), -call("sign", g))

    def from_witness(near, known):
        near_low, every = parts(known)

        def turn(h, small):
            return turned(near, near_low, every, circle, h, small)

        P_high, flat = _first_order(near, near_low, turn)
        unit = fact("inverse", some_force(), z=g)
        squares = combine(eq(u**2, v**2), (inv(g), flat), (u**2 - v**2, unit))
        equal = same_root(
            call("abs", u),
            call("abs", v),
            fact("abs-positive", z=u),
            fact("abs-positive", z=v),
            combine(
                eq(call("abs", u) ** 2, call("abs", v) ** 2),
                (1, abs_square(u)),
                (1, squares),
                (1, abs_square(v)),
            ),
        )
        quarter = combine(
            eq((u * v) ** 2, num(1, 4)),
            (num(1, 4) * (u**2 + v**2 + 1), circle),
            (num(1, 4) * (u**2 - v**2), squares),
        )

        def side(sign, _size, one, more):
            """0 < sign g: sign u v < 0, since it is <= 0 and its square is 1/4."""
            product = u * v
            turn_ = num(sign) * product

            def wrong(ordered):
                clash = linear(FALSE, P_high, products=[[ordered, more]])
                return absurd(clash, signs)

            def none(same):
                square = combine(eq((u * v) ** 2, 0), (num(sign) * product, same))
                return absurd(linear(FALSE, square, quarter), signs)

            def right(less):
                if sign > 0:
                    value = fact("sign-negative", linear(lt(product, 0), less), x=product)
                else:
                    value = fact("sign-positive", linear(lt(0, product), less), x=product)
                return ring(signs, value, one)

            return by_cases(trichotomy(turn_), right, none, wrong)

        return stated("diagonal.maximiser", equal, either_force(signs, side, some_force()))

    return obtain(exists_near, from_witness)
