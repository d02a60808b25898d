"""A head at every scale below 1/4 that aligns: two components with the eigenvalues 1 and 1/2.

With z = 2 - 3 s/2 and h = 1/sqrt(z^2 - 1): V = 3 alpha z h^2, Q_1 = K_1 = 3 alpha h^2 and
Q_2 = K_2 = 3 alpha h, for (z^2 - 1) h^2 = 1 makes V' = (Q_1^2 + Q_2^2/2)/alpha. The squared norm is
(c z h^2)^2 with c = 3 sqrt(3) alpha, which is 1 where z^2 - 1 = c z, at z = (c + sqrt(c^2 + 4))/2
between 1 and 2. The quotient is sqrt(c z) there: of the order 1/2 in alpha.
"""

from __future__ import annotations

from theory.attention.kernel_proofs.sphere.maximum import root_three
from theory.attention.letters import dormant, scaled
from theory.attention.letters.dormant import N, modes
from theory.attention.witnesses.population import ROOT, one_of_two, worked_out
from theory.attention.witnesses.scaled import Flight
from theory.proof.lemmas import (
    inv,
    log,
    sqrt,
    trichotomy,
)
from theory.proof.rules import Theorem, assume, discharge, generalise
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    fact,
    fresh,
    inverse,
    lam,
    positive,
    ring,
    weaker,
    with_slope,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    Term,
    eq,
    le,
    lt,
    make,
    num,
    opened,
)

HALF, THREE = num(1, 2), num(3)


def left(s: Term) -> Term:
    """z = 2 - 3 s/2."""
    return 2 - num(3, 2) * s


def depth(s: Term) -> Term:
    """z^2 - 1."""
    return left(s) ** 2 - 1


def height(s: Term) -> Term:
    """h = 1/sqrt(z^2 - 1)."""
    return inv(sqrt(depth(s)))


def value(alpha: Term, s: Term) -> Term:
    """V = 3 alpha z h^2."""
    return 3 * alpha * left(s) * height(s) ** 2


def component(alpha: Term, j: Term, s: Term) -> Term:
    """3 alpha h^2 of the first, 3 alpha h of the second."""
    return (2 - j) * (3 * alpha * height(s) ** 2) + (j - 1) * (3 * alpha * height(s))


def eigenvalue(j: Term) -> Term:
    """1 and 1/2."""
    return HALF * (3 - j)


def pull(alpha: Term) -> Term:
    """c = 3 sqrt(3) alpha."""
    return 3 * ROOT * alpha


def width(alpha: Term) -> Term:
    """w = sqrt(27 alpha^2 + 4)."""
    return sqrt(27 * alpha**2 + 4)


def last(alpha: Term) -> Term:
    """z at the jump: (c + w)/2."""
    return HALF * (pull(alpha) + width(alpha))


def jump(alpha: Term) -> Term:
    """The time at which z is that."""
    return num(2, 3) * (2 - last(alpha))


ALIGNING = {
    N: ONE,
    modes: TWO,
    dormant.mu: lam(eigenvalue, INT),
    dormant.first: ONE,
    dormant.one: TWO,
    scaled.top_scale: num(1, 4),
    scaled.V_hat: value(ONE, ZERO),
    **dict.fromkeys((scaled.Q_hat, scaled.K_hat), lam(lambda j: component(ONE, j, ZERO), INT)),
    scaled.V_at: lam(value, REAL, REAL),
    **dict.fromkeys((scaled.Q_at, scaled.K_at), lam(component, REAL, INT, REAL)),
    scaled.slope_V_at: lam(
        lambda a, s: component(a, ONE, s) ** 2 + HALF * component(a, TWO, s) ** 2, REAL, REAL
    ),
    **dict.fromkeys(
        (scaled.slope_Q_at, scaled.slope_K_at),
        lam(lambda a, j, s: eigenvalue(j) * value(a, s) * component(a, j, s), REAL, INT, REAL),
    ),
    scaled.I_at: lam(lambda a, s: log(THREE) - log(depth(s)), REAL, REAL),
    **dict.fromkeys((scaled.end_at, scaled.tau_at), lam(jump)),
    scaled.lam_k: ONE,
    scaled.lam_j: HALF * sqrt(TWO),
    scaled.tilt_rate: HALF,
}


def below_top(statement: Term, proof_at) -> Theorem:
    """for all alpha > 0 below 1/4: proof_at(the flight of alpha, what is wanted)."""
    alpha = fresh()
    body = opened(statement, (alpha,))
    low, high, goal = body.args[0], body.args[1].args[0], body.args[1].args[1]
    found = proof_at(Aligning(alpha, assume(low), assume(high)), goal)
    return generalise(discharge(low, discharge(high, found)), alpha)


def less_by_squares(x: Term, y: Term, x_low: Theorem, y_low: Theorem, squares: Theorem) -> Theorem:
    """x < y from 0 <= x, 0 <= y and x^2 < y^2."""
    goal = lt(x, y)

    def not_less(more: Theorem) -> Theorem:
        over = bound(le(y**2, x**2), (), [[more, x_low], [more, y_low]])
        return contradiction(linear(lt(0, 0), over, squares), goal)

    return by_cases(
        trichotomy(x, y),
        lambda less: less,
        lambda same: not_less(linear(le(y, x), same)),
        lambda more: not_less(weaker(more)),
    )


class At:
    """The head at one time, at which 1 < z: what h is."""

    def __init__(self, s: Term, above: Theorem) -> None:
        self.s, self.h, self.above = s, height(s), above
        self.deep = bound(lt(0, depth(s)), (), [[above], [above, above]])
        root = sqrt(depth(s))
        self.square = fact("sqrt-square", weaker(self.deep), x=depth(s))
        self.root_up = positive(root, [self.deep])
        unit = inverse(root, [self.root_up])
        self.h_up = positive(self.h, [self.root_up])
        self.unit = combine(
            eq(depth(s) * self.h**2, 1), (-(self.h**2), self.square), (root * self.h + 1, unit)
        )

    def norm(self, alpha: Term, whole: Term) -> Theorem:
        """V^2 + |Q|^2 + |K|^2 = (c z h^2)^2."""
        value_ = worked_out(whole)
        share = pull(alpha) * left(self.s) * self.h**2
        square, _ = root_three()
        factor = -18 * alpha**2 * self.h**2
        more = factor * (depth(self.s) * self.h**2 - 1)
        plain = ring(eq(value_.conclusion.args[1], share**2 + more), square)
        return combine(eq(whole, share**2), (1, value_), (1, plain), (factor, self.unit))


class Aligning(Flight):
    """The head at one scale alpha, and z at its jump."""

    def __init__(self, alpha: Term, low: Theorem, high: Theorem) -> None:
        super().__init__(alpha, low, high)
        self.c, self.w, self.z = pull(alpha), width(alpha), last(alpha)
        self.root, root_low = root_three()
        root_up = positive(ROOT, [])
        self.c_up = bound(lt(0, self.c), (), [[root_up, low]])
        inside = bound(le(0, 27 * alpha**2 + 4), (), [[low, low]])
        self.square = fact("sqrt-square", inside, x=27 * alpha**2 + 4)
        self.w_low = fact("sqrt-nonnegative", inside, x=27 * alpha**2 + 4)
        self.few = less_by_squares(
            ROOT, TWO, root_low, bound(le(0, TWO)), bound(lt(ROOT**2, TWO**2), [self.root])
        )
        self.small = bound(lt(self.c, num(3, 2)), (), [[high, root_up], [self.few]])
        wide = less_by_squares(
            TWO,
            self.w,
            bound(le(0, TWO)),
            self.w_low,
            bound(lt(TWO**2, self.w**2), [self.square], [[low, low]]),
        )
        narrow = less_by_squares(
            self.w,
            4 - self.c,
            self.w_low,
            bound(le(0, 4 - self.c), (), [[self.small]]),
            bound(lt(self.w**2, (4 - self.c) ** 2), [self.square, self.root], [[self.small]]),
        )
        self.above_one = bound(lt(1, self.z), (), [[wide], [self.c_up]])
        self.below_two = bound(lt(self.z, 2), (), [[narrow]])
        self.there = combine(
            eq(self.z**2 - 1, self.c * self.z),
            (num(1, 4), self.square),
            (num(-9, 4) * alpha**2, self.root),
        )

    def special(self, one: Term, known: tuple[Theorem, ...]) -> Theorem | None:
        """Of two components each by itself; else as with one component."""
        if one.op == "forall" and one.data == (INT,) and opened(one, (fresh(INT),)).op != "and":
            return one_of_two(one, known, self.part)
        if one.op == "le" and self.alpha in one.free:
            return bound(one, (), [[self.below_two]])
        return super().special(one, known)

    def at(self, s: Term, known: tuple[Theorem, ...]) -> At:
        """Up to the jump 1 < z."""
        return At(s, bound(lt(1, left(s)), (), [[known[-1]], [self.above_one]]))

    def at_last(self) -> tuple[At, Theorem]:
        """At the jump, and c z h^2 = 1."""
        here = At(jump(self.alpha), bound(lt(1, left(jump(self.alpha))), (), [[self.above_one]]))
        goal = eq(self.c * left(here.s) * here.h**2, 1)
        return here, combine(goal, (-(here.h**2), self.there), (1, here.unit))

    def course(self, one: Term, known: tuple[Theorem, ...]) -> Theorem:
        """The slopes, by h' = 3 z h^3/2 and (z^2 - 1) h^2 = 1."""
        low, high, point, slope, body = one.args
        here = self.at(point, known)
        side = [here.deep, here.root_up, here.h_up]
        own = derivative(make("lam", (REAL,), (body,)), low, high, point, side=side)
        h2 = here.h**2
        reduce = combine(
            eq(point**2 * h2, num(4, 9) * (1 + 6 * point * h2 - 3 * h2)), (num(4, 9), here.unit)
        )
        down = inverse(depth(point), [here.deep])
        same = combine(eq(inv(depth(point)), h2), (h2, down), (-inv(depth(point)), here.unit))
        return with_slope(own, slope, self.unit, same, reduce)

    def equation(self, one: Term) -> Theorem:
        """|theta|^2 = (c z h^2)^2 is 1 at the jump; the others are plain."""
        if one.args[1] is not ONE:
            return ring(one)
        here, unit = self.at_last()
        share = unit.conclusion.args[0]
        return combine(one, (1, here.norm(self.alpha, one.args[0])), (share + 1, unit))

    def smaller(self, one: Term, early: Theorem, known: tuple[Theorem, ...]) -> Theorem:
        """(c z h^2)^2 < 1 where z is larger: c z < z^2 - 1."""
        s = early.conclusion.args[0]
        ahead = bound(lt(self.z, left(s)), (), [[early]])
        here = At(s, bound(lt(1, left(s)), (), [[ahead], [self.above_one]]))
        more = bound(lt(0, left(s) + self.z - self.c), (), [[ahead], [self.w_low]])
        under = linear(lt(self.c * left(s), depth(s)), self.there, products=[[ahead, more]])
        share = self.c * left(s) * here.h**2
        less = linear(lt(share, 1), here.unit, products=[[under, here.h_up, here.h_up]])
        up = bound(lt(0, left(s)), (), [[here.above]])
        least = bound(lt(0, share), (), [[self.c_up, up, here.h_up, here.h_up]])
        square = bound(lt(share**2, 1), (), [[less], [less, least]])
        return linear(one, here.norm(self.alpha, one.args[0]), square)
