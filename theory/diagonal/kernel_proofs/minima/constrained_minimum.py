"""Where the cost flow ends is the constrained argmin: same predictions, same loss, hence the same
point.
"""

from __future__ import annotations

from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.kernel_proofs.minima.cost import (
    BEST,
    END,
    falls,
    fast_enough,
    lyapunov,
    now,
    one_neuron,
    sign_of,
    slope_value,
)
from theory.diagonal.kernel_proofs.minima.cost_limit import (
    bounded_below,
    inside_size,
    one_sample_low,
    size_of,
)
from theory.diagonal.kernel_proofs.minima.cost_predictions import predictions_tend
from theory.diagonal.kernel_proofs.neuron.data import sized
from theory.diagonal.kernel_proofs.staircase.alternating import index_inside
from theory.diagonal.letters.cost import (
    beta_best,
    beta_flow,
    coefficient_at,
    end_of,
    keeps_sign,
    neuron,
)
from theory.diagonal.letters.regression import (
    apart,
    count,
    loss,
    predicted,
    predicted_apart,
    samples,
    samples_above,
    vector,
    y,
)
from theory.proof.lemmas import HALF, inv, trichotomy
from theory.proof.rules import Theorem, absurd, assume, conjoin, discharge
from theory.proof.sums.finite import summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    derivative,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    obtain,
    parts,
    positive,
    ring,
    slope_within,
    substitute,
    total,
    with_slope,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import FALSE, Term, apply, call, eq, le, lt, num


def missed(j: Term) -> Term:
    """What the end of the flow misses of the argmin's prediction of sample j."""
    return predicted(apart(BEST, END), j)


def _gap(j: Term, s: Term) -> list[Theorem]:
    """sum (b* - b) X = sum (b* - end) X - sum (b - end) X, term by term of predictions."""
    return [
        predicted_apart(BEST, now(s), j),
        predicted_apart(BEST, END, j),
        predicted_apart(now(s), END, j),
    ]


def _falls_by(j: Term, low: Theorem, high: Theorem, turn: int, more: Theorem, goal: Term):
    """E != 0: V falls at the rate c = E^2/(4n) at least after some time, yet it is
    bounded below.
    """
    E = missed(j)
    c = num(1, 4) * inv(samples) * E**2
    thin = fact("inverse-positive", samples_above(), x=samples)
    c_low = bound(lt(0, c), (), [[thin, more, more]])
    half = linear(lt(0, HALF * (num(turn) * E)), more)
    d_low = linear(le(0, count), assume(le(1, count)))
    converge = given(at(predictions_tend(j), count, d_low), bound(le(count, count)))

    def use(first, known):
        def limits(second, rest):
            def bounded(limit, below):
                return _too_low(
                    j, low, high, turn, more, goal, c, c_low, first, known, second, limit, below
                )

            return obtain(rest, bounded)

        return obtain(bounded_below(), limits)

    return obtain(at(converge, HALF * (num(turn) * E), half), use)


def _too_low(j, low, high, turn, more, goal, c, c_low, first, known, second, limit, below):
    sizes = [*size_of(first), *size_of(second)]
    begin = call("abs", first) + call("abs", second) + 1
    begin_low = linear(le(0, begin), *sizes)
    V0 = lyapunov(begin)
    start = at(below, begin, linear(lt(second, begin), *sizes), begin_low)
    rest = V0 + limit + 1
    rest_low = linear(lt(0, rest), start)
    end = begin + rest * inv(c)
    wait = positive(rest * inv(c), [rest_low, c_low])
    end_low = linear(le(0, end), wait, begin_low)
    stop = at(below, end, linear(lt(second, end), wait, *sizes), end_low)
    s = fresh()
    inside = le(begin, s), le(s, end)
    s_begin, s_end = map(assume, inside)
    s_low = linear(le(0, s), s_begin, begin_low)
    slope = falls(s, end, s_low, s_end)
    near = slope_within(slope, begin, end, begin_low, bound(le(end, end)))
    sums = total(1, count, lambda i: slope_value(i, s))
    function = lam(lambda r: -lyapunov(r) - c * r)
    own = with_slope(derivative(function, begin, end, s, [near]), -sums - c)
    steep = _steep(
        j, low, high, turn, more, c, s, s_low, known, linear(lt(first, s), s_begin, *sizes)
    )
    rate = linear(le(0, -sums - c), steep)
    along = everywhere(s, conjoin(own, rate), *inside)
    slopes = lam(lambda r: -total(1, count, lambda i: slope_value(i, r)) - c)
    risen = fact(
        "increasing",
        linear(le(begin, end), wait),
        along,
        low=begin,
        high=end,
        f=function,
        df=slopes,
    )
    unit = combine(eq(c * (rest * inv(c)), rest), (rest, inverse(c, [c_low])))
    return absurd(linear(FALSE, risen, stop, unit), goal)


def _steep(j, low, high, turn, more, c, s, s_low, known, late) -> Theorem:
    """V' <= -c where the prediction is within |E|/2 of its end."""
    E = missed(j)
    e = predicted(apart(BEST, now(s)), j)
    near = inside_size(at(known, s, late))
    far = linear(le(HALF * (num(turn) * E), num(turn) * e), *_gap(j, s), *near)
    square = bound(le(num(1, 4) * E**2, e**2), (), [[far, far], [far, more]])
    thin = fact("inverse-positive", samples_above(), x=samples)
    sums = total(1, count, lambda i: slope_value(i, s))
    return linear(
        le(sums, -c),
        fast_enough(s, s_low),
        one_sample_low(apart(BEST, now(s)), j, low, high),
        products=[[thin, square]],
    )


def same_prediction(j: Term, low: Theorem, high: Theorem) -> Theorem:
    """sum_l b*_l X_lj = sum_l end_l X_lj."""
    E = missed(j)
    goal = eq(E, 0)
    zero = by_cases(
        trichotomy(E),
        lambda less: _falls_by(j, low, high, -1, linear(lt(0, num(-1) * E), less), goal),
        lambda same: same,
        lambda more: _falls_by(j, low, high, 1, linear(lt(0, num(1) * E), more), goal),
    )
    return combine(
        eq(predicted(END, j), predicted(BEST, j)), (1, zero), (1, predicted_apart(BEST, END, j))
    )


def end_feasible() -> Theorem:
    """The end has the signs of the active neurons, and is 0 where the flow is."""
    i, inside, low, high = index_inside()
    settled = at(defined("diagonal.cost-end")[2], i, low, high)
    end, sign = end_of(i), sign_of(i)
    active, none = keeps_sign(i, end).args

    def moment(since):
        """A time after ``since``."""
        s = call("abs", since) + 1
        sizes = size_of(since)
        return s, linear(lt(since, s), *sizes), linear(le(0, s), *sizes)

    def signed(premise):
        some, goal = assume(premise.args[0]), premise.args[1]

        def wrong(less):
            level = -(end * sign)
            above = linear(lt(0, level), less)

            def use(since, known):
                s, late, s_low = moment(since)
                near = inside_size(at(known, s, late))
                keeps = parts(one_neuron(i, low, high, s, s_low)[2])
                kept = given(keeps[0], some)
                return _clash(goal, i, some, near, kept, less)

            return obtain(at(settled, level, above), use)

        found = by_cases(
            trichotomy(end * sign),
            wrong,
            lambda same: linear(goal, same),
            lambda more: linear(goal, more),
        )
        return discharge(premise.args[0], found)

    def still(premise):
        off, goal = assume(premise.args[0]), premise.args[1]

        def away(turn):
            def proof_from(ordered):
                level = num(turn) * end
                above = linear(lt(0, level), ordered)

                def use(since, known):
                    s, late, s_low = moment(since)
                    near = inside_size(at(known, s, late))
                    keeps = parts(one_neuron(i, low, high, s, s_low)[2])
                    return absurd(linear(FALSE, *near, given(keeps[1], off)), goal)

                return obtain(at(settled, level, above), use)

            return proof_from

        found = by_cases(trichotomy(end), away(-1), lambda same: same, away(1))
        return discharge(premise.args[0], found)

    return everywhere(i, conjoin(signed(active), still(none)), *inside)


def _clash(goal, i, some, near, kept, less) -> Theorem:
    """|b - end| < -s end and s b >= 0 exclude each other, for s = +-1."""
    b0 = coefficient_at(i, num(0))

    def case(name, ordered):
        rho = fact(name, ordered, x=b0)
        turned = [bound_with(one, rho) for one in (*near, kept, less)]
        return absurd(linear(FALSE, *turned), goal)

    return by_cases(
        trichotomy(b0),
        lambda below: case("sign-negative", below),
        lambda same: absurd(given(some, same), goal),
        lambda above: case("sign-positive", above),
    )


def bound_with(known: Theorem, rho: Theorem) -> Theorem:
    """The inequality with the sign written out."""
    return substitute(known, rho)


@proof("diagonal.constrained-minimum")
def constrained_minimum() -> Theorem:
    """Equal predictions give equal losses, and the argmin is the only point with its loss."""
    low, high, _, own = defined("diagonal.cost-end")
    *_, least, other = defined("diagonal.cost-best")

    def square(b):
        return vector(lambda j: (y(j) - predicted(b, j)) ** 2)

    rows = summand_equal(
        square(END),
        square(BEST),
        1,
        samples,
        lambda j, j_low, j_high: ring(
            eq(apply(square(END), (j,)), apply(square(BEST), (j,))),
            same_prediction(j, j_low, j_high),
        ),
    )
    same = combine(eq(loss(END), loss(BEST)), (HALF * inv(samples), rows))
    unique = parts(given(at(least, END), end_feasible()))[1]
    equal = at(given(unique, same), neuron, low, high)
    found = combine(eq(beta_flow - beta_best, 0), (1, own), (1, equal), (1, other))
    return sized(found, defined("diagonal.cost-flow")[:2])
