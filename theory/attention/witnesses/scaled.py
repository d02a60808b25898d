"""A head at every scale below 1 that jumps: one component, V = Q = K.

V = alpha/(sqrt(3) r) with r = 2 - s/sqrt(3), up to r = alpha; I = log(2) - log(r).
"""

from __future__ import annotations

from theory.attention.kernel_proofs.sphere.maximum import root_three
from theory.attention.letters import dormant, scaled
from theory.attention.letters.dormant import N, modes
from theory.attention.witnesses.limit import (
    ROOT,
    THIRD,
    Race,
    duration,
    rest,
    share,
)
from theory.attention.witnesses.population import worked_out
from theory.proof.lemmas import inv, log
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
)
from theory.proof.tactics import (
    bound,
    combine,
    equal_inside,
    fresh,
    inverse,
    lam,
    positive,
    ring,
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
    lt,
    opened,
)

UNIT = THIRD * ROOT * inv(rest(ZERO))
SCALED = {
    N: ONE,
    modes: ONE,
    dormant.mu: lam(lambda j: ONE, INT),
    scaled.top_scale: ONE,
    scaled.V_hat: UNIT,
    scaled.Q_hat: lam(lambda j: UNIT, INT),
    scaled.K_hat: lam(lambda j: UNIT, INT),
    scaled.V_at: lam(share, REAL, REAL),
    **dict.fromkeys((scaled.Q_at, scaled.K_at), lam(lambda a, j, s: share(a, s), REAL, INT, REAL)),
    scaled.slope_V_at: lam(lambda a, s: share(a, s) ** 2, REAL, REAL),
    **dict.fromkeys(
        (scaled.slope_Q_at, scaled.slope_K_at),
        lam(lambda a, j, s: share(a, s) ** 2, REAL, INT, REAL),
    ),
    scaled.I_at: lam(lambda a, s: log(TWO) - log(rest(s)), REAL, REAL),
    scaled.end_at: lam(duration),
    scaled.tau_at: lam(duration),
}


def each_scale(statement: Term) -> Theorem:
    """for all alpha > 0 up to the top: the parts of the statement along the flight of alpha."""
    alpha = fresh()
    body = opened(statement, (alpha,))
    low, high, whole = body.args[0], body.args[1].args[0], body.args[1].args[1]
    found = Flight(alpha, assume(low), assume(high)).part(whole, ())
    return generalise(discharge(low, discharge(high, found)), alpha)


class Flight(Race):
    """The head at one scale alpha."""

    def special(self, one: Term, known: tuple[Theorem, ...]) -> Theorem | None:
        """What is said of every component, |theta|^2 at the jump and before it;
        else as in a race.
        """
        if one.op == "forall" and one.data == (INT,) and opened(one, (fresh(INT),)).op == "and":
            j = fresh(INT)
            return generalise(conjoin(*(ring(each) for each in opened(one, (j,)).args)), j)
        if one.op == "eq":
            return self.equation(one)
        if one.op == "implies" and one.args[1].op == "lt" and one.args[0].op == "lt":
            early = assume(one.args[0])
            return discharge(early.conclusion, self.smaller(one.args[1], early, known))
        return super().special(one, known)

    def equation(self, one: Term) -> Theorem:
        """|theta|^2 = alpha^2/r^2 is 1 at the end; the others are plain."""
        if one.args[1] is not ONE:
            return ring(one)
        value = worked_out(one.args[0])
        last = rest(duration(self.alpha))
        same = ring(eq(last, self.alpha), root_three()[0])
        turned = equal_inside(inv(last), same)
        plain = ring(eq(value.conclusion.args[1], 1), turned, self.unit, root_three()[0])
        return combine(one, (1, value), (1, plain))

    def smaller(self, one: Term, early: Theorem, known: tuple[Theorem, ...]) -> Theorem:
        """alpha^2/r^2 < 1 where alpha < r."""
        s = early.conclusion.args[0]
        root, root_low = root_three()
        root_up = positive(ROOT, [])
        left = bound(lt(self.alpha, rest(s)), [root], [[root_up, early]])
        up = bound(lt(0, rest(s)), (), [[left], [self.low]])
        unit, down = inverse(rest(s), [up]), positive(inv(rest(s)), [up])
        share_ = self.alpha * inv(rest(s))
        less = linear(lt(share_, 1), unit, products=[[left, down]])
        more = bound(lt(0, share_), (), [[self.low, down]])
        square = bound(lt(share_**2, 1), (), [[less], [less, more]])
        value = worked_out(one.args[0])
        plain = ring(eq(value.conclusion.args[1], share_**2), root)
        return linear(one, value, plain, square)
