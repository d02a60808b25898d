"""The weights along one mode grow at most like e^(2 eta s t): E' = 2 eta s E - 2 eta (s |A^T u - W
v|^2 + E[(u^T beta x)^2] + lambda |beta v|^2), s = b lambda.
"""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.loss.network import equations
from theory.linear.letters.data import H, N, c, cov, d, mean, p, x, y
from theory.linear.letters.energy import (
    HALF,
    A,
    A_slope,
    W,
    W_slope,
    b,
    bumped,
    energy,
    energy_0,
    energy_t,
    eta,
    lam,
    loss,
    loss_t,
    matrix_at,
    u,
    v,
)
from theory.linear.letters.time import t
from theory.proof.lemmas import exp, exp_inverse
from theory.proof.lemmas.inner_products import cauchy_schwarz, square_sum
from theory.proof.rules import Theorem, assume, conjoin, order
from theory.proof.sums.any_range import nonnegative
from theory.proof.sums.nested import same_sums
from theory.proof.sums.slopes import sum_derivative
from theory.proof.tactics import (
    at,
    bound,
    combine,
    conjuncts,
    derivative,
    everywhere,
    fact,
    fresh,
    one_slope,
    parts,
    slope_is,
    total,
    with_slope,
    written,
)
from theory.proof.tactics import lam as function
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, num

SPEED = 2 * eta * b * lam


def output(s, n, k) -> Term:
    """(A W x_n)_k at the time s."""
    return total(1, H, lambda h: A(k, h, s) * total(1, d, lambda l: W(h, l, s) * x(n, l)))


def residual(s, n, k) -> Term:
    """(y - A W x)_k at the point n."""
    return y(n, k) - output(s, n, k)


def up(s, h) -> Term:
    """(A^T u)_h."""
    return total(1, c, lambda k: u(k) * A(k, h, s))


def across(s, h) -> Term:
    """(W v)_h."""
    return total(1, d, lambda l: W(h, l, s) * v(l))


def seen(s, n) -> Term:
    """u^T A W x_n."""
    return total(1, c, lambda k: u(k) * output(s, n, k))


def carried(s, k) -> Term:
    """(A W v)_k."""
    return total(1, H, lambda h: A(k, h, s) * across(s, h))


def overlap(s) -> Term:
    """u^T A W v."""
    return total(1, H, lambda h: up(s, h) * across(s, h))


@cache
def mode_moments() -> Theorem:
    """E[x_l (v x)] = lambda v_l, as a rule without the covariance."""
    *_, eigen = known("mode")
    rule = equations(known("covariance"))
    l = fresh(INT, "l")
    premises = (le(1, l), le(l, d))
    facts = list(map(assume, premises))
    left = mean(lambda n: x(n, l) * total(1, d, lambda m: x(n, m) * v(m)))
    same = same_sums(eq(total(1, d, lambda m: cov(l, m) * v(m)), left), *rule, facts=facts)
    own = at(eigen, l, *facts)
    return everywhere(l, combine(eq(left, lam * v(l)), (1, same), (1, own)), *premises)


def target_rules() -> list[Theorem]:
    """sum_l B_kl v_l = b u_k, sum_k B_kl u_k = b v_l, |u| = |v| = 1, the moments."""
    _, _, unit_u, unit_v, image, back, _ = known("mode")
    return [unit_u, unit_v, image, back, mode_moments()]


def entry_slopes(s: Term, inside: list[Theorem]) -> tuple[list[Theorem], list[Theorem]]:
    """(flows, values of the gradients) at the time s, for all entries."""
    _, flow = known("weights-flow")
    A_part, W_part = conjuncts(at(flow, s, *inside))
    ends = (bound(le(num(-1), ZERO)), bound(le(ZERO, ONE)))
    flows, values = [], []
    for both, shape, slope, body, value in (
        (
            A_part,
            (c, H),
            A_slope,
            lambda k, h, q: loss(bumped(matrix_at(A, s), k, h, q), matrix_at(W, s)),
            lambda k, h: mean(
                lambda n: residual(s, n, k) * total(1, d, lambda l: W(h, l, s) * x(n, l))
            ),
        ),
        (
            W_part,
            (H, d),
            W_slope,
            lambda h, l, q: loss(matrix_at(A, s), bumped(matrix_at(W, s), h, l, q)),
            lambda h, l: mean(
                lambda n: total(1, c, lambda k: A(k, h, s) * residual(s, n, k)) * x(n, l)
            ),
        ),
    ):
        k, l = fresh(INT, "row"), fresh(INT, "column")
        premises = (le(1, k), le(k, shape[0]), le(1, l), le(l, shape[1]))
        facts = list(map(assume, premises))
        given, moving = parts(at(both, k, facts[0], facts[1], l, facts[2], facts[3]))
        own = sum_derivative(lambda q: body(k, l, q), -1, 1, 0, ends, [])
        unique = one_slope(given, own)
        flat = same_sums(eq(own.conclusion.args[3], -value(k, l)), facts=facts)
        found = combine(eq(slope(k, l, s), -value(k, l)), (1, unique), (1, flat))
        values.append(everywhere(k, everywhere(l, found, *premises[2:]), *premises[:2]))
        flows.append(everywhere(k, everywhere(l, moving, *premises[2:]), *premises[:2]))
    return flows, values


def losses(s) -> Term:
    """s |A^T u - W v|^2 + E[(u^T beta x)^2] + lambda |beta v|^2."""
    return (
        b * lam * total(1, H, lambda h: (up(s, h) - across(s, h)) ** 2)
        + mean(lambda n: seen(s, n) ** 2)
        + lam * total(1, c, lambda k: carried(s, k) ** 2)
    )


def losses_above(s) -> Theorem:
    """0 <= the same."""
    b_low, lam_low, *_ = known("mode")
    weights_low = known("covariance")[0]
    first = square_sum(lambda h: up(s, h) - across(s, h), 1, H)
    middle = function(lambda n: p(n) * seen(s, n) ** 2, INT)
    second = nonnegative(
        middle,
        1,
        N,
        lambda n, low, high: bound(
            le(0, middle(n)), (), [([at(weights_low, n, low, high)], seen(s, n))]
        ),
    )
    third = square_sum(lambda k: carried(s, k), 1, c)
    return bound(
        le(0, losses(s)), (), [[b_low, lam_low, first], [second], [lam_low, third]], exact=True
    )


def energy_slope(s: Term, inside: list[Theorem]) -> tuple[Theorem, Theorem]:
    """E' at the time s, and that it is 2 eta s E - 2 eta losses."""
    flows, values = entry_slopes(s, inside)
    own = sum_derivative(energy, 0, t, s, (inside[0], inside[1]), flows)
    old = own.conclusion.args[3]
    outputs = equations(known("outputs"))
    raw = (
        2
        * eta
        * mean(
            lambda n: (
                total(1, c, lambda k: u(k) * residual(s, n, k)) * seen(s, n)
                + total(1, c, lambda k: carried(s, k) * residual(s, n, k))
                * total(1, d, lambda l: x(n, l) * v(l))
            )
        )
    )
    first = same_sums(eq(old, raw), *values)
    value = SPEED * energy(s) - 2 * eta * losses(s)
    second = same_sums(eq(raw, value), *outputs, *target_rules())
    return own, combine(eq(old, value), (1, first), (1, second))


@cache
def energy_bound() -> Theorem:
    """E(t) <= E(0) e^(2 eta s t): E e^(-2 eta s t) never grows."""
    eta_low, _ = known("weights-flow")
    s = fresh()
    premises = (le(0, s), le(s, t))
    inside = list(map(assume, premises))
    own, same = energy_slope(s, inside)
    known_slope = slope_is(own, same)
    falling = function(lambda q: -(energy(q) * exp(-(SPEED * q))))
    rate = function(lambda q: exp(-(SPEED * q)) * (2 * eta * losses(q)))
    slope = with_slope(derivative(falling, 0, t, s, [known_slope]), rate(s))
    e_above = fact("exp-positive", x=-(SPEED * s))
    gain = bound(le(0, rate(s)), (), [[e_above, eta_low, losses_above(s)]])
    along = everywhere(s, conjoin(slope, gain), *premises)
    ordered = bound(le(0, t), (), [[assume(lt(0, t))]])
    grown = fact("increasing", ordered, along, low=ZERO, high=t, f=falling, df=rate)
    start = fact("exp-zero")
    at_start = written(le(-(energy(ZERO) * exp(ZERO)), -(energy(t) * exp(-(SPEED * t)))), grown)
    small = bound(le(energy(t) * exp(-(SPEED * t)), energy(ZERO)), [start], [[at_start]])
    up_ = exp(SPEED * t)
    back = exp_inverse(SPEED * t)
    goal = le(energy(t), energy(ZERO) * up_)
    above = fact("exp-positive", x=SPEED * t)
    return _scaled(goal, small, above, back)


def _scaled(goal: Term, small: Theorem, above: Theorem, back: Theorem) -> Theorem:
    """E <= E_0 e, from E/e <= E_0."""
    product = order(
        le(small.conclusion.args[0] * exp(SPEED * t), small.conclusion.args[1] * exp(SPEED * t)),
        (),
        ((ONE, (small, above), ONE),),
    )
    left = combine(
        eq(small.conclusion.args[0] * exp(SPEED * t), goal.args[0]), (goal.args[0], back)
    )
    return order(goal, ((num(-1), left),), ((ONE, (product,), ONE),))


@cache
def along(n: Term) -> Term:
    """u^T (residual of sample n)."""
    return total(1, c, lambda k: u(k) * residual(t, n, k))


def across_gap(n: Term) -> Term:
    """p_n (|residual|^2 - (u^T residual)^2): the error of sample n that is not along u."""
    return p(n) * total(1, c, lambda k: residual(t, n, k) ** 2) - p(n) * along(n) ** 2


def never_less() -> Theorem:
    """0 <= sum_n p_n (|residual|^2 - (u^T residual)^2), by Cauchy and Schwarz."""
    _, _, unit, *_ = known("mode")
    weights_low = known("covariance")[0]

    def gain(n, low, high):
        cut = cauchy_schwarz(
            function(lambda k: u(k), INT), function(lambda k: residual(t, n, k), INT), c
        )
        norm = written(eq(total(1, c, lambda k: u(k) * u(k)), 1), unit)
        errors = total(1, c, lambda k: residual(t, n, k) ** 2)
        products = total(1, c, lambda k: residual(t, n, k) * residual(t, n, k))
        less = written(
            le(along(n) ** 2, errors),
            order(le(cut.conclusion.args[0], products), ((products, norm),), ((ONE, (cut,), ONE),)),
        )
        low_weight = at(weights_low, n, low, high)
        return bound(le(0, across_gap(n)), (), [[low_weight, less]], exact=True)

    return nonnegative(function(across_gap, INT), 1, N, gain)


def loss_above() -> Theorem:
    """lambda b^2/2 - s E(t)/2 <= L(t): only the error along u, and (b - q)^2 >= b^2 - 2 b q."""
    b_low, lam_low, *_ = known("mode")
    weights_low = known("covariance")[0]
    outputs = equations(known("outputs"))
    above = never_less()
    whole = loss(matrix_at(A, t), matrix_at(W, t))
    split = same_sums(
        eq(total(1, N, lambda n: across_gap(n)), 2 * whole - mean(lambda n: along(n) ** 2))
    )
    value = same_sums(
        eq(
            mean(lambda n: along(n) ** 2),
            lam * b**2 - 2 * b * lam * overlap(t) + mean(lambda n: seen(t, n) ** 2),
        ),
        *outputs,
        *target_rules(),
    )
    apart = total(1, H, lambda h: (up(t, h) - across(t, h)) ** 2)
    halves = same_sums(eq(overlap(t), HALF * energy(t) - HALF * apart))
    squares = square_sum(lambda h: up(t, h) - across(t, h), 1, H)
    middle = function(lambda n: p(n) * seen(t, n) ** 2, INT)
    second = nonnegative(
        middle,
        1,
        N,
        lambda n, low, high: bound(
            le(0, middle(n)), (), [([at(weights_low, n, low, high)], seen(t, n))]
        ),
    )
    goal = le(HALF * lam * b**2 - HALF * b * lam * energy(t), whole)
    pairs = (
        (HALF, split),
        (num(-1, 2), value),
        (b * lam, halves),
    )
    return order(
        goal,
        pairs,
        (
            (HALF, (above,), ONE),
            (HALF, (b_low, lam_low, squares), ONE),
            (HALF, (second,), ONE),
        ),
    )


@proof("linear.mode-energy")
def mode_energy() -> Theorem:
    """Both bounds, for any start and any width."""
    b_low, lam_low, *_ = known("mode")
    (later,) = known("energy")
    (start,) = known("energy-start")
    (loss_then,) = known("loss-then")
    most, least = energy_bound(), loss_above()
    up_ = exp(SPEED * t)
    first = bound(le(energy_t, energy_0 * up_), [later, start], [[most]])
    second = order(
        le(HALF * lam * b**2 - HALF * b * lam * energy_0 * up_, loss_t),
        ((num(-1), loss_then), (num(-1, 2) * b * lam * up_, start)),
        ((ONE, (least,), ONE), (HALF, (b_low, lam_low, most), ONE)),
    )
    return conjoin(first, second)
