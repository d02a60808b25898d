"""The jump time as alpha -> 0 is the quadrature of the fixed head up to infinity, in the kernel.

|I| at the jump grows without bound, for V^2/alpha^2 does.
"""

from __future__ import annotations

from theory.attention.kernel_proofs.script import proof
from theory.attention.kernel_proofs.small_alpha.scaled_heads import (
    START_NORM,
    Scaled,
    difference,
)
from theory.attention.kernel_proofs.small_alpha.timed_heads import (
    M,
    P,
    Timed,
    pair,
    sum_low,
)
from theory.attention.letters import N, modes
from theory.attention.letters.blow_up import (
    far_end,
    primitive,
    quadrature_limit,
    side,
    sign_last,
    tau_limit,
)
from theory.attention.letters.dormant import mu
from theory.attention.letters.scaled import (
    K_hat,
    Q_hat,
    V_hat,
    minus_hat,
    plus_hat,
    tau_at,
    top_scale,
)
from theory.proof.lemmas import exp, inv, trichotomy
from theory.proof.lemmas.limits import exp_rises, same_limit, shown_to_tend, size_below
from theory.proof.lemmas.sizes import within_size
from theory.proof.lemmas.uniqueness import below_sum
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    disjoin,
)
from theory.proof.scripts import whole_definition
from theory.proof.sums.finite import added, scaled, sum_of
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    fact,
    inverse,
    lam,
    obtain,
    parts,
    positive,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    Term,
    apply,
    call,
    eq,
    le,
    lt,
    num,
)

WIDTH = sum_of(lam(lambda j: 1 + mu(j) ** 2, INT), 1, modes)  # W


def beyond(head: Timed, far: Term, small: Theorem, tiny: Theorem) -> Theorem:
    """far < side I(T), from alpha < 1 and alpha (nu + B (P + M)) < 1."""
    goal = lt(far, side * head.I)

    def short(known):
        return absurd(_too_small(head, far, known, small, tiny), goal)

    return by_cases(
        trichotomy(far, side * head.I),
        lambda less: less,
        lambda same: short(linear(le(side * head.I, far), same)),
        lambda more: short(linear(le(side * head.I, far), more)),
    )


def _held_growth(head: Timed, rho: Term, held: Theorem) -> Theorem:
    """The growth is at most alpha^2 exp(2 N W rho) (P + M), where side I <= rho (``held``)."""
    square, _ = conjuncts(whole_definition("attention.turns-at-scale"))
    a, top = head.alpha, exp(2 * N * WIDTH * rho)
    growth = lam(head.growth, INT)
    most = lam(lambda j: a**2 * top * (plus_hat(j) ** 2 + minus_hat(j) ** 2), INT)
    room = linear(le(0, rho - side * head.I), held)

    def proof_at(j, low, high):
        wide = _wide(head, j, low, high)
        ups = [_held_power(head, rho, room, j, wide, sign) for sign in (1, -1)]
        goal = le(0, apply(most, (j,)) - head.growth(j))
        p, m = a * plus_hat(j), a * minus_hat(j)
        return bound(goal, (), [([ups[0]], p), ([ups[1]], m)], [p, m])

    rest = lam(lambda j: apply(most, (j,)) - head.growth(j), INT)
    left = nonnegative_sum(rest, 1, modes, head.some, proof_at)
    split = difference(most, growth, head.some)
    both_ = lam(lambda j: plus_hat(j) ** 2 + minus_hat(j) ** 2, INT)
    plus, minus = (lam(lambda j, hat=hat: hat(j) ** 2, INT) for hat in (plus_hat, minus_hat))
    whole = combine(
        eq(sum_of(most, 1, modes), a**2 * top * (P + M)),
        (1, scaled(a**2 * top, both_, 1, modes, head.some)),
        (a**2 * top, added(plus, minus, 1, modes, head.some)),
    )
    return linear(le(head.grown(), a**2 * top * (P + M)), left, split, whole)


def _held_power(
    head: Timed, rho: Term, room: Theorem, j: Term, wide: Theorem, sign: int
) -> Theorem:
    """exp(sign 2 N mu_j I) <= exp(2 N W rho), from 0 <= rho - side I and 1 + mu_j^2 <= W."""
    square, _ = conjuncts(whole_definition("attention.turns-at-scale"))
    I_is = combine(eq(head.I, side * (side * head.I)), (head.I, square))
    s = num(sign) * side
    under = bound(le(s * mu(j), WIDTH), [square], [[wide]], [mu(j) - num(1, 2) * s])
    reach = bound(
        le(num(sign) * mu(j) * (side * (side * head.I)), WIDTH * rho),
        (),
        [[under, head.ahead], [_width_low(head), room]],
    )
    power = num(sign) * (2 * N * mu(j) * head.I)
    plain = linear(
        le(num(sign) * mu(j) * head.I, WIDTH * rho),
        reach,
        combine(
            eq(num(sign) * mu(j) * head.I, num(sign) * mu(j) * (side * (side * head.I))),
            (num(sign) * mu(j), I_is),
        ),
    )
    return exp_rises(bound(le(power, 2 * N * WIDTH * rho), (), [[plain, assume(lt(0, N))]]))


def _too_small(head: Timed, far: Term, known: Theorem, small: Theorem, tiny: Theorem) -> Theorem:
    """False: with side I <= |far| the head would not have grown to the blow-up's level."""
    rho, a = call("abs", far), head.alpha
    held = linear(le(side * head.I, rho), known, within_size(far)[1])
    top = exp(2 * N * WIDTH * rho)
    below = _held_growth(head, rho, held)
    lows = [sum_low(hat, head.some) for hat in (plus_hat, minus_hat)]
    sums = bound(le(0, P + M), (), [[one] for one in lows])
    top_up = fact("exp-positive", x=2 * N * WIDTH * rho)
    square_small = bound(
        lt(a**2 * (START_NORM + top * (P + M)), 1), (), [[tiny, head.above], [small]]
    )
    return linear(
        FALSE,
        head.value(),
        head.norm(),
        below,
        square_small,
        products=[([top_up, sums], a)],
    )


def _width_low(head: Timed) -> Theorem:
    """0 <= W."""

    def proof_at(j, *_):
        return bound(le(0, 1 + mu(j) ** 2), (), (), [mu(j)])

    return nonnegative_sum(lam(lambda j: 1 + mu(j) ** 2, INT), 1, modes, head.some, proof_at)


def _wide(head: Timed, j: Term, low: Theorem, high: Theorem) -> Theorem:
    """1 + mu_j^2 <= W."""

    def proof_at(i, *_):
        return bound(le(0, 1 + mu(i) ** 2), (), (), [mu(i)])

    summand = lam(lambda i: 1 + mu(i) ** 2, INT)
    return below_sum(summand, j, modes, (low, high), head.some, proof_at)


@proof("attention.exact-jump-time-limit")
def exact_jump_time_limit() -> Theorem:
    """|tau - the quadrature up to infinity| = |P(I(tau)) - P(infinity)|."""
    limit = assume(DEFINITIONS["attention.tau-limit"].statement)
    same = same_limit(
        lambda a: tau_at(a),
        tau_limit,
        quadrature_limit,
        limit,
        shown_to_tend(lambda a: tau_at(a), quadrature_limit, _near),
    )
    up = assume(lt(0, quadrature_limit))
    return combine(
        eq(tau_limit * inv(quadrature_limit), 1),
        (inv(quadrature_limit), same),
        (1, inverse(quadrature_limit, [up])),
    )


def _near(level: Term, above: Theorem, finish) -> Theorem:
    """Below 1/(1 + 1/top + nu + B (P + M)), where P is within e of its end beyond R."""
    _, tail, named = conjuncts(whole_definition("attention.quadrature-limit"))
    heads = conjuncts(whole_definition("attention.scaled-heads"))
    top_above = heads[0]

    def use(far, settled):
        rho = call("abs", far)
        top = exp(2 * N * WIDTH * rho)
        top_up = fact("exp-positive", x=2 * N * WIDTH * rho)
        some = _some()
        lows = [sum_low(hat, some) for hat in (plus_hat, minus_hat)]
        sums = bound(le(0, P + M), (), [[one] for one in lows])
        norm_low = _norm_low(some)
        thin = positive(inv(top_scale), [top_above])
        whole = 1 + START_NORM + inv(top_scale) + top * (P + M)
        whole_up = bound(lt(0, whole), (), [[norm_low], [thin], [top_up, sums]])
        unit, down = inverse(whole, [whole_up]), positive(inv(whole), [whole_up])

        def proof_at(a, a_above, a_below, a_small):
            less = bound(lt(a * whole, 1), [], [[a_below, whole_up], *pair(unit, ONE)])
            parts_ = [[a_above, norm_low], [a_above, thin], [a_above, top_up, sums], [a_above]]
            share = bound(lt(a * inv(top_scale), 1), (), [[less], *parts_])
            below = bound(
                lt(a, top_scale),
                [],
                [[share, top_above], *pair(inverse(top_scale, [top_above]), a)],
            )
            tiny = bound(lt(a * (START_NORM + top * (P + M)), 1), (), [[less], *parts_])
            head = Timed(a, a_above, below)
            there = at(settled, head.I, beyond(head, far, a_small, tiny))
            return _close(a, level, head, there, named)

        return finish(inv(whole), down, proof_at)

    return obtain(at(tail, level, above), use)


def _close(a: Term, level: Term, head: Timed, there: Theorem, named: Theorem) -> Theorem:
    gap = primitive(head.I) - far_end
    low, high = within_size(gap)
    value = combine(eq(tau_at(a) - quadrature_limit, sign_last * gap), (1, head.time()), (1, named))
    square = parts(head.turned)[3]
    whole = tau_at(a) - quadrature_limit

    def signed(sign):
        def proof_from(one):
            turned = combine(eq(whole, num(sign) * gap), (1, value), (gap, one))
            return size_below(
                whole,
                linear(lt(-level, whole), turned, low, high, there),
                linear(lt(whole, level), turned, low, high, there),
            )

        return proof_from

    return by_cases(unit_sign(sign_last, square), signed(1), signed(-1))


def unit_sign(x: Term, square: Theorem) -> Theorem:
    """x = 1 or x = -1, from x^2 = 1."""
    goal = call("or", eq(x, 1), eq(x, -1))
    product = combine(eq((x - 1) * (x + 1), 0), (1, square))

    def not_one(strict):
        """x - 1 is not 0, so x + 1 is."""
        above = strict.conclusion.args[0] is ONE or strict.conclusion.args[1] is x
        distance = x - 1 if above else 1 - x
        up = linear(lt(0, distance), strict)
        unit = inverse(distance, [up])
        zero = combine(eq(x + 1, 0), (x + 1, unit), (inv(distance), product))
        return disjoin(goal, linear(eq(x, -1), zero))

    return by_cases(
        trichotomy(num(1), x),
        not_one,
        lambda same: disjoin(goal, linear(eq(x, 1), same)),
        not_one,
    )


def _some() -> Theorem:
    """1 <= d + 1: at half the top scale there is a head."""
    top_above, every = conjuncts(whole_definition("attention.scaled-heads"))
    a = num(1, 2) * top_scale
    head = Scaled(a, bound(lt(0, a), (), [[top_above]]), bound(lt(a, top_scale), (), [[top_above]]))
    return head.some


def _norm_low(some: Theorem) -> Theorem:
    lows = [sum_low(hat, some) for hat in (Q_hat, K_hat)]
    return bound(le(0, START_NORM), (), [[one] for one in lows], [V_hat])
