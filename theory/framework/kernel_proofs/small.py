"""Small dormant neurons: their part in a gradient and in the residual vanishes."""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.kernel_proofs.entry import defined, proof
from theory.framework.kernel_proofs.homogeneous import sigma_scaled
from theory.framework.kernel_proofs.limits import below_one, near_zero
from theory.framework.kernel_proofs.network import mean_difference, mean_equal, mean_scaled
from theory.framework.letters.network import (
    A_all,
    G_all,
    U,
    W_all,
    a,
    d,
    g,
    k,
    mean,
    neuron_output,
    neurons,
    own,
    residual,
    scale,
    sigma,
    v,
    w,
)
from theory.framework.letters.small import (
    change,
    dormant_output,
    dormant_slope,
    output,
    put_out_at,
    sample,
    scaled_line,
    square,
    utility_slope,
)
from theory.proof.lemmas import inv
from theory.proof.lemmas.limits import close, small, under_small
from theory.proof.lemmas.powers import (
    power,
    power_below_base,
    power_positive,
    power_step,
    power_sum,
)
from theory.proof.lemmas.sizes import inverse_is, within_size
from theory.proof.rules import Theorem, assume, conjoin
from theory.proof.sums.finite import scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    one_slope,
    parts,
    positive,
    ring,
    slope_of_same,
    with_slope,
    written,
)
from theory.proof.terms import INT, ONE, ZERO, Term, call, eq, le, lt, num


def dormant_scaled(l: Term, above: Theorem, o: Term, n: Term, crowd: Theorem) -> Theorem:
    """sum_h f_h(l theta_h) = l^(k + 1) sum_h f_h(theta_h), for 1 <= neurons."""

    def at_scale(l):
        return lam(
            lambda h: neuron_output(
                lambda h, o: l * A_all(h, o), lambda h, j: l * W_all(h, j), h, o, n
            ),
            INT,
        )

    factor = power(l, k + 1)
    one = at_scale(ONE)
    equal = summand_equal(
        at_scale(l),
        lam(lambda h: factor * one(h), INT),
        1,
        neurons,
        lambda h, *_: ring(
            eq(at_scale(l)(h), factor * one(h)),
            sigma_scaled(lambda j: W_all(h, j) * G_all(h, j, n), l, above),
            power_step(l, above, k),
        ),
    )
    out = scaled(factor, one, 1, neurons, bound(le(1, neurons + 1), (), [[crowd]]))
    return combine(
        eq(dormant_output(l, o, n), factor * dormant_output(ONE, o, n)), (1, equal), (1, out)
    )


def line_scaled(l: Term, above: Theorem, o: Term, n: Term, x: Term) -> Theorem:
    """f_i(l theta + x e) = l^(k + 1) f_i(theta + x/l e)."""
    y = inv(l) * x
    unit = inverse(l, [above])
    entries = lam(lambda j: (W_all(own, j) + y * v(j)) * G_all(own, j, n), INT)
    there = lam(lambda j: (l * W_all(own, j) + x * v(j)) * G_all(own, j, n), INT)
    same = summand_equal(
        there,
        lam(lambda j: l * entries(j), INT),
        1,
        d,
        lambda j, *_: ring(eq(there(j), l * entries(j)), unit),
    )
    moved = equal_inside(sigma(sum_of(there, 1, d)), same)
    return ring(
        eq(scaled_line(l, o, n, x), power(l, k + 1) * scaled_line(ONE, o, n, y)),
        moved,
        sigma_scaled(entries, l, above),
        power_step(l, above, k),
        unit,
    )


def scaled_slope(
    l: Term,
    above: Theorem,
    factor: Term,
    bodies: tuple[Callable, Callable],
    same: Callable,
    first: Theorem,
    known: Theorem,
) -> Theorem:
    """T_l = factor T_1/l, where body_l(x) = factor body_1(x/l): ``same`` says so.

    ``first`` and ``known`` give the slopes T_1 and T_l at 0 in every interval around it.
    """
    there, here = bodies
    down = inv(l)
    down_above = positive(down, [above])
    place = dict(low=num(-1), high=ONE, at=ZERO)
    inside = (bound(le(-1, 0)), bound(le(0, 1)))
    x = fresh()
    start, last = assume(le(-1, x)), assume(le(x, 1))
    within = conjoin(
        bound(le(-down, down * x), (), [[down_above, start]]),
        bound(le(down * x, down), (), [[down_above, last]]),
    )
    slope = at(first, down, down_above)
    chained = fact(
        "deriv-chain",
        *inside,
        with_slope(derivative(lambda z: down * z, -1, 1, 0), down),
        everywhere(x, within, start.conclusion, last.conclusion),
        slope,
        f=lam(here),
        g=lam(lambda z: down * z),
        a=down,
        b=down,
        c=slope.conclusion.args[3],
        y=-down,
        **place,
    )
    own_slope = derivative(lambda z: factor * here(down * z), -1, 1, 0, [chained])
    turned = slope_of_same(
        lam(there), everywhere(x, same(x), start.conclusion, last.conclusion), own_slope, *inside
    )
    found = one_slope(at(known, ONE, bound(lt(0, 1))), turned, bound(lt(-1, 1)), *inside)
    goal = eq(found.conclusion.args[0], factor * slope.conclusion.args[3] * down)
    return ring(goal, found)


def _gain(l: Term, o: Term, n: Term, x: Term) -> Term:
    """f_i(l theta + x e) times the residual: the summand of the utility term."""
    return scaled_line(l, o, n, x) * residual(o, n)


def _pull(l: Term, o: Term, n: Term, x: Term) -> Term:
    """f_i(l theta + x e) times the dormant ones' output: the summand of the dormant term."""
    return scaled_line(l, o, n, x) * dormant_output(l, o, n)


def rescaled_mean(summand: Callable, l: Term, factor: Term, pieces: Callable, x: Term) -> Theorem:
    """E of the summand at l and x = factor E of that at 1 and x/l; ``pieces`` put together the
    difference of two summands.
    """
    many, *_ = defined("framework.dormant-terms")
    y = inv(l) * x
    rows = mean_equal(
        lambda o, n: summand(l, o, n, x),
        lambda o, n: factor * summand(ONE, o, n, y),
        lambda o, n: combine(
            eq(summand(l, o, n, x), factor * summand(ONE, o, n, y)), *pieces(o, n, x, y)
        ),
    )
    out = mean_scaled(factor, lambda o, n: summand(ONE, o, n, y), many)
    return combine(eq(rows.conclusion.args[0], out.conclusion.args[1]), (1, rows), (1, out))


def scaled_terms(l: Term, above: Theorem) -> tuple[Theorem, Theorem]:
    """The utility term at l is l^(k + 1)/l times that at 1, the dormant one l^(2 k + 2)/l times."""
    _, crowd, _, every = defined("framework.dormant-terms")
    factor = power(l, k + 1)
    one_utility, one_dormant, _ = parts(at(every, ONE, bound(lt(0, 1))))
    utility_there, dormant_there, _ = parts(at(every, l, above))

    def of_gain(o, n, x, y):
        return [(residual(o, n), line_scaled(l, above, o, n, x))]

    def of_pull(o, n, x, y):
        return [
            (dormant_output(l, o, n), line_scaled(l, above, o, n, x)),
            (factor * scaled_line(ONE, o, n, y), dormant_scaled(l, above, o, n, crowd)),
        ]

    def term(summand, times, pieces, at_one, at_l):
        def body(l):
            return lambda x: mean(lambda o, n: summand(l, o, n, x))

        def same(x):
            return rescaled_mean(summand, l, times, pieces, x)

        return scaled_slope(l, above, times, (body(l), body(ONE)), same, at_one, at_l)

    gains = term(_gain, factor, of_gain, one_utility, utility_there)
    pulls = term(_pull, factor * factor, of_pull, one_dormant, dormant_there)
    return gains, pulls


@proof("framework.dormant-negligible")
def dormant_negligible() -> Theorem:
    """R(l) = l^(k + 1) R(1), and l^(k + 1) <= l for l < 1."""
    _, _, some, every = defined("framework.dormant-terms")
    at_one = dormant_slope(1) * inv(utility_slope(1))
    size = call("abs", at_one)
    size_low = fact("abs-positive", z=at_one)
    degree = assume(lt(0, k))

    def proof_at(wanted, x, low, high, level, above):
        tight = under_small(x, high, level, above, size, size_low)
        one = bound(lt(x * (1 + level), level), (), [[tight], [low, size_low]])
        unit_below = below_one(x, one, bound(lt(0, 1 + level), (), [[above]]))
        factor = power(x, k + 1)
        gains, pulls = scaled_terms(x, low)
        *_, ratio = parts(at(every, x, low))
        factor_above = power_positive(x, low, k + 1)
        # 1/(f T/x) = x/(f T)
        units = [inverse(x, [low]), inverse(factor, [factor_above])]
        turned = x * inv(factor) * inv(utility_slope(1))
        there = utility_slope(x)
        whole = ring(
            eq(there * turned, 1), gains, *units, fact("inverse", some, z=utility_slope(1))
        )
        same = ring(
            eq(wanted.args[0].args[0], factor * at_one),
            ratio,
            pulls,
            inverse_is(there, turned, whole),
            *units,
        )
        steep = bound(le(1, k + 1), (), [[degree]])
        less = power_below_base(x, low, unit_below, k + 1, steep)
        capped = bound(lt(x * size, level), (), [[tight], [low], [low, above]])
        top = bound(lt(factor * size, level), (), [[less, size_low], [capped]])
        signs = within_size(at_one)
        return close(
            wanted,
            same,
            bound(lt(-level, factor * at_one), (), [[top], [factor_above, signs[0]]]),
            bound(lt(factor * at_one, level), (), [[top], [factor_above, signs[1]]]),
        )

    return near_zero(
        "framework.dormant-negligible",
        lambda level, above: small(level, above, size, size_low),
        proof_at,
    )


@proof("framework.residual-active")
def residual_limit() -> Theorem:
    """What is missing is l^(k + 1) times what the dormant neurons put out at l = 1."""
    crowd, alone, near = defined("framework.residual-near")
    rest = dormant_output(ONE, output, sample)
    size, size_low = call("abs", rest), fact("abs-positive", z=rest)
    degree = assume(lt(0, k))

    def proof_at(wanted, x, low, high, level, above):
        tight = under_small(x, high, level, above, size, size_low)
        one = bound(lt(x * (1 + level), level), (), [[tight], [low, size_low]])
        unit_below = below_one(x, one, bound(lt(0, 1 + level), (), [[above]]))
        factor = power(x, k + 1)
        scaled_sum = dormant_scaled(x, low, output, sample, crowd)
        same = combine(
            eq(wanted.args[0].args[0], -(factor * rest)),
            (1, at(near, x, low)),
            (1, alone),
            (1, scaled_sum),
        )
        less = power_below_base(x, low, unit_below, k + 1, bound(le(1, k + 1), (), [[degree]]))
        factor_above = power_positive(x, low, k + 1)
        capped = bound(lt(x * size, level), (), [[tight], [low], [low, above]])
        top = bound(lt(factor * size, level), (), [[less, size_low], [capped]])
        first, second = within_size(rest)
        return close(
            wanted,
            same,
            bound(lt(-level, -(factor * rest)), (), [[top], [factor_above, second]]),
            bound(lt(-(factor * rest), level), (), [[top], [factor_above, first]]),
        )

    return near_zero(
        "framework.residual-active",
        lambda level, above: small(level, above, size, size_low),
        proof_at,
    )


@proof("framework.escape")
def escape() -> Theorem:
    """(r - l^(k + 1) f)^2/2 = r^2/2 - l^(k + 1) r f + l^(2 k + 2) f^2/2, on average."""
    many, named, squared, changed = defined("framework.loss-change")
    above = assume(lt(0, scale))
    factor = power(scale, k + 1)

    def unscaled(o, n):
        return a(o) * sigma(sum_of(lam(lambda j: w(j) * g(j, n), INT), 1, d))

    def gain(o, n):
        return factor * (unscaled(o, n) * residual(o, n))

    def rest(o, n):
        return (num(1, 2) * factor**2) * unscaled(o, n) ** 2

    def before(o, n):
        return num(1, 2) * residual(o, n) ** 2

    def after(o, n):
        return num(1, 2) * (residual(o, n) - put_out_at(scale, o, n)) ** 2

    joined = mean_equal(
        after,
        lambda o, n: before(o, n) - (gain(o, n) - rest(o, n)),
        lambda o, n: ring(
            eq(after(o, n), before(o, n) - (gain(o, n) - rest(o, n))),
            sigma_scaled(lambda j: w(j) * g(j, n), scale, above),
            power_step(scale, above, k),
        ),
    )
    return combine(
        eq(change, -(factor * U) + num(1, 2) * power(scale, 2 * k + 2) * square),
        (1, changed),
        (1, joined),
        (1, mean_difference(before, lambda o, n: gain(o, n) - rest(o, n), many)),
        (1, mean_difference(gain, rest, many)),
        (1, mean_scaled(factor, lambda o, n: unscaled(o, n) * residual(o, n), many)),
        (1, mean_scaled(num(1, 2) * factor**2, lambda o, n: unscaled(o, n) ** 2, many)),
        (factor, named),
        (num(1, 2) * factor**2, squared),
        (
            num(1, 2) * square,
            written(
                eq(power(scale, 2 * k + 2), factor * factor),
                power_sum(scale, above, k + 1, k + 1),
            ),
        ),
    )
