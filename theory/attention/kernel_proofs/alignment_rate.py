"""The misalignment at the jump is of the order alpha^(1 - mu_j/mu_1), in the kernel.

With delta = log(alpha) + N mu_1 I, exp(2 delta) = alpha^2 exp(2 N mu_1 I) lies between constants, so
that |delta| <= B; and log|tilt| = log|tilt_0| - (1 - mu_j/mu_1) (delta - log(alpha)).
"""

from __future__ import annotations

from theory.attention.kernel_proofs.scaled_heads import (
    QUARTER,
    START_NORM,
    SUMS,
    Scaled,
    difference,
)
from theory.attention.kernel_proofs.script import proof
from theory.attention.letters import N, modes
from theory.attention.letters.dormant import first, mu, one
from theory.attention.letters.scaled import (
    V_hat,
    lam_j,
    lam_k,
    minus_hat,
    order_at,
    plus_hat,
    tilt_at,
    tilt_rate,
    top_scale,
)
from theory.proof.lemmas import abs_square, exp, exp_inverse, exp_sum, inv, log, same_root
from theory.proof.lemmas.elementary import log_product
from theory.proof.lemmas.limits import exp_rises, same_limit, shown_to_tend, size_below
from theory.proof.lemmas.sizes import inverse_is, within_size
from theory.proof.lemmas.uniqueness import below_sum
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjunct
from theory.proof.sums.finite import added, scaled, sum_of
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    combine,
    differs,
    equal_inside,
    fact,
    inverse,
    lam,
    parts,
    positive,
    ring,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import INT, ONE, ZERO, Term, apply, call, eq, le, lt, negation, num

P, M = SUMS["plus"], SUMS["minus"]
LARGE = V_hat**2 + QUARTER * P + 1  # K_1
SMALL = 4 + P + M  # K_2
TOP_SQUARE = plus_hat(first) ** 2
SPREAD = 3 * LARGE + SMALL * inv(TOP_SQUARE)  # B
RATE = 1 - lam_j**2 * inv(lam_k) ** 2
TILT_0 = plus_hat(one) * inv(plus_hat(first))
HEIGHT = call("log", call("abs", TILT_0))
NEED = call("abs", HEIGHT) + RATE * SPREAD  # D


def _definition() -> list[Theorem]:
    whole = assume(DEFINITIONS["attention.tilt-rate"].statement)
    return [conjunct(whole, part) for part in whole.conclusion.args]


def _some() -> Theorem:
    """1 <= d + 1."""
    f_low, f_high, *_ = _definition()
    return bound(le(1, modes + 1), (), [[f_low], [f_high]])


def _sum_low(hat) -> Theorem:
    summand = lam(lambda j: hat(j) ** 2, INT)

    def square(j, *_):
        return bound(le(0, hat(j) ** 2), (), (), [hat(j)])

    return nonnegative_sum(summand, 1, modes, _some(), square)


def _nonzero_square(x: Term, nonzero: Theorem) -> Theorem:
    """0 < x^2."""
    from theory.attention.kernel_proofs.one_turn import square_above

    return square_above(x, nonzero)


class Course(Scaled):
    """The head at one scale, with x = alpha^2 exp(2 N mu_1 I)."""

    def __init__(self, alpha: Term, above: Theorem, below: Theorem) -> None:
        super().__init__(alpha, above, below)
        _, _, _, _, _, _, self.spectrum, *_, ahead, _ = _definition()
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
        more = bound(
            le(power, 2 * N * mu(first) * self.I), (), [[count, mu_high, self.ahead]]
        )
        down = bound(le(-power, 0), (), [[count, mu_low, self.ahead]])
        fall = exp_rises(down)
        return exp_rises(more), linear(le(exp(-power), 1), fall, fact("exp-zero"))

    def at_most(self) -> Theorem:
        """V(T)^2 <= K_1 x: every growth is at most p_j^2 x."""
        growth = lam(self.growth, INT)
        most = lam(lambda j: self.x * plus_hat(j) ** 2, INT)

        def shown(j, low, high):
            up, down = self.powers(j, low, high)
            a, p, m = self.alpha, plus_hat(j), minus_hat(j)
            goal = le(0, apply(most, (j,)) - self.growth(j))
            return bound(goal, (), [([up], a * p), ([down], a * m)], [a * p])

        left = nonnegative_sum(
            lam(lambda j: apply(most, (j,)) - self.growth(j), INT), 1, modes, self.some, shown
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
        f_low, f_high, *_ = _definition()
        mu_low, _ = parts(at(self.spectrum, first, f_low, f_high))
        return bound(
            le(0, 2 * N * mu(first) * self.I), (), [[assume(lt(0, N)), mu_low, self.ahead]]
        )

    def at_least(self, small: Theorem) -> Theorem:
        """p_1^2 x <= K_2, for alpha < 1: one growth of all."""
        f_low, f_high, *_ = _definition()
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
        low_sums = [_sum_low(plus_hat), _sum_low(minus_hat)]
        return bound(
            le(TOP_SQUARE * self.x, SMALL),
            [self.value()],
            [
                [most], *([one_] for one_ in _ways(split)), *([one_] for one_ in _ways(same)),
                ([down], a * minus_hat(first)), [high],
                *([one_, less] for one_ in low_sums),
            ],
            [a * V_hat],
        )  # fmt: skip

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
            combine(eq(exp(power) ** 2, self.top), (1, written(eq(self.top, exp(power) ** 2), twice))),
        )  # fmt: skip

    def within(self, small: Theorem, tiny: Theorem) -> tuple[Theorem, Theorem]:
        """-B <= delta <= B, from alpha < 1 and alpha^2 nu <= 1/2."""
        d = self.delta()
        top_up = square_of_top()
        unit, down = inverse(TOP_SQUARE, [top_up]), positive(inv(TOP_SQUARE), [top_up])
        lows = [_sum_low(plus_hat), _sum_low(minus_hat)]
        grown = self.grown_delta()
        high = self.at_least(small)
        tangent = fact("exp-tangent", x=2 * d)
        small_up = bound(lt(0, SMALL), (), [[one_] for one_ in lows])
        large_up = bound(lt(0, LARGE), (), [[lows[0]]], [V_hat])
        scaled_ = bound(
            le(self.x, SMALL * inv(TOP_SQUARE)), (), [[high, down], *_pair(unit, self.x)]
        )
        upper = linear(le(2 * d, SMALL * inv(TOP_SQUARE)), tangent, grown, scaled_)
        slack = positive(SMALL * inv(TOP_SQUARE), [small_up, down])
        # 1/6 <= K_1 x, so that exp(-2 delta) <= 6 K_1
        lower = bound(
            le(num(1, 6), LARGE * self.x), [], [[self.at_most()], *[[w] for w in _ways(self.norm())], [tiny]],
            [self.alpha * V_hat],
        )  # fmt: skip
        back = exp_inverse(2 * d)
        back_up = fact("exp-positive", x=-(2 * d))
        turned = bound(
            le(exp(-(2 * d)), 6 * LARGE),
            [],
            [[lower, back_up], *_pair(_product(grown, back, self.x, d), LARGE)],
        )
        other = fact("exp-tangent", x=-(2 * d))
        below = linear(le(-(2 * d), 6 * LARGE), other, turned)
        return (
            linear(le(-SPREAD, d), below, slack),
            linear(le(d, SPREAD), upper, slack, large_up),
        )

    def log_tilt(self) -> Theorem:
        """log|tilt| = log|tilt_0| - r (delta - log alpha)."""
        f_low, f_high, o_low, o_high, top_is, own_is, _, own_not, top_not, *_ = _definition()
        a = self.alpha
        mine, most = self.sum_grown(one, o_low, o_high), self.sum_grown(first, f_low, f_high)
        low, high = N * mu(one) * self.I, N * mu(first) * self.I
        unit = fact("inverse", top_not, z=plus_hat(first))
        whole = mine.conclusion.args[0]
        below = most.conclusion.args[0]
        turned = exp_inverse(high)
        product = combine(
            eq(below * (inv(a) * inv(plus_hat(first)) * exp(-high)), 1),
            (inv(a) * inv(plus_hat(first)) * exp(-high), most),
            (plus_hat(first) * inv(plus_hat(first)) * exp(high) * exp(-high), inverse(a, [self.above])),
            (exp(high) * exp(-high), unit),
            (1, turned),
        )  # fmt: skip
        flipped = inverse_is(below, inv(a) * inv(plus_hat(first)) * exp(-high), product)
        gap = low - high
        joined = written(eq(exp(gap), exp(low) * exp(-high)), exp_sum(low, -high))
        value = combine(
            eq(tilt_at(a), TILT_0 * exp(gap)),
            (inv(below), mine),
            (a * plus_hat(one) * exp(low), flipped),
            (plus_hat(one) * exp(low) * inv(plus_hat(first)) * exp(-high), inverse(a, [self.above])),
            (TILT_0, joined),
        )  # fmt: skip
        size, size_0 = call("abs", tilt_at(a)), call("abs", TILT_0)
        up, size_up = fact("exp-positive", x=gap), _size_above(own_not, top_not)
        squares = ring(
            eq(size**2, (size_0 * exp(gap)) ** 2), abs_square(tilt_at(a)), abs_square(TILT_0)
        ) if False else combine(
            eq(size**2, (size_0 * exp(gap)) ** 2),
            (1, abs_square(tilt_at(a))),
            (tilt_at(a) + TILT_0 * exp(gap), value),
            (exp(gap) ** 2, abs_square(TILT_0)),
        )
        moduli = same_root(
            size, size_0 * exp(gap), fact("abs-positive", z=tilt_at(a)),
            bound(le(0, size_0 * exp(gap)), (), [[size_up, up]]), squares,
        )  # fmt: skip
        logs = combine(
            eq(log(size), HEIGHT + gap),
            (1, equal_inside(log(size), moduli)),
            (1, log_product(size_0, exp(gap), size_up, up)),
            (1, fact("log-exp", x=gap)),
        )
        # mu_1 (1 - r) = mu_j
        root = inverse(lam_k, [assume(lt(0, lam_k))])
        share = combine(
            eq(mu(one), (1 - RATE) * mu(first)),
            (1, own_is),
            ((1 - RATE), top_is),
            (lam_j**2 * (lam_k * inv(lam_k) + 1), root),
        )
        return combine(
            eq(log(size), HEIGHT - RATE * (self.delta() - log(a))), (1, logs), (N * self.I, share)
        )


def _product(grown: Theorem, back: Theorem, x: Term, d: Term) -> Theorem:
    """x exp(-2 delta) = 1."""
    return combine(eq(x * exp(-(2 * d)), 1), (exp(-(2 * d)), grown), (1, back))


def _pair(equation: Theorem, factor: Term) -> list:
    """Both directions of an equation times a factor, as facts."""
    left, right = equation.conclusion.args
    same = combine(eq(factor * left, factor * right), (factor, equation))
    return [[one_] for one_ in _ways(same)]


def _ways(equation: Theorem) -> list[Theorem]:
    from theory.proof.tactics.linear import both_ways

    return both_ways(equation)


def square_of_top() -> Theorem:
    """0 < p_1^2."""
    top_not = _definition()[8]
    return _nonzero_square(plus_hat(first), top_not)


def _size_above(own_not: Theorem, top_not: Theorem) -> Theorem:
    """0 < |tilt_0|."""
    from theory.proof.lemmas import product_zero, trichotomy
    from theory.proof.rules import absurd
    from theory.proof.tactics import by_cases, given

    size = call("abs", TILT_0)
    goal = lt(0, size)
    low = fact("abs-positive", z=TILT_0)
    unit = fact("inverse", top_not, z=plus_hat(first))

    def none(zero):
        squared = combine(eq(TILT_0**2, 0), (1, abs_square(TILT_0)), (size, zero))
        from theory.proof.lemmas.sizes import root_zero

        flat = root_zero(TILT_0, squared)
        own = combine(eq(plus_hat(one), 0), (plus_hat(first), flat), (plus_hat(one), unit))
        return absurd(given(own_not, own), goal)

    return by_cases(
        trichotomy(size),
        lambda less: absurd(linear(call("false"), less, low), goal),
        none,
        lambda more: more,
    )


@proof("attention.alignment-rate")
def alignment_rate() -> Theorem:
    """|log|tilt|/log(alpha) - r| <= (|log|tilt_0|| + r B)/|log(alpha)|."""
    *_, limit = _definition()
    return same_limit(order_at, tilt_rate, RATE, limit, shown_to_tend(order_at, RATE, _near))


def _rate_low() -> Theorem:
    """0 <= r."""
    smaller = assume(lt(lam_j, lam_k))
    j_up, k_up = assume(lt(0, lam_j)), assume(lt(0, lam_k))
    down = positive(inv(lam_k), [k_up])
    unit = inverse(lam_k, [k_up])
    share = lam_j * inv(lam_k)
    less = bound(le(share, 1), [], [[smaller, down], *_pair(unit, ONE)])
    share_up = bound(lt(0, share), (), [[j_up, down]])
    return bound(le(0, RATE), (), [[less], [less, share_up]])


def _near(level: Term, above: Theorem, finish) -> Theorem:
    """Below 1/(1 + 2 nu + 1/top + exp((D + 1)/e))."""
    rate_low = _rate_low()
    top_above = parts(assume(DEFINITIONS["attention.scaled-heads"].statement))[0]
    lows = [_sum_low(hat) for hat in _hats()]
    norm_low = bound(le(0, START_NORM), (), [[one_] for one_ in lows], [V_hat])
    far = (NEED + 1) * inv(level)
    grown = exp(far)
    whole = 1 + 2 * START_NORM + inv(top_scale) + grown
    grown_up, thin = fact("exp-positive", x=far), positive(inv(top_scale), [top_above])
    whole_up = bound(lt(0, whole), (), [[norm_low], [thin], [grown_up]])
    unit, down = inverse(whole, [whole_up]), positive(inv(whole), [whole_up])

    def shown(a, a_above, a_below, a_small):
        # a (1 + 2 nu + 1/top + exp((D + 1)/e)) < 1
        less = bound(lt(a * whole, 1), [], [[a_below, whole_up], *_pair(unit, ONE)])
        others = [[a_above, norm_low], [a_above, thin], [a_above, grown_up], [a_above]]
        under_top = bound(lt(a * inv(top_scale), 1), (), [[less], *others])
        below = bound(
            lt(a, top_scale), [], [[under_top, top_above], *_pair(inverse(top_scale, [top_above]), a)]
        )  # fmt: skip
        tiny = bound(lt(2 * a * START_NORM, 1), (), [[less], *others])
        tiny = bound(
            le(2 * a**2 * START_NORM, 1), (), [[tiny, a_above], [a_small]]
        )
        late = bound(lt(a * grown, 1), (), [[less], *others])
        course = Course(a, a_above, below)
        return _close(course, level, above, far, late, a_small, tiny, rate_low)

    return finish(inv(whole), down, shown)


def _hats():
    from theory.attention.letters.scaled import K_hat, Q_hat

    return Q_hat, K_hat


def _close(course, level, above, far, late, a_small, tiny, rate_low) -> Theorem:
    a = course.alpha
    # log a < -(D + 1)/e
    split = exp_sum(log(a), far)
    tangent = fact("exp-tangent", x=log(a) + far)
    grown = combine(
        eq(exp(log(a) + far), a * exp(far)),
        (1, split), (exp(far), fact("exp-log", course.above, x=a)),
    )  # fmt: skip
    low = linear(lt(log(a), -far), tangent, grown, late)
    unit = inverse(level, [above])
    deep = bound(
        lt(NEED + 1, level * -log(a)), [], [[low, above], *_pair(unit, NEED + 1)]
    )
    d_low, d_high = course.within(a_small, tiny)
    rest = HEIGHT - RATE * course.delta()
    height_low, height_high = within_size(HEIGHT)
    up = bound(le(rest, NEED), (), [[height_high], [rate_low, d_low]])
    down = bound(le(-NEED, rest), (), [[height_low], [rate_low, d_high]])
    spread_low = linear(le(0, SPREAD), d_low, d_high)
    need_low = bound(
        le(0, NEED), (), [[fact("abs-positive", z=HEIGHT)], [rate_low, spread_low]]
    )
    depth = bound(lt(0, -log(a)), [], [[low], [positive_far(need_low, above)]])
    turn = inv(-log(a))
    turn_unit, turn_up = inverse(-log(a), [depth]), positive(turn, [depth])
    flipped = inverse_is(
        log(a), -turn, combine(eq(log(a) * -turn, 1), (1, turn_unit))
    )
    value = combine(
        eq(order_at(a) - RATE, -(rest * turn)),
        (inv(log(a)), course.log_tilt()),
        (HEIGHT - RATE * (course.delta() - log(a)), flipped),
        (RATE, turn_unit),
    )
    small = lt(call("abs", order_at(a) - RATE), level)
    upper = bound(
        lt(-(rest * turn), level), [], [[down, turn_up], [deep, turn_up], [turn_up], *_pair(turn_unit, level)]
    )  # fmt: skip
    lower = bound(
        lt(-level, -(rest * turn)), [], [[up, turn_up], [deep, turn_up], [turn_up], *_pair(turn_unit, level)]
    )  # fmt: skip
    whole = order_at(a) - RATE
    return written(
        small,
        size_below(
            whole,
            linear(lt(-level, whole), value, lower),
            linear(lt(whole, level), value, upper),
        ),
    )


def positive_far(need_low: Theorem, above: Theorem) -> Theorem:
    """0 < (D + 1)/e."""
    thin = positive(inv(above.conclusion.args[1]), [above])
    return bound(lt(0, (NEED + 1) * inv(above.conclusion.args[1])), (), [[need_low, thin], [thin]])
