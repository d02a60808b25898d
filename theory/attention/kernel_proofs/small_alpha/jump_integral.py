"""How large the integral I of V is at the jump of a head at scale alpha, in the kernel.

With delta = log(alpha) + N mu_1 I, exp(2 delta) = alpha^2 exp(2 N mu_1 I) lies between constants,
so that |delta| <= B.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.attention.kernel_proofs.dormant_head.one_turn import square_above
from theory.attention.kernel_proofs.small_alpha.scaled_heads import (
    QUARTER,
    SUMS,
    Scaled,
    difference,
)
from theory.attention.letters import N, modes
from theory.attention.letters.dormant import first, mu
from theory.attention.letters.scaled import (
    V_hat,
    minus_hat,
    plus_hat,
)
from theory.proof.lemmas import (
    exp,
    exp_inverse,
    exp_sum,
    inv,
    log,
)
from theory.proof.lemmas.limits import exp_rises
from theory.proof.lemmas.uniqueness import below_sum
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume
from theory.proof.sums.finite import added, scaled, sum_of
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    combine,
    conjuncts,
    fact,
    inverse,
    lam,
    parts,
    positive,
    ring,
    written,
)
from theory.proof.tactics.linear import both_ways, linear
from theory.proof.terms import INT, Term, apply, eq, le, lt, num

P, M = SUMS["plus"], SUMS["minus"]
LARGE = V_hat**2 + QUARTER * P + 1  # K_1
SMALL = 4 + P + M  # K_2
TOP_SQUARE = plus_hat(first) ** 2
SPREAD = 3 * LARGE + SMALL * inv(TOP_SQUARE)  # B


def definition() -> list[Theorem]:
    """What the order of the misalignment is, as hypotheses."""
    whole = assume(DEFINITIONS["attention.tilt-rate"].statement)
    return conjuncts(whole)


def _some() -> Theorem:
    """1 <= d + 1."""
    f_low, f_high, *_ = definition()
    return bound(le(1, modes + 1), (), [[f_low], [f_high]])


def sum_low(hat: Callable) -> Theorem:
    """0 <= sum of squares of the fixed head."""
    summand = lam(lambda j: hat(j) ** 2, INT)

    def square(j, *_):
        return bound(le(0, hat(j) ** 2), (), (), [hat(j)])

    return nonnegative_sum(summand, 1, modes, _some(), square)


class Course(Scaled):
    """The head at one scale, with x = alpha^2 exp(2 N mu_1 I)."""

    def __init__(self, alpha: Term, above: Theorem, below: Theorem) -> None:
        super().__init__(alpha, above, below)
        _, _, _, _, _, _, self.spectrum, *_, ahead, _ = definition()
        self.ahead = at(ahead, alpha, above, below)  # 0 <= I
        self.square = positive(alpha**2, [above])
        self.top = exp(2 * N * mu(first) * self.I)
        self.x = alpha**2 * self.top
        self.top_above = fact("exp-positive", x=2 * N * mu(first) * self.I)

    def powers(self, j: Term, low: Theorem, high: Theorem) -> tuple[Theorem, Theorem]:
        """exp(2 N mu_j I) <= exp(2 N mu_1 I) and exp(-2 N mu_j I) <= 1."""
        mu_low, mu_high = parts(at(self.spectrum, j, low, high))
        count = assume(lt(0, N))
        power = 2 * N * mu(j) * self.I
        more = bound(le(power, 2 * N * mu(first) * self.I), (), [[count, mu_high, self.ahead]])
        down = bound(le(-power, 0), (), [[count, mu_low, self.ahead]])
        fall = exp_rises(down)
        return exp_rises(more), linear(le(exp(-power), 1), fall, fact("exp-zero"))

    def at_most(self) -> Theorem:
        """V(T)^2 <= K_1 x: every growth is at most p_j^2 x."""
        growth = lam(self.growth, INT)
        most = lam(lambda j: self.x * plus_hat(j) ** 2, INT)

        def proof_at(j, low, high):
            up, down = self.powers(j, low, high)
            a, p, m = self.alpha, plus_hat(j), minus_hat(j)
            goal = le(0, apply(most, (j,)) - self.growth(j))
            return bound(goal, (), [([up], a * p), ([down], a * m)], [a * p])

        left = nonnegative_sum(
            lam(lambda j: apply(most, (j,)) - self.growth(j), INT), 1, modes, self.some, proof_at
        )
        split = difference(most, growth, self.some)
        squares = lam(lambda j: plus_hat(j) ** 2, INT)
        whole = scaled(self.x, squares, 1, modes, self.some)
        below = linear(le(self.grown(), self.x * P), left, split, whole)
        tangent = fact("exp-tangent", x=2 * N * mu(first) * self.I)
        large = linear(le(1, self.top), tangent, self._power_low())
        return bound(
            le(self.V_sq, LARGE * self.x),
            [self.value()],
            [[below], ([self.square, large], V_hat), [self.square, self.top_above]],
        )

    def _power_low(self) -> Theorem:
        f_low, f_high, *_ = definition()
        mu_low, _ = parts(at(self.spectrum, first, f_low, f_high))
        return bound(
            le(0, 2 * N * mu(first) * self.I), (), [[assume(lt(0, N)), mu_low, self.ahead]]
        )

    def at_least(self, small: Theorem) -> Theorem:
        """p_1^2 x <= K_2, for alpha < 1: one growth of all."""
        f_low, f_high, *_ = definition()
        a = self.alpha

        def height(j):
            power = 2 * N * mu(j) * self.I
            return (a * plus_hat(j)) ** 2 * exp(power) + (a * minus_hat(j)) ** 2 * exp(-power)

        heights, growth = lam(height, INT), lam(self.growth, INT)

        def up(j, *_):
            power = 2 * N * mu(j) * self.I
            ups = [fact("exp-positive", x=one_) for one_ in (power, -power)]
            pairs = [([ups[0]], a * plus_hat(j)), ([ups[1]], a * minus_hat(j))]
            return bound(le(0, height(j)), (), pairs)

        most = below_sum(heights, first, modes, (f_low, f_high), self.some, up)
        split = difference(heights, growth, self.some)
        rest = lam(lambda j: height(j) - self.growth(j), INT)
        plus, minus = (lam(lambda j, hat=hat: hat(j) ** 2, INT) for hat in (plus_hat, minus_hat))
        both = lam(lambda j: plus_hat(j) ** 2 + minus_hat(j) ** 2, INT)
        same = combine(
            eq(sum_of(rest, 1, modes), a**2 * (P + M)),
            (1, scaled(a**2, both, 1, modes, self.some)),
            (a**2, added(plus, minus, 1, modes, self.some)),
        )
        power = 2 * N * mu(first) * self.I
        down = fact("exp-positive", x=-power)
        high = self.value_high()
        less = bound(le(a**2, 1), (), [[small], [small, self.above]])
        low_sums = [sum_low(plus_hat), sum_low(minus_hat)]
        return bound(
            le(TOP_SQUARE * self.x, SMALL),
            [self.value()],
            [
                [most],
                *([one_] for one_ in ways(split)),
                *([one_] for one_ in ways(same)),
                ([down], a * minus_hat(first)),
                [high],
                *([one_, less] for one_ in low_sums),
            ],
            [a * V_hat],
        )

    def delta(self) -> Term:
        """log(alpha) + N mu_1 I."""
        return log(self.alpha) + N * mu(first) * self.I

    def grown_delta(self) -> Theorem:
        """exp(2 delta) = x."""
        a = self.alpha
        plain = fact("exp-log", self.above, x=a)
        power = N * mu(first) * self.I
        double = exp_sum(self.delta(), self.delta())
        once = exp_sum(log(a), power)
        twice = exp_sum(power, power)
        return ring(
            eq(exp(2 * self.delta()), self.x),
            written(eq(exp(2 * self.delta()), exp(self.delta()) ** 2), double),
            once,
            plain,
            combine(
                eq(exp(power) ** 2, self.top), (1, written(eq(self.top, exp(power) ** 2), twice))
            ),
        )

    def within(self, small: Theorem, tiny: Theorem) -> tuple[Theorem, Theorem]:
        """-B <= delta <= B, from alpha < 1 and alpha^2 nu <= 1/2."""
        d = self.delta()
        top_up = square_of_top()
        unit, down = inverse(TOP_SQUARE, [top_up]), positive(inv(TOP_SQUARE), [top_up])
        lows = [sum_low(plus_hat), sum_low(minus_hat)]
        grown = self.grown_delta()
        high = self.at_least(small)
        tangent = fact("exp-tangent", x=2 * d)
        small_up = bound(lt(0, SMALL), (), [[one_] for one_ in lows])
        large_up = bound(lt(0, LARGE), (), [[lows[0]]], [V_hat])
        scaled_ = bound(
            le(self.x, SMALL * inv(TOP_SQUARE)), (), [[high, down], *pair(unit, self.x)]
        )
        upper = linear(le(2 * d, SMALL * inv(TOP_SQUARE)), tangent, grown, scaled_)
        slack = positive(SMALL * inv(TOP_SQUARE), [small_up, down])
        # 1/6 <= K_1 x, so that exp(-2 delta) <= 6 K_1
        lower = bound(
            le(num(1, 6), LARGE * self.x),
            [],
            [[self.at_most()], *[[w] for w in ways(self.norm())], [tiny]],
            [self.alpha * V_hat],
        )
        back = exp_inverse(2 * d)
        back_up = fact("exp-positive", x=-(2 * d))
        turned = bound(
            le(exp(-(2 * d)), 6 * LARGE),
            [],
            [[lower, back_up], *pair(_product(grown, back, self.x, d), LARGE)],
        )
        other = fact("exp-tangent", x=-(2 * d))
        below = linear(le(-(2 * d), 6 * LARGE), other, turned)
        return (
            linear(le(-SPREAD, d), below, slack),
            linear(le(d, SPREAD), upper, slack, large_up),
        )


def _product(grown: Theorem, back: Theorem, x: Term, d: Term) -> Theorem:
    """x exp(-2 delta) = 1."""
    return combine(eq(x * exp(-(2 * d)), 1), (exp(-(2 * d)), grown), (1, back))


def pair(equation: Theorem, factor: Term) -> list:
    """Both directions of an equation times a factor, as facts."""
    left, right = equation.conclusion.args
    same = combine(eq(factor * left, factor * right), (factor, equation))
    return [[one_] for one_ in ways(same)]


def ways(equation: Theorem) -> list[Theorem]:
    """a <= b and b <= a, from a = b."""
    return both_ways(equation)


def square_of_top() -> Theorem:
    """0 < p_1^2."""
    top_not = definition()[8]
    return square_above(plus_hat(first), top_not)
