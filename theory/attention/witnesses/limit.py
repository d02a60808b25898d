"""Something satisfies the definitions of vanishing initialisation: the fastest head at every scale.

One direction with eigenvalue 1, one example, eta = 1/alpha: V = Q = K with 1/|theta| falling from
2/alpha to 1 in the time sqrt(3) (2 - alpha).
"""

from __future__ import annotations

from theory.attention.kernel_proofs.sphere.maximum import root_three
from theory.attention.letters import bound as bounds
from theory.attention.letters import limit as letters
from theory.attention.witnesses.population import ROOT, holds, only_number, worked_out
from theory.proof.lemmas import inv, sqrt_is, trichotomy
from theory.proof.lemmas.limits import size_below
from theory.proof.letters import DEFINITIONS
from theory.proof.polynomials import normal
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    order,
    witness,
)
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    equal_inside,
    fact,
    fresh,
    inverse,
    lam,
    part_by_part,
    ring,
    symmetric,
    weaker,
    with_slope,
    written,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    eq,
    le,
    lt,
    make,
    num,
    opened,
    substituted,
)

THIRD, HALF = num(1, 3), num(1, 2)


def rest(s: Term) -> Term:
    """2 - s/sqrt(3), which is alpha/|theta|."""
    return 2 - THIRD * ROOT * s


def share(alpha: Term, s: Term) -> Term:
    """alpha/(sqrt(3) (2 - s/sqrt(3)))."""
    return THIRD * ROOT * alpha * inv(rest(s))


def duration(alpha: Term) -> Term:
    """sqrt(3) (2 - alpha)."""
    return ROOT * (2 - alpha)


FAMILY = {
    bounds.N: ONE,
    bounds.d: ONE,
    bounds.first: ZERO,
    bounds.last: ONE,
    bounds.count: ONE,
    bounds.value: lam(lambda j: ONE, INT),
    letters.jumper_in: lam(lambda alpha: ONE),
    letters.times_in: lam(lambda alpha, j: j * duration(alpha), REAL, INT),
    letters.V_in: lam(share, REAL, REAL),
    **dict.fromkeys(
        (letters.Q_in, letters.K_in), lam(lambda alpha, j, s: share(alpha, s), REAL, INT, REAL)
    ),
    letters.slope_V_in: lam(lambda alpha, j, s: share(alpha, s) ** 2, REAL, INT, REAL),
    **dict.fromkeys(
        (letters.slope_Q_in, letters.slope_K_in),
        lam(lambda alpha, j, i, s: share(alpha, s) ** 2, REAL, INT, INT, REAL),
    ),
    letters.norms_in: lam(lambda alpha, i: HALF * alpha, REAL, INT),
    letters.mu_in: lam(lambda alpha: HALF * alpha),
    letters.weighted_in: lam(duration),
    letters.weighted_limit: 2 * ROOT,
    letters.mu_limit: HALF,
}
NAMES = ("attention.ordered-spectrum", "attention.races", "attention.limits")


def family() -> Theorem:
    """The definitions of the limit at once."""
    statements = [substituted(DEFINITIONS[name].statement, FAMILY) for name in NAMES]
    return conjoin(holds(statements[0]), races(statements[1]), limits(statements[2]))


def races(statement: Term) -> Theorem:
    """for every alpha between 0 and 1."""
    alpha = fresh()
    premise = opened(statement, (alpha,))
    low, high, whole = premise.args[0], premise.args[1].args[0], premise.args[1].args[1]
    found = Race(alpha, assume(low), assume(high)).part(whole, ())
    return generalise(discharge(low, discharge(high, found)), alpha)


class Race:
    """The fastest head at one scale alpha."""

    def __init__(self, alpha: Term, low: Theorem, high: Theorem) -> None:
        self.alpha, self.low, self.high = alpha, low, high
        self.unit = inverse(alpha, [low])

    def part(self, one: Term, known: tuple[Theorem, ...]) -> Theorem:
        """Part by part."""
        return part_by_part(one, self._atom, known, self.special)

    def special(self, one: Term, known: tuple[Theorem, ...]) -> Theorem | None:
        """The range has one number: 0 of plateaus, 1 of the rest."""
        if one.op != "forall" or one.data == (REAL,):
            return None
        number = opened(one, (fresh(INT),)).args[0].args[0]
        return only_number(one, number, known, self.part)

    def _atom(self, one: Term, known: tuple[Theorem, ...]) -> Theorem:
        if one.op == "exists":
            return witness(one, ONE, self.part(opened(one, (ONE,)), known))
        if one.op == "deriv" and one.args[2] is not ZERO:
            return self.course(one, known)
        if one.op == "eq" and any(side.op == "sqrt" for side in one.args):
            return self.norm(one)
        if one.op == "lt" and self.alpha in one.free:
            return self.above(one, known)
        if one.op in ("le", "lt") and self.alpha in one.free:
            _, root_low = root_three()
            return bound(one, (), [[root_low, self.some_time()], [self.low]])
        return holds(one, known)

    def some_time(self) -> Theorem:
        """0 <= 2 - alpha."""
        return bound(le(0, 2 - self.alpha), (), [[self.high]])

    def left(self, s: Term, known: tuple[Theorem, ...]) -> Theorem:
        """0 < 2 - s/sqrt(3) up to s = sqrt(3) (2 - alpha): it is at least alpha."""
        square, root_low = root_three()
        last = known[-1]
        return bound(lt(0, rest(s)), [square], [[root_low, last], [self.low]])

    def above(self, one: Term, known: tuple[Theorem, ...]) -> Theorem:
        """0 < |theta|^2 = alpha^2/(2 - s/sqrt(3))^2."""
        s = next(iter(known[-1].conclusion.args[0].free))
        value = worked_out(one.args[1])
        down = fact("inverse-positive", self.left(s, known), x=rest(s))
        up = bound(lt(0, value.conclusion.args[1]), (), [[self.low, self.low, down, down]])
        return order(one, ((num(-1), value),), ((ONE, (up,), ONE),))

    def course(self, one: Term, known: tuple[Theorem, ...]) -> Theorem:
        """d(alpha/r)/ds = alpha/(sqrt(3) r^2) for r = 2 - s/sqrt(3)."""
        low, high, point, value, body = one.args
        function = make("lam", (REAL,), (body,))
        own = derivative(function, low, high, point, side=[self.left(point, known)])
        return with_slope(own, value, self.unit, root_three()[0])

    def norm(self, one: Term) -> Theorem:
        """|theta| = alpha/(2 - s/sqrt(3)) at s = 0 and at the end, where it is 1."""
        left, right = one.args
        root, other = (left, right) if left.op == "sqrt" else (right, left)
        value = worked_out(root.args[0])
        ends = [s for s in _inverses(root) if ZERO is not s]
        inside = ends[0].args[0]
        square, _ = root_three()
        goal = self.alpha if other is ONE else num(2)
        worth = ring(eq(inside, goal), square)
        same = equal_inside(ends[0], worth)
        positive = self.low if other is ONE else bound(lt(0, num(2)))
        unit = inverse(goal, [positive])
        number = other
        turns = [] if normal(inside) is normal(goal) else [same]
        plain = ring(eq(value.conclusion.args[1], number**2), *turns, unit, square)
        squared_ = combine(eq(root.args[0], number**2), (1, value), (1, plain))
        low = bound(le(0, number), (), [[self.low]])
        found = sqrt_is(number, low, symmetric(squared_))
        return found if left.op == "sqrt" else symmetric(found)


def _inverses(whole: Term) -> list[Term]:
    found = []
    stack = [whole]
    while stack:
        one = stack.pop()
        if one.op == "inv":
            found.append(one)
        stack += one.args
    return found


def limits(statement: Term) -> Theorem:
    """sqrt(3) (2 - alpha) -> 2 sqrt(3), and (alpha/2)/alpha = 1/2."""
    first, second = statement.args
    return conjoin(_limit(first, True), _limit(second, False))


def _limit(one: Term, moving: bool) -> Theorem:
    level = fresh()
    premise, existence = opened(one, (level,)).args
    level_up = assume(premise)
    near = HALF * level
    inner = opened(existence, (near,))
    up, every = inner.args
    alpha = fresh()
    body = opened(every, (alpha,))
    low, high, goal = body.args[0], body.args[1].args[0], body.args[1].args[1]
    square, root_low = root_three()
    a_up, a_high = assume(low), assume(high)
    root_high = bound(le(ROOT, 2), (), [[root_below_two()]])
    whole = goal.args[0].args[0]
    if moving:
        plain = -(ROOT * alpha)
        value = ring(eq(whole, plain))
        below = bound(lt(plain, level), (), [[root_low, a_up], [level_up]])
        over = bound(lt(-level, plain), (), [[root_high, a_up], [a_high]])
    else:
        plain = ZERO
        value = ring(eq(whole, plain), inverse(alpha, [a_up]))
        below, over = (
            bound(lt(plain, level), (), [[level_up]]),
            bound(lt(-level, plain), (), [[level_up]]),
        )
    size = size_below(plain, over, below)
    turned = equal_inside(goal.args[0], value)
    shown_ = order(goal, ((ONE, turned),), ((ONE, (size,), ONE),))
    found = generalise(discharge(low, discharge(high, shown_)), alpha)
    pair = conjoin(bound(up, (), [[level_up]]), found)
    return generalise(discharge(premise, witness(existence, near, written(inner, pair))), level)


def root_below_two() -> Theorem:
    """sqrt(3) <= 2, since 3 <= 4."""
    square, root_low = root_three()
    goal = le(ROOT, num(2))
    return by_cases(
        trichotomy(ROOT, num(2)),
        weaker,
        lambda same: order(goal, ((ONE, same),), ()),
        lambda more: contradiction(bound(lt(0, 0), [square], [[more, more], [more]]), goal),
    )
