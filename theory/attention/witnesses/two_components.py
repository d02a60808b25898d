"""A head at every scale below 1 that aligns: two components with the eigenvalues 1 and 0.

The first moves as in ``scaled``, V = Q_1 = K_1 = alpha/(sqrt(3) r) with r = 2 - s/sqrt(3); the
second rests at Q_2 = K_2 = alpha/sqrt(3). |theta|^2 = alpha^2/r^2 + 2 alpha^2/3 is 1 at r = alpha/w
with w = sqrt(1 - 2 alpha^2/3), and the quotient is alpha/w there: of the order 1 in alpha.
"""

from __future__ import annotations

from theory.attention.kernel_proofs.sphere.maximum import root_three
from theory.attention.letters import dormant, scaled
from theory.attention.letters.dormant import modes
from theory.attention.witnesses.limit import ROOT, THIRD, duration, rest, share
from theory.attention.witnesses.population import holds, one_of_two, worked_out
from theory.attention.witnesses.scaled import SCALED, UNIT, Flight
from theory.proof.lemmas import (
    exp,
    inv,
    log,
    log_below,
    log_inverse,
    log_one,
    log_product,
    sqrt,
    trichotomy,
)
from theory.proof.lemmas.limits import size_below
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise, witness
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    fact,
    fresh,
    inverse,
    lam,
    positive,
    ring,
    weaker,
    written,
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
    negation,
    num,
    opened,
    substituted,
)

RESTING = THIRD * ROOT


def inside(alpha: Term) -> Term:
    """1 - 2 alpha^2/3, what the resting component leaves of |theta|^2 = 1."""
    return 1 - 2 * THIRD * alpha**2


def width(alpha: Term) -> Term:
    """w = sqrt(1 - 2 alpha^2/3)."""
    return sqrt(inside(alpha))


def last_rest(alpha: Term) -> Term:
    """alpha/w, which r is at the jump."""
    return alpha * inv(width(alpha))


def jump(alpha: Term) -> Term:
    """sqrt(3) (2 - alpha/w)."""
    return duration(last_rest(alpha))


def component(alpha: Term, j: Term, s: Term) -> Term:
    """The first moves, the second rests."""
    return (2 - j) * share(alpha, s) + (j - 1) * RESTING * alpha


ALIGNING = {
    **SCALED,
    modes: TWO,
    dormant.mu: lam(lambda j: 2 - j, INT),
    dormant.first: ONE,
    dormant.one: TWO,
    **dict.fromkeys(
        (scaled.Q_hat, scaled.K_hat), lam(lambda j: (2 - j) * UNIT + (j - 1) * RESTING, INT)
    ),
    **dict.fromkeys((scaled.Q_at, scaled.K_at), lam(component, REAL, INT, REAL)),
    **dict.fromkeys(
        (scaled.slope_Q_at, scaled.slope_K_at),
        lam(lambda a, j, s: (2 - j) * share(a, s) ** 2, REAL, INT, REAL),
    ),
    **dict.fromkeys((scaled.end_at, scaled.tau_at), lam(jump)),
    scaled.lam_k: ONE,
    scaled.lam_j: ZERO,
    scaled.tilt_rate: ONE,
}
NAMES = ("attention.scaled-heads", "attention.tilt-rate")


def aligning() -> Theorem:
    """The definitions of the order of the misalignment at once."""
    heads, rate = (substituted(DEFINITIONS[name].statement, ALIGNING) for name in NAMES)
    top, every = heads.args
    flights = below_one(every, lambda flight, goal: flight.part(goal, ()))
    return conjoin(conjoin(holds(top), flights), _rate(rate))


def below_one(statement: Term, proof_at) -> Theorem:
    """for all alpha > 0 below 1: proof_at(the flight of alpha, what is wanted)."""
    alpha = fresh()
    body = opened(statement, (alpha,))
    low, high, goal = body.args[0], body.args[1].args[0], body.args[1].args[1]
    found = proof_at(Aligning(alpha, assume(low), assume(high)), goal)
    return generalise(discharge(low, discharge(high, found)), alpha)


class Aligning(Flight):
    """The head at one scale alpha, and its w = sqrt(1 - 2 alpha^2/3), which is above 1/2."""

    def __init__(self, alpha: Term, low: Theorem, high: Theorem) -> None:
        super().__init__(alpha, low, high)
        self.w, self.last = width(alpha), last_rest(alpha)
        above = bound(le(0, inside(alpha)), (), [[high], [low, high]])
        self.square = written(
            eq(self.w**2, inside(alpha)), fact("sqrt-square", above, x=inside(alpha))
        )
        self.w_low = fact("sqrt-nonnegative", above, x=inside(alpha))
        self.more_than_half = self._more_than_half()
        self.w_up = bound(lt(0, self.w), (), [[self.more_than_half]])
        self.w_unit = inverse(self.w, [self.w_up])
        self.down = positive(inv(self.w), [self.w_up])
        self.last_up = bound(lt(0, self.last), (), [[low, self.down]])

    def _more_than_half(self) -> Theorem:
        """1/4 < w^2, since alpha < 1."""
        goal = lt(num(1, 2), self.w)
        quarter = bound(
            lt(num(1, 4), self.w**2), [self.square], [[self.high], [self.low, self.high]]
        )

        def not_more(low_enough: Theorem) -> Theorem:
            small = bound(le(self.w**2, num(1, 4)), (), [[low_enough], [low_enough, self.w_low]])
            return contradiction(bound(lt(0, 0), (), [[quarter], [small]]), goal)

        return by_cases(
            trichotomy(num(1, 2), self.w),
            lambda more: more,
            lambda same: not_more(linear(le(self.w, num(1, 2)), same)),
            lambda less: not_more(weaker(less)),
        )

    def special(self, one: Term, known: tuple[Theorem, ...]) -> Theorem | None:
        """Of two components each by itself; else as with one component."""
        if one.op == "forall" and one.data == (INT,) and opened(one, (fresh(INT),)).op != "and":
            return one_of_two(one, known, self.part)
        return super().special(one, known)

    def left(self, s: Term, known: tuple[Theorem, ...]) -> Theorem:
        """0 < alpha/w <= 2 - s/sqrt(3) up to the jump."""
        square, root_low = root_three()
        return bound(lt(0, rest(s)), [square], [[root_low, known[-1]], [self.last_up]])

    def some_time(self) -> Theorem:
        """0 <= 2 - alpha/w."""
        return bound(le(0, 2 - self.last), (), [[self.before_two()]])

    def inverse_below_two(self) -> Theorem:
        """1/w < 2, since 1/2 < w."""
        return bound(lt(inv(self.w), 2), [self.w_unit], [[self.more_than_half, self.down]])

    def before_two(self) -> Theorem:
        """alpha/w < 2."""
        return bound(lt(self.last, 2), (), [[self.high, self.down], [self.inverse_below_two()]])

    def at_last(self) -> tuple[Theorem, Theorem]:
        """r = alpha/w at the jump, and alpha/r = w."""
        there = rest(jump(self.alpha))
        same = ring(eq(there, self.last), root_three()[0])
        turned = equal_inside(inv(there), same)
        unit = inverse(self.last, [self.last_up])
        back = combine(
            eq(self.alpha * inv(self.last), self.w),
            (self.w, unit),
            (-self.alpha * inv(self.last), self.w_unit),
        )
        share_ = combine(eq(self.alpha * inv(there), self.w), (self.alpha, turned), (1, back))
        return same, share_

    def equation(self, one: Term) -> Theorem:
        """|theta|^2 = w^2 + 2 alpha^2/3 is 1 at the jump; the others are plain."""
        if one.args[1] is not ONE:
            return ring(one)
        value = worked_out(one.args[0])
        _, share_ = self.at_last()
        plain = ring(eq(value.conclusion.args[1], 1), share_, self.square, root_three()[0])
        return combine(one, (1, value), (1, plain))

    def smaller(self, one: Term, early: Theorem, known: tuple[Theorem, ...]) -> Theorem:
        """alpha^2/r^2 < w^2 where alpha/w < r."""
        s = early.conclusion.args[0]
        root, _ = root_three()
        root_up = positive(ROOT, [])
        left = bound(lt(self.last, rest(s)), [root], [[root_up, early]])
        up = bound(lt(0, rest(s)), (), [[left], [self.last_up]])
        unit, down = inverse(rest(s), [up]), positive(inv(rest(s)), [up])
        share_ = self.alpha * inv(rest(s))
        behind = bound(lt(self.alpha, self.w * rest(s)), [self.w_unit], [[left, self.w_up]])
        whole = combine(eq(self.w * rest(s) * inv(rest(s)), self.w), (self.w, unit))
        less = linear(lt(share_, self.w), whole, products=[[behind, down]])
        more = bound(lt(0, share_), (), [[self.low, down]])
        square = bound(lt(share_**2, self.w**2), (), [[less, more], [less, self.w_up]])
        value = worked_out(one.args[0])
        plain = ring(eq(value.conclusion.args[1], share_**2 + 1 - self.w**2), self.square, root)
        return linear(one, value, plain, square)


def _rate(statement: Term) -> Theorem:
    *plain, own_not, top_not, ahead, limit = statement.args
    up = positive(inv(rest(ZERO)), [bound(lt(0, rest(ZERO)))])
    root_up = positive(ROOT, [])
    apart = [
        differs(
            bound(lt(0, one.args[0].args[0]), (), [[root_up], [root_up, up]]),
            one,
        )
        for one in (own_not, top_not)
    ]
    return conjoin(*(holds(one) for one in plain), *apart, below_one(ahead, _ahead), _order(limit))


def _ahead(flight: Aligning, goal: Term) -> Theorem:
    """0 <= log(2) - log(alpha/w)."""
    same, _ = flight.at_last()
    there = equal_inside(log(same.conclusion.args[0]), same)
    return linear(goal, there, log_below(flight.before_two(), flight.last_up))


def _order(statement: Term) -> Theorem:
    """|log(alpha/w)/log(alpha) - 1| < e below alpha = exp(-log(2)/e): |log(w)| < log(2)."""
    level = fresh()
    premise, existence = opened(statement, (level,)).args
    above = assume(premise)
    near = exp(-(log(TWO) * inv(level)))
    inner = opened(existence, (near,))
    positive_, every = inner.args
    alpha = fresh()
    body = opened(every, (alpha,))
    low, close, small = body.args[0], body.args[1].args[0], body.args[1].args[1].args[0]
    goal = body.args[1].args[1].args[1]
    flight = Aligning(alpha, assume(low), assume(small))
    found = _near(flight, goal, level, above, assume(close))
    for each in (small, close, low):
        found = discharge(each, found)
    pair = conjoin(fact("exp-positive", x=near.args[0]), generalise(found, alpha))
    return generalise(discharge(premise, witness(existence, near, written(inner, pair))), level)


def _near(flight: Aligning, goal: Term, level: Term, above: Theorem, close: Theorem) -> Theorem:
    """What is wanted at one alpha below exp(-log(2)/e)."""
    whole = goal.args[0].args[0]
    size = _modulus(whole)
    speed, turn = log(flight.alpha), log(flight.w)
    named = _size(flight, size)
    split = log_product(flight.alpha, inv(flight.w), flight.low, flight.down)
    written_out = combine(
        eq(log(size), speed - turn),
        (1, equal_inside(log(size), named)),
        (1, split),
        (1, log_inverse(flight.w, flight.w_up)),
    )
    slow = bound(lt(0, -speed), [log_one()], [[log_below(flight.high, flight.low)]])
    share_up = positive(inv(-speed), [slow])
    unit = fact("inverse", differs(slow, negation(eq(speed, 0))), z=speed)
    turned = ring(eq(speed * inv(-speed), -1), inverse(-speed, [slow]))
    back = combine(eq(inv(speed), -inv(-speed)), (-inv(-speed), unit), (inv(speed), turned))
    value = linear(
        eq(whole, turn * inv(-speed)),
        combine(eq(whole, (speed - turn) * inv(speed) - 1), (inv(speed), written_out)),
        combine(eq(turn * inv(speed), -turn * inv(-speed)), (turn, back)),
        unit,
    )
    low, high = _turn(flight)
    early = fact("log-exp", x=close.conclusion.args[1].args[0])
    ahead = bound(lt(speed, early.conclusion.args[1]), [early], [[log_below(close, flight.low)]])
    few = bound(
        lt(log(TWO) * inv(-speed), level),
        [inverse(level, [above]), turned],
        [[ahead, above, share_up]],
    )
    size_ = size_below(
        turn * inv(-speed),
        bound(lt(-level, turn * inv(-speed)), (), [[low, share_up], [few]]),
        bound(lt(turn * inv(-speed), level), (), [[high, share_up], [above]]),
    )
    return linear(goal, equal_inside(goal.args[0], value), size_)


def _turn(flight: Aligning) -> tuple[Theorem, Theorem]:
    """-log(2) < log(w) and log(w) < 0."""
    turn = log(flight.w)
    back = log_below(flight.inverse_below_two(), flight.down)
    low = bound(lt(-log(TWO), turn), [log_inverse(flight.w, flight.w_up)], [[back]])
    less = bound(
        lt(flight.w, 1), [flight.square], [[flight.low, flight.low]], squares=[flight.w - 1]
    )
    return low, bound(lt(turn, 0), [log_one()], [[log_below(less, flight.w_up)]])


def _modulus(whole: Term) -> Term:
    """The modulus that stands in a term."""
    parts = [whole]
    while parts[-1].op != "abs":
        parts += parts.pop().args
    return parts[-1]


def _size(flight: Aligning, size: Term) -> Theorem:
    """|(Q_2 + K_2)/(Q_1 + K_1)| = alpha/w."""
    quotient = size.args[0]
    top, down = quotient.args
    _, share_ = flight.at_last()
    scale = 2 * RESTING
    same = ring(eq(down.args[0], scale * flight.w), share_)
    turned = equal_inside(down, same)
    both_up = bound(lt(0, scale * flight.w), (), [[positive(ROOT, []), flight.w_up]])
    unit = inverse(scale * flight.w, [both_up])
    back = combine(
        eq(scale * turned.conclusion.args[1], inv(flight.w)),
        (inv(flight.w), unit),
        (-scale * turned.conclusion.args[1], flight.w_unit),
    )
    value = combine(eq(quotient, flight.last), (scale * flight.alpha, turned), (flight.alpha, back))
    return combine(
        eq(size, flight.last),
        (1, equal_inside(size, value)),
        (1, fact("abs-nonnegative", weaker(flight.last_up), x=flight.last)),
    )
