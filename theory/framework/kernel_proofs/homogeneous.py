"""A homogeneous activation: how a utility and the terms of a gradient scale with the parameters."""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.kernel_network_letters import (
    A_all,
    G_all,
    U,
    U_scaled,
    W_all,
    a,
    d,
    dormant_output,
    dormant_slope,
    g,
    k,
    mean,
    neuron_output,
    neurons,
    own,
    residual,
    scale,
    scaled_line,
    sigma,
    utility_slope,
    v,
    w,
)
from theory.framework.kernel_proofs.dormant import unique
from theory.framework.kernel_proofs.entry import defined, proof
from theory.framework.kernel_proofs.limits import below_one, near_zero
from theory.framework.kernel_proofs.network import inputs, mean_equal, mean_scaled
from theory.proof.lemmas import inv
from theory.proof.lemmas.powers import (
    power,
    power_below_base,
    power_positive,
    power_step,
)
from theory.proof.lemmas.sizes import inverse_is, within_size
from theory.proof.limits import close, small, under_small
from theory.proof.rules import Theorem, assume, conjoin
from theory.proof.sums import scaled, sum_of, summand_equal
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
    parts,
    positive,
    ring,
    with_slope,
)
from theory.proof.terms import INT, ONE, ZERO, Term, call, eq, le, lt, num


def sigma_scaled(entries: Callable, l: Term, above: Theorem) -> Theorem:
    """sigma(sum_j l e_j) = l^k sigma(sum_j e_j)."""
    (homogeneous,) = defined("framework.sigma-homogeneous")
    plain = lam(entries, INT)
    large = lam(lambda j: l * entries(j), INT)
    moved = equal_inside(sigma(sum_of(large, 1, d)), scaled(l, plain, 1, d, inputs()))
    there = at(homogeneous, l, above, sum_of(plain, 1, d))
    goal = eq(sigma(sum_of(large, 1, d)), power(l, k) * sigma(sum_of(plain, 1, d)))
    return combine(goal, (1, moved), (1, there))


@proof("framework.homogeneity")
def homogeneity() -> Theorem:
    """lambda a sigma(lambda z) = lambda^(k + 1) a sigma(z), and the expectation is linear."""
    many, plain, large = defined("framework.utility")
    above = assume(lt(0, scale))

    def body(o, n):
        return a(o) * sigma(total_seen(n)) * residual(o, n)

    def total_seen(n):
        return sum_of(lam(lambda j: w(j) * g(j, n), INT), 1, d)

    def there(o, n):
        inner = sum_of(lam(lambda j: scale * w(j) * g(j, n), INT), 1, d)
        return scale * a(o) * sigma(inner) * residual(o, n)

    factor = power(scale, k + 1)
    equal = mean_equal(
        there,
        lambda o, n: factor * body(o, n),
        lambda o, n: ring(
            eq(there(o, n), factor * body(o, n)),
            sigma_scaled(lambda j: w(j) * g(j, n), scale, above),
            power_step(scale, above, k),
        ),
    )
    return combine(
        eq(U_scaled, factor * U),
        (1, large),
        (1, equal),
        (1, mean_scaled(factor, body, many)),
        (factor, plain),
    )


# --- the dormant-dormant term ----------------------------------------------------------------------


def dormant_scaled(l: Term, above: Theorem, o: Term, n: Term) -> Theorem:
    """sum_h f_h(l theta_h) = l^(k + 1) sum_h f_h(theta_h)."""
    _, crowd, *_ = defined("framework.dormant-terms")

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
    turned = fact(
        "deriv-equal",
        *inside,
        everywhere(x, same(x), start.conclusion, last.conclusion),
        own_slope,
        f=lam(there),
        g=lam(lambda z: factor * here(down * z)),
        a=own_slope.conclusion.args[3],
        **place,
    )
    found = unique(at(known, ONE, bound(lt(0, 1))), turned, bound(lt(-1, 1)), *inside)
    goal = eq(found.conclusion.args[0], factor * slope.conclusion.args[3] * down)
    return ring(goal, found)


def scaled_terms(l: Term, above: Theorem) -> tuple[Theorem, Theorem]:
    """The utility term at l is l^(k + 1)/l times that at 1, the dormant one l^(2 k + 2)/l times."""
    many, _, _, every = defined("framework.dormant-terms")
    factor = power(l, k + 1)
    one_utility, one_dormant, _ = parts(at(every, ONE, bound(lt(0, 1))))
    utility_there, dormant_there, _ = parts(at(every, l, above))

    def gain(l, x):
        return mean(lambda o, n: scaled_line(l, o, n, x) * residual(o, n))

    def pull(l, x):
        return mean(lambda o, n: scaled_line(l, o, n, x) * dormant_output(l, o, n))

    def equal(bodies, total_factor, pieces):
        """body_l(x) = factor body_1(x/l), the difference put together by ``pieces``."""
        left, right = bodies

        def same(x):
            y = inv(l) * x
            rows = mean_equal(
                lambda o, n: left(o, n, x),
                lambda o, n: total_factor * right(o, n, y),
                lambda o, n: combine(
                    eq(left(o, n, x), total_factor * right(o, n, y)), *pieces(o, n, x, y)
                ),
            )
            out = mean_scaled(total_factor, lambda o, n: right(o, n, y), many)
            return combine(eq(rows.conclusion.args[0], out.conclusion.args[1]), (1, rows), (1, out))

        return same

    def of_gain(o, n, x, y):
        return [(residual(o, n), line_scaled(l, above, o, n, x))]

    def of_pull(o, n, x, y):
        return [
            (dormant_output(l, o, n), line_scaled(l, above, o, n, x)),
            (factor * scaled_line(ONE, o, n, y), dormant_scaled(l, above, o, n)),
        ]

    gains = scaled_slope(
        l,
        above,
        factor,
        (lambda x: gain(l, x), lambda x: gain(ONE, x)),
        equal(
            (
                lambda o, n, x: scaled_line(l, o, n, x) * residual(o, n),
                lambda o, n, x: scaled_line(ONE, o, n, x) * residual(o, n),
            ),
            factor,
            of_gain,
        ),
        one_utility,
        utility_there,
    )
    pulls = scaled_slope(
        l,
        above,
        factor * factor,
        (lambda x: pull(l, x), lambda x: pull(ONE, x)),
        equal(
            (
                lambda o, n, x: scaled_line(l, o, n, x) * dormant_output(l, o, n),
                lambda o, n, x: scaled_line(ONE, o, n, x) * dormant_output(ONE, o, n),
            ),
            factor * factor,
            of_pull,
        ),
        one_dormant,
        dormant_there,
    )
    return gains, pulls


@proof("framework.dormant-negligible")
def dormant_negligible() -> Theorem:
    """R(l) = l^(k + 1) R(1), and l^(k + 1) <= l for l < 1."""
    _, _, some, every = defined("framework.dormant-terms")
    at_one = dormant_slope(1) * inv(utility_slope(1))
    size = call("abs", at_one)
    size_low = fact("abs-positive", z=at_one)
    degree = assume(lt(0, k))

    def shown(wanted, x, low, high, level, above):
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
        shown,
    )
