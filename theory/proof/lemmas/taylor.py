"""Taylor's theorem at 0, from one derivative to the next: the first that does not vanish rules.

D(m, x) is the m-th derivative on [0, 1], F the factorial. With D(m, 0) = 0 for m < k, and
|D(k + 1, .)| <= M, induction on j shows s D(k - j, x) <= s D(k, 0) x^j/j! + M x^(j + 1)/(j + 1)!
for s = 1 and s = -1. Not trusted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..rules import Theorem, assume, conjoin, discharge
from ..tactics import (
    at,
    bound,
    combine,
    deriv,
    derivative,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    induction,
    inverse,
    lam,
    obtain,
    parts,
    positive,
    ring,
    slope_is,
    slope_of_same,
    slope_within,
    weaker,
    with_slope,
    written,
)
from ..terms import ONE, ZERO, Term, bind, call, eq, implies, le, lt, num
from . import exp, inv, log
from .limits import vanishing_slack
from .powers import power, power_below_base, power_one, power_positive, power_zero
from .sizes import inverse_one, positive_of, within_size


@dataclass(frozen=True)
class Expansion:
    """What is known of the derivatives D, of the order k and of the factorial F.

    ``chain(m, 0 <= m)`` gives forall x in [0, 1]. deriv(0, 1, x, D(m + 1, x), D(m, .)),
    ``zero(m, 0 <= m, m < k)`` D(m, 0) = 0, ``first`` F(0) = 1, ``step(m, 0 <= m, m <= k)``
    F(m + 1) = (m + 1) F(m), ``order_low`` 0 <= k.
    """

    D: Callable
    F: Callable
    k: Term
    order_low: Theorem
    chain: Callable
    zero: Callable
    first: Theorem
    step: Callable

    def bounded(self, m: Term, m_low: Theorem) -> Theorem:
        """There is an a with -a <= D(m, x) <= a on [0, 1]."""
        f, df = lam(lambda x: self.D(m, x)), lam(lambda x: self.D(m + 1, x))
        return fact("deriv-bounded", self.chain(m, m_low), low=ZERO, high=ONE, f=f, df=df)

    def factorial_large(self) -> Theorem:
        """forall m >= 0. m <= k + 1 -> 1 <= F(m)."""
        base = bound(le(1, self.F(ZERO)), [self.first])

        def next_one(m, low, now):
            condition = assume(le(m + 1, self.k + 1))
            within = bound(le(m, self.k), (), [[condition]])
            before = given(now, bound(le(m, self.k + 1), (), [[condition], []]))
            found = bound(
                le(1, self.F(m + 1)), [self.step(m, low, within)], [[before], [before, low], [low]]
            )
            return discharge(condition.conclusion, found)

        return induction(
            lambda m: implies(le(m, self.k + 1), le(1, self.F(m))),
            0,
            discharge(le(ZERO, self.k + 1), base),
            next_one,
        )

    def monomial(self, j: Term, x: Term) -> Term:
        """x^j/j!."""
        return power(x, j) * inv(self.F(j))

    def monomial_slope(
        self, j: Term, j_low: Theorem, j_top: Theorem, place: tuple, above: Theorem
    ) -> Theorem:
        """x^(j + 1)/(j + 1)! has the slope x^j/j! at a point of [low, high], 0 < low."""
        low, high, x = place
        inside = bound(le(low, x), (), [[assume(le(low, x))]]), assume(le(x, high))
        here = bound(lt(0, x), (), [[above], [inside[0]]])
        degree = j + 1
        turned = lam(lambda y: exp(degree * log(y)) * inv(self.F(degree)))
        own = derivative(turned, low, high, x, side=[here])
        y = fresh()
        first, last = assume(le(low, y)), assume(le(y, high))
        y_above = bound(lt(0, y), (), [[above], [first]])
        same = ring(eq(self.monomial(degree, y), turned(y)), fact("power", y_above, x=y, y=degree))
        moved = slope_of_same(
            lam(lambda y: self.monomial(degree, y)),
            everywhere(y, same, first.conclusion, last.conclusion),
            own,
            *inside,
        )
        large = at(self.factorial_large(), j, j_low, bound(le(j, self.k + 1), (), [[j_top], []]))
        some = bound(lt(0, self.F(j)), (), [[large], []])
        wide = bound(lt(0, j + 1), (), [[j_low], []])
        product = bound(lt(0, (j + 1) * self.F(j)), (), [[wide, some]])
        step = self.step(j, j_low, j_top)
        whole = positive_of(self.F(degree), step, product)
        down = combine(
            eq(degree * inv(self.F(degree)), inv(self.F(j))),
            (inv(self.F(j)), inverse(self.F(degree), [whole])),
            (inv(self.F(degree)) * inv(self.F(j)), step),
            (degree * inv(self.F(degree)), inverse(self.F(j), [some])),
        )
        height = log(x)
        split = written(
            eq(exp(degree * height), exp(j * height) * exp(height)),
            fact("exp-sum", x=j * height, y=height),
        )
        value = moved.conclusion.args[3]
        back = fact("exp-log", here, x=x)
        powered = fact("power", here, x=x, y=j)
        plain = ring(
            eq(value, exp(j * height) * degree * inv(self.F(degree))),
            split,
            back,
            inverse(x, [here]),
        )
        wanted = combine(
            eq(value, self.monomial(j, x)),
            (1, plain),
            (exp(j * height), down),
            (inv(self.F(j)), powered),
        )
        return slope_is(moved, wanted)

    def upper(self, sign: int, M: Term, M_low: Theorem, top: Theorem) -> Theorem:
        """forall j >= 0. j <= k -> for 0 < l <= 1, s D(k - j, l) <= s C l^j/j! + M l^(j+1)/(j+1)!.

        C = D(k, 0); ``top`` says forall x in [0, 1]. -M <= D(k + 1, x) & D(k + 1, x) <= M.
        """
        s, C = num(sign), self.D(self.k, ZERO)

        def claim(j, l):
            most = s * C * self.monomial(j, l) + M * self.monomial(j + 1, l)
            return le(s * self.D(self.k - j, l), most)

        def statement(j):
            each = forall(lambda l: implies(lt(0, l), le(l, 1), claim(j, l)))
            return implies(le(j, self.k), each)

        def every(j, proof_at):
            l = fresh()
            ends = lt(0, l), le(l, 1)
            found = everywhere(l, written(claim(j, l), proof_at(l, *map(assume, ends))), *ends)
            return discharge(le(j, self.k), found)

        def base(l, l_above, l_top):
            """M x + s C - s D(k, x) rises from 0."""
            rises = self._rising(
                self.k,
                self.order_low,
                s,
                M,
                (l, l_above, l_top),
                lambda x, *ends: self._side(at(top, x, *ends), s),
            )
            one, next_ = self.first, self.step(ZERO, bound(le(0, 0)), self.order_low)
            below = [
                power_zero(l, l_above),
                power_one(l, l_above),
                inverse_one(self.F(ZERO), one),
                inverse_one(self.F(ZERO + 1), ring(eq(self.F(ZERO + 1), 1), next_, one)),
            ]
            return bound(claim(ZERO, l), below, [[rises]])

        def next_one(j, j_low, now):
            condition = assume(le(j + 1, self.k))
            before = given(now, bound(le(j, self.k), (), [[condition], []]))
            return every(
                j + 1,
                lambda l, above, last: self._stepped(
                    j, j_low, s, M, M_low, before, condition, (l, above, last)
                ),
            )

        return induction(statement, 0, every(ZERO, base), next_one)

    def _side(self, both: Theorem, s: Term) -> Theorem:
        """s D <= M, from -M <= D & D <= M."""
        low, high = parts(both)
        M, D = high.conclusion.args[1], high.conclusion.args[0]
        return bound(le(s * D, M), (), [[low], [high]])

    def _rising(self, m: Term, m_low: Theorem, s: Term, K: Term, end: tuple, below: Callable):
        """s D(m, l) <= s D(m, 0) + K l, where below(x, 0 <= x, x <= 1) gives s D(m + 1, x) <= K."""
        l, l_above, l_top = end
        x = fresh()
        ends = le(0, x), le(x, l)
        low, high = map(assume, ends)
        within_one = bound(le(x, 1), (), [[high], [l_top]])
        slope = at(self.chain(m, m_low), x, low, within_one)
        inner = slope_within(slope, ZERO, l, bound(le(0, 0)), l_top)
        function = lam(lambda y: K * y - s * self.D(m, y))
        rate = K - s * self.D(m + 1, x)
        own = with_slope(derivative(function, 0, l, x, [inner]), rate)
        grows = bound(le(0, rate), (), [[below(x, low, within_one)]])
        risen = fact(
            "increasing",
            weaker(l_above),
            everywhere(x, conjoin(own, grows), *ends),
            low=ZERO,
            high=l,
            f=function,
            df=bind("lam", x, rate),
        )
        return bound(le(s * self.D(m, l), s * self.D(m, ZERO) + K * l), (), [[risen]])

    def _stepped(self, j, j_low, s, M, M_low, before, condition, end) -> Theorem:
        """From j to j + 1: the difference rises on [e, l] for every e > 0, and is small at e."""
        l, l_above, l_top = end
        m = self.k - j - 1
        m_low = bound(le(0, m), (), [[condition]])
        C = self.D(self.k, ZERO)
        flat = self.zero(m, m_low, bound(lt(m, self.k), (), [[j_low], []]))

        def difference(x):
            return s * C * self.monomial(j + 1, x) + M * self.monomial(j + 2, x) - s * self.D(m, x)

        def with_bound(K, limits):
            start = at(limits, ZERO, bound(le(0, 0)), bound(le(0, 1)))
            K_low = bound(le(0, K), (), [[one] for one in parts(start)])
            size, size_low = call("abs", C), fact("abs-positive", z=C)
            slack = K + size

            def proof_at(e, e_above, under):
                ends = e, e_above, l, under, l_top
                risen = self._rises(
                    j, j_low, condition, s, M, before, difference, m, m_low, ends
                )  # fmt: skip
                e_top = bound(le(e, 1), (), [[under], [l_top]])

                def limited(x, *ends):
                    return self._side(at(limits, x, *ends), s)

                small = self._rising(m, m_low, s, K, (e, e_above, e_top), limited)
                at_start = self._small_at_start(j, j_low, condition, (e, e_above, under, l_top))
                tiny, some, more = at_start
                first, second = within_size(C)
                products = [size_low, tiny], [some, first], [some, second], [M_low, more]
                return bound(le(-(slack * e), difference(l)), [flat], [[risen], [small], *products])

            known = bound(le(0, slack), (), [[K_low], [size_low]]), l_above
            least = vanishing_slack(difference(l), slack, l, proof_at, known)
            most = s * C * self.monomial(j + 1, l) + M * self.monomial(j + 1 + 1, l)
            return bound(le(s * self.D(self.k - (j + 1), l), most), (), [[least]])

        return obtain(self.bounded(m + 1, bound(le(0, m + 1), (), [[m_low], []])), with_bound)

    def _small_at_start(self, j: Term, j_low: Theorem, condition: Theorem, start: tuple) -> tuple:
        """e^(j + 1)/(j + 1)! <= e, and both 0 < e^(j + 1)/(j + 1)! and 0 < e^(j + 2)/(j + 2)!."""
        e, e_above, under, l_top = start
        inside, later = (
            (
                bound(le(0, j + step), (), [[j_low], []]),
                bound(le(j + step, self.k + 1), (), [[condition], []]),
                j_low,
            )
            for step in (1, 2)
        )
        below = bound(lt(e, 1), (), [[under], [l_top]])
        return (
            self._monomial_below(j, inside, e, e_above, below),
            self._monomial_above(j + 1, inside[:2], e, e_above),
            self._monomial_above(j + 2, later[:2], e, e_above),
        )

    def _monomial_above(self, j: Term, inside: tuple, x: Term, above: Theorem) -> Theorem:
        """0 < x^j/j!, where ``inside`` says 0 <= j and j <= k + 1."""
        large = at(self.factorial_large(), j, *inside)
        some = bound(lt(0, self.F(j)), (), [[large], []])
        return bound(
            lt(0, self.monomial(j, x)),
            (),
            [[power_positive(x, above, j), positive(inv(self.F(j)), [some])]],
        )

    def _monomial_below(self, j: Term, inside: tuple, x: Term, above: Theorem, below: Theorem):
        """x^(j + 1)/(j + 1)! <= x, for 0 < x < 1; ``inside`` says 0 <= j + 1 <= k + 1."""
        steep = bound(le(1, j + 1), (), [[inside[2]]])
        less = power_below_base(x, above, below, j + 1, steep)
        large = at(self.factorial_large(), j + 1, *inside[:2])
        some = bound(lt(0, self.F(j + 1)), (), [[large], []])
        down, unit = positive(inv(self.F(j + 1)), [some]), inverse(self.F(j + 1), [some])
        share = bound(le(inv(self.F(j + 1)), 1), [unit], [[down, large]])
        whole = power_positive(x, above, j + 1)
        return bound(le(self.monomial(j + 1, x), x), (), [[whole, share], [less]])

    def _rises(self, j, j_low, condition, s, M, before, difference, m, m_low, ends) -> Theorem:
        """difference(e) <= difference(l): its slope is what the step before says is not
        negative.
        """
        e, e_above, l, under, l_top = ends
        x = fresh()
        inside = le(e, x), le(x, l)
        low, high = map(assume, inside)
        x_above = bound(lt(0, x), (), [[e_above], [low]])
        x_top = bound(le(x, 1), (), [[high], [l_top]])
        slope = at(self.chain(m, m_low), x, weaker(x_above), x_top)
        inner = slope_within(slope, e, l, weaker(e_above), l_top)
        j_top = bound(le(j, self.k), (), [[condition], []])
        one = self.monomial_slope(j, j_low, j_top, (e, l, x), e_above)
        low_next = bound(le(0, j + 1), (), [[j_low], []])
        two = self.monomial_slope(j + 1, low_next, condition, (e, l, x), e_above)
        C = self.D(self.k, ZERO)
        rate = s * C * self.monomial(j, x) + M * self.monomial(j + 1, x) - s * self.D(m + 1, x)
        function = lam(difference)
        place = e, l, x, two.conclusion.args[3]
        known = [one, written(deriv(*place, lambda y: self.monomial(j + 2, y)), two), inner]
        own = with_slope(derivative(function, e, l, x, known), rate)
        here = at(before, x, x_above, x_top)
        grows = bound(le(0, rate), (), [[here]])
        risen = fact(
            "increasing",
            weaker(under),
            everywhere(x, conjoin(own, grows), *inside),
            low=e,
            high=l,
            f=function,
            df=bind("lam", x, rate),
        )
        return bound(le(difference(e), difference(l)), (), [[risen]])
