"""The exact jump time of a dormant head: dt = dI/(eta V) along its orbit, in the kernel."""

from __future__ import annotations

from functools import cache

from theory.attention.kernel_proofs.dormant_head.dormant import dormant_value
from theory.attention.kernel_proofs.dormant_head.one_turn import one_sign
from theory.attention.kernel_proofs.script import proof
from theory.attention.letters.dormant import I_V, V_0, V, V_sq, clock, end, eta
from theory.attention.letters.orbit import (
    I_high,
    I_low,
    after,
    before,
    orbit,
    primitive,
    quadrature,
    tau,
    travelled,
    turn,
)
from theory.proof.lemmas import constant, inv, sqrt_is, trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    conjunct,
    detach,
    discharge,
    generalise,
    order,
    specialise,
)
from theory.proof.scripts import whole_definition
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    derivative,
    differs,
    equal_inside,
    everywhere,
    fact,
    filled,
    fresh,
    inverse,
    lam,
    obtain,
    parts,
    positive,
    slope_within,
    symmetric,
    with_slope,
)
from theory.proof.terms import (
    ONE,
    REAL,
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

ENDING = ("attention.dormant-flow", "attention.dormant-gradient", "attention.clock")


# --- the same head up to an earlier time ----------------------------------------------------------


def shortened(goal: Term, known: Theorem, reach: Theorem) -> Theorem:
    """What holds on [0, T], on [0, s] for s <= T."""
    if goal is known.conclusion:
        return known
    if goal.op == "and":
        pieces = zip(goal.args, known.conclusion.args)
        return conjoin(*(shortened(one, conjunct(known, own), reach) for one, own in pieces))
    if goal.op == "forall":
        letter = fresh(goal.data[0])
        inner = shortened(opened(goal, (letter,)), specialise(known, letter), reach)
        return generalise(inner, letter)
    if goal.op == "implies":
        premise = assume(goal.args[0])
        wanted = known.conclusion.args[0]
        fits = premise if wanted is goal.args[0] else bound(wanted, (), [[premise], [reach]])
        return discharge(goal.args[0], shortened(goal.args[1], detach(known, fits), reach))
    if goal.op == "deriv":
        return slope_within(known, ZERO, goal.args[1], bound(le(0, 0)), reach)
    return combine(goal)


@cache
def value_at() -> Theorem:
    """0 <= s -> s <= T -> V(s)^2 = the orbit at I(s)."""
    s = fresh(REAL, "s")
    low, reach = assume(le(0, s)), assume(le(s, end))
    table = {end: s, I_V: clock(s), V_0: V(0), V_sq: V(s) ** 2}
    found = dormant_value()
    names = (*ENDING, "attention.values")
    for name in names:
        found = discharge(DEFINITIONS[name].statement, found)
    found = filled(found, table)
    shown = []
    for name in names:
        goal = substituted(DEFINITIONS[name].statement, table)
        if name == "attention.values":
            shown.append(conjoin(*(combine(one) for one in goal.args)))
            continue
        pieces = []
        for one, own in zip(
            goal.args if goal.op == "and" else [goal], conjuncts(whole_definition(name))
        ):
            pieces.append(low if one is le(0, s) else _piece(one, own, reach))
        shown.append(conjoin(*pieces) if goal.op == "and" else pieces[0])
    for theorem in reversed(shown):
        found = detach(found, theorem)
    return everywhere(s, found, le(0, s), le(s, end))


def _piece(goal: Term, own: Theorem, reach: Theorem) -> Theorem:
    return (
        combine(goal)
        if goal.op == "eq" and goal is not own.conclusion
        else shortened(goal, own, reach)
    )


# --- one leg of the way ---------------------------------------------------------------------------


class Leg:
    """The times between the turn and one end, where sigma V > 0."""

    def __init__(self, sign: Term, square: Theorem, early: bool) -> None:
        self.sign, self.square, self.early = sign, square, early
        self.inside, self.slopes, self.near, _ = conjuncts(whole_definition("attention.quadrature"))
        _, self.pace, _ = conjuncts(whole_definition("attention.clock"))
        self.turn_low, self.turn_high, *_ = conjuncts(whole_definition("attention.one-turn"))
        self.moving = one_sign(early)
        self.tail = ZERO if early else end

    def height(self, s: Term) -> Term:
        """G(I(s)) - eta sigma s."""
        return travelled(s) - eta * self.sign * s

    def flat(self, b: Term, between: tuple[Theorem, Theorem]) -> Theorem:
        """The height at b is that at the end of the leg; b lies between it and the turn."""
        if self.early:  # 0 < b < turn
            first, last = ZERO, b
            low, high = bound(le(0, 0)), bound(le(b, end), (), [[between[1]], [self.turn_high]])
            ordered = bound(le(0, b), (), [[between[0]]])
        else:  # turn < b < T
            first, last = b, end
            low, high = bound(le(0, b), (), [[between[0]], [self.turn_low]]), bound(le(end, end))
            ordered = bound(le(b, end), (), [[between[1]]])

        def slope(s, s_low, s_high):
            begin = bound(le(0, s), (), [[s_low], [low]])
            stop = bound(le(s, end), (), [[s_high], [high]])
            if self.early:
                strict = bound(lt(s, turn), (), [[s_high], [between[1]]])
            else:
                strict = bound(lt(turn, s), (), [[s_low], [between[0]]])
            apart = differs(strict, negation(eq(s, turn)))
            ahead = at(self.moving, s, begin, stop, strict)
            chained, pulled = self._chained(
                s, (begin, stop), (first, last), (low, high), (s_low, s_high), apart, ahead
            )
            own = derivative(lam(self.height), first, last, s, [chained])
            return with_slope(own, ZERO, pulled)

        return constant(lam(self.height), first, last, ordered, slope)

    def _chained(self, s, where, ends, reach, inside, apart, ahead) -> tuple[Theorem, Theorem]:
        """G(I(s))' = (1/|V|) (eta V), and that this is eta sigma."""
        first, last = ends
        own = slope_within(at(self.pace, s, *where), first, last, *reach)
        x = fresh(REAL, "x")
        begin, stop = le(first, x), le(x, last)
        x_low = bound(le(0, x), (), [[assume(begin)], [reach[0]]])
        x_high = bound(le(x, end), (), [[assume(stop)], [reach[1]]])
        ranged = everywhere(x, at(self.inside, x, x_low, x_high), begin, stop)
        slope = at(self.slopes, s, *where, apart)
        value = slope.conclusion.args[3]
        chained = fact(
            "deriv-chain", *inside, own, ranged, slope,
            low=first, high=last, at=s, a=eta * V(s), y=I_low, b=I_high, c=value,
            f=lam(lambda q: primitive(q)), g=lam(lambda q: clock(q)),
        )  # fmt: skip
        size = self.sign * V(s)
        here = at(value_at(), s, *where)
        squared = combine(eq(size**2, orbit(clock(s))), (V(s) ** 2, self.square), (1, here))
        root = sqrt_is(size, bound(le(0, size), (), [[ahead]]), squared)
        pulled = combine(
            eq(value * (eta * V(s)), eta * self.sign),
            (eta * V(s), equal_inside(value, root)),
            (eta * self.sign, inverse(size, [ahead])),
            (eta * V(s) * inv(size), self.square),
        )
        return chained, pulled

    def length(self, rate: Theorem) -> Theorem:
        """The height at the turn is that at the end of the leg: G(I) has no jump there."""
        goal = eq(self.height(turn), self.height(self.tail))
        away = turn if self.early else end - turn

        def some(strict):
            """The leg has a length: a point b so close to the turn that the gap is too small."""
            far = bound(lt(0, away), (), [[strict]])

            def missed(sign):
                """sign (height(turn) - height(tail)) > 0 is impossible."""

                def use(positive_):
                    e = num(sign) * (self.height(turn) - self.height(self.tail))
                    gap = bound(lt(0, e), (), [[positive_]])
                    half = bound(lt(0, num(1, 2) * e), (), [[gap]])
                    return obtain(
                        at(self.near, num(1, 2) * e, half),
                        lambda r, close: self._too_close(
                            sign, e, gap, r, close, far, away, rate, goal
                        ),
                    )

                return use

            return by_cases(
                trichotomy(self.height(turn), self.height(self.tail)),
                missed(-1),
                lambda same: same,
                missed(1),
            )

        def none(same):
            met = symmetric(same) if self.early else same
            moved = equal_inside(travelled(turn), met)
            return combine(goal, (1, moved), (eta * self.sign, met))

        low, high = (ZERO, turn) if self.early else (turn, end)
        ordered = self.turn_low if self.early else self.turn_high
        return by_cases(
            trichotomy(low, high),
            some,
            none,
            lambda more: contradiction(bound(lt(0, 0), (), [[more], [ordered]], exact=True), goal),
        )

    def _too_close(self, sign, e, gap, r, close, far, away, rate, goal) -> Theorem:
        r_above, every = parts(close)
        whole = 1 + away * inv(r) + 2 * eta * away * inv(e)
        whole_above = positive(whole, [far, r_above, gap, rate])
        q = inv(whole)
        q_above = positive(q, [whole_above])
        unit = inverse(whole, [whole_above])
        r_unit, e_unit = inverse(r, [r_above]), inverse(e, [gap])
        step = away * q
        step_above = positive(step, [far, q_above])
        i_r, i_e = positive(inv(r), [r_above]), positive(inv(e), [gap])
        # r - step = r q (1 + 2 eta away/e), e/2 - eta step = (e/2) q (1 + away/r), away - step > 0
        short = order(
            lt(step, r),
            ((r, unit), (-away * q, r_unit)),
            ((ONE, (r_above, q_above), ONE), (num(2), (r_above, q_above, rate, far, i_e), ONE)),
        )
        small = order(
            lt(eta * step, num(1, 2) * e),
            ((num(1, 2) * e, unit), (-eta * away * q, e_unit)),
            (
                (num(1, 2), (gap, q_above), ONE),
                (num(1, 2), (gap, q_above, far, i_r), ONE),
            ),
        )
        less = order(
            lt(step, away),
            ((away, unit),),
            (
                (ONE, (far, far, i_r, q_above), ONE),
                (num(2), (far, rate, far, i_e, q_above), ONE),
            ),
        )
        b = turn - step if self.early else turn + step
        if self.early:
            between = (bound(lt(0, b), (), [[less]]), bound(lt(b, turn), (), [[step_above]]))
            b_low = bound(le(0, b), (), [[less]])
            b_high = bound(le(b, end), (), [[step_above], [self.turn_high]])
        else:
            between = (bound(lt(turn, b), (), [[step_above]]), bound(lt(b, end), (), [[less]]))
            b_low = bound(le(0, b), (), [[step_above], [self.turn_low]])
            b_high = bound(le(b, end), (), [[less]])
        down = bound(lt(turn - r, b), (), [[short], [step_above], [r_above]])
        up = bound(lt(b, turn + r), (), [[short], [step_above], [r_above]])
        under, over = parts(at(every, b, b_low, b_high, down, up))
        level = self.flat(b, between)
        false = self._sum_up(sign, e, b, step, level, under, over, small, rate, step_above)
        return contradiction(false, goal)

    def _sum_up(self, sign, e, b, step, level, under, over, small, rate, step_above) -> Theorem:
        """e = sign (G(turn) - G(b)) -+ eta step < e/2 + e/2."""
        other = over if sign < 0 else under
        side = num(-sign if self.early else sign)
        within_one = bound(le(side * self.sign, 1), [self.square], (), [self.sign - side])
        return order(
            lt(0, 0),
            ((num(-sign if self.early else sign), level),),
            (
                (ONE, (other,), ONE),
                (ONE, (small,), ONE),
                (ONE, (rate, step_above, within_one), ONE),
            ),
        )


@proof("attention.exact-jump-time")
def exact_jump_time() -> Theorem:
    """Both legs: sigma (G(I) - G(I')) is eta times the time between."""
    (_, _, first, second, *_) = conjuncts(whole_definition("attention.one-turn"))
    *_, whole = conjuncts(whole_definition("attention.quadrature"))
    named, *_ = conjuncts(whole_definition("attention.first-norm-one"))
    rate = assume(lt(0, eta))
    early, late = Leg(before, first, True).length(rate), Leg(after, second, False).length(rate)
    total_ = combine(
        eq(quadrature, eta * end),
        (1, whole), (before, early), (after, late), (eta * turn, first),
        (eta * (end - turn), second),
    )  # fmt: skip
    return combine(
        eq(tau, inv(eta) * quadrature),
        (1, named), (inv(eta), total_), (end, inverse(eta, [rate])),
    )  # fmt: skip
