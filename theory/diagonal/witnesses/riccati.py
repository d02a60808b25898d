"""One network with X = y = 1 at a scale a, solved: W = exp(2 G), G minus the gradient's integral.

W' = 2 W + a^2 (1 - W^2) with W(0) = 1 has the solution P/D, P = h + (1 + a^2) s/k and
D = h - (1 - a^2) s/k, where h = 2 cosh(k r), s = 2 sinh(k r) and k = sqrt(1 + a^4). The coefficient
is a^2 (W - 1/W)/2, below a up to a quarter of accelerated time.
"""

from __future__ import annotations

from theory.proof.lemmas import (
    HALF,
    cosh,
    exp,
    exp_inverse,
    exp_sum,
    inv,
    log,
    log_below,
    log_one,
    sinh,
    sinh_double,
    sqrt,
    trichotomy,
)
from theory.proof.lemmas.limits import exp_rises
from theory.proof.rules import Theorem
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    fact,
    inverse,
    lam,
    positive,
    ring,
    slope_is,
    weaker,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    ONE,
    TWO,
    Term,
    eq,
    le,
    lt,
    num,
)

LAST = num(1, 4)


def speed(a: Term) -> Term:
    """k = sqrt(1 + a^4)."""
    return sqrt(1 + a**4)


def even(a: Term, r: Term) -> Term:
    """h = exp(k r) + exp(-k r)."""
    return exp(speed(a) * r) + exp(-(speed(a) * r))


def odd(a: Term, r: Term) -> Term:
    """s = exp(k r) - exp(-k r)."""
    return exp(speed(a) * r) - exp(-(speed(a) * r))


def upper(a: Term, r: Term) -> Term:
    """P = h + (1 + a^2) s/k."""
    return even(a, r) + (1 + a**2) * inv(speed(a)) * odd(a, r)


def lower(a: Term, r: Term) -> Term:
    """D = h - (1 - a^2) s/k."""
    return even(a, r) - (1 - a**2) * inv(speed(a)) * odd(a, r)


def integral(a: Term, r: Term) -> Term:
    """G = (log P - log D)/2."""
    return HALF * (log(upper(a, r)) - log(lower(a, r)))


class Scale:
    """The network at one scale a between 0 and 1."""

    def __init__(self, a: Term, above: Theorem, small: Theorem) -> None:
        self.a, self.above, self.small = a, above, small
        self.k = speed(a)
        inner = bound(lt(0, 1 + a**4), (), [[above] * 4])
        self.square = written(
            eq(self.k**2, 1 + a**4), fact("sqrt-square", weaker(inner), x=1 + a**4)
        )
        self.k_up = positive(self.k, [inner])
        self.k_unit, self.k_down = inverse(self.k, [self.k_up]), positive(inv(self.k), [self.k_up])
        # 1 <= k <= 2: k^2 is between 1 and 4
        self.k_low = self._ordered(ONE, self.k)
        self.k_high = self._ordered(self.k, TWO)
        self.depth = bound(lt(0, -log(a)), [log_one()], [[log_below(small, above)]])

    def _ordered(self, x: Term, z: Term) -> Theorem:
        """x <= z for positive numbers, one of them k, by their squares."""
        goal = le(x, z)
        above, small = self.above, self.small
        powers = [
            [above] * 4,
            [small],
            [small, above],
            [small, above, above],
            [small] + [above] * 3,
        ]

        def never(more: Theorem) -> Theorem:
            ups = [[more, positive(x, [self.k_up])], [more, positive(z, [self.k_up])]]
            return contradiction(bound(lt(0, 0), [self.square], [*ups, *powers]), goal)

        return by_cases(trichotomy(x, z), weaker, lambda same: linear(goal, same), never)

    def inverse_square(self) -> Theorem:
        """a^4/k^2 = 1 - 1/k^2."""
        down = inv(self.k)
        whole = ring(eq(self.k**2 * down**2, 1), self.k_unit)
        goal = eq(self.a**4 * down**2, 1 - down**2)
        return combine(goal, (1, whole), (-(down**2), self.square))


def excess_at(a: Term, r: Term) -> Term:
    """W - 1/W at plain time r."""
    P, D = upper(a, r), lower(a, r)
    return P * inv(D) - D * inv(P)


class Moment:
    """The network at a scale and a plain time r between 0 and a quarter of -log(a)."""

    def __init__(self, scale: Scale, r: Term, low: Theorem, high: Theorem) -> None:
        a, k = scale.a, scale.k
        self.scale, self.r, self.low, self.high = scale, r, low, high
        self.P, self.D, self.G = upper(a, r), lower(a, r), integral(a, r)
        self.grown, self.gone = exp(k * r), exp(-(k * r))
        self.ups = [fact("exp-positive", x=one) for one in (k * r, -(k * r))]
        self.unit = exp_inverse(k * r)
        self.odd = exp_rises(bound(le(-(k * r), k * r), (), [[scale.k_up, low]]))
        self.less = bound(le(inv(k), 1), [scale.k_unit], [[scale.k_low, scale.k_down]])
        tail = [[self.odd, scale.k_down], [self.odd, scale.k_down, scale.above, scale.above]]
        self.P_up = bound(lt(0, self.P), (), [*([one] for one in self.ups), *tail])
        rest = [[self.odd, self.less], tail[1]]
        self.D_low = bound(le(2 * self.gone, self.D), (), rest)
        self.D_up = bound(lt(0, self.D), (), [[self.ups[1]], [self.D_low]])
        self.P_unit, self.D_unit = inverse(self.P, [self.P_up]), inverse(self.D, [self.D_up])
        self.P_down, self.D_down = (
            positive(inv(whole), [up]) for whole, up in ((self.P, self.P_up), (self.D, self.D_up))
        )

    @property
    def excess(self) -> Term:
        """W - 1/W."""
        return excess_at(self.scale.a, self.r)

    def product(self) -> Theorem:
        """cosh(G) sinh(G) = (W - 1/W)/4, as exp(2 G) = W."""
        halves = [self._quotient(self.P, self.D, self.P_up, self.D_up, self.D_unit)]
        halves.append(self._quotient(self.D, self.P, self.D_up, self.P_up, self.P_unit))
        return ring(
            eq(cosh(self.G) * sinh(self.G), num(1, 4) * self.excess),
            combine(
                eq(cosh(self.G) * sinh(self.G), HALF * sinh(2 * self.G)),
                (-HALF, sinh_double(self.G)),
            ),
            fact("sinh", x=2 * self.G),
            *halves,
        )

    @staticmethod
    def _quotient(x: Term, z: Term, x_up: Theorem, z_up: Theorem, z_unit: Theorem) -> Theorem:
        """exp(log(x) - log(z)) = x/z."""
        down = exp(-log(z))
        whole = ring(eq(exp(log(z)) * down, 1), exp_inverse(log(z)))
        flat = combine(eq(z * down, 1), (1, whole), (-down, fact("exp-log", z_up, x=z)))
        turned = combine(eq(down, inv(z)), (inv(z), flat), (-down, z_unit))
        split = exp_sum(log(x), -log(z))
        return combine(
            eq(exp(log(x) - log(z)), x * inv(z)),
            (1, split),
            (down, fact("exp-log", x_up, x=x)),
            (x, turned),
        )

    def slope(self, high: Term) -> Theorem:
        """G' = 1 - a^2 (W - 1/W)/2 within [0, high]."""
        a, k, r = self.scale.a, self.scale.k, self.r
        P, D, i, j = self.P, self.D, inv(self.P), inv(self.D)
        h, s = even(a, r), odd(a, r)
        P_slope = k * s + (1 + a**2) * h
        D_slope = k * s - (1 - a**2) * h
        riccati = ring(
            eq(P_slope * D - D_slope * P, 2 * P * D - a**2 * (P**2 - D**2)),
            self.unit,
            self.scale.k_unit,
            self.scale.square,
            self.scale.inverse_square(),
        )
        own = derivative(lam(lambda q: integral(a, q)), 0, high, r, side=[self.P_up, self.D_up])
        plain = ring(
            eq(own.conclusion.args[3], HALF * (P_slope * i - D_slope * j)), self.scale.k_unit
        )
        value = 1 - HALF * a**2 * self.excess
        same = combine(
            eq(own.conclusion.args[3], value),
            (1, plain),
            (HALF * i * j, riccati),
            (-HALF * (P_slope * i - 2 * P * i - a**2 * D * i), self.D_unit),
            (-HALF * (-D_slope * j - 2 + a**2 * P * j), self.P_unit),
        )
        return slope_is(own, same)

    def small(self) -> tuple[Theorem, Theorem]:
        """0 <= a^2 (W - 1/W)/2 <= a: W <= 2 exp(2 k r), and 2 k r <= 4 r <= -log(a)."""
        scale, a = self.scale, self.scale.a
        coefficient = HALF * a**2 * self.excess
        wider = bound(le(self.D, self.P), (), [[self.odd, scale.k_down]])
        more = linear(
            le(0, self.excess),
            *(self.P_unit, self.D_unit),
            products=[[wider, self.P_down], [wider, self.D_down]],
        )
        low = bound(le(0, coefficient), (), [[more, scale.above, scale.above]])
        short = bound(
            le(2 * scale.k * self.r, -log(a)), (), [[scale.k_high, self.low], [self.high]]
        )
        under = exp_rises(short)
        twice = ring(eq(exp(2 * scale.k * self.r), self.grown**2), exp_sum(*[scale.k * self.r] * 2))
        whole = ring(eq(exp(log(a)) * exp(-log(a)), 1), exp_inverse(log(a)))
        at_a = combine(
            eq(a * exp(-log(a)), 1), (1, whole), (-exp(-log(a)), fact("exp-log", scale.above, x=a))
        )
        grown = bound(le(a * self.grown**2, 1), [twice, at_a], [[under, scale.above]])
        tail = [[self.odd, self.less], [self.odd, self.less, scale.above, scale.above]]
        tail += [[self.odd, scale.small], [self.odd, scale.small, scale.above]]
        P_high = bound(le(self.P, 4 * self.grown), (), [*tail, *([one] for one in self.ups)])
        half = combine(eq(self.grown * self.D * inv(self.D), self.grown), (self.grown, self.D_unit))
        freed = ring(eq(self.grown * self.gone * inv(self.D), inv(self.D)), self.unit)
        down = linear(
            le(2 * inv(self.D), self.grown),
            *(half, freed),
            products=[[self.D_low, self.D_down, self.ups[0]]],
        )
        ratio = bound(
            le(self.P * inv(self.D), 2 * self.grown**2),
            (),
            [[P_high, self.D_down], [down, self.ups[0]]],
        )
        other = bound(lt(0, self.D * inv(self.P)), (), [[self.D_up, self.P_down]])
        squared = [scale.above, scale.above]
        high = bound(
            le(coefficient, a),
            (),
            [[ratio, *squared], [other, *squared], [grown, scale.above]],
        )
        return low, high
